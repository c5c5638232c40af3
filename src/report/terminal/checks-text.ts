/** All validity checks of a run for the terminal, each with the sentence that holds its numbers. */
import type { CheckResult } from '../../model/check.ts';
import { printable } from './printable.ts';
import { pad, wrap } from '../../format/width.ts';

const indent = 20;

export function checksText(checks: readonly CheckResult[], columns: number): string {
  const lines = printable(checks).flatMap(({ id, outcome, sentence }) => {
    const [first = '', ...others] = wrap(sentence, Math.max(20, columns - indent));
    const label = pad(id, 4, 'left') + pad(outcome === 'fail' ? 'FAIL' : outcome, indent - 4, 'left');
    return [`${label}${first}`.trimEnd(), ...others.map((line) => ' '.repeat(indent) + line)];
  });
  return `${lines.join('\n')}\n`;
}

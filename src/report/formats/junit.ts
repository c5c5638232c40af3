/** The gate and its validity checks as JUnit XML: what CI systems show beside the other tests. */
import { say } from '../../messages/message.ts';
import type { CheckResult } from '../../model/check.ts';
import { foundIn, metrics, type GateResult, type RunResult } from '../../model/verdict.ts';
import { percent } from '../../format/number.ts';

/** A testcase, with the element that says why it did not pass; null if it passed. */
interface Case {
  readonly attributes: Attributes;
  readonly kind: 'failure' | 'error' | 'skipped' | null;
  readonly type: string;
  readonly message: string;
  readonly output: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** @returns the whole document, with a line break at its end. An undecided gate is `skipped`: it warns, and fails no job. */
export function junit(result: RunResult): string {
  const { run, trials, checks } = result;
  const { gate } = foundIn(result);
  const time = (trials.reduce((sum, { duration }) => sum + duration, 0) / 1000).toFixed(3);
  const cases = [...(gate ? [gateCase(gate, time)] : []), ...checks.map(checkCase)];
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  const totals = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time,
  };
  const timestamp = new Date(run.createdAt).toISOString();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${written(totals)}>`,
    `  <testsuite${written({ name: 'chokepoint gate', ...totals, timestamp, id: run.id })}>`,
    ...cases.flatMap(({ attributes, kind, type, message, output }) => [
      `    <testcase${written(attributes)}>`,
      // `skipped` has no type in the schema that most readers go by.
      ...(kind ? [`      <${kind}${written({ ...(kind !== 'skipped' && { type }), message })}/>`] : []),
      `      <system-out>${escaped(output)}</system-out>`,
      '    </testcase>',
    ]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const gateKinds = { pass: null, fail: 'failure', undecided: 'skipped', unmeasured: 'error' } as const;

function gateCase({ verdict, metric, threshold, ...gate }: GateResult, time: string): Case {
  const [sentence, because] = [say(gate.sentence), say(gate.because)];
  const name = `${metrics[metric].label}: head against base, ${percent(threshold)} allowed`;
  return {
    attributes: { classname: 'chokepoint.gate', name, time },
    kind: gateKinds[verdict],
    type: verdict,
    message: verdict === 'fail' ? sentence : because,
    output: [sentence, because, ...gate.notes.map(say)].join('\n'),
  };
}

/** Effects of checks that fail the job: they withhold a verdict. A short window is noted, and the gate may still pass. */
const weighs = new Set(['silence', 'void', 'undecided']);

function checkCase({ id, title, outcome, effect, sentence }: CheckResult): Case {
  const isFailure = outcome === 'fail' && weighs.has(effect);
  return {
    attributes: { classname: 'chokepoint.validity', name: `${id} ${title}`, time: '0.000' },
    kind: outcome === 'pass' ? null : isFailure ? 'failure' : 'skipped',
    type: effect,
    message: say(sentence),
    output: say(sentence),
  };
}

const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML 1.0, which cannot write most control characters and lone surrogates, not even as references. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

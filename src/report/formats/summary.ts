/** A gate in a screenful of Markdown: what a pull request shows. The whole report is an artefact beside it. */
import { message, say } from '../../messages/message.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { printable } from '../../format/printable.ts';
import { escaped, fenced, table } from './markdown.ts';
import { outline } from '../outline/outline.ts';

/** Ends with a line break. Empty for a run without a gate. */
export function gateSummary(result: RunResult): string {
  const { run, plan } = result;
  const gate = printable(foundIn(result).gate);
  if (!gate) return '';
  const report = outline(result);
  const doubts = report.failedChecks.map(
    ({ id, title, sentence, consequence }) =>
      `- **${id}** ${escaped(`${title}: ${sentence} ${consequence}`.trimEnd())}`,
  );
  const alert = gate.verdict === 'fail' ? 'CAUTION' : gate.verdict === 'pass' ? 'NOTE' : 'WARNING';
  const blocks = [
    `## ${escaped(report.title)}`,
    `> [!${alert}]\n> **${escaped(say(gate.sentence))}**`,
    `${escaped(say(message('gate.decision', { base: gate.base, head: gate.head })))} ${report.checkBalance}`.trimEnd(),
    ...[...gate.notes.map(say), ...report.warnings].map((note) => `> [!WARNING]\n> ${escaped(note)}`),
    ...(doubts.length > 0 ? [doubts.join('\n')] : []),
    ...report.settings.flatMap((grid) => table(grid)),
    ...table(report.comparisons),
    `<details><summary>Run ${escaped(run.id)}, seed ${plan.seed}</summary>\n\n${fenced(report.repeat, 'sh')}\n\n</details>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

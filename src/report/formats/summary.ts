/** A gate in a screenful of Markdown: what a pull request shows. The whole report is an artefact beside it. */
import { message, say } from '../../messages/message.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { capital } from '../../format/words.ts';
import { printable } from '../../format/printable.ts';
import { repeatCommand } from '../outline/command.ts';
import { checkBalance, failedChecks } from '../outline/checks.ts';
import { generatorTable } from '../outline/generators.ts';
import { shownRun } from '../outline/shown-run.ts';
import { comparisonTable, jobTable, settingTable } from '../outline/tables.ts';
import { said } from '../page.ts';
import { pageOf } from '../pages/page-of.ts';
import { escaped, fenced, table } from '../render/markdown.ts';

/** Ends with a line break. Empty for a run without a gate. */
export function gateSummary(given: RunResult): string {
  const result = printable(shownRun(given));
  const { run, plan } = result;
  const { gate } = foundIn(result);
  if (!gate) return '';
  const { head } = pageOf(given);
  const doubts = failedChecks(result).map(
    ({ id, title, sentence, consequence }) =>
      `- **${id}** ${escaped(`${title}: ${sentence} ${consequence}`.trimEnd())}`,
  );
  const alert = gate.verdict === 'fail' ? 'CAUTION' : gate.verdict === 'pass' ? 'NOTE' : 'WARNING';
  const blocks = [
    `## ${escaped(`${capital(head.verb)}: ${[head.title, head.about[0] ?? ''].map(said).join(' · ')}`)}`,
    `> [!${alert}]\n> **${escaped(say(gate.sentence))}**`,
    `${escaped(say(message('gate.decision', { base: gate.base, head: gate.head })))} ${checkBalance(result)}`.trimEnd(),
    ...[...gate.notes, ...result.warnings].map(say).map((note) => `> [!WARNING]\n> ${escaped(note)}`),
    ...(doubts.length > 0 ? [doubts.join('\n')] : []),
    ...[
      settingTable(result),
      jobTable(result),
      generatorTable(result.trials),
      comparisonTable(result),
    ].flatMap((grid) => table(grid)),
    `<details><summary>Run ${escaped(run.id)}, seed ${plan.seed}</summary>\n\n${fenced(repeatCommand(plan), 'sh')}\n\n</details>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * docs/experiments: a page for each experiment, from its declaration and the run that is stored beside it. The run is
 * judged again by the rules of today each time, so a page cannot say what the rules would not.
 */
import { experiments } from '../../src/lab/experiments/catalogue.ts';
import type { Experiment } from '../../src/lab/experiments/experiment.ts';
import { foundIn, type ClaimWord, type RunResult, type Said, type Passage } from '../../src/model/verdict.ts';
import { say } from '../../src/messages/message.ts';
import { failedChecks } from '../../src/report/outline/checks.ts';
import { hostFacts, planFacts } from '../../src/report/outline/conditions.ts';
import { headline } from '../../src/report/outline/headline.ts';
import { shownRun, type ShownRun } from '../../src/report/outline/shown-run.ts';
import { said, type Figure, type Table } from '../../src/report/page.ts';
import { tableOf, claims, type Claim } from '../../src/report/outline/tables.ts';
import { pictureFigure } from '../../src/report/page/curves.ts';
import { pageOf } from '../../src/report/pages/page-of.ts';
import { escaped, fenced } from '../../src/report/render/markdown.ts';
import { row } from './row.ts';
import { judgedRun } from './stored-runs.ts';
import { svgFile } from './svg-file.ts';

/** File names below docs/, and what is in them. */
export function experimentPages(): Record<string, string> {
  const files: Record<string, string> = {};
  const judged = experiments.map((experiment) => ({ experiment, result: judgedRun(experiment.name) }));
  for (const { experiment, result } of judged) {
    if (!result) continue;
    const shown = shownRun(result);
    files[`experiments/${experiment.name}.md`] = page(experiment, shown);
    for (const figure of drawn(shown))
      files[`experiments/${imageFile(experiment.name, figure.id)}`] = svgFile(figure);
  }
  if (judged.some(({ result }) => result !== null)) files['experiments/README.md'] = index(judged);
  return files;
}

const imageFile = (name: string, id: string) => `images/${name}-${id}.svg`;

/** The pictures that the experiment draws itself; where it draws none, the curve of its report. */
function drawn(result: ShownRun): Figure[] {
  const own = result.passages.flatMap(({ pictures = [] }) => pictures.map(pictureFigure));
  const { figure } = pageOf(result);
  return own.length > 0 || figure?.chart.kind !== 'curve' ? own : [{ ...figure, id: figure.of ?? figure.id }];
}

/** A claim with its verdict, why, its source, and what it rests on. */
function claimBlocks({ verdict, text, because, source, table: evidence }: Claim): string[] {
  return [
    `### ${verdict}: ${escaped(text)}`,
    escaped(because),
    `Source: ${escaped(source)}`,
    ...table(evidence, false),
  ];
}

/** @param image the file of a picture, drawn beside its figures */
function passageBlocks(
  { title, paragraphs, tables, pictures = [], listings = [] }: Passage<Said>,
  image: (id: string) => string,
): string[] {
  return [
    `## ${escaped(said(title))}`,
    ...paragraphs.map((one) => escaped(said(one))),
    ...pictures.flatMap((one) => {
      const picture = `![${escaped(one.title)}](${image(one.id)})`;
      return [picture, escaped(say(one.sentence)), ...table(pictureFigure(one).table)];
    }),
    ...tables.flatMap((one) => table(tableOf(one))),
    ...listings.flatMap(({ title: name, lines }) => [
      `**${escaped(said(name))}**`,
      fenced(lines, 'text').join('\n'),
    ]),
  ];
}

const generated = '<!-- Written by bench/pages.ts; do not edit. -->';

function page(experiment: Experiment, result: ShownRun): string {
  const { name, question, sources, design, limits, needs } = experiment;
  const hasOwn = result.passages.some(({ pictures = [] }) => pictures.length > 0);
  const curves = hasOwn ? [] : drawn(result);
  const blocks = [
    `# ${name}`,
    generated,
    `**${escaped(question)}**`,
    // Its own answer first, where it has one.
    escaped([foundIn(result).answer ?? [], headline(result)].flat().map(say).join(' ')),
    list(sources.map((source) => `Source: ${source}`)),
    '## How it is measured',
    ...design.map(escaped),
    ...(needs.length > 0 ? [`Needs: ${needs.map(escaped).join('; ')}.`] : []),
    '```sh\nnpx chokepoint lab ' + name + '\n```',
    '## Claims and verdicts',
    ...claims(result).flatMap((claim) => claimBlocks(claim)),
    ...curves.map(({ id, title }) => `![${escaped(title)}](${imageFile(name, id)})`),
    ...result.passages.flatMap((passage) => passageBlocks(passage, (id) => imageFile(name, id))),
    '## What it does not show',
    list(limits),
    '## Conditions of this run',
    conditions(result),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function conditions(result: ShownRun): string {
  return list([
    pageOf(result).head.facts.map(said).join(' · '),
    ...result.warnings.map(say),
    ...failedChecks(result).map(({ id, title, sentence }) => `Check ${id} failed (${title}): ${sentence}`),
    ...[...hostFacts(result), ...planFacts(result)].map(({ name, value }) => `${said(name)}: ${said(value)}`),
  ]);
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${escaped(item)}`).join('\n');
}

const claimsIn = (result: RunResult | null) => (result === null ? [] : foundIn(result).claims);

function index(
  judged: readonly { readonly experiment: Experiment; readonly result: RunResult | null }[],
): string {
  const words: readonly ClaimWord[] = ['holds', 'refuted', 'misread', 'undecided', 'not run'];
  const rows = judged.map(({ experiment: { name, question }, result }) => {
    const counts = words.map((word) => claimsIn(result).filter(({ verdict }) => verdict === word).length);
    const title = result ? `[${name}](${name}.md)` : name;
    return row(title, escaped(question), ...counts.map((count) => (count === 0 ? '–' : String(count))));
  });
  const claimRows = judged.flatMap(({ experiment, result }) =>
    claimsIn(result).map(({ verdict, text, source }) =>
      row(`**${verdict}**`, escaped(text), escaped(source), `[${experiment.name}](${experiment.name}.md)`),
    ),
  );
  return `${[
    '# The lab: every experiment, and what came out',
    generated,
    'Each page is made from the experiment’s declaration and from one stored run of it (`runs/`, raw requests left out), judged by the rules as they are now. All were measured with `chokepoint lab --quick`, pool-map and pool-mechanics on four versions of Node (`--node 20,22,24,26`); on what machine stands at the end of each page. On another machine the figures differ, and so may verdicts: run it there.',
    [row('experiment', 'question', ...words), row('---', '---', ...words.map(() => '---:')), ...rows].join(
      '\n',
    ),
    '## Every claim',
    [row('verdict', 'claim', 'source', 'experiment'), row('---', '---', '---', '---'), ...claimRows].join(
      '\n',
    ),
  ].join('\n\n')}\n`;
}

function table({ title, note, columns, rows }: Table, withTitle = true): string[] {
  if (rows.length === 0) return [];
  const lines = [
    columns.map(({ label }) => escaped(label)),
    columns.map(({ align }) => (align === 'right' ? '---:' : '---')),
    ...rows.map((cells) =>
      cells.map(({ text, detail }) => escaped(detail === undefined ? text : `${text} [${detail}]`)),
    ),
  ];
  return [
    ...(withTitle ? [`**${escaped(title)}**`] : []),
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(note ? [escaped(note)] : []),
  ];
}

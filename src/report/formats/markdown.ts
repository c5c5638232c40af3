/** The report as GitHub Markdown: for a pull request, an issue, a wiki. */
import type { RunResult } from '../../model/verdict.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import type { Fact } from '../outline/conditions.ts';
import { tableOf, type Table, type TableCell } from '../outline/table.ts';
import { outline, type Outline, type SpokenSection } from '../outline/outline.ts';
import { pictureFigure } from '../page/pictures.ts';
import type { Claim } from '../outline/tables.ts';

/** The whole report, ending with a line break. */
export function markdown(result: RunResult): string {
  return `${blocksOf(outline(result), '').join('\n\n')}\n`;
}

/** Several experiments, one below the other: what came out of each first, as a table. */
export function collectionMarkdown(collection: Collection): string {
  const { title, verdict, byline, warnings, table: balance, reports } = collectionOutline(collection);
  const blocks = [
    ...head({ title, verdict, byline, warnings }, ''),
    ...table(balance, false),
    ...reports.flatMap(({ report }) => blocksOf(report, '#')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

type Head = Pick<Outline, 'title' | 'verdict' | 'byline' | 'warnings'> & { readonly question?: string };

function head({ title, question = '', verdict, byline, warnings }: Head, under: string): string[] {
  return [
    `${under}# ${escaped(title)}`,
    ...(question === '' ? [] : [escaped(question)]),
    escaped(byline),
    `**${escaped(verdict)}**`,
    ...warnings.map((warning) => `> [!WARNING]\n> ${escaped(warning)}`),
  ];
}

/** @param under what a heading begins with where the report stands below another heading: `#` or nothing */
function blocksOf(report: Outline, under: string): string[] {
  const blocks = head(report, under);
  for (const passage of report.leading) blocks.push(...passageBlocks(passage, under));
  if (report.failedChecks.length > 0) {
    const lines = report.failedChecks.map(
      ({ id, title, sentence, consequence }) =>
        `- **${id}** ${escaped(`${title}: ${sentence} ${consequence}`.trimEnd())}`,
    );
    blocks.push(`${under}## Validity checks`, lines.join('\n'), report.checkBalance);
  }
  if (report.claims.length > 0) blocks.push(`${under}## Claims`);
  for (const claim of report.claims) blocks.push(...claimBlocks(claim, under));
  for (const passage of report.passages) blocks.push(...passageBlocks(passage, under));
  for (const grid of [...report.settings, report.comparisons]) {
    if (grid.rows.length > 0) blocks.push(`${under}## ${escaped(grid.title)}`, ...table(grid, false));
  }
  if (report.checks.rows.length > 0)
    blocks.push(`${under}## ${escaped(report.checks.title)}`, ...table(report.checks, false));
  if (report.failures.length > 0) blocks.push(`${under}## Trials that failed`);
  for (const { code, what, why, todo, trials, output } of report.failures) {
    blocks.push(
      `${under}### \`${code}\``,
      [what, why, `What to do: ${todo}`].map(escaped).join(' '),
      escaped(trials.join(', ')),
      ...(output.length === 0 ? [] : [fenced(output.join('\n'))]),
    );
  }
  if (report.noise.length > 0) blocks.push(`${under}## Measurement quality`, facts(report.noise));
  blocks.push(
    `${under}## Conditions`,
    facts([...report.plan, ...report.host]),
    `${under}## Reproduce`,
    fenced(report.repeat, 'sh'),
  );
  return blocks;
}

/** A claim with its verdict, why, its source, and what it rests on. */
export function claimBlocks(
  { verdict, text, because, source, table: evidence }: Claim,
  under = '',
): string[] {
  return [
    `${under}### ${verdict}: ${escaped(text)}`,
    escaped(because),
    `Source: ${escaped(source)}`,
    ...table(evidence, false),
  ];
}

/** @param image the file of a picture, where it is drawn beside its figures */
export function passageBlocks(
  { title, paragraphs, tables, pictures = [], listings = [] }: SpokenSection,
  under = '',
  image: (id: string) => string | null = () => null,
): string[] {
  return [
    `${under}## ${escaped(title)}`,
    ...paragraphs.map(escaped),
    ...pictures.flatMap((one) => {
      const file = image(one.id);
      const drawn = file === null ? [] : [`![${escaped(one.title)}](${file})`];
      return [...drawn, escaped(one.sentence), ...table(pictureFigure(one).table)];
    }),
    ...tables.flatMap((one) => table(tableOf(one))),
    ...listings.flatMap(({ title: name, lines }) => [
      `**${escaped(name)}**`,
      fenced(lines.join('\n'), 'text'),
    ]),
  ];
}

export function table(grid: Table, withTitle = true): string[] {
  if (grid.rows.length === 0) return [];
  const lines = [
    row(grid.columns.map(({ label }) => escaped(label))),
    row(grid.columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...grid.rows.map((cells) => row(cells.map(content))),
  ];
  return [
    ...(withTitle ? [`**${escaped(grid.title)}**`] : []),
    lines.join('\n'),
    ...(grid.note === '' ? [] : [escaped(grid.note)]),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function content({ text, detail }: TableCell): string {
  return escaped(detail === undefined ? text : `${text} [${detail}]`);
}

function facts(rows: readonly Fact[]): string {
  return rows.map(({ name, value }) => `- ${escaped(name)}: ${escaped(value)}`).join('\n');
}

/** Nothing in a text may turn into a table, a tag, a link or emphasis; line breaks would end a row. */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~#$]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replace(/\s*\n\s*/g, ' ');
}

/** A fence longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

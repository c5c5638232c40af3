/** The report in a terminal: the verdict first, readable at 80 columns and without colour. */
import type { Passage, RunResult } from '../../model/verdict.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import { gridOf, type Grid } from '../outline/grid.ts';
import { outline, type Outline } from '../outline/outline.ts';
import {
  beside,
  facts,
  finished,
  heading,
  penOf,
  warningLines,
  wordStyles,
  type Pen,
  type Style,
  type TextOptions,
} from './pen.ts';
import { pictureFigure } from '../page/pictures.ts';
import { tableLines } from './text-table.ts';
import { pad, wrap } from '../../format/width.ts';

export type { TextOptions } from './pen.ts';

/**
 * The whole report, ending with a line break. A terminal is read from its end: what came out stands there, the
 * evidence before it, and the tables before that.
 */
export function text(result: RunResult, options: TextOptions): string {
  const pen = penOf(options);
  const { width } = pen;
  const report = outline(result);
  const table = (grid: Grid) => tableLines(grid, width, pen.paint);
  const lines = [
    ...head(report, pen),
    ...report.leading.flatMap((passage) => passageLines(passage, pen)),
    ...checkLines(report, pen),
    ...trustLines(report.trust, pen),
    ...report.passages.flatMap((passage) => passageLines(passage, pen)),
  ];
  const { comparisons } = report;
  for (const grid of [...report.settings, ...(comparisons.rows.length > 0 ? [comparisons] : [])]) {
    lines.push(...heading(grid.title, pen), ...table(grid), ...wrap(grid.note, width));
  }
  lines.push(...failureLines(report.failures, pen));
  if (report.noise.length > 0)
    lines.push(...heading('Noise of this machine', pen), ...facts(report.noise, width));
  lines.push(...heading('Conditions', pen), ...facts([...report.plan, ...report.host], width));
  lines.push(...heading('To repeat it', pen), report.repeat, ...claimLines(report.claims, pen));
  if (report.leading.length > 0) lines.push(...heading('At a glance', pen), ...wrap(report.verdict, width));
  return finished(lines);
}

function passageLines(
  { title, paragraphs, tables, pictures = [], listings = [] }: Passage,
  pen: Pen,
): string[] {
  const { width, paint } = pen;
  const drawn = pictures.map(pictureFigure);
  return [
    ...heading(title, pen),
    ...paragraphs.flatMap((words) => [...wrap(words, width), '']),
    ...drawn.flatMap(({ sentence }) => [...wrap(sentence, width), '']),
    ...[...drawn.map(({ table }) => table), ...tables.map(gridOf)].flatMap((grid) => [
      ...wrap(grid.title, width),
      ...tableLines(grid, width, paint),
      ...(grid.note === '' ? [] : wrap(grid.note, width)),
      '',
    ]),
    ...listings.flatMap((listing) => [
      ...wrap(listing.title, width),
      '',
      ...listing.lines.map((line) => `  ${line}`),
      '',
    ]),
  ];
}

/** Several experiments: each with its claims, then all verdicts at a glance. The evidence is in the page. */
export function collectionText(collection: Collection, options: TextOptions): string {
  const pen = penOf(options);
  const { width, paint } = pen;
  const { reports, table, ...whole } = collectionOutline(collection);
  const lines = reports.flatMap(({ name, report }) => [
    ...heading(name, pen),
    ...wrap(report.question, width).map((line) => pen.style('dim', line)),
    ...wrap(report.verdict, width),
    ...warningLines(report.warnings, pen),
    ...report.claims.flatMap((claim) => ['', ...claimHead(claim, pen, 'bold'), ...reasonLines(claim, pen)]),
  ]);
  const glance = reports.flatMap(({ name, report }) => [
    '',
    pen.style('dim', name),
    ...report.claims.flatMap((claim) => claimHead(claim, pen)),
  ]);
  lines.push(
    ...heading('At a glance', pen),
    ...glance,
    '',
    ...tableLines(table, width, paint),
    '',
    ...head(whole, pen),
  );
  return finished(lines);
}

type Head = Pick<Outline, 'title' | 'byline' | 'verdict' | 'warnings'> & { readonly question?: string };

function head({ title, question = '', byline, verdict, warnings }: Head, pen: Pen): string[] {
  const { width, style } = pen;
  return [
    ...wrap(title, width).map((line) => style('bold', line)),
    ...(question === '' ? [] : wrap(question, width)),
    ...wrap(byline, width).map((line) => style('dim', line)),
    '',
    ...wrap(verdict, width).map((line) => style('bold', line)),
    ...warningLines(warnings, pen),
  ];
}

function checkLines({ failedChecks, checkBalance }: Outline, pen: Pen): string[] {
  if (checkBalance === '') return [];
  return [
    ...heading('Validity checks', pen),
    ...failedChecks.flatMap(({ id, title, sentence, consequence }) =>
      beside(
        `${pen.style(consequence === '' ? 'yellow' : 'red', pad(id, 4, 'left'))} `,
        5,
        wrap(`${title}: ${sentence} ${consequence}`.trimEnd(), pen.width - 5),
      ),
    ),
    ...wrap(checkBalance, pen.width),
  ];
}

function trustLines(trust: Outline['trust'], pen: Pen): string[] {
  if (trust.length === 0) return [];
  return [
    ...heading('Can it be trusted?', pen),
    ...trust.flatMap(({ name, ok, answer }) => {
      const label = `${pen.style(ok ? 'green' : 'red', ok ? 'ok   ' : 'DOUBT')}  `;
      return beside(label, 7, wrap(`${name}: ${answer}`, pen.width - 7));
    }),
  ];
}

function failureLines(failures: Outline['failures'], pen: Pen): string[] {
  const { width, style } = pen;
  const below = (words: string) => wrap(words, width - 2).map((line) => `  ${line}`);
  const lines = failures.flatMap(({ code, what, why, todo, trials, output }) => [
    style('red', code),
    ...[what, why, `What to do: ${todo}`, trials.join(', ')].flatMap(below),
    ...output.flatMap((line) => wrap(line, width - 4)).map((line) => `  ${style('dim', '|')} ${line}`),
  ]);
  return lines.length > 0 ? [...heading('Trials that failed', pen), ...lines] : [];
}

type Claim = Outline['claims'][number];

/** Room for the longest word and a gap. */
const claimIndent = 11;

function claimHead({ verdict, text: words }: Claim, { width, style }: Pen, weight?: Style): string[] {
  const lines = wrap(words, width - claimIndent);
  return beside(
    `${style(wordStyles[verdict], pad(verdict.toUpperCase(), claimIndent - 2, 'left'))}  `,
    claimIndent,
    weight === undefined ? lines : lines.map((line) => style(weight, line)),
  );
}

const indented = (lines: readonly string[]) => lines.map((line) => ' '.repeat(claimIndent) + line);

function reasonLines({ because }: Claim, { width }: Pen): string[] {
  return indented(wrap(because, width - claimIndent));
}

function claimLines(claims: Outline['claims'], pen: Pen): string[] {
  if (claims.length === 0) return [];
  const { width, style, paint } = pen;
  const room = width - claimIndent;
  const lines = heading('Claims', pen);
  for (const claim of claims) {
    const source = wrap(`Source: ${claim.source}`, room).map((line) => style('dim', line));
    const evidence = tableLines(claim.table, room, paint);
    lines.push(
      '',
      ...claimHead(claim, pen, 'bold'),
      ...reasonLines(claim, pen),
      ...indented([...source, ...evidence]),
    );
  }
  return [...lines, ...heading('At a glance', pen), ...claims.flatMap((claim) => claimHead(claim, pen))];
}

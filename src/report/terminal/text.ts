/** The report in a terminal: the verdict first, readable at 80 columns and without colour. */
import { outcomeName } from '../outline/checks.ts';
import { wordName } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import type { RunResult } from '../../model/verdict.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import { tableOf, type Table } from '../outline/table.ts';
import { outline, type Outline, type SpokenSection } from '../outline/outline.ts';
import {
  beside,
  facts,
  finished,
  heading,
  terminalStyle,
  warningLines,
  wordStyles,
  type TerminalStyle,
  type Style,
  type TextOptions,
} from './terminal-style.ts';
import { pictureFigure } from '../page/pictures.ts';
import { runPage } from './run-page.ts';
import { capacityPage } from './capacity-page.ts';
import { tunePage } from './tune-page.ts';
import { labelled, withoutUnicode } from './skeleton.ts';
import { tableLines } from './text-table.ts';
import { pad, wrap } from '../../format/width.ts';
import type { CheckResult } from '../../model/check.ts';
import { printable } from '../../format/printable.ts';

export type { TextOptions } from './terminal-style.ts';

/**
 * The whole report, ending with a line break. A terminal is read from its end: what came out stands there, the
 * evidence before it, and the tables before that.
 */
export function text(result: RunResult, options: RunTextOptions): string {
  const { detail = 'normal', isUnicode = true } = options;
  if (detail === 'verbose') return wholeText(result, options);
  const terminal = terminalStyle(options);
  const page = finished(
    detail === 'brief'
      ? labelled('label.result', [outline(result).verdict], terminal)
      : result.answer.kind === 'capacity'
        ? capacityPage(result, result.answer.capacity, options.report, terminal)
        : result.answer.kind === 'tune'
          ? tunePage(result, result.answer.recommendation, options.report, terminal)
          : runPage(result, options.report, terminal),
  );
  return isUnicode ? page : withoutUnicode(page);
}

export interface RunTextOptions extends TextOptions {
  /** The file of the page, where it is written. */
  readonly report?: string;
}

function wholeText(result: RunResult, options: TextOptions): string {
  const terminal = terminalStyle(options);
  const { width } = terminal;
  const report = outline(result);
  const table = (grid: Table) => tableLines(grid, width, terminal.paint);
  const lines = [
    ...head(report, terminal),
    ...report.leading.flatMap((passage) => passageLines(passage, terminal)),
    ...checkLines(report, terminal),
    ...report.passages.flatMap((passage) => passageLines(passage, terminal)),
  ];
  const { comparisons } = report;
  for (const grid of [...report.settings, ...(comparisons.rows.length > 0 ? [comparisons] : [])]) {
    lines.push(...heading(grid.title, terminal), ...table(grid), ...wrap(grid.note, width));
  }
  lines.push(...failureLines(report.failures, terminal));
  if (report.noise.length > 0)
    lines.push(...heading(say(message('page.section.quality')), terminal), ...facts(report.noise, width));
  lines.push(
    ...heading(say(message('report.conditions')), terminal),
    ...facts([...report.plan, ...report.host], width),
  );
  lines.push(
    ...heading(say(message('report.reproduce')), terminal),
    report.repeat,
    ...claimLines(report.claims, terminal),
  );
  if (report.leading.length > 0)
    lines.push(...heading(say(message('report.glance')), terminal), ...wrap(report.verdict, width));
  return finished(lines);
}

function passageLines(
  { title, paragraphs, tables, pictures = [], listings = [] }: SpokenSection,
  terminal: TerminalStyle,
): string[] {
  const { width, paint } = terminal;
  const drawn = pictures.map(pictureFigure);
  return [
    ...heading(title, terminal),
    ...paragraphs.flatMap((words) => [...wrap(words, width), '']),
    ...drawn.flatMap(({ sentence }) => [...wrap(sentence, width), '']),
    ...[...drawn.map(({ table }) => table), ...tables.map(tableOf)].flatMap((grid) => [
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

/** Of several experiments, on a page of 30 lines. */
const mostWarnings = 3;

/** Several experiments: one row for each; with `verbose` each with its claims, then all verdicts at a glance. The evidence is in the page. */
export function collectionText(collection: Collection, options: TextOptions): string {
  const terminal = terminalStyle(options);
  const { width, paint } = terminal;
  const { detail = 'normal', isUnicode = true } = options;
  const { reports, table, ...whole } = collectionOutline(collection);
  if (detail !== 'verbose') {
    const verdict = labelled('label.result', [whole.verdict], terminal);
    const lines = [...head(whole, terminal).slice(0, 2), '', ...tableLines(table, width, paint), ...verdict];
    const warned = whole.warnings.slice(0, mostWarnings).flatMap((one) => warningLines([one], terminal));
    const page = finished(detail === 'brief' ? verdict : [...lines, ...warned]);
    return isUnicode ? page : withoutUnicode(page);
  }
  const lines = reports.flatMap(({ name, report }) => [
    ...heading(name, terminal),
    ...wrap(report.question, width).map((line) => terminal.style('dim', line)),
    ...wrap(report.verdict, width),
    ...warningLines(report.warnings, terminal),
    ...report.claims.flatMap((claim) => [
      '',
      ...claimHead(claim, terminal, 'bold'),
      ...reasonLines(claim, terminal),
    ]),
  ]);
  const glance = reports.flatMap(({ name, report }) => [
    '',
    terminal.style('dim', name),
    ...report.claims.flatMap((claim) => claimHead(claim, terminal)),
  ]);
  lines.push(
    ...heading(say(message('report.glance')), terminal),
    ...glance,
    '',
    ...tableLines(table, width, paint),
    '',
    ...head(whole, terminal),
  );
  return finished(lines);
}

type Head = Pick<Outline, 'title' | 'byline' | 'verdict' | 'warnings'> & { readonly question?: string };

function head({ title, question = '', byline, verdict, warnings }: Head, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  return [
    ...wrap(title, width).map((line) => style('bold', line)),
    ...(question === '' ? [] : wrap(question, width)),
    ...wrap(byline, width).map((line) => style('dim', line)),
    '',
    ...wrap(verdict, width).map((line) => style('bold', line)),
    ...warningLines(warnings, terminal),
  ];
}

function checkLines({ failedChecks, checkBalance }: Outline, terminal: TerminalStyle): string[] {
  if (checkBalance === '') return [];
  return [
    ...heading(say(message('report.checks')), terminal),
    ...failedChecks.flatMap(({ id, title, sentence, consequence }) =>
      beside(
        `${terminal.style(consequence === '' ? 'yellow' : 'red', pad(id, 4, 'left'))} `,
        5,
        wrap(`${title}: ${sentence} ${consequence}`.trimEnd(), terminal.width - 5),
      ),
    ),
    ...wrap(checkBalance, terminal.width),
  ];
}

function failureLines(failures: Outline['failures'], terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const below = (words: string) => wrap(words, width - 2).map((line) => `  ${line}`);
  const lines = failures.flatMap(({ code, what, why, todo, trials, output }) => [
    style('red', code),
    ...[what, why, `${say(message('page.todo'))}: ${todo}`, trials.join(', ')].flatMap(below),
    ...output.flatMap((line) => wrap(line, width - 4)).map((line) => `  ${style('dim', '|')} ${line}`),
  ]);
  return lines.length > 0 ? [...heading(say(message('report.failed-trials')), terminal), ...lines] : [];
}

type Claim = Outline['claims'][number];

/** Room for the longest word and a gap. */
const claimIndent = 11;

function claimHead(
  { verdict, text: words }: Claim,
  { width, style }: TerminalStyle,
  weight?: Style,
): string[] {
  const lines = wrap(words, width - claimIndent);
  return beside(
    `${style(wordStyles[verdict], pad(wordName(verdict).toUpperCase(), claimIndent - 2, 'left'))}  `,
    claimIndent,
    weight === undefined ? lines : lines.map((line) => style(weight, line)),
  );
}

const indented = (lines: readonly string[]) => lines.map((line) => ' '.repeat(claimIndent) + line);

function reasonLines({ because }: Claim, { width }: TerminalStyle): string[] {
  return indented(wrap(because, width - claimIndent));
}

function claimLines(claims: Outline['claims'], terminal: TerminalStyle): string[] {
  if (claims.length === 0) return [];
  const { width, style, paint } = terminal;
  const room = width - claimIndent;
  const lines = heading(say(message('report.claims')), terminal);
  for (const claim of claims) {
    const source = wrap(`${say(message('report.source'))}: ${claim.source}`, room).map((line) =>
      style('dim', line),
    );
    const evidence = tableLines(claim.table, room, paint);
    lines.push(
      '',
      ...claimHead(claim, terminal, 'bold'),
      ...reasonLines(claim, terminal),
      ...indented([...source, ...evidence]),
    );
  }
  return [
    ...lines,
    ...heading(say(message('report.glance')), terminal),
    ...claims.flatMap((claim) => claimHead(claim, terminal)),
  ];
}

const indent = 20;

export function checksText(checks: readonly CheckResult[], columns: number): string {
  const lines = printable(checks).flatMap(({ id, outcome, sentence }) => {
    const [first = '', ...others] = wrap(say(sentence), Math.max(20, columns - indent));
    const label = pad(id, 4, 'left') + pad(outcomeName(outcome), indent - 4, 'left');
    return [`${label}${first}`.trimEnd(), ...others.map((line) => ' '.repeat(indent) + line)];
  });
  return `${lines.join('\n')}\n`;
}

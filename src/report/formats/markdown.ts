/** A report as GitHub Markdown: for a pull request, an issue, a wiki. What the terminal's page says, and no more. */
import { message, say, type AnyMessage } from '../../messages/message.ts';
import type { Recommended, RunResult } from '../../model/verdict.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import {
  mainFailure,
  applyLine,
  claimsStep,
  nextStep,
  openPrice,
  resultSentence,
  tuneStep,
  whyOf,
  type Step,
} from '../outline/next-step.ts';
import { outline } from '../outline/outline.ts';
import { pictureOf } from '../outline/picture.ts';
import { shownRun, type ShownRun } from '../outline/shown-run.ts';
import type { Table, TableCell } from '../outline/table.ts';
import { claimWord, decidedClaims, openClaims } from '../terminal/claim-lines.ts';
import { qualityRows } from '../terminal/quality-lines.ts';
import { pictureTable } from '../terminal/run-page.ts';
import { markText, type Label, type TableWithMarks } from '../terminal/skeleton.ts';
import { shownSettings, tuneReasons, tuneResult, tuneTable } from '../terminal/tune-page.ts';
import { claimBalance } from '../outline/headline.ts';

const mostLines = 40;
const mostRows = 12;
const fewestClaims = 6;
const mostQuality = 5;
/** Longer ones are files, and stand in the page. */
const longestWay = 6;

/** The report in at most 40 lines, ending with a line break. */
export function markdown(result: RunResult): string {
  return `${shortReport(result, '', mostLines).join('\n')}\n`;
}

/** Several experiments, one below the other: what came out of each first, as a table. */
export function collectionMarkdown(collection: Collection): string {
  const { title, verdict, byline, warnings, table: balance } = collectionOutline(collection);
  const blocks = [
    `# ${escaped(title)}`,
    escaped(byline),
    `**${escaped(verdict)}**`,
    ...warnings.map((warning) => `> [!WARNING]\n> ${escaped(warning)}`),
    ...table(balance, false),
    ...collection.results.map((one) => shortReport(one, '#', mostLines).join('\n')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** @param under what a heading begins with where the report stands below another heading: `#` or nothing */
function shortReport(given: RunResult, under: string, most: number): string[] {
  const result = shownRun(printable(given));
  const { title, question, byline } = outline(given);
  const parts = result.recommendation ? tuneParts(result, result.recommendation) : runParts(result);
  const before = [
    [`${under}# ${escaped(title)}`],
    ...(question === '' ? [] : [[escaped(question)]]),
    [escaped(byline)],
    parts.verdict.map((one) => `**${escaped(say(one))}**`),
  ];
  const after = [
    failureLines(result),
    [...labelled('label.why', parts.why)],
    ...parts.apply,
    [...labelled('label.also', parts.also)],
    qualityLines(result),
    [
      ...labelled('label.open', parts.open),
      `${bold('label.next')}: ${code(parts.next.command)} (${escaped(say(parts.next.why))})`,
    ],
  ];
  const count = (blocks: readonly (readonly string[])[]) =>
    blocks.reduce((sum, lines) => sum + (lines.length === 0 ? 0 : lines.length + 1), 0);
  const room = most - count(before) - count(after) + 1;
  const claims = claimLines(result, Infinity).length;
  // The head of a table, its rule, its legend, and the empty lines of both.
  const rows = Math.max(
    1,
    Math.min(mostRows, room - (claims === 0 ? 0 : Math.min(fewestClaims, claims) + 1) - 5),
  );
  const drawn = parts.table(rows);
  const told = claimLines(result, room - count(drawn) - 1);
  return joined([...before, ...drawn, told, ...after]);
}

interface Parts {
  readonly verdict: readonly AnyMessage[];
  readonly table: (rows: number) => string[][];
  readonly why: readonly AnyMessage[];
  readonly apply: readonly string[][];
  readonly also: readonly AnyMessage[];
  readonly open: readonly AnyMessage[];
  readonly next: Step;
}

function runParts(result: ShownRun): Parts {
  const picture = pictureOf(result);
  const [why, price] = [whyOf(result, picture), openPrice(result)];
  const line = applyLine(result);
  return {
    verdict: [resultSentence(result)],
    table: (rows) => (picture === null ? [] : markedTable(pictureTable(picture, rows), picture.common)),
    why,
    apply: line === null ? [] : way(line.split('\n')),
    also: [],
    open: price === null ? [] : [price],
    next: claimsStep(result) ?? nextStep(result),
  };
}

function tuneParts(result: ShownRun, found: Recommended): Parts {
  const { sentence, certainty } = tuneResult(result, found);
  const settings = shownSettings(found, result.plan);
  const [first] = result.passages.find(({ leads }) => leads)?.listings ?? [];
  return {
    verdict: [sentence, ...(certainty === null ? [] : [certainty])],
    table: (rows) => markedTable(tuneTable(settings(rows), result, found), ''),
    why: tuneReasons(result),
    apply: first === undefined ? [] : way(first.lines),
    also: found.warnings.slice(0, 2),
    open: [],
    next: tuneStep(result, found),
  };
}

const bold = (label: Label) => `**${escaped(say(message(label)))}**`;

function labelled(label: Label, words: readonly AnyMessage[]): string[] {
  const texts = words.map((one) => escaped(say(one)));
  return texts.length === 0 ? [] : [`${bold(label)}: ${texts.join('. ').replaceAll('.. ', '. ')}`];
}

function way(lines: readonly string[]): string[][] {
  if (lines.length === 0 || lines.length > longestWay) return [];
  const [only = '', ...more] = lines;
  return more.length === 0
    ? [[`${bold('label.apply')}: ${code(only)}`]]
    : [[`${bold('label.apply')}:`, '', ...fenced(lines.join('\n')).split('\n')]];
}

/** What the server said last is in the page. */
function failureLines(result: ShownRun): string[] {
  const failure = mainFailure(result);
  if (failure === null) return [];
  const { what, why, todo, code: id } = failure;
  return [
    `${bold('label.why')}: ${escaped(`${what} ${why} [${id}]`)}`,
    '',
    `${bold('label.fix')}: ${escaped(todo)}`,
  ];
}

/** As the table of the terminal, its bars left out. */
function markedTable({ table: bars, legend, left }: TableWithMarks, common: string): string[][] {
  const { label, unit, columns, rows } = bars;
  if (rows.length === 0) return [];
  const isNamed = columns.map((column, i) => column.label !== '' || rows.some(({ cells }) => cells[i]?.text));
  const shown = columns.flatMap((column, i) => (isNamed[i] ? [{ ...column, i }] : []));
  const key = [
    ...legend.map(([sign, what]) => `${markText(sign)} ${say(what)}`),
    ...(common === '' ? [] : [common]),
    ...(left > 0 ? [say(message('terminal.more-settings', { settings: left }))] : []),
  ];
  const lines = [
    row([label, unit, ...shown.map((column) => column.label)].map(escaped)),
    row(['---', '---:', ...shown.map(({ align }) => (align === 'right' ? '---:' : '---'))]),
    ...rows.map(({ label: name, text, cells }) =>
      row([
        escaped(name),
        escaped(text),
        ...shown.map(({ i }) => {
          const { text: words = '', mark } = cells[i] ?? {};
          return escaped(mark === undefined ? words : `${words} ${markText(mark)}`.trimStart());
        }),
      ]),
    ),
  ];
  return [lines, ...(key.length > 0 ? [[escaped(key.join(' · '))]] : [])];
}

/** The balance, the decided ones, and what it takes to decide the others. @param room lines that they may take */
function claimLines(result: ShownRun, room: number): string[] {
  const balance = claimBalance(result);
  if (balance === null) return [];
  const open = openClaims(result).map((one) => `- ${markText('undecided')} ${escaped(say(one))}`);
  const decided = decidedClaims(result);
  const space = Math.max(0, room - 1 - open.length);
  const shown = decided.length <= space ? decided : decided.slice(0, Math.max(0, space - 1));
  const left = decided.length - shown.length;
  return [
    `${bold('label.claims')}: ${escaped(say(balance))}`,
    ...shown.map(({ verdict, text }) => `- **${escaped(claimWord(verdict))}**: ${escaped(text)}`),
    ...open,
    ...(left > 0 && space > 0
      ? [`- ${escaped(say(message('terminal.more-claims', { claims: left })))}`]
      : []),
  ];
}

function qualityLines(result: ShownRun): string[] {
  const rows = qualityRows(result);
  const shown = rows.slice(0, rows.length > mostQuality ? mostQuality - 1 : mostQuality);
  const left = rows.length - shown.length;
  if (rows.length === 0) return [];
  return [
    `${bold('label.quality')}:`,
    ...shown.map(([sign, words]) => `- ${markText(sign)} ${escaped(say(words))}`),
    ...(left > 0 ? [`- ${escaped(say(message('doctor.further', { count: left })))}`] : []),
  ];
}

/** Blocks with an empty line between them. */
function joined(blocks: readonly (readonly string[])[]): string[] {
  return blocks.filter((lines) => lines.length > 0).flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
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

/**
 * Nothing in a text may turn into a table, a tag, a link or emphasis; line breaks would end a row. GitHub makes links of bare
 * addresses and numbers of issues, and tells whoever is named: an empty character between keeps them text.
 */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~#$]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replace(/@(?=\w)|:(?=\/\/)|\bwww(?=\.)|#(?=\d)|\bGH(?=-\d)/gi, '$&&#8203;')
    .replace(/\s*\n\s*/g, ' ');
}

/** A fence longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The same inside a line. */
function code(text: string): string {
  const fence = '`'.repeat(longestTicks(text) + 1);
  const gap = fence.length > 1 ? ' ' : '';
  return `${fence}${gap}${oneLine(text)}${gap}${fence}`;
}

const longestTicks = (text: string) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

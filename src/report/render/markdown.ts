/** A page as GitHub Markdown: for a pull request, an issue, a wiki. What the terminal's page says, in the same order, and no more. */
import { oneLine } from '../../format/printable.ts';
import { capital } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import {
  lineOf,
  said,
  type Apply,
  type Bars,
  type Label,
  type List,
  type Page,
  type Tone,
  type Words,
} from '../page.ts';
import { fittedRows, heaviest, moreRows } from './bars.ts';
import { markText } from './marks.ts';

const mostLines = 40;
const mostRows = 12;
/** Lines that statements get before rows of the table do. */
const fewestStatements = 6;
const mostQuality = 5;
/** Most lines to paste that are shown: more are a file, and stand in the page. */
const longestWay = 6;

/** @param under what a heading begins with where the page stands below another heading: `#` or nothing */
export function markdownText(page: Page, under = ''): string {
  const { head, verdict, bars, list } = page;
  const facts = [...head.about, ...head.facts].map(textOf).filter((one) => one !== '');
  const before = [
    [`${under}# ${[head.title, ...head.figures].map(textOf).join(' · ')}`],
    ...(head.question === undefined ? [] : [[textOf(head.question)]]),
    [facts.join(' · ')],
    alert(verdict.tone, `${capital(textOf(verdict.badge))}: ${textOf(verdict.sentence)}`),
    (verdict.certainty ?? []).map(textOf),
  ];
  const after = [
    labelled('label.warning', page.warnings),
    labelled('label.why', page.why),
    ...page.apply.flatMap(wayOf),
    labelled('label.also', page.also.slice(0, 2)),
    qualityLines(page),
    labelled('label.open', page.open),
    page.next === null
      ? []
      : [`${bold('label.next')}: ${code(page.next.command)} (${textOf(page.next.why)})`],
  ];
  const count = (blocks: readonly (readonly string[])[]) =>
    blocks.reduce((sum, lines) => sum + (lines.length === 0 ? 0 : lines.length + 1), 0);
  const room = mostLines - count(before) - count(after) + 1;
  const wanted = statementLines(list, Infinity).length;
  // Beside its rows each table takes five lines: its head, its rule, its legend, and two empty ones.
  const free = room - Math.min(fewestStatements, wanted) - 5 * bars.length;
  const rows = Math.max(1, Math.min(mostRows, Math.floor(free / Math.max(1, bars.length))));
  const drawn = bars.flatMap((one) => barTable(one, rows));
  return joined([...before, ...drawn, statementLines(list, room - count(drawn) - 1), ...after]).join('\n');
}

const alerts = { good: 'NOTE', same: 'NOTE', quiet: 'NOTE', unsure: 'WARNING', bad: 'CAUTION' } as const;

/** A box with a colour, as GitHub draws it. */
export const alert = (tone: Tone, text: string): string[] => [`> [!${alerts[tone]}]`, `> **${text}**`];

const textOf = (one: Words) => escaped(lineOf(one));
const bold = (label: Label) => `**${textOf(message(label))}**`;

function labelled(label: Label, words: readonly Words[]): string[] {
  const texts = words.map(textOf);
  return texts.length === 0 ? [] : [`${bold(label)}: ${texts.join('. ').replaceAll('.. ', '. ')}`];
}

function wayOf({ label, what, lines, expect = null }: Apply): string[][] {
  const told = what === null ? '' : ` ${textOf(what)}`;
  const [only = '', ...more] = lines.map(oneLine);
  const isShort = lines.length > 0 && lines.length <= longestWay;
  return [
    more.length === 0 && isShort
      ? [`${bold(label)}:${told} ${code(only)}`]
      : told === '' && !isShort
        ? []
        : [`${bold(label)}:${told}`, ...(isShort ? ['', ...fenced([only, ...more])] : [])],
    labelled('label.expect', expect === null ? [] : [expect]),
  ];
}

/** The terminal's table without its bars. */
export function barTable(bars: Bars, most: number): string[][] {
  const { rows, left } = heaviest(bars, most);
  if (rows.length === 0) return [];
  const { columns, legend = [], notes = [] } = bars;
  const shown = columns
    .map((column, i) => ({ ...column, i }))
    .filter(
      ({ label, i }) =>
        said(label) !== '' || rows.some(({ cells }) => cells[i] && (cells[i].mark ?? cells[i].text) !== ''),
    );
  const key = [
    ...legend.map(([sign, what]) => `${markText(sign)} ${textOf(what)}`),
    ...[...notes, ...moreRows(left)].map(textOf).filter((one) => one !== ''),
  ];
  const lines = [
    row([bars.label, bars.unit, ...shown.map(({ label }) => label)].map(textOf)),
    row(['---', '---:', ...shown.map(({ align }) => (align === 'right' ? '---:' : '---'))]),
    ...rows.map(({ label, text, cells }) =>
      row([
        textOf(label),
        textOf(text),
        ...shown.map(({ i }) => {
          const { text: words = '', mark } = cells[i] ?? {};
          return mark === undefined ? textOf(words) : `${textOf(words)} ${markText(mark)}`.trimStart();
        }),
      ]),
    ),
  ];
  return [lines, ...(key.length > 0 ? [[key.join(' · ')]] : [])];
}

/** Statements: the balance, the decided ones, and what it takes to decide the others. @param room lines that they may take */
function statementLines(list: List | null, room: number): string[] {
  if (list === null) return [];
  const lead = list.lead === null ? [] : [`${bold('label.claims')}: ${textOf(list.lead)}`];
  const open = list.open.map((one) => `- ${markText('undecided')} ${textOf(one)}`);
  const { shown, more } = fittedRows(list, room - lead.length - open.length);
  return [
    ...lead,
    ...shown.map(({ word, text }) => `- **${textOf(word)}**: ${textOf(text)}`),
    ...open,
    ...more.map((one) => `- ${textOf(one)}`),
  ];
}

function qualityLines({ quality }: Page): string[] {
  if (quality.length === 0) return [];
  const shown = quality.slice(0, quality.length > mostQuality ? mostQuality - 1 : mostQuality);
  const left = quality.length - shown.length;
  return [
    `${bold('label.quality')}:`,
    ...shown.map(([sign, words]) => `- ${markText(sign)} ${textOf(words)}`),
    ...(left > 0 ? [`- ${textOf(message('doctor.further', { count: left }))}`] : []),
  ];
}

/** Blocks with an empty line between them. */
function joined(blocks: readonly (readonly string[])[]): string[] {
  return blocks.filter((lines) => lines.length > 0).flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * Escapes a text: nothing in it may turn into a table, a tag, a link or emphasis, and no line break may end a row. GitHub makes links
 * of bare addresses and numbers of issues, and tells whoever is named: an empty character between keeps them text.
 */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~#$]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replace(/@(?=\w)|:(?=\/\/)|\bwww(?=\.)|#(?=\d)|\bGH(?=-\d)/gi, '$&&#8203;')
    .replace(/\s*\n\s*/g, ' ');
}

/** A block of code, whose fence is longer than any run of backticks inside. */
export function fenced(lines: readonly string[], language = ''): string[] {
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestTicks(line) + 1)));
  return [fence + language, ...lines, fence];
}

/** Code inside a line, fenced in the same way. */
function code(text: string): string {
  const fence = '`'.repeat(longestTicks(text) + 1);
  const gap = fence.length > 1 ? ' ' : '';
  return `${fence}${gap}${oneLine(text)}${gap}${fence}`;
}

const longestTicks = (text: string) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/**
 * A page in a terminal: on at most 30 lines of 80 columns, in the order of the first screen of its HTML. With `--verbose` all
 * that it rests on stands above it, since a terminal is read from its end.
 */
import { oneLine } from '../../format/printable.ts';
import { pad, shorten, textWidth, wrap } from '../../format/width.ts';
import { capital } from '../../format/words.ts';
import { message, say } from '../../messages/message.ts';
import { lineOf, said, type Apply, type List, type Page, type Words, type Label } from '../page.ts';
import { barLines, fittedRows } from './bars.ts';
import { mark, toneMarks, withoutUnicode } from './marks.ts';
import { sectionLines } from './terminal-sections.ts';
import {
  hanging,
  finished,
  terminalStyle,
  toneStyles,
  type TerminalStyle,
  type TextOptions,
} from './terminal-style.ts';

export interface TerminalOptions extends TextOptions {
  /** The file of the page, where it is written. */
  readonly report?: string;
  /** Whether the head and the steps of the page are printed already. */
  readonly isBegun?: boolean;
}

/** Most lines of a page, its head included. */
const mostLines = 30;
/** Rows of a table with bars, where there is room and where there is not. */
const [mostRows, fewestRows] = [12, 6];
/** Most items that are named one below the other; the others are counted. */
const mostNamed = 2;
/** Lines that statements get before rows of the table do. */
const fewestStatements = 6;
/** Most lines of a usual foot: the report and the next command. */
const longestFoot = 8;
/** Most lines to paste that are shown: more are a file, and stand in the page. */
const longestWay = 6;

/** @returns the page, ending with a line break */
export function terminalText(page: Page, options: TerminalOptions): string {
  const { detail = 'normal', isBegun = false } = options;
  const text = written((terminal) => {
    if (detail === 'brief') return verdictLines(page.verdict, terminal);
    if (detail === 'normal') return pageLines(page, options, mostLines, terminal);
    const details = page.details.flatMap((section) => sectionLines(section, terminal));
    return [...details, '', ...pageLines(page, options, Infinity, terminal)];
  }, options);
  // An empty line parts it from the steps.
  return isBegun && detail !== 'brief' ? `\n${text}` : text;
}

function pageLines(page: Page, options: TerminalOptions, most: number, terminal: TerminalStyle): string[] {
  const { isBegun = false } = options;
  const begun = [...headLines(page.head, terminal), ...stepLines(page, terminal)];
  const blocks = blocksOf(page, options, terminal);
  // A command of many lines is pasted, not read: it takes no room from what is read.
  const pasted = Math.max(0, (blocks.at(-1)?.lines.length ?? 0) - longestFoot);
  const room = most + pasted - begun.length;
  const wanted = statementLines(page.list, Infinity, terminal).length;
  const fitted = fitBlocks(blocks, room - Math.min(wanted, fewestStatements));
  const taken = fitted.reduce((sum, { lines }) => sum + lines.length, 0);
  const lines = fitted.flatMap((block) =>
    block.lines === statements ? statementLines(page.list, room - taken, terminal) : block.lines,
  );
  return [...(isBegun ? [] : begun), ...lines];
}

/** A part of a page. What matters least gives way, so that the page can be read at one look. */
interface Block {
  readonly lines: readonly string[];
  /** Blocks of the highest rank give way first; 0: the block always stays. */
  readonly rank: number;
  /** What stands in its place when it has gone. */
  readonly short?: readonly string[];
}

/** @returns the blocks, in at most `most` lines as far as their ranks allow that */
function fitBlocks(blocks: readonly Block[], most: number): readonly Block[] {
  let shown = blocks;
  const count = () => shown.reduce((sum, { lines }) => sum + lines.length, 0);
  const ranks = [...new Set(blocks.map(({ rank }) => rank))].filter((rank) => rank > 0);
  for (const rank of ranks.toSorted((one, other) => other - one)) {
    if (count() <= most) break;
    shown = shown.map((block) => (block.rank === rank ? { ...block, lines: block.short ?? [] } : block));
  }
  return shown;
}

/** Lines that stand for the statements, which take the room that is left. */
const statements: readonly string[] = [];

/** The blocks of a page below its steps, in their order, each with its rank. */
function blocksOf(page: Page, { report, detail }: TerminalOptions, terminal: TerminalStyle): Block[] {
  const isWhole = detail === 'verbose';
  const bars = (rows: number) =>
    page.bars.flatMap((one) => ['', ...barLines(one, Math.ceil(rows / page.bars.length), terminal)]);
  const { quality } = page;
  return [
    { lines: ['', ...verdictLines(page.verdict, terminal)], rank: 0 },
    { lines: bars(isWhole ? Infinity : mostRows), short: bars(fewestRows), rank: 7 },
    { lines: labelled('label.warning', page.warnings, terminal), rank: 2 },
    {
      lines: labelled('label.why', page.why, terminal),
      short: briefReason(lineOf(page.why[0] ?? ''), terminal),
      rank: 6,
    },
    ...page.apply.flatMap((one) => applyBlocks(one, isWhole, terminal)),
    { lines: statements, rank: 0 },
    { lines: labelled('label.also', isWhole ? page.also : named(page.also), terminal), rank: 5 },
    { lines: qualityLines(quality, terminal), short: qualityLines(quality.slice(0, 1), terminal), rank: 4 },
    { lines: labelled('label.open', page.open, terminal), rank: 3 },
    { lines: footLines(page, report, terminal), rank: 0 },
  ];
}

function named(words: readonly Words[]): readonly Words[] {
  const count = words.length - mostNamed;
  return count <= 0 ? words : [...words.slice(0, mostNamed), message('doctor.further', { count })];
}

/** The head and a step, which are printed before there is an answer. */
export const headText = (head: Page['head'], options: TextOptions) =>
  written((terminal) => headLines(head, terminal), options);
export const stepText = (step: NonNullable<Page['steps']>[number], options: TextOptions) =>
  written((terminal) => stepLines({ steps: [step] }, terminal), options);

function written(lines: (terminal: TerminalStyle) => readonly string[], options: TextOptions): string {
  const terminal = terminalStyle(options);
  const text = finished(lines(terminal));
  return terminal.isUnicode ? text : withoutUnicode(text);
}

function headLines(
  { verb, title, about, question, facts }: Page['head'],
  { width, style }: TerminalStyle,
): string[] {
  const name = `chokepoint ${verb}`.trimEnd();
  const asked = [question ?? title, ...about].map(lineOf).filter((part) => part !== '');
  const whole = `${pad(name, name.length + 5, 'left')}${asked.join(' · ')}`;
  const known = facts.map(lineOf).filter((part) => part !== '');
  return [
    ...(textWidth(whole) <= width
      ? [`${style('bold', name)}${whole.slice(name.length)}`]
      : [style('bold', name), ...wrap(asked.join(' · '), width).slice(0, 2)]),
    ...wrap(known.join(' · '), width).map((line) => line && style('dim', line)),
  ];
}

/** Room for the longest label of a step and a gap. */
const stepLabel = 12;

function stepLines({ steps = [] }: Pick<Page, 'steps'>, terminal: TerminalStyle): string[] {
  const indent = stepLabel + 2;
  return steps.flatMap(({ mark: sign, label, text }) => {
    const name = terminal.style('bold', pad(said(label), stepLabel, 'left'));
    return hanging(`${mark(sign, terminal)} ${name}`, indent, wrap(lineOf(text), terminal.width - indent));
  });
}

/** The badge and the sentence, the name of what was found at its end; below them how sure it is. */
function verdictLines(
  { badge, tone, sentence, certainty = [], name }: Page['verdict'],
  terminal: TerminalStyle,
): string[] {
  const { style, width } = terminal;
  // What is neither good nor bad has no sign.
  const sign = tone === 'quiet' ? style('dim', '·') : mark(toneMarks[tone], terminal);
  const words = lineOf(badge).toUpperCase();
  // `wrap` would break the blanks of the badge: it is put in afterwards.
  const used = textWidth(words) + 2;
  const [first = '', ...others] = wrap(`${'-'.repeat(used - 1)} ${capital(lineOf(sentence))}`, width - 2);
  const lines = [
    `${sign} ${style(toneStyles[tone], words)}  ${style('bold', first.slice(used))}`,
    ...others.map((line) => `  ${style('bold', line)}`),
  ];
  const last = textWidth(others.at(-1) ?? first) + 2;
  const isRoom = name !== undefined && last + 2 + name.length <= width;
  return [
    ...lines.slice(0, -1),
    `${lines.at(-1)}${isRoom ? style('dim', name.padStart(width - last)) : ''}`,
    ...(name === undefined || isRoom ? [] : [style('dim', name.padStart(width))]),
    ...certainty.flatMap((one) => wrap(lineOf(one), width - 2)).map((line) => `  ${line}`),
  ];
}

/** Lines to paste are never cut; where there is no room, it is said where they are. @param isWhole there is room for all */
function applyBlocks(
  { label, what, lines, isShell = false, expect = null, more = null }: Apply,
  isWhole: boolean,
  terminal: TerminalStyle,
): Block[] {
  const { style, width } = terminal;
  const inside = width - gutter;
  const head = what === null ? [] : wrap(lineOf(what), inside);
  const dim = (text: string) => wrap(text, inside).map((line) => style('dim', line));
  const typed = isShell ? lines.flatMap((line) => commandLines(oneLine(line), inside)) : lines.map(oneLine);
  const cyan = typed.map((line) => style('cyan', line));
  const elsewhere = dim(say(message('doctor.code-elsewhere', { lines: lines.length })));
  const places = more === null ? [] : dim(say(message('terminal.in-report', { what: lineOf(more.text) })));
  const isFile = !isWhole && !isShell && typed.length > longestWay;
  // A line of code is never broken: where it is too wide for the gutter, it begins at the left.
  const isWide = !isShell && Math.max(0, ...typed.map(textWidth)) > inside;
  // The label stands above such code also where there is nothing beside it.
  const told = [...head, ...places];
  const whole = isWide
    ? [...besideLabel(label, told.length > 0 ? told : [''], terminal), '', ...cyan.map((line) => `  ${line}`)]
    : besideLabel(
        label,
        [...head, ...(head.length > 0 && cyan.length > 0 ? [''] : []), ...cyan, ...places],
        terminal,
      );
  const short = besideLabel(label, [...head, ...(lines.length > 0 ? elsewhere : [])], terminal);
  return [
    {
      lines: isFile && head.length === 0 ? besideLabel(label, [...elsewhere, ...places], terminal) : whole,
      short,
      rank: 1,
    },
    { lines: labelled('label.expect', expect === null ? [] : [expect], terminal), rank: 3 },
  ];
}

/** Statements, what a reader did not expect first; if not all fit, the last line counts the others. */
function statementLines(list: List | null, room: number, terminal: TerminalStyle): string[] {
  if (list === null) return [];
  const { width, style } = terminal;
  const lead = list.lead === null ? [''] : labelled('label.claims', [list.lead], terminal);
  const sign = ` ${mark('undecided', terminal)}${' '.repeat(gutter - 2)}`;
  const open = list.open.flatMap((one) => hanging(sign, gutter, wrap(lineOf(one), width - gutter)));
  const { shown, more } = fittedRows(list, room - lead.length - open.length);
  return [
    ...lead,
    ...shown.map(({ word, tone, text }) => {
      const name = style(toneStyles[tone], pad(said(word), gutter - 1, 'left'));
      return `${name} ${shorten(lineOf(text), width - gutter)}`;
    }),
    ...open,
    ...more.map((one) => ' '.repeat(gutter) + style('dim', say(one))),
  ];
}

function qualityLines(quality: Page['quality'], terminal: TerminalStyle): string[] {
  const lines = quality.flatMap(([sign, words]) =>
    hanging(`${mark(sign, terminal)} `, 2, wrap(lineOf(words), terminal.width - gutter - 2)),
  );
  return besideLabel('label.quality', lines, terminal);
}

/** The last lines: the report, the next command. One empty line before both is enough. */
function footLines({ next, report }: Page, file: string | undefined, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const place = file ?? report;
  const kept = place === null ? [] : wrap(said(place), width - gutter).map((line) => style('dim', line));
  const parts = [
    besideLabel('label.report', kept, terminal),
    besideLabel('label.next', next === null ? [] : stepTo(next, terminal), terminal),
  ];
  return parts.every((part) => part.length === 0) ? [] : ['', ...parts.flatMap((part) => part.slice(1))];
}

function stepTo({ command, why }: NonNullable<Page['next']>, { width, style }: TerminalStyle): string[] {
  const inside = width - gutter;
  const reason = lineOf(why);
  const lines = commandLines(oneLine(command), inside);
  const isRoom = lines.length === 1 && textWidth(lines[0] ?? '') + 2 + textWidth(reason) <= inside;
  const typed = lines.map((line) => style('cyan', line));
  return isRoom
    ? [`${typed.join('')}  ${style('dim', reason)}`]
    : [...typed, ...wrap(reason, inside).map((line) => style('dim', line))];
}

/** Columns that a label takes with its gap. */
export const gutter = 10;

/** @returns the label in the gutter and the paragraphs beside it, wrapped; an empty line before them */
export function labelled(label: Label, words: readonly Words[], terminal: TerminalStyle): string[] {
  return besideLabel(
    label,
    words.flatMap((one) => wrap(lineOf(one), terminal.width - gutter)),
    terminal,
  );
}

/** The first sentences of a reason that fit in two lines; else the first one's beginning, seen to be cut. */
function briefReason(text: string, terminal: TerminalStyle): string[] {
  const columns = terminal.width - gutter;
  const sentences = text.split(/(?<=\.) /);
  const whole = sentences
    .map((_, i) => wrap(sentences.slice(0, i + 1).join(' '), columns))
    .findLast(({ length }) => length <= 2);
  const [first = '', second = ''] = wrap(text, columns);
  const cut = () => [
    first,
    ...wrap(second, columns - 2)
      .slice(0, 1)
      .map((line) => `${line} …`),
  ];
  return besideLabel('label.why', text === '' ? [] : (whole ?? cut()), terminal);
}

/** A label beside lines that are not wrapped again: styled ones, or parts of a table, of at most `width - gutter` columns. */
export function besideLabel(label: Label, lines: readonly string[], { style }: TerminalStyle): string[] {
  if (lines.length === 0) return [];
  const [first = '', ...others] = lines;
  const word = say(message(label));
  const name = style('bold', first === '' ? word : pad(word, gutter, 'left'));
  return ['', `${name}${first}`, ...others.map((line) => (line === '' ? '' : ' '.repeat(gutter) + line))];
}

/** A command to paste, in as many lines as it takes: a backslash goes on in the next one. It breaks where no quotes are open. */
export function commandLines(command: string, columns: number): string[] {
  const words = command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const indent = lines.length > 1 ? 2 : 0;
    if (last !== undefined && textWidth(last) + textWidth(word) + 1 + indent <= columns - 2)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => `${i === 0 ? '' : '  '}${line}${i < lines.length - 1 ? ' \\' : ''}`);
}

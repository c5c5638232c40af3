/**
 * The form of every page in a terminal: labels in a gutter, a table with bars, marks. A reader learns it once. Without UTF-8
 * all of it is ASCII.
 */
import { message, say, type Message, type MessageCode } from '../../messages/message.ts';
import { pad, shorten, textWidth, wrap } from '../../format/width.ts';
import type { Style, TerminalStyle } from '../render/terminal-style.ts';

/** Columns that a label takes with its gap. */
export const gutter = 10;

export type Label = Extract<MessageCode, `label.${string}`>;

/**
 * @param words paragraphs; each is wrapped
 * @returns the label in the gutter and the words beside it; an empty line before them
 */
export function labelled(label: Label, words: readonly string[], terminal: TerminalStyle): string[] {
  return besideLabel(
    label,
    words.flatMap((one) => wrap(one, terminal.width - gutter)),
    terminal,
  );
}

/** A label with the first sentences of a text that fit in two lines; else with the first one's beginning, seen to be cut. */
export function brieflyLabelled(label: Label, text: string, terminal: TerminalStyle): string[] {
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
  return besideLabel(label, text === '' ? [] : (whole ?? cut()), terminal);
}

/** The same of lines that are as they have to be: styled, or part of a table. At most `width - gutter` columns each. */
export function besideLabel(label: Label, lines: readonly string[], { style }: TerminalStyle): string[] {
  if (lines.length === 0) return [];
  const [first = '', ...others] = lines;
  const name = style('bold', pad(say(message(label)), gutter, 'left'));
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

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** @returns `value` of `max` as a bar of at most `cells` columns, cut with an arrow; something at least for every value above 0 */
export function bar(value: number, max: number, cells: number, isUnicode: boolean): string {
  if (!(value > 0 && max > 0)) return '';
  const length = Math.min(1, value / max) * cells;
  const isCut = Math.round((value / max) * cells * 8) > cells * 8;
  if (isCut) return (isUnicode ? '█' : '#').repeat(cells - 1) + (isUnicode ? '▶' : '>');
  if (!isUnicode) return '#'.repeat(Math.max(1, Math.round(length)));
  const parts = Math.max(1, Math.round(length * 8));
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
}

/** What a row is, beside its figures: never by colour alone. */
export type Mark = 'better' | 'worse' | 'undecided' | 'equivalent' | 'best' | 'warning' | 'left';

const signs: Readonly<Record<Mark, readonly [utf8: string, ascii: string, Style]>> = {
  better: ['✓', '+', 'green'],
  worse: ['✗', 'x', 'red'],
  undecided: ['?', '?', 'yellow'],
  equivalent: ['≈', '=', 'cyan'],
  best: ['★', '*', 'green'],
  warning: ['!', '!', 'yellow'],
  left: ['~', '~', 'dim'],
};

export function mark(name: Mark, { isUnicode, style }: TerminalStyle): string {
  const [utf8, ascii, color] = signs[name];
  return style(color, isUnicode ? utf8 : ascii);
}

/** Where there is no terminal. */
export const markText = (name: Mark): string => signs[name][0];

export interface BarRow {
  /** Which setting: `16`, `pool 16`. */
  readonly label: string;
  /** Length of the bar; null where nothing was measured. */
  readonly value: number | null;
  /** The same as text. */
  readonly text: string;
  /** One for each column of the table; a mark stands alone or behind a figure. */
  readonly cells: readonly { readonly text: string; readonly mark?: Mark; readonly style?: Style }[];
  /** Its bar is bold. */
  readonly isBest?: boolean;
}

export interface BarTable {
  /** Above the labels: `pool`. */
  readonly label: string;
  /** Above the bars: `requests/s`. */
  readonly unit: string;
  /** Longer bars are cut; absent: none is. */
  readonly most?: number;
  /** Beside the bars. */
  readonly columns: readonly { readonly label: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly BarRow[];
}

/** A table, what its marks stand for, and how many rows it has no room for. */
export interface TableWithMarks {
  readonly table: BarTable;
  readonly legend: readonly (readonly [Mark, Message])[];
  readonly left: number;
}

const gap = 2;
/** A longer bar says no more. */
const longestBar = 28;
/** Below this a bar shows nothing: the figures stand alone. */
const shortestBar = 6;
const longestLabel = 34;
/** What stands above the labels may be cut to this. */
const shortestHead = 12;

/** Lines of at most `width` columns. Columns that do not fit are left out, the last one first. */
export function barTable(table: BarTable, terminal: TerminalStyle): string[] {
  const { width, style, isUnicode } = terminal;
  const { rows } = table;
  if (rows.length === 0) return [];
  const max = Math.min(table.most ?? Infinity, Math.max(0, ...rows.map(({ value }) => value ?? 0)));
  const isNumeric = rows.every(({ label }) => /^[\d.,]+$/.test(label));
  const names = Math.min(
    longestLabel,
    Math.max(Math.min(shortestHead, textWidth(table.label)), widest(rows.map(({ label }) => label))),
  );
  const values = widest(rows.map(({ text }) => text));
  const cellText = (row: BarRow, i: number) => {
    const { text = '', mark: sign } = row.cells[i] ?? {};
    return sign === undefined ? text : `${text} ${signs[sign][isUnicode ? 0 : 1]}`.trimStart();
  };
  let { columns } = table;
  const sizes = columns.map(({ label }, i) => widest([label, ...rows.map((row) => cellText(row, i))]));
  const room = () =>
    width -
    2 * gap -
    names -
    values -
    sizes.slice(0, columns.length).reduce((sum, size) => sum + size + gap, 0);
  while (columns.length > 0 && room() < shortestBar) columns = columns.slice(0, -1);
  const cells = Math.min(longestBar, room());
  const hasBar = cells >= shortestBar;
  const middle = (hasBar ? cells + gap : 0) + values;
  const head = [
    pad(shorten(table.label, names), names, isNumeric ? 'right' : 'left'),
    pad(shorten(table.unit, middle), middle, hasBar ? 'left' : 'right'),
    ...columns.map(({ label, align }, i) => pad(label, sizes[i] ?? 0, align)),
  ];
  const line = (row: BarRow) => {
    const drawn = hasBar ? pad(bar(row.value ?? 0, max, cells, isUnicode), cells, 'left') : '';
    return [
      pad(shorten(row.label, names), names, isNumeric ? 'right' : 'left'),
      ...(hasBar ? [row.isBest ? style(['cyan', 'bold'], drawn) : style('cyan', drawn)] : []),
      row.isBest ? style('bold', pad(row.text, values, 'right')) : pad(row.text, values, 'right'),
      ...columns.map(({ align }, i) => {
        const { mark: sign, style: look } = row.cells[i] ?? {};
        const words = pad(cellText(row, i), sizes[i] ?? 0, align);
        const color = look ?? (sign === undefined ? undefined : signs[sign][2]);
        return color === undefined ? words : style(color, words);
      }),
    ];
  };
  const written = (parts: readonly string[]) => parts.join(' '.repeat(gap)).trimEnd();
  return [style('dim', written(head)), ...rows.map((row) => written(line(row)))];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

/** One column wide, as what they stand for: no line gets longer. */
const ascii: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '─': '-',
  '×': 'x',
  '÷': '/',
  '·': '|',
  '′': "'",
  '…': '~',
  '→': '>',
  '±': '~',
  µ: 'u',
  '≤': '<',
  '≥': '>',
  '≈': '=',
};

/** @returns the page for a terminal that has no UTF-8 */
export function withoutUnicode(page: string): string {
  return page.replaceAll(/[–—−─×÷·′…→±µ≤≥≈]/g, (character) => ascii[character] ?? character);
}

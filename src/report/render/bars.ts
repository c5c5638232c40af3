/** Rows with bars: what a terminal has instead of a picture. No line is wider than the terminal; columns that do not fit are left out. */
import { pad, shorten, textWidth, wrap } from '../../format/width.ts';
import { message } from '../../messages/message.ts';
import { said, type BarRow, type Bars, type List, type Words } from '../page.ts';
import { mark, markText, signs } from './marks.ts';
import { hanging, type TerminalStyle } from './terminal-style.ts';

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

const gap = 2;
/** Columns of a bar: a longer one says no more; below the shortest it shows nothing, and the figures stand alone. */
const [shortestBar, longestBar, longestGauge] = [6, 28, 20];
const longestLabel = 34;

/** @returns the `most` rows of the lowest weight, in their order, and how many others there are */
export function heaviest(
  { rows }: Bars,
  most: number,
): { readonly rows: readonly BarRow[]; readonly left: number } {
  const sorted = rows.toSorted((a, b) => (a.weight ?? 0) - (b.weight ?? 0)).slice(0, most);
  const kept = new Set(sorted);
  return { rows: rows.filter((row) => kept.has(row)), left: rows.length - kept.size };
}

export const moreRows = (left: number): Words[] =>
  left > 0 ? [message('terminal.more-settings', { settings: left })] : [];

/** @returns the statements that fit, and what counts the others */
export function fittedRows({ rows }: List, room: number) {
  const shown = rows.length <= room ? rows : rows.slice(0, Math.max(0, room - 1));
  const claims = rows.length - shown.length;
  return { shown, more: claims > 0 && room > 0 ? [message('terminal.more-claims', { claims })] : [] };
}

/** @param most rows; the others are counted */
export function barLines(bars: Bars, most: number, terminal: TerminalStyle): string[] {
  if (bars.rows.length === 0) return [];
  if (bars.isGauge) return gaugeLines(bars, terminal);
  const { rows, left } = heaviest(bars, most);
  const { width, style } = terminal;
  const dim = (text: string, columns: number) =>
    text === '' ? [] : wrap(text, Math.max(10, columns)).map((line) => style('dim', line));
  const { legend = [] } = bars;
  const taken = legend.reduce((sum, [, what]) => sum + textWidth(said(what)) + 4, 2);
  const marks = legend.flatMap(([sign, what]) =>
    hanging(`${mark(sign, terminal)} `, 2, dim(said(what), width - 4)),
  );
  const key = taken <= width && marks.length > 0 ? [marks.join('  ')] : marks;
  const notes = [...(bars.notes ?? []), ...moreRows(left)].map(said).filter((note) => note !== '');
  const text = notes.join('   ');
  // The notes stand beside the legend where one line has room for both, else below it.
  const isBeside = key.length < 2 && taken + 3 + textWidth(text) <= width;
  const last = isBeside
    ? [[...key, ...dim(text, width)].join('   ')].filter((one) => one !== '')
    : [...key, ...dim(text, width - 2)];
  return [...tableLines({ ...bars, rows }, terminal), ...last.map((line) => `  ${line}`)];
}

function tableLines(bars: Bars, { width, style, isUnicode }: TerminalStyle): string[] {
  const rows = bars.rows.map((row) => ({ ...row, label: said(row.label), text: said(row.text) }));
  const [label, unit] = [said(bars.label), said(bars.unit)];
  const max = Math.min(bars.most ?? Infinity, Math.max(0, ...rows.map(({ value }) => value ?? 0)));
  const isNumeric = rows.every((row) => /^[\d.,]+$/.test(row.label));
  const names = Math.min(longestLabel, widest([label, ...rows.map((row) => row.label)]));
  const values = widest(rows.map(({ text }) => text));
  const cellText = (row: BarRow, i: number) => {
    const { text = '', mark: sign } = row.cells[i] ?? {};
    return sign === undefined ? said(text) : `${said(text)} ${markText(sign, isUnicode)}`.trimStart();
  };
  let { columns } = bars;
  const heads = columns.map((column) => said(column.label));
  const sizes = heads.map((head, i) => widest([head, ...rows.map((row) => cellText(row, i))]));
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
  const named = (text: string) => pad(shorten(text, names), names, isNumeric ? 'right' : 'left');
  const head = [
    named(label),
    pad(shorten(unit, middle), middle, hasBar ? 'left' : 'right'),
    ...columns.map(({ align }, i) => pad(heads[i] ?? '', sizes[i] ?? 0, align)),
  ];
  const line = (row: (typeof rows)[number]) => {
    const drawn = hasBar ? pad(bar(row.value ?? 0, max, cells, isUnicode), cells, 'left') : '';
    const text = pad(row.text, values, 'right');
    return [
      named(row.label),
      ...(hasBar ? [style(row.isBest ? ['cyan', 'bold'] : 'cyan', drawn)] : []),
      row.isBest ? style('bold', text) : text,
      ...columns.map(({ align }, i) => {
        const { mark: sign, isQuiet = false } = row.cells[i] ?? {};
        const words = pad(cellText(row, i), sizes[i] ?? 0, align);
        return isQuiet ? style('dim', words) : sign === undefined ? words : style(signs[sign][2], words);
      }),
    ];
  };
  const written = (parts: readonly string[]) => parts.join(' '.repeat(gap)).trimEnd();
  return [style('dim', written(head)), ...rows.map((row) => written(line(row)))];
}

/** Shares with their sentences; the heading is what they are of. */
function gaugeLines(
  { label, rows: given, notes = [] }: Bars,
  { width, style, isUnicode }: TerminalStyle,
): string[] {
  const rows = given.map((row) => ({ ...row, label: said(row.label), text: said(row.text) }));
  const labels = widest(rows.map((row) => row.label));
  const values = widest(rows.flatMap(({ value, text }) => (value === null ? [] : text)));
  const cells = Math.max(shortestBar, Math.min(longestGauge, width - labels - values - 6));
  const below = (text: Words, look: 'bold' | 'dim') =>
    wrap(said(text), width - 2).map((line) => `  ${style(look, line)}`);
  return [
    ...(said(label) === '' ? [] : below(label, 'bold')),
    ...rows.flatMap(({ label: name, value, text, isBest = false }) => {
      const start = `  ${style(isBest ? 'bold' : [], pad(name, labels, 'left'))}  `;
      const drawn = value === null ? '' : pad(bar(value, 1, cells, isUnicode), cells, 'left');
      const indent = labels + 4 + (value === null ? 0 : cells + 2);
      const shown = value === null ? '' : `${style(isBest ? 'red' : 'cyan', drawn)}  `;
      return hanging(start + shown, indent, wrap(text, Math.max(10, width - indent)));
    }),
    ...notes.flatMap((note) => below(note, 'dim')),
  ];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

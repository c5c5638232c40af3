/** A table in a terminal: no row is ever wrapped. What does not fit gives way by rank, then goes to a second table. */
import type { Table, TableCell } from '../page.ts';
import { pad, shorten, textWidth } from '../../format/width.ts';

/** Blanks between columns; the tight gap only where the table would have to be parted otherwise. */
const [usualGap, tightGap] = [2, 1];
/** Fewest columns to which a left-aligned text is cut. */
const shortest = 14;

export type Paint = (text: string, cell: TableCell) => string;

/**
 * Lines of at most `columns`. What gives way: from the highest rank down the details, and above rank 1 the columns; then long texts;
 * then the table is parted. @param paint colours a padded cell
 */
export function tableLines(grid: Table, columns: number, paint: Paint): string[] {
  if (grid.rows.length === 0) return [];
  const fits = (one: Table, gap = usualGap) => widthOf(rooms(one, 'broken'), gap) <= columns;
  const steps = [
    ...[4, 3, 2, 1].flatMap((rank) => [
      (one: Table) => without(one, rank, 'details'),
      ...(rank > 1 ? [(one: Table) => without(one, rank, 'columns')] : []),
    ]),
    // What has rank 0 keeps its interval as long as a shorter text makes room for it.
    (one: Table) => shortened(one, widthOf(rooms(one, 'broken'), usualGap) - columns),
    (one: Table) => without(one, 0, 'details'),
  ];
  const shown = steps.reduce((one, step) => (fits(one) ? one : step(one)), grid);
  const gap = !fits(shown) && fits(shown, tightGap) ? tightGap : usualGap;
  const parts = fits(shown, gap) ? [shown] : parted(shown, columns);
  return parts.flatMap((one, i) => [...(i === 0 ? [] : ['']), ...lines(one, columns, gap, paint)]);
}

function without({ columns, rows, ...grid }: Table, rank: number, what: 'details' | 'columns'): Table {
  const goes = columns.map((column) => column.rank === rank);
  const plain = ({ text, word }: TableCell): TableCell => ({ text, ...(word && { word }) });
  if (what === 'details')
    return {
      ...grid,
      columns,
      rows: rows.map((row) => row.map((cell, i) => (goes[i] ? plain(cell) : cell))),
    };
  return {
    ...grid,
    columns: columns.filter((_, i) => !goes[i]),
    rows: rows.map((row) => row.filter((_, i) => !goes[i])),
  };
}

/** Takes `excess` columns from the widest left-aligned text, but leaves it readable. */
function shortened(grid: Table, excess: number): Table {
  const sizes = rooms(grid, 'broken').map(({ whole }, i) => (grid.columns[i]?.align === 'left' ? whole : 0));
  const most = Math.max(...sizes);
  const widest = sizes.indexOf(most);
  if (most <= shortest) return grid;
  const cut = (cell: TableCell) => ({ ...cell, text: shorten(cell.text, Math.max(shortest, most - excess)) });
  return { ...grid, rows: grid.rows.map((row) => row.map((cell, i) => (i === widest ? cut(cell) : cell))) };
}

/** Several tables, each beginning with the first column. */
function parted(grid: Table, columns: number): Table[] {
  const [first = 0, ...sizes] = rooms(grid, 'broken').map(({ whole }) => whole);
  const groups: number[][] = [[0]];
  let used = first;
  for (const [i, size] of sizes.entries()) {
    if (used + usualGap + size > columns && (groups.at(-1)?.length ?? 0) > 1) {
      groups.push([0]);
      used = first;
    }
    groups.at(-1)?.push(i + 1);
    used += usualGap + size;
  }
  const pick = <T>(items: readonly T[], places: readonly number[]) => places.flatMap((i) => items[i] ?? []);
  return groups.map((group) => ({
    ...grid,
    columns: pick(grid.columns, group),
    rows: grid.rows.map((row) => pick(row, group)),
  }));
}

/** Columns that a column takes: its texts, its details, and both or its head. */
interface Room {
  readonly text: number;
  readonly detail: number;
  readonly whole: number;
}

function lines(grid: Table, columns: number, gap: number, paint: Paint): string[] {
  const whole = rooms(grid, 'whole');
  const sizes = widthOf(whole, gap) <= columns ? whole : rooms(grid, 'broken');
  const heads = grid.columns.map(({ label }, i) => headLines(label, sizes[i]?.whole ?? 0));
  const height = Math.max(...heads.map((head) => head.length));
  const row = (texts: readonly string[]) => texts.join(' '.repeat(gap)).trimEnd();
  return [
    ...Array.from({ length: height }, (_, n) =>
      row(
        heads.map((head, i) =>
          pad(head[n - height + head.length] ?? '', sizes[i]?.whole ?? 0, grid.columns[i]?.align ?? 'left'),
        ),
      ),
    ),
    row(sizes.map((size) => '─'.repeat(size.whole))),
    ...grid.rows.map((cells) =>
      row(
        sizes.map((room, i) =>
          written(cells[i] ?? { text: '' }, room, grid.columns[i]?.align ?? 'left', paint),
        ),
      ),
    ),
  ];
}

function written(cell: TableCell, room: Room, align: 'left' | 'right', paint: Paint): string {
  const value = pad(cell.text, room.text, align);
  const detail = room.detail === 0 ? '' : ` ${pad(bracketed(cell), room.detail, 'left')}`;
  return paint(pad(value + detail, room.whole, align), cell);
}

const bracketed = ({ detail }: TableCell) => (detail === undefined ? '' : `[${detail}]`);

/** @param header broken into words takes the least */
function rooms(grid: Table, header: 'broken' | 'whole'): Room[] {
  return grid.columns.map(({ label }, i) => {
    const own = grid.rows.map((row) => row[i] ?? { text: '' });
    const text = Math.max(...own.map((cell) => textWidth(cell.text)));
    const detail = Math.max(...own.map((cell) => textWidth(bracketed(cell))));
    const heads = header === 'whole' ? [label] : pieces(label);
    const head = Math.max(...heads.map((piece) => textWidth(piece.trimEnd())));
    return { text, detail, whole: Math.max(head, text + (detail === 0 ? 0 : detail + 1)) };
  });
}

const widthOf = (sizes: readonly Room[], gap: number) =>
  sizes.reduce((sum, { whole }) => sum + whole, gap * (sizes.length - 1));

/** The pieces into which a header may be broken: after a blank or an underscore, before a parenthesis. */
const pieces = (label: string) => label.split(/(?<=[ _])|(?=\()/);

function headLines(label: string, columns: number): string[] {
  const found: string[] = [];
  for (const piece of pieces(label)) {
    const joined = `${found.at(-1) ?? ''}${piece}`;
    if (found.length > 0 && textWidth(joined.trimEnd()) <= columns) found[found.length - 1] = joined;
    else found.push(piece);
  }
  return found.map((line) => line.trimEnd());
}

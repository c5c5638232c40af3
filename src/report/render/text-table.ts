/** A table in a terminal: no row is ever wrapped. What does not fit gives way by rank, then goes to a second table. */
import type { Table, TableCell } from '../page.ts';
import { pad, shorten, textWidth } from '../../format/width.ts';

/** Blanks between columns; the tight gap only where the table would have to be parted otherwise. */
const usualGap = 2;
const tightGap = 1;
/** A left-aligned text is not cut below this. */
const shortest = 14;

export type Paint = (text: string, cell: TableCell) => string;

/** Lines of at most `columns`. `paint` colours a padded cell. */
export function tableLines(grid: Table, columns: number, paint: Paint): string[] {
  if (grid.rows.length === 0) return [];
  const { grids, gap } = fit(grid, columns);
  return grids.flatMap((one, i) => [...(i === 0 ? [] : ['']), ...lines(one, columns, gap, paint)]);
}

/** Details go first, highest rank first; then columns of rank above 1; then long texts; then the table is parted. */
function fit(grid: Table, columns: number): { grids: readonly Table[]; gap: number } {
  const fits = (one: Table, gap = usualGap) => total(one, gap) <= columns;
  let shown = grid;
  for (const rank of [4, 3, 2, 1]) {
    if (fits(shown)) return { grids: [shown], gap: usualGap };
    shown = without(shown, rank, 'details');
    if (!fits(shown) && rank > 1) shown = without(shown, rank, 'columns');
  }
  // What has rank 0 keeps its interval as long as a shorter text makes room for it.
  if (!fits(shown)) shown = shortened(shown, total(shown, usualGap) - columns);
  if (!fits(shown)) shown = without(shown, 0, 'details');
  if (fits(shown)) return { grids: [shown], gap: usualGap };
  if (fits(shown, tightGap)) return { grids: [shown], gap: tightGap };
  return { grids: parted(shown, columns), gap: usualGap };
}

function without(grid: Table, rank: number, what: 'details' | 'columns'): Table {
  const stays = grid.columns.map((column) => column.rank !== rank);
  if (what === 'columns') {
    return {
      ...grid,
      columns: grid.columns.filter((_, i) => stays[i]),
      rows: grid.rows.map((row) => row.filter((_, i) => stays[i])),
    };
  }
  return { ...grid, rows: grid.rows.map((row) => row.map((cell, i) => (stays[i] ? cell : plain(cell)))) };
}

function plain({ text, word }: TableCell): TableCell {
  return word === undefined ? { text } : { text, word };
}

/** Takes `excess` columns from the widest left-aligned text, but leaves it readable. */
function shortened(grid: Table, excess: number): Table {
  const sizes = rooms(grid, 'broken').map(({ whole }) => whole);
  let widest = -1;
  for (const [i, { align }] of grid.columns.entries()) {
    if (align === 'left' && (sizes[i] ?? 0) > (sizes[widest] ?? shortest)) widest = i;
  }
  if (widest < 0) return grid;
  const room = Math.max(shortest, (sizes[widest] ?? 0) - excess);
  return {
    ...grid,
    rows: grid.rows.map((row) =>
      row.map((cell, i) => (i === widest ? { ...cell, text: shorten(cell.text, room) } : cell)),
    ),
  };
}

/** Several tables, each beginning with the first column. */
function parted(grid: Table, columns: number): Table[] {
  const sizes = rooms(grid, 'broken').map(({ whole }) => whole);
  const groups: number[][] = [[0]];
  let used = sizes[0] ?? 0;
  for (let i = 1; i < grid.columns.length; i++) {
    const size = (sizes[i] ?? 0) + usualGap;
    if (used + size > columns && (groups.at(-1)?.length ?? 0) > 1) {
      groups.push([0]);
      used = sizes[0] ?? 0;
    }
    groups.at(-1)?.push(i);
    used += size;
  }
  return groups.map((group) => ({
    ...grid,
    columns: pick(grid.columns, group),
    rows: grid.rows.map((row) => pick(row, group)),
  }));
}

/** A column's room: values and details each stand in line. */
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
  const header = Array.from({ length: height }, (_, row) =>
    join(
      gap,
      grid.columns.map(({ align }, i) => {
        const head = heads[i] ?? [];
        return pad(head[row - height + head.length] ?? '', sizes[i]?.whole ?? 0, align);
      }),
    ),
  );
  const rule = join(
    gap,
    sizes.map((size) => '─'.repeat(size.whole)),
  );
  const body = grid.rows.map((row) =>
    join(
      gap,
      grid.columns.map(({ align }, i) => written(row[i] ?? { text: '' }, sizes[i], align, paint)),
    ),
  );
  return [...header, rule, ...body];
}

function written(cell: TableCell, room: Room | undefined, align: 'left' | 'right', paint: Paint): string {
  if (room === undefined) return '';
  const value = pad(cell.text, room.text, align);
  const detail = room.detail === 0 ? '' : ` ${pad(bracketed(cell), room.detail, 'left')}`;
  return paint(pad(value + detail, room.whole, align), cell);
}

function bracketed({ detail }: TableCell): string {
  return detail === undefined ? '' : `[${detail}]`;
}

function rooms(grid: Table, header: 'broken' | 'whole'): Room[] {
  return grid.columns.map(({ label }, i) => {
    const cells = grid.rows.map((row) => row[i] ?? { text: '' });
    const text = Math.max(...cells.map((cell) => textWidth(cell.text)));
    const detail = Math.max(...cells.map((cell) => textWidth(bracketed(cell))));
    const head = Math.max(
      ...(header === 'whole' ? [label] : pieces(label)).map((piece) => textWidth(piece.trimEnd())),
    );
    return { text, detail, whole: Math.max(head, text + (detail === 0 ? 0 : detail + 1)) };
  });
}

/** Width of the table with its headers broken into words: the least that it takes. */
function total(grid: Table, gap: number): number {
  return widthOf(rooms(grid, 'broken'), gap);
}

function widthOf(sizes: readonly Room[], gap: number): number {
  return sizes.reduce((sum, { whole }) => sum + whole, gap * (sizes.length - 1));
}

/** Where a header may be broken: after a blank or an underscore, before a parenthesis. */
function pieces(label: string): string[] {
  return label.split(/(?<=[ _])|(?=\()/);
}

function headLines(label: string, columns: number): string[] {
  const found: string[] = [];
  for (const piece of pieces(label)) {
    const joined = `${found.at(-1) ?? ''}${piece}`;
    if (found.length > 0 && textWidth(joined.trimEnd()) <= columns) found[found.length - 1] = joined;
    else found.push(piece);
  }
  return found.map((line) => line.trimEnd());
}

function pick<T>(items: readonly T[], places: readonly number[]): T[] {
  return places.flatMap((i) => items[i] ?? []);
}

function join(gap: number, parts: readonly string[]): string {
  return parts.join(' '.repeat(gap)).trimEnd();
}

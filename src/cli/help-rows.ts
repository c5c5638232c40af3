/** Breaks the lines of help to the width of a terminal. */
import { pad, wrap } from '../format/width.ts';

export type HelpRow =
  /** A line as it is. */
  | string
  /** Text that is broken; its further lines are indented. */
  | { readonly text: string; readonly hang?: number }
  /** A name, and its text beside it or below, in a column of its own. */
  | { readonly name: string; readonly text: string; readonly column: number };

/** Columns of the help: longer lines are hard to read, shorter ones leave no room beside the names. */
const [narrowest, widest] = [60, 100];

/** @param columns of the terminal */
export function helpText(rows: readonly HelpRow[], columns: number): string {
  const width = Math.min(Math.max(columns, narrowest), widest);
  return rows.flatMap((row) => linesOf(row, width)).join('\n');
}

function linesOf(row: HelpRow, width: number): string[] {
  if (typeof row === 'string') return [row];
  if ('name' in row) return beside(row.name, row.text, row.column, width);
  if (row.hang === undefined) return wrap(row.text, width);
  const [first = '', ...others] = wrap(row.text, width - row.hang);
  return [`  ${first}`, ...others.map((line) => ' '.repeat(row.hang ?? 0) + line)];
}

/** Writes a name, and its text beside it or below. */
function beside(name: string, text: string, column: number, width: number): string[] {
  const lines = wrap(text, width - column);
  const isBeside = name.length + 2 <= column;
  const [first = '', ...others] = lines;
  const below = (line: string) => ' '.repeat(column) + line;
  return isBeside ? [pad(name, column, 'left') + first, ...others.map(below)] : [name, ...lines.map(below)];
}

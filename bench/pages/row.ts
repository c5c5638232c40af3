/** A table row; nothing in a cell may end it. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

/** The head of a table of figures: words in its first column, numbers in the others. */
export const figureHead = (...columns: readonly string[]): string =>
  `${row(...columns)}\n${row(...columns.map((_, i) => (i === 0 ? '---' : '--:')))}`;

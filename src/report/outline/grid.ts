/** A table on its way to an output: the terminal may leave out what the page has room for. */
import type { ClaimWord, Table, Word } from '../../model/verdict.ts';

/** One cell of a table: its text, the interval behind it, and the word that gives it a colour. */
export interface GridCell {
  readonly text: string;
  /** An interval or a remark, smaller than the text: the first thing left out where room is short. */
  readonly detail?: string;
  readonly word?: Word | ClaimWord;
}

export interface GridColumn {
  readonly label: string;
  readonly align: 'left' | 'right';
  /** What goes first where room is short: the highest rank. 0 stays. */
  readonly rank: number;
}

export interface Grid {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly GridCell[])[];
}

/** A table written by an experiment: nothing of it may be left out, so that every column has rank 0. */
export function gridOf({ title, note, columns, rows }: Table): Grid {
  return {
    title,
    note: note ?? '',
    columns: columns.map(({ label, align }) => ({ label, align, rank: 0 })),
    rows: rows.map((row) => row.map((text) => ({ text }))),
  };
}

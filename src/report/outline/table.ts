/** A table on its way to an output: the terminal may leave out what the page has room for. */
import { say } from '../../messages/message.ts';
import type { ClaimWord, Said, Table as ExperimentTable, Word } from '../../model/verdict.ts';
import type { Chart } from '../chart/chart.ts';

/** One cell of a table: its text, the interval behind it, and the word that gives it a colour. */
export interface TableCell {
  readonly text: string;
  /** An interval or a remark, smaller than the text: the first thing left out where room is short. */
  readonly detail?: string;
  readonly word?: Word | ClaimWord;
}

export interface TableColumn {
  readonly label: string;
  readonly align: 'left' | 'right';
  /** What goes first where room is short: the highest rank. 0 stays. */
  readonly rank: number;
}

export interface Table {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** What an author wrote as it is, and a message in the language of the report. */
export const said = (one: Said): string => (typeof one === 'string' ? one : say(one));

/** A table written by an experiment: nothing of it may be left out, so that every column has rank 0. */
export function tableOf({ title, note, columns, rows }: ExperimentTable<Said>): Table {
  return {
    title: said(title),
    note: note === undefined ? '' : said(note),
    columns: columns.map(({ label, align }) => ({ label: said(label), align, rank: 0 })),
    rows: rows.map((row) => row.map((text) => ({ text: said(text) }))),
  };
}

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence. */
  readonly sentence: string;
  /** What its marks mean, where that is not plain; part of a legend. */
  readonly note?: string;
  /** Of the first screen: the id of the figure that it is, or is a part of. */
  readonly of?: string;
  readonly chart: Chart;
  readonly table: Table;
}

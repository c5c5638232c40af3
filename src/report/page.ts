/**
 * What a verb has to say, before it has a form: messages and figures, in the order in which they matter. The builders in
 * `pages` make it; the renderers in `render` write it and know no verb.
 */
import { oneLine } from '../format/printable.ts';
import { say, type AnyMessage, type MessageCode } from '../messages/message.ts';
import type { ClaimWord, Word } from '../model/verdict.ts';
import type { Chart } from './chart/chart.ts';
import { columnName, type Column } from './outline/names.ts';

/** A message; or a text that is the same in every language: a name, a command, what somebody else wrote. */
export type Words = AnyMessage | string;

export const said = (one: Words): string => (typeof one === 'string' ? one : say(one));
/** The same on one line. */
export const lineOf = (one: Words): string => oneLine(said(one));

/** What gives a word its colour; the word alone is enough to understand it. */
export type Tone = (typeof tones)[number];

export const tones = ['good', 'bad', 'same', 'unsure', 'quiet'] as const;

export const claimTones = {
  holds: 'good',
  refuted: 'bad',
  misread: 'bad',
  undecided: 'unsure',
  'not run': 'quiet',
} as const satisfies Record<ClaimWord, Tone>;

/** What a row is, beside its figures: it has a sign of its own, never a colour alone. */
export type Mark = 'better' | 'worse' | 'undecided' | 'equivalent' | 'best' | 'warning' | 'left';

export interface Page {
  readonly head: Head;
  readonly verdict: Verdict;
  /** What was done before there was an answer: a line each; most verbs have none. */
  readonly steps?: readonly { readonly mark: Mark; readonly label: Words; readonly text: Words }[];
  /** Figures of the finding, at most four. */
  readonly tiles: readonly Tile[];
  /** The picture that shows the finding; `bars` do so where nothing can be drawn. */
  readonly figure: Figure | null;
  readonly bars: readonly Bars[];
  /** Statements with a word each: the claims of an experiment. */
  readonly list: List | null;
  /** What limits it, and what it costs. */
  readonly why: readonly Words[];
  /** What is to be changed; most have one or none. */
  readonly apply: readonly Apply[];
  readonly also: readonly Words[];
  readonly warnings: readonly Words[];
  /** What it costs to decide what is open. */
  readonly open: readonly Words[];
  readonly quality: readonly (readonly [Mark, Words])[];
  /** The one thing to do next. */
  readonly next: Step | null;
  /** The command that writes the page, where it is not written yet. */
  readonly report: Words | null;
  /** All that it rests on: the lower part of a page, `--verbose` in a terminal. */
  readonly details: readonly Section[];
  readonly footer: Words;
}

/** The rest of a page that has only a head and a verdict. */
export const emptyPage: Omit<Page, 'head' | 'verdict'> = {
  tiles: [],
  figure: null,
  bars: [],
  list: null,
  why: [],
  apply: [],
  also: [],
  warnings: [],
  open: [],
  quality: [],
  next: null,
  report: null,
  details: [],
  footer: '',
};

export interface Head {
  /** The verb as it is typed after `chokepoint`: `tune`, `lab pool-size`; empty for the first look. */
  readonly verb: string;
  /** What was asked about: `POST /login · node server.js`. */
  readonly title: Words;
  /** How it was asked: load, window, objective. */
  readonly about: readonly Words[];
  /** What came of it, in figures: `37 requests/s`, `p99 1.2 s`. */
  readonly figures: readonly Words[];
  /** What an experiment asks. */
  readonly question?: Words;
  /** Machine, trials, date, id. */
  readonly facts: readonly Words[];
}

export interface Verdict {
  /** One or two words: `certified, 95%`. */
  readonly badge: Words;
  readonly tone: Tone;
  readonly sentence: Words;
  /** How sure the verdict is, and of what. */
  readonly certainty?: readonly Words[];
  /** The name of what was found, at the end of its line: `pool-too-small`. */
  readonly name?: string;
}

/** A figure of the first screen: `throughput`, `55,536/s`, `was 25,921/s`. */
export interface Tile {
  readonly label: Words;
  readonly value: Words;
  readonly note?: Words;
  /** The tone of the note. */
  readonly tone?: Tone;
}

/** A table whose first figure is drawn as a bar. */
export interface Bars {
  /** Heads of the labels and of the bars: `pool`, `requests/s`. */
  readonly label: Words;
  readonly unit: Words;
  /** Value at which longer bars are cut; absent: none is. */
  readonly most?: number;
  /** Its values are shares of 1, their texts are sentences: no head, nothing in columns. */
  readonly isGauge?: true;
  /** The columns beside the bars. */
  readonly columns: readonly { readonly label: Words; readonly align: 'left' | 'right' }[];
  readonly rows: readonly BarRow[];
  /** What its marks stand for, and what all rows have in common. */
  readonly legend?: readonly (readonly [Mark, Words])[];
  readonly notes?: readonly Words[];
}

/** Columns beside bars, by their heads. */
export const aligned = <Align extends 'left' | 'right'>(align: Align, labels: readonly Words[]) =>
  labels.map((label) => ({ label, align }));

export interface BarRow {
  /** Which setting: `16`, `pool 16`. */
  readonly label: Words;
  /** Length of the bar; null where nothing was measured. */
  readonly value: number | null;
  /** The value as text. */
  readonly text: Words;
  /** One for each column; a mark stands alone or behind a figure. */
  readonly cells: readonly BarCell[];
  /** Its bar is bold. */
  readonly isBest?: boolean;
  /** Where there is no room for all rows, those of the highest weight give way; absent: 0. */
  readonly weight?: number;
}

export interface BarCell {
  readonly text: Words;
  readonly mark?: Mark;
  readonly isQuiet?: true;
}

export interface List {
  /** The balance of all; null where the verdict has said it. */
  readonly lead: Words | null;
  readonly rows: readonly { readonly word: Words; readonly tone: Tone; readonly text: Words }[];
  /** What is open, and what would decide it. */
  readonly open: readonly Words[];
}

/** What is to be changed: lines to paste, and where. */
export interface Apply {
  readonly label: Extract<Label, 'label.apply' | 'label.fix'>;
  /** A sentence before the lines; null where the label is enough. */
  readonly what: Words | null;
  readonly lines: readonly string[];
  /** The lines are typed into a shell, and may be broken by backslashes. */
  readonly isShell?: boolean;
  readonly expect?: Words | null;
  /** Where else it can be done, and the anchor of the section that has it. */
  readonly more?: { readonly text: Words; readonly section: string } | null;
}

/** What is to be done in words alone. */
export const fixOf = (what: Words): Apply => ({ label: 'label.fix', what, lines: [] });

export interface Step {
  readonly command: string;
  readonly why: AnyMessage;
}

export type Label = Extract<MessageCode, `label.${string}`>;

/** A name and its value. */
export interface Fact {
  readonly name: Words;
  readonly value: Words;
  /** Whether it is part of the one line that stands for all facts. */
  readonly isBrief?: boolean;
}

export interface Section {
  /** The section's anchor. */
  readonly id: string;
  readonly title: Words;
  readonly blocks: readonly Block[];
  /** One line beside its title; given, the section is folded on a page. */
  readonly hint?: Words;
  /** Folded, and open at first. */
  readonly isOpen?: boolean;
}

/** A folded section with nothing beside its title. */
export const foldedSection = (id: string, title: Words, blocks: readonly Block[]): Section => ({
  id,
  title,
  hint: '',
  blocks,
});

export type Block =
  | { readonly kind: 'texts'; readonly texts: readonly Words[]; readonly isList?: true }
  /** `isNamed`: its title is said by what stands around it. */
  | { readonly kind: 'table'; readonly table: Table; readonly isNamed?: true }
  | { readonly kind: 'figure'; readonly figure: Figure; readonly form?: FigureForm }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'code'; readonly title?: Words; readonly lines: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'items'; readonly items: readonly Item[]; readonly group?: Group }
  | { readonly kind: 'link'; readonly text: Words; readonly href: string }
  | { readonly kind: 'page'; readonly name: string; readonly page: Page };

/** `bare`: the section has its title and its sentence. */
export type FigureForm = 'full' | 'bare';

/** A judged condition: a check, a rule. */
export interface Row {
  readonly badge: Words;
  readonly tone: Tone;
  /** The permanent name of the check or the rule. */
  readonly name: string;
  readonly title: Words;
  readonly text: Words;
}

/** Something with a heading of its own: a claim, a finding, a kind of failed trials. */
export interface Item {
  readonly id: string;
  readonly badge?: Words;
  readonly tone: Tone;
  readonly name?: string;
  /** What stands beside the name: which processes. */
  readonly detail?: Words;
  readonly title: Words;
  readonly texts: readonly Words[];
  readonly blocks: readonly Block[];
  /** What few want to see. */
  readonly folded?: { readonly title: Words; readonly blocks: readonly Block[] };
}

/** Items that share a word. */
export interface Group {
  readonly word: Words;
  readonly tone: Tone;
  readonly isFolded: boolean;
  readonly hint?: Words;
}

/** One cell of a table: its text, the interval behind it, and the word that gives it a colour. */
export interface TableCell {
  readonly text: string;
  /** An interval or a remark, smaller than the text: the first thing left out where room is short. */
  readonly detail?: string;
  readonly word?: Word | ClaimWord;
}

export const textCells = (...texts: readonly string[]): TableCell[] => texts.map((text) => ({ text }));

export interface TableColumn {
  readonly label: string;
  readonly align: 'left' | 'right';
  /** What goes first where room is short: the highest rank. 0 stays. */
  readonly rank: number;
}

/** A column of a table. Where room is short, one of a higher rank goes first. */
export const columnOf = (label: string, align: TableColumn['align'] = 'left', rank = 0): TableColumn => ({
  label,
  align,
  rank,
});

/** The same with a head that each language has. */
export const column = (name: Column, align?: TableColumn['align'], rank?: number) =>
  columnOf(columnName(name), align, rank);

export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** A picture with its data as a table. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence. */
  readonly sentence: string;
  /** What its marks mean, where that is not plain; part of a legend. */
  readonly note?: string;
  /** For the picture of the first screen: the id of the figure that it is, or is a part of. */
  readonly of?: string;
  readonly chart: Chart;
  readonly table: Table;
}

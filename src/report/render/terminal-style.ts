/** What the pages for a terminal are written with: a width, colours that may be off, headings, lists. */
import { styleText } from 'node:util';
import type { ClaimWord, Word } from '../../model/verdict.ts';
import { lineOf, type Fact, type Tone } from '../page.ts';
import type { Paint } from './text-table.ts';
import { pad, textWidth, wrap } from '../../format/width.ts';

export interface TextOptions {
  /** Width of the terminal; less than 40 is taken as 40. */
  readonly columns: number;
  readonly color: boolean;
  /** Bars and marks of UTF-8 (the default), or of ASCII. */
  readonly isUnicode?: boolean;
  /** `brief`: the verdict alone; `normal` (the default): at most 30 lines; `verbose`: everything. */
  readonly detail?: Detail;
}

export type Detail = 'brief' | 'normal' | 'verbose';

export type Style = Parameters<typeof styleText>[0];

/** Colours of words: a colour only repeats what the word says. */
const wordStyles: Readonly<Record<Word | ClaimWord, Style>> = {
  better: 'green',
  worse: 'red',
  equivalent: 'cyan',
  undecided: 'yellow',
  holds: 'green',
  refuted: 'red',
  misread: 'magenta',
  'not run': 'dim',
};

export const toneStyles: Readonly<Record<Tone, Style>> = {
  good: ['green', 'bold'],
  bad: ['red', 'bold'],
  same: ['cyan', 'bold'],
  unsure: ['yellow', 'bold'],
  quiet: 'bold',
};

/** What every part of the report writes with. */
export interface TerminalStyle {
  readonly width: number;
  readonly isUnicode: boolean;
  readonly style: (name: Style, words: string) => string;
  readonly paint: Paint;
}

export function terminalStyle({ columns, color, isUnicode = true }: TextOptions): TerminalStyle {
  const style = (name: Style, words: string) =>
    color ? styleText(name, words, { validateStream: false }) : words;
  return {
    width: Math.max(40, columns),
    isUnicode,
    style,
    paint: (words, { word }) => (word === undefined ? words : style(wordStyles[word], words)),
  };
}

/** The lines as one text: no blanks at their ends, no two empty ones in a row. */
export function finished(lines: readonly string[]): string {
  const all = lines.map((line) => line.trimEnd()).join('\n');
  return `${all.replace(/^\n+/, '').replace(/\n{3,}/g, '\n\n')}\n`;
}

export function heading(words: string, { width, style }: TerminalStyle): string[] {
  const lines = wrap(words, width);
  const rule = '─'.repeat(Math.max(...lines.map(textWidth)));
  return ['', ...lines.map((line) => style('bold', line)), style('dim', rule)];
}

/** `label` on the first line, the words beside it, further lines below the words. */
export function hanging(label: string, indent: number, words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  return [`${label}${first}`, ...others.map((line) => ' '.repeat(indent) + line)];
}

/** Names, and their values beside them. */
export function facts(given: readonly Fact[], width: number): string[] {
  const rows = given.map(({ name, value }) => ({ name: lineOf(name), value: lineOf(value) }));
  const names = Math.min(28, Math.floor(width / 2), Math.max(...rows.map(({ name }) => textWidth(name))));
  return rows.flatMap(({ name, value }) => {
    const [left, right] = [wrap(name, names), wrap(value, width - names - 2)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
      `${pad(left[i] ?? '', names, 'left')}  ${right[i] ?? ''}`.trimEnd(),
    );
  });
}

/** How many of each word: a row of squares for each group, so that a count is seen without an axis. */
import { wordName } from '../outline/names.ts';
import type { ClaimWord } from '../../model/verdict.ts';
import { type Drawing, element, escaped, legend, rectangle, words } from './svg.ts';

export interface BalanceRow {
  /** Empty where there is one row only. */
  readonly label: string;
  readonly parts: readonly { readonly word: ClaimWord; readonly count: number }[];
}

export interface BalanceChart {
  readonly kind: 'balance';
  readonly rows: readonly BalanceRow[];
}

const rowHeight = 26;
/** Of a square with its gap, at most. */
const widest = 24;

export function drawBalance({ rows: given }: BalanceChart, width: number): Drawing {
  const rows = given.map(({ label, parts }) => ({
    label,
    words: parts.flatMap(({ word, count }) => Array.from({ length: count }, () => word)),
  }));
  const left = rows.some(({ label }) => label !== '') ? Math.min(170, width * 0.42) : 0;
  const step = Math.min(widest, (width - left) / Math.max(1, ...rows.map((row) => row.words.length)));
  const size = Math.min(18, step - 3);
  const key = legend(
    [...new Set(rows.flatMap((row) => row.words))].map((word) => ({
      label: wordName(word),
      key: (x: number, y: number) => square(x - 7, y - 7, 14, word),
    })),
    width,
  );
  const body = rows.map(({ label, words: all }, i) => {
    const top = key.height + i * rowHeight;
    const squares = all.map((word, at) => square(left + at * step, top + 11 - size / 2, size, word));
    return (label === '' ? '' : words(label, 0, top + 15)) + squares.join('');
  });
  return { height: key.height + rows.length * rowHeight, body: key.body + body.join('') };
}

function square(x: number, y: number, size: number, word: ClaimWord): string {
  const title = element('title', {}, escaped(wordName(word)));
  return element('g', { class: word.replaceAll(' ', '-') }, title + rectangle(x, y, size, size, 'square'));
}

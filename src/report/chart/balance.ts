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

export function drawBalance({ rows }: BalanceChart, width: number): Drawing {
  const left = rows.some(({ label }) => label !== '') ? Math.min(170, width * 0.42) : 0;
  const most = Math.max(1, ...rows.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)));
  const step = Math.min(widest, (width - left) / most);
  const size = Math.min(18, step - 3);
  const present = new Set(
    rows.flatMap(({ parts }) => parts.flatMap(({ word, count }) => (count > 0 ? word : []))),
  );
  const key = legend(
    [...present].map((word) => ({
      label: wordName(word),
      key: (x: number, y: number) => square(x - 7, y - 7, 14, word),
    })),
    0,
    0,
    width,
  );
  const body = rows.map(({ label, parts }, i) => {
    const top = key.height + i * rowHeight;
    const all = parts.flatMap(({ word, count }) => Array.from({ length: count }, () => word));
    return [
      label === '' ? '' : words(label, 0, top + 15),
      ...(parts.length === 0
        ? []
        : all.map((word, at) => square(left + at * step, top + 11 - size / 2, size, word))),
    ].join('');
  });
  return { height: key.height + rows.length * rowHeight, body: key.body + body.join('') };
}

function square(x: number, y: number, size: number, word: ClaimWord): string {
  return element(
    'g',
    { class: word.replaceAll(' ', '-') },
    element('title', {}, escaped(wordName(word))) + rectangle(x, y, size, size, 'square'),
  );
}

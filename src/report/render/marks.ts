/** Signs that say what a row is, in a terminal and in Markdown; and a page for a terminal without UTF-8. */
import type { Mark, Tone } from '../page.ts';
import type { Style, TerminalStyle } from './terminal-style.ts';

export const signs: Readonly<Record<Mark, readonly [utf8: string, ascii: string, Style]>> = {
  better: ['✓', '+', 'green'],
  worse: ['✗', 'x', 'red'],
  undecided: ['?', '?', 'yellow'],
  equivalent: ['≈', '=', 'cyan'],
  best: ['★', '*', 'green'],
  warning: ['!', '!', 'yellow'],
  left: ['~', '~', 'dim'],
};

export const toneMarks = {
  good: 'better',
  bad: 'worse',
  same: 'equivalent',
  unsure: 'undecided',
} as const satisfies Record<Exclude<Tone, 'quiet'>, Mark>;

export const markText = (name: Mark, isUnicode = true): string => signs[name][isUnicode ? 0 : 1];

export const mark = (name: Mark, { isUnicode, style }: TerminalStyle): string =>
  style(signs[name][2], markText(name, isUnicode));

/** ASCII characters in the place of others, one column wide too: no line gets longer. */
const ascii: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '─': '-',
  '×': 'x',
  '÷': '/',
  '·': '|',
  '′': "'",
  '…': '~',
  '→': '>',
  '±': '~',
  µ: 'u',
  '≤': '<',
  '≥': '>',
  '≈': '=',
};

/** @returns the page for a terminal that has no UTF-8 */
export function withoutUnicode(page: string): string {
  return page.replaceAll(/[–—−─×÷·′…→±µ≤≥≈]/g, (character) => ascii[character] ?? character);
}

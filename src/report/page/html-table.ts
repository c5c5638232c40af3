/** A table in the page: with a caption and scopes, in a box that scrolls by itself and can be reached by keyboard. */
import { message, say, spokenLanguage } from '../../messages/message.ts';
import { escaped } from '../chart/svg.ts';
import type { Tone, Table, TableCell } from '../page.ts';

/** Texts longer than this are broken into lines; shorter ones keep their row on one line. */
const longest = 34;

/** `caption`: `hidden` where a heading above already says the same. */
export function htmlTable(grid: Table, caption: 'shown' | 'hidden' = 'shown'): string {
  if (grid.rows.length === 0) return '';
  // A column with intervals is two columns under one header, so that values and intervals each stand in line.
  const detailed = grid.columns.map((_, i) => grid.rows.some((row) => row[i]?.detail !== undefined));
  const head = grid.columns.map(({ label, align }, i) => {
    const span = detailed[i] === true ? ' colspan="2"' : '';
    return `<th scope="col"${span}${align === 'right' ? ' class="right"' : ''}>${escaped(label)}</th>`;
  });
  const rows = grid.rows.map(
    (row) => `<tr>${row.map((cell, i) => tableCells(grid, cell, i, detailed[i] === true)).join('')}</tr>`,
  );
  const hidden = caption === 'hidden' ? ' class="quietly"' : '';
  return (
    `<div class="scroll" role="region" tabindex="0" aria-label="${escaped(say(message('report.table', { title: grid.title })))}"><table>` +
    `<caption${hidden}${language(grid.title)}><span>${escaped(grid.title)}</span></caption>` +
    `<thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>` +
    (grid.note === '' ? '' : `<p class="note"${language(grid.note)}>${escaped(grid.note)}</p>`)
  );
}

function tableCells(grid: Table, { text, detail, word }: TableCell, i: number, detailed: boolean): string {
  const names = [
    grid.columns[i]?.align === 'right' ? 'right' : '',
    text.length > longest ? 'long' : '',
    detailed ? 'value' : '',
  ].filter((name) => name !== '');
  const attributes = `${names.length === 0 ? '' : ` class="${names.join(' ')}"`}${language(text)}`;
  const shown = word === undefined ? escaped(text) : badge(word, text);
  const cell = i === 0 ? `<th scope="row"${attributes}>${shown}</th>` : `<td${attributes}>${shown}</td>`;
  return detailed ? `${cell}<td class="detail">${escaped(detail ?? '')}</td>` : cell;
}

/** A word with its colour; the word alone is enough to understand it. */
function badge(word: string, text = word): string {
  return `<span class="badge ${word.replaceAll(' ', '-')}">${escaped(text)}</span>`;
}

/** The same in one of the five tones. */
export function toned(tone: Tone, text: string): string {
  return `<span class="badge ${tone}">${escaped(text)}</span>`;
}

/** Three words in a row: names and commands are the same in every language. */
const sentence = /\p{L}+ \p{L}+ \p{L}+/u;

/** Tells a screen reader, and the line breaks, of a text that is not in the language of the page: experiments are written in English. */
export function language(text: string): string {
  const korean = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0;
  const isPageKorean = spokenLanguage() === 'ko';
  if (isPageKorean) return korean === 0 && sentence.test(text) ? ' lang="en"' : '';
  return korean * 2 > letters ? ' lang="ko"' : '';
}

/** Escaped, and a number kept on one line with its unit. */
export function prose(text: string): string {
  return escaped(text).replace(/(\d) (%|ms|µs|s)(?![\w])/g, '$1\u00a0$2');
}

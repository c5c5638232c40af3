/** The blocks of a page as HTML: each is a pure function of its data, and everything that is not markup passes `escaped`. */
import { oneLine } from '../../format/printable.ts';
import { message, say, spokenLanguage } from '../../messages/message.ts';
import { draw } from '../chart/chart.ts';
import { escaped } from '../chart/svg.ts';
import {
  lineOf,
  type Figure,
  type Bars,
  type Block,
  type Fact,
  type FigureForm,
  type Item,
  type Page,
  type Row,
  type Section,
  type Table,
  type TableCell,
  type Tone,
  type Words,
} from '../page.ts';

/** Where something stands on its page: what its anchors begin with, and the level of the headings in it. */
export interface AnchorPlace {
  readonly prefix: string;
  readonly level: number;
  /** Writes a page inside another one. */
  readonly nested: (page: Page, place: AnchorPlace) => string;
}

/** Where a part stands that has headings one level lower. */
export const below = (place: AnchorPlace): AnchorPlace => ({ ...place, level: place.level + 1 });

/** A paragraph: its language, where that is not the page's, and numbers kept with their units. */
export const paragraph = (one: Words, attributes = '') => {
  const text = lineOf(one);
  return `<p${attributes}${language(text)}>${prose(text)}</p>`;
};

export function heading(level: number, attributes: string, content: string): string {
  return `<h${level}${attributes === '' ? '' : ` ${attributes}`}>${content}</h${level}>`;
}

/** A section of the page; nothing where it would be empty. */
export function section(
  { id: own, title: words, blocks, hint, isOpen = false }: Section,
  place: AnchorPlace,
): string {
  const { prefix, level } = place;
  const body = blocks.map((one) => blockHtml(one, below(place))).join('');
  if (body === '') return '';
  const id = prefix + escaped(own);
  const title = lineOf(words);
  const head = heading(level, `id="${id}-heading"${language(title)}`, escaped(title));
  const start = `<section id="${id}" aria-labelledby="${id}-heading"`;
  if (hint === undefined) return `${start}>${head}${body}</section>`;
  const told = lineOf(hint);
  const line = told === '' ? '' : ` <span class="hint">${prose(told)}</span>`;
  return `${start} class="folded"><details${isOpen ? ' open' : ''}><summary>${head}${line}</summary>${body}</details></section>`;
}

function blockHtml(block: Block, place: AnchorPlace): string {
  switch (block.kind) {
    case 'texts':
      return block.isList
        ? `<ul>${block.texts.map((one) => `<li>${prose(lineOf(one))}</li>`).join('')}</ul>`
        : block.texts.map((one) => paragraph(one)).join('');
    case 'table':
      return htmlTable(block.table, block.isNamed);
    case 'figure':
      return figure(block.figure, place, block.form ?? 'full');
    case 'facts':
      return facts(block.facts);
    case 'code':
      return block.title === undefined
        ? code(block.lines, say(message('word.Reproduce')))
        : code(block.lines, lineOf(block.title), heading(place.level, '', escaped(lineOf(block.title))));
    case 'link':
      return `<p class="note"><a href="${escaped(block.href)}">${escaped(lineOf(block.text))}</a></p>`;
    case 'rows':
      return block.rows.length === 0 ? '' : `<dl class="checks">${block.rows.map(judgedRow).join('')}</dl>`;
    case 'items':
      return items(block, place);
    case 'page':
      return place.nested(block.page, { ...place, prefix: `${block.name}-` });
  }
}

/** @param label what it is, for those who cannot see where it stands */
export function code(lines: readonly string[], label: string, head = ''): string {
  const text = escaped(lines.map(oneLine).join('\n'));
  return `${head}<pre class="copy" tabindex="0" aria-label="${escaped(label)}"><code>${text}</code></pre>`;
}

/** Sizes that a figure is drawn in; the style sheet shows one of them. Small text shrunk to a phone cannot be read. */
const sizes = {
  full: { wide: { width: 840 }, narrow: { width: 358 } },
  first: { wide: { width: 840, height: 190 }, narrow: { width: 358, height: 170 } },
} as const;

/** A figure: drawn for wide and for narrow pages, with its data. @param form `first`: on the first screen, which says the finding itself */
export function figure(
  { id: own, title, sentence, note = '', chart, table }: Figure,
  { prefix, level }: AnchorPlace,
  form: FigureForm | 'first',
): string {
  const id = prefix + own;
  const drawings = Object.entries(sizes[form === 'first' ? 'first' : 'full']).map(([className, size]) =>
    draw(chart, { id: `${id}-${className}`, title, description: sentence, className, ...size }),
  );
  const isNamed = form !== 'bare';
  const head = isNamed ? heading(level, `id="figure-${id}-title"`, escaped(title)) : '';
  const name = isNamed ? `aria-labelledby="figure-${id}-title"` : `aria-label="${escaped(title)}"`;
  return [
    `<figure id="figure-${id}" ${name}>`,
    `<figcaption>${head}${form === 'full' ? `<p>${prose(sentence)}</p>` : ''}</figcaption>`,
    ...drawings,
    note === '' || form === 'first' ? '' : `<p class="note">${prose(note)}</p>`,
    `<details><summary>${say(message('report.data'))}<span class="quietly">: ${escaped(title)}</span></summary>${htmlTable(table, true)}</details>`,
    '</figure>',
  ].join('');
}

/** Shares of what there is as bars, where nothing can be drawn over time; the tiles have the other figures. */
export function gauges({ isGauge, label, rows, notes = [] }: Bars): string {
  if (!isGauge) return '';
  const list = rows.flatMap(({ label: name, value, text, isBest = false }) => {
    if (value === null) return [];
    const drawn = `<meter max="1" value="${Math.min(1, value).toFixed(3)}"></meter>`;
    return `<div${isBest ? ' class="limit"' : ''}><dt>${escaped(lineOf(name))}</dt><dd>${drawn}${prose(lineOf(text))}</dd></div>`;
  });
  const around = [label, ...notes].map(lineOf).filter((one) => one !== '');
  return `<dl class="facts gauges">${list.join('')}</dl>${around.map((one) => `<p class="note">${escaped(one)}</p>`).join('')}`;
}

/** Names and values as a list; empty where there are none. */
export function facts(rows: readonly Fact[]): string {
  if (rows.length === 0) return '';
  const list = rows.map(
    ({ name, value }) => `<div><dt>${escaped(lineOf(name))}</dt><dd>${prose(lineOf(value))}</dd></div>`,
  );
  return `<dl class="facts">${list.join('')}</dl>`;
}

function judgedRow({ badge, tone, name, title, text }: Row): string {
  const about = `<span class="detail">${escaped(lineOf(title).replace(/[.:]$/, ''))}:</span>`;
  return `<div><dt>${toned(tone, lineOf(badge))} <code>${escaped(name)}</code></dt><dd>${about} ${prose(lineOf(text))}</dd></div>`;
}

/** Items as HTML. Those of a group stand below its word; a folded group also has what would decide them. */
function items({ items: all, group }: Extract<Block, { kind: 'items' }>, place: AnchorPlace): string {
  if (all.length === 0) return '';
  if (!group) return all.map((one) => item(one, place)).join('');
  const list = all.map((one) => item(one, below(place))).join('');
  const head = heading(place.level, '', `${toned(group.tone, lineOf(group.word))} ${all.length}`);
  const start = `<div class="claims" data-tone="${group.tone}">`;
  if (!group.isFolded) return `${start}${head}${list}</div>`;
  const hint = group.hint === undefined ? '' : ` <span class="hint">${prose(lineOf(group.hint))}</span>`;
  return `${start}<details><summary>${head}${hint}</summary>${list}</details></div>`;
}

function item(
  { id: own, badge, tone, name, detail, title, texts, blocks, folded }: Item,
  place: AnchorPlace,
) {
  const id = place.prefix + escaped(own);
  const words = lineOf(title);
  const inner = (all: readonly Block[]) => all.map((one) => blockHtml(one, below(place))).join('');
  return [
    `<article class="claim ${tone}" aria-labelledby="${id}">`,
    badge === undefined ? '' : toned(tone, lineOf(badge)),
    name === undefined ? '' : ` <code class="rule">${escaped(name)}</code>`,
    detail === undefined ? '' : ` <span class="detail">${escaped(lineOf(detail))}</span>`,
    heading(place.level, `id="${id}"${language(words)}`, prose(words)),
    ...texts.map((one) => paragraph(one)),
    inner(blocks),
    folded === undefined
      ? ''
      : `<details><summary>${escaped(lineOf(folded.title))}<span class="quietly">: ${escaped(words)}</span></summary>${inner(folded.blocks)}</details>`,
    '</article>',
  ].join('');
}

/** Texts longer than this are broken into lines; shorter ones keep their row on one line. */
const longest = 34;

/** @param isNamed a heading above already says its title */
function htmlTable(grid: Table, isNamed = false): string {
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
  const hidden = isNamed ? ' class="quietly"' : '';
  return (
    `<div class="scroll" role="region" tabindex="0" aria-label="${escaped(say(message('report.table', { title: grid.title })))}"><table>` +
    `<caption${hidden}${language(grid.title)}><span>${escaped(grid.title)}</span></caption>` +
    `<thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>` +
    (grid.note ? `<p class="note"${language(grid.note)}>${escaped(grid.note)}</p>` : '')
  );
}

function tableCells(grid: Table, { text, detail, word }: TableCell, i: number, detailed: boolean): string {
  const names = [
    grid.columns[i]?.align === 'right' ? 'right' : '',
    text.length > longest ? 'long' : '',
    detailed ? 'value' : '',
  ].filter((name) => name !== '');
  const attributes = `${names.length === 0 ? '' : ` class="${names.join(' ')}"`}${language(text)}`;
  const shown = word === undefined ? escaped(text) : toned(word, text);
  const cell = i === 0 ? `<th scope="row"${attributes}>${shown}</th>` : `<td${attributes}>${shown}</td>`;
  return detailed ? `${cell}<td class="detail">${escaped(detail ?? '')}</td>` : cell;
}

/** A word with its colour; the word alone is enough to understand it. @param look its tone, or the word of a verdict */
export function toned(look: Tone | NonNullable<TableCell['word']>, text: string): string {
  return `<span class="badge ${look.replaceAll(' ', '-')}">${escaped(text)}</span>`;
}

/** Three words in a row make a sentence; names and commands are the same in every language. */
const sentence = /\p{L}+ \p{L}+ \p{L}+/u;

/** The `lang` of a text that is not in the page's language, for screen readers and line breaks: experiments are written in English. */
export function language(text: string): string {
  const korean = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const letters = text.match(/\p{Letter}/gu)?.length ?? 0;
  const isPageKorean = spokenLanguage() === 'ko';
  if (isPageKorean) return korean === 0 && sentence.test(text) ? ' lang="en"' : '';
  return korean * 2 > letters ? ' lang="ko"' : '';
}

/** Escapes a text, and keeps a number on one line with its unit. */
export function prose(text: string): string {
  return escaped(text).replace(/(\d) (%|ms|µs|s)(?![\w])/g, '$1\u00a0$2');
}

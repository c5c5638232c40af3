/** The parts of a report as HTML: each experiment's own page has them, and so has the page that holds several. */
import { message, say } from '../../messages/message.ts';
import { draw } from '../chart/chart.ts';
import { escaped } from '../chart/svg.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Figure } from '../outline/table.ts';
import { htmlTable, language, prose } from './html-table.ts';

/**
 * Sizes that a figure is drawn in; the style sheet shows one of them. Small text shrunk to a phone cannot be read. `first`: on the
 * first screen, beside what to do.
 */
const sizes = {
  full: { wide: { width: 840 }, narrow: { width: 358 } },
  first: { wide: { width: 600, height: 250 }, narrow: { width: 358, height: 170 } },
} as const;

/** Where a report stands on its page: what its anchors begin with, and the level of its sections' headings. */
export interface Place {
  readonly prefix: string;
  readonly level: 2 | 4;
}

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** One line beside its title; given, the section is folded. */
  readonly hint?: string;
  /** Folded, and open at first. */
  readonly open?: boolean;
}

/** A section of the page; nothing where it would be empty. */
export function section(
  { id: own, title, body, hint, open = false }: Part,
  { prefix, level }: Place,
): string {
  if (body === '') return '';
  const id = prefix + own;
  const heading = element(level, `id="${id}-heading"${language(title)}`, escaped(title));
  const start = `<section id="${id}" aria-labelledby="${id}-heading"`;
  if (hint === undefined) return `${start}>${heading}${body}</section>`;
  const line = hint === '' ? '' : ` <span class="hint">${prose(hint)}</span>`;
  return `${start} class="folded"><details${open ? ' open' : ''}><summary>${heading}${line}</summary>${body}</details></section>`;
}

function element(level: number, attributes: string, content: string): string {
  return `<h${level}${attributes === '' ? '' : ` ${attributes}`}>${content}</h${level}>`;
}

/** What stands under the heading of a section. */
export type Below = Omit<Place, 'level'> & { readonly level: number };

/**
 * A figure: drawn for wide and for narrow pages, with its data.
 * @param form `first`: for the first screen, which says the finding itself; `told`: the section around it has its title; `bare`: and its
 *   sentence too
 */
export function figure(
  { id: own, title, sentence, note = '', chart, table }: Figure,
  { prefix, level }: Below,
  form: 'full' | 'first' | 'told' | 'bare' = 'full',
): string {
  const id = prefix + own;
  const drawings = Object.entries(sizes[form === 'first' ? 'first' : 'full']).map(([className, size]) =>
    draw(chart, { id: `${id}-${className}`, title, description: sentence, className, ...size }),
  );
  const isNamed = form === 'full' || form === 'first';
  const heading = !isNamed ? '' : element(level, `id="figure-${id}-title"`, escaped(title));
  const name = !isNamed ? `aria-label="${escaped(title)}"` : `aria-labelledby="figure-${id}-title"`;
  return [
    `<figure id="figure-${id}" ${name}>`,
    `<figcaption>${heading}${form === 'full' || form === 'told' ? `<p>${prose(sentence)}</p>` : ''}</figcaption>`,
    ...drawings,
    note === '' || form === 'first' ? '' : `<p class="note">${prose(note)}</p>`,
    `<details><summary>${say(message('report.data'))}<span class="quietly">: ${escaped(title)}</span></summary>${htmlTable(table, 'hidden')}</details>`,
    '</figure>',
  ].join('');
}

/** Names and values as a list. */
export function facts(rows: readonly Fact[]): string {
  const items = rows.map(
    ({ name, value }) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl class="facts">${items.join('')}</dl>`;
}

/** The parts of a report as HTML: each experiment's own page has them, and so has the page that holds several. */
import type { Passage } from '../../model/verdict.ts';
import { draw } from '../chart/chart.ts';
import { escaped } from '../chart/svg.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Failure } from '../outline/failures.ts';
import type { Figure } from './figure.ts';
import { gridOf } from '../outline/grid.ts';
import { badge, htmlTable, language, prose } from './html-table.ts';
import type { Outline } from '../outline/outline.ts';
import { pictureFigure } from './pictures.ts';
import type { Claim } from '../outline/tables.ts';
import type { TrustLine } from '../outline/trust.ts';

/** Widths that a figure is drawn for; the style sheet shows one of them. Small text shrunk to a phone cannot be read. */
const widths = { wide: 840, narrow: 358 } as const;

/** Where a report stands on its page: what its anchors begin with, and the level of its sections' headings. */
export interface Place {
  readonly prefix: string;
  readonly level: 2 | 3;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

export function sectionsOf(report: Outline, place: Place): Section[] {
  return parts(report, place)
    .filter(({ body }) => body !== '')
    .map(({ id: own, title, body }) => {
      const id = place.prefix + own;
      const heading = element(place.level, `id="${id}-heading"${language(title)}`, escaped(title));
      return {
        id,
        title,
        html: `<section id="${id}" aria-labelledby="${id}-heading">${heading}${body}</section>`,
      };
    });
}

function element(level: number, attributes: string, content: string): string {
  return `<h${level}${attributes === '' ? '' : ` ${attributes}`}>${content}</h${level}>`;
}

function parts(report: Outline, place: Place): { id: string; title: string; body: string }[] {
  const below = { ...place, level: place.level + 1 };
  return [
    ...report.leading.map((one, i) => ({
      id: `leading-${i + 1}`,
      title: one.title,
      body: passage(one, below),
    })),
    { id: 'validity', title: 'Validity checks', body: failed(report, place) },
    { id: 'claims', title: 'Claims', body: report.claims.map((one) => claim(one, below)).join('') },
    ...report.passages.map((one, i) => ({
      id: `passage-${i + 1}`,
      title: one.title,
      body: passage(one, below),
    })),
    { id: 'figures', title: 'Figures', body: report.figures.map((one) => figure(one, below)).join('') },
    {
      id: 'settings',
      title: 'Settings measured',
      body: report.settings.map((grid) => htmlTable(grid)).join(''),
    },
    { id: 'comparisons', title: report.comparisons.title, body: htmlTable(report.comparisons, 'hidden') },
    { id: 'trust', title: 'Can it be trusted?', body: checks(report.trust) },
    { id: 'checks', title: report.checks.title, body: htmlTable(report.checks, 'hidden') },
    {
      id: 'failures',
      title: 'Trials that failed',
      body: report.failures.map((one) => failure(one, below)).join(''),
    },
    { id: 'noise', title: 'Noise of this machine', body: report.noise.length > 0 ? facts(report.noise) : '' },
    { id: 'conditions', title: 'Conditions', body: facts([...report.plan, ...report.host]) },
    {
      id: 'repeat',
      title: 'To repeat it',
      body: `<pre class="wrap"><code>${escaped(report.repeat)}</code></pre>`,
    },
  ];
}

/** What stands under the heading of a section. */
export type Below = Omit<Place, 'level'> & { readonly level: number };

function claim({ id, text, verdict, because, source, table }: Claim, { prefix, level }: Below): string {
  return [
    `<article class="claim" aria-labelledby="${prefix}claim-${escaped(id)}">${badge(verdict)}`,
    element(level, `id="${prefix}claim-${escaped(id)}"${language(text)}`, escaped(text)),
    `<p${language(because)}>${prose(because)}</p><p class="source">Source: ${escaped(source)}</p>`,
    `<details><summary>Evidence<span class="quietly"> for: ${escaped(text)}</span></summary>${htmlTable(table, 'hidden')}</details>`,
    '</article>',
  ].join('');
}

function passage({ paragraphs, tables, pictures = [], listings = [] }: Passage, below: Below): string {
  return [
    ...paragraphs.map((text) => `<p${language(text)}>${prose(text)}</p>`),
    ...pictures.map((picture) => figure(pictureFigure(picture), below)),
    ...tables.map((table) => htmlTable(gridOf(table))),
    ...listings.map(
      ({ title, lines }) =>
        `${element(below.level, '', escaped(title))}<pre tabindex="0" aria-label="${escaped(title)}"><code>${escaped(lines.join('\n'))}</code></pre>`,
    ),
  ].join('');
}

/** A figure: drawn for wide and for narrow pages, with its data. */
export function figure({ id: own, title, sentence, chart, table }: Figure, { prefix, level }: Below): string {
  const id = prefix + own;
  const drawings = Object.entries(widths).map(([className, width]) =>
    draw(chart, { id: `${id}-${className}`, title, description: sentence, width, className }),
  );
  return [
    `<figure id="figure-${id}" aria-labelledby="figure-${id}-title">`,
    `<figcaption>${element(level, `id="figure-${id}-title"`, escaped(title))}<p>${prose(sentence)}</p></figcaption>`,
    ...drawings,
    `<details><summary>Data of this figure<span class="quietly">: ${escaped(title)}</span></summary>${htmlTable(table, 'hidden')}</details>`,
    '</figure>',
  ].join('');
}

function failed({ failedChecks, checkBalance }: Outline, { prefix }: Place): string {
  if (checkBalance === '') return '';
  const rows = failedChecks.map(
    ({ id, title, sentence, consequence }) =>
      `<div><dt><span class="badge ${consequence === '' ? 'undecided' : 'refuted'}">${id}</span>${escaped(title)}</dt>` +
      `<dd>${prose(`${sentence} ${consequence}`.trimEnd())}</dd></div>`,
  );
  const list = rows.length === 0 ? '' : `<dl class="checks">${rows.join('')}</dl>`;
  return `${list}<p class="note">${escaped(checkBalance)} <a href="#${prefix}checks">All of them</a></p>`;
}

function checks(lines: readonly TrustLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ({ name, ok, answer }) =>
      `<div><dt><span class="badge ${ok ? 'holds' : 'refuted'}">${ok ? 'ok' : 'doubt'}</span>${escaped(name)}</dt><dd>${prose(answer)}</dd></div>`,
  );
  return `<p class="note">Each line is the worst case over all trials that count.</p><dl class="checks">${rows.join('')}</dl>`;
}

/** Names and values as a list. */
export function facts(rows: readonly Fact[]): string {
  const items = rows.map(
    ({ name, value }) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl class="facts">${items.join('')}</dl>`;
}

function failure({ code, what, why, todo, trials, output }: Failure, { level }: Below): string {
  const last =
    output.length === 0
      ? ''
      : `<pre tabindex="0" aria-label="Last lines of the server"><code>${escaped(output.join('\n'))}</code></pre>`;
  return [
    `<div class="failure">${element(level, '', `<code>${code}</code>`)}<p>${escaped(`${what} ${why}`)}</p>`,
    `<p><strong>What to do:</strong> ${escaped(todo)}</p><p class="note">${escaped(trials.join(', '))}</p>${last}</div>`,
  ].join('');
}

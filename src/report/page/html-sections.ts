/** The parts of a report as HTML: each experiment's own page has them, and so has the page that holds several. */
import { wordName } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import { draw } from '../chart/chart.ts';
import { escaped } from '../chart/svg.ts';
import { anchorOf } from '../outline/anchor.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Failure } from '../outline/failures.ts';
import { type Figure, tableOf } from '../outline/table.ts';
import { badge, htmlTable, language, prose } from './html-table.ts';
import type { Outline, SpokenSection } from '../outline/outline.ts';
import { pictureFigure } from './pictures.ts';
import type { Claim } from '../outline/tables.ts';

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

/** What the answer rests on: comparisons and claims, then quality in one line, then all else, folded. */
export function sectionsOf(report: Outline, place: Place): string[] {
  const below = { ...place, level: place.level + 1 };
  const { main } = report;
  const [forest, ...figures] = report.figures.toSorted(
    (a, b) => Number(b.id === 'forest') - Number(a.id === 'forest'),
  );
  const isCompared = forest?.id === 'forest';
  const others = isCompared ? figures : report.figures;
  const parts: Part[] = [
    ...report.leading.map((one) => ({
      id: anchorOf(one.title),
      title: one.title,
      // What is to be copied is in the box on the first screen.
      body: passage({ ...one, listings: [] }, below),
    })),
    {
      id: 'comparisons',
      title: report.comparisons.title,
      body: isCompared
        ? figure(forest, below, isLong(forest) ? 'bare' : 'told')
        : htmlTable(report.comparisons, 'hidden'),
      ...(isCompared && isLong(forest) ? { hint: forest.sentence } : {}),
    },
    { id: 'claims', title: say(message('report.claims')), body: claimGroups(report.claims, below) },
    quality(report, below),
    ...report.passages.map((one) => ({
      id: anchorOf(one.title),
      title: one.title,
      hint: '',
      body: passage(one, below, main),
    })),
    ...others
      .filter(({ id, chart }) => id !== main?.of || isPart(chart, main))
      .map((one) => ({
        id: `about-${one.id}`,
        title: one.title,
        hint: one.sentence,
        body: figure(one, below, 'bare'),
      })),
    {
      id: 'settings',
      title: say(message('report.settings')),
      hint: report.settings.map(({ title }) => title).join('; '),
      body: report.settings.map((grid) => htmlTable(grid)).join(''),
    },
    {
      id: 'failures',
      title: say(message('report.failed-trials')),
      hint: report.failures.map(({ code, trials }) => `${trials.length} × ${code}`).join(', '),
      open: report.failures.length > 0,
      body: report.failures.map((one) => failure(one, below)).join(''),
    },
    {
      id: 'conditions',
      title: say(message('report.conditions')),
      hint: conditions(report),
      body: facts([...report.plan, ...report.host]),
    },
    {
      id: 'repeat',
      title: say(message('report.reproduce')),
      hint: '',
      body: `<pre class="wrap copy"><code>${escaped(report.repeat)}</code></pre>`,
    },
  ];
  return parts.map((part) => section(part, place));
}

/** The picture of the first screen is one panel of it. */
function isPart(chart: Figure['chart'], main: Figure | null): boolean {
  return (
    chart.kind === 'curve' && main?.chart.kind === 'curve' && chart.panels.length > main.chart.panels.length
  );
}

/** More rows than this push what comes after them off the next screen. */
const mostRows = 16;

function isLong({ chart }: Figure): boolean {
  return (
    chart.kind === 'forest' &&
    chart.groups.reduce((rows, group) => rows + group.rows.length + 2, 0) > mostRows
  );
}

function conditions({ host, plan }: Outline): string {
  return [...plan, ...host]
    .filter(({ isBrief = false }) => isBrief)
    .map(({ value }) => value)
    .join(', ');
}

/** In one line, with what it means for the answer. */
function quality(
  { failedChecks, checkBalance, checks, noise, qualityLine }: Outline,
  { prefix }: Below,
): Part {
  const rows = failedChecks.map(
    ({ id, title, sentence, consequence }) =>
      `<div><dt><span class="badge ${consequence === '' ? 'undecided' : 'refuted'}">${id}</span>${escaped(title)}</dt>` +
      `<dd>${prose(`${sentence} ${consequence}`.trimEnd())}</dd></div>`,
  );
  return {
    id: 'quality',
    title: say(message('page.section.quality')),
    hint: qualityLine,
    body: [
      rows.length === 0 ? '' : `<dl class="checks">${rows.join('')}</dl>`,
      noise.length === 0 ? '' : facts(noise),
      checkBalance === '' ? '' : `<p class="note">${escaped(checkBalance)}</p>`,
      checks.rows.length === 0 ? '' : `<div id="${prefix}checks">${htmlTable(checks)}</div>`,
    ].join(''),
  };
}

/** What stands under the heading of a section. */
export type Below = Omit<Place, 'level'> & { readonly level: number };

/** Decided ones first, by verdict; the others folded, with what would decide them. */
function claimGroups(claims: readonly Claim[], below: Below): string {
  const deeper = { ...below, level: below.level + 1 };
  const list = (those: readonly Claim[]) => those.map((one) => claim(one, deeper)).join('');
  const groups = (['holds', 'refuted', 'misread', 'undecided', 'not run'] as const).map((word) => {
    const those = claims.filter(({ verdict }) => verdict === word);
    if (those.length === 0) return '';
    const heading = element(
      below.level,
      `id="${below.prefix}claims-${anchorOf(word)}"`,
      `${badge(word, wordName(word))} ${those.length}`,
    );
    const isOpen = word === 'undecided' || word === 'not run';
    const start = `<div class="claims" data-word="${word}">`;
    if (!isOpen) return `${start}${heading}${list(those)}</div>`;
    const price = word === 'undecided' ? ` <span class="hint">${prose(priceOf(those))}</span>` : '';
    return `${start}<details><summary>${heading}${price}</summary>${list(those)}</details></div>`;
  });
  return groups.join('');
}

/** What would decide them all. */
function priceOf(claims: readonly Claim[]): string {
  const prices = claims.flatMap(({ undecided }) => (undecided?.kind === 'noise' ? [undecided] : []));
  const price =
    prices.length === 0
      ? message('page.claims.no-price')
      : message('page.claims.price', {
          blocks: Math.max(...prices.map(({ blocks }) => blocks)),
          seconds: Math.max(...prices.map(({ seconds }) => seconds)),
        });
  return say(price);
}

function claim({ id, text, verdict, because, source, table }: Claim, { prefix, level }: Below): string {
  return [
    `<article class="claim ${verdict.replaceAll(' ', '-')}" aria-labelledby="${prefix}claim-${escaped(id)}">`,
    element(level, `id="${prefix}claim-${escaped(id)}"${language(text)}`, escaped(text)),
    `<p${language(because)}>${prose(because)}</p>`,
    `<details><summary>${say(message('report.evidence'))}<span class="quietly">: ${escaped(text)}</span></summary><p class="source"${language(source)}>${say(message('report.source'))}: ${escaped(source)}</p>${htmlTable(table, 'hidden')}</details>`,
    '</article>',
  ].join('');
}

/** @param main a picture that was shown already */
function passage(
  { paragraphs, tables, pictures = [], listings = [] }: SpokenSection,
  below: Below,
  main: Figure | null = null,
): string {
  return [
    ...paragraphs.map((text) => `<p${language(text)}>${prose(text)}</p>`),
    ...pictures.filter(({ id }) => id !== main?.of).map((picture) => figure(pictureFigure(picture), below)),
    ...tables.map((table) => htmlTable(tableOf(table))),
    ...listings.map(
      ({ title, lines }) =>
        `${element(below.level, '', escaped(title))}<pre class="copy" tabindex="0" aria-label="${escaped(title)}"><code>${escaped(lines.join('\n'))}</code></pre>`,
    ),
  ].join('');
}

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

function failure({ code, what, why, todo, trials, output }: Failure, { level }: Below): string {
  const last =
    output.length === 0
      ? ''
      : `<pre tabindex="0" aria-label="${say(message('report.output'))}"><code>${escaped(output.join('\n'))}</code></pre>`;
  return [
    `<div class="failure">${element(level, '', `<code>${escaped(code)}</code>`)}<p>${escaped(`${what} ${why}`)}</p>`,
    `<p><strong>${say(message('page.todo'))}:</strong> ${escaped(todo)}</p><p class="note">${escaped(trials.join(', '))}</p>${last}</div>`,
  ].join('');
}

/**
 * The report as one file: no script, no network, nothing beside it. The policy in its head forbids the browser
 * everything but the style sheet that is in the file, so that no text of a measured server can do anything.
 */
import { createHash } from 'node:crypto';
import type { Passage, RunResult } from '../model/verdict.ts';
import { draw } from './chart/chart.ts';
import { escaped } from './chart/svg.ts';
import type { Fact } from './conditions.ts';
import type { Failure } from './failures.ts';
import type { Figure } from './figure.ts';
import { gridOf } from './grid.ts';
import { badge, htmlTable, language } from './html-table.ts';
import { outline, type Outline } from './outline.ts';
import { pictureFigure } from './pictures.ts';
import { style } from './style.ts';
import type { Claim } from './tables.ts';
import type { TrustLine } from './trust.ts';

/** Widths that a figure is drawn for; the style sheet shows one of them. Small text shrunk to a phone cannot be read. */
const widths = { wide: 840, narrow: 358 } as const;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** The whole page. It is a promise because drawing may one day be too much for one turn of the loop. */
export function html(result: RunResult): Promise<string> {
  const report = outline(result);
  const sections = sectionsOf(report).filter(({ body }) => body !== '');
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('');
  const body = sections.map(
    ({ id, title, body: content }) =>
      `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading"${language(title)}>${escaped(title)}</h2>${content}</section>`,
  );
  return Promise.resolve(
    [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8">`,
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${escaped(`${report.title} – chokepoint`)}</title><style>${style}</style></head><body>`,
      '<a class="skip" href="#report">Skip to the report</a><div class="page">',
      `<header><div class="brand">chokepoint <span>report</span></div>${themeChoice}</header>`,
      `<main id="report" tabindex="-1"><div class="head"><h1>${escaped(report.title)}</h1>`,
      `<p class="verdict">${prose(report.verdict)}</p><p class="byline">${escaped(report.byline)}</p>`,
      warnings(report.warnings),
      `</div><nav aria-labelledby="contents"><p id="contents">Contents</p><ol>${links}</ol></nav><div class="sections">`,
      ...body,
      '</div></main>',
      `<footer>Run ${escaped(result.run.id)}, measured and judged by chokepoint ${escaped(result.host.chokepoint)}.</footer>`,
      '</div></body></html>\n',
    ].join('\n'),
  );
}

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** Radio buttons and `:has()` in the style sheet: a choice without a script. */
const themeChoice = `<fieldset class="theme"><legend>Colour scheme</legend>${['auto', 'light', 'dark']
  .map(
    (name) =>
      `<label><input type="radio" name="theme" id="theme-${name}"${name === 'auto' ? ' checked' : ''}>${name}</label>`,
  )
  .join('')}</fieldset>`;

function sectionsOf(report: Outline): Section[] {
  return [
    { id: 'honesty', title: 'Honesty', body: failed(report) },
    { id: 'claims', title: 'Claims', body: report.claims.map(claim).join('') },
    ...report.passages.map((one, i) => ({ id: `passage-${i + 1}`, title: one.title, body: passage(one) })),
    { id: 'figures', title: 'Figures', body: report.figures.map(figure).join('') },
    {
      id: 'settings',
      title: 'Settings measured',
      body: report.settings.map((grid) => htmlTable(grid)).join(''),
    },
    { id: 'comparisons', title: report.comparisons.title, body: htmlTable(report.comparisons, 'hidden') },
    { id: 'trust', title: 'Can it be trusted?', body: checks(report.trust) },
    { id: 'checks', title: report.checks.title, body: htmlTable(report.checks, 'hidden') },
    { id: 'failures', title: 'Trials that failed', body: report.failures.map(failure).join('') },
    { id: 'noise', title: 'Noise of this machine', body: report.noise.length > 0 ? facts(report.noise) : '' },
    { id: 'conditions', title: 'Conditions', body: facts([...report.plan, ...report.host]) },
    {
      id: 'repeat',
      title: 'To repeat it',
      body: `<pre class="wrap"><code>${escaped(report.repeat)}</code></pre>`,
    },
  ];
}

function warnings(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  const items = texts.map((text) => `<li${language(text)}>${prose(text)}</li>`).join('');
  return `<aside class="warnings" aria-labelledby="warnings"><h2 id="warnings">Know this first</h2><ul>${items}</ul></aside>`;
}

function claim({ id, text, verdict, because, source, table }: Claim): string {
  return [
    `<article class="claim" aria-labelledby="claim-${escaped(id)}">${badge(verdict)}`,
    `<h3 id="claim-${escaped(id)}"${language(text)}>${escaped(text)}</h3>`,
    `<p${language(because)}>${prose(because)}</p><p class="source">Source: ${escaped(source)}</p>`,
    `<details><summary>Evidence<span class="quietly"> for: ${escaped(text)}</span></summary>${htmlTable(table, 'hidden')}</details>`,
    '</article>',
  ].join('');
}

function passage({ paragraphs, tables, pictures = [], listings = [] }: Passage): string {
  return [
    ...paragraphs.map((text) => `<p${language(text)}>${prose(text)}</p>`),
    ...pictures.map((picture) => figure(pictureFigure(picture))),
    ...tables.map((table) => htmlTable(gridOf(table))),
    ...listings.map(
      ({ title, lines }) =>
        `<h3>${escaped(title)}</h3><pre tabindex="0" aria-label="${escaped(title)}"><code>${escaped(lines.join('\n'))}</code></pre>`,
    ),
  ].join('');
}

function figure({ id, title, sentence, chart, table }: Figure): string {
  const drawings = Object.entries(widths).map(([className, width]) =>
    draw(chart, { id: `${id}-${className}`, title, description: sentence, width, className }),
  );
  return [
    `<figure id="figure-${id}" aria-labelledby="figure-${id}-title">`,
    `<figcaption><h3 id="figure-${id}-title">${escaped(title)}</h3><p>${prose(sentence)}</p></figcaption>`,
    ...drawings,
    `<details><summary>Data of this figure<span class="quietly">: ${escaped(title)}</span></summary>${htmlTable(table, 'hidden')}</details>`,
    '</figure>',
  ].join('');
}

function failed({ failedChecks, checkBalance }: Outline): string {
  if (checkBalance === '') return '';
  const rows = failedChecks.map(
    ({ id, title, sentence, consequence }) =>
      `<div><dt><span class="badge ${consequence === '' ? 'undecided' : 'refuted'}">${id}</span>${escaped(title)}</dt>` +
      `<dd>${prose(`${sentence} ${consequence}`.trimEnd())}</dd></div>`,
  );
  const list = rows.length === 0 ? '' : `<dl class="checks">${rows.join('')}</dl>`;
  return `${list}<p class="note">${escaped(checkBalance)} <a href="#checks">All of them</a></p>`;
}

function checks(lines: readonly TrustLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ({ name, ok, answer }) =>
      `<div><dt><span class="badge ${ok ? 'holds' : 'refuted'}">${ok ? 'ok' : 'doubt'}</span>${escaped(name)}</dt><dd>${prose(answer)}</dd></div>`,
  );
  return `<p class="note">Each line is the worst case over all trials that count.</p><dl class="checks">${rows.join('')}</dl>`;
}

function facts(rows: readonly Fact[]): string {
  const items = rows.map(
    ({ name, value }) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl class="facts">${items.join('')}</dl>`;
}

function failure({ code, what, why, todo, trials, output }: Failure): string {
  const last =
    output.length === 0
      ? ''
      : `<pre tabindex="0" aria-label="Last lines of the server"><code>${escaped(output.join('\n'))}</code></pre>`;
  return [
    `<div class="failure"><h3><code>${code}</code></h3><p>${escaped(`${what} ${why}`)}</p>`,
    `<p><strong>What to do:</strong> ${escaped(todo)}</p><p class="note">${escaped(trials.join(', '))}</p>${last}</div>`,
  ].join('');
}

/** Escaped, and a number kept on one line with its unit. */
function prose(text: string): string {
  return escaped(text).replace(/(\d) (%|ms|µs|s)(?![\w])/g, '$1\u00a0$2');
}

/** One page over many reports: by what was asked about, how its figure went, then its reports, the newest first. */
import { anchorOf } from '../outline/names.ts';
import { date } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import { draw, type Chart } from '../chart/chart.ts';
import { escaped } from '../chart/svg.ts';
import type { ReportSummary } from '../outline/report-summary.ts';
import { document } from '../render/html-document.ts';
import { language, prose, toned } from '../render/html-blocks.ts';

export interface IndexedReport {
  /** Name of the report's folder, beside the index. */
  readonly folder: string;
  readonly summary: ReportSummary;
}

/** Fewest reports that make a trend. */
const fewestPoints = 3;
/** Most points of a trend: a small picture has room for no more. */
const mostPoints = 30;
const [width, height] = [340, 150];

export function reportsIndex(reports: readonly IndexedReport[]): string {
  const newest = reports.toSorted((a, b) => b.summary.at - a.summary.at);
  const title = say(message('word.Reports'));
  const groups = [...Map.groupBy(newest, ({ summary }) => summary.route)];
  return document({
    title,
    body: `<h1 class="verdict"${language(title)}>${escaped(title)}</h1>${groups.map(group).join('')}`,
    footer: say(message('page.index.count', { reports: reports.length })),
  });
}

function group([route, reports]: readonly [string, readonly IndexedReport[]], i: number): string {
  const id = `${anchorOf(route)}-${i + 1}`;
  return [
    `<section class="route" id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading"${language(route)}>${escaped(route)}</h2>`,
    trends(
      reports.map(({ summary }) => summary),
      id,
    ),
    ...reports.map(entry),
    '</section>',
  ].join('');
}

function entry({ folder, summary: { title, badge, tone, sentence, at, verb } }: IndexedReport): string {
  return [
    `<article class="claim ${tone}">${toned(tone, badge)} <span class="detail">${escaped(verb)} · ${date(at)}</span>`,
    `<h3${language(title)}><a href="${encodeURIComponent(folder)}/report.html">${escaped(title)}</a></h3>`,
    `<p${language(sentence)}>${prose(sentence)}</p></article>`,
  ].join('');
}

/** Pictures of what was measured in the same way often enough. */
function trends(newest: readonly ReportSummary[], id: string): string {
  const told = newest.filter(({ figure }) => figure !== null);
  const series = [...Map.groupBy(told, ({ key, figure }) => JSON.stringify([key, figure?.label])).values()];
  const long = series.filter(({ length }) => length >= fewestPoints);
  return long.length === 0
    ? ''
    : `<div class="trends">${long.map((runs, i) => trend(runs, `${id}-trend-${i + 1}`)).join('')}</div>`;
}

/** @param runs the newest first */
function trend(runs: readonly ReportSummary[], id: string): string {
  const shown = runs.slice(0, mostPoints).toReversed();
  const points = shown.flatMap(({ at, figure }, i) =>
    figure ? { ...figure, level: i, shown: `${date(at)}: ${figure.text}` } : [],
  );
  const { key = '', figure = null } = runs[0] ?? {};
  const label = figure?.label ?? '';
  const chart: Chart = {
    kind: 'curve',
    axis: { label: '', levels: points.map(({ level }) => level), scale: 'category' },
    unit: '',
    title: '',
    lines: [{ label, series: 0, dash: 0, points }],
  };
  const description = points.map(({ shown: told }) => told).join('; ');
  return [
    `<figure aria-labelledby="${id}-heading"><figcaption><h3 id="${id}-heading"${language(key)}>${escaped(label)}</h3>`,
    `<p>${escaped(key)}: ${prose(figure?.text ?? '')}</p></figcaption>`,
    draw(chart, { id, title: label, description, width, height, className: '' }),
    '</figure>',
  ].join('');
}

/** One page over many reports: how their figures went, then the reports themselves, the newest first. */
import { date } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import { drawTrend } from '../chart/trend.ts';
import { element, escaped } from '../chart/svg.ts';
import { datedText, type ReportSummary } from '../outline/report-summary.ts';
import { page } from './html.ts';
import { section } from './html-sections.ts';
import { language, prose, toned } from './html-table.ts';

export interface IndexedReport {
  /** Its name, beside the index. */
  readonly folder: string;
  readonly summary: ReportSummary;
}

/** More trends would hide the list below them. */
const mostTrends = 6;
/** A small picture has room for so many points. */
const mostPoints = 30;
const width = 340;

export function reportsIndex(reports: readonly IndexedReport[]): string {
  const newest = reports.toSorted((a, b) => b.summary.at - a.summary.at);
  const title = say(message('page.index.title'));
  return page({
    title,
    first: `<h1 class="verdict"${language(title)}>${escaped(title)}</h1>`,
    warnings: [],
    body: [
      section(
        { id: 'trends', title: say(message('page.index.trends')), body: trends(newest) },
        { prefix: '', level: 2 },
      ),
      section(
        { id: 'newest', title: say(message('page.index.newest')), body: newest.map(entry).join('') },
        { prefix: '', level: 2 },
      ),
    ],
    footer: say(message('page.index.count', { reports: reports.length })),
  });
}

function entry({ folder, summary }: IndexedReport): string {
  const { title, badge, tone, sentence, at } = summary;
  return [
    `<article class="claim ${tone}">${toned(tone, badge)} <span class="detail">${date(at)}</span>`,
    `<h3${language(title)}><a href="${encodeURIComponent(folder)}/report.html">${escaped(title)}</a></h3>`,
    `<p${language(sentence)}>${prose(sentence)}</p></article>`,
  ].join('');
}

/** Of those that measured the same thing more than once. */
function trends(newest: readonly IndexedReport[]): string {
  const all = newest.map(({ summary }) => summary).filter(({ figure }) => figure !== null);
  const groups = [...Map.groupBy(all, ({ key, figure }) => JSON.stringify([key, figure?.label])).values()];
  const several = groups.filter(({ length }) => length > 1).slice(0, mostTrends);
  return several.length === 0 ? '' : `<div class="trends">${several.map(trend).join('')}</div>`;
}

/** @param runs the newest first */
function trend(runs: readonly ReportSummary[], i: number): string {
  const shown = runs.slice(0, mostPoints).toReversed();
  const points = shown.flatMap((run) => (run.figure ? { ...run.figure, text: datedText(run) } : []));
  const { key = '', figure = null } = runs[0] ?? {};
  const id = `trend-${i + 1}`;
  const { height, body } = drawTrend(points, width);
  const description = points.map(({ text }) => text).join('; ');
  const svg = element(
    'svg',
    {
      class: 'chart',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
    },
    element('desc', { id: `${id}-desc` }, escaped(description)) + body,
  );
  return [
    `<figure aria-labelledby="${id}-title"><figcaption><h3 id="${id}-title"${language(key)}>${escaped(key)}</h3>`,
    `<p>${escaped(figure?.label ?? '')}: ${prose(figure?.text ?? '')}</p></figcaption>${svg}</figure>`,
  ].join('');
}

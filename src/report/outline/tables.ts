/** The evidence in tables: what each setting did, how it compares, and what each claim rests on. */
import { metricName, shortMetricName, wordName } from './names.ts';
import { message, say, type AnyMessage } from '../../messages/message.ts';
import {
  foundIn,
  metrics,
  type ClaimVerdict,
  type Estimate,
  type Evidence,
  type Metric,
  type Said,
  type RunTable,
} from '../../model/verdict.ts';
import type { PlotLayout } from './plot-layout.ts';
import { shownInterval, type ShownRun } from './shown-run.ts';
import { brief, columnFormat, fixed, decimalsOf, ratioTexts } from '../../format/number.ts';
import { textCells, column, columnOf, said, type Table, type TableCell, type TableColumn } from '../page.ts';

export interface Claim extends Omit<ClaimVerdict, 'because'> {
  readonly because: string;
  readonly table: Table;
}

/** Which figures of a setting are shown, the most telling first; the rank says which give way in a narrow terminal. */
const settingMetrics = [
  ['throughput', 'per-second', 0],
  ['p50', 'p50-ms', 2],
  ['p90', 'p90-ms', 4],
  ['p99', 'p99-ms', 1],
] as const;

const jobMetrics = [
  ['jobRate', 'jobs-per-second', 0],
  ['jobMin', 'first-done-ms', 2],
  ['jobMean', 'average-ms', 1],
  ['jobMax', 'last-done-ms', 0],
] as const;

type MetricColumn = { readonly metric: Metric } & TableColumn;

const columnsOf = (shown: typeof settingMetrics | typeof jobMetrics): MetricColumn[] =>
  shown.map(([metric, name, rank]) => ({ metric, ...column(name, 'right', rank) }));

export function settingTable(result: ShownRun): Table {
  const settings = result.premature.size;
  const notes = settings === 0 ? [] : [message('report.premature', { settings })];
  return estimates(result, say(message('report.response-times')), columnsOf(settingMetrics), notes);
}

/** What the jobs of each setting took; no rows where the subject does not time its own jobs. */
export function jobTable(result: ShownRun): Table {
  const grid = estimates(result, say(message('report.jobs')), columnsOf(jobMetrics));
  const isTimed = result.summaries.some(({ metrics: m }) => jobMetrics.some(([metric]) => m[metric]));
  return isTimed ? grid : { ...grid, rows: [] };
}

/** One metric of every setting: the data behind a curve. */
export const metricTable = (result: ShownRun, title: string, metric: Metric): Table =>
  estimates(result, title, [
    { metric, ...columnOf(`${metricName(metric)} ${metrics[metric].unit}`, 'right') },
  ]);

function estimates(
  result: ShownRun,
  title: string,
  columns: readonly MetricColumn[],
  more: readonly AnyMessage[] = [],
): Table {
  const { layout: grid, summaries } = result;
  // A setting without a single figure is listed only if the reason is that its trials failed.
  const shown = summaries.filter(
    ({ metrics: m, trials }) => trials === 0 || columns.some(({ metric }) => m[metric]),
  );
  const all = shown.flatMap(({ metrics: m }) => columns.map(({ metric }) => m[metric]));
  const formats = columns.map(({ metric }) =>
    columnFormat(summaries.flatMap(({ metrics: m }) => m[metric]?.value ?? [])),
  );
  const notes = [
    message('report.mean'),
    ...(all.some((one) => one && shownInterval(one) === null) ? [message('report.no-interval')] : []),
    ...(all.includes(undefined) ? [message('report.dash')] : []),
    ...more,
  ];
  return {
    title,
    note: notes.map(say).join(' '),
    columns: [...factorColumns(grid), column('trials', 'right', 3), ...columns],
    rows: shown.map(({ cell, trials, failed, metrics: m }) => [
      ...factorCells(grid, cell),
      {
        text: failed === 0 ? `${trials}` : say(message('page.tile.of', { n: trials, of: trials + failed })),
      },
      ...columns.map(({ metric }, i) => estimateCell(m[metric], formats[i] ?? brief)),
    ]),
  };
}

export function comparisonTable({
  layout: grid,
  comparisons,
}: Pick<ShownRun, 'layout' | 'comparisons'>): Table {
  const [first] = comparisons;
  const several = new Set(comparisons.map(({ baseline }) => baseline)).size > 1;
  const baseline = several
    ? message('report.group-baseline')
    : message('report.the-baseline', { setting: grid.label(first?.baseline ?? '') });
  return {
    title: say(message('word.Settings-compared')),
    // What the words of the table mean.
    note: first ? say(message('report.ratio-note', { ...first, baseline })) : '',
    columns: [
      column('metric'),
      ...factorColumns(grid),
      ...(several ? [column('against', 'left', 2)] : []),
      column('ratio', 'right'),
      column('verdict'),
      column('blocks', 'right', 3),
    ],
    rows: comparisons.map(({ metric, cell, baseline: own, ratio, word, withheld, blocks }) => {
      const { value, low, high } = ratioTexts(ratio);
      return [
        { text: shortMetricName(metric) },
        ...factorCells(grid, cell),
        ...(several ? [{ text: grid.labelAmong(own, [cell, own]) }] : []),
        { text: value, detail: `${low}–${high}` },
        // The check that took its word away, by its id: `undecided [M1]`.
        { text: wordName(word), word, ...(withheld && { detail: withheld.params.check }) },
        { text: `${blocks}` },
      ];
    }),
  };
}

/** A range as text: an en dash between two numbers, unless the lower one has a minus. */
function between(low: string, high: string): string {
  const minus = (text: string) => text.replace(/^-/, '−');
  return low.startsWith('-')
    ? say(message('report.range', { low: minus(low), high: minus(high) }))
    : `${low}–${high}`;
}

export function claims(result: ShownRun): Claim[] {
  return foundIn(result).claims.map((claim) => ({
    ...claim,
    because: [claim.because, ...whyUndecided(claim)].map(say).join(' '),
    table: {
      title: say(message('report.evidence-of', { claim: claim.id })),
      columns: [
        column('evidence'),
        column('value', 'right'),
        column('interval', 'right'),
        columnOf('n', 'right', 1),
      ],
      rows: claim.evidence.map(evidenceRow),
    },
  }));
}

/** Why a claim is undecided, in one short sentence: what took the verdict, or whether more blocks would give it. */
function whyUndecided({ undecided, withheld }: ClaimVerdict): AnyMessage[] {
  if (withheld !== undefined) return [message('report.withheld', { why: withheld })];
  if (undecided?.kind === 'noise') return [message('undecided.noise', { what: null, ...undecided })];
  return undecided?.kind === 'on the line' ? [message('undecided.on-the-line', { what: null })] : [];
}

function evidenceRow({ text, unit, value, low, high, n }: Evidence): TableCell[] {
  // What was counted is a whole number without an interval.
  const isCount = low === null && Number.isInteger(value);
  const decimals = isCount ? 0 : Math.max(decimalsOf(value), low === null ? 0 : Math.min(4, decimalsOf(low)));
  const interval = low === null || high === null ? '–' : between(fixed(low, decimals), fixed(high, decimals));
  return textCells(text, `${fixed(value, decimals)}${unit === '' ? '' : ` ${unit}`}`, interval, `${n}`);
}

function factorColumns(grid: PlotLayout): TableColumn[] {
  return grid.factors.map(({ key, levels }) =>
    columnOf(key, levels.every((level) => typeof level === 'number') ? 'right' : 'left'),
  );
}

function factorCells(grid: PlotLayout, cell: string): TableCell[] {
  return grid.factors.map((factor) => ({ text: String(grid.levelOf(cell, factor)) }));
}

function estimateCell(estimate: Estimate | undefined, format: (value: number) => string): TableCell {
  if (estimate === undefined) return { text: '–' };
  const known = shownInterval(estimate);
  const text = format(estimate.value);
  return known ? { text, detail: `${format(known.low)}–${format(known.high)}` } : { text };
}

/** A table written by an experiment: nothing of it may be left out, so that every column has rank 0. */
export function tableOf({ title, note, columns, rows }: RunTable<Said>): Table {
  return {
    title: said(title),
    note: note === undefined ? '' : said(note),
    columns: columns.map(({ label, align }) => columnOf(said(label), align)),
    rows: rows.map((row) => row.map((text) => ({ text: said(text) }))),
  };
}

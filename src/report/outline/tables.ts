/** The evidence in tables: what each setting did, how it compares, and what each claim rests on. */
import { columnName, metricName, shortMetricName, wordName } from './names.ts';
import { message, say, type Message } from '../../messages/message.ts';
import {
  foundIn,
  metrics,
  type ClaimVerdict,
  type Comparison,
  type Estimate,
  type Evidence,
  type Interval,
  type Metric,
  type Summary,
  type RunResult,
  type Said,
  type Table as ExperimentTable,
} from '../../model/verdict.ts';
import type { RunModel } from '../../model/prediction.ts';
import type { PlotLayout } from './plot-layout.ts';
import { shownInterval, type ShownRun } from './shown-run.ts';
import { brief, columnFormat, fixed, decimalsOf, ratioTexts } from '../../format/number.ts';
import { said, type Table, type TableCell, type TableColumn } from '../page.ts';

export interface Claim extends Omit<ClaimVerdict, 'because'> {
  readonly because: string;
  readonly table: Table;
}

/** Which figures of a setting are shown, the most telling first; `rank` says which give way in a narrow terminal. */
const settingMetrics = [
  { metric: 'throughput', column: 'per-second', rank: 0 },
  { metric: 'p50', column: 'p50-ms', rank: 2 },
  { metric: 'p90', column: 'p90-ms', rank: 4 },
  { metric: 'p99', column: 'p99-ms', rank: 1 },
] as const;

const jobMetrics = [
  { metric: 'jobRate', column: 'jobs-per-second', rank: 0 },
  { metric: 'jobMin', column: 'first-done-ms', rank: 2 },
  { metric: 'jobMean', column: 'average-ms', rank: 1 },
  { metric: 'jobMax', column: 'last-done-ms', rank: 0 },
] as const;

type Shown = (typeof settingMetrics)[number] | (typeof jobMetrics)[number];

const named = (shown: readonly Shown[]) =>
  shown.map(({ metric, column, rank }) => ({
    metric,
    label: columnName(column),
    rank,
  }));

export function settingTable(result: ShownRun): Table {
  const grid = estimates(result, say(message('report.response-times')), named(settingMetrics));
  const early = result.premature.size;
  if (early === 0) return grid;
  return { ...grid, note: `${grid.note} ${say(message('report.premature', { settings: early }))}` };
}

/** Empty where the subject does not time its own jobs. */
export function jobTable(result: ShownRun): Table {
  const grid = estimates(result, say(message('report.jobs')), named(jobMetrics));
  const any = result.summaries.some(({ metrics: m }) =>
    jobMetrics.some(({ metric }) => m[metric] !== undefined),
  );
  return any ? grid : { ...grid, rows: [] };
}

/** The given metrics of every setting: the data behind a curve. */
export function metricTable(result: ShownRun, title: string, shown: readonly Metric[]): Table {
  const grid = estimates(
    result,
    title,
    shown.map((metric) => ({ metric, label: `${metricName(metric)} ${metrics[metric].unit}`, rank: 0 })),
  );
  return result.model ? withModel(grid, result, result.model, shown) : grid;
}

/** A column more: the first metric as the model predicts it. */
function withModel(grid: Table, result: RunResult, { cells }: RunModel, [metric]: readonly Metric[]): Table {
  if (metric !== 'throughput' && metric !== 'p50') return grid;
  const predicted = new Map(cells.map((one) => [one.cell, one[metric]]));
  const values = [...predicted.values()].filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return grid;
  const format = columnFormat(values);
  const shown = result.summaries.filter((one) => one.metrics[metric] !== undefined || one.trials === 0);
  if (shown.length !== grid.rows.length) return grid;
  return {
    ...grid,
    note: `${grid.note} ${say(message('report.predicted'))}`,
    columns: [...grid.columns, { label: columnName('model'), align: 'right', rank: 2 }],
    rows: grid.rows.map((row, i) => {
      const value = predicted.get(shown[i]?.cell ?? '') ?? null;
      return [...row, { text: value === null ? '–' : format(value) }];
    }),
  };
}

function estimates(
  { layout: grid, summaries }: ShownRun,
  title: string,
  shown: readonly { metric: Metric; label: string; rank: number }[],
): Table {
  const has = ({ metrics: m }: Summary) => shown.some(({ metric }) => m[metric] !== undefined);
  // A setting without a single figure is listed only if the reason is that its trials failed.
  const shownSummaries = summaries.filter((one) => has(one) || one.trials === 0);
  const all = shownSummaries.flatMap(({ metrics: m }) => shown.map(({ metric }) => m[metric]));
  const formats = new Map(
    shown.map(({ metric }) => [
      metric,
      columnFormat(summaries.flatMap(({ metrics: m }) => m[metric]?.value ?? [])),
    ]),
  );
  return {
    title,
    note: [
      message('report.mean'),
      ...(all.some((one) => one !== undefined && shownInterval(one) === null)
        ? [message('report.no-interval')]
        : []),
      ...(all.includes(undefined) ? [message('report.dash')] : []),
    ]
      .map(say)
      .join(' '),
    columns: [
      ...factorColumns(grid),
      { label: columnName('trials'), align: 'right', rank: 3 },
      ...shown.map(({ label, rank }): TableColumn => ({ label, align: 'right', rank })),
    ],
    rows: shownSummaries.map(({ cell, trials, failed, metrics: m }) => [
      ...factorCells(grid, cell),
      {
        text: failed === 0 ? `${trials}` : say(message('report.trials-of', { trials, all: trials + failed })),
      },
      ...shown.map(({ metric }) => estimateCell(m[metric], formats.get(metric) ?? brief)),
    ]),
  };
}

export function comparisonTable({ layout: grid, comparisons }: ShownRun): Table {
  const [first] = comparisons;
  const baselines = new Set(comparisons.map(({ baseline }) => baseline));
  const several = baselines.size > 1;
  return {
    title: say(message('word.Settings-compared')),
    note:
      first === undefined
        ? ''
        : explained(
            first,
            several
              ? message('report.group-baseline')
              : message('report.the-baseline', { setting: grid.label(first.baseline) }),
          ),
    columns: [
      { label: columnName('metric'), align: 'left', rank: 0 },
      ...factorColumns(grid),
      ...(several ? [{ label: columnName('against'), align: 'left', rank: 2 } as const] : []),
      { label: columnName('ratio'), align: 'right', rank: 0 },
      { label: columnName('verdict'), align: 'left', rank: 0 },
      { label: columnName('blocks'), align: 'right', rank: 3 },
    ],
    rows: comparisons.map(({ metric, cell, baseline, ratio: interval, word, withheld, blocks }) => [
      { text: shortMetricName(metric) },
      ...factorCells(grid, cell),
      ...(several ? [{ text: grid.labelAmong(baseline, [cell, baseline]) }] : []),
      ratioCell(interval),
      // The check that took its word away, by its id: `undecided [M1]`.
      withheld === undefined
        ? { text: wordName(word), word }
        : { text: wordName(word), word, detail: withheld.params.check },
      { text: `${blocks}` },
    ]),
  };
}

/** An en dash between two numbers, unless one of them has a minus. */
function between(low: string, high: string): string {
  const minus = (text: string) => text.replace(/^-/, '−');
  return low.startsWith('-')
    ? say(message('report.range', { low: minus(low), high: minus(high) }))
    : `${low}–${high}`;
}

function ratioCell(interval: Interval): TableCell {
  const { value, low, high } = ratioTexts(interval);
  return { text: value, detail: `${low}–${high}` };
}

/** What the words of the table mean. */
function explained({ confidence, delta }: Comparison, baseline: Message): string {
  return say(message('report.ratio-note', { baseline, confidence, delta }));
}

export function claims(result: ShownRun): Claim[] {
  return foundIn(result).claims.map((claim) => ({
    ...claim,
    because: [say(claim.because), ...whyUndecided(claim)].join(' '),
    table: {
      title: say(message('report.evidence-of', { claim: claim.id })),
      note: '',
      columns: [
        { label: columnName('evidence'), align: 'left', rank: 0 },
        { label: columnName('value'), align: 'right', rank: 0 },
        { label: columnName('interval'), align: 'right', rank: 0 },
        { label: 'n', align: 'right', rank: 1 },
      ],
      rows: claim.evidence.map(evidenceRow),
    },
  }));
}

/** In one short sentence: what took the verdict, or whether more blocks would give it. */
function whyUndecided({ undecided, withheld }: ClaimVerdict): string[] {
  if (withheld !== undefined) return [say(message('report.withheld', { why: withheld }))];
  if (undecided?.kind === 'noise') {
    const { blocks, seconds } = undecided;
    return [say(message('undecided.noise', { what: null, blocks, seconds }))];
  }
  return undecided?.kind === 'on the line' ? [say(message('undecided.on-the-line', { what: null }))] : [];
}

function evidenceRow({ text, unit, value, low, high, n }: Evidence): TableCell[] {
  // What was counted is a whole number without an interval.
  const isCount = low === null && Number.isInteger(value);
  const decimals = isCount ? 0 : Math.max(decimalsOf(value), low === null ? 0 : Math.min(4, decimalsOf(low)));
  return [
    { text },
    { text: `${fixed(value, decimals)}${unit === '' ? '' : ` ${unit}`}` },
    { text: low === null || high === null ? '–' : between(fixed(low, decimals), fixed(high, decimals)) },
    { text: `${n}` },
  ];
}

function factorColumns(grid: PlotLayout): TableColumn[] {
  return grid.factors.map(({ key, levels }) => ({
    label: key,
    align: levels.every((level) => typeof level === 'number') ? 'right' : 'left',
    rank: 0,
  }));
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
export function tableOf({ title, note, columns, rows }: ExperimentTable<Said>): Table {
  return {
    title: said(title),
    note: note === undefined ? '' : said(note),
    columns: columns.map(({ label, align }) => ({ label: said(label), align, rank: 0 })),
    rows: rows.map((row) => row.map((text) => ({ text: said(text) }))),
  };
}

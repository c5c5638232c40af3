/** The evidence in tables: what each setting did, how it compares, and what each claim rests on. */
import {
  metrics,
  type ClaimVerdict,
  type Comparison,
  type Estimate,
  type Evidence,
  type Interval,
  type Metric,
  type Summary,
  type RunResult,
} from '../../model/verdict.ts';
import type { RunModel } from '../../model/prediction.ts';
import { cellGrid, type CellGrid } from '../page/cells.ts';
import { answersEarly } from './early.ts';
import { shownInterval } from './interval.ts';
import { brief, columnFormat, counted, fixed, decimalsOf, ratioTexts } from '../../format/number.ts';
import type { Grid, GridCell, GridColumn } from './grid.ts';

export interface Claim extends ClaimVerdict {
  readonly table: Grid;
}

/** Which figures of a setting are shown, the most telling first; `rank` says which give way in a narrow terminal. */
const settingMetrics = [
  { metric: 'throughput', label: 'requests/s', rank: 0 },
  { metric: 'p50', label: 'p50 ms', rank: 2 },
  { metric: 'p90', label: 'p90 ms', rank: 4 },
  { metric: 'p99', label: 'p99 ms', rank: 1 },
] as const;

const jobMetrics = [
  { metric: 'jobRate', label: 'jobs/s', rank: 0 },
  { metric: 'jobMin', label: 'first done ms', rank: 2 },
  { metric: 'jobMean', label: 'average ms', rank: 1 },
  { metric: 'jobMax', label: 'last done ms', rank: 0 },
] as const;

export function settingTable(result: RunResult): Grid {
  const grid = estimates(result, 'Response times of each setting', settingMetrics);
  const early = answersEarly(result).size;
  if (early === 0) return grid;
  const left =
    ` ${counted(early, 'setting')} that ${early === 1 ? 'answers' : 'answer'} before the work is done ` +
    `${early === 1 ? 'is' : 'are'} left out: ${early === 1 ? 'its' : 'their'} response times measure nothing.`;
  return { ...grid, note: grid.note + left };
}

/** Empty where the subject does not time its own jobs. */
export function jobTable(result: RunResult): Grid {
  const grid = estimates(result, 'Jobs of each setting, as the server timed them', jobMetrics);
  const any = result.summaries.some(({ metrics: m }) =>
    jobMetrics.some(({ metric }) => m[metric] !== undefined),
  );
  return any ? grid : { ...grid, rows: [] };
}

/** The given metrics of every setting: the data behind a curve. */
export function metricTable(result: RunResult, title: string, shown: readonly Metric[]): Grid {
  const grid = estimates(
    result,
    title,
    shown.map((metric) => ({ metric, label: `${metrics[metric].label} ${metrics[metric].unit}`, rank: 0 })),
  );
  return result.model ? withModel(grid, result, result.model, shown) : grid;
}

/** A column more: the first metric as the model foretells it. */
function withModel(grid: Grid, result: RunResult, { cells }: RunModel, [metric]: readonly Metric[]): Grid {
  if (metric !== 'throughput' && metric !== 'p50') return grid;
  const foretold = new Map(cells.map((one) => [one.cell, one[metric]]));
  const values = [...foretold.values()].filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return grid;
  const format = columnFormat(values);
  const shown = result.summaries.filter((one) => one.metrics[metric] !== undefined || one.trials === 0);
  if (shown.length !== grid.rows.length) return grid;
  return {
    ...grid,
    note: `${grid.note} Model: foretold from the baseline alone.`,
    columns: [...grid.columns, { label: 'model', align: 'right', rank: 2 }],
    rows: grid.rows.map((row, i) => {
      const value = foretold.get(shown[i]?.cell ?? '') ?? null;
      return [...row, { text: value === null ? '–' : format(value) }];
    }),
  };
}

function estimates(
  { plan, summaries }: RunResult,
  title: string,
  shown: readonly { metric: Metric; label: string; rank: number }[],
): Grid {
  const grid = cellGrid(plan);
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
    note:
      'Geometric mean over the trials, with its 95 % interval.' +
      (all.some((one) => one !== undefined && shownInterval(one) === null)
        ? ' Without one: fewer than three trials, or they differ so much that it spans more than a factor of ten.'
        : '') +
      (all.includes(undefined)
        ? ' A dash: no trial, or one of its trials has too few requests for that percentile.'
        : ''),
    columns: [
      ...factorColumns(grid),
      { label: 'trials', align: 'right', rank: 3 },
      ...shown.map(({ label, rank }): GridColumn => ({ label, align: 'right', rank })),
    ],
    rows: shownSummaries.map(({ cell, trials, failed, metrics: m }) => [
      ...factorCells(grid, cell),
      { text: failed === 0 ? `${trials}` : `${trials} of ${trials + failed}` },
      ...shown.map(({ metric }) => estimateCell(m[metric], formats.get(metric) ?? brief)),
    ]),
  };
}

export function comparisonTable({ plan, comparisons }: RunResult): Grid {
  const grid = cellGrid(plan);
  const [first] = comparisons;
  const baselines = new Set(comparisons.map(({ baseline }) => baseline));
  const several = baselines.size > 1;
  return {
    title: 'Settings compared',
    note:
      first === undefined
        ? ''
        : explained(
            first,
            several ? 'the baseline of its group' : `the baseline (${grid.label(first.baseline)})`,
          ),
    columns: [
      { label: 'metric', align: 'left', rank: 0 },
      ...factorColumns(grid),
      ...(several ? [{ label: 'against', align: 'left', rank: 2 } as const] : []),
      { label: 'ratio', align: 'right', rank: 0 },
      { label: 'verdict', align: 'left', rank: 0 },
      { label: 'blocks', align: 'right', rank: 3 },
      { label: 'method', align: 'left', rank: 4 },
    ],
    rows: comparisons.map(({ metric, cell, baseline, ratio: interval, word, withheld, blocks, method }) => [
      { text: metrics[metric].label.replace('response time ', '') },
      ...factorCells(grid, cell),
      ...(several ? [{ text: grid.labelAmong(baseline, [cell, baseline]) }] : []),
      ratioCell(interval),
      // The check that took its word away, by its id: `undecided [M1]`.
      withheld === undefined ? { text: word, word } : { text: word, word, detail: withheld.slice(0, 2) },
      { text: `${blocks}` },
      { text: method },
    ]),
  };
}

/** An en dash between two numbers, unless one of them has a minus. */
function between(low: string, high: string): string {
  const minus = (text: string) => text.replace(/^-/, '−');
  return low.startsWith('-') ? `${minus(low)} to ${minus(high)}` : `${low}–${high}`;
}

function ratioCell(interval: Interval): GridCell {
  const { value, low, high } = ratioTexts(interval);
  return { text: value, detail: `${low}–${high}` };
}

/** What the words of the table mean. */
function explained({ confidence, delta }: Comparison, baseline: string): string {
  return (
    `Ratio to ${baseline} with its ${(confidence * 100).toFixed(0)} % interval. Better and worse: the interval lies beyond 1. ` +
    `Equivalent: it lies within ${(1 / (1 + delta)).toFixed(2)} to ${(1 + delta).toFixed(2)}.`
  );
}

export function claims({ claims: verdicts }: RunResult): Claim[] {
  return verdicts.map((claim) => ({
    ...claim,
    because:
      claim.withheld === undefined ? claim.because : `${claim.because} No verdict, since ${claim.withheld}`,
    table: {
      title: `Evidence for ${claim.id}`,
      note: '',
      columns: [
        { label: 'evidence', align: 'left', rank: 0 },
        { label: 'value', align: 'right', rank: 0 },
        { label: '95 % interval', align: 'right', rank: 0 },
        { label: 'n', align: 'right', rank: 1 },
      ],
      rows: claim.evidence.map(evidenceRow),
    },
  }));
}

function evidenceRow({ text, unit, value, low, high, n }: Evidence): GridCell[] {
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

function factorColumns(grid: CellGrid): GridColumn[] {
  return grid.factors.map(({ key, levels }) => ({
    label: key,
    align: levels.every((level) => typeof level === 'number') ? 'right' : 'left',
    rank: 0,
  }));
}

function factorCells(grid: CellGrid, cell: string): GridCell[] {
  return grid.factors.map((factor) => ({ text: String(grid.levelOf(cell, factor)) }));
}

function estimateCell(estimate: Estimate | undefined, format: (value: number) => string): GridCell {
  if (estimate === undefined) return { text: '–' };
  const known = shownInterval(estimate);
  const text = format(estimate.value);
  return known ? { text, detail: `${format(known.low)}–${format(known.high)}` } : { text };
}

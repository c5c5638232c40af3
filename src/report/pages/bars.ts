/** The settings that the sentence of a run is about, as bars: each with the figure that was compared and its ratio to the baseline. */
import { columnFormat, ratioTexts } from '../../format/number.ts';
import { textWidth } from '../../format/width.ts';
import { message, type MessageCode } from '../../messages/message.ts';
import { metrics, type Metric } from '../../model/verdict.ts';
import { columnName, metricName } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { aligned, type BarCell, type Bars, type Mark } from '../page.ts';

const units: Partial<Record<Metric, Parameters<typeof columnName>[0]>> = {
  throughput: 'per-second',
  jobRate: 'jobs-per-second',
};

export function unitOf(metric: Metric): string {
  const unit = units[metric];
  return unit === undefined ? `${metricName(metric)} (${metrics[metric].unit})` : columnName(unit);
}

/** Most columns of a baseline's name: a longer one would take the room of the bars. */
const widestBaseline = 10;
const besides = [
  ['p50', 'p50-ms'],
  ['p99', 'p99-ms'],
  ['jobMean', 'average-ms'],
  ['jobMax', 'last-ms'],
] as const satisfies readonly (readonly [Metric, string])[];
const legend = [
  ['better', 'word.better'],
  ['worse', 'word.worse'],
  ['equivalent', 'terminal.equivalent'],
  ['undecided', 'word.undecided'],
  ['left', 'word.dropped-early'],
  ['warning', 'word.over-limit'],
] as const satisfies readonly (readonly [Mark, MessageCode])[];

/** What these marks stand for. */
export const legendOf = (marks: ReadonlySet<Mark | undefined>) =>
  legend.flatMap(([mark, code]) => (marks.has(mark) ? [[mark, message(code)] as const] : []));

export interface Picture {
  readonly bars: Bars;
  /** What the labels are levels of: `pool`, `topology · processes`. */
  readonly factor: string;
  /** Levels of the factors that differ: `16`, `cluster · 2`. */
  readonly label: (cell: string) => string;
}

/**
 * The settings as bars; those that were not compared have their figures alone. Where there are too many rows, those that differ
 * least from the baseline give way.
 * @returns null where there is nothing to show
 */
export function pictureOf({ layout, summaries, plan, focus }: ShownRun): Picture | null {
  const { metric, baseline, comparisons, best } = focus;
  const isCompared = comparisons.length > 0;
  if (!isCompared && plan.name !== 'sweep') return null;
  const own = new Map(comparisons.flatMap((one) => (one.baseline === baseline ? [[one.cell, one]] : [])));
  const others = layout.factors.filter((factor) => factor !== layout.axis);
  // On an axis of numbers what was held against another baseline belongs to the same curve.
  const isBeside = (cell: string) =>
    layout.axisScale === 'log2' &&
    others.every((factor) => layout.levelOf(cell, factor) === layout.levelOf(baseline, factor));
  const place = (cell: string) => layout.axis.levels.indexOf(layout.levelOf(cell, layout.axis));
  const shown = summaries
    .filter(({ cell }) => !isCompared || cell === baseline || own.has(cell) || isBeside(cell))
    .filter((summary) => summary.metrics[metric] !== undefined)
    .toSorted((one, other) => place(one.cell) - place(other.cell));
  const cells = shown.map(({ cell }) => cell);
  if (cells.length === 0) return null;
  const differing = layout.factors.filter(
    (factor) => new Set(cells.map((cell) => layout.levelOf(cell, factor))).size > 1,
  );
  const telling = differing.length > 0 ? differing : [layout.axis];
  const label = (cell: string) => telling.map((factor) => layout.levelOf(cell, factor)).join(' · ');
  const formatOf = (one: Metric) =>
    columnFormat(shown.flatMap((summary) => summary.metrics[one]?.value ?? []));
  const format = formatOf(metric);
  const columns = besides
    .filter(([one]) => one !== metric && shown.some((summary) => summary.metrics[one] !== undefined))
    .slice(0, 2)
    .map(([one, name]) => ({ one, label: columnName(name), format: formatOf(one) }));
  const hasRatios = cells.some((cell) => own.has(cell));
  const against = label(baseline);
  const versus =
    textWidth(against) > widestBaseline
      ? message('word.ratio')
      : message('terminal.versus', { baseline: against });
  const factor = telling.map(({ key }) => key).join(' · ');
  const bars: Bars = {
    label: factor,
    unit: unitOf(metric),
    legend: legendOf(new Set(cells.map((cell) => own.get(cell)?.word))),
    notes: [differing.length > 0 ? layout.common(cells) : ''],
    columns: [
      ...aligned('left', hasRatios ? [versus, message('terminal.interval')] : []),
      ...aligned(
        'right',
        columns.map((column) => column.label),
      ),
    ],
    rows: shown.map(({ cell, metrics: figures }) => {
      const comparison = own.get(cell);
      const estimate = figures[metric];
      const ratio = comparison && ratioTexts(comparison.ratio);
      const compared: BarCell =
        comparison && ratio
          ? { text: `${ratio.value}×`, mark: comparison.word }
          : { text: cell === baseline ? message('word.baseline') : '' };
      const interval: BarCell = { text: ratio ? `${ratio.low}–${ratio.high}` : '', isQuiet: true };
      return {
        label: label(cell),
        value: estimate?.value ?? null,
        text: estimate ? format(estimate.value) : '–',
        isBest: hasRatios && cell === (best?.cell ?? baseline),
        weight: cell === baseline ? -Infinity : -Math.abs(Math.log(comparison?.ratio.value ?? 1)),
        cells: [
          ...(hasRatios ? [compared, interval] : []),
          ...columns.map((column): BarCell => {
            const value = figures[column.one]?.value;
            return { text: value === undefined ? '–' : column.format(value) };
          }),
        ],
      };
    }),
  };
  return { bars, factor, label };
}

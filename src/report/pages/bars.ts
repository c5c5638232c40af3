/** Settings as bars, each with the figure that was compared and its ratio to the baseline. */
import { columnFormat, ratioTexts } from '../../format/number.ts';
import { textWidth } from '../../format/width.ts';
import { message } from '../../messages/message.ts';
import { metrics, type Metric, type Word } from '../../model/verdict.ts';
import { columnName, metricName } from '../outline/names.ts';
import { bestCell, type Picture } from '../outline/picture.ts';
import type { BarCell, Bars } from '../page.ts';

const units: Partial<Record<Metric, Parameters<typeof columnName>[0]>> = {
  throughput: 'per-second',
  jobRate: 'jobs-per-second',
};

export function unitOf(metric: Metric): string {
  const unit = units[metric];
  return unit === undefined ? `${metricName(metric)} (${metrics[metric].unit})` : columnName(unit);
}

/** A longer one would take the room of the bars. */
const widestBaseline = 10;
const besides = [
  ['p50', 'p50-ms'],
  ['p99', 'p99-ms'],
  ['jobMean', 'average-ms'],
  ['jobMax', 'last-ms'],
] as const satisfies readonly (readonly [Metric, string])[];
const legend = {
  better: 'word.better',
  worse: 'word.worse',
  equivalent: 'terminal.equivalent',
  undecided: 'word.undecided',
} as const satisfies Record<Word, string>;

/** Where there are too many rows, those that differ least from the baseline give way. */
export function comparedBars(picture: Picture): Bars {
  const { metric, factor, rows, against, baseline, common } = picture;
  const formatOf = (one: Metric) =>
    columnFormat(rows.flatMap(({ summary }) => summary.metrics[one]?.value ?? []));
  const format = formatOf(metric);
  const shown = besides
    .filter(([one]) => one !== metric && rows.some(({ summary }) => summary.metrics[one] !== undefined))
    .slice(0, 2)
    .map(([one, label]) => ({ one, label: columnName(label), format: formatOf(one) }));
  const isCompared = rows.some(({ comparison }) => comparison !== null);
  const best = isCompared ? bestCell(picture) : null;
  const versus =
    textWidth(against) > widestBaseline
      ? message('word.ratio')
      : message('terminal.versus', { baseline: against });
  const there = new Set(rows.map(({ comparison }) => comparison?.word));
  return {
    label: factor,
    unit: unitOf(metric),
    legend: (Object.keys(legend) as Word[])
      .filter((word) => there.has(word))
      .map((word) => [word, message(legend[word])] as const),
    notes: [common],
    columns: [
      ...(isCompared ? [versus, message('terminal.interval')] : []).map((label) => ({
        label,
        align: 'left' as const,
      })),
      ...shown.map(({ label }) => ({ label, align: 'right' as const })),
    ],
    rows: rows.map(({ cell, label, summary, comparison }) => {
      const estimate = summary.metrics[metric];
      const ratio = comparison && ratioTexts(comparison.ratio);
      const compared: BarCell =
        comparison && ratio
          ? { text: `${ratio.value}×`, mark: comparison.word }
          : { text: cell === baseline ? message('word.baseline') : '' };
      const interval: BarCell = { text: ratio ? `${ratio.low}–${ratio.high}` : '', isQuiet: true };
      return {
        label,
        value: estimate?.value ?? null,
        text: estimate ? format(estimate.value) : '–',
        isBest: cell === best,
        weight: cell === baseline ? -Infinity : -Math.abs(Math.log(comparison?.ratio.value ?? 1)),
        cells: [
          ...(isCompared ? [compared, interval] : []),
          ...shown.map((column): BarCell => {
            const value = summary.metrics[column.one]?.value;
            return { text: value === undefined ? '–' : column.format(value) };
          }),
        ],
      };
    }),
  };
}

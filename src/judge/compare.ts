/** Cells against a baseline: two within blocks by pairs, more by the analysis of variance, and the word that follows. */
import { blockComparisons } from '../stats/blocks.ts';
import { pairedComparison } from '../stats/comparison.ts';
import { exponential, mean } from '../stats/interval.ts';
import { metrics as catalogue } from '../model/verdict.ts';
import { measurement, requestsBeyond, withoutPartial } from './summarize.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Comparison, Interval, Measurement, Metric, Word } from '../model/verdict.ts';

export interface CompareOptions {
  readonly metrics?: readonly Metric[];
  /** Half-width of equivalence; 0.05 unless told. */
  readonly delta?: number;
  /** 0.95 unless told: of all intervals of one metric together. */
  readonly confidence?: number;
}

export const comparedUnlessTold: readonly Metric[] = ['throughput', 'p50', 'p99', 'jobMean', 'jobMax'];

/**
 * Every cell of the plan against its baseline. What cannot be computed (too few blocks, failed trials, a metric that was
 * not measured) is not in the list.
 */
export function compare(plan: Plan, trials: readonly Trial[], options: CompareOptions = {}): Comparison[] {
  const { metrics = comparedUnlessTold } = options;
  const measurements = comparable(trials);
  const cells = plan.cells.map((cell) => cell.id);
  return metrics.flatMap((metric) => compareCells(measurements, metric, cells, plan.baseline, options));
}

/** The trials that count, without the percentiles that are too coarse to compare in any trial of their cell. */
export function comparable(trials: readonly Trial[]): Measurement[] {
  return withoutPartial(fineEnough(trials));
}

/** The same trial by trial: whatever comes later changes nothing of what an earlier one has. */
export function fineEnough(trials: readonly Trial[]): Measurement[] {
  return trials.flatMap((trial) => measurement(trial, requestsBeyond.compared) ?? []);
}

/** `cells` against `baseline` in one metric, with intervals that hold together. */
export function compareCells(
  measurements: readonly Measurement[],
  metric: Metric,
  cells: readonly string[],
  baseline: string,
  { delta = 0.05, confidence = 0.95 }: CompareOptions = {},
): Comparison[] {
  const others = [...new Set(cells)].filter((cell) => cell !== baseline);
  const columns = [baseline, ...others];
  const table = logTable(measurements, metric, columns);
  const verdict = (
    cell: string,
    ratio: Interval,
    method: Comparison['method'],
    blocks: number,
  ): Comparison => {
    const word = wordFor(ratio, catalogue[metric].better, delta);
    return { metric, baseline, cell, ratio, confidence, method, blocks, delta, word };
  };

  const [only] = others;
  if (only !== undefined && others.length === 1) {
    const differences = table.flatMap(([a, b]) =>
      typeof a === 'number' && typeof b === 'number' ? b - a : [],
    );
    const shift = pairedComparison(differences, confidence);
    return shift ? [verdict(only, exponential(shift), shift.method, differences.length)] : [];
  }
  return blockComparisons(table, 0, confidence).flatMap((shift, column) => {
    const cell = columns[column];
    return shift && cell !== undefined ? verdict(cell, exponential(shift), 'block-anova', shift.blocks) : [];
  });
}

/**
 * [block][column]: logarithms, null where a trial is missing. A block of which nothing counts is a row of nulls, so that
 * rows and blocks are counted alike. A trial that was repeated counts with its mean.
 */
export function logTable(
  measurements: readonly Measurement[],
  metric: Metric,
  columns: readonly string[],
): (number | null)[][] {
  const blocks = Map.groupBy(measurements, ({ block }) => block);
  return Array.from({ length: Math.max(-1, ...blocks.keys()) + 1 }, (_, block) =>
    columns.map((cell) => {
      const logs = (blocks.get(block) ?? [])
        .filter((one) => one.cell === cell)
        .flatMap((one) => one.metrics[metric] ?? [])
        .map(Math.log);
      return logs.length > 0 ? mean(logs) : null;
    }),
  );
}

/**
 * better, worse: the interval lies beyond 1. equivalent: within 1/(1 + δ) to 1 + δ. An interval that is both, a sure but
 * small difference, is told as the difference: the ratio stands beside it.
 */
export function wordFor(ratio: Interval, better: 'higher' | 'lower', delta: number): Word {
  if (ratio.low > 1) return better === 'higher' ? 'better' : 'worse';
  if (ratio.high < 1) return better === 'higher' ? 'worse' : 'better';
  if (ratio.low >= 1 / (1 + delta) && ratio.high <= 1 + delta) return 'equivalent';
  return 'undecided';
}

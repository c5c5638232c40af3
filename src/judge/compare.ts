/** Cells against a baseline: the ratio of each with its one interval, and the word that follows. */
import { chanceOf, contrast, fit, ratioWeights, type Contrast, type Fit } from '../stats/ratio.ts';
import { exponential, standingOf, type Bounds, type Standing } from '../stats/mean-and-spread.ts';
import { standingAt } from '../stats/sequential.ts';
import { spentInAll } from '../stats/spending.ts';
import {
  metrics as catalogue,
  type Comparison,
  type Interval,
  type Measurement,
  type Metric,
  type Word,
} from '../model/verdict.ts';
import { metricTable, type MetricTable } from './fits.ts';
import { withSpeed } from './machine-speed.ts';
import { measurement, requestsBeyond, withoutPartial } from './measurement.ts';
import type { Trial } from '../model/sample.ts';

export const comparedUnlessTold: readonly Metric[] = ['throughput', 'p50', 'p99', 'jobMean', 'jobMax'];

export interface CompareOptions {
  readonly metrics?: readonly Metric[];
  /** The metric whose words have the whole chance of error; the others share another one. */
  readonly deciding: Metric;
  /** Half-width of equivalence; 0.05 unless told. */
  readonly delta?: number;
  /** Chance that its words are wrong; 0.05 unless told. The intervals are at 95% in any case. */
  readonly level?: number;
}

/**
 * Every cell against the baseline, in a run of a fixed number of blocks. What cannot be computed (too few blocks, failed
 * trials, a metric that was not measured) is not in the list.
 */
export function compare(
  trials: readonly Trial[],
  cells: readonly string[],
  baseline: string,
  { metrics = comparedUnlessTold, deciding, delta = 0.05, level = spentInAll }: CompareOptions,
): Comparison[] {
  const columns = [baseline, ...new Set(cells)].filter((cell, i) => i === 0 || cell !== baseline);
  const measurements = comparable(trials);
  const rows = rowsOf((metric) => metricTable(measurements, metric, columns), metrics, columns);
  const own = rows.filter(({ metric }) => metric === deciding);
  const others = rows.filter(({ metric }) => metric !== deciding);
  const rule = { level, delta };
  const words = new Map([...wordsOf(own, rule), ...wordsOf(others, rule)]);
  return rows.map((row) => toComparison(row, words.get(row) ?? 'undecided', delta));
}

/** The trials that count, without the percentiles that are too coarse to compare in any trial of their cell. */
export function comparable(trials: readonly Trial[]): Measurement[] {
  return withSpeed(trials, withoutPartial(fineEnough(trials))).measurements;
}

/** The same for each trial by itself: whatever comes later changes nothing of what an earlier one has. */
export function fineEnough(trials: readonly Trial[]): Measurement[] {
  return trials.flatMap((trial) => measurement(trial, requestsBeyond.compared) ?? []);
}

/** One ratio before it has a word. */
export interface UnjudgedRatio {
  readonly metric: Metric;
  readonly baseline: string;
  readonly cell: string;
  readonly column: number;
  readonly fit: Fit;
  readonly ratio: Contrast;
}

/**
 * The ratios of all metrics of cells to the first of `columns`.
 * @param level chance of error of the intervals, two-sided
 */
export function rowsOf(
  tableOf: (metric: Metric) => MetricTable,
  metrics: readonly Metric[],
  columns: readonly string[],
  level: number = spentInAll,
): UnjudgedRatio[] {
  const [baseline = '', ...cells] = columns;
  return metrics.flatMap((metric) => {
    const { y, covariate, grains } = tableOf(metric);
    const fitted = fit(y, covariate, grains);
    return cells.flatMap((cell, i) => {
      const column = i + 1;
      const ratio = fitted && contrast(fitted, ratioWeights(column, 0), 1 - level);
      return ratio ? [{ metric, baseline, cell, column, fit: fitted, ratio }] : [];
    });
  });
}

/**
 * The words of one family, by Holm (1979): the clearest ratio is held to the level divided by all, the next one to the
 * level divided by those that are left, and so on until one is not clear.
 */
export function wordsOf(
  rows: readonly UnjudgedRatio[],
  { level, delta }: { readonly level: number; readonly delta: number },
): Map<UnjudgedRatio, Word> {
  const words = new Map<UnjudgedRatio, Word>();
  let family = rows.length;
  for (const row of rows.toSorted((one, other) => chanceOf(one.ratio) - chanceOf(other.ratio))) {
    const standing = standingAt(row.fit, row.column, row.ratio, { level, family, all: rows.length, delta });
    if (standing === 'above' || standing === 'below') family--;
    words.set(row, wordOf(standing, catalogue[row.metric].better));
  }
  return words;
}

export function toComparison(
  {
    metric,
    baseline,
    cell,
    ratio,
  }: Pick<UnjudgedRatio, 'metric' | 'baseline' | 'cell'> & { ratio: Bounds & { blocks: number } },
  word: Word,
  delta: number,
): Comparison {
  const { value, low, high, blocks } = ratio;
  return {
    metric,
    baseline,
    cell,
    ratio: exponential({ value, low, high }),
    confidence: 0.95,
    blocks,
    delta,
    word,
  };
}

/** better, worse: the interval lies beyond 1. equivalent: within 1/(1 + δ) to 1 + δ. */
export function wordFor(ratio: Interval, better: 'higher' | 'lower', delta: number): Word {
  return wordOf(standingOf(ratio, 1, { low: 1 / (1 + delta), high: 1 + delta }), better);
}

export function wordOf(standing: Standing, better: 'higher' | 'lower'): Word {
  if (standing === 'above') return better === 'higher' ? 'better' : 'worse';
  if (standing === 'below') return better === 'higher' ? 'worse' : 'better';
  return standing;
}

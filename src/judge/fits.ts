/** The one fit of each metric of a run: every ratio that is told of the metric, wherever that is, is a contrast of this fit. */
import { blocksNeeded, blocksUntil, contrast, fit, level, type Covariate, type Fit } from '../stats/ratio.ts';
import type { Looked } from '../stats/sequential.ts';
import { deviation, exponential, mean, meanBounds, total, type Bounds } from '../stats/mean-and-spread.ts';
import { studentCritical } from '../stats/distributions.ts';
import {
  metrics as catalogue,
  type Measurement,
  type MeasuredRatio,
  type Metric,
  type Term,
} from '../model/verdict.ts';
import type { Trial } from '../model/sample.ts';

/** Logarithms of one metric, with the machine's speed as a covariate. */
export type MetricTable = Required<Looked>;

/**
 * Returns a table of [block][column]. A block of which nothing counts is a row of nulls, so that rows and blocks are counted alike. A
 * trial that was repeated counts with its mean.
 * @param blocks the least number of rows
 */
export function metricTable(
  measurements: readonly Measurement[],
  metric: Metric,
  columns: readonly string[],
  blocks = 0,
): MetricTable {
  const byBlock = Map.groupBy(measurements, ({ block }) => block);
  const rows = Math.max(blocks, ...[...byBlock.keys()].map((block) => block + 1));
  const tableOf = (value: (one: Measurement) => number | undefined) =>
    Array.from({ length: rows }, (_, block) =>
      columns.map((cell) => {
        const own = (byBlock.get(block) ?? []).filter((one) => one.cell === cell);
        const values = own.flatMap((one) => value(one) ?? []);
        return values.length > 0 ? mean(values) : null;
      }),
    );
  const y = tableOf(({ metrics }) => (metrics[metric] === undefined ? undefined : Math.log(metrics[metric])));
  const read = (one: Measurement) => (isExplained(one, metric) ? one.speed : undefined);
  const errors = columns.map((cell) => {
    const own = measurements.filter((one) => one.cell === cell).flatMap((one) => read(one)?.error ?? []);
    return own.length > 0 ? mean(own) : 0;
  });
  const isKnown = measurements.some((one) => read(one) !== undefined);
  const covariate: Covariate | null = isKnown
    ? { x: tableOf((one) => read(one)?.value), error: errors, sign: signOf(metric) }
    : null;
  const grainOf = (one: Measurement) => (metric === 'throughput' ? (one.grain ?? 0) : 0);
  const grains = columns.map((cell) => {
    const own = measurements.filter((one) => one.cell === cell);
    return own.length > 0 ? mean(own.map(grainOf)) : 0;
  });
  return { y, covariate, grains };
}

/** Returns the fit of these columns; null where nothing can be compared. */
export function fitOfMetric(
  measurements: readonly Measurement[],
  metric: Metric,
  columns: readonly string[],
): Fit | null {
  const { y, covariate, grains } = metricTable(measurements, metric, columns);
  return fit(y, covariate, grains);
}

/** Returns whether the speed explains a metric: no figure is explained by itself. */
function isExplained({ speed }: Measurement, metric: Metric): boolean {
  return speed !== undefined && !(speed.from === 'CPU per job' && metric === 'cpuPerRequest');
}

/** The sign by which a metric follows the machine's speed: rates grow with it, times and costs shrink. */
function signOf(metric: Metric): 1 | -1 {
  return catalogue[metric].better === 'higher' ? 1 : -1;
}

/** One fit for each metric and group of cells, made when it is first asked for. */
export interface Fits {
  /** The level of one cell, as a logarithm, at the mean speed of the run; null where it cannot be compared with any other. */
  readonly level: (metric: Metric, cell: string) => Bounds | null;
  readonly ratio: (terms: readonly Term[]) => MeasuredRatio | null;
}

/**
 * @param measurements those that count, percentiles that are too coarse left out
 * @param groups cells that share their load: a ratio of two of them is judged by the scatter of all of them
 */
export function fitsOf(
  measurements: readonly Measurement[],
  groups: readonly (readonly string[])[],
  trials: readonly Trial[] = [],
): Fits {
  const made = new Map<string, Fit | null>();
  const fitOf = (metric: Metric, columns: readonly string[]) => {
    const key = JSON.stringify([metric, columns]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const found = fitOfMetric(measurements, metric, columns);
    made.set(key, found);
    return found;
  };
  const groupsOf = (cells: readonly string[]) =>
    groups.filter((group) => group.some((cell) => cells.includes(cell))).flat();
  return {
    level(metric, cell) {
      const columns = groupsOf([cell]);
      const found = fitOf(metric, columns);
      return found && level(found, columns.indexOf(cell));
    },
    ratio(terms) {
      const [first] = terms;
      if (!first) return null;
      const { metric } = first;
      if (typeof metric === 'function' || terms.some((term) => term.metric !== metric))
        return blockByBlock(measurements, trials, terms);
      const columns = groupsOf(terms.map(({ cell }) => cell));
      const found = fitOf(metric, columns);
      const weights = weightsOf(terms, columns);
      const known = found && weights && contrast(found, weights);
      if (!known) return null;
      return {
        ...exponential({ value: known.value, low: known.low, high: known.high }),
        blocks: known.blocks,
        at: (confidence) => exponential(contrast(found, weights, confidence) ?? known),
        blocksFor: (bound, confidence) =>
          blocksNeeded(found, weights, Math.log(bound), confidence) ?? 'on the line',
      };
    },
  };
}

function weightsOf(terms: readonly Term[], columns: readonly string[]): Map<number, number> | null {
  const weights = new Map<number, number>();
  for (const { cell, weight } of terms) {
    const column = columns.indexOf(cell);
    if (column < 0) return null;
    weights.set(column, (weights.get(column) ?? 0) + weight);
  }
  return weights;
}

/**
 * Returns a ratio of figures of several kinds, such as a wait and a job's time, or of readings. Each block gives one value, in
 * which what machine and block do to all of them drops out.
 */
function blockByBlock(
  measurements: readonly Measurement[],
  trials: readonly Trial[],
  terms: readonly Term[],
): MeasuredRatio | null {
  const byBlock = Map.groupBy(
    trials.filter(({ problem, sample }) => problem === null && sample !== null),
    ({ block }) => block,
  );
  const parts = terms.map(({ metric, cell, weight }) => {
    const table = typeof metric === 'function' ? [] : metricTable(measurements, metric, [cell]).y;
    return (block: number): number => {
      if (typeof metric !== 'function') return weight * (table[block]?.[0] ?? Number.NaN);
      const read = (byBlock.get(block) ?? []).filter((trial) => trial.cell === cell);
      return weight * mean(read.flatMap((trial) => metric(trial) ?? []).map(Math.log));
    };
  });
  const values = [...byBlock.keys()]
    .map((block) => total(parts.map((of) => of(block))))
    // A value that is 0, or could not be computed, has no logarithm: its block is left out.
    .filter(Number.isFinite);
  const bounds = meanBounds(values);
  if (!bounds) return null;
  const blocks = values.length;
  const error = deviation(values);
  const halfAfter = (confidence: number) => (count: number) =>
    (studentCritical(confidence, count - 1) * error) / Math.sqrt(count);
  const at = (confidence: number) => meanBounds(values, confidence) ?? bounds;
  return {
    ...exponential(bounds),
    blocks,
    at: (confidence) => exponential(at(confidence)),
    blocksFor: (bound, confidence = 0.95) =>
      blocksUntil({ ...at(confidence), blocks }, Math.log(bound), halfAfter(confidence)),
  };
}

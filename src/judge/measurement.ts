/** The figures of one trial. */
import { Histogram, type HistogramData } from '../stats/histogram.ts';
import { percentiles } from '../model/metric.ts';
import type { Load } from '../model/plan.ts';
import type { LoadOutcome, Trial } from '../model/sample.ts';
import type { Measurement, Metric } from '../model/verdict.ts';

/** Requests beyond a percentile, n(1 − q), without which it is not shown, and without which it is not compared. */
export const requestsBeyond = { shown: 10, compared: 100 } as const;

/**
 * The figures of one trial; null if the trial does not count. A metric is absent where it was not measured, where a
 * percentile has fewer than `beyond` requests above it or not all were sent, and where it is not above 0: a rate or a time of 0 was not
 * measured but missed, and has no logarithm.
 */
export function measurement(trial: Trial, beyond: number = requestsBeyond.shown): Measurement | null {
  if (trial.problem || !trial.sample) return null;
  const { outcome, jobs, loops = [] } = trial.sample;
  const cpu = trial.effective.reduce((sum, process) => sum + process.cpu, 0);
  const rate = rateOf(trial.load, outcome);
  const figures: Partial<Record<Metric, number>> = {
    throughput: rate ?? outcome.throughput,
    // Those that were not sent are the ones that would have waited longest: of the others no time is shown.
    ...(isWhole(outcome) && responseFigures(outcome.response, beyond)),
    cpuPerRequest: cpu / outcome.counts.verified,
    // The busiest loop is the one that others wait for.
    ...(loops.length > 0 && {
      loopUtilization: Math.max(...loops.map(({ utilization }) => utilization)),
    }),
    ...(jobs && {
      jobRate: (jobs.count / jobs.makespan) * 1000,
      jobMin: jobs.min,
      jobMean: jobs.mean,
      jobMax: jobs.max,
    }),
  };
  const metrics = Object.fromEntries(
    Object.entries(figures).filter(([, value]) => Number.isFinite(value) && value > 0),
  );
  const { ordinal, block, cell } = trial;
  // A load that ends by its requests has them all: only its time is measured.
  const isCounted = rate === null && !endsByRequests(trial.load);
  const answers = isCounted ? (outcome.throughput * outcome.window.duration) / 1000 : 0;
  return { ordinal, block, cell, metrics, ...(answers > 0 && { grain: 1 / answers }) };
}

const endsByRequests = (load: Load) =>
  load.kind === 'batch' || (load.kind === 'closed' && load.requestsEach !== undefined);

/** Fewer answers than this of each client in a window: those that lie across its edges matter. */
const fewAnswers = 8;

/**
 * Answers that come in heaps (eight clients whose requests end together) make a count of 16 or 24 of the same rate. Clients that always
 * have one request in flight have X·R = N (Little's law): then the time that an answer takes tells the rate, wherever the edges lie.
 * @returns null where answers are counted: there are many, clients may wait between requests, or the first requests, which found an
 *   idle server, may still end in the window
 */
function rateOf(
  load: Load,
  { errors, throughput, concurrency, response, window, warmup }: LoadOutcome,
): number | null {
  if (load.kind !== 'closed' || endsByRequests(load) || Object.values(errors).some((count) => count > 0))
    return null;
  const seconds = window.duration / 1000;
  if (response.count === 0 || throughput * seconds >= fewAnswers * concurrency) return null;
  if (response.sum / response.count / 1000 > warmup.duration) return null;
  const rate = (concurrency * response.count * 1e6) / response.sum;
  // More than are in flight cannot lie across an edge: then X·R = N does not hold here, for whatever reason.
  return Math.abs(rate - throughput) * seconds <= concurrency ? rate : null;
}

/** Whether all iterations that were due were sent. */
function isWhole({ iterations }: LoadOutcome): boolean {
  return !iterations || iterations.begun >= iterations.due;
}

/** In milliseconds; the histogram holds microseconds. */
function responseFigures(data: HistogramData, beyond: number): Partial<Record<Metric, number>> {
  if (data.count === 0) return {};
  const histogram = Histogram.fromData(data);
  const figures: Partial<Record<Metric, number>> = {
    mean: data.sum / data.count / 1000,
    firstResponse: data.min / 1000,
  };
  for (const [name, q] of Object.entries(percentiles) as [keyof typeof percentiles, number][]) {
    // Rounded, since 1000 · (1 − 0.99) is 10.000000000000009 and 100 · (1 − 0.9) is 9.999999999999998.
    if (Math.round(data.count * (1 - q) * 1e6) / 1e6 >= beyond)
      figures[name] = histogram.percentile(q) / 1000;
  }
  return figures;
}

/**
 * Without the percentiles that only some trials of a cell have. The trials that have one are those that answered most
 * requests, the fast ones: their p99 alone may be below the p90 of all.
 */
export function withoutPartial(measurements: readonly Measurement[]): Measurement[] {
  const cells = Map.groupBy(measurements, ({ cell }) => cell);
  const names = Object.keys(percentiles) as readonly Metric[];
  const partial = new Map(
    [...cells].map(([cell, own]) => [
      cell,
      new Set(names.filter((name) => own.some(({ metrics }) => metrics[name] === undefined))),
    ]),
  );
  return measurements.map((one) => {
    const missing = partial.get(one.cell);
    if (!missing || missing.size === 0) return one;
    const kept = Object.entries(one.metrics).filter(([name]) => !missing.has(name as Metric));
    return { ...one, metrics: Object.fromEntries(kept) };
  });
}

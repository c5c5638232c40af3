/** The figures of one trial. */
import { Histogram, type HistogramData } from '../stats/histogram.ts';
import { percentiles } from '../model/metric.ts';
import type { Load } from '../model/plan.ts';
import type { LoadOutcome, Sample, Trial } from '../model/sample.ts';
import type { Measurement, Metric } from '../model/verdict.ts';

/** Fewest requests beyond a percentile, n(1 − q), with which it is shown, and with which it is compared. */
export const requestsBeyond = { shown: 10, compared: 100 } as const;

/**
 * Returns the figures of one trial; null if the trial does not count. A metric is absent if it was not measured, or is not above 0: a
 * rate or a time of 0 was missed, and has no logarithm. A percentile is also absent with fewer than `beyond` requests above it, or
 * if not all requests were sent.
 */
export function measurement(trial: Trial, beyond: number = requestsBeyond.shown): Measurement | null {
  if (trial.problem || !trial.sample) return null;
  const { outcome, jobs, loops = [] } = trial.sample;
  const cpu = trial.effective.reduce((sum, process) => sum + process.cpu, 0);
  const rate = rateOf(trial.load, trial.sample);
  const figures: Partial<Record<Metric, number>> = {
    throughput: rate ?? outcome.throughput,
    // Requests that were not sent would have waited longest: no time of the others is shown.
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

/**
 * Answers of each client in a window below which those across its edges matter. The windows of a server in turn begin alike, with all
 * clients at once: what lies across their edges is the same in all, and no average.
 */
const fewAnswers = { alone: 4, inTurn: 20 } as const;

/**
 * Returns the rate by the time of an answer. Few answers that come in heaps (eight clients that end together) make a count of 16 or 24
 * of the same rate. Clients that always have one request in flight have X·R = N (Little's law), wherever the edges lie.
 * @returns null where answers are counted: there are many, clients may wait between requests, or the first requests, which found an
 *   idle server, may still end in the window
 */
function rateOf(load: Load, { outcome, turns }: Sample): number | null {
  const { errors, throughput, concurrency, response, window, warmup } = outcome;
  if (load.kind !== 'closed' || endsByRequests(load) || Object.values(errors).some((count) => count > 0))
    return null;
  const [seconds, windows] = [window.duration / 1000, turns?.rates.length ?? 1];
  const few = fewAnswers[turns ? 'inTurn' : 'alone'] * concurrency * windows;
  if (response.count === 0 || throughput * seconds >= few) return null;
  if (response.sum / response.count / 1000 > warmup.duration / windows) return null;
  const rate = (concurrency * response.count * 1e6) / response.sum;
  // No more answers than requests in flight lie across an edge: if the rates differ by more, X·R = N does not hold here.
  return Math.abs(rate - throughput) * seconds <= concurrency * windows ? rate : null;
}

/** Whether all iterations that were due were sent. */
function isWhole({ iterations }: LoadOutcome): boolean {
  return !iterations || iterations.begun >= iterations.due;
}

/** Returns the figures in milliseconds; the histogram holds microseconds. */
function responseFigures(data: HistogramData, beyond: number): Partial<Record<Metric, number>> {
  if (data.count === 0) return {};
  const histogram = Histogram.fromData(data);
  const figures: Partial<Record<Metric, number>> = {
    mean: data.sum / data.count / 1000,
    firstResponse: data.min / 1000,
  };
  for (const [name, q] of Object.entries(percentiles) as [keyof typeof percentiles, number][])
    if (requestsAbove(data.count, q) >= beyond) figures[name] = histogram.percentile(q) / 1000;
  return figures;
}

/** Requests above a percentile. Rounded, since 1000 · (1 − 0.99) is 10.000000000000009 and 100 · (1 − 0.9) is 9.999999999999998. */
export function requestsAbove(count: number, q: number): number {
  return Math.round(count * (1 - q) * 1e6) / 1e6;
}

/**
 * Returns the measurements without the percentiles that only some trials of a cell have. These trials answered most requests: they
 * are the fast ones, and their p99 alone may be below the p90 of all.
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

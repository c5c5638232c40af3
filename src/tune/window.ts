/** Chooses how long the trials of a search warm up and measure, from its first trial, unless the user did. */
import { askedIn, type Plan, type Search } from '../model/plan.ts';
import { percentiles } from '../model/metric.ts';
import { meanTimes, type ChosenWindow, type LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { requestsBeyond } from '../judge/measurement.ts';
import { deviation, mean, total } from '../stats/mean-and-spread.ts';
import { steadiness } from '../stats/steadiness.ts';

/** Load on the fresh server before the first trial; none of it counts. It has sixteen bins, and the first half may be the start. */
export const pilot: Milliseconds = 4000;
/** Warm-up ÷ the start that was seen: other settings may need more. */
const longerBy = 1.5;
const warmups = { shortest: 500, longest: 5000 } as const;
const windows = { shortest: 2000, longest: 30_000, forNoise: 5000 } as const;
/** Factor on the window that the current setting needs for a percentile: others may be slower. */
export const slowerSettings = 1.5;
/** Scatter of processes of one setting that a longer window does not reduce: 1.6 to 3% were seen. */
const processSpread = 0.02;
/** Time that a trial costs besides its load. */
const startAndStop: Milliseconds = 600;
/** Factor on the trials at the lower end of what is usual: no noise needs these, and little noise so many times as many. */
const someNoise = 1.5;
/** Largest correlation of neighbouring bins: above it they show one state of the machine, of which the pilot has seen too few. */
const mostAlike = 0.8;

/**
 * - warm-up: until throughput and response time were steady (stats/steadiness.ts), and half as long again.
 * - window: as long as the percentiles that were asked about need; and as long as pays, since a trial costs its start and its
 *   warm-up as well: √(noise of a second ÷ scatter of processes × that cost) (Kalibera and Jones, ISMM 2013). No longer than lets the
 *   budget hold the trials of a search with little noise.
 *
 * @param outcome of the pilot, from the first request on. @returns null if nothing was answered
 */
export function windowFrom({ series, counts }: LoadOutcome, plan: Plan): ChosenWindow | null {
  const { search } = askedIn(plan);
  if (!search?.chooses || counts.verified === 0) return null;
  const { done, binWidth } = series;
  const { cut } = steadiness(done, meanTimes(series));
  const within = (value: number, low: number, high: number) =>
    Math.ceil(Math.max(low, Math.min(high, value)) / 100 - 1e-6) * 100;
  const warmup = search.chooses.includes('warmup')
    ? within(longerBy * (cut + 1) * binWidth, warmups.shortest, warmups.longest)
    : plan.warmup;
  if (!search.chooses.includes('duration')) return { warmup, duration: plan.duration };
  const steady = done.slice(Math.min(cut, done.length >> 1));
  const rate = total(steady) / (steady.length * binWidth);
  const requests = Math.max(0, ...asked(search).map((q) => requestsBeyond.shown / (1 - q)));
  const forRequests = requests === 0 ? 0 : (slowerSettings * requests) / Math.max(rate, 1e-6);
  const cost = startAndStop + warmup;
  const forNoise = Math.min(windows.forNoise, Math.sqrt(noiseTime(steady, binWidth) * cost) / processSpread);
  const trials = someNoise * (search.range?.low ?? search.trials);
  const affordable = plan.limit === null ? Infinity : plan.limit / trials - cost;
  const longest = Math.max(windows.shortest, Math.min(windows.longest, affordable));
  return { warmup, duration: within(Math.max(forRequests, forNoise), windows.shortest, longest) };
}

/** The percentiles that need so many requests to be known. */
function asked({ objective, constraints }: Search): number[] {
  const figures = new Set<string>([objective, ...constraints.map(({ figure }) => figure)]);
  return Object.entries(percentiles).flatMap(([name, q]) => (figures.has(name) ? [q] : []));
}

/**
 * The squared coefficient of variation of a window's rate, times its length: for bins of an autoregressive series of order one
 * (Priestley, "Spectral analysis and time series", 1981, 5.3).
 */
function noiseTime(done: readonly number[], binWidth: Milliseconds): Milliseconds {
  const centre = mean(done);
  const spread = deviation(done);
  if (!(centre > 0) || spread === 0) return 0;
  const off = done.map((count) => count - centre);
  const products = off.slice(1).map((value, i) => value * (off[i] ?? 0));
  const alike = Math.max(0, Math.min(mostAlike, total(products) / total(off.map((value) => value ** 2))));
  return (((spread / centre) ** 2 * (1 + alike)) / (1 - alike)) * binWidth;
}

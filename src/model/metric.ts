/** Metrics, and figures with what is known of their error. */
import type { Bounds } from '../stats/mean-and-spread.ts';

/** The metrics that can be compared. Times are milliseconds, throughput is per second. */
export const metrics = {
  throughput: { label: 'throughput', unit: '1/s', better: 'higher' },
  p50: { label: 'response time p50', unit: 'ms', better: 'lower' },
  p90: { label: 'response time p90', unit: 'ms', better: 'lower' },
  p99: { label: 'response time p99', unit: 'ms', better: 'lower' },
  mean: { label: 'response time mean', unit: 'ms', better: 'lower' },
  firstResponse: { label: 'first response', unit: 'ms', better: 'lower' },
  cpuPerRequest: { label: 'server CPU per request', unit: 'ms', better: 'lower' },
  loopUtilization: { label: 'event loop utilisation', unit: 'share', better: 'lower' },
  jobRate: { label: 'jobs per second', unit: '1/s', better: 'higher' },
  jobMin: { label: 'first job done', unit: 'ms', better: 'lower' },
  jobMean: { label: 'average job', unit: 'ms', better: 'lower' },
  jobMax: { label: 'last job done', unit: 'ms', better: 'lower' },
} as const satisfies Record<string, { label: string; unit: string; better: 'higher' | 'lower' }>;
export type Metric = keyof typeof metrics;

/** Percentiles, each with the share of the requests that lie below it. */
export const percentiles = { p50: 0.5, p90: 0.9, p99: 0.99 } as const satisfies Partial<
  Record<Metric, number>
>;

/** Metrics that a client measures: meaningless where the answer did not wait for the work. */
export const answerMetrics: readonly Metric[] = [
  'throughput',
  'p50',
  'p90',
  'p99',
  'mean',
  'firstResponse',
  'cpuPerRequest',
];
/** Metrics of a closed load or a burst that change by at most the share of the CPUs that a server lacks: whole rates and times. */
export const proportionalMetrics: readonly Metric[] = ['throughput', 'mean', 'jobRate', 'jobMean', 'jobMax'];
/** Share of the work that may end after the answers: what the last request's callbacks take. */
export const lateTolerance = 0.05;

/** A value with the interval that holds it with `confidence`. */
export type Interval = Bounds;

/** A figure that a claim rests on; `low` and `high` are its interval, null where it was measured once. */
export interface Evidence {
  /** A noun phrase: `throughput at pool 1024 ÷ throughput at pool 2`. */
  readonly text: string;
  readonly unit: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Trials or blocks behind it. */
  readonly n: number;
}

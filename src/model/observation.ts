/**
 * One row of results as the validity checks see it. A trial becomes one (`judge/observe.ts`), and so does a row of a
 * table that somebody published (`published/row.ts`): both are judged by the same checks. Null: not known, and
 * the checks that need it say so.
 */
import type { Message } from '../messages/message.ts';
import type { Interval, Metric } from './metric.ts';
import type { Level } from './plan.ts';
import type { GeneratorShare } from './sample.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';

/** Two figures that must agree: what was asked for or printed, and what was found. */
export interface Agreement {
  readonly what: string;
  readonly expected: Level;
  readonly found: Level;
  /** What is said where they differ, if the two figures alone would be a riddle. */
  readonly says?: Message;
  /** It was seen in what the process was started with, not in the process at work. */
  readonly isStart?: true;
}

/** A throughput that cannot be exceeded, with the arithmetic behind it: `10 clients ÷ 10 ms`. */
export interface Bound {
  readonly throughput: PerSecond;
  readonly says: Message;
}

export interface Observation {
  /** Name of the row in sentences: `trial 3 (pool=4)`, `table 4, pool 64`. */
  readonly name: string;
  readonly cell: string;
  /** Rows of one group differ in `workers` alone, so that their throughputs make a speed-up. */
  readonly group: string;
  /** False for a trial that ended with a problem: only the checks of answers look at it. */
  readonly counts: boolean;
  /**
   * `closed`: each client always has a request in flight. `burst`: a closed loop that ends by its number of requests, so
   * that it drains. `batch`: a barrier after each `declared` requests. `open`: requests come by the clock.
   */
  readonly load: 'closed' | 'burst' | 'batch' | 'open';
  /** Requests that may be in flight together, by what was declared; null for an open load. */
  readonly declared: number | null;
  /** Time from the first request to the last answer, or the length of the window. */
  readonly length: Milliseconds | null;
  /** Number of windows that make up that length, of a server that is loaded in turn; absent: one. */
  readonly windows?: number;
  /** The load ends by its number of requests, not by the clock: nothing is cut off at its edges. */
  readonly endsByCount: boolean;
  /** Requests with the right answer. */
  readonly requests: number | null;
  readonly throughput: PerSecond | null;
  /** Response times as the client saw them. */
  readonly mean: Milliseconds | null;
  readonly min: Milliseconds | null;
  readonly max: Milliseconds | null;
  readonly median: Milliseconds | null;
  /** Requests in flight, averaged over time, where that was measured beside X and R. */
  readonly inFlight: number | null;
  /** The shortest time in which an honest answer can come. */
  readonly floor: Milliseconds | null;
  /** Percentiles that are shown or could be, as shares: 0.99. */
  readonly percentiles: readonly number[] | null;
  /** Times that the server says it took for a request. */
  readonly server: { readonly mean: Milliseconds; readonly max: Milliseconds } | null;
  /** Pieces of work that the server timed itself, from submission to completion. */
  readonly jobs: {
    readonly rate: PerSecond;
    readonly mean: Milliseconds;
    /** Jobs that may be in flight together if each answer waits for its own; null for an open load. */
    readonly declared: number | null;
  } | null;
  /** Share of the work that went on after the answers, how that is known, and whether the plan declares it. */
  readonly late: { readonly share: Ratio; readonly says: Message; readonly isDeclared?: boolean } | null;
  /** Answers that had to prove their work, and those of them that failed to. */
  readonly proofs: { readonly asked: number; readonly wrong: number } | null;
  readonly answers: {
    readonly sent: number;
    /** Answers that came and were not right. */
    readonly wrong: number;
    /** Requests without a whole answer: no connection, reset, time-out. */
    readonly lost: number;
    /** Wrong answers among those that count as success. */
    readonly countedAsSuccess: number;
    /** Number of failures of each kind, without kinds that did not occur. */
    readonly kinds: Readonly<Record<string, number>>;
  } | null;
  /** Warnings that the application wrote. */
  readonly warnings: readonly string[] | null;
  readonly generator: {
    readonly utilization: Ratio;
    readonly lateShare: Ratio;
    /** Share of the clients' waiting time that they waited for late requests to be sent. */
    readonly lateTime: Ratio;
    /** CPUs that it used, that the server used, and that both could use. */
    readonly cpus: number;
    readonly serverCpus: number;
    readonly sharedCpus: number | null;
    /** Each of several generators; absent: there is one. */
    readonly each?: readonly GeneratorShare[];
  } | null;
  /** Requests, or iterations that make them, that were due, and those of them that were never sent. */
  readonly unsent: { readonly due: number; readonly count: number } | null;
  readonly machine: {
    readonly steal: Ratio | null;
    readonly foreign: Ratio | null;
    /** Share of the machine's CPU time that anybody used while the load ran. */
    readonly used: Ratio | null;
    readonly throttledPeriods: number | null;
    readonly cpus: number;
    /** Load average before the run, for each CPU. */
    readonly loadPerCpu: number | null;
  } | null;
  readonly bounds: readonly Bound[];
  /** Number of requests or jobs that can be served at once: processes × threads. */
  readonly workers: number | null;
  /** CPUs that the workers compute on; null where they also wait, or nobody knows. */
  readonly computingCpus: number | null;
  /** Finished requests in equal bins of time, only whole bins. */
  readonly bins: readonly number[] | null;
  /** Requests of each worker. */
  readonly perWorker: readonly number[] | null;
  /** The coarsest clock behind a figure, in the figure's own unit. */
  readonly clocks: readonly {
    readonly metric: Metric;
    readonly resolution: number;
    readonly value: number;
  }[];
  /** All figures of the row with all their digits, to find copies. */
  readonly figures: readonly number[];
  /** Facts that the row states in two places. */
  readonly labels: readonly Agreement[];
  /** Settings as they were read back; null where none could be read. */
  readonly inForce: readonly Agreement[] | null;
}

/** The baseline against a copy of itself (A/A′). */
export interface Control {
  readonly name: string;
  readonly ratio: Interval;
}

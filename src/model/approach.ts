/** How the load of a first look was found: where the server answers, and what it did under more and more clients. */
import type { LoadOutcome } from './sample.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';

/** Where a started server listens, and what it answers before there is any load. */
export interface FirstAnswer {
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  /** Id of the process that listens there; null where that is not seen. */
  readonly pid: number | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The path to which a redirect leads, without its origin. */
  readonly location: string | null;
  /** Further ports of the same server: metrics, a debugger. */
  readonly otherPorts: readonly number[];
  /** Time from the start of the command to the first answer. */
  readonly readyAfter: Milliseconds;
}

/** The figures of one number of clients, each of which waits for its answer. */
export interface LoadStep {
  readonly clients: number;
  /** Right answers a second. */
  readonly throughput: PerSecond;
  /** Mean response time; null where nothing was answered. */
  readonly mean: Milliseconds | null;
  /** Share of all sent requests that got no right answer. */
  readonly failed: Ratio;
  /** How busy the load generator was. */
  readonly generator: Ratio;
}

/**
 * Why no more clients were tried.
 * - `flat`: more of them gave no more throughput
 * - `generator`: the load generator was at its limit, so the server may do more
 * - `failures`: requests failed with the last number
 * - `most`: throughput still grew, and more clients were not worth their time
 * - `time`: the time for it was used up
 */
export type KneeEnd = 'flat' | 'generator' | 'failures' | 'most' | 'time';

export interface Knee {
  readonly steps: readonly LoadStep[];
  /** The fewest clients that get nearly all the throughput there is. */
  readonly clients: number;
  readonly throughput: PerSecond;
  readonly end: KneeEnd;
}

export interface Approach {
  readonly first: FirstAnswer;
  readonly knee: Knee;
  /** Clients of the load under which it was diagnosed. */
  readonly clients: number;
}

/** Sends requests from so many clients, each of which waits for its answer; with a warm-up that is not counted. */
export type SendClients = (
  clients: number,
  window: { readonly warmup: Milliseconds; readonly duration: Milliseconds },
) => Promise<LoadOutcome>;

/** Result files of other load tools: what each says, and what the validity checks say of them together. */
import type { Message } from '../messages/message.ts';
import type { CheckResult } from './check.ts';
import type { Metric } from './metric.ts';
import type { Observation } from './observation.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';
import type { Word } from './verdict.ts';

/** The figures that a file has. Null: it does not have this one. */
export interface PublishedFigures {
  /** The tool, and which of its outputs it is: `k6 CSV`. */
  readonly source: string;
  /**
   * `closed`: each client waits for its answer, and asks again at once. `open`: requests come by the clock. `unknown`: the file
   * does not say.
   */
  readonly load: 'closed' | 'open' | 'unknown';
  /** Whether requests that come by the clock are timed from when they were due, so that a stall shows. */
  readonly isTimedFromDue: boolean;
  /** Clients that the load was to have, each with one request at a time. */
  readonly clients: number | null;
  /** Most requests in flight at a time, where the tool takes as many workers as it needs: no part of the load that was asked for. */
  readonly atMost: number | null;
  /** Time from the first request to the last answer. */
  readonly length: Milliseconds | null;
  /** Requests that were begun, or iterations where one of them asks several times. */
  readonly begun: number | null;
  /** Answers that are in the figures, right or wrong. */
  readonly answered: number | null;
  readonly throughput: PerSecond | null;
  readonly mean: Milliseconds | null;
  readonly min: Milliseconds | null;
  readonly max: Milliseconds | null;
  /** Percentiles in ascending order. */
  readonly percentiles: readonly { readonly share: Ratio; readonly value: Milliseconds }[];
  /** Mean number of requests in flight over time, from the single requests. */
  readonly inFlight: number | null;
  readonly answers: Observation['answers'];
  readonly unsent: Observation['unsent'];
  readonly bins: Observation['bins'];
  readonly labels: Observation['labels'];
  /** Resolution of its times and of its length: that of a clock, or the last digit that is printed. */
  readonly step: Milliseconds | null;
  readonly lengthStep: Milliseconds | null;
  /** Lines that could not be read. */
  readonly unread: number;
}

/** A file that was read, and what its user says of the load. */
export interface PublishedRun extends PublishedFigures {
  readonly file: string;
  /** Name of the run in sentences: `A`, or `A2` of several. */
  readonly name: string;
  /** Requests a second that were asked for. */
  readonly rate: PerSecond | null;
}

/** A percentile that the load itself makes too low. */
export interface HiddenPercentile {
  readonly file: string;
  /** Name of the run in sentences. */
  readonly name: string;
  readonly metric: Metric;
  readonly why: Message;
}

/** The ratio B ÷ A of one metric. Its bounds are null where a setting has one run. */
export interface PublishedRatio {
  readonly metric: Metric;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly word: Word;
  /** Why the word is withheld; null where it is not. */
  readonly withheld: Message | null;
}

/** The document of `check --json`. */
export interface PublishedCheck {
  readonly schema: 1;
  /** One setting, or two that are compared. */
  readonly settings: readonly { readonly cell: string; readonly runs: readonly PublishedRun[] }[];
  /** All validity checks, in the order of `checkIds`. */
  readonly checks: readonly CheckResult[];
  readonly hidden: readonly HiddenPercentile[];
  /** What makes the two settings different loads, or leaves open whether they are. */
  readonly differences: readonly Message[];
  /** Ratios of all metrics; the first is of the metric that suits the load. */
  readonly ratios: readonly PublishedRatio[];
  /** Whether these figures can carry a comparison. */
  readonly canCompare: boolean;
  readonly sentence: Message;
  /** Options that would let more checks judge. */
  readonly missing: readonly Message<'published.missing'>[];
  /** What to do about failed checks whose cause is the tool. */
  readonly repairs: readonly Message[];
}

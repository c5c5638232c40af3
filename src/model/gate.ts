/** What a gate decided, with all that it rests on. */
import type { Interval, Metric } from './metric.ts';
import type { Ratio } from './units.ts';

/**
 * - `fail`: the whole interval of the loss lies above the threshold
 * - `pass`: the whole interval lies below it
 * - `undecided`: neither by the last look, or a failed validity check withholds the word
 * - `unmeasured`: there is no interval
 */
export type GateWord = 'pass' | 'fail' | 'undecided' | 'unmeasured';

export interface GateResult {
  readonly verdict: GateWord;
  readonly metric: Metric;
  /** What head is held to, and head itself, in words: `main (1a2b3c4)`, `the working tree`. */
  readonly base: string;
  readonly head: string;
  /** head / base; null if it was not measured. */
  readonly ratio: Interval | null;
  /** How much worse head is: 0.05 is 5 % less throughput, or a time that is 5 % longer; below 0 it is better. */
  readonly loss: Interval | null;
  /** The loss that is allowed. */
  readonly threshold: Ratio;
  readonly blocks: number;
  /** Why this word: what the interval has to do with the threshold, or what took the word away. */
  readonly because: string;
  /** The whole decision in one or two sentences. */
  readonly sentence: string;
  /** What a reader must know of how the two were put side by side. */
  readonly notes: readonly string[];
}

/**
 * What one look at the pool may cost. A hostile process can hold a queue without an end in its memory, and pages that
 * take long to come: the look ends all the same, and nothing else of this process waits for long.
 */
import type { Milliseconds } from '../../model/units.ts';

/** Readings of memory, each about 2 µs: one for each job of the longest queue that is walked, and half as many more. */
const mostReads = 30_000;
/** No further attempt begins after this time, but for the first few: this process may have been put off its CPU. */
const longEnough: Milliseconds = 50;
const alwaysAllowed = 3;
/** All walking ends then: each page of the memory may come late. */
const tooLong: Milliseconds = 250;
/** The clock is looked at once in so many readings. */
const every = 64;

export class LookBudget {
  #reads = 0;
  #begun: Milliseconds = 0;
  #isLate = false;

  /** For a new look. */
  begin(): void {
    this.#reads = 0;
    this.#begun = performance.now();
    this.#isLate = false;
  }

  /** Counts one reading. */
  spend(): void {
    if (++this.#reads % every === 0) this.#isLate ||= this.#time > tooLong;
  }

  /** What is read at the moment ends here. */
  get isSpent(): boolean {
    return this.#isLate || this.#reads >= mostReads;
  }

  /** Whether the half is left: as much may be read once more. */
  get isHalfLeft(): boolean {
    return this.#reads < mostReads / 2;
  }

  /** Whether an attempt may begin, `before` having been made. */
  allowsAttempt(before: number): boolean {
    return this.isHalfLeft && (before < alwaysAllowed || this.#time < longEnough);
  }

  get #time(): Milliseconds {
    return performance.now() - this.#begun;
  }
}

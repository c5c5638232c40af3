import type { EpochMilliseconds, Milliseconds } from './units.ts';

/** Time is passed in, so that whatever waits can be tested in virtual time (`host/clock.ts` has both kinds). */
export interface Clock {
  /** Monotonic; its origin is the process's own. */
  now(): Milliseconds;
  epoch(): EpochMilliseconds;
  /** Resolves after `duration`, or rejects with the signal's reason. */
  sleep(duration: Milliseconds, signal?: AbortSignal): Promise<void>;
}

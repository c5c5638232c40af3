import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Milliseconds } from '../model/units.ts';

/** The clock of this process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epoch: () => performance.timeOrigin + performance.now(),
  sleep: (duration, signal) =>
    delay(duration, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      // The signal's reason, in place of the AbortError that `setTimeout` rejects with.
      throw signal?.aborted ? signal.reason : error;
    }),
};

/** Waits for so long. @returns false if the signal came first */
export async function waited(time: Milliseconds, signal: AbortSignal): Promise<boolean> {
  await delay(Math.max(0, time), undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

/** @returns what `work` gives; null where it takes longer than that, or the signal comes first */
export async function within<Value>(
  work: Promise<Value>,
  time: Milliseconds,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Value | null> {
  const done = new AbortController();
  const end = clock.sleep(time, signal ? AbortSignal.any([signal, done.signal]) : done.signal).then(
    () => null,
    () => null,
  );
  try {
    return await Promise.race([work, end]);
  } finally {
    done.abort();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Milliseconds } from '../model/units.ts';

/** The clock of this process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epoch: () => performance.timeOrigin + performance.now(),
  sleep: (duration, signal) =>
    delay(duration, undefined, signal ? { signal } : {}).catch(rethrowReason(signal)),
};

/** Throws the signal's reason in place of the AbortError that `setTimeout` rejects with. */
function rethrowReason(signal: AbortSignal | undefined) {
  return (error: unknown): never => {
    throw signal?.aborted ? signal.reason : error;
  };
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

import type { Clock } from '../../src/model/units.ts';

/** Virtual time: a sleep ends at once, and moves the clock. What waits for hours is tested in microseconds. */
export function virtualClock(): Clock {
  let time = 0;
  return {
    now: () => time,
    epoch: () => time,
    sleep(duration, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      time += duration;
      return Promise.resolve();
    },
  };
}

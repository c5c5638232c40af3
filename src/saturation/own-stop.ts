/** What the probe itself does to the main thread: what that would be, and how it is told from what the server does. */
import type { LoopReading, ProbeReading } from '../model/reading.ts';
import type { Bytes, Milliseconds } from '../model/units.ts';

const mebibyte: Bytes = 2 ** 20;

/** A CPU profile begins with a walk over the heap: about a millisecond for each megabyte in use. */
export function stopByProfile(heapUsed: Bytes): Milliseconds {
  return heapUsed / mebibyte;
}

/** A server at work is stopped no longer than this, unless its owner wants it. */
export const longestOwnStop: Milliseconds = 150;

/** A thread that was stopped begins with what has come meanwhile, and its timers have a grain of their own. */
const slack = { factor: 1.5, added: 20 } as const;

/** Whether a delay, or the time of a request, is no longer than what the probe did itself. */
function isByOwnStop({ ownStop = 0 }: Pick<ProbeReading, 'ownStop'>, time: Milliseconds): boolean {
  return ownStop > 0 && time <= ownStop * slack.factor + slack.added;
}

/** Nothing in this reading tells of the server's own loop: whatever held it, may have been the probe. */
export function isHeldByProbe(reading: ProbeReading): boolean {
  return isByOwnStop(reading, reading.loop?.delay.max ?? reading.silent);
}

/** What Node counted as busy in this reading is the probe's doing, in whole or in part. */
export function isBusyWithProbe(reading: ProbeReading): boolean {
  return isHeldByProbe(reading) || (reading.isProfiled === true && reading.loop !== null);
}

/** How long the server itself said nothing. What was silent before, or stayed so, was silent for longer than the probe held it. */
export function serverSilence(reading: ProbeReading): Milliseconds {
  const { silent, ownStop = 0 } = reading;
  return isByOwnStop(reading, silent) ? 0 : Math.max(0, silent - ownStop);
}

/** How late the server's own work made its timers; null: nothing tells. */
export function serverDelay(reading: ProbeReading): LoopReading['delay'] | null {
  const { loop, ownStop = 0 } = reading;
  if (loop === null || isHeldByProbe(reading)) return null;
  const { mean, p50, p99 } = loop.delay;
  const max = Math.max(0, loop.delay.max - ownStop);
  return { mean: Math.min(mean, max), p50: Math.min(p50, max), p99: Math.min(p99, max), max };
}

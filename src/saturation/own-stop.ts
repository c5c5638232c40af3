/** Stops of the main thread that the probe itself causes: how long they are, and how they are told from the server's own. */
import type { LoopReading, ProbeReading } from '../model/reading.ts';
import type { Bytes, Milliseconds } from '../model/units.ts';

const mebibyte: Bytes = 2 ** 20;

/** How long a CPU profile stops the main thread: it begins with a walk over the heap, about 1 ms per megabyte in use. */
export function stopByProfile(heapUsed: Bytes): Milliseconds {
  return heapUsed / mebibyte;
}

/** Longest stop of a server at work, unless its owner wants a longer one. */
export const longestOwnStop: Milliseconds = 150;

/** Allowance on a stop: the thread then works off what came meanwhile, and timers have a grain of their own. */
const slack = { factor: 1.5, added: 20 } as const;

/** Whether a delay, or the time of a request, is no longer than a stop by the probe explains. */
function isByOwnStop({ ownStop = 0 }: Pick<ProbeReading, 'ownStop'>, time: Milliseconds): boolean {
  return ownStop > 0 && time <= ownStop * slack.factor + slack.added;
}

/** Whether the probe explains all delay in this reading: then it shows nothing of the server's own loop. */
export function isHeldByProbe(reading: ProbeReading): boolean {
  return isByOwnStop(reading, reading.loop?.delay.max ?? reading.silent);
}

/** Whether some of the time that Node counted as busy is the probe's. */
export function isBusyWithProbe(reading: ProbeReading): boolean {
  return isHeldByProbe(reading) || (reading.isProfiled === true && reading.loop !== null);
}

/** Time that the server itself did not answer: beyond the probe's stop it was silent before, or stayed silent afterwards. */
export function serverSilence(reading: ProbeReading): Milliseconds {
  const { silent, ownStop = 0 } = reading;
  return isByOwnStop(reading, silent) ? 0 : Math.max(0, silent - ownStop);
}

/** The delay of timers that the server's own work caused; null if it cannot be told. */
export function serverDelay(reading: ProbeReading): LoopReading['delay'] | null {
  const { loop, ownStop = 0 } = reading;
  if (loop === null || isHeldByProbe(reading)) return null;
  const { mean, p50, p99 } = loop.delay;
  const max = Math.max(0, loop.delay.max - ownStop);
  return { mean: Math.min(mean, max), p50: Math.min(p50, max), p99: Math.min(p99, max), max };
}

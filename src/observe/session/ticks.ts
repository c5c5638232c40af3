/** When to look: on a fixed schedule, and less often where looking is dear. */
import type { Clock, Milliseconds } from '../../model/units.ts';

export interface TickOptions {
  /** Null: until the signal. */
  readonly duration: Milliseconds | null;
  readonly interval: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Time since the watch began. */
  readonly now: () => Milliseconds;
  /** CPU time that the process has used that looks: unless told, this one. */
  readonly cpu?: () => Milliseconds;
}

/** CPU time of this process, of all its threads. */
export function ownCpu(): Milliseconds {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** So many times what a look took of the CPU is left to others: a thousand threads take 30 ms, and are looked at less often. */
const rest = 9;

/**
 * Yields the instants to look at. The schedule is kept: what took too long costs the next looks, and does not move them.
 * What counts is the CPU time between two yields: on a busy machine a look takes long, and costs no more for it.
 */
export async function* ticks({
  duration,
  interval,
  clock,
  signal,
  now,
  cpu = ownCpu,
}: TickOptions): AsyncGenerator<Milliseconds> {
  const end = duration ?? Infinity;
  let rested = 0;
  for (let tick = 0; tick * interval <= end; tick++) {
    if (tick * interval < Math.max(now() - interval, rested)) continue;
    try {
      await clock.sleep(Math.max(0, tick * interval - now()), signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const before = cpu();
    const at = now();
    yield at;
    // The last look stays: it is what the duration was asked for.
    rested = Math.min(at + (1 + rest) * (cpu() - before), end - interval);
  }
}

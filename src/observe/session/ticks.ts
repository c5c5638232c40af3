/** The instants to look at: on a fixed schedule, and fewer where a look costs much CPU time. */
import { readFileSync } from 'node:fs';
import { hasProc } from '../../host/processes.ts';
import type { Clock, Milliseconds, Ratio } from '../../model/units.ts';

export interface TickOptions {
  /** Null: until the signal. */
  readonly duration: Milliseconds | null;
  readonly interval: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Time since the watch began. */
  readonly now: () => Milliseconds;
  /** CPU time that the thread that looks has used; unless told, this one. */
  readonly cpu?: () => Milliseconds;
  /** Share of one CPU that its thread may use over longer times. */
  readonly share: () => Ratio;
}

/** CPU time of this thread, which is the one that looks. Node 22 does not know it: there Linux tells, or the whole process counts. */
export function ownCpu(): Milliseconds {
  const own: Partial<Pick<NodeJS.Process, 'threadCpuUsage'>> = process;
  if (own.threadCpuUsage === undefined && hasProc)
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  const { user, system } = own.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Pause after a look, as a multiple of its CPU time: a thousand threads take 30 ms, and are looked at less often. */
const rest = 9;
/** CPU time that may be used beyond the share: in a watch of a few seconds, looks are not fewer for it. */
const ahead: Milliseconds = 120;
/** Longest pause on account of CPU time that is used for other things, however much that is. */
const longest: Milliseconds = 100;

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
  share,
}: TickOptions): AsyncGenerator<Milliseconds> {
  const end = duration ?? Infinity;
  let [rested, left, last, spent] = [0, ahead, 0, cpu()];
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
    const total = cpu();
    const used = total - before;
    // All CPU time since the look before counts here, that of waking up and waiting included.
    left = Math.max(0 - ahead, Math.min(ahead, left + share() * (at - last)) - (total - spent));
    [last, spent] = [at, total];
    const owed = Math.min(longest, (0 - left) / share());
    // The last look stays: it is what the duration was asked for.
    rested = Math.min(at + Math.max((1 + rest) * used, owed), end - interval);
  }
}

/** The event loop of a process in figures. */
import type { ThreadSpan } from '../model/look.ts';
import { isBusyWithProbe, serverDelay, serverSilence } from '../model/own-stop.ts';
import type { ProbeReading } from '../model/reading.ts';
import type { LoopVitals } from '../model/vitals.ts';
import type { Sources } from './sources.ts';
import { mean, quantile, weighted } from '../judge/sums.ts';

/** A timer that is so late is felt by whoever waits, and is beyond what a busy machine does to a healthy loop. */
const longStall = 100;

/**
 * A reading spans a quarter of a second, some 25 timers: its p99 is its longest. One of ten readings with a stall makes
 * the p99 of the whole.
 */
const readingsForP99 = 0.9;

export function loopOf({ process, look, readings }: Sources): LoopVitals {
  const main = look?.threads.find(({ role }) => role === 'main') ?? null;
  const probed = utilizationOf(readings);
  const seen = look?.loop ?? (main && shareBusy(main));
  const profile = process.probe.ok ? process.probe.profile : null;
  return {
    utilization: probed ?? seen,
    from: probed === null ? (seen === null ? null : 'threads') : 'probe',
    ran: main?.ran ?? null,
    waitedForCpu: main?.waitedForCpu ?? null,
    blockedIn: main ? blockedIn(main) : [],
    delay: delayOf(readings),
    silent: readings.length > 0 ? Math.max(...readings.map(serverSilence)) : null,
    stalls:
      readings.length > 0
        ? readings.filter(
            (reading) => serverSilence(reading) >= longStall || (serverDelay(reading)?.max ?? 0) >= longStall,
          ).length
        : null,
    functions: profile?.functions ?? null,
    profileStopped: profile?.stopped ?? null,
  };
}

/**
 * A reading in which the main thread said nothing was one of work throughout; one in which the probe held or
 * profiled it counts only where there is no other.
 */
function utilizationOf(all: readonly ProbeReading[]): number | null {
  const own = all.filter((reading) => !isBusyWithProbe(reading));
  const readings = own.length > 0 ? own : all;
  return weighted(readings.map(({ loop, span }) => ({ value: loop?.utilization ?? 1, weight: span })));
}

/** Where the kernel does not count: in how many readings it did not wait for events. */
function shareBusy({ doing, readings }: ThreadSpan): number | null {
  const known = doing.some(({ doing: each }) => each.state === 'polling' || each.state === 'blocked');
  const waiting = doing.filter(({ doing: { state } }) => state === 'polling' || state === 'asleep');
  return known && readings > 0 ? 1 - waiting.reduce((sum, way) => sum + way.readings, 0) / readings : null;
}

function blockedIn({ doing, readings }: ThreadSpan): LoopVitals['blockedIn'] {
  return doing
    .filter(({ doing: { state } }) => state === 'blocked' || state === 'waiting')
    .map((way) => ({ doing: way.doing, share: way.readings / readings, threads: 1 }));
}

function delayOf(readings: readonly ProbeReading[]): LoopVitals['delay'] {
  const delays = readings.flatMap((reading) => serverDelay(reading) ?? []);
  if (delays.length === 0) return null;
  return {
    mean: mean(delays.map((delay) => delay.mean)) ?? 0,
    p50:
      quantile(
        delays.map((delay) => delay.p50),
        0.5,
      ) ?? 0,
    p99:
      quantile(
        delays.map((delay) => delay.p99),
        readingsForP99,
      ) ?? 0,
    max: Math.max(...delays.map((delay) => delay.max)),
  };
}

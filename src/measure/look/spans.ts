/** From single readings of threads to what each did over the whole look. */
import type { Doing, LookSample, ThreadReading, ThreadSpan } from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';

/** What is kept of the ways in which a thread was found. */
const mostWays = 8;

/** One span for each thread, in the order in which they were first seen: the main thread first. */
export function spansOf(samples: readonly LookSample[]): ThreadSpan[] {
  const readings = samples.flatMap(({ threads }) => threads);
  return [...Map.groupBy(readings, ({ tid }) => tid).values()].flatMap((ofThread) => span(ofThread) ?? []);
}

function span(readings: readonly ThreadReading[]): ThreadSpan | null {
  const first = readings[0];
  const last = readings.at(-1);
  if (!first || !last) return null;
  const share = (before: Milliseconds | null, after: Milliseconds | null) =>
    before === null || after === null || last.at <= first.at
      ? null
      : // The counters are read a moment after the clock: a thread that always ran may seem to have run longer.
        Math.min(1, (after - before) / (last.at - first.at));
  return {
    tid: first.tid,
    name: last.name,
    role: last.role,
    ran: share(first.ran, last.ran),
    waitedForCpu: share(first.waitedForCpu, last.waitedForCpu),
    readings: readings.length,
    doing: ways(readings.map(({ doing }) => doing)),
  };
}

function ways(found: readonly Doing[]): ThreadSpan['doing'] {
  return [...Map.groupBy(found, (doing) => JSON.stringify(doing)).values()]
    .flatMap((same) => (same[0] ? [{ doing: same[0], readings: same.length }] : []))
    .toSorted((one, other) => other.readings - one.readings)
    .slice(0, mostWays);
}

/** A process's watch as values over time, few enough to be drawn: each bin holds what was seen in it. */
import { isBusyWithProbe, isHeldByProbe, serverDelay, serverSilence } from '../../saturation/own-stop.ts';
import type { ProbeReading } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { SamplePoint, WatchedProcess } from '../../model/watch.ts';

/** Most moments of a curve: more cannot be distinguished in a picture, and would only make the file heavy. */
const mostMoments = 80;
/** Longest gap that a line bridges, in seconds. */
const longestGap = 1.5;

/** A moment of one process; null: not seen in it. */
export interface Moment {
  /** Seconds since the watch began. */
  readonly at: number;
  readonly cpu: number | null;
  readonly busy: number | null;
  readonly queued: number | null;
  readonly loop: number | null;
  /** This and the next two are in milliseconds. */
  readonly waitMedian: number | null;
  readonly waitMost: number | null;
  readonly delay: number | null;
}

interface SampleGroup {
  readonly at: Milliseconds;
  readonly points: readonly SamplePoint[];
  readonly said: ProbeReading[];
}

/** A process's series in at most eighty moments; each reading of the probe goes to the nearest one. */
export function momentsOf({ series, probe, to }: WatchedProcess): Moment[] {
  const readings = probe.ok ? placed(probe.readings, to) : [];
  const groups: readonly SampleGroup[] =
    series.length > 0
      ? chunks(series).map((points) => ({ at: middle(points), points, said: [] }))
      : chunks(readings).map((some) => ({ at: middle(some), points: [], said: [] }));
  let nearest = 0;
  for (const { at, reading } of readings) {
    const distance = (i: number) => Math.abs((groups[i]?.at ?? Infinity) - at);
    while (distance(nearest + 1) < distance(nearest)) nearest++;
    groups[nearest]?.said.push(reading);
  }
  const usual = pendingOf(readings.map(({ reading }) => reading));
  return groups.map((group) => moment(group, usual));
}

/** The probe's own jobs, which wait in the same queues as those of the server. */
interface Pending {
  readonly fast: number;
  readonly slow: number;
}

function pendingOf(readings: readonly ProbeReading[]): Pending {
  const mean = (pick: (reading: ProbeReading) => number) => meanOf(readings.map(pick)) ?? 0;
  return { fast: mean(({ fast }) => fast.pending), slow: mean(({ slow }) => slow.pending) };
}

/** @param usual what the probe had pending on average, for moments in which it said nothing */
function moment({ at, points, said }: SampleGroup, usual: Pending): Moment {
  const own = said.length > 0 ? pendingOf(said) : usual;
  const waits = said.flatMap(({ fast }) => fast.waits).toSorted((a, b) => a - b);
  // A job without an answer has waited at least so long: a pool that hangs has no other wait to show.
  const oldest = largest(said.map(({ fast }) => fast.oldest));
  const mean = (pick: (point: SamplePoint) => number | null) => meanOf(points.map(pick));
  return {
    at: at / 1000,
    cpu: mean(({ cpu }) => cpu),
    busy: mean(({ busy }) => busy),
    queued: mean(({ queued, slowQueued }) =>
      queued === null ? null : Math.max(0, queued - own.fast) + Math.max(0, (slowQueued ?? 0) - own.slow),
    ),
    loop:
      meanOf(said.map((one) => (isBusyWithProbe(one) ? null : (one.loop?.utilization ?? null)))) ??
      mean(({ loop }) => loop),
    waitMedian: waits[Math.floor(waits.length / 2)] ?? oldest,
    waitMost: largest([waits.at(-1) ?? null, oldest]),
    delay: largest(
      said.map((reading) =>
        isHeldByProbe(reading) ? null : Math.max(serverDelay(reading)?.max ?? 0, serverSilence(reading)),
      ),
    ),
  };
}

/** Groups of neighbours: at most as many as there are moments in a curve. */
function chunks<Item>(items: readonly Item[]): (readonly Item[])[] {
  const size = Math.max(1, Math.ceil(items.length / mostMoments));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function middle(items: readonly { readonly at: Milliseconds }[]): Milliseconds {
  return items.reduce((all, { at }) => all + at, 0) / items.length;
}

/** One value over time: short gaps are passed over, long ones are a null that breaks the line. */
export function pointsOf(
  moments: readonly Moment[],
  of: (moment: Moment) => number | null,
): (readonly [at: number, value: number | null])[] {
  const points: (readonly [number, number | null])[] = [];
  let before: number | null = null;
  // Where each moment stands for several seconds, the distance to the next one is no gap.
  const usual =
    moments.length > 1 ? ((moments.at(-1)?.at ?? 0) - (moments[0]?.at ?? 0)) / (moments.length - 1) : 0;
  for (const one of moments) {
    const value = of(one);
    if (value === null) continue;
    if (before !== null && one.at - before > Math.max(longestGap, 3 * usual)) points.push([before, null]);
    points.push([one.at, value]);
    before = one.at;
  }
  return points;
}

/** Places the probe's readings on the watch's clock. The probe's begins with its own first tick; its last reading is at the watch's end. */
function placed(readings: readonly ProbeReading[], end: Milliseconds) {
  const last = readings.at(-1)?.at ?? 0;
  return readings.map((reading) => ({ reading, at: reading.at - last + end })).filter(({ at }) => at >= 0);
}

/** The mean of the values that are known; null if none is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0) / known.length;
}

export function largest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, value) => (value === null ? most : Math.max(most ?? value, value)), null);
}

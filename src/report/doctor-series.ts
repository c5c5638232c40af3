/** A process's watch as values over time, few enough to be drawn: each bin holds what was seen in it. */
import type { ProbeReading } from '../model/reading.ts';
import type { Milliseconds } from '../model/units.ts';
import type { CoursePoint, WatchedProcess } from '../model/watch.ts';

/** More cannot be told apart in a picture, and would only make the file heavy. */
const mostBins = 80;

/** One bin of one process; null: not seen in it. */
export interface Moment {
  /** Seconds since the watch began, the middle of the bin. */
  readonly at: number;
  readonly cpu: number | null;
  readonly busy: number | null;
  readonly queued: number | null;
  readonly loop: number | null;
  /** Milliseconds. */
  readonly waitMedian: number | null;
  readonly waitMost: number | null;
  readonly delay: number | null;
}

/** @param duration of the whole watch: the bins of all processes are the same */
export function momentsOf(process: WatchedProcess, duration: Milliseconds): Moment[] {
  const { course, probe } = process;
  const readings = probe.ok ? placed(probe.readings, process.to) : [];
  const count = Math.min(mostBins, Math.max(1, course.length, readings.length));
  const width = Math.max(1, duration) / count;
  const bin = (at: Milliseconds) => Math.min(count - 1, Math.max(0, Math.floor((at - 1e-9) / width)));
  const points: CoursePoint[][] = Array.from({ length: count }, () => []);
  const heard: ProbeReading[][] = Array.from({ length: count }, () => []);
  for (const point of course) points[bin(point.at)]?.push(point);
  for (const { at, reading } of readings) heard[bin(at)]?.push(reading);
  return points.map((own, i) => {
    const said = heard[i] ?? [];
    const waits = said.flatMap(({ fast }) => fast.waits).toSorted((a, b) => a - b);
    // What has had no answer yet has waited at least so long: a pool that hangs has no other wait to show.
    const oldest = largest(said.map(({ fast }) => fast.oldest));
    const mean = (pick: (point: CoursePoint) => number | null) => meanOf(own.map(pick));
    return {
      at: ((i + 0.5) * width) / 1000,
      cpu: mean(({ cpu }) => cpu),
      busy: mean(({ busy }) => busy),
      queued: mean(({ queued, slowQueued }) => (queued === null ? null : queued + (slowQueued ?? 0))),
      loop: meanOf(said.map(({ loop }) => loop?.utilization ?? null)) ?? mean(({ loop }) => loop),
      waitMedian: waits[Math.floor(waits.length / 2)] ?? oldest,
      waitMost: largest([waits.at(-1) ?? null, oldest]),
      delay: largest(
        said.map(({ loop, silent }) => (loop === null ? silent : Math.max(loop.delay.max, silent))),
      ),
    };
  });
}

/** The probe's clock begins with its own first tick; its last reading belongs to the end of the process's watch. */
function placed(readings: readonly ProbeReading[], end: Milliseconds) {
  const last = readings.at(-1)?.at ?? 0;
  return readings.map((reading) => ({ reading, at: reading.at - last + end })).filter(({ at }) => at >= 0);
}

/** Over those that are known; null if none is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0) / known.length;
}

export function largest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, value) => (value === null ? most : Math.max(most ?? value, value)), null);
}

/**
 * Captures trace events of the pool's jobs for a few seconds (guest): the whole time of each job, waiting included.
 *
 * It takes only categories that the main thread itself writes. `node.threadpoolwork.sync`, which would tell waiting from
 * working, is written by the pool's threads, and crashed Node 20, 24 and 26 under load.
 */
import type { ProbeCapture } from '../../model/reading.ts';
import type { MainSessionModule } from './main-session.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { oneAtATime, withMainSession } = require(`./main-session${extension}`) as MainSessionModule;

const includedCategories = ['node.threadpoolwork.async', 'node.fs.async', 'node.dns.native'];
/** Most events a second, two for each job: more is a burden on the process. */
const mostEvents = 5000;
/** Length of a short capture, in ms, that tells first how many events there would be: they come only when one ends. */
const trial = 200;
/** Time without an event, in ms, after which no more will come: the last ones come some ms after the end. */
const quiet = 200;

interface TraceEvent {
  readonly cat: string;
  readonly name: string;
  /** The phase: `b` and `e` are beginning and end of what has this id. */
  readonly ph: string;
  readonly id?: string;
  readonly tid: number;
  /** Time, in microseconds. */
  readonly ts: number;
}

const wait = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** @param duration in ms @returns the events of that time, but for those of the thread that asks */
function events(duration: number, ownTid: number | null): Promise<TraceEvent[]> {
  return withMainSession(async (session) => {
    const taken: TraceEvent[] = [];
    let last = performance.now();
    session.on('NodeTracing.dataCollected', (parameters) => {
      const { value } = parameters as { value: readonly TraceEvent[] };
      for (const event of value) {
        if (event.tid !== ownTid && (event.ph === 'b' || event.ph === 'e')) taken.push(event);
      }
      last = performance.now();
    });
    await session.post('NodeTracing.start', { traceConfig: { includedCategories } });
    await wait(duration);
    await session.post('NodeTracing.stop');
    last = performance.now();
    while (performance.now() - last < quiet) await wait(20);
    return taken;
  });
}

/** Returns the kind of a job: `fs` or `dns`, or else what Node calls it: crypto, zlib, node_api. */
function kindOf({ cat, name }: TraceEvent): string {
  if (cat.includes('node.fs')) return 'fs';
  return cat.includes('node.dns') ? 'dns' : name;
}

function kinds(all: readonly TraceEvent[]): ProbeCapture['kinds'] {
  const open = new Map<string, number>();
  const times = new Map<string, number[]>();
  for (const event of all) {
    const key = `${event.cat} ${event.name} ${event.id}`;
    const began = open.get(key);
    if (event.ph === 'b') open.set(key, event.ts);
    else if (began !== undefined) {
      const kind = kindOf(event);
      const known = times.get(kind) ?? [];
      known.push((event.ts - began) / 1000);
      times.set(kind, known);
      open.delete(key);
    }
  }
  return Array.from(times, ([kind, unsorted]) => {
    const sorted = unsorted.toSorted((one, other) => one - other);
    const quantile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
    return { kind, jobs: sorted.length, mean, p50: quantile(0.5), p99: quantile(0.99) };
  });
}

/**
 * @param duration in ms
 * @param ownTid the probe's thread, whose own jobs do not count
 */
const capture = oneAtATime(
  'capture',
  async (duration: number, ownTid: number | null): Promise<ProbeCapture> => {
    let [taken, took] = [await events(Math.min(trial, duration), ownTid), Math.min(trial, duration)];
    const isAborted = taken.length / took > mostEvents / 1000;
    if (!isAborted && duration > trial) {
      took = duration;
      taken = await events(duration, ownTid);
    }
    return {
      type: 'capture',
      duration: took,
      isAborted,
      rate: taken.length / (took / 1000),
      kinds: kinds(taken),
    };
  },
);

const api = { capture };
export type CaptureModule = typeof api;
module.exports = api;

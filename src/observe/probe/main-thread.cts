/** The main thread as the probe's own thread sees it (guest): its board, and the histogram of its loop's delay. */
import type { LoopReading, ProbeReading, TrafficReading } from '../../model/reading.ts';
import type { Counters, SharedCountersModule } from './shared-counters.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { delayResolution, peekCounters, readCounters } = require(
  `./shared-counters${extension}`,
) as SharedCountersModule;

export type MainThreadReading = Pick<
  ProbeReading,
  'loop' | 'silent' | 'ownStop' | 'isProfiled' | 'gc' | 'requests' | 'calls'
> & {
  readonly memory: Omit<ProbeReading['memory'], 'rss'>;
};

export interface MainThread {
  /** Often: whether the main thread has said anything. */
  listen(): void;
  /** How often it has told something; 0: its loop has not turned yet. */
  writings(): number;
  poolSize(): string | null;
  /** In bytes; 0: not told yet. */
  heapUsed(): number;
  /** How long it has said nothing, beyond what is usual, in ms. */
  silent(): number;
  /** The probe blocks the main thread, and lets it go on. */
  stops(): void;
  goesOn(): void;
  /** How long it did so the last time, in ms. */
  lastStop(): number;
  /** Whether a CPU profile is being taken from now on. */
  isProfiled(is: boolean): void;
  /** What happened since the last call. */
  reading(): MainThreadReading;
}

type Histogram = import('node:perf_hooks').Histogram;

/**
 * @param longest the longest silence that was seen: the histogram misses the delay in which it is emptied, because that
 *   makes it forget when its timer last fired
 */
function delayOf(histogram: Histogram, longest: number): LoopReading['delay'] {
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - delayResolution);
  const { count } = histogram;
  // An empty histogram has no mean, and a reading has no gaps.
  const mean = count === 0 ? 0 : late(histogram.mean);
  const max = Math.max(late(histogram.max), longest);
  const isMissed = longest > late(histogram.max);
  return {
    mean: isMissed ? (mean * count + longest) / (count + 1) : mean,
    p50: late(histogram.percentile(50)),
    // Of fewer than a hundred the longest is the 99th percentile.
    p99: count < 100 ? max : late(histogram.percentile(99)),
    max,
  };
}

function traffic(kind: 'requests' | 'calls', before: Counters, now: Counters): TrafficReading | null {
  if (now[`${kind}Begun`] === 0) return null;
  const timed = now[`${kind}Timed`] - before[`${kind}Timed`];
  return {
    pending: now[`${kind}Pending`],
    oldest: now[`${kind}Oldest`] < 0 ? null : now[`${kind}Oldest`],
    started: now[`${kind}Begun`] - before[`${kind}Begun`],
    finished: now[`${kind}Ended`] - before[`${kind}Ended`],
    mean: timed > 0 ? (now[`${kind}Time`] - before[`${kind}Time`]) / timed : null,
    max: now[`${kind}Longest`] < 0 ? null : now[`${kind}Longest`],
  };
}

/** Stops of the main thread that the probe itself brought about, until the loop's delay that tells of them was told. */
function ownStops() {
  let [since, until, last, untold] = [null as number | null, -Infinity, 0, 0];
  const standing = () => (since === null ? 0 : performance.now() - since);
  return {
    begin: () => void (since = performance.now()),
    end() {
      if (since === null) return;
      last = standing();
      untold += last;
      [since, until] = [null, performance.now()];
    },
    last: () => last,
    untold: () => untold + standing(),
    /** @param heard when the main thread was last heard: before the end of a stop it has not told of it */
    told(heard: number) {
      if (heard > until) untold = 0;
    },
  };
}

function mainThread(board: SharedArrayBuffer, histogram: Histogram): MainThread {
  const nothing = new Proxy({} as Counters, { get: () => 0 });
  let [before, writings, at] = [nothing, 0, performance.now()];
  /** Of the loop, when it last could be told. */
  let last = nothing;
  let [heard, counted] = [performance.now(), 0];
  /** The last look, and the longest silence that lies wholly between two looks. */
  let [looked, longest] = [heard, 0];
  const listen = () => {
    const { count } = histogram;
    const now = performance.now();
    if (count !== counted) {
      longest = Math.max(longest, looked - heard - delayResolution);
      heard = now;
    }
    looked = now;
    counted = count;
  };
  const stops = ownStops();
  /** Now; and since the loop was last told. */
  let [isProfiled, wasProfiled] = [false, false];
  const silent = () => Math.max(0, performance.now() - heard - 2 * delayResolution);
  return {
    listen,
    silent,
    writings: () => peekCounters(board)?.writings ?? 0,
    poolSize: () => peekCounters(board)?.poolSize ?? null,
    heapUsed: () => peekCounters(board)?.figures.heapUsed ?? 0,
    // Looked at both times, so that what is heard later was said later.
    stops() {
      listen();
      stops.begin();
    },
    goesOn() {
      listen();
      stops.end();
    },
    lastStop: stops.last,
    isProfiled(is) {
      isProfiled = is;
      wasProfiled ||= is;
    },
    reading() {
      listen();
      const seen = readCounters(board);
      const now = seen?.figures ?? before;
      const isNew = seen !== null && seen.writings !== writings;
      // Heard in this span, and by both ways: the histogram and the board are written at different turns of the loop.
      const isTold = isNew && heard > at;
      const active = now.active - last.active;
      const time = active + now.idle - last.idle;
      const loop =
        isTold && time > 0 ? { utilization: active / time, delay: delayOf(histogram, longest) } : null;
      const ownStop = stops.untold();
      const reading = {
        loop,
        silent: silent(),
        ...(ownStop > 0 ? { ownStop } : {}),
        ...(wasProfiled ? { isProfiled: true as const } : {}),
        gc: {
          count: now.gcCount - before.gcCount,
          time: now.gcTime - before.gcTime,
          longest: isNew ? now.gcLongest : 0,
        },
        memory: { heapUsed: now.heapUsed, external: now.external, arrayBuffers: now.arrayBuffers },
        requests: traffic('requests', before, now),
        calls: traffic('calls', before, now),
      };
      // What a busy loop could not tell yet stays in the histogram until it can.
      if (loop) {
        histogram.reset();
        counted = longest = 0;
        last = now;
        stops.told(heard);
        wasProfiled = isProfiled;
      }
      before = now;
      at = performance.now();
      writings = seen?.writings ?? 0;
      return reading;
    },
  };
}

export interface MainThreadModule {
  readonly mainThread: typeof mainThread;
}

module.exports = { mainThread } satisfies MainThreadModule;

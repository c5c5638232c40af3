/** The view of the main thread from the probe's own thread (guest): its board, and the histogram of its loop's delay. */
import type { LoopReading, TrafficReading } from '../../model/reading.ts';
import type { Counters, SharedCountersModule, TrafficFigures } from './shared-counters.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { boardOf, clock, countersOf, delayResolution } = require(
  `./shared-counters${extension}`,
) as SharedCountersModule;
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** The question to the main thread, which answers by writing on the board. */
export interface Question {
  /** Time since which the question waits, in ms, on the clock of `process.hrtime`. */
  readonly at: number;
  /** Whether the probe sees by itself that the main thread is blocked, so that no timer has to. */
  readonly mayRest: boolean;
  /** Whether somebody wants its requests and calls counted. */
  readonly counts: boolean;
}

/** The means by which the main thread is seen, beside its board. */
export interface MainThreadView {
  /** The histogram of its loop's delay. */
  readonly delays: DelayHistogram;
  /** Asks a question; null tells that nobody listens. */
  readonly ask: (question: Question | null) => void;
  /** Whether it waits for events now; null where nothing tells. */
  readonly polls: (() => boolean) | null;
  /** Whether somebody wants its requests and calls counted. */
  readonly counts: () => boolean;
}

export type MainThread = ReturnType<typeof mainThread>;

type DelayHistogram = import('node:perf_hooks').Histogram;

/**
 * @param longest the longest silence that was seen: the histogram misses the delay in which it is emptied, because that
 *   makes it forget when its timer last fired
 */
function delayOf(histogram: DelayHistogram, longest: number): LoopReading['delay'] {
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - delayResolution);
  const { count } = histogram;
  // An empty histogram has no mean, and a reading has no gaps.
  const mean = count === 0 ? 0 : late(histogram.mean);
  const max = Math.max(late(histogram.max), longest);
  const isMissed = longest > late(histogram.max);
  return {
    mean: isMissed ? (mean * count + longest) / (count + 1) : mean,
    p50: late(histogram.percentile(50)),
    // The 99th percentile of fewer than a hundred is the longest.
    p99: count < 100 ? max : late(histogram.percentile(99)),
    max,
  };
}

function traffic(before: TrafficFigures, now: TrafficFigures): TrafficReading | null {
  if (now.begun === 0) return null;
  const timed = now.timed - before.timed;
  const counted = now.counted - before.counted;
  // Estimates are rounded, so that their sums stay true.
  const since = (field: 'begun' | 'ended') => Math.round(now[field]) - Math.round(before[field]);
  return {
    pending: Math.round(now.pending),
    oldest: now.oldest < 0 ? null : now.oldest,
    started: since('begun'),
    finished: since('ended'),
    mean: timed > 0 ? (now.time - before.time) / timed : null,
    max: now.longest < 0 ? null : now.longest,
    ...(now.begun - before.begun > counted ? { counted } : {}),
  };
}

/** The loop's delay where no timer told of it: from how late its answers were. */
function delayOfAnswers(before: Counters, now: Counters): LoopReading['delay'] {
  const count = now.answers - before.answers;
  const mean = count > 0 ? (now.answersLate - before.answersLate) / count : 0;
  const max = Math.max(mean, now.answersLongest);
  // Among a few, all but the longest are about the same.
  const p50 = count > 2 ? Math.max(0, (mean * count - max) / (count - 1)) : mean;
  return { mean, p50, p99: max, max };
}

/** Keeps the stops of the main thread that the probe itself caused, until the loop's delay that holds them was told. */
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

function mainThread(memory: SharedArrayBuffer, { delays: histogram, ask, polls, counts }: MainThreadView) {
  const nothing = countersOf([]);
  const board = boardOf(memory);
  const isResting = board.resting.isTold;
  let [before, writings, at] = [nothing, 0, performance.now()];
  /** The counters at which the loop could last be told. */
  let last = nothing;
  let [heard, counted, written] = [performance.now(), 0, 0];
  /** Time of the last look, and the longest silence that lies wholly between two looks. */
  let [looked, longest] = [heard, 0];
  /** Time of the question that the main thread has not answered yet; null if there is none. */
  let asked: number | null = null;
  let wasResting = false;
  const question = (since: number) => {
    if (asked !== null) return;
    asked = performance.now();
    ask({ at: clock() - since, mayRest: polls !== null, counts: counts() });
  };
  /** Time since which it could have been heard: a main thread that rests says nothing unless it is asked. */
  const quietSince = () => {
    if (!isResting()) return heard;
    return asked === null ? performance.now() : Math.max(heard, asked);
  };
  const listen = () => {
    const { count } = histogram;
    const now = performance.now();
    const told = board.writings();
    wasResting ||= isResting();
    if (count !== counted || told !== written) {
      longest = Math.max(longest, looked - quietSince() - delayResolution);
      heard = now;
    }
    if (told !== written) asked = null;
    // The main thread began to do something between the last look and this one.
    if (isResting() && polls?.() === false) question((now - looked) / 2);
    looked = now;
    [counted, written] = [count, told];
  };
  const stops = ownStops();
  /** Whether a profile is being taken now, and whether one was since the loop was last told. */
  let [isProfiled, wasProfiled] = [false, false];
  /** Time for which it has said nothing, beyond what is usual, in ms. */
  const silent = () => Math.max(0, performance.now() - quietSince() - 2 * delayResolution);
  return {
    /** Asks it to tell its figures, unless an answer is still awaited. */
    ask: () => question(0),
    /** Tells the main thread that nobody listens: it need not do anything for the probe any more. */
    rest() {
      asked = null;
      ask(null);
    },
    /** Looks whether the main thread has said anything; to be called often. */
    listen,
    silent,
    /** Number of its writings; 0: its loop has not turned yet. */
    writings: board.writings,
    poolSize: () => board.peek()?.poolSize ?? null,
    /** Heap in use, in bytes; 0: not told yet. */
    heapUsed: () => board.peek()?.figures.heapUsed ?? 0,
    // The probe blocks the main thread, and lets it go on. It listens both times, so that what is heard later was said later.
    stops() {
      listen();
      stops.begin();
    },
    goesOn() {
      listen();
      stops.end();
    },
    /** Time for which the probe last blocked it, in ms. */
    lastStop: stops.last,
    /** Notes whether a CPU profile is being taken from now on. */
    isProfiled(is: boolean) {
      isProfiled = is;
      wasProfiled ||= is;
    },
    /** Returns what happened since the last call. */
    reading() {
      listen();
      const seen = board.read();
      const now = seen?.figures ?? before;
      const isNew = seen !== null && seen.writings !== writings;
      // The main thread was heard in this span, by both ways: the histogram and the board are written at different turns of the loop.
      const isTold = isNew && heard > at;
      const active = now.active - last.active;
      const time = active + now.idle - last.idle;
      const delay = () => {
        if (histogram.count === 0 && wasResting) return delayOfAnswers(last, now);
        return delayOf(histogram, wasResting ? Math.max(longest, now.answersLongest) : longest);
      };
      const loop = isTold && time > 0 ? { utilization: active / time, delay: delay() } : null;
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
          full: now.gcFullTime - before.gcFullTime,
          ...(now.gcFull > before.gcFull ? { kept: now.kept } : {}),
        },
        memory: {
          heapUsed: now.heapUsed,
          heapLimit: now.heapLimit,
          external: now.external,
        },
        requests: traffic(before.requests, now.requests),
        calls: traffic(before.calls, now.calls),
      };
      // Delays that a busy loop could not tell yet stay in the histogram until it can.
      if (loop) {
        histogram.reset();
        counted = longest = 0;
        wasResting = isResting();
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

const api = { mainThread };
export type MainThreadModule = typeof api;
module.exports = api;

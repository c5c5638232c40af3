/**
 * Figures in shared memory, by which the main thread tells the probe's own thread (guest) what it sees. A message would need a
 * turn of the main thread's loop at the very time when it has none.
 *
 * The main thread alone writes, and counts each writing; the probe alone reads, and says what it has read.
 */

/**
 * Figures of one side of the HTTP traffic, requests to the own servers or calls to others: begun, ended, in flight, age of the
 * oldest (-1: none), ended ones that were timed, the sum of their times, the longest of those that the probe has not read
 * (-1: none), those that were seen to begin. Figures of a sample are scaled, and so no whole numbers.
 */
const trafficFields = ['begun', 'ended', 'pending', 'oldest', 'timed', 'time', 'longest', 'counted'] as const;

/** Names of the figures: sums since the probe began, unless noted. Times in milliseconds, memory in bytes. */
const fields = [
  'idle',
  'active',
  'gcCount',
  'gcTime',
  /** The longest of those that the probe has not read. */
  'gcLongest',
  /** Full collections alone: number, time, and bytes of old objects in use after the last of them. */
  'gcFull',
  'gcFullTime',
  'kept',
  'heapUsed',
  'heapLimit',
  'external',
  // How late the main thread answered: questions, milliseconds, the longest that the probe has not read (-1: none).
  'answers',
  'answersLate',
  'answersLongest',
] as const;
const sides = ['requests', 'calls'] as const;

export type TrafficFigures = Record<(typeof trafficFields)[number], number>;
export type Counters = Record<(typeof fields)[number], number> &
  Record<(typeof sides)[number], TrafficFigures>;

/** Time from one timer of the loop's delay to the next, in ms: its histogram holds the time between two. */
const delayResolution = 20;
/** Longest value of UV_THREADPOOL_SIZE that is passed on; a number needs four characters. */
const textLength = 64;
/**
 * Bytes of the head, six numbers: writings, odd while one is going on; the last of them that was read; length of the text;
 * the gate of sessions; whether the probe is leaving; whether the main thread rests.
 */
const headLength = 24;
const figureCount = fields.length + sides.length * trafficFields.length;

function createCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(headLength + figureCount * 8 + textLength);
}

const flat = (values: Counters): number[] => [
  ...fields.map((field) => values[field]),
  ...sides.flatMap((side) => trafficFields.map((field) => values[side][field])),
];

function countersOf(figures: ArrayLike<number>): Counters {
  let at = 0;
  const next = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, figures[at++] ?? 0])) as Record<Name, number>;
  return { ...next(fields), requests: next(trafficFields), calls: next(trafficFields) };
}

/**
 * States of the gate: whether the probe has a session with the main thread's inspector. Both sides move it, as they may:
 *
 * | from     | to       | who  | when                                    |
 * | -------- | -------- | ---- | --------------------------------------- |
 * | none     | open     | probe| it begins one                           |
 * | open     | none     | probe| it has ended it                         |
 * | none     | over     | main | the process exits                       |
 * | open     | exiting  | main | the process exits, and waits a little   |
 * | exiting  | over     | probe| it has ended it; the main thread goes on|
 */
const states = { none: 0, open: 1, exiting: 2, over: 3 };

/** Longest wait of an exit for the end of a session, in ms. It takes about 5. */
const exitTimeout = 200;

/** The board: all that both threads do with the memory that they share. */
function boardOf(memory: SharedArrayBuffer) {
  const counters = new Int32Array(memory, 0, 6);
  const figures = new Float64Array(memory, headLength, figureCount);
  const text = new Uint8Array(memory, headLength + figureCount * 8, textLength);
  const encoder = new TextEncoder();
  const flag = (place: number) => ({
    tell: (is: boolean) => void Atomics.store(counters, place, is ? 1 : 0),
    isTold: () => Atomics.load(counters, place) === 1,
  });
  const move = (from: number, to: number) => Atomics.compareExchange(counters, 3, from, to) === from;
  const board = {
    /** @param poolSize UV_THREADPOOL_SIZE as it is now */
    write(values: Counters, poolSize: string | undefined): void {
      const all = flat(values);
      Atomics.add(counters, 0, 1);
      figures.set(all);
      counters[2] = poolSize === undefined ? -1 : encoder.encodeInto(poolSize, text).written;
      Atomics.add(counters, 0, 1);
    },
    /** Whether the probe has read the last writing. */
    wasRead: () => Atomics.load(counters, 1) === Atomics.load(counters, 0),
    /** Number of whole writings; 0: the main thread's loop has not turned yet. */
    writings: () => Atomics.load(counters, 0) >> 1,
    /**
     * Reads without marking as read: figures that are kept until they were read stay for the next reading.
     *
     * @returns the newest writing; null while none is whole
     */
    peek() {
      // A writing takes microseconds: if one goes on, or comes in between, it is tried again.
      for (let attempt = 0; attempt < 100; attempt++) {
        const before = Atomics.load(counters, 0);
        if (before === 0) return null;
        if (before % 2 === 1) continue;
        const values = countersOf(figures);
        const length = counters[2] ?? -1;
        // A copy, because a decoder refuses shared memory.
        const poolSize =
          length < 0 ? null : new TextDecoder().decode(Uint8Array.from(text.subarray(0, length)));
        if (Atomics.load(counters, 0) !== before) continue;
        return { writings: before / 2, figures: values, poolSize };
      }
      return null;
    },
    /** Reads as `peek` does, and marks the writing as read. */
    read() {
      const reading = board.peek();
      if (reading) Atomics.store(counters, 1, reading.writings * 2);
      return reading;
    },
    session: {
      /** @returns whether a session may begin */
      open: () => move(states.none, states.open),
      isExiting: () => Atomics.load(counters, 3) === states.exiting,
      closed(): void {
        if (move(states.open, states.none)) return;
        move(states.exiting, states.over);
        Atomics.notify(counters, 3);
      },
      /** Called by the main thread when the process exits: refuses new sessions, and waits a little for the end of one. */
      exit(): void {
        if (move(states.none, states.over) || !move(states.open, states.exiting)) return;
        Atomics.wait(counters, 3, states.exiting, exitTimeout);
      },
    },
    /** Flag of the probe's own thread that it is leaving: it ends without a turn of the main thread's loop. */
    departure: flag(4),
    /** Flag of the main thread that it rests: it has little to do, and no timer of the probe wakes it. */
    resting: flag(5),
  };
  return board;
}

export type Board = ReturnType<typeof boardOf>;

/** The time now, in ms, on a clock that both threads have. */
const clock = () => Number(process.hrtime.bigint()) / 1e6;

const api = { delayResolution, createCounters, countersOf, boardOf, clock };
export type SharedCountersModule = typeof api;
module.exports = api;

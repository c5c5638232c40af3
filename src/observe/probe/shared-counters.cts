/**
 * What the main thread tells the probe's own thread (guest): figures in shared memory. A message would need a turn of
 * the main thread's loop at the very time when it has none.
 *
 * The main thread alone writes, and counts each writing; the probe alone reads, and says what it has read.
 */

/** Sums since the probe began, but for what is named otherwise. Times in milliseconds, memory in bytes. */
const fields = [
  'idle',
  'active',
  'gcCount',
  'gcTime',
  /** Of those that the probe has not read. */
  'gcLongest',
  /** Full collections alone; and what of the old objects was in use after the last of them. */
  'gcFull',
  'gcFullTime',
  'kept',
  'heapUsed',
  'heapLimit',
  'external',
  'arrayBuffers',
  // Requests to the own servers: begun, ended, in flight, age of the oldest (-1: none), ended ones that were timed,
  // their time together, the longest of those that the probe has not read (-1: none), those that were seen to begin:
  // the rest of the sums is estimated of these.
  'requestsBegun',
  'requestsEnded',
  'requestsPending',
  'requestsOldest',
  'requestsTimed',
  'requestsTime',
  'requestsLongest',
  'requestsCounted',
  // Calls to others, in the same way.
  'callsBegun',
  'callsEnded',
  'callsPending',
  'callsOldest',
  'callsTimed',
  'callsTime',
  'callsLongest',
  'callsCounted',
  // How late the main thread answered: questions, milliseconds, the longest that the probe has not read (-1: none).
  'answers',
  'answersLate',
  'answersLongest',
] as const;

export type CounterField = (typeof fields)[number];
export type Counters = Record<CounterField, number>;

/** From one timer of the loop's delay to the next, in ms: its histogram holds the time between two. */
const delayResolution = 20;
/** Longest value of UV_THREADPOOL_SIZE that is passed on; a number needs four characters. */
const textLength = 64;
/**
 * Writings, odd while one is going on; the last of them that was read; length of the text; the gate of sessions; whether
 * the probe is leaving; whether the main thread rests.
 */
const headLength = 24;

function parts(board: SharedArrayBuffer) {
  return {
    counters: new Int32Array(board, 0, 6),
    figures: new Float64Array(board, headLength, fields.length),
    text: new Uint8Array(board, headLength + fields.length * 8, textLength),
  };
}

function createCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(headLength + fields.length * 8 + textLength);
}

export interface CounterWriter {
  /** @param poolSize UV_THREADPOOL_SIZE as it is now */
  write(figures: Counters, poolSize: string | undefined): void;
  /** The probe has read the last writing. */
  wasRead(): boolean;
}

function counterWriter(board: SharedArrayBuffer): CounterWriter {
  const { counters, figures, text } = parts(board);
  const encoder = new TextEncoder();
  return {
    write(values, poolSize) {
      Atomics.add(counters, 0, 1);
      for (let field = 0; field < fields.length; field++)
        figures[field] = values[fields[field] as CounterField];
      counters[2] = poolSize === undefined ? -1 : encoder.encodeInto(poolSize, text).written;
      Atomics.add(counters, 0, 1);
    },
    wasRead: () => Atomics.load(counters, 1) === Atomics.load(counters, 0),
  };
}

export interface CounterReading {
  /** How many writings there have been; 0: the main thread's loop has not turned yet. */
  readonly writings: number;
  readonly figures: Counters;
  readonly poolSize: string | null;
}

/**
 * Does not mark it as read: what is kept until it was read stays for the next reading.
 *
 * @returns the newest writing; null while none is whole
 */
function peekCounters(board: SharedArrayBuffer): CounterReading | null {
  const { counters, figures, text } = parts(board);
  // A writing takes microseconds; who meets one, or is overtaken by one, tries again.
  for (let attempt = 0; attempt < 100; attempt++) {
    const before = Atomics.load(counters, 0);
    if (before === 0) return null;
    if (before % 2 === 1) continue;
    const values = {} as Counters;
    fields.forEach((field, index) => (values[field] = figures[index] ?? 0));
    const length = counters[2] ?? -1;
    // A copy, because a decoder refuses shared memory.
    const poolSize = length < 0 ? null : new TextDecoder().decode(Uint8Array.from(text.subarray(0, length)));
    if (Atomics.load(counters, 0) !== before) continue;
    return { writings: before / 2, figures: values, poolSize };
  }
  return null;
}

/** @returns how many writings are whole, without their figures */
function writingsOf(board: SharedArrayBuffer): () => number {
  const { counters } = parts(board);
  return () => Atomics.load(counters, 0) >> 1;
}

/** @returns as `peekCounters`, and what it returns counts as read */
function readCounters(board: SharedArrayBuffer): CounterReading | null {
  const reading = peekCounters(board);
  if (reading) Atomics.store(parts(board).counters, 1, reading.writings * 2);
  return reading;
}

/**
 * Whether the probe has a session with the main thread's inspector. Both sides move it, each as far as it may:
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

/** Most that an exit waits for the end of a session, in ms. It takes about 5. */
const exitTimeout = 200;

function sessionGate(board: SharedArrayBuffer) {
  const { counters } = parts(board);
  const move = (from: number, to: number) => Atomics.compareExchange(counters, 3, from, to) === from;
  return {
    /** @returns whether it may begin */
    open: () => move(states.none, states.open),
    isExiting: () => Atomics.load(counters, 3) === states.exiting,
    closed(): void {
      if (move(states.open, states.none)) return;
      move(states.exiting, states.over);
      Atomics.notify(counters, 3);
    },
    /** For the main thread: there is no session any more. */
    exit(): void {
      if (move(states.none, states.over) || !move(states.open, states.exiting)) return;
      Atomics.wait(counters, 3, states.exiting, exitTimeout);
    },
  };
}

/** Said by the probe's own thread, which ends without a turn of the main thread's loop. */
const departure = (board: SharedArrayBuffer) => {
  const { counters } = parts(board);
  return { tell: () => void Atomics.store(counters, 4, 1), isTold: () => Atomics.load(counters, 4) === 1 };
};

/** Said by the main thread: it has little to do, and no timer of the probe's wakes it. */
const resting = (board: SharedArrayBuffer) => {
  const { counters } = parts(board);
  return {
    tell: (is: boolean) => void Atomics.store(counters, 5, is ? 1 : 0),
    isTold: () => Atomics.load(counters, 5) === 1,
  };
};

export interface SharedCountersModule {
  readonly delayResolution: typeof delayResolution;
  readonly createCounters: typeof createCounters;
  readonly counterWriter: typeof counterWriter;
  readonly peekCounters: typeof peekCounters;
  readonly readCounters: typeof readCounters;
  readonly writingsOf: typeof writingsOf;
  readonly sessionGate: typeof sessionGate;
  readonly departure: typeof departure;
  readonly resting: typeof resting;
}

module.exports = {
  delayResolution,
  createCounters,
  counterWriter,
  peekCounters,
  readCounters,
  writingsOf,
  sessionGate,
  departure,
  resting,
} satisfies SharedCountersModule;

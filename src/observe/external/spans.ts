/** Sums up single readings of threads to what each did over the whole look, in bounded memory. */
import type { ThreadState, ProcessSample, ThreadReading, ThreadSpan } from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';

/** Most ways in which a thread was found that are told, and that are kept to choose these from. */
const mostWays = 8;
const keptWays = 64;
/** Most threads that are kept: a pool has 1,024 at most. If a process starts threads for ever, those that ended first are dropped. */
const mostThreads = 4096;

interface Kept {
  readonly first: ThreadReading;
  last: ThreadReading;
  readings: number;
  /** Time at which its counters were last seen to have moved; that of the first reading if they never did. */
  movedAt: Milliseconds;
  hasMoved: boolean;
  ways: Map<string, DoingCount>;
  /** The way in which it was last found; null before the first reading is counted. */
  way: DoingCount | null;
}

interface DoingCount {
  readonly doing: ThreadState;
  readings: number;
}

export class ThreadSpans {
  readonly #threads = new Map<number, Kept>();

  add({ threads }: ProcessSample): void {
    for (const reading of threads) {
      const kept = this.#threads.get(reading.tid);
      // The number was given to another thread if the counters begin again.
      if (!kept || (reading.ran ?? 0) < (kept.last.ran ?? 0)) this.#begin(reading);
      else follow(kept, reading);
    }
  }

  /** One span for each thread, in the order in which they were first seen: the main thread first. */
  value(): ThreadSpan[] {
    return [...this.#threads.values()].map(span);
  }

  #begin(reading: ThreadReading): void {
    const kept: Kept = {
      first: reading,
      last: reading,
      readings: 1,
      movedAt: reading.at,
      hasMoved: false,
      ways: new Map(),
      way: null,
    };
    count(kept, reading.doing);
    this.#threads.set(reading.tid, kept);
    if (this.#threads.size <= mostThreads) return;
    const oldest = [...this.#threads].reduce((one, other) =>
      other[1].last.at < one[1].last.at ? other : one,
    );
    this.#threads.delete(oldest[0]);
  }
}

function follow(kept: Kept, reading: ThreadReading): void {
  // A thread that is never put off its CPU begins no new slice, but runs.
  if (reading.slices !== kept.last.slices || reading.ran !== kept.last.ran) {
    kept.movedAt = reading.at;
    kept.hasMoved = true;
  }
  // `doing` is the same object where nothing has moved.
  const isSame = kept.last.doing === reading.doing;
  kept.last = reading;
  kept.readings++;
  if (isSame && kept.way) kept.way.readings++;
  else count(kept, reading.doing);
}

function count(kept: Kept, doing: ThreadState): void {
  const key = JSON.stringify(doing);
  const known = kept.ways.get(key);
  if (known) {
    known.readings++;
    kept.way = known;
    return;
  }
  if (kept.ways.size >= keptWays) {
    const rare = Math.min(...[...kept.ways.values()].map(({ readings }) => readings));
    kept.ways = new Map([...kept.ways].filter(([, { readings }]) => readings > rare));
  }
  kept.way = { doing, readings: 1 };
  kept.ways.set(key, kept.way);
}

function span({ first, last, readings, movedAt, hasMoved, ways }: Kept): ThreadSpan {
  const counted = readings > 1 && first.slices !== null && last.slices !== null;
  return {
    tid: first.tid,
    name: last.name,
    role: last.role,
    ran: shareBetween(first, last, 'ran'),
    waitedForCpu: shareBetween(first, last, 'waitedForCpu'),
    readings,
    isStill: counted ? !hasMoved : null,
    stillFor: counted ? last.at - movedAt : null,
    last: last.doing,
    doing: [...ways.values()]
      .toSorted((one, other) => other.readings - one.readings)
      .slice(0, mostWays)
      .map((way) => ({ ...way })),
  };
}

/** Share of the time between two readings of a thread. */
function shareBetween(
  first: ThreadReading,
  last: ThreadReading,
  counter: 'ran' | 'waitedForCpu',
): Ratio | null {
  const [before, after] = [first[counter], last[counter]];
  if (before === null || after === null || last.at <= first.at) return null;
  // The counters are read a moment after the clock: a thread that always ran may seem to have run longer.
  return Math.min(1, (after - before) / (last.at - first.at));
}

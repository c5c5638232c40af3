/**
 * What was seen of a process, summed up sample by sample in bounded memory: a look may go on for days. Single readings
 * of the pool are kept for the pictures; of a long look every second of them, then every fourth, …, so that they stay
 * spread evenly over the whole of it.
 */
import type {
  ProcessSnapshot,
  ProcessSample,
  SnapshotSubject,
  PoolKnownBy,
  PoolReading,
  Dequeued,
} from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { LoopShare, ThreadSpans } from './spans.ts';
import { V8Threads } from './v8-threads.ts';
import { PoolWait } from './wait.ts';

/** What is known of the process beside its samples; an open look is one. */
interface Looked {
  readonly subject: SnapshotSubject;
  poolKnownBy(): PoolKnownBy | null;
  hasEnded(): boolean;
}

type PoolAt = PoolReading & { readonly at: Milliseconds };

/** Two minutes at the usual 20 ms; at most twice as many are kept. */
const fewestReadings = 6000;

export class SnapshotSummary {
  readonly #open: Looked;
  readonly #startedAt = systemClock.epoch();
  readonly #spans = new ThreadSpans();
  readonly #loop = new LoopShare();
  readonly #v8 = new V8Threads();
  readonly #wait = new PoolWait();
  readonly #pool = new Readings();
  readonly #costs = { sum: 0, max: 0 };
  #first: ProcessSample | null = null;
  #last: ProcessSample | null = null;
  #taken = 0;
  #stopped = 0;

  constructor(open: Looked) {
    this.#open = open;
  }

  add(sample: ProcessSample): void {
    this.#first ??= sample;
    this.#last = sample;
    this.#taken++;
    if (sample.isStopped) this.#stopped++;
    this.#costs.sum += sample.cost;
    this.#costs.max = Math.max(this.#costs.max, sample.cost);
    this.#spans.add(sample);
    this.#v8.add(sample);
    const main = sample.threads.find(({ role }) => role === 'main');
    if (main) this.#loop.add(main);
    if (!sample.pool) return;
    this.#wait.add(sample.at, sample.pool);
    this.#pool.add({ at: sample.at, ...sample.pool });
  }

  /** What was seen so far; may be asked again and again. Throttling is the caller's to add: its counters are elsewhere. */
  value(duration: Milliseconds): Omit<ProcessSnapshot, 'throttling'> {
    const { subject } = this.#open;
    const [first, last] = [this.#first, this.#last];
    const span = first && last ? last.at - first.at : 0;
    const poolKnownBy = this.#open.poolKnownBy();
    return {
      subject,
      startedAt: this.#startedAt,
      duration,
      pool: this.#pool.value(),
      wait: this.#wait.value(),
      threads: this.#spans.value(),
      loop: this.#loop.value,
      v8: this.#v8.middle,
      poolKnownBy,
      poolSize: this.#pool.last?.threads ?? (poolKnownBy && poolThreadsOf(last)),
      cpuUsed: first && last && span > 0 ? (last.cpu - first.cpu) / span : 0,
      stopped: this.#stopped / (this.#taken || 1),
      samples: {
        taken: this.#taken,
        inconsistent: subject.peek.ok ? this.#taken - this.#pool.added : 0,
        meanCost: this.#costs.sum / (this.#taken || 1),
        maxCost: this.#costs.max,
      },
      hasEnded: this.#open.hasEnded(),
    };
  }
}

function poolThreadsOf(sample: ProcessSample | null): number | null {
  return sample ? sample.threads.filter(({ role }) => role === 'pool').length : null;
}

class Readings {
  #kept: PoolAt[] = [];
  #stride = 1;
  added = 0;
  last: PoolAt | null = null;
  /** Of readings that are left out: a movement goes to the next that is kept. */
  #fast: Dequeued | null = null;
  #slow: Dequeued | null = null;

  add(reading: PoolAt): void {
    this.last = reading;
    this.#fast = together(this.#fast, reading.started);
    this.#slow = together(this.#slow, reading.slow.started);
    if (this.added++ % this.#stride !== 0) return;
    this.#kept.push(moved(reading, this.#fast, this.#slow));
    [this.#fast, this.#slow] = [null, null];
    if (this.#kept.length === 2 * fewestReadings) this.#thin();
  }

  #thin(): void {
    const all = this.#kept;
    this.#kept = all.flatMap((one, index) => {
      if (index % 2 === 1) return [];
      const before = all[index - 1];
      const fast = together(before?.started ?? null, one.started);
      return [moved(one, fast, together(before?.slow.started ?? null, one.slow.started))];
    });
    // The last of them is left out, and the next that is kept is still to come.
    const last = all.at(-1);
    [this.#fast, this.#slow] = [last?.started ?? null, last?.slow.started ?? null];
    this.#stride *= 2;
  }

  value(): PoolAt[] {
    return [...this.#kept];
  }
}

function moved(reading: PoolAt, started: Dequeued | null, slow: Dequeued | null): PoolAt {
  return { ...reading, started, slow: { ...reading.slow, started: slow } };
}

function together(one: Dequeued | null, other: Dequeued | null): Dequeued | null {
  if (!one || !other) return one ?? other;
  return {
    jobs: one.jobs + other.jobs,
    within: one.within + other.within,
    isGlimpse: one.isGlimpse && other.isGlimpse,
    isLeast: one.isLeast || other.isLeast,
  };
}

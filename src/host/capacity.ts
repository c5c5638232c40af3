/**
 * C(n): how fast this machine is with n runnable threads, all of them together, in units of one that runs alone. Measured,
 * since it cannot be read from anything: hyper-threads share cores, cores share power and caches, and a virtual CPU is a
 * promise (queueing/capacity.ts says what it is used for).
 *
 * Threads spin, n of them at a time, in rounds of random order: so whatever else runs, or a clock that slows down, meets
 * every n alike. What counts is how far their counters move between two glances at them.
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean, median } from '../stats/mean-and-spread.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { systemClock } from './clock.ts';
import { hostConditions, watchOthers } from './host.ts';

export interface CapacityPoint {
  readonly threads: number;
  /** The median over the rounds; 1 for a single thread. */
  readonly speed: number;
  /** The slowest and the fastest round, in the same unit. */
  readonly low: number;
  readonly high: number;
}

export interface MeasuredCapacity {
  /** CPUs that this process may use, as far as affinity and quota let it. */
  readonly cpus: number;
  /** Points of the curve, in ascending order of the threads. */
  readonly points: readonly CapacityPoint[];
  readonly rounds: number;
  /** Time that the measurement took. */
  readonly duration: Milliseconds;
  /** Part of the CPUs' time that others used meanwhile; null where the kernel does not tell, or tells of CPUs that are not ours. */
  readonly others: Ratio | null;
}

export interface CpuCapacityOptions {
  /** About how long all of it may take; 2 s unless told. Starting the threads comes on top, and a quota takes longer. */
  readonly budget?: Milliseconds;
  /** Number of rounds: 5 unless told, 3 under a quota. */
  readonly rounds?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

/** Words at the front of the shared memory: how many threads shall spin, and whether all shall end. */
export const control = { active: 0, stop: 1, length: 16 } as const;
/** Words from one counter to the next: each has a cache line of its own, since neighbours would slow each other down. */
export const counterStride = 16;

/** Numbers of threads that are tried, at most: the curve is straight between them. */
const mostPoints = 12;
/** Threads at most, on whatever machine. */
const mostThreads = 256;
/** Wait before a reading: threads that have just been woken are not all on a CPU yet. */
const settle: Milliseconds = 4;
/** Shortest time of a reading: a shorter one is all start and stop. Under a quota it has to be some periods of 100 ms. */
const shortestSlice: Milliseconds = 15;
const quotaSlice: Milliseconds = 200;

/** @throws the signal's reason */
export async function measureCapacity(options: CpuCapacityOptions = {}): Promise<MeasuredCapacity> {
  const { budget = 2000, seed = 1, signal } = options;
  const { effectiveCpus, cgroupCpus, logicalCpus, affinity } = hostConditions();
  const runnable = affinity?.length ?? logicalCpus;
  const counts = threadCounts(Math.max(1, Math.ceil(effectiveCpus)));
  const isCut = cgroupCpus !== null && cgroupCpus < runnable;
  const rounds = options.rounds ?? (isCut ? 3 : 5);
  const slice = Math.max(isCut ? quotaSlice : shortestSlice, budget / (rounds * counts.length) - settle);
  const random = seeded(seed);
  await using spinners = await start(Math.max(...counts));
  const begun = performance.now();
  const others = watchOthers(affinity);
  const results: Map<number, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const speeds = new Map<number, number>();
    for (const threads of shuffled(counts, random)) {
      spinners.spin(threads);
      await systemClock.sleep(settle, signal);
      const [from, before] = [performance.now(), spinners.count()];
      await systemClock.sleep(slice, signal);
      const [until, after] = [performance.now(), spinners.count()];
      speeds.set(threads, (after - before) / (until - from));
    }
    results.push(speeds);
  }
  const taken = isCut ? null : others();
  const points = pointsOf(counts, results);
  return { cpus: effectiveCpus, points, rounds, duration: performance.now() - begun, others: taken };
}

/** Returns the numbers to try: 1 to twice the CPUs; on a large machine 1 to 4, then even by ratio, that of the CPUs among them. */
export function threadCounts(cpus: number): readonly number[] {
  const last = Math.min(2 * cpus, mostThreads);
  if (last <= mostPoints) return Array.from({ length: last }, (_, i) => i + 1);
  const few = [1, 2, 3, 4];
  const steps = mostPoints - few.length - 1;
  const spread = Array.from({ length: steps }, (_, i) => Math.round(4 * (last / 4) ** ((i + 1) / steps)));
  return [...new Set([...few, ...spread, Math.min(cpus, last)])].toSorted((a, b) => a - b);
}

/**
 * Returns speeds in units of the median single thread. Units of each round's own were tried, but on a busy machine a single
 * thread may get no CPU for a whole slice, and then everything is infinitely faster.
 */
function pointsOf(
  counts: readonly number[],
  results: readonly ReadonlyMap<number, number>[],
): CapacityPoint[] {
  const speeds = (threads: number) => results.map((one) => one.get(threads) ?? 0);
  const single = median(speeds(1)) || mean(speeds(1));
  return counts.map((threads) => {
    const own = speeds(threads).map((one) => one / single);
    return { threads, speed: median(own), low: Math.min(...own), high: Math.max(...own) };
  });
}

interface Spinners extends AsyncDisposable {
  /** Lets so many of the threads run from now on. */
  spin(threads: number): void;
  /** Pieces of work that all of them have done so far. */
  count(): number;
}

async function start(threads: number): Promise<Spinners> {
  const memory = new SharedArrayBuffer(4 * (control.length + threads * counterStride));
  const words = new Int32Array(memory);
  const entry = new URL(`./spin-thread${extname(import.meta.filename)}`, import.meta.url);
  const workers = Array.from(
    { length: threads },
    (_, index) => new Worker(entry, { workerData: { memory, index } satisfies SpinOrder }),
  );
  const tell = (word: number, value: number) => {
    Atomics.store(words, word, value);
    Atomics.notify(words, control.active);
  };
  const end = async () => {
    tell(control.stop, 1);
    await Promise.all(workers.map((worker) => worker.terminate()));
  };
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    spin: (active) => tell(control.active, active),
    count: () =>
      workers.reduce((sum, _, i) => sum + (Atomics.load(words, control.length + i * counterStride) >>> 0), 0),
    [Symbol.asyncDispose]: end,
  };
}

export interface SpinOrder {
  readonly memory: SharedArrayBuffer;
  readonly index: number;
}

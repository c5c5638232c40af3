/**
 * libuv's thread pool as its own variables have it, read from the memory of the process. The layout (libuv's
 * `struct uv__work` and `uv_work_t`, 64 bit; Node's ThreadPoolWork behind it) is private to libuv and Node: it is
 * believed for a binary only after self-test.ts has tried it on a child of that binary.
 *
 *   uv_work_t                       uv__work (in each request)        ThreadPoolWork
 *   +64 loop  +72 work_cb           +0 work  +8 done  +16 loop        +128 behind uv_work_t's start:
 *   +80 after_work_cb  +88 ───────▶ +24 queue: next, prev             its type, a constant string
 */
import type { JobKinds, PoolReading } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import { pointer, queueReader, readingBudget } from './queue.ts';
import type { PoolSymbols, Variable } from '../../host/binary/elf.ts';
import { kindReader } from './job-kind.ts';
import { type JobNumbers, noNumbers } from '../../host/binary/job-numbers.ts';
import { type QueueContents, emptyQueue, poolQueue } from './pool-queue.ts';
import { jobsInHand } from './jobs-in-hand.ts';
import type { TargetMemory } from './memory.ts';

/** Most attempts of a reading. A short queue may be gone before it is read; then all is read again, from the start. */
const attempts = 32;
/** libuv's own limit for the threads of its pool. */
const mostThreads = 1024;
/**
 * Longest time of a reading (measured: 10 µs, and 2 for each job). If it takes longer, this process was put off its CPU: then
 * the reading is not of one instant, and a queue whose jobs come round again may seem longer than it ever was.
 */
const usual = (jobs: number): Milliseconds => 0.2 + 0.006 * jobs;
/** Slow readings, the last of which is taken as it is: a machine may always be slow. */
const mostSlow = 3;
/** Readings that do not fit the one before, the last of which is taken as it is: a job may have been called off. */
const mostInconsistent = 3;

/** Readings of a full pool from one look at the jobs in hand to the next: the look costs as much as a reading. */
const betweenHands = 5;

interface Attempt {
  readonly reading: PoolReading;
  readonly fast: QueueContents;
  readonly slow: QueueContents;
}

export type PoolReader = ReturnType<typeof poolReader>;

/** @param numbers where jobs have their numbers, as the self-test learnt it */
export function poolReader(
  pid: number,
  memory: TargetMemory,
  symbols: PoolSymbols,
  numbers: JobNumbers = noNumbers,
) {
  const { variables } = symbols;
  const budget = readingBudget();
  const kinds = kindReader(pid, memory, symbols);
  const queues = () => queueReader(memory, symbols, budget);
  const fastQueue = poolQueue({ memory, queues: queues(), kinds, numbers }, variables.wq);
  const slowQueue = poolQueue({ memory, queues: queues(), kinds, numbers }, variables.slow_io_pending_wq);
  const lanes = [fastQueue, slowQueue];
  const readHands = jobsInHand(memory, symbols, kinds);
  let sinceHands = 0;
  const addresses = Object.values(variables);
  const start = Math.min(...addresses);
  const span = Math.max(...addresses) + 16 - start;
  return {
    /** Reads the pool; null if no reading was consistent, or the process has ended. */
    read(): PoolReading | null {
      const found = consistent();
      if (!found) return null;
      const { at, reading, fast, slow } = found;
      const started = fastQueue.dequeued(at, fast);
      const slowStarted = slowQueue.dequeued(at, slow);
      const inHand = hands(reading);
      const told = { ...reading, started, slow: { ...reading.slow, started: slowStarted } };
      return inHand ? { ...told, inHand } : told;
    },
    /** Reads the pool, without what moved since the reading before. */
    instant: (): PoolReading | null => consistent()?.reading ?? null,
    /**
     * Looks at the heads of the queues a moment after a reading, to see how fast they move when they move fast.
     * @returns whether another one, later, would show more
     */
    glimpse(): boolean {
      const block = readBlock();
      if (!block) return false;
      const at = performance.now();
      const isFastWorthIt = fastQueue.glimpse(at, endOf(block, 'wq', 'head'));
      const isSlowWorthIt = slowQueue.glimpse(at, endOf(block, 'slow_io_pending_wq', 'head'));
      return isFastWorthIt || isSlowWorthIt;
    },
    /** Finds where the jobs that are queued now have their numbers. They must have been submitted one after the other. */
    learnNumbers(): JobNumbers {
      budget.begin();
      const block = readBlock();
      if (!block) return noNumbers;
      return {
        ...fastQueue.learnNumbers(endOf(block, 'wq', 'tail')),
        ...slowQueue.learnNumbers(endOf(block, 'slow_io_pending_wq', 'tail')),
      };
    },
  };

  function consistent(): (Attempt & { readonly at: Milliseconds }) | null {
    budget.begin();
    for (let attempt = 0, late = 0, inconsistent = 0; attempt < attempts; attempt++) {
      if (!budget.allowsAttempt(attempt)) return null;
      const begun = performance.now();
      const found = tried();
      if (!found) continue;
      const { fast, slow } = found;
      const at = performance.now();
      if (at - begun > usual(fast.length + slow.length) && ++late < mostSlow && budget.isHalfLeft()) continue;
      const isInconsistent = !fastQueue.fits(fast) || !slowQueue.fits(slow);
      if (isInconsistent && ++inconsistent < mostInconsistent && budget.isHalfLeft()) continue;
      if (isInconsistent) for (const lane of lanes) lane.forget();
      return { at, ...found };
    }
    return null;
  }

  /** Returns the jobs in hand of a pool that is all in use; null of another: nobody waits for its threads. */
  function hands({ threads, idle }: PoolReading): JobKinds | null {
    if (threads === 0 || idle > 0 || ++sinceHands < betweenHands) return null;
    sinceHands = 0;
    return readHands(threads);
  }

  /** Reads all variables at once, which is nearly one instant: they lie in a few hundred bytes. */
  function readBlock(): Buffer | null {
    const block = memory.read(start, span);
    return block.length < span ? null : block;
  }

  /** The address of the first or the last entry of a queue. */
  function endOf(block: Buffer, name: 'wq' | 'slow_io_pending_wq', end: 'head' | 'tail'): number {
    return pointer(block, variables[name] - start + (end === 'head' ? 0 : 8));
  }

  function tried(): Attempt | null {
    const block = readBlock();
    if (!block) return null;
    const number = (name: Variable) => block.readUInt32LE(variables[name] - start);
    const [threads, idle, running] = [
      number('nthreads'),
      number('idle_threads'),
      number('slow_io_work_running'),
    ];
    if (threads > mostThreads || idle > threads || running > threads) return null;
    const isUsed = threads > 0;
    const fast = isUsed ? fastQueue.read(endOf(block, 'wq', 'tail')) : emptyQueue;
    const slow = isUsed ? fast && slowQueue.read(endOf(block, 'slow_io_pending_wq', 'tail')) : emptyQueue;
    if (!fast || !slow) return null;
    const reading: PoolReading = {
      threads,
      idle,
      busy: threads - idle,
      queued: fast.length,
      queuedKinds: fast.kinds,
      slow: { running, queued: slow.length, queuedKinds: slow.kinds, started: null },
      started: null,
      isCut: fast.isCut || slow.isCut,
    };
    return { reading, fast, slow };
  }
}

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
import { ReadingBudget, pointer, QueueReader } from './queue.ts';
import type { PoolSymbols, Variable } from '../../host/binary/elf.ts';
import { KindReader } from './job-kind.ts';
import { type JobNumbers, noNumbers } from '../../host/binary/job-numbers.ts';
import { type QueueContents, PoolQueue, emptyQueue } from './pool-queue.ts';
import { JobsInHand } from './jobs-in-hand.ts';
import type { TargetMemory } from './memory.ts';

/** A short queue may be gone before it is read; then all is read again, from the start. */
const attempts = 32;
/** libuv's own upper limit. */
const mostThreads = 1024;
/**
 * What a reading takes at most unless this process was put off its CPU meanwhile (measured: 10 µs, and 2 for each job):
 * then it is not of one instant, and a queue whose jobs come round again may seem longer than it ever was.
 */
const usual = (jobs: number): Milliseconds => 0.2 + 0.006 * jobs;
/** A machine may be slow always: the third slow reading is taken as it is. */
const mostSlow = 3;
/** A job may have been called off: the third reading that does not fit to the one before is taken as it is. */
const mostInconsistent = 3;

/** Readings of a full pool from one look at what its threads have in hand to the next: it costs as much as the reading. */
const betweenHands = 5;

interface Attempt {
  readonly reading: PoolReading;
  readonly fast: QueueContents;
  readonly slow: QueueContents;
}

export class PoolReader {
  readonly #memory: TargetMemory;
  readonly #variables: PoolSymbols['variables'];
  readonly #fast: PoolQueue;
  readonly #slow: PoolQueue;
  readonly #budget = new ReadingBudget();
  readonly #inHand: JobsInHand;
  #sinceHands = 0;
  readonly #start: number;
  readonly #span: number;

  /** @param numbers where jobs have their numbers, as the self-test learnt it */
  constructor(pid: number, memory: TargetMemory, symbols: PoolSymbols, numbers: JobNumbers = noNumbers) {
    const { variables } = symbols;
    this.#memory = memory;
    this.#variables = variables;
    const queues = () => new QueueReader(memory, symbols, this.#budget);
    const kinds = new KindReader(pid, memory, symbols);
    this.#fast = new PoolQueue(memory, queues(), kinds, numbers, variables.wq);
    this.#slow = new PoolQueue(memory, queues(), kinds, numbers, variables.slow_io_pending_wq);
    this.#inHand = new JobsInHand(memory, symbols, kinds);
    const addresses = Object.values(variables);
    this.#start = Math.min(...addresses);
    this.#span = Math.max(...addresses) + 16 - this.#start;
  }

  /** The pool now; null if no reading was consistent, or the process has ended. */
  read(): PoolReading | null {
    this.#budget.begin();
    for (let attempt = 0, late = 0, inconsistent = 0; attempt < attempts; attempt++) {
      if (!this.#budget.allowsAttempt(attempt)) return null;
      const start = performance.now();
      const found = this.#attempt();
      if (!found) continue;
      const { reading, fast, slow } = found;
      const at = performance.now();
      if (at - start > usual(fast.length + slow.length) && ++late < mostSlow && this.#budget.isHalfLeft)
        continue;
      const isInconsistent = !this.#fast.fits(fast) || !this.#slow.fits(slow);
      if (isInconsistent && ++inconsistent < mostInconsistent && this.#budget.isHalfLeft) continue;
      if (isInconsistent) for (const lane of [this.#fast, this.#slow]) lane.forget();
      const started = this.#fast.dequeued(at, fast);
      const slowStarted = this.#slow.dequeued(at, slow);
      const inHand = this.#hands(reading);
      const told = { ...reading, started, slow: { ...reading.slow, started: slowStarted } };
      return inHand ? { ...told, inHand } : told;
    }
    return null;
  }

  /** Of a pool that is all in use: else nobody waits for what its threads do. */
  #hands({ threads, idle }: PoolReading): JobKinds | null {
    if (threads === 0 || idle > 0 || ++this.#sinceHands < betweenHands) return null;
    this.#sinceHands = 0;
    return this.#inHand.read(threads);
  }

  /**
   * A look at the heads of the queues a moment after a reading: how fast they move when they move fast.
   * @returns whether another one, later, would show more
   */
  glimpse(): boolean {
    const block = this.#block();
    if (!block) return false;
    const at = performance.now();
    const isFastWorthIt = this.#fast.glimpse(at, this.#end(block, 'wq', 'head'));
    const isSlowWorthIt = this.#slow.glimpse(at, this.#end(block, 'slow_io_pending_wq', 'head'));
    return isFastWorthIt || isSlowWorthIt;
  }

  /** Where the jobs that are queued now have their numbers. They must have been submitted one after the other. */
  learnNumbers(): JobNumbers {
    this.#budget.begin();
    const block = this.#block();
    if (!block) return noNumbers;
    return {
      ...this.#fast.learnNumbers(this.#end(block, 'wq', 'tail')),
      ...this.#slow.learnNumbers(this.#end(block, 'slow_io_pending_wq', 'tail')),
    };
  }

  /** All variables lie in a few hundred bytes, and are read at once: nearly one instant. */
  #block(): Buffer | null {
    const block = this.#memory.read(this.#start, this.#span);
    return block.length < this.#span ? null : block;
  }

  /** The address of the first or the last entry of a queue. */
  #end(block: Buffer, name: 'wq' | 'slow_io_pending_wq', end: 'head' | 'tail'): number {
    return pointer(block, this.#variables[name] - this.#start + (end === 'head' ? 0 : 8));
  }

  #attempt(): Attempt | null {
    const block = this.#block();
    if (!block) return null;
    const number = (name: Variable) => block.readUInt32LE(this.#variables[name] - this.#start);
    const [threads, idle, running] = [
      number('nthreads'),
      number('idle_threads'),
      number('slow_io_work_running'),
    ];
    if (threads > mostThreads || idle > threads || running > threads) return null;
    const isUsed = threads > 0;
    const fast = isUsed ? this.#fast.read(this.#end(block, 'wq', 'tail')) : emptyQueue;
    const slow = isUsed
      ? fast && this.#slow.read(this.#end(block, 'slow_io_pending_wq', 'tail'))
      : emptyQueue;
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

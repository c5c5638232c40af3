/**
 * libuv's thread pool as its own variables have it, read from the memory of the process. The layout (libuv's
 * `struct uv__work` and `uv_work_t`, 64 bit; Node's ThreadPoolWork behind it) is private to libuv and Node: it is
 * believed for a binary only after self-test.ts has tried it on a child of that binary.
 *
 *   uv_work_t                       uv__work (in each request)        ThreadPoolWork
 *   +64 loop  +72 work_cb           +0 work  +8 done  +16 loop        +128 behind uv_work_t's start:
 *   +80 after_work_cb  +88 ───────▶ +24 queue: next, prev             its type, a constant string
 */
import type { JobKinds, PoolReading } from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';
import { AddonNames } from './addons.ts';
import type { JobFunction, PoolSymbols, Variable } from './elf.ts';
import { beforeRequest, jobNumber, type JobNumbers, noNumbers, numberPlace } from './job-numbers.ts';
import type { TargetMemory } from './memory.ts';
import { type QueuedJob, QueueTrack } from './moved.ts';
import { fromRequest, pointer, type Queue, QueueReader } from './queue.ts';

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
const mostTorn = 3;

const kindOf: Readonly<Record<Exclude<JobFunction, 'uv__queue_work' | 'uv__cancelled'>, string>> = {
  uv__fs_work: 'fs',
  uv__getaddrinfo_work: 'dns',
  uv__getnameinfo_work: 'dns',
  uv__random_work: 'random',
};

/** Jobs that Node numbers each anew, and where they are like; a zlib stream has one number for all of its jobs. */
const numbered: Readonly<Record<string, string>> = {
  fs: 'fs',
  dns: 'dns',
  crypto: 'crypto',
  node_api: 'crypto',
};

type LaneName = 'wq' | 'slow_io_pending_wq';

interface Lane {
  readonly length: number;
  readonly kinds: JobKinds;
  readonly isCut: boolean;
  /** The one whose turn is next comes first. */
  readonly jobs: readonly QueuedJob[];
}

interface Attempt {
  readonly reading: PoolReading;
  readonly fast: Lane;
  readonly slow: Lane;
}

const noLane: Lane = { length: 0, kinds: {}, isCut: false, jobs: [] };

export class Peek {
  readonly #memory: TargetMemory;
  readonly #symbols: PoolSymbols;
  readonly #queues: QueueReader;
  readonly #addons: AddonNames;
  /** Kind by the address of the function that runs the job. */
  readonly #functions: ReadonlyMap<number, JobFunction>;
  /** The types of Node's jobs by address: constants of the binary, so they never change. */
  readonly #types = new Map<number, string>();
  readonly #start: number;
  readonly #span: number;
  readonly #numbers: JobNumbers;
  #fast = new QueueTrack();
  #slow = new QueueTrack();

  /** @param numbers where jobs have their numbers, as the self-test learnt it */
  constructor(pid: number, memory: TargetMemory, symbols: PoolSymbols, numbers: JobNumbers = noNumbers) {
    this.#numbers = numbers;
    this.#memory = memory;
    this.#symbols = symbols;
    this.#queues = new QueueReader(memory, symbols);
    this.#addons = new AddonNames(pid);
    const functions = Object.entries(symbols.functions) as [JobFunction, number][];
    this.#functions = new Map(functions.map(([name, address]) => [address, name]));
    const addresses = Object.values(symbols.variables);
    this.#start = Math.min(...addresses);
    this.#span = Math.max(...addresses) + 16 - this.#start;
  }

  /** The pool now; null if no reading was consistent, or the process has ended. */
  read(): PoolReading | null {
    for (let attempt = 0, late = 0, torn = 0; attempt < attempts; attempt++) {
      const start = performance.now();
      const found = this.#attempt();
      if (!found) continue;
      const { reading, fast, slow } = found;
      const at = performance.now();
      if (at - start > usual(fast.length + slow.length) && ++late < mostSlow) continue;
      const isTorn = this.#fast.fit(fast.jobs) === 'torn' || this.#slow.fit(slow.jobs) === 'torn';
      if (isTorn && ++torn < mostTorn) continue;
      if (isTorn) [this.#fast, this.#slow] = [new QueueTrack(), new QueueTrack()];
      const started = this.#fast.moved(at, fast.isCut ? null : fast.jobs);
      const slowStarted = this.#slow.moved(at, slow.isCut ? null : slow.jobs);
      return { ...reading, started, slow: { ...reading.slow, started: slowStarted } };
    }
    return null;
  }

  /**
   * A look at the heads of the queues a moment after a reading: how fast they move when they move fast.
   * @returns whether another one, later, would tell more
   */
  glimpse(): boolean {
    const block = this.#memory.read(this.#start, this.#span);
    if (block.length < this.#span) return false;
    const at = performance.now();
    let isWorthAnother = false;
    for (const [name, track] of [
      ['wq', this.#fast],
      ['slow_io_pending_wq', this.#slow],
    ] as const) {
      const address = pointer(block, this.#symbols.variables[name] - this.#start);
      const job = track.jobAt(address);
      track.glimpse(at, job && this.#isStill(job) ? job : null);
      isWorthAnother ||= track.isWorthAnother;
    }
    return isWorthAnother;
  }

  /** Its place may have been given to another job meanwhile. */
  #isStill({ address, number, place }: QueuedJob): boolean {
    if (number === null || place === null) return true;
    const bytes = this.#memory.read(address - fromRequest - place, 8);
    return bytes.length === 8 && bytes.readDoubleLE() === number;
  }

  /** Where the jobs that are queued now have their numbers. They must have been submitted one after the other. */
  learnNumbers(): JobNumbers {
    const block = this.#memory.read(this.#start, this.#span);
    if (block.length < this.#span) return noNumbers;
    const places: Record<string, number> = {};
    for (const name of ['wq', 'slow_io_pending_wq'] as const) {
      const jobs = this.#queue(name, block)?.jobs.toReversed() ?? [];
      for (const [kind, same] of Map.groupBy(jobs, ({ bytes }) => this.#kind(bytes))) {
        const place = numberPlace(same.map(({ bytes }) => bytes));
        if (place !== null) places[kind] = place;
      }
    }
    return places;
  }

  #attempt(): Attempt | null {
    // All variables lie in a few hundred bytes, and are read at once: nearly one instant.
    const block = this.#memory.read(this.#start, this.#span);
    if (block.length < this.#span) return null;
    const number = (name: Variable) => block.readUInt32LE(this.#symbols.variables[name] - this.#start);
    const [threads, idle, running] = [
      number('nthreads'),
      number('idle_threads'),
      number('slow_io_work_running'),
    ];
    if (threads > mostThreads || idle > threads || running > threads) return null;
    const isUsed = threads > 0;
    const fast = isUsed ? this.#lane('wq', block) : noLane;
    const slow = isUsed ? fast && this.#lane('slow_io_pending_wq', block) : noLane;
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

  #queue(name: LaneName, block: Buffer): Queue | null {
    const head = this.#symbols.variables[name];
    return this.#queues.read(head, pointer(block, head - this.#start + 8));
  }

  #lane(name: LaneName, block: Buffer): Lane | null {
    const queue = this.#queue(name, block);
    if (!queue) return null;
    const kinds: Record<string, number> = {};
    const jobs: QueuedJob[] = [];
    for (let index = queue.jobs.length - 1; index >= 0; index--) {
      const job = queue.jobs[index];
      if (!job) continue;
      const kind = this.#kind(job.bytes);
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      const place = this.#numbers[numbered[kind] ?? ''];
      jobs.push({
        address: job.address,
        number: place === undefined ? null : jobNumber(job.bytes, place),
        place: place ?? null,
      });
    }
    return { length: queue.jobs.length, kinds, isCut: queue.isCut, jobs };
  }

  #kind(job: Buffer): string {
    const name = this.#functions.get(pointer(job, beforeRequest + 88));
    if (name === undefined || name === 'uv__cancelled') return 'other';
    if (name !== 'uv__queue_work') return kindOf[name];
    const callback = pointer(job, beforeRequest + 72);
    const { start, end } = this.#symbols.image;
    if (callback < start || callback >= end) return this.#addons.kindOf(callback);
    return (job.length >= beforeRequest + 136 && this.#type(pointer(job, beforeRequest + 128))) || 'other';
  }

  /** `crypto`, `zlib`, `node_api`, …: a constant of the binary, or it is no type. */
  #type(address: number): string | null {
    const { start, end } = this.#symbols.image;
    if (address < start || address >= end) return null;
    const before = this.#types.get(address);
    if (before !== undefined) return before;
    const text = this.#memory.text(address, 40);
    if (text === null || !/^[a-z][\w.:-]+$/i.test(text)) return null;
    this.#types.set(address, text);
    return text;
  }
}

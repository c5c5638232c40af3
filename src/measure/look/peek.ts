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
import type { TargetMemory } from './memory.ts';
import { pointer, QueueReader } from './queue.ts';

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

const kindOf: Readonly<Record<Exclude<JobFunction, 'uv__queue_work' | 'uv__cancelled'>, string>> = {
  uv__fs_work: 'fs',
  uv__getaddrinfo_work: 'dns',
  uv__getnameinfo_work: 'dns',
  uv__random_work: 'random',
};

interface Lane {
  readonly length: number;
  readonly kinds: JobKinds;
  readonly isCut: boolean;
}

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

  constructor(pid: number, memory: TargetMemory, symbols: PoolSymbols) {
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
    for (let attempt = 0, slow = 0; attempt < attempts; attempt++) {
      const start = performance.now();
      const reading = this.#attempt();
      if (!reading) continue;
      const { queued, slow: lane } = reading;
      if (performance.now() - start <= usual(queued + lane.queued) || ++slow === mostSlow) return reading;
    }
    return null;
  }

  #attempt(): PoolReading | null {
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
    if (threads === 0) {
      const none = { running: 0, queued: 0, queuedKinds: {} };
      return { threads: 0, idle: 0, busy: 0, queued: 0, queuedKinds: {}, slow: none, isCut: false };
    }
    const fast = this.#lane('wq', block);
    const slow = fast && this.#lane('slow_io_pending_wq', block);
    if (!fast || !slow) return null;
    return {
      threads,
      idle,
      busy: threads - idle,
      queued: fast.length,
      queuedKinds: fast.kinds,
      slow: { running, queued: slow.length, queuedKinds: slow.kinds },
      isCut: fast.isCut || slow.isCut,
    };
  }

  #lane(name: 'wq' | 'slow_io_pending_wq', block: Buffer): Lane | null {
    const head = this.#symbols.variables[name];
    const queue = this.#queues.read(head, pointer(block, head - this.#start + 8));
    if (!queue) return null;
    const kinds: Record<string, number> = {};
    for (const job of queue.jobs) {
      const kind = this.#kind(job);
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return { length: queue.jobs.length, kinds, isCut: queue.isCut };
  }

  #kind(job: Buffer): string {
    const name = this.#functions.get(pointer(job, 88));
    if (name === undefined || name === 'uv__cancelled') return 'other';
    if (name !== 'uv__queue_work') return kindOf[name];
    const callback = pointer(job, 72);
    const { start, end } = this.#symbols.image;
    if (callback < start || callback >= end) return this.#addons.kindOf(callback);
    return (job.length >= 136 && this.#type(pointer(job, 128))) || 'other';
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

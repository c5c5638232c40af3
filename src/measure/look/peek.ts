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
import type { JobFunction, PoolSymbols, Variable } from './elf.ts';
import { AddonNames } from './addons.ts';
import type { TargetMemory } from './memory.ts';

/** From the start of a uv_work_t to its queue, and from there to the end of what is read of a job. */
const beforeQueue = 88 + 24;
const fromQueue = 16 + 8;
/** A longer queue is cut: each job costs about 3 µs of our own time, in which nothing else of ours goes on. */
const mostJobs = 20_000;
/** The target changes the list while it is read; a list that does not fit together is read again, from the start. */
const attempts = 8;
/** libuv's own upper limit. */
const mostThreads = 1024;
/** 47 bits: what a process may use, so what a pointer can be. */
const addressEnd = 2 ** 47;

const kindOf: Readonly<Record<Exclude<JobFunction, 'uv__queue_work'>, string>> = {
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
    this.#addons = new AddonNames(pid);
    const functions = Object.entries(symbols.functions) as [JobFunction, number][];
    this.#functions = new Map(functions.map(([name, address]) => [address, name]));
    const addresses = Object.values(symbols.variables);
    this.#start = Math.min(...addresses);
    this.#span = Math.max(...addresses) + 16 - this.#start;
  }

  /** The pool now; null if no reading was consistent, or the process has ended. */
  read(): PoolReading | null {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const reading = this.#attempt();
      if (reading) return reading;
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

  /** Walks a circular list from its head, checking each link backwards; null if it changed meanwhile. */
  #lane(name: 'wq' | 'slow_io_pending_wq', block: Buffer): Lane | null {
    const { variables } = this.#symbols;
    const head = variables[name];
    // Messages from libuv to its threads: "there is slow work", "the end". No jobs.
    const messages = new Set([variables.run_slow_work_message, variables.exit_message]);
    const kinds: Record<string, number> = {};
    let length = 0;
    let previous = head;
    let entry = pointer(block, head - this.#start);
    while (entry !== head) {
      if (length >= mostJobs) return { length, kinds, isCut: true };
      if (entry === 0 || entry >= addressEnd) return null;
      const isMessage = messages.has(entry);
      const start = isMessage ? entry : entry - beforeQueue;
      const job = this.#memory.read(start, isMessage ? 16 : beforeQueue + fromQueue);
      const at = entry - start;
      if (job.length < at + 16 || pointer(job, at + 8) !== previous) return null;
      previous = entry;
      entry = pointer(job, at);
      if (isMessage) continue;
      length++;
      const kind = this.#kind(job);
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return { length, kinds, isCut: false };
  }

  #kind(job: Buffer): string {
    const name = this.#functions.get(pointer(job, 88));
    if (name === undefined) return 'other';
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

function pointer(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32;
}

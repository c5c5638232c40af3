/** Reads the threads of a process: which they are, what each does now, and how long it ran or waited for a CPU. */
import { linkOf, namesIn, textOf } from '../../host/kernel-files.ts';
import {
  environment,
  poolThreadName,
  startedWith,
  startOfThread,
  variableOf,
  wordsOf,
} from '../../host/processes.ts';
import { isNode, nodeCommand } from '../../apply/node-command.ts';
import type { ThreadState, PoolKnownBy, ThreadReading, ThreadRole } from '../../model/process-snapshot.ts';
import type { PoolSymbols } from '../../host/binary/elf.ts';
import { redactText } from '../../redact/redact.ts';
import type { TargetMemory } from './memory.ts';
import { poolHandles } from './jobs-in-hand.ts';
import { syscallOf } from './syscalls.ts';
import { ThreadFiles } from './thread-files.ts';
import { ownThreadId } from './target-process.ts';

/** The memory of the process, where it can be read, and the symbols in it. */
export interface Inside {
  readonly memory: TargetMemory;
  readonly symbols: PoolSymbols;
}

interface Thread {
  readonly name: string;
  readonly role: ThreadRole;
}

/** The names that Node gives since version 22 or 24; version 20 names none. */
const rolesByName: Readonly<Record<string, ThreadRole>> = {
  WorkerThread: 'worker',
  V8Worker: 'v8',
  'node-V8Worker': 'v8',
  DelayedTaskSche: 'v8',
};

/** Bytes of a `struct pthread` that are searched for the thread's number: glibc keeps it at 720 (x64), musl below 100. */
const threadStructBytes = 1024;
const longestPath = 256;

export class Threads implements Disposable {
  readonly #pid: number;
  readonly #files: ThreadFiles;
  /** The threads, and what each was found doing, at the last look. */
  #tids: readonly number[] = [];
  readonly #seen = new Map<number, ThreadReading>();
  readonly #isContained: boolean;
  #inside: Inside | null = null;
  readonly #known = new Map<number, Thread>();
  #pool: ReadonlySet<number> | null = null;
  /** Start of the first thread with the pool's name, in ticks; null: there was none yet. */
  #poolStart: number | null = null;
  /** V8's threads in a process whose threads have no names, by when they were started. Null: not asked yet. */
  #unnamedV8: ReadonlySet<number> | null = null;

  /** @param isContained whether the process knows its threads by other numbers: those of its container */
  constructor(pid: number, isContained: boolean) {
    this.#pid = pid;
    this.#files = new ThreadFiles(pid);
    this.#isContained = isContained;
  }

  /** Takes its memory, which can be read from now on: its pool is known by libuv's own list. */
  seeInside(inside: Inside): void {
    this.#inside = inside;
    this.#seen.clear();
  }

  /** How the pool's threads were told; null: not at all, or there are none yet. */
  get poolKnownBy(): PoolKnownBy | null {
    if (this.#pool) return 'libuv';
    return [...this.#known.values()].some(({ role }) => role === 'pool') ? 'name' : null;
  }

  /**
   * Reads all threads, the main thread first; none if the process has ended.
   * @param count how many there are, if known: if as many as at the last look, they are taken to be the same
   */
  read(count: number | null = null): ThreadReading[] {
    if (count !== this.#tids.length) this.#list();
    if (!this.#pool && this.#inside) {
      this.#pool = this.#poolFromLibuv(this.#inside, this.#tids);
      // Roles that were given before the pool was known may be wrong.
      if (this.#pool) {
        this.#known.clear();
        this.#seen.clear();
      }
    }
    const readings = this.#tids.flatMap((tid) => this.#reading(tid) ?? []);
    // A thread has ended: another may have its place.
    if (readings.length < this.#tids.length) this.#list();
    return readings;
  }

  #reading(tid: number): ThreadReading | null {
    const thread = this.#thread(tid);
    if (!thread) return null;
    // The counters come before the place: a thread that has not run since the last look is where it was.
    const wasKept = this.#files.has(tid);
    const counters = this.#files.counters(tid);
    if (!counters && this.#file(tid, 'stat') === null) return null;
    // The thread has ended, and another was given its number.
    if (wasKept && !this.#files.has(tid)) {
      this.#known.delete(tid);
      this.#seen.delete(tid);
      return this.#reading(tid);
    }
    const before = this.#seen.get(tid);
    const hasMoved =
      !before ||
      !counters ||
      before.doing.state === 'running' ||
      before.slices !== counters.slices ||
      before.ran !== counters.ran / 1e6;
    const doing = hasMoved ? this.#doing(tid, thread.role) : before.doing;
    const reading: ThreadReading = {
      tid,
      ...thread,
      doing,
      at: performance.now(),
      ran: counters && counters.ran / 1e6,
      waitedForCpu: counters && counters.waited / 1e6,
      slices: counters?.slices ?? null,
    };
    this.#seen.set(tid, reading);
    return reading;
  }

  #list(): void {
    this.#tids = namesIn(`/proc/${this.#pid}/task`).map(Number);
    this.#files.keep(this.#tids);
    const alive = new Set(this.#tids);
    for (const known of [this.#known, this.#seen])
      for (const tid of known.keys()) if (!alive.has(tid)) known.delete(tid);
  }

  #file(tid: number, name: string): string | null {
    return textOf(`/proc/${this.#pid}/task/${tid}/${name}`)?.trim() ?? null;
  }

  #thread(tid: number): Thread | null {
    const before = this.#known.get(tid);
    if (before) return before;
    const name = this.#file(tid, 'comm');
    if (name === null) return null;
    const role = this.#role(tid, name);
    // The main thread is called what the process calls itself, and any other what its program likes.
    const thread = { name: redactText(name), role };
    this.#known.set(tid, thread);
    return thread;
  }

  #role(tid: number, name: string): ThreadRole {
    if (tid === this.#pid) return 'main';
    if (this.#pool?.has(tid)) return 'pool';
    // A library's threads have the name of the thread that started them.
    if (name === poolThreadName) return !this.#pool && this.#isStartedWithPool(tid) ? 'pool' : 'other';
    if (name.startsWith('v8:')) return 'v8';
    return rolesByName[name] ?? (this.#isUnnamedV8(tid) ? 'v8' : 'other');
  }

  #isStartedWithPool(tid: number): boolean {
    this.#poolStart ??= Math.min(
      ...this.#tids
        .filter((each) => this.#file(each, 'comm') === poolThreadName)
        .map((each) => startOfThread(this.#pid, each)),
    );
    return startedWith(this.#poolStart, startOfThread(this.#pid, tid));
  }

  #isUnnamedV8(tid: number): boolean {
    this.#unnamedV8 ??= this.#platformThreads();
    return this.#unnamedV8.has(tid);
  }

  #platformThreads(): ReadonlySet<number> {
    const tids = this.#tids;
    if (tids.some((tid) => rolesByName[this.#file(tid, 'comm') ?? ''] === 'v8')) return new Set();
    const count = platformThreads(this.#pid);
    const began = startOfThread(this.#pid, this.#pid);
    const early = tids
      .filter((tid) => tid !== this.#pid)
      .map((tid) => ({ tid, start: startOfThread(this.#pid, tid) }))
      .filter(({ start }) => startedWith(began, start))
      .toSorted((one, other) => one.start - other.start || one.tid - other.tid);
    return new Set(early.slice(0, count).map(({ tid }) => tid));
  }

  /**
   * Finds the pool's threads. libuv keeps a list of their handles: addresses of a struct of the C library that holds the thread's
   * number, in the same place of each. It is the place in which each of them has another of the numbers.
   */
  #poolFromLibuv({ memory, symbols }: Inside, tids: readonly number[]): ReadonlySet<number> | null {
    const count = memory.read(symbols.variables.nthreads, 4);
    const threads = count.length === 4 ? count.readUInt32LE() : 0;
    const handles = threads > tids.length ? [] : poolHandles(memory, symbols, threads);
    if (handles.length === 0) return null;
    const structs = handles.map((handle) => memory.read(handle, threadStructBytes));
    const byOwnId = new Map(
      tids.map((tid) => [this.#isContained ? ownThreadId(this.#pid, tid) : tid, tid] as const),
    );
    const length = Math.min(...structs.map((bytes) => bytes.length));
    for (let offset = 0; offset + 4 <= length; offset += 4) {
      const found = structs.map((bytes) => byOwnId.get(bytes.readUInt32LE(offset)));
      const pool = new Set(found.filter((tid) => tid !== undefined && tid !== this.#pid));
      if (pool.size === threads) return pool as Set<number>;
    }
    return null;
  }

  /** Reads `/proc/…/syscall`: `running`, or the call's number, six arguments, and two pointers, all but the first in hex. */
  #doing(tid: number, role: ThreadRole): ThreadState {
    const text = this.#files.syscall(tid);
    if (text === null) return this.#stateAlone(tid);
    if (text === 'running') return { state: 'running' };
    const [number = -1, ...args] = text.split(' ').map(Number);
    // The thread is not in a system call and not running: the kernel fetches a page for it, or it was stopped by a signal.
    if (number < 0) return { state: 'blocked', syscall: 'a page fault or a stop', on: null };
    const { name, subject } = syscallOf(number);
    if (name.startsWith('epoll_')) return { state: 'polling' };
    if (name.startsWith('futex')) return this.#atFutex(args, role);
    const on =
      subject === 'file'
        ? linkOf(`/proc/${this.#pid}/fd/${args[0] ?? -1}`)
        : this.#path(args[subject === 'at' ? 1 : 0], subject);
    return { state: 'blocked', syscall: name, on };
  }

  #atFutex([address = 0, operation = 0, value]: readonly number[], role: ThreadRole): ThreadState {
    const { cond, mutex } = this.#inside?.symbols.helpful ?? {};
    const isIn = (place: typeof cond) =>
      place !== undefined && place.address <= address && address < place.address + place.size;
    if (isIn(cond)) return { state: 'idle' };
    if (isIn(mutex)) return { state: 'waiting', at: 'pool lock' };
    // If libuv's addresses are not known, a pool thread at a futex is most likely idle, but may as well be at a lock.
    if (role === 'pool' && !cond) return { state: 'asleep' };
    const by = this.#inside?.symbols.isMusl === false ? waitOf(operation, value) : null;
    return { state: 'waiting', at: 'other', lock: address.toString(16), ...(by && { by }) };
  }

  #stateAlone(tid: number): ThreadState {
    const letter = /\) (\S)/.exec(this.#file(tid, 'stat') ?? '')?.[1];
    return { state: letter === 'R' ? 'running' : 'asleep' };
  }

  #path(address: number | undefined, subject: 'path' | 'at' | null): string | null {
    if (subject === null || !address) return null;
    return this.#inside?.memory.text(address, longestPath) || null;
  }

  [Symbol.dispose](): void {
    this.#files[Symbol.dispose]();
  }
}

/**
 * Tells which of the C library's own waits a futex is, by how it is asked for (glibc): a mutex by FUTEX_WAIT for the
 * value 2, "locked, and others wait" (lowlevellock.c); a condition by FUTEX_WAIT_BITSET (futex-internal.c), which
 * semaphores and joins use too.
 */
function waitOf(operation: number, value: number | undefined): 'mutex' | 'condition' | null {
  const [wait, waitBitset, flags] = [0, 9, 0x180];
  const command = operation & ~flags;
  if (command === waitBitset) return 'condition';
  return command === wait && value === 2 ? 'mutex' : null;
}

const delayedTasks = 1;
/** Node's own default for V8's pool, also in version 20. */
const usual = 4;
const poolSize = /^--v8[-_]pool[-_]size=?(.*)$/;

/**
 * Counts the threads that the platform of a process starts before any other: one for delayed tasks, and those that compile
 * and collect garbage. Node 20 names none of them, so they are told by how many they are.
 * @returns 0 where it is not known: its options may not be read, or leave the number to Node
 */
export function platformThreads(pid: number): number {
  const command = wordsOf(pid);
  // A title that the process gave itself hides what it was started with.
  const isHidden = command.length < 2 && !isNode(command[0] ?? '');
  if (environment(pid) === null || isHidden) return 0;
  const flags = nodeCommand(command)?.flags ?? command;
  const size = askedSize([...(variableOf(pid, 'NODE_OPTIONS') ?? '').split(/\s+/), ...flags]);
  return size > 0 ? size + delayedTasks : 0;
}

/** Returns the size that is asked for last: the command line stands behind the environment. 0 leaves it to Node. */
function askedSize(words: readonly string[]): number {
  const at = words.findLastIndex((word) => poolSize.test(word));
  if (at === -1) return usual;
  const value = poolSize.exec(words[at] ?? '')?.[1] || words[at + 1];
  return Number(value) || 0;
}

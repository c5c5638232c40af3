/** What the kernel tells of single threads, and is asked for at each look: how long each ran, and where it is. */
import { textOf } from '../../host/processes.ts';
import { ProcFile } from './proc-file.ts';

/** Files that are kept open, of all processes, two for each thread: a process may have a thousand, and may open no more files. */
const mostOpen = 512;
let openFiles = 0;

/** Time on a CPU and time ready to run without one, in nanoseconds, and how often it was given a CPU, since it began. */
export interface ThreadCounters {
  readonly ran: number;
  readonly waited: number;
  readonly slices: number;
}

type Name = 'schedstat' | 'syscall';
type Open = Map<Name, ProcFile>;

export class ThreadFiles implements Disposable {
  readonly #pid: number;
  readonly #open = new Map<number, Open>();

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Null if it has ended, or this kernel does not count: a thread that never had a CPU cannot be. */
  counters(tid: number): ThreadCounters | null {
    const [ran = 0, waited = 0, slices = 0] = this.#read(tid, 'schedstat')?.split(' ').map(Number) ?? [];
    return slices > 0 ? { ran, waited, slices } : null;
  }

  /** Null if it has ended, or may not be seen. */
  syscall(tid: number): string | null {
    return this.#read(tid, 'syscall')?.trim() || null;
  }

  /** Whether a file of the thread's is kept: it is no longer once it was read and the thread had ended. */
  has(tid: number): boolean {
    return this.#open.get(tid)?.has('schedstat') ?? false;
  }

  /** Closes what belongs to threads that have ended. */
  keep(alive: readonly number[]): void {
    if (this.#open.size === 0) return;
    const those = new Set(alive);
    for (const [tid, files] of this.#open) {
      if (those.has(tid)) continue;
      for (const file of files.values()) close(file);
      this.#open.delete(tid);
    }
  }

  #read(tid: number, name: Name): string | null {
    const path = `/proc/${this.#pid}/task/${tid}/${name}`;
    const file = this.#open.get(tid)?.get(name) ?? this.#begin(tid, name, path);
    if (!file) return textOf(path);
    const text = file.read();
    // Its thread has ended: another that was given the number has another file.
    if (text === null) {
      close(file);
      this.#open.get(tid)?.delete(name);
    }
    return text;
  }

  /** @returns null where it is not kept: too many are, or it cannot be opened now */
  #begin(tid: number, name: Name, path: string): ProcFile | null {
    if (openFiles >= mostOpen) return null;
    const file = new ProcFile(path);
    if (!file.isOpen) return null;
    openFiles++;
    const files: Open = this.#open.get(tid) ?? new Map();
    this.#open.set(tid, files.set(name, file));
    return file;
  }

  [Symbol.dispose](): void {
    for (const files of this.#open.values()) for (const file of files.values()) close(file);
    this.#open.clear();
  }
}

function close(file: ProcFile): void {
  file[Symbol.dispose]();
  openFiles--;
}

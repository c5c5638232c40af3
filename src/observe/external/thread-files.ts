/** Reads what the kernel tells of single threads at each look: how long each ran, and where it is. */
import { closeSync, openSync, readSync } from 'node:fs';
import { textOf } from '../../host/kernel-files.ts';

/** Most files that are kept open for all processes, two for each thread: one may have a thousand, and we may open no more. */
const mostOpen = 512;
let openFiles = 0;
/** The buffer for all that is read of one file: a line of some hundred characters. */
const buffer = Buffer.allocUnsafe(4096);

/** Time on a CPU and time ready to run without one, in nanoseconds, and how often it was given a CPU, since it began. */
export interface ThreadCounters {
  readonly ran: number;
  readonly waited: number;
  readonly slices: number;
}

export class ThreadFiles implements Disposable {
  readonly #pid: number;
  /** Open files by the thread's number and the file's name: `4711/schedstat`. */
  readonly #open = new Map<string, ProcFile>();

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** @returns null if it has ended, or this kernel does not count: every thread has had a CPU */
  counters(tid: number): ThreadCounters | null {
    const [ran = 0, waited = 0, slices = 0] = this.#read(`${tid}/schedstat`)?.split(' ').map(Number) ?? [];
    return slices > 0 ? { ran, waited, slices } : null;
  }

  /** @returns null if it has ended, or may not be seen */
  syscall(tid: number): string | null {
    return this.#read(`${tid}/syscall`)?.trim() || null;
  }

  /** Whether a file of the thread is kept: not any more once it was read after the thread had ended. */
  has(tid: number): boolean {
    return this.#open.has(`${tid}/schedstat`);
  }

  /** Closes what belongs to threads that have ended. */
  keep(alive: readonly number[]): void {
    const those = new Set(alive);
    for (const place of this.#open.keys()) if (!those.has(Number.parseInt(place, 10))) this.#close(place);
  }

  #read(place: string): string | null {
    const file = this.#open.get(place) ?? this.#begin(place);
    if (!file) return textOf(`/proc/${this.#pid}/task/${place}`);
    const text = file.read();
    // The thread has ended: another that was given its number has another file.
    if (text === null) this.#close(place);
    return text;
  }

  /** @returns the file, opened to be kept; null if too many are kept, or it cannot be opened now */
  #begin(place: string): ProcFile | null {
    if (openFiles >= mostOpen) return null;
    const file = new ProcFile(`/proc/${this.#pid}/task/${place}`);
    if (!file.isOpen) return null;
    openFiles++;
    this.#open.set(place, file);
    return file;
  }

  #close(place: string): void {
    this.#open.get(place)?.[Symbol.dispose]();
    this.#open.delete(place);
    openFiles--;
  }

  [Symbol.dispose](): void {
    this.keep([]);
  }
}

/**
 * A file of the kernel's that is read again and again: opened once, and read from its start each time. That is one system
 * call instead of five, and 3 µs instead of 15. The file stays bound to the process or thread that it was opened for: when
 * that has ended nothing is read, never what another has that was given the same number.
 */
export class ProcFile implements Disposable {
  #file: number | null;

  /** Opens the file. One that cannot be opened is read as one whose process has ended. */
  constructor(path: string) {
    try {
      this.#file = openSync(path, 'r');
    } catch {
      this.#file = null;
    }
  }

  get isOpen(): boolean {
    return this.#file !== null;
  }

  /** @returns null if its process or thread has ended, or it may not be read */
  read(): string | null {
    if (this.#file === null) return null;
    try {
      return buffer.toString('latin1', 0, readSync(this.#file, buffer, 0, buffer.length, 0));
    } catch {
      return null; // ESRCH, EACCES
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** What the kernel tells of single threads, and is asked for at each look: how long each ran, and where it is. */
import { textOf } from '../../host/processes.ts';
import { ProcFile } from './proc-file.ts';

/** Threads of which the files are kept open, two for each: a process may have a thousand. */
const mostOpen = 256;

/** Time on a CPU and time ready to run without one, in nanoseconds, and how often it was given a CPU, since it began. */
export interface ThreadCounters {
  readonly ran: number;
  readonly waited: number;
  readonly slices: number;
}

interface Open {
  readonly schedstat: ProcFile;
  readonly syscall: ProcFile;
}

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

  /** Closes what belongs to threads that have ended. */
  keep(alive: readonly number[]): void {
    if (this.#open.size === 0) return;
    const those = new Set(alive);
    for (const [tid, files] of this.#open) {
      if (those.has(tid)) continue;
      close(files);
      this.#open.delete(tid);
    }
  }

  #read(tid: number, name: keyof Open): string | null {
    const files = this.#open.get(tid) ?? this.#begin(tid);
    return files ? files[name].read() : textOf(this.#path(tid, name));
  }

  #begin(tid: number): Open | null {
    if (this.#open.size >= mostOpen) return null;
    const files = {
      schedstat: new ProcFile(this.#path(tid, 'schedstat')),
      syscall: new ProcFile(this.#path(tid, 'syscall')),
    };
    this.#open.set(tid, files);
    return files;
  }

  #path(tid: number, name: keyof Open): string {
    return `/proc/${this.#pid}/task/${tid}/${name}`;
  }

  [Symbol.dispose](): void {
    for (const files of this.#open.values()) close(files);
    this.#open.clear();
  }
}

function close(files: Open): void {
  for (const file of Object.values(files)) file[Symbol.dispose]();
}

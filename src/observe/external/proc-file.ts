/**
 * A file of the kernel's that is read again and again: opened once, and read from its start each time. That is one system
 * call instead of five, and 3 µs instead of 15. The file stays bound to the process or thread that it was opened for: when
 * that has ended nothing is read, never what another has that was given the same number.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** All that is read of one: a line of some hundred characters. */
const buffer = Buffer.allocUnsafe(4096);

export class ProcFile implements Disposable {
  #file: number | null;

  /** One that cannot be opened is read as one whose process has ended. */
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

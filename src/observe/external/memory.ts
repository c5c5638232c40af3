/**
 * The memory of another process, read through /proc/PID/mem: nothing is stopped, nothing is changed. Needs ptrace
 * rights. The file stays bound to the memory that it was opened for: after the process has ended or begun another
 * program, it reads nothing, never somebody else's.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { hostname } from 'node:os';
import type { OutOfReach } from '../../model/process-snapshot.ts';

export class TargetMemory {
  readonly #file: number;

  /** @throws EACCES, EPERM without ptrace rights; ENOENT if the process has ended */
  constructor(pid: number | 'self') {
    this.#file = openSync(`/proc/${pid}/mem`, 'r');
  }

  /**
   * Reads up to `length` bytes from an address: fewer at the end of what is mapped, none where nothing is mapped or the
   * process has ended.
   * @param into memory to read to, at least as long
   */
  read(address: number, length: number, into?: Buffer): Buffer {
    const bytes = into ?? Buffer.allocUnsafe(length);
    try {
      return bytes.subarray(0, readSync(this.#file, bytes, 0, length, address));
    } catch {
      return bytes.subarray(0, 0); // EIO: not mapped
    }
  }

  /** The zero-terminated string at an address; null if there is none of at most `most` bytes. */
  text(address: number, most: number): string | null {
    const bytes = this.read(address, most);
    const end = bytes.indexOf(0);
    return end < 0 ? null : bytes.toString('utf8', 0, end);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

/** @returns the name of the pod of Kubernetes that this runs in, as its containers have it; null: it runs in none */
export const podName = (): string | null => (process.env['KUBERNETES_SERVICE_HOST'] ? hostname() : null);

/** Says why something of a process could not be opened. */
export function noAccess(error: unknown): OutOfReach {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM'
    ? {
        ok: false,
        code: 'PEEK_NO_RIGHTS',
        why: { code: 'unseen.memory-forbidden', params: { pod: podName() } },
      }
    : {
        ok: false,
        code: 'PEEK_UNREADABLE',
        why: { code: 'unseen.memory', params: { error: code ?? String(error) } },
      };
}

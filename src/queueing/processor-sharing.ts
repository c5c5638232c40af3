import { speed, type Capacity } from './capacity.ts';
import { Heap } from './heap.ts';

/** Returns C(n) for whole n, looked up in a table. */
function speeds(capacity: Capacity): (threads: number) => number {
  const last = Math.ceil(capacity.points.at(-1)?.[0] ?? 0);
  const table = Float64Array.from({ length: last + 1 }, (_, n) => speed(capacity, n));
  return (threads) => table[Math.min(threads, last)] as number;
}

/**
 * The CPUs of a machine as one station that its runnable threads share in equal parts, C(n)/n for each. Work is CPU time of a
 * thread that runs alone. What a thread has got since a moment is the same for all, so one clock of "CPU time got by each"
 * (virtual time) and one heap of the times at which threads are done on that clock say all: O(log n) for each change, and exact.
 */
export class SharedCpus {
  readonly #speed: (threads: number) => number;
  readonly #ends = new Heap();
  #virtual = 0;
  #at = 0;
  /** When the next thread is done, if nothing changes until then; Infinity when none runs. */
  next = Infinity;

  constructor(capacity: Capacity) {
    this.#speed = speeds(capacity);
  }

  get size(): number {
    return this.#ends.size;
  }

  add(now: number, thread: number, work: number): void {
    this.#virtual += (now - this.#at) * this.#share();
    this.#at = now;
    this.#ends.push(thread, this.#virtual + work);
    this.#plan();
  }

  /** Takes the thread that is done at `next`. */
  take(): number {
    this.#at = this.next;
    this.#virtual = this.#ends.key;
    const thread = this.#ends.pop();
    // The virtual time begins anew while nothing runs, so that it stays small and exact.
    if (this.size === 0) this.#virtual = 0;
    this.#plan();
    return thread;
  }

  #share(): number {
    return this.size === 0 ? 0 : this.#speed(this.size) / this.size;
  }

  #plan(): void {
    this.next =
      this.size === 0 ? Infinity : this.#at + Math.max(0, this.#ends.key - this.#virtual) / this.#share();
  }
}

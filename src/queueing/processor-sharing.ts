import { speed, type Capacity } from './capacity.ts';
import { Heap } from './heap.ts';

/** The CPUs of a machine as one station that its runnable threads share. Work is CPU time of a thread that runs alone. */
export interface Sharing {
  readonly size: number;
  /** When the next thread is done, if nothing changes until then; Infinity when none runs. */
  readonly next: number;
  add(now: number, thread: number, work: number): void;
  /** The thread that is done at `next`. */
  take(): number;
}

/** Returns C(n) for whole n, looked up in a table. */
function speeds(capacity: Capacity): (threads: number) => number {
  const last = Math.ceil(capacity.points.at(-1)?.[0] ?? 0);
  const table = Float64Array.from({ length: last + 1 }, (_, n) => speed(capacity, n));
  return (threads) => table[Math.min(threads, last)] as number;
}

/**
 * Processor sharing in equal parts, C(n)/n for each thread. What a thread has got since a moment is then the same for all, so
 * one clock of "CPU time got by each" (virtual time) and one heap of the times at which threads are done on that clock say all:
 * O(log n) for each change, and exact.
 */
export class EqualShares implements Sharing {
  readonly #speed: (threads: number) => number;
  readonly #ends = new Heap();
  #virtual = 0;
  #at = 0;
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

interface Capped {
  readonly thread: number;
  readonly weight: number;
  /** When it is done, on the clock of the cap. */
  readonly end: number;
}

/**
 * Processor sharing as an operating system does it: not quite fair. Each thread has a random weight, and gets speed
 * in proportion to it, but never more than one logical CPU; with a CPU for each, all run alike.
 *
 * Exact, with two clocks. Threads below the cap run at weight × θ, and so at the same speed on a clock that runs at θ, where
 * their work counts work/weight; threads at the cap run alike on a clock of their own. θ is where all speeds add up to C(n). A
 * thread whose weight crosses cap/θ changes the clock. At most as many threads as CPUs are at the cap, so they are a plain
 * list; the others stand in two heaps, by their end and by their weight. Leaving the cap out would be simpler,
 * but with one thread more than CPUs a third of them is at it.
 */
export class WeightedShares implements Sharing {
  readonly #speed: (threads: number) => number;
  readonly #cpus: number;
  readonly #weight: () => number;
  readonly #weights: number[] = [];
  readonly #capped: Capped[] = [];
  readonly #ends = new Heap();
  readonly #heaviest = new Heap();
  #sum = 0;
  #virtual = 0;
  #capVirtual = 0;
  #theta = 0;
  #cap = 0;
  #at = 0;
  next = Infinity;

  constructor(capacity: Capacity, weight: () => number) {
    this.#speed = speeds(capacity);
    this.#cpus = capacity.cpus;
    this.#weight = weight;
  }

  get size(): number {
    return this.#capped.length + this.#ends.size;
  }

  add(now: number, thread: number, work: number): void {
    this.#pass(now);
    const weight = this.#weight();
    this.#weights[thread] = weight;
    // A newcomer starts on the side that it is likely to stay on; #balance() decides.
    if (this.#ends.size === 0) this.#capped.push({ thread, weight, end: this.#capVirtual + work });
    else this.#uncap(thread, weight, work);
    this.#plan();
  }

  take(): number {
    this.#pass(this.next);
    const first = this.#least('end');
    let thread: number;
    if (first >= 0 && this.#untilCapped(first) <= this.#untilUncapped()) {
      thread = (this.#capped[first] as Capped).thread;
      this.#capped.splice(first, 1);
    } else {
      thread = this.#ends.pop();
      this.#heaviest.remove(thread);
      this.#sum -= this.#weights[thread] as number;
    }
    this.#plan();
    return thread;
  }

  #pass(now: number): void {
    this.#virtual += (now - this.#at) * this.#theta;
    this.#capVirtual += (now - this.#at) * this.#cap;
    this.#at = now;
  }

  #plan(): void {
    if (this.#ends.size === 0) [this.#sum, this.#virtual] = [0, 0];
    if (this.#capped.length === 0) this.#capVirtual = 0;
    this.#balance();
    const first = this.#least('end');
    const capped = first < 0 ? Infinity : this.#untilCapped(first);
    this.next = this.#at + Math.max(0, Math.min(capped, this.#untilUncapped()));
  }

  /** @returns the place of the capped thread whose `key` is smallest; -1 where none is at the cap */
  #least(key: 'end' | 'weight'): number {
    let first = -1;
    let least = Infinity;
    for (let i = 0; i < this.#capped.length; i++) {
      const value = (this.#capped[i] as Capped)[key];
      if (value < least) {
        first = i;
        least = value;
      }
    }
    return first;
  }

  #untilCapped(index: number): number {
    return ((this.#capped[index] as Capped).end - this.#capVirtual) / this.#cap;
  }

  #untilUncapped(): number {
    return this.#ends.size === 0 ? Infinity : (this.#ends.key - this.#virtual) / this.#theta;
  }

  /** Puts every thread on the side of the cap where it belongs. */
  #balance(): void {
    const { size } = this;
    const total = this.#speed(size);
    this.#cap = total / Math.max(1, Math.min(size, this.#cpus));
    if (size <= this.#cpus) {
      while (this.#ends.size > 0) this.#capHeaviest();
      this.#theta = 0;
      return;
    }
    // The margin keeps a thread that rounding puts on the line from going to and fro.
    const margin = 1e-12;
    for (;;) {
      this.#theta = (total - this.#capped.length * this.#cap) / this.#sum;
      const lightest = this.#least('weight');
      if (lightest >= 0 && (this.#ends.size === 0 || this.#isBelowCap(lightest, margin))) {
        const [thread] = this.#capped.splice(lightest, 1);
        if (thread) this.#uncap(thread.thread, thread.weight, thread.end - this.#capVirtual);
      } else if (-this.#heaviest.key * this.#theta > this.#cap * (1 + margin) && this.#ends.size > 1) {
        this.#capHeaviest();
      } else return;
    }
  }

  #isBelowCap(index: number, margin: number): boolean {
    return (this.#capped[index] as Capped).weight * this.#theta < this.#cap * (1 - margin);
  }

  #uncap(thread: number, weight: number, work: number): void {
    this.#ends.push(thread, this.#virtual + work / weight);
    this.#heaviest.push(thread, -weight);
    this.#sum += weight;
  }

  #capHeaviest(): void {
    const weight = -this.#heaviest.key;
    const thread = this.#heaviest.pop();
    const work = (this.#ends.keyOf(thread) - this.#virtual) * weight;
    this.#ends.remove(thread);
    this.#sum -= weight;
    this.#capped.push({ thread, weight, end: this.#capVirtual + work });
  }
}

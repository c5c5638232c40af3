import { speed, type Capacity } from './capacity.ts';
import { TimedLevel } from './collector.ts';

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

/** Items under small whole numbers, which are used again: these numbers can stand in a heap. */
class Slots<Item> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  put(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  take(slot: number): Item {
    const item = this.#items[slot] as Item;
    this.#items[slot] = undefined;
    this.#free.push(slot);
    return item;
  }
}

/** An action that is due at a time. */
type Then = () => void;

/** The time of a simulation: spans that pass by themselves, and CPU work, whose length depends on who else computes. */
export class Timeline {
  readonly #timers = new Heap();
  readonly #threads: SharedCpus;
  readonly #pending = new Slots<Then>();
  readonly #capacity: Capacity;
  /** CPU time that all threads get in a unit of time. */
  readonly speed = new TimedLevel();
  now = 0;

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
    this.#threads = new SharedCpus(capacity);
  }

  after(span: number, then: Then): void {
    if (span > 0) this.#timers.push(this.#pending.put(then), this.now + span);
    else then();
  }

  /** @param work CPU time of a thread that runs alone */
  compute(work: number, then: Then): void {
    if (work <= 0) {
      then();
      return;
    }
    this.#threads.add(this.now, this.#pending.put(then), work);
    this.#note();
  }

  /** Goes to what is due next, and does it; false when nothing is. */
  step(): boolean {
    const timer = this.#timers.key;
    const { next } = this.#threads;
    if (timer === Infinity && next === Infinity) return false;
    const isTimer = timer < next;
    this.now = isTimer ? timer : next;
    const entry = isTimer ? this.#timers.pop() : this.#threads.take();
    if (!isTimer) this.#note();
    this.#pending.take(entry)();
    return true;
  }

  #note(): void {
    this.speed.to(this.now, speed(this.#capacity, this.#threads.size));
  }
}

/**
 * A queue of entries that are small whole numbers, the smallest key first. A plain binary heap in two typed arrays: a simulation
 * spends its time here.
 */
class Heap {
  /** Entries in heap order, and the key of each. */
  #entries = new Int32Array(64);
  #keys = new Float64Array(64);
  size = 0;

  /** The smallest key; Infinity when there is none. */
  get key(): number {
    return this.size === 0 ? Infinity : (this.#keys[0] as number);
  }

  push(entry: number, key: number): void {
    if (this.size === this.#entries.length) this.#grow();
    let place = this.size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.#keys[parent] as number) <= key) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#entries[place] = entry;
    this.#keys[place] = key;
  }

  /** Takes the entry of the smallest key. Call it only when there is one. */
  pop(): number {
    const top = this.#entries[0] as number;
    const last = --this.size;
    const key = this.#keys[last] as number;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && (this.#keys[child + 1] as number) < (this.#keys[child] as number)) child++;
      if ((this.#keys[child] as number) >= key) break;
      this.#move(child, place);
      place = child;
    }
    this.#move(last, place);
    return top;
  }

  #move(from: number, to: number): void {
    this.#entries[to] = this.#entries[from] as number;
    this.#keys[to] = this.#keys[from] as number;
  }

  #grow(): void {
    const [entries, keys] = [this.#entries, this.#keys];
    this.#entries = new Int32Array(2 * entries.length);
    this.#entries.set(entries);
    this.#keys = new Float64Array(2 * keys.length);
    this.#keys.set(keys);
  }
}

import { speed, type Capacity } from './capacity.ts';
import { Heap } from './heap.ts';
import { SharedCpus } from './processor-sharing.ts';
import { TimedLevel } from './collector.ts';

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

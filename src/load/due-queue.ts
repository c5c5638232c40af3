import type { Milliseconds } from '../model/units.ts';

/**
 * Requests that are due and wait for a connection, first in, first out. In an overload there may be millions of
 * them, so one takes ten bytes and no object.
 */
export class DueQueue {
  #dues = new Float64Array(1_024);
  #requests = new Uint16Array(1_024);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `request` is its index in the scenario. */
  push(due: Milliseconds, request: number): void {
    if (this.#size === this.#dues.length) this.#grow();
    const at = (this.#head + this.#size) % this.#dues.length;
    this.#dues[at] = due;
    this.#requests[at] = request;
    this.#size++;
  }

  /** Due time and request of the first; Infinity and 0 if there is none. */
  get due(): Milliseconds {
    return this.#size === 0 ? Infinity : (this.#dues[this.#head] ?? Infinity);
  }

  get request(): number {
    return this.#requests[this.#head] ?? 0;
  }

  drop(): void {
    if (this.#size === 0) return;
    this.#head = (this.#head + 1) % this.#dues.length;
    this.#size--;
  }

  #grow(): void {
    const dues = new Float64Array(this.#dues.length * 2);
    const requests = new Uint16Array(dues.length);
    dues.set(this.#dues.subarray(this.#head));
    dues.set(this.#dues.subarray(0, this.#head), this.#dues.length - this.#head);
    requests.set(this.#requests.subarray(this.#head));
    requests.set(this.#requests.subarray(0, this.#head), this.#requests.length - this.#head);
    this.#dues = dues;
    this.#requests = requests;
    this.#head = 0;
  }
}

/** First in, first out, in constant time and without garbage: a ring that doubles when it is full. */
export class Fifo<Item> {
  #ring: (Item | undefined)[] = Array.from({ length: 16 });
  #head = 0;
  #size = 0;

  push(item: Item): void {
    if (this.#size === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#size) & (this.#ring.length - 1)] = item;
    this.#size++;
  }

  shift(): Item | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#ring[this.#head];
    this.#ring[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#ring.length - 1);
    this.#size--;
    return item;
  }

  #grow(): void {
    const items = [...this.#ring.slice(this.#head), ...this.#ring.slice(0, this.#head)];
    this.#ring = [...items, ...Array.from<undefined>({ length: items.length })];
    this.#head = 0;
  }
}

/**
 * A queue of entries that are small whole numbers, the smallest key first. A plain binary heap in two typed arrays: a simulation
 * spends its time here.
 */
export class Heap {
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

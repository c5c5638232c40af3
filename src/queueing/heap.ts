/**
 * A queue of entries that are small whole numbers, the smallest key first; an entry can leave from the middle. A plain binary heap in
 * three typed arrays: a simulation spends its time here.
 */
export class Heap {
  /** Entries in heap order, and the key of each. */
  #entries = new Int32Array(64);
  #keys = new Float64Array(64);
  /** Place of each entry in the heap. */
  #places = new Int32Array(64);
  size = 0;

  /** The smallest key; Infinity when there is none. */
  get key(): number {
    return this.size === 0 ? Infinity : (this.#keys[0] as number);
  }

  /** The entry of the smallest key. Call it only when there is one. */
  get top(): number {
    return this.#entries[0] as number;
  }

  keyOf(entry: number): number {
    return this.#keys[this.#places[entry] as number] as number;
  }

  push(entry: number, key: number): void {
    if (this.size === this.#entries.length) this.#grow();
    while (entry >= this.#places.length) this.#places = widened(this.#places);
    this.#rise(this.size++, entry, key);
  }

  pop(): number {
    const { top } = this;
    this.#removeAt(0);
    return top;
  }

  remove(entry: number): void {
    this.#removeAt(this.#places[entry] as number);
  }

  #removeAt(place: number): void {
    const last = --this.size;
    if (place === last) return;
    const entry = this.#entries[last] as number;
    const key = this.#keys[last] as number;
    if (key < (this.#keys[place] as number)) this.#rise(place, entry, key);
    else this.#sink(place, entry, key);
  }

  #rise(from: number, entry: number, key: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.#keys[parent] as number) <= key) break;
      this.#put(place, this.#entries[parent] as number, this.#keys[parent] as number);
      place = parent;
    }
    this.#put(place, entry, key);
  }

  #sink(from: number, entry: number, key: number): void {
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (this.#keys[child + 1] as number) < (this.#keys[child] as number)) child++;
      if ((this.#keys[child] as number) >= key) break;
      this.#put(place, this.#entries[child] as number, this.#keys[child] as number);
      place = child;
    }
    this.#put(place, entry, key);
  }

  #put(place: number, entry: number, key: number): void {
    this.#entries[place] = entry;
    this.#keys[place] = key;
    this.#places[entry] = place;
  }

  #grow(): void {
    this.#entries = widened(this.#entries);
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
  }
}

function widened(narrow: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(narrow.length * 2);
  wide.set(narrow);
  return wide;
}

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

/** Things under small whole numbers, which are used again: what stands in a heap. */
export class Slots<Item> {
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

import { TimedLevel } from './collector.ts';
import type { Timeline } from './timeline.ts';

/** Holds a thread for as long as its demands take, then calls `end`. */
export type HoldThread = (end: () => void) => void;

/** How many hold a server, and how many wait for one, over time: of these servers, or of those of several processes. */
export class ServerLevels {
  readonly held = new TimedLevel();
  readonly waiting = new TimedLevel();
}

/** Some equal servers, first come, first served: an event loop, the threads of a pool, the connections to another service. */
export class Servers {
  readonly #time: Timeline;
  readonly #levels: ServerLevels;
  readonly #queue = new Queue<() => void>();
  #free: number;

  constructor(time: Timeline, servers: number, levels = new ServerLevels()) {
    this.#time = time;
    this.#free = servers;
    this.#levels = levels;
  }

  /** Holds a server as soon as there is one, gives it to whoever waits longest, and then goes on. */
  enter(hold: HoldThread, next: () => void): void {
    const { held, waiting } = this.#levels;
    const start = () => {
      waiting.add(this.#time.now, -1);
      held.add(this.#time.now, 1);
      hold(() => {
        held.add(this.#time.now, -1);
        const first = this.#queue.shift();
        if (first) first();
        else this.#free++;
        next();
      });
    };
    waiting.add(this.#time.now, 1);
    if (this.#free > 0) {
      this.#free--;
      start();
    } else this.#queue.push(start);
  }
}

/** A queue: first in, first out. */
class Queue<Item> {
  #items: Item[] = [];
  #head = 0;

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head++];
    // Cut only when half is gone: each item is then moved at most once.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

import { slowThreads } from './system.ts';

/** First in, first out. */
export class Queue<Item> {
  #items: Item[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head++];
    // Cut only when half is gone: each item is then moved at most once.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

export interface PoolJob {
  readonly isSlow: boolean;
}

/** Stands in the common queue for all slow jobs. */
const marker = Symbol('slow jobs wait');

/**
 * libuv's pool: threads that take jobs in the order of their coming, without priorities. Slow jobs wait in a queue of their own;
 * one marker in the common queue stands for them. A thread that meets it takes one slow job and puts the marker behind the others
 * again; when half of the threads have slow jobs it only puts it back (`src/threadpool.c`, function worker).
 */
export class Pool<Work extends PoolJob> {
  readonly #queue = new Queue<Work | typeof marker>();
  readonly #slow = new Queue<Work>();
  readonly #threads: number;
  #isMarked = false;
  busy = 0;
  slowBusy = 0;

  constructor(threads: number) {
    this.#threads = threads;
  }

  submit(job: Work): void {
    if (!job.isSlow) {
      this.#queue.push(job);
      return;
    }
    this.#slow.push(job);
    this.#mark();
  }

  /** The next job, if there is one that may run and a thread for it, which it then holds. */
  take(): Work | undefined {
    if (this.busy === this.#threads) return undefined;
    // The marker is met twice only when nothing else waits.
    for (let left = this.#queue.length; left > 0; left--) {
      const head = this.#queue.shift();
      if (head === undefined) return undefined;
      if (head !== marker) return this.#hold(head);
      if (this.slowBusy < slowThreads(this.#threads)) {
        this.#isMarked = false;
        const job = this.#slow.shift();
        if (this.#slow.length > 0) this.#mark();
        if (job) return this.#hold(job);
      } else this.#queue.push(marker);
    }
    return undefined;
  }

  release(job: Work): void {
    this.busy--;
    if (job.isSlow) this.slowBusy--;
  }

  #mark(): void {
    if (!this.#isMarked) this.#queue.push(marker);
    this.#isMarked = true;
  }

  #hold(job: Work): Work {
    this.busy++;
    if (job.isSlow) this.slowBusy++;
    return job;
  }
}

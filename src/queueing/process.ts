import { TimedLevel } from './collector.ts';
import type { Timeline } from './timeline.ts';
import { slowThreads } from './system.ts';

/** Holds a thread for as long as its demands take, then calls `end`. */
export type HoldThread = (end: () => void) => void;

interface HeldJob extends PoolJob {
  readonly run: HoldThread;
}

/** Numbers over time of turns, jobs and requests, of all processes together. */
export class Levels {
  /** Turns that hold a loop, and those that wait for one. */
  readonly loops = new TimedLevel();
  readonly loopQueue = new TimedLevel();
  /** Jobs that hold a thread, those of them that are slow, those that wait for one, and all. */
  readonly threads = new TimedLevel();
  readonly slow = new TimedLevel();
  readonly poolQueue = new TimedLevel();
  readonly jobs = new TimedLevel();
  /** Requests without an answer. */
  readonly requests = new TimedLevel();
}

/** One process of Node: an event loop, which does one thing at a time, a pool of threads, and connections to another service. */
export class Process {
  readonly #time: Timeline;
  readonly #levels: Levels;
  readonly #turns = new Queue<() => void>();
  #isBusy = false;
  readonly #pool: Pool<HeldJob>;
  readonly #calls = new Queue<() => void>();
  #free: number;

  constructor(time: Timeline, threads: number, levels: Levels, connections = Infinity) {
    this.#time = time;
    this.#pool = new Pool(threads);
    this.#free = connections;
    this.#levels = levels;
  }

  /** Runs JavaScript: it holds the loop as soon as earlier turns have left it. */
  turn(hold: HoldThread, next: () => void): void {
    const turn = () => {
      this.#isBusy = true;
      this.#change('loops', 1);
      hold(() => {
        this.#isBusy = false;
        this.#change('loops', -1);
        const waiting = this.#turns.shift();
        if (waiting) {
          this.#change('loopQueue', -1);
          waiting();
        }
        next();
      });
    };
    if (!this.#isBusy) {
      turn();
      return;
    }
    this.#turns.push(turn);
    this.#change('loopQueue', 1);
  }

  /** Holds a connection as soon as one is free. */
  call(hold: HoldThread, next: () => void): void {
    const call = () =>
      hold(() => {
        const waiting = this.#calls.shift();
        if (waiting) waiting();
        else this.#free++;
        next();
      });
    if (this.#free === 0) {
      this.#calls.push(call);
      return;
    }
    this.#free--;
    call();
  }

  /** Submits a job to the pool: it holds a thread as soon as there is one for it. */
  submit(isSlow: boolean, hold: HoldThread, ended: () => void): void {
    this.#change('jobs', 1);
    this.#change('poolQueue', 1);
    this.#pool.submit({
      isSlow,
      run: (end) =>
        hold(() => {
          this.#change('jobs', -1);
          end();
          ended();
        }),
    });
    this.#fill();
  }

  /** Gives waiting jobs to free threads. */
  #fill(): void {
    for (let job = this.#pool.take(); job; job = this.#pool.take()) {
      const taken = job;
      this.#change('poolQueue', -1);
      this.#change('threads', 1);
      if (taken.isSlow) this.#change('slow', 1);
      taken.run(() => {
        this.#pool.release(taken);
        this.#change('threads', -1);
        if (taken.isSlow) this.#change('slow', -1);
        this.#fill();
      });
    }
  }

  #change(name: keyof Levels, by: number): void {
    const level = this.#levels[name];
    level.to(this.#time.now, level.value + by);
  }
}

/** A queue: first in, first out. */
class Queue<Item> {
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

interface PoolJob {
  readonly isSlow: boolean;
}

/** Entry of the common queue that stands for all slow jobs. */
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

  /** Takes the next job that may run, if there is one and a thread for it, which it then holds. */
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

import { Pool, Queue, type Job } from './pool.ts';
import { Level } from './collector.ts';
import type { Timeline } from './timeline.ts';

/** Holds a thread for as long as its demands take, then calls `end`. */
export type Hold = (end: () => void) => void;

interface Work extends Job {
  readonly run: Hold;
}

/** Numbers of all processes together. */
export class Levels {
  /** Turns that hold a loop, and those that wait for one. */
  readonly loops = new Level();
  readonly loopQueue = new Level();
  /** Jobs that hold a thread, those of them that are slow, those that wait for one, and all. */
  readonly threads = new Level();
  readonly slow = new Level();
  readonly poolQueue = new Level();
  readonly jobs = new Level();
  /** Requests without an answer. */
  readonly requests = new Level();
}

/** One process of Node: an event loop, which does one thing at a time, and a pool of threads. */
export class Process {
  readonly #time: Timeline;
  readonly #levels: Levels;
  readonly #turns = new Queue<() => void>();
  #isBusy = false;
  readonly #pool: Pool<Work>;

  constructor(time: Timeline, threads: number, levels: Levels) {
    this.#time = time;
    this.#pool = new Pool(threads);
    this.#levels = levels;
  }

  /** JavaScript: holds the loop, as soon as those before have left it. */
  turn(hold: Hold, next: () => void): void {
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

  /** A job for the pool: holds a thread, as soon as there is one for it. */
  submit(isSlow: boolean, hold: Hold, ended: () => void): void {
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

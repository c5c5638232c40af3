import { Pool, Queue, type PoolJob } from './pool.ts';
import { TimedLevel } from './collector.ts';
import type { Timeline } from './timeline.ts';

/** Holds a thread for as long as its demands take, then calls `end`. */
export type HoldThread = (end: () => void) => void;

interface Work extends PoolJob {
  readonly run: HoldThread;
}

/** Numbers of all processes together. */
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

  /** A job for the pool: holds a thread, as soon as there is one for it. */
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

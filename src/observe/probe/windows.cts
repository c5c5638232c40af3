/**
 * Decides when requests are counted (guest). While there are few, all are; while there are many, those that begin in a window:
 *
 *   cycle       |              |              |              |      250 ms each
 *   window          ▇▇                 ▇▇       ▇▇                  one window in each, at a random time
 *   request       ├───────────────────────────┤                     not seen: it began outside
 *   request          ├───────────────────────────┤                  seen, and followed to its end
 *
 * A request is taken by when it began, and followed to its end, however far that is. So a slow one is as likely to be taken as
 * a fast one. (What is in flight while somebody looks is mostly slow; what begins and ends within a window is mostly fast.)
 * Each that is taken stands for as many as windows would fit into a cycle.
 *
 * A window is drawn before its cycle begins, and stays where it was drawn. Timers run between two turns of the loop, so a
 * request is taken if the loop last looked at its timers within the window:
 *
 *   window               ▇▇▇▇▇▇▇▇
 *   turns       ├─┼─┼──────────────────┼─┼─┤     a long one: nothing of the backlog behind it is taken
 *   turns       ├─┼─┼───────┼─┼─┼─┼─┼─┼─┼─┤      one that ends in it: the window is open for what is left of it
 *
 * Turns begin independently of where windows are, so each request is taken with the same probability, however long the turn.
 * A window that began when its timer fired would begin behind long turns more often than behind others, and hold the backlogs
 * of most of them.
 *
 * Between two windows the probe stays subscribed, which costs some 20 ns a request. To subscribe anew for each would cost
 * more: V8 throws away its code of Node's server each time (29 times for 100 windows on Node 26.10), because Node gives
 * the channel another prototype.
 */
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** The clock, the timers and the random numbers of the main thread; a test has its own. Times in ms. */
export interface WindowTime {
  readonly now: () => number;
  /** @returns a function that calls the task off */
  readonly after: (delay: number, task: () => void) => () => void;
  /** Random number, uniform in [0, 1). */
  readonly random: () => number;
}

/** Milliseconds from one window to the next, on average: the probe tells four times a second. */
const cycle = 250;
/** Requests that are counted in a cycle. A thousand a second cost 0.1% of a CPU, and give the rate of 10 s within 2%. */
const wanted = 250;
/** Requests a second above which they are sampled, and below which they no longer are. */
const limits = { many: 1200, few: 800 };
/** Shortest window, in ms: a shorter one would be a turn or two of a busy loop. */
const shortest = 4;

const realTime: WindowTime = {
  now: () => performance.now(),
  after(delay, task) {
    const timer = setTimeout(task, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

class Windows {
  /** Whether a request that begins now is counted. */
  isOpen = true;
  /** Whether only requests that begin in windows are counted. */
  isSampling = false;
  readonly #closed: (weight: number) => void;
  readonly #time: WindowTime;
  #cancel = () => {};
  /** Length of the next windows, in ms. */
  #length = cycle;
  /** Number of requests that each one of the open window stands for. */
  #weight = 1;
  /** End of the cycle of the last window. */
  #due = 0;
  /** Whether the next cycle is to be sampled too. */
  #goesOn = false;

  /** @param closed called at the end of each window, with how many requests each one that began in it stands for */
  constructor(closed: (weight: number) => void, time = realTime) {
    this.#closed = closed;
    this.#time = time;
  }

  /**
   * Adapts to a rate. Sampling ends only with a cycle, because the window in it stands for all of it.
   * @param rate requests a second
   */
  adapt(rate: number): void {
    this.#goesOn = rate > (this.isSampling ? limits.few : limits.many);
    if (!this.#goesOn) return;
    this.#length = Math.min(cycle, Math.max(shortest, (1000 * wanted) / rate));
    if (this.isSampling) return;
    this.isSampling = true;
    this.isOpen = false;
    this.#due = this.#time.now();
    this.#next();
  }

  /** Counts all, from now on. */
  all(): void {
    this.#cancel();
    // The window that is open will not end.
    if (this.isSampling && this.isOpen) this.#closed(this.#weight);
    this.isSampling = false;
    this.isOpen = true;
  }

  #next(): void {
    if (!this.#goesOn) {
      this.all();
      return;
    }
    const planned = this.#length;
    // Nothing was taken or missed in a cycle that lies within one turn.
    this.#due += Math.max(1, Math.ceil((this.#time.now() - this.#due) / cycle)) * cycle;
    const end = this.#due - this.#time.random() * (cycle - planned);
    this.#at(end - planned, () => {
      this.#weight = cycle / planned;
      this.isOpen = true;
      this.#at(end, () => {
        this.isOpen = false;
        this.#closed(this.#weight);
        this.#at(this.#due, () => this.#next());
      });
    });
  }

  /** Runs a task at a time, or now if that is past: no turn of the loop may lie between a window's end and its begin. */
  #at(when: number, task: () => void): void {
    const delay = when - this.#time.now();
    if (delay > 0) this.#cancel = this.#time.after(delay, task);
    else task();
  }
}

export type { Windows };

const api = { Windows, realTime };
export type WindowsModule = typeof api;
module.exports = api;

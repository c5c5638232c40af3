/**
 * When requests are counted (guest). While there are few, all are; while there are many, those that begin in a window:
 *
 *   cycle       |              |              |              |      250 ms each
 *   window          ▇▇                 ▇▇       ▇▇                  one window in each, at a random time
 *   request       ├───────────────────────────┤                     not seen: it began outside
 *   request          ├───────────────────────────┤                  seen, and followed to its end
 *
 * A request is taken by when it began, and followed to its end however long that is off. So a slow one is as likely to be
 * taken as a fast one. (What is in flight while somebody looks is mostly slow; what begins and ends within a window is
 * mostly fast.) Each that is taken stands for as many as there are windows in a cycle.
 *
 * A window is drawn before its cycle begins, and stays where it was drawn. Timers run between two turns of the loop, so a
 * request is taken if the loop last looked at its timers within the window:
 *
 *   window               ▇▇▇▇▇▇▇▇
 *   turns       ├─┼─┼──────────────────┼─┼─┤     a long one: nothing of the backlog behind it is taken
 *   turns       ├─┼─┼───────┼─┼─┼─┼─┼─┼─┼─┤      one that ends in it: the window is open for what is left of it
 *
 * Where turns begin has nothing to do with where windows are, so each is taken with the same probability, however long it
 * is. A window that began when its timer did would begin behind long turns more often than behind others, and hold the
 * backlogs of most of them.
 *
 * Between two windows the probe stays subscribed, which costs some 20 ns a request. To subscribe anew for each would cost
 * more: V8 throws away its code of Node's server each time (29 times for 100 windows on Node 26.10), because Node gives
 * the channel another prototype.
 */
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** The clock, the timers and the random numbers of the main thread; a test has its own. Times in ms. */
export interface WindowTime {
  readonly now: () => number;
  /** @returns what calls it off */
  readonly after: (delay: number, task: () => void) => () => void;
  /** Uniform in [0, 1) */
  readonly random: () => number;
}

/** Milliseconds from one window to the next, on average: the probe tells four times a second. */
const cycle = 250;
/** Requests that are counted in a cycle. A thousand a second cost 0.1% of a CPU, and give the rate of 10 s within 2%. */
const wanted = 250;
/** Requests a second above which they are sampled, and below which they no longer are. */
const limits = { many: 1200, few: 800 };
/** In ms. A shorter window would be a turn or two of a busy loop. */
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
  /** Whether what begins now is counted. */
  isOpen = true;
  /** Whether only those are counted that begin in windows. */
  isSampling = false;
  readonly #closed: (weight: number) => void;
  readonly #time: WindowTime;
  #cancel = () => {};
  /** How long the next windows are. */
  #length = cycle;
  /** What each stands for that begins in the window that is open. */
  #weight = 1;
  /** When the cycle ends in which the last window was. */
  #due = 0;
  /** Whether the next cycle is to be sampled too. */
  #goesOn = false;

  /** @param closed told at the end of each window how many requests each of those stands for that began in it */
  constructor(closed: (weight: number) => void, time = realTime) {
    this.#closed = closed;
    this.#time = time;
  }

  /**
   * Sampling ends with a cycle: the window in it stands for all of it.
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

  /** What is late is done at once: no turn of the loop may lie between a window's end and its begin. */
  #at(when: number, task: () => void): void {
    const delay = when - this.#time.now();
    if (delay > 0) this.#cancel = this.#time.after(delay, task);
    else task();
  }
}

export type { Windows };

const api = { Windows };
export type WindowsModule = typeof api;
module.exports = api;

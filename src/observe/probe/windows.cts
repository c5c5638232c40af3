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
 * A window begins and ends between two turns of the loop, so it is longer than it was meant to be. What counts is the
 * mean length of windows against that of cycles: for turns that are like each other this makes the rate true (Wald's
 * equation), where the count of one window, divided by the length of that window, would not. Only one that is more than
 * twice as long as usual, because the process had no CPU, is counted by its own length: it would be too much of all.
 *
 * Between two windows the probe stays subscribed, which costs some 20 ns a request. To subscribe anew for each would cost
 * more: V8 throws away its code of Node's server each time (29 times for 100 windows on Node 26.10), because Node gives
 * the channel another prototype.
 */
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** The clock and the timers of the main thread; a test has its own. Times in ms. */
export interface WindowTime {
  readonly now: () => number;
  /** @returns what calls it off */
  readonly after: (delay: number, task: () => void) => () => void;
}

/** Milliseconds from one window to the next, on average: the probe tells four times a second. */
const cycle = 250;
/** Requests that are counted in a cycle. A thousand a second cost 0.1% of a CPU, and give the rate of 10 s within 2%. */
const wanted = 250;
/** Requests a second above which they are sampled, and below which they no longer are. */
const limits = { many: 1200, few: 800 };
/** In ms. A shorter window would be a turn or two of a busy loop. */
const shortest = 4;
/** Weight of the windows before, from one to the next. */
const memory = 0.9;

const realTime: WindowTime = {
  now: () => performance.now(),
  after(delay, task) {
    const timer = setTimeout(task, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

class Windows {
  /** Whether what begins now is counted. */
  isOpen = true;
  /** Whether only those are counted that begin in windows. */
  isSampling = false;
  readonly #closed: (weight: number) => void;
  readonly #time: WindowTime;
  #cancel = () => {};
  /** How long windows are to be. */
  #length = cycle;
  /** How much longer windows are than they were to be, and how long cycles are: a busy loop misses some. */
  #late = 0;
  #mean = cycle;
  /** When the cycle ends in which the last window was. */
  #due = 0;

  /** @param closed told at the end of each window how many requests each of those stands for that began in it */
  constructor(closed: (weight: number) => void, time = realTime) {
    this.#closed = closed;
    this.#time = time;
  }

  /** @param rate requests a second */
  adapt(rate: number): void {
    if (rate > (this.isSampling ? limits.few : limits.many)) {
      this.#length = Math.min(cycle, Math.max(shortest, (1000 * wanted) / rate));
      if (this.isSampling) return;
      this.isSampling = true;
      this.isOpen = false;
      [this.#late, this.#mean, this.#due] = [0, cycle, this.#time.now()];
      this.#next();
    } else if (this.isSampling) this.all();
  }

  /** Counts all, from now on. */
  all(): void {
    this.#cancel();
    // The window that is open will not end.
    if (this.isSampling && this.isOpen) this.#closed(cycle / this.#length);
    this.isSampling = false;
    this.isOpen = true;
  }

  #next(): void {
    const time = this.#time;
    const steps = Math.max(1, Math.ceil((time.now() - this.#due) / cycle));
    this.#due += steps * cycle;
    this.#mean = learnt(this.#mean, steps * cycle);
    const start = this.#due - this.#length - Math.random() * (cycle - this.#length);
    this.#cancel = time.after(Math.max(1, start - time.now()), () => this.#open());
  }

  #open(): void {
    const [opened, planned] = [this.#time.now(), this.#length];
    this.isOpen = true;
    this.#cancel = this.#time.after(planned, () => {
      this.isOpen = false;
      const took = this.#time.now() - opened;
      const usual = planned + this.#late;
      const isUsual = took <= 2 * usual;
      this.#closed(Math.max(1, this.#mean / (isUsual ? usual : took)));
      if (isUsual) this.#late = learnt(this.#late, took - planned);
      this.#next();
    });
  }
}

const learnt = (before: number, now: number) => memory * before + (1 - memory) * now;

export type { Windows };

export interface WindowsModule {
  readonly Windows: typeof Windows;
}

module.exports = { Windows } satisfies WindowsModule;

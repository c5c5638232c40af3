/**
 * Tells by the queue alone how long a job that comes now waits for a pool thread. At each reading a job is imagined
 * that comes last: its turn comes when as many jobs have got a thread as were before it. How many did is known from
 * reading to reading. So in a queue that moves slower than it is looked at, the wait is observed, whatever the rate
 * does meanwhile. Else, and for jobs whose turn did not come until the end, it is W = L/λ (Little's law).
 */
import type { Dequeued, QueueWait } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import { Histogram } from '../../stats/histogram.ts';

/** Most imagined jobs at a time. If a queue does not move for long there are more; then every second one is left out. */
const mostWaiting = 4096;
/** Weight that earlier glimpses keep at each new one: about the last fifty count. */
const memory = 0.98;

interface Waiting {
  readonly at: Milliseconds;
  /** Number of started jobs at which its turn comes. */
  readonly turn: number;
}

export class QueueWaits {
  readonly #waits = new Histogram();
  #waiting: Waiting[] = [];
  #last: { readonly at: Milliseconds; readonly queued: number } | null = null;
  #started = 0;
  /** Jobs that have started, and the time within which they did: the rate. */
  #moved = { jobs: 0, within: 0 };
  #glimpsed = { jobs: 0, within: 0 };

  add(at: Milliseconds, queued: number, started: Dequeued | null): void {
    const last = this.#last;
    if (last) this.#advance(last, at, started);
    this.#last = { at, queued };
    if (queued === 0) this.#waits.record(0);
    else this.#waiting.push({ at, turn: this.#started + queued });
    if (this.#waiting.length > mostWaiting)
      this.#waiting = this.#waiting.filter((_, index) => index % 2 === 0);
  }

  /** Returns the waits; null if nothing was read, or the queue was never seen to move though jobs were in it. */
  value(): QueueWait | null {
    const all = new Histogram().merge(this.#waits);
    const { jobs, within } = this.#moved;
    const now = this.#last?.at ?? 0;
    const pace = this.#pace;
    // Where nothing is known to have moved, who came with the last reading has waited for no time yet: that is no wait of 0.
    const waiting = pace === null ? this.#waiting.filter(({ at }) => at < now) : this.#waiting;
    const unfinished = pace === null ? waiting.length : 0;
    for (const one of waiting) all.record(1000 * this.#estimate(one, now, pace ?? 0));
    if (all.count === 0) return null;
    return {
      mean: all.mean / 1000,
      p50: all.percentile(0.5) / 1000,
      p95: all.percentile(0.95) / 1000,
      max: all.max / 1000,
      readings: all.count,
      rate: within > 0 ? (1000 * jobs) / within : null,
      unfinished: unfinished / all.count,
    };
  }

  /** Time from one start to the next, over all that was seen; null if nothing was seen to start. */
  get #pace(): Milliseconds | null {
    const { jobs, within } = this.#moved;
    return jobs > 0 ? within / jobs : null;
  }

  /** Time that an imagined job has waited, and that it would still wait. */
  #estimate({ at, turn }: Waiting, now: Milliseconds, pace: Milliseconds): Milliseconds {
    return now - at + (turn - this.#started) * pace;
  }

  #advance(
    last: { readonly at: Milliseconds; readonly queued: number },
    at: Milliseconds,
    started: Dequeued | null,
  ): void {
    if (!started) {
      // Nobody knows whose turn it was. To forget these would be to forget the long waits, which are cut off most.
      const pace = this.#pace;
      if (pace !== null)
        for (const one of this.#waiting) this.#waits.record(1000 * this.#estimate(one, last.at, pace));
      this.#waiting = [];
      return;
    }
    this.#moved.jobs += started.jobs;
    this.#moved.within += started.within;
    if (!started.isLeast && !started.isGlimpse) return this.#start(last.at, at, started.jobs);
    // All jobs of the queue have gone before it was looked at again: the glimpses tell how fast.
    const glimpsed = this.#glimpsed;
    glimpsed.jobs = glimpsed.jobs * memory + started.jobs;
    glimpsed.within = glimpsed.within * memory + started.within;
    const pace = glimpsed.jobs > 0 ? glimpsed.within / glimpsed.jobs : Infinity;
    const most = started.isLeast ? started.within : at - last.at;
    this.#start(last.at, last.at + Math.min(most, last.queued * pace), last.queued);
  }

  /** Ends the waits of those whose turn came between two instants, in which so many jobs started, evenly. */
  #start(from: Milliseconds, to: Milliseconds, jobs: number): void {
    const before = this.#started;
    this.#started += jobs;
    let done = 0;
    for (const { at, turn } of this.#waiting) {
      if (turn > this.#started) break;
      this.#waits.record(1000 * (from + ((to - from) * (turn - before)) / jobs - at));
      done++;
    }
    if (done > 0) this.#waiting.splice(0, done);
  }
}

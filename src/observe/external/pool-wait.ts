/**
 * How long a job that comes now waits for a pool thread, told by the queue alone. At each reading a job is imagined
 * that comes last: it is its turn when as many jobs have got a thread as were before it. How many did is known from
 * reading to reading, so in a queue that moves slower than it is looked at the wait is observed, whatever the rate
 * does meanwhile. Else, and for jobs whose turn did not come until the end, it is W = L/λ (Little's law).
 */
import type { Dequeued, QueueWait } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import { Histogram } from '../../stats/histogram.ts';

/** Imagined jobs that wait at one time. If a queue does not move for long there are more; then every second is left out. */
const mostWaiting = 4096;
/** Weight of the glimpses before, from one to the next: the last fifty count. */
const memory = 0.98;

interface Waiting {
  readonly at: Milliseconds;
  /** Its turn comes when this many have started. */
  readonly turn: number;
}

export class QueueWaits {
  readonly #waits = new Histogram();
  #waiting: Waiting[] = [];
  #last: { readonly at: Milliseconds; readonly queued: number } | null = null;
  #started = 0;
  /** What the rate is made of. */
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

  /** Null if nothing was read, or the queue was never seen to move though jobs were in it. */
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

  /** What one has waited, and what it would still wait. */
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
    // All of that queue have gone before they were looked at again: how fast, the glimpses tell.
    const glimpsed = this.#glimpsed;
    glimpsed.jobs = glimpsed.jobs * memory + started.jobs;
    glimpsed.within = glimpsed.within * memory + started.within;
    const pace = glimpsed.jobs > 0 ? glimpsed.within / glimpsed.jobs : Infinity;
    const most = started.isLeast ? started.within : at - last.at;
    this.#start(last.at, last.at + Math.min(most, last.queued * pace), last.queued);
  }

  /** So many started between two instants, evenly: whose turn came then? */
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

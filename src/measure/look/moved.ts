/**
 * How many jobs got a thread between two readings of a queue. Jobs leave at the head, so those of the first reading
 * that are still there are the head of the second, in the same order, and those that were before them have started.
 *
 *   before   a b c d e f            two have started
 *   now          c d e f g h
 *
 * A place in memory alone is no name of a job: a server that always has the same number of jobs under way uses the
 * same places again in the same order, and after one round the queue looks as if nothing had moved. Node numbers its
 * asynchronous operations, so where that number was found (job-numbers.ts) the answer is exact. Elsewhere it counts
 * only if a whole round cannot have passed: that is told by glimpses at the head shortly after each reading.
 */
import type { QueueMoved } from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';

export interface QueuedJob {
  readonly address: number;
  /** Never used twice; null where it is not known. */
  readonly number: number | null;
}

interface Seen {
  readonly at: Milliseconds;
  /** The one whose turn is next comes first. */
  readonly jobs: readonly QueuedJob[];
}

/** Rounds that the glimpses must have missed, had there been any, before they are ruled out. */
const missed = 6;
/** Weight of the glimpses before, from one to the next: the last hundred count. */
const memory = 0.99;
/** No pool starts so many jobs from one reading to the next. */
const tooMany = 1000;

export class QueueTrack {
  #last: Seen | null = null;
  #glimpse: QueueMoved | null = null;
  readonly #glimpsed = { jobs: 0, within: 0 };

  /** What moved since the reading before, of which this becomes the next. `jobs` null: not known, the queue was cut. */
  moved(at: Milliseconds, jobs: readonly QueuedJob[] | null): QueueMoved | null {
    const last = this.#last;
    const glimpse = this.#glimpse;
    this.#last = jobs && { at, jobs };
    this.#glimpse = null;
    if (!last || !jobs || last.jobs.length === 0) return null;
    const within = at - last.at;
    const first = jobs[0];
    const gone = first ? last.jobs.findIndex((job) => isSame(job, first)) : -1;
    if (gone < 0) return glimpse ?? { jobs: last.jobs.length, within, isLeast: true };
    // What called its job off took it out of the middle; then nothing fits.
    for (let index = gone; index < last.jobs.length; index++) {
      const [before, now] = [last.jobs[index], jobs[index - gone]];
      if (!before || !now || !isSame(before, now)) return null;
    }
    const isCertain = last.jobs.slice(gone).some(({ number }) => number !== null);
    if (!isCertain && !this.#isSlow(last.jobs.length, within)) return null;
    return { jobs: gone, within, isLeast: false };
  }

  /** What moved in the short time since the last reading, by the address of the job that is next now (0: none is). */
  glimpse(at: Milliseconds, next: number): void {
    const last = this.#last;
    if (!last || last.jobs.length === 0) return;
    const found = last.jobs.findIndex(({ address }) => address === next);
    const jobs = found < 0 ? last.jobs.length : found;
    const within = at - last.at;
    this.#glimpse = { jobs, within, isLeast: found < 0 };
    const glimpsed = this.#glimpsed;
    glimpsed.jobs = glimpsed.jobs * memory + jobs;
    glimpsed.within = glimpsed.within * memory + within;
  }

  /** Whether the queue moves so slowly that its places were not used for a second round since the last reading. */
  #isSlow(length: number, within: Milliseconds): boolean {
    if (length > tooMany) return true;
    const { jobs, within: watched } = this.#glimpsed;
    const expected = (length / within) * watched;
    return expected >= missed && jobs < expected / 2;
  }
}

function isSame(one: QueuedJob, other: QueuedJob): boolean {
  return one.address === other.address && one.number === other.number;
}

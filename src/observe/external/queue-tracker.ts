/**
 * Counts the jobs that got a thread between two readings of a queue. Jobs leave at the head, so those of the first reading
 * that are still there are the head of the second, in the same order, and those that were before them have started.
 *
 *   before   a b c d e f            two have started
 *   now          c d e f g h
 *
 * A place in memory alone does not identify a job. A server that always has the same number of jobs in flight uses the
 * same places again in the same order: after one round the queue looks as if nothing had moved. Node numbers its
 * asynchronous operations, so where that number was found (job-numbers.ts) the answer is exact. Elsewhere it counts
 * only if a whole round cannot have passed: that is told by glimpses at the head shortly after each reading.
 */
import type { Dequeued } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';

export interface QueuedJob {
  readonly address: number;
  readonly kind: string;
  /** Node's number of the job, never used twice; null where it is not known. */
  readonly number: number | null;
  /** Where the number was read, to read it again; null if it is not known. */
  readonly place: number | null;
}

interface Glimpse {
  readonly at: Milliseconds;
  /** The jobs in their order: the one whose turn is next comes first. */
  readonly jobs: readonly QueuedJob[];
}

/** Least jobs that the glimpses would have seen start, had the queue gone round: only then can that be ruled out. */
const missed = 6;
/** Weight that earlier glimpses keep at each new one: about the last thousand count. */
const memory = 0.999;
/** Jobs above which a queue cannot go round from one reading to the next: no pool starts so many. */
const tooMany = 1000;

export function queueTracker() {
  let last: Glimpse | null = null;
  let glimpsed: Dequeued | null = null;
  const glimpses = { jobs: 0, within: 0 };
  /** Whether all jobs of the reading before had gone at the last one. */
  let isFast = false;
  /** Whether the last two readings were far less than a round apart, as the next will be. */
  let isSlow = false;
  return {
    /**
     * Whether a reading can follow the one before. A job that is called off leaves from the middle; other readings that do
     * not fit together are not of one instant.
     */
    fits(jobs: readonly QueuedJob[]): boolean {
      const before = last?.jobs ?? [];
      const gone = goneOf(before, jobs);
      if (gone < before.length)
        return before
          .slice(gone)
          .every((job, index) => jobs[index] !== undefined && isSame(job, jobs[index]));
      const numbers = new Set(before.flatMap(({ number }) => number ?? []));
      return !jobs.some(({ number }) => number !== null && numbers.has(number));
    },

    /** Takes a reading as the newest, and returns what moved since the one before. `jobs` null: not known, the queue was cut. */
    dequeued(at: Milliseconds, jobs: readonly QueuedJob[] | null): Dequeued | null {
      const [before, glimpse] = [last, glimpsed];
      last = jobs && { at, jobs };
      glimpsed = null;
      [isFast, isSlow] = [false, false];
      if (!before || !jobs || before.jobs.length === 0) return null;
      const within = at - before.at;
      const gone = goneOf(before.jobs, jobs);
      isFast = gone === before.jobs.length;
      if (isFast) return glimpse ?? { jobs: gone, within, isGlimpse: false, isLeast: true };
      isSlow = isSlowerThan(before.jobs.length, within);
      const isCertain = before.jobs.slice(gone).some(({ number }) => number !== null);
      if (!isCertain && !isSlow) return null;
      return { jobs: gone, within, isGlimpse: false, isLeast: false };
    },

    /** Returns the jobs of the last reading. */
    jobs: (): readonly QueuedJob[] => last?.jobs ?? [],
    isSlow: () => isSlow,
    /** Returns the job of the last reading that lay at an address. */
    jobAt: (address: number): QueuedJob | null => last?.jobs.find((job) => job.address === address) ?? null,

    /**
     * Notes what moved in the short time since the last reading.
     * @param next the job of that reading whose turn is next now; null: none of them
     */
    glimpse(at: Milliseconds, next: QueuedJob | null): void {
      if (!last || last.jobs.length === 0) return;
      const jobs = next ? last.jobs.indexOf(next) : last.jobs.length;
      const within = at - last.at;
      const before = glimpsed;
      glimpsed = { jobs, within, isGlimpse: true, isLeast: next === null };
      // A second glimpse reaches further than the first, and takes its place.
      glimpses.jobs = before ? glimpses.jobs + jobs - before.jobs : glimpses.jobs * memory + jobs;
      glimpses.within = before ? glimpses.within + within - before.within : glimpses.within * memory + within;
    },

    /** Whether a longer glimpse would show more: most of the jobs are still there. */
    isWorthAnother: () => isFast && glimpsed !== null && 4 * glimpsed.jobs < (last?.jobs.length ?? 0),
  };

  /** Whether the queue moves so slowly that its places were not used for a second round since the last reading. */
  function isSlowerThan(length: number, within: Milliseconds): boolean {
    if (length > tooMany) return true;
    const expected = (length / within) * glimpses.within;
    return expected >= missed && glimpses.jobs < expected / 2;
  }
}

/** Counts the jobs of a reading that are not in the next: all, if the first of the next is none of them. */
function goneOf(last: readonly QueuedJob[], jobs: readonly QueuedJob[]): number {
  const [first] = jobs;
  const found = first ? last.findIndex((job) => isSame(job, first)) : -1;
  return found < 0 ? last.length : found;
}

function isSame(one: QueuedJob, other: QueuedJob): boolean {
  return one.address === other.address && one.number === other.number;
}

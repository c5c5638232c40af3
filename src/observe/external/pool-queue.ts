/**
 * One of the pool's two queues, reading after reading. Each job costs 2 µs of our own time, so a long queue is walked
 * from end to end only now and then; between, only what came since is read, and how far the head has moved:
 *
 *   before      a b c d e f            f was the tail: what came since is behind it
 *   now             c d e f g h        c is the head: those before it have gone
 */
import type { JobKinds, Dequeued } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { KindReader } from './job-kind.ts';
import { jobNumber, type JobNumbers, numberPlace } from '../../host/binary/job-numbers.ts';
import type { TargetMemory } from './memory.ts';
import { fromRequest, pointer, type Queue, type QueueReader } from './queue.ts';

export interface QueueContents {
  readonly length: number;
  readonly kinds: JobKinds;
  readonly isCut: boolean;
  /** The jobs in their order: the one whose turn is next comes first. */
  readonly jobs: readonly QueuedJob[];
}

export const emptyQueue: QueueContents = { length: 0, kinds: {}, isCut: false, jobs: [] };

/** Jobs from which a queue is long. A shorter one is walked each time: it costs little more. */
const longQueue = 200;
/** Least readings from one walk to the next; in very long queues more, so that walking takes the same share of the time. */
const fewestBetween = 50;

/** Kinds whose jobs Node numbers each anew, and the kind that is laid out alike; a zlib stream has one number for all its jobs. */
const numbered: Readonly<Record<string, string>> = {
  fs: 'fs',
  dns: 'dns',
  crypto: 'crypto',
  node_api: 'crypto',
};

/** The means by which both queues of a pool are read. */
export interface PoolSource {
  readonly memory: TargetMemory;
  readonly queues: QueueReader;
  readonly kinds: KindReader;
  readonly numbers: JobNumbers;
}

/** @param head the address of the queue itself */
export function poolQueue({ memory, queues, kinds, numbers }: PoolSource, head: number) {
  let track = queueTracker();
  let sinceWalk = 0;
  return {
    /** @returns null if what was read is not of one instant */
    read: (tail: number) => followed(tail) ?? walked(tail),
    /** Whether a reading can follow the one before. */
    fits: ({ jobs }: QueueContents) => track.fits(jobs),
    forget: () => void (track = queueTracker()),
    /** Takes a reading as the newest, and returns what moved since the one before. */
    dequeued: (at: Milliseconds, { jobs, isCut }: QueueContents) => track.dequeued(at, isCut ? null : jobs),
    /** @param next where the queue begins now. @returns whether another glimpse, later, would show more */
    glimpse(at: Milliseconds, next: number): boolean {
      if (queues.isMessage(next)) return false;
      track.glimpse(at, jobNow(next));
      return track.isWorthAnother();
    },
    /** Finds where the jobs that are queued now have their numbers. They must have been submitted one after the other. */
    learnNumbers(tail: number): JobNumbers {
      const jobs = queues.read(head, tail)?.jobs.toReversed() ?? [];
      const places: Record<string, number> = {};
      for (const [kind, same] of Map.groupBy(jobs, ({ bytes }) => kinds.kind(bytes))) {
        const place = numberPlace(same.map(({ bytes }) => bytes));
        if (place !== null) places[kind] = place;
      }
      return places;
    },
  };

  function walked(tail: number): QueueContents | null {
    const queue = queues.read(head, tail);
    if (!queue) return null;
    sinceWalk = 0;
    return contentsOf(told(queue), queue.isCut);
  }

  function followed(tail: number): QueueContents | null {
    const before = track.jobs();
    const last = before.at(-1);
    const between = Math.max(fewestBetween, before.length / 100);
    if (!last || before.length < longQueue || sinceWalk >= between) return null;
    // Without numbers, places of the queue may have been used again, unless it moves too slowly for that.
    if (last.number === null && !track.isSlow()) return null;
    const since = queues.read(head, tail, last.address);
    if (!since?.until || queued(since.until).number !== last.number) return null;
    const next = memory.read(head, 8);
    const first = next.length === 8 ? jobNow(pointer(next, 0)) : null;
    if (!first) return null;
    sinceWalk++;
    return contentsOf([...before.slice(before.indexOf(first)), ...told(since)], false);
  }

  /** The job of the last reading that still lies at an address; null if none did, or it is another one now. */
  function jobNow(address: number): QueuedJob | null {
    const job = track.jobAt(address);
    if (!job || job.number === null || job.place === null) return job;
    const bytes = memory.read(address - fromRequest - job.place, 8);
    return bytes.length === 8 && bytes.readDoubleLE() === job.number ? job : null;
  }

  function told({ jobs }: Queue): QueuedJob[] {
    return jobs.toReversed().map(queued);
  }

  function queued({ address, bytes }: Queue['jobs'][number]): QueuedJob {
    const kind = kinds.kind(bytes);
    const place = numbers[numbered[kind] ?? ''] ?? null;
    return { address, kind, place, number: place === null ? null : jobNumber(bytes, place) };
  }
}

function contentsOf(jobs: readonly QueuedJob[], isCut: boolean): QueueContents {
  const kinds: Record<string, number> = {};
  for (const { kind } of jobs) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { length: jobs.length, kinds, isCut, jobs };
}

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

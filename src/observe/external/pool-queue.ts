/**
 * One of the pool's two queues, reading after reading. Each job costs 2 µs of our own time, so a long queue is walked
 * from end to end only now and then; between, only what came since is read, and how far the head has moved:
 *
 *   before      a b c d e f            f was the tail: what came since is behind it
 *   now             c d e f g h        c is the head: those before it have gone
 */
import type { JobKinds } from '../../model/process-snapshot.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { KindReader } from './job-kind.ts';
import { jobNumber, type JobNumbers, numberPlace } from '../../host/binary/job-numbers.ts';
import type { TargetMemory } from './memory.ts';
import { type QueuedJob, queueTracker } from './queue-tracker.ts';
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

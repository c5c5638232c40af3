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
import { type QueuedJob, QueueTracker } from './queue-tracker.ts';
import { fromRequest, pointer, type Queue, type QueueReader } from './queue.ts';

export interface QueueContents {
  readonly length: number;
  readonly kinds: JobKinds;
  readonly isCut: boolean;
  /** The one whose turn is next comes first. */
  readonly jobs: readonly QueuedJob[];
}

export const emptyQueue: QueueContents = { length: 0, kinds: {}, isCut: false, jobs: [] };

/** A shorter queue is walked each time: it costs little more. */
const longQueue = 200;
/** Readings from one walk to the next; of very long queues more, so that walking takes the same share of the time. */
const fewestBetween = 50;

/** Jobs that Node numbers each anew, and where they are like; a zlib stream has one number for all of its jobs. */
const numbered: Readonly<Record<string, string>> = {
  fs: 'fs',
  dns: 'dns',
  crypto: 'crypto',
  node_api: 'crypto',
};

export class PoolQueue {
  readonly #memory: TargetMemory;
  readonly #queues: QueueReader;
  readonly #kinds: KindReader;
  readonly #numbers: JobNumbers;
  readonly #head: number;
  #track = new QueueTracker();
  #sinceWalk = 0;

  /** @param head the address of the queue itself */
  constructor(
    memory: TargetMemory,
    queues: QueueReader,
    kinds: KindReader,
    numbers: JobNumbers,
    head: number,
  ) {
    this.#memory = memory;
    this.#queues = queues;
    this.#kinds = kinds;
    this.#numbers = numbers;
    this.#head = head;
  }

  /** @returns null if what was read is not of one instant */
  read(tail: number): QueueContents | null {
    return this.#followed(tail) ?? this.#walked(tail);
  }

  /** Whether a reading can be what became of the one before. */
  fits({ jobs }: QueueContents): boolean {
    return this.#track.fit(jobs) === 'fits';
  }

  forget(): void {
    this.#track = new QueueTracker();
  }

  /** Takes a reading for the newest, and tells what moved since the one before. */
  dequeued(at: Milliseconds, { jobs, isCut }: QueueContents): Dequeued | null {
    return this.#track.dequeued(at, isCut ? null : jobs);
  }

  /** @param next where the queue begins now. @returns whether another glimpse, later, would show more */
  glimpse(at: Milliseconds, next: number): boolean {
    if (this.#queues.isMessage(next)) return false;
    this.#track.glimpse(at, this.#now(next));
    return this.#track.isWorthAnother;
  }

  /** Where the jobs that are queued now have their numbers. They must have been submitted one after the other. */
  learnNumbers(tail: number): JobNumbers {
    const jobs = this.#queues.read(this.#head, tail)?.jobs.toReversed() ?? [];
    const places: Record<string, number> = {};
    for (const [kind, same] of Map.groupBy(jobs, ({ bytes }) => this.#kinds.kind(bytes))) {
      const place = numberPlace(same.map(({ bytes }) => bytes));
      if (place !== null) places[kind] = place;
    }
    return places;
  }

  #walked(tail: number): QueueContents | null {
    const queue = this.#queues.read(this.#head, tail);
    if (!queue) return null;
    this.#sinceWalk = 0;
    return contentsOf(this.#told(queue), queue.isCut);
  }

  #followed(tail: number): QueueContents | null {
    const before = this.#track.jobs;
    const last = before.at(-1);
    const between = Math.max(fewestBetween, before.length / 100);
    if (!last || before.length < longQueue || this.#sinceWalk >= between) return null;
    // Without numbers its places may have been used again; unless it moves too slowly for that.
    if (last.number === null && !this.#track.isSlow) return null;
    const since = this.#queues.read(this.#head, tail, last.address);
    if (!since?.until || this.#job(since.until).number !== last.number) return null;
    const next = this.#memory.read(this.#head, 8);
    const first = next.length === 8 ? this.#now(pointer(next, 0)) : null;
    if (!first) return null;
    this.#sinceWalk++;
    return contentsOf([...before.slice(before.indexOf(first)), ...this.#told(since)], false);
  }

  /** The job of the last reading that still lies at an address; null if none did, or it is another one now. */
  #now(address: number): QueuedJob | null {
    const job = this.#track.jobAt(address);
    if (!job || job.number === null || job.place === null) return job;
    const bytes = this.#memory.read(address - fromRequest - job.place, 8);
    return bytes.length === 8 && bytes.readDoubleLE() === job.number ? job : null;
  }

  #told({ jobs }: Queue): QueuedJob[] {
    const told: QueuedJob[] = [];
    for (let index = jobs.length - 1; index >= 0; index--) {
      const job = jobs[index];
      if (job) told.push(this.#job(job));
    }
    return told;
  }

  #job({ address, bytes }: Queue['jobs'][number]): QueuedJob {
    const kind = this.#kinds.kind(bytes);
    const place = this.#numbers[numbered[kind] ?? ''] ?? null;
    return { address, kind, place, number: place === null ? null : jobNumber(bytes, place) };
  }
}

function contentsOf(jobs: readonly QueuedJob[], isCut: boolean): QueueContents {
  const kinds: Record<string, number> = {};
  for (const { kind } of jobs) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { length: jobs.length, kinds, isCut, jobs };
}

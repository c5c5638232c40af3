/**
 * A queue of libuv in the memory of another process, read while that process goes on with it: a circular list, linked
 * both ways, that jobs enter at its tail and leave at its head.
 */
import type { PoolSymbols } from '../../host/binary/elf.ts';
import { beforeRequest } from '../../host/binary/job-numbers.ts';
import type { TargetMemory } from './memory.ts';
import type { Milliseconds } from '../../model/units.ts';

/**
 * Bytes from the start of the uv_work_t to the job's place in the queue; below, those from the start of all that is read
 * of a job, which begins with some of Node's own object.
 */
export const fromRequest = 88 + 24;
const beforeLinks = beforeRequest + fromRequest;
/** Bytes behind that place: the type of Node's job, and of a Node-API one its function and what that is given. */
const fromLinks = 16 + 8 + 24;
/** Bytes that are read of a request, from the start of its uv_work_t. */
export const requestBytes = fromRequest + fromLinks;
const linkBytes = 16;
const jobBytes = beforeLinks + fromLinks;
/** Room for the jobs of one reading; a longer queue takes new memory for the rest. */
const arenaJobs = 2048;
/** Where, in these bytes, the function is that runs the job: the first field of its uv__work. */
const workOffset = beforeRequest + 88;
/** Most jobs that are read of a queue: each costs about 2 µs of our own time, in which nothing else of ours goes on. */
const mostJobs = 20_000;
/** Least jobs of a queue that is cut because the budget of the look is spent. */
const leastOfCut = 1000;
/** The end of the addresses that a process may use (47 bits), and that a pointer can be. */
export const addressEnd = 2 ** 47;

/** One place in a queue. */
interface QueuePlace {
  readonly address: number;
  readonly next: number;
  readonly previous: number;
  /** The job as it lies in memory, `beforeRequest` before its uv_work_t and on; null for what is no job. */
  readonly job: Buffer | null;
}

interface JobBytes {
  readonly address: number;
  readonly bytes: Buffer;
}

export interface Queue {
  /** The jobs, the last that came first. */
  readonly jobs: readonly JobBytes[];
  readonly isCut: boolean;
  /** The job at which the walk was to end; null if it was to end at the head. */
  readonly until: JobBytes | null;
}

export type QueueReader = ReturnType<typeof queueReader>;

export function queueReader(
  memory: TargetMemory,
  { variables, functions }: PoolSymbols,
  budget: ReturnType<typeof readingBudget>,
) {
  /** Messages from libuv to its threads, "there is slow work" and "the end": they are in the queue, but no jobs. */
  const messages = new Set([variables.run_slow_work_message, variables.exit_message]);
  const arena = Buffer.allocUnsafeSlow(arenaJobs * jobBytes);
  let used = 0;
  return { read, isMessage: (address: number) => messages.has(address) };

  /**
   * Walks from the tail to the head, each link checked from both sides. Behind the walker nothing changes; where it
   * meets the head that comes towards it, it steps back to the job that is the first now. (From the head on, a busy
   * queue moves away faster than it can be followed: only readings of quiet moments would come through.) Jobs that
   * came since it began are not counted. A list that is too long for the budget of the look is cut.
   * @param head the address of the list itself, `tail` that of its last entry
   * @param until a job at which the walk ends: what is before it is not read
   * @returns null if the job that it began with has gone meanwhile: jobs lie in memory that is used again, so what was
   * seen then may be of two times. Its jobs lie in memory that the next reading uses again
   */
  function read(head: number, tail: number, until = head): Queue | null {
    const seen: QueuePlace[] = [];
    used = 0;
    let at = tail;
    for (;;) {
      const isSpent = budget.isSpent();
      // So few jobs would tell nothing.
      if (isSpent && seen.length < leastOfCut && at !== head) return null;
      if (at === head || seen.length >= mostJobs || isSpent) {
        return until === head ? whole(seen, head, at !== head) : null;
      }
      const one = entry(at);
      if (one && isLinked(one, seen.at(-1), head)) {
        if (at === until && one.job) return whole(seen, head, false, one);
        seen.push(one);
        at = one.previous;
        continue;
      }
      // This one has gone. Is the one behind it the first now, or has it gone too?
      const last = seen.pop();
      if (!last) return null;
      const now = entry(last.address);
      at = last.address;
      if (now && isLinked(now, seen.at(-1), head)) {
        seen.push(last);
        at = now.previous;
      }
    }
  }

  function whole(seen: readonly QueuePlace[], head: number, isCut: boolean, end?: QueuePlace): Queue | null {
    const [first] = seen;
    const until = end?.job ? { address: end.address, bytes: end.job } : null;
    if (!first) return { jobs: [], isCut, until };
    const now = entry(first.address);
    if (!now || !isLinked(now, undefined, head)) return null;
    if (new Set(seen.map(({ address }) => address)).size < seen.length) return null;
    const jobs = seen.flatMap(({ address, job }) => (job ? [{ address, bytes: job }] : []));
    return { jobs, isCut, until };
  }

  /** Whether an entry is in the list: before the one that was seen last, or as the tail, which others may follow. */
  function isLinked({ address, next }: QueuePlace, behind: QueuePlace | undefined, head: number): boolean {
    if (behind) return next === behind.address;
    return next === head || (next !== address && entry(next)?.previous === address);
  }

  function entry(address: number): QueuePlace | null {
    if (address === 0 || address >= addressEnd) return null;
    budget.spend();
    const isJob = !messages.has(address);
    const before = isJob ? beforeLinks : 0;
    const bytes = isJob ? readJob(address) : memory.read(address, linkBytes);
    if (bytes.length < before + linkBytes) return null;
    // A job that is done is linked by the same field into the list of its loop, where it would lead the walk astray.
    if (isJob && isOver(pointer(bytes, workOffset))) return null;
    const [next, previous] = [pointer(bytes, before), pointer(bytes, before + 8)];
    return { address, next, previous, job: isJob ? bytes : null };
  }

  function readJob(address: number): Buffer {
    const bytes = memory.read(address - beforeLinks, jobBytes, room());
    if (bytes.length > 0) return bytes;
    // The job's memory may begin with the request itself: an addon's may be in a page of its own.
    const request = memory.read(address - fromRequest, requestBytes);
    return request.length === 0 ? request : Buffer.concat([Buffer.alloc(beforeRequest), request]);
  }

  /** The memory to read a job to: half a kilobyte each, fifty times a second, would keep the garbage collector busy. */
  function room(): Buffer | undefined {
    const start = used;
    if (start + jobBytes > arena.length) return undefined;
    used += jobBytes;
    return arena.subarray(start, used);
  }

  /** Whether a job is done: libuv clears the function of one that has run, and replaces that of one that was called off. */
  function isOver(work: number): boolean {
    return work === 0 || work === functions.uv__cancelled;
  }
}

export function pointer(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32;
}

/** Most readings of memory, each about 2 µs: one for each job of the longest queue that is walked, and half as many more. */
const mostReads = 30_000;
/** Time after which no attempt begins but the first few: this process may have been put off its CPU. */
const longEnough: Milliseconds = 50;
const alwaysAllowed = 3;
/** Time after which all walking ends: each page of the memory may come late. */
const tooLong: Milliseconds = 250;
/** Readings from one look at the clock to the next. */
const every = 64;

/**
 * The budget of one look at the pool. A hostile process can hold a queue without an end in its memory, and pages that
 * take long to come: the look ends all the same, and nothing else of this process waits for long.
 */
export function readingBudget() {
  let [reads, begun, isLate] = [0, 0, false];
  const time = () => performance.now() - begun;
  /** Whether half of it is left: as much may be read once more. */
  const isHalfLeft = () => reads < mostReads / 2;
  return {
    isHalfLeft,
    /** Begins the budget of a new look. */
    begin(): void {
      [reads, begun, isLate] = [0, performance.now(), false];
    },
    /** Counts one reading. */
    spend(): void {
      if (++reads % every === 0) isLate ||= time() > tooLong;
    },
    /** Whether the budget is spent: what is being read ends here. */
    isSpent: () => isLate || reads >= mostReads,
    /** Whether an attempt may begin, `before` having been made. */
    allowsAttempt: (before: number) => isHalfLeft() && (before < alwaysAllowed || time() < longEnough),
  };
}

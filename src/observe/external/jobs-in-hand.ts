/**
 * Finds the jobs that the pool's threads have in hand. libuv keeps no list of them: `worker()` holds the job that it runs, or its
 * place in the queue, in a register, which the functions that it calls save on the stack of the thread, near its outer end.
 *
 *   handle ─▶ struct pthread      the C library's, at the outer end of the thread's stack
 *             its variables
 *             start of the thread
 *             worker()
 *             what it calls       a saved register ──▶ uv__work:  +0   the function that runs the job, uv__queue_work
 *             the job's own code                                  +24  its place in the queue
 *
 * libuv clears that field when a job has ended, so what points to such a struct is in hand; the outermost one is, where what an
 * earlier job left further in points to memory that was used again for one that waits. (Tried with Node 20 and 26: 2.3 and
 * 2.8 kB from the handle.)
 */
import type { PoolSymbols } from '../../host/binary/elf.ts';
import { beforeRequest } from '../../host/binary/job-numbers.ts';
import type { JobKinds } from '../../model/process-snapshot.ts';
import type { KindReader } from './job-kind.ts';
import type { TargetMemory } from './memory.ts';
import { addressEnd, pointer, requestBytes } from './queue.ts';

/** Bytes of a stack that are searched, from the handle inwards: a thread's variables may have kilobytes, frames some hundred bytes. */
const window = 16 * 2 ** 10;
/** Most threads that are read at a time; in a larger pool they stand for all. Each costs as much as two jobs of the queue. */
const mostThreads = 8;
/** Most words of one stack that are looked up as pointers to a job. Where a place is known, one stack is searched at a time. */
const mostCandidates = 64;
/** Bytes of a thread's own stack, from the handle inwards: what points there is no job. */
const stackBytes = 16 * 2 ** 20;
/** Bytes from the start of a uv_work_t to its uv__work, and from there to the job's place in the queue. */
const [toWork, toPlace] = [88, 24];

export function jobsInHand(memory: TargetMemory, symbols: PoolSymbols, kinds: KindReader) {
  const { functions, image } = symbols;
  const { uv__cancelled: _cancelled, ...running } = functions;
  const runners = new Set(Object.values(running));
  /** Where a job was found, in bytes inwards from the handle, the outermost first: the same for all jobs of a kind. */
  let places: readonly number[] = [];
  let [turn, searches] = [0, 0];
  return read;

  /**
   * Reads the stacks of up to eight threads, others each time.
   * @returns jobs by kind, for all threads of the pool: those of the threads that were read, multiplied up; null where the
   *   threads cannot be found
   */
  function read(threads: number): JobKinds | null {
    const handles = poolHandles(memory, symbols, threads);
    if (handles.length === 0) return null;
    const some = handles.slice(0, mostThreads).map((_, index) => handles[(turn + index) % threads] ?? 0);
    turn = (turn + some.length) % threads;
    searches = places.length === 0 ? mostThreads : 1;
    const found: Record<string, number> = {};
    for (const handle of some) {
      const kind = kindOf(handle);
      if (kind !== null) found[kind] = (found[kind] ?? 0) + threads / some.length;
    }
    return found;
  }

  function kindOf(handle: number): string | null {
    return atKnownPlace(handle) ?? (searches-- > 0 ? searched(handle) : null);
  }

  function atKnownPlace(handle: number): string | null {
    const reach = Math.max(...places);
    if (places.length === 0) return null;
    const stack = memory.read(handle - reach, reach);
    if (stack.length < reach) return null;
    for (const place of places) {
      const kind = jobAt(pointer(stack, reach - place));
      if (kind !== null) return kind;
    }
    return null;
  }

  function searched(handle: number): string | null {
    const stack = memory.read(handle - window, window);
    if (stack.length < window) return null;
    let candidates = 0;
    for (let place = 8; place <= window && candidates < mostCandidates; place += 8) {
      const address = pointer(stack, window - place);
      if (!mayBeJob(address, handle)) continue;
      candidates++;
      const kind = jobAt(address);
      if (kind === null) continue;
      places = [...places, place].toSorted((one, other) => one - other);
      return kind;
    }
    return null;
  }

  function mayBeJob(address: number, handle: number): boolean {
    const { start, end } = image;
    const isOfImage = start <= address && address < end;
    const isOfStack = handle - stackBytes <= address && address < handle + window;
    return address >= 4096 && address < addressEnd && address % 8 === 0 && !isOfImage && !isOfStack;
  }

  /** @param address what a stack holds. @returns the kind of the job that it points to; null: it points to none */
  function jobAt(address: number): string | null {
    if (address < 4096 || address >= addressEnd) return null;
    const around = memory.read(address - toPlace, toPlace + 8);
    const isRunner = (offset: number) => around.length >= offset + 8 && runners.has(pointer(around, offset));
    const work = isRunner(0) ? address - toPlace : isRunner(toPlace) ? address : null;
    if (work === null) return null;
    const bytes = memory.read(work - toWork - beforeRequest, beforeRequest + requestBytes);
    return bytes.length < beforeRequest + toWork + 8 ? null : kinds.kind(bytes);
  }
}

/** @returns the handles of the pool's threads, by libuv's own list; none where that cannot be read */
export function poolHandles(memory: TargetMemory, { helpful }: PoolSymbols, threads: number): number[] {
  const list = helpful.threads;
  if (!list || threads === 0) return [];
  const start = memory.read(list.address, 8);
  if (start.length < 8) return [];
  const bytes = memory.read(pointer(start, 0), threads * 8);
  return bytes.length < threads * 8
    ? []
    : Array.from({ length: threads }, (_, index) => pointer(bytes, index * 8));
}

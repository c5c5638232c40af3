/**
 * Where a server's time goes while it is loaded, read from outside: counters of its threads at both edges of the window,
 * and libuv's pool some times a second between them. Costs the server nothing, and this process about 1 ms a second for
 * each process of the server.
 */
import { Problem } from '../messages/problem.ts';
import type { ProcessSample } from '../model/process-snapshot.ts';
import type { Usage } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { type ProcessSampler, openSampler } from './external/process-snapshot.ts';
import { isNode } from '../host/processes.ts';

/** So many processes at most: beyond them reading would cost more than it tells. */
const mostProcesses = 32;
const interval: Milliseconds = 25;

interface PoolSums {
  readings: number;
  busy: number;
  queued: number;
  size: number;
}

interface One {
  readonly open: ProcessSampler;
  first: ProcessSample | null;
  readonly pool: PoolSums;
}

export class UsageWatch implements Disposable {
  readonly #all: One[];
  #start: Milliseconds = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(all: One[]) {
    this.#all = all;
  }

  /** Opens a look at each Node process. @returns null where that is not possible; it is no reason to end a trial */
  static async open(pids: readonly number[]): Promise<UsageWatch | null> {
    const nodes = process.platform === 'linux' ? pids.filter(isNode) : [];
    if (nodes.length === 0 || nodes.length > mostProcesses) return null;
    const all: One[] = [];
    try {
      for (const pid of nodes)
        all.push({ open: await openSampler(pid, { mayTry: true }), first: null, pool: nothing() });
      return new UsageWatch(all);
    } catch (error) {
      for (const { open } of all) open[Symbol.dispose]();
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  /** Begins a window; one that had begun is forgotten. */
  begin(): void {
    clearInterval(this.#timer);
    this.#start = performance.now();
    for (const one of this.#all) {
      one.first = one.open.sample(0);
      Object.assign(one.pool, nothing());
    }
    this.#timer = setInterval(() => this.#read(), interval);
  }

  #read(): void {
    for (const { open, pool } of this.#all) {
      const reading = open.pool();
      if (!reading) continue;
      pool.readings++;
      pool.busy += reading.busy;
      pool.queued += reading.queued + reading.slow.queued;
      pool.size = Math.max(pool.size, reading.threads);
    }
  }

  /** What went on since `begin`; null if a process has ended, or the kernel does not count. */
  end(): Usage | null {
    clearInterval(this.#timer);
    const duration = performance.now() - this.#start;
    const parts = this.#all.map((one) => partOf(one, duration));
    // A process that answers nothing (a cluster's primary, npm) is told by what it does: next to nothing.
    const whole = parts.filter((part) => part !== null);
    if (duration <= 0 || whole.length < parts.length) return null;
    const serving = whole.filter(({ cpu }) => cpu >= 0.02 * Math.max(...whole.map((part) => part.cpu)));
    const sum = (of: (part: Part) => number) => serving.reduce((total, part) => total + of(part), 0);
    const isPeeked = serving.every(({ held }) => held !== null);
    return {
      processes: serving.length,
      duration,
      cpu: sum(({ cpu }) => cpu),
      loopCpu: sum(({ loopCpu }) => loopCpu),
      loopWaitedForCpu: sum(({ loopWaited }) => loopWaited),
      poolCpu: sum(({ poolCpu }) => poolCpu),
      poolWaitedForCpu: sum(({ poolWaited }) => poolWaited),
      poolHeld: isPeeked ? sum(({ held }) => held ?? 0) : null,
      poolSize: isPeeked ? Math.max(0, ...serving.map(({ size }) => size)) : null,
      queued: isPeeked ? sum(({ queued }) => queued) : null,
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { open } of this.#all) open[Symbol.dispose]();
  }
}

interface Part {
  readonly cpu: Milliseconds;
  readonly loopCpu: Milliseconds;
  readonly loopWaited: Milliseconds;
  readonly poolCpu: Milliseconds;
  readonly poolWaited: Milliseconds;
  readonly held: Milliseconds | null;
  readonly size: number;
  readonly queued: number;
}

function partOf({ open, first, pool }: One, duration: Milliseconds): Part | null {
  const last = open.sample(duration);
  if (!first || !last) return null;
  const before = new Map(first.threads.map((thread) => [thread.tid, thread]));
  const sums = { cpu: 0, loopCpu: 0, loopWaited: 0, poolCpu: 0, poolWaited: 0 };
  for (const { tid, role, ran, waitedForCpu } of last.threads) {
    if (ran === null || waitedForCpu === null) return null;
    // A thread that began in the window has counted from nothing.
    const since = before.get(tid);
    const used = ran - (since?.ran ?? 0);
    const waited = waitedForCpu - (since?.waitedForCpu ?? 0);
    sums.cpu += used;
    if (role === 'main') {
      sums.loopCpu += used;
      sums.loopWaited += waited;
    }
    if (role !== 'pool') continue;
    sums.poolCpu += used;
    sums.poolWaited += waited;
  }
  const { readings, busy, queued, size } = pool;
  return {
    ...sums,
    held: readings === 0 ? null : (busy / readings) * duration,
    size,
    queued: readings === 0 ? 0 : queued / readings,
  };
}

const nothing = (): PoolSums => ({ readings: 0, busy: 0, queued: 0, size: 0 });

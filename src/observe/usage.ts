/**
 * Measures from outside where a server's time goes while it is loaded: counters of its threads at both edges of the window,
 * and libuv's pool some times a second between them. Costs the server nothing, and this process about 1 ms a second for
 * each process of the server.
 */
import { Problem } from '../messages/problem.ts';
import type { PoolReading, ProcessSample } from '../model/process-snapshot.ts';
import type { Usage } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { total } from '../stats/mean-and-spread.ts';
import { openSockets, type OpenSockets } from './external/sockets.ts';
import { type ProcessSampler, openSampler } from './external/process-snapshot.ts';
import { isNode, hasProc } from '../host/processes.ts';

/** Most processes that are read: with more, reading would cost more than it tells. */
const mostProcesses = 32;
const interval: Milliseconds = 25;

interface One {
  readonly open: ProcessSampler;
  first: ProcessSample | null;
  /** Readings of the pool since the window began; `queued` holds the jobs that wait in both queues together. */
  readings: Pick<PoolReading, 'busy' | 'queued' | 'threads'>[];
  /** Null where nobody wants to know of its calls. */
  sockets: OpenSockets | null;
}

export class UsageWatch implements Disposable {
  readonly #all: One[];
  readonly #callsPart: Ratio;
  #start: Milliseconds = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(all: One[], callsPart: Ratio) {
    this.#all = all;
    this.#callsPart = callsPart;
  }

  /**
   * Opens a sampler of each Node process.
   * @param callsPart the part of a CPU's time that looking at its calls to other services may take; 0: nobody looks
   * @returns null where that is not possible; it is no reason to end a trial
   */
  static async open(pids: readonly number[], callsPart: Ratio = 0): Promise<UsageWatch | null> {
    const nodes = hasProc ? pids.filter(isNode) : [];
    if (nodes.length === 0 || nodes.length > mostProcesses) return null;
    const all: One[] = [];
    try {
      for (const pid of nodes)
        all.push({
          open: await openSampler(pid, { mayTry: true }),
          first: null,
          readings: [],
          sockets: null,
        });
      return new UsageWatch(all, callsPart);
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
      one.readings = [];
      one.sockets = this.#callsPart > 0 ? openSockets(one.open.subject.pid, this.#callsPart) : null;
    }
    this.#timer = setInterval(() => this.#read(), interval);
  }

  #read(): void {
    for (const { open, readings, sockets } of this.#all) {
      // It knows itself how often it may be asked.
      void sockets?.sample();
      const reading = open.pool();
      if (!reading) continue;
      const { busy, threads, queued, slow } = reading;
      readings.push({ busy, threads, queued: queued + slow.queued });
    }
  }

  /** Returns the usage since `begin`; null if a process has ended, or the kernel does not count. */
  end(): Usage | null {
    clearInterval(this.#timer);
    const duration = performance.now() - this.#start;
    const parts = this.#all.map((one) => partOf(one, duration));
    // A process that answers nothing (a cluster's primary, npm) is told by what it does: next to nothing.
    const whole = parts.filter((part) => part !== null);
    if (duration <= 0 || whole.length < parts.length) return null;
    const serving = whole.filter(({ cpu }) => cpu >= 0.02 * Math.max(...whole.map((part) => part.cpu)));
    const sum = (of: (part: ProcessUsage) => number) => total(serving.map(of));
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
      ...this.#calls(),
    };
  }

  #calls(): Pick<Usage, 'calls'> {
    const all = this.#all.flatMap(({ sockets }) => {
      const seen = sockets?.summary();
      return seen?.ok ? seen.outbound : [];
    });
    const each = [...Map.groupBy(all, ({ to }) => to)].map(([to, same]) => ({
      to,
      connections: total(same.map(({ connections }) => connections)),
      pending: total(same.map(({ pending }) => pending ?? 0)),
    }));
    const [most] = each.toSorted((one, other) => other.pending - one.pending);
    return most && most.pending > 0 ? { calls: most } : {};
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { open } of this.#all) open[Symbol.dispose]();
  }
}

type ProcessUsage = NonNullable<ReturnType<typeof partOf>>;

function partOf({ open, first, readings }: One, duration: Milliseconds) {
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
  const mean = (name: 'busy' | 'queued') => total(readings.map((one) => one[name])) / readings.length;
  return {
    ...sums,
    held: readings.length === 0 ? null : mean('busy') * duration,
    size: readings.reduce((most, { threads }) => Math.max(most, threads), 0),
    queued: readings.length === 0 ? 0 : mean('queued'),
  };
}

/**
 * The probe's half in the main thread (guest): starts the probe's own thread, and tells it at a slow fixed schedule
 * what only the main thread knows. When that thread ends, all of this is taken down, and the process is as before.
 */
import type { ProbeEntry } from '../../model/reading.ts';
import type { Counters, SharedCountersModule } from './shared-counters.cts';
import type { TrafficFigures, TrafficModule } from './traffic.cts';
import type { WorkerData } from './worker.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { counterWriter, createCounters, delayResolution, departure, sessionGate } = require(
  `./shared-counters${extension}`,
) as SharedCountersModule;
const { traffic } = require(`./traffic${extension}`) as TrafficModule;
const hooks = require('node:perf_hooks') as typeof import('node:perf_hooks');
const { isMainThread, Worker } = require('node:worker_threads') as typeof import('node:worker_threads');

export interface InstallOptions {
  /** Unix path to connect to; or, if it is to listen, to listen at. */
  readonly socket: string;
  readonly isListening?: boolean;
  /** From one tick of the lanes to the next, in ms. */
  readonly period?: number;
  readonly entry: ProbeEntry;
  /** `bundle('worker')` */
  readonly workerText: string;
}

export interface Installed {
  readonly ok: true;
  readonly worker: import('node:worker_threads').Worker;
}

/** Why nothing was started. */
export interface Refused {
  readonly ok: false;
  readonly why: string;
  /** Another probe is at work. */
  readonly isThere?: true;
}

/** What the mark of a probe holds. */
interface Present {
  readonly isLeaving: () => boolean;
  /** Takes down what it has in the main thread. */
  readonly leave: () => void;
}

/** Milliseconds from one writing on the board to the next. */
const interval = 100;
const mark = Symbol.for('chokepoint.probe');

/** Counts collections of garbage. */
function collections() {
  const sums = { count: 0, time: 0, longest: 0 };
  const observer = new hooks.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      sums.count++;
      sums.time += duration;
      sums.longest = Math.max(sums.longest, duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** `longest` is that since the last call. */
    figures() {
      const figures = { ...sums };
      sums.longest = 0;
      return figures;
    },
    stop: () => observer.disconnect(),
  };
}

/** Keeps a maximum until it was read. */
function unread(): (value: number, wasRead: boolean) => number {
  let kept = -1;
  return (value, wasRead) => {
    kept = wasRead ? value : Math.max(kept, value);
    return kept;
  };
}

/** Writes on the board until it is stopped. */
function teller(board: SharedArrayBuffer): () => void {
  const writer = counterWriter(board);
  const gc = collections();
  const http = traffic();
  const [gcLongest, requestsLongest, callsLongest] = [unread(), unread(), unread()];
  const write = () => {
    const wasRead = writer.wasRead();
    const { idle, active } = hooks.performance.eventLoopUtilization();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const [collected, requests, calls] = [gc.figures(), http.requests(), http.calls()];
    writer.write(
      {
        idle,
        active,
        heapUsed,
        external,
        arrayBuffers,
        gcCount: collected.count,
        gcTime: collected.time,
        gcLongest: gcLongest(collected.longest, wasRead),
        ...trafficFields('requests', requests, requestsLongest(requests.longest, wasRead)),
        ...trafficFields('calls', calls, callsLongest(calls.longest, wasRead)),
      },
      process.env['UV_THREADPOOL_SIZE'],
    );
  };
  const timer = setInterval(write, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    gc.stop();
    http.stop();
  };
}

function trafficFields<K extends 'requests' | 'calls'>(kind: K, figures: TrafficFigures, longest: number) {
  return {
    [`${kind}Begun`]: figures.begun,
    [`${kind}Ended`]: figures.ended,
    [`${kind}Pending`]: figures.pending,
    [`${kind}Oldest`]: figures.oldest,
    [`${kind}Timed`]: figures.timed,
    [`${kind}Time`]: figures.time,
    [`${kind}Longest`]: longest,
  } as Pick<Counters, Extract<keyof Counters, `${K}${string}`>>;
}

/**
 * Whether there is no probe, or one that leaves. Of the end of its thread a busy main thread learns when its loop turns:
 * the next probe need not wait for that.
 */
function isFree(): boolean {
  const present = Reflect.get(globalThis, mark) as Present | undefined;
  if (present?.isLeaving() === false) return false;
  present?.leave();
  return true;
}

/**
 * Starts the probe in this process. It holds nothing open, and writes nothing but to its socket.
 *
 * @returns why not, where that cannot be
 */
function install(options: InstallOptions): Installed | Refused {
  if (!isMainThread) return { ok: false, why: 'this is a worker thread' };
  if (!isFree()) return { ok: false, why: 'a probe is in this process already', isThere: true };
  const board = createCounters();
  const delays = hooks.monitorEventLoopDelay({ resolution: delayResolution });
  const workerData: WorkerData = {
    socket: options.socket,
    isListening: options.isListening ?? false,
    period: options.period ?? 50,
    entry: options.entry,
    script: process.argv[1] ?? null,
    poolSize: process.env['UV_THREADPOOL_SIZE'] ?? null,
    board,
    delays,
  };
  let worker;
  try {
    worker = new Worker(options.workerText, {
      eval: true,
      workerData,
      // Nothing of the application's: no flag, no preload, above all not this one.
      execArgv: [],
      env: { NODE_OPTIONS: '' },
      // Its own, read by nobody: else Node would open the process's streams here, to pipe these into them.
      stdout: true,
      stderr: true,
      trackUnmanagedFds: true,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
      name: 'chokepoint-probe',
    });
  } catch (error) {
    return { ok: false, why: (error as Error).message };
  }
  delays.enable();
  const stop = teller(board);
  let hasLeft = false;
  const present: Present = {
    isLeaving: departure(board).isTold,
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      stop();
      delays.disable();
      if (Reflect.get(globalThis, mark) === present) Reflect.deleteProperty(globalThis, mark);
    },
  };
  Object.defineProperty(globalThis, mark, { value: present, configurable: true, enumerable: false });
  worker.on('error', () => {});
  // An inspector's session would hold up the exit.
  const gate = sessionGate(board);
  const onExit = () => gate.exit();
  process.once('exit', onExit);
  worker.on('exit', () => {
    present.leave();
    process.off('exit', onExit);
  });
  worker.unref();
  return { ok: true, worker };
}

export interface InstallModule {
  readonly install: typeof install;
}

module.exports = { install } satisfies InstallModule;

/**
 * The probe's half in the main thread (guest): starts the probe's own thread, and tells it what only the main thread
 * knows, each time it is asked to. Between, nothing of it wakes a main thread that has little to do, and while nobody
 * listens nothing of it is at work. When that thread ends, all is taken down, and the process is as before.
 */
import type { ConnectionsReading, ProbeEntry } from '../../model/reading.ts';
import type { ConnectionsModule } from './connections.cts';
import type { Contain, ContainedModule } from './contained.cts';
import type { Board, SharedCountersModule } from './shared-counters.cts';
import type { Question } from './main-thread.cts';
import type { TrafficModule } from './traffic.cts';
import type { WorkerData } from './worker.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { boardOf, clock, createCounters, delayResolution } = require(
  `./shared-counters${extension}`,
) as SharedCountersModule;
const { containment } = require(`./contained${extension}`) as ContainedModule;
const { connections } = require(`./connections${extension}`) as ConnectionsModule;
const { callsOf, requestsOf } = require(`./traffic${extension}`) as TrafficModule;
const hooks = require('node:perf_hooks') as typeof import('node:perf_hooks');
const v8 = require('node:v8') as typeof import('node:v8');
const { isMainThread, MessageChannel, Worker } =
  require('node:worker_threads') as typeof import('node:worker_threads');

export interface InstallOptions {
  /** Path of the unix socket to connect to; with `isListening`, to listen at. Null: nobody comes. */
  readonly socket: string | null;
  readonly isListening?: boolean;
  /** The file, as a URL, that publishes metrics when the thread is told to. */
  readonly metrics?: string;
  /** Time from one tick of the lanes to the next, in ms. */
  readonly period?: number;
  readonly entry: ProbeEntry;
  /** The text of `bundle('worker')`. */
  readonly workerText: string;
}

export interface Installed {
  readonly ok: true;
  readonly worker: import('node:worker_threads').Worker;
}

/** The answer if nothing was started. */
export interface InstallRefused {
  readonly ok: false;
  readonly why: string;
  /** Another probe is at work. */
  readonly isThere?: true;
}

/** The value behind the mark of a probe. */
interface Present {
  readonly isLeaving: () => boolean;
  /** Takes down what the probe has in the main thread. */
  readonly leave: () => void;
}

/**
 * The main thread rests after so many milliseconds with a utilisation below this one: then the timer of the loop's
 * delay, fifty turns of the loop a second, would be most of what it does.
 */
const rest = { below: 0.02, after: 900 };
type IntervalHistogram = ReturnType<typeof hooks.monitorEventLoopDelay>;

const mark = Symbol.for('chokepoint.probe');

/** Bytes of V8's heap in use, without young objects, most of which will not live. Takes 17 µs to read. */
function oldObjects(): number {
  return v8
    .getHeapSpaceStatistics()
    .reduce(
      (sum, { space_name: name, space_used_size: used }) => sum + (name.startsWith('new_') ? 0 : used),
      0,
    );
}

/** An entry of a collection; Node's types lack `detail`. */
type GcEntry = import('node:perf_hooks').PerformanceEntry & { readonly detail?: { readonly kind?: number } };

/**
 * Counts collections of garbage. Node tells of one at the end of that turn of the loop, and until then a few more objects may
 * have become old.
 */
function collections(contain: Contain) {
  const sums = { count: 0, time: 0, longest: 0, full: 0, fullTime: 0, kept: 0 };
  const told = contain('collections', (list: import('node:perf_hooks').PerformanceObserverEntryList) => {
    const before = sums.full;
    for (const { duration, detail } of list.getEntries() as readonly GcEntry[]) {
      sums.count++;
      sums.time += duration;
      sums.longest = Math.max(sums.longest, duration);
      if (detail?.kind !== hooks.constants.NODE_PERFORMANCE_GC_MAJOR) continue;
      sums.full++;
      sums.fullTime += duration;
    }
    if (sums.full > before) sums.kept = oldObjects();
  });
  const observer = new hooks.PerformanceObserver(told);
  return {
    begin: () => observer.observe({ entryTypes: ['gc'] }),
    /** Returns the sums; `longest` is that since the last call. */
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

/**
 * The timer of the loop's delay, which does not run while the main thread rests. (A histogram for each turn of the loop,
 * `samplePerIteration` of Node 26.5, needs no timer, but tells the time spent waiting as well: 508 ms after half a second
 * of idleness, measured with 26.10.)
 */
function delayTimer(state: Board['resting'], delays: IntervalHistogram) {
  let quiet = 0;
  const run = (is: boolean) => {
    state.tell(!is);
    // The timer's last record is from before it was stopped: the next one would hold all the time since then.
    if (is && !state.isTold()) delays.reset();
    if (is) delays.enable();
    else delays.disable();
  };
  return {
    begin() {
      quiet = 0;
      run(true);
    },
    /** @param spent of how many ms that is. @param mayRest whether the probe sees by itself that the main thread is blocked */
    adapt(utilization: number, spent: number, mayRest: boolean) {
      quiet = mayRest && utilization < rest.below ? quiet + spent : 0;
      const isQuiet = quiet >= rest.after;
      if (isQuiet !== state.isTold()) run(!isQuiet);
    },
    stop: () => void delays.disable(),
  };
}

/** Answers the probe's questions by writing on the board. */
function teller(
  board: Board,
  delays: IntervalHistogram,
  contain: Contain,
  tellPools: (pools: readonly ConnectionsReading[]) => void,
) {
  const [gc, requests, calls] = [collections(contain), requestsOf(contain), callsOf(contain)];
  const timer = delayTimer(board.resting, delays);
  const pools = connections(contain, tellPools);
  const traffic = [
    ['requests', requests],
    ['calls', calls],
  ] as const;
  const others = [
    ['collections', gc],
    ['loop', timer],
    ['connections', pools],
  ] as const;
  const each = (parts: typeof traffic | typeof others, what: 'begin' | 'stop') => {
    for (const [about, part] of parts) contain(about, () => part[what]())();
  };
  const heap = contain('heap', () => v8.getHeapStatistics(), null);
  const [gcLongest, requestsLongest, callsLongest, answersLongest] = [unread(), unread(), unread(), unread()];
  const answers = { count: 0, late: 0 };
  let [isAtWork, isCounting] = [false, false];
  let before = { idle: 0, active: 0 };
  const count = (is: boolean) => {
    if (is !== isCounting) each(traffic, is ? 'begin' : 'stop');
    isCounting = is;
  };
  const begin = ({ counts }: Question) => {
    count(counts);
    if (isAtWork) return;
    isAtWork = true;
    each(others, 'begin');
    before = hooks.performance.eventLoopUtilization();
  };
  const stop = () => {
    count(false);
    isAtWork = false;
    each(others, 'stop');
  };
  const write = ({ at, mayRest }: Question) => {
    const wasRead = board.wasRead();
    const { idle, active, utilization } = hooks.performance.eventLoopUtilization();
    const memory = heap();
    const [collected, asked, called] = [gc.figures(), requests.figures(), calls.figures()];
    // The main thread cannot have been blocked for longer than it was active.
    const late = Math.max(0, Math.min(clock() - at, active - before.active));
    const spent = active - before.active + idle - before.idle;
    timer.adapt(spent > 0 ? (active - before.active) / spent : utilization, spent, mayRest);
    before = { idle, active };
    answers.count++;
    answers.late += late;
    board.write(
      {
        idle,
        active,
        heapUsed: memory?.used_heap_size ?? 0,
        external: memory?.external_memory ?? 0,
        heapLimit: memory?.heap_size_limit ?? 0,
        kept: collected.kept,
        gcFull: collected.full,
        gcFullTime: collected.fullTime,
        gcCount: collected.count,
        gcTime: collected.time,
        gcLongest: gcLongest(collected.longest, wasRead),
        answers: answers.count,
        answersLate: answers.late,
        answersLongest: answersLongest(late, wasRead),
        requests: { ...asked, longest: requestsLongest(asked.longest, wasRead) },
        calls: { ...called, longest: callsLongest(called.longest, wasRead) },
      },
      process.env['UV_THREADPOOL_SIZE'],
    );
  };
  return {
    /** @param question null: nobody listens */
    answer: contain('loop', (question: Question | null) => {
      if (question === null) return stop();
      begin(question);
      write(question);
      pools.tell();
    }),
    stop,
  };
}

/**
 * Whether there is no probe, or one that leaves. A busy main thread learns only when its loop turns that the probe's thread
 * has ended: the next probe need not wait for that.
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
 * @returns the worker; or why the probe cannot be started
 */
function install(options: InstallOptions): Installed | InstallRefused {
  if (!isMainThread) return { ok: false, why: 'this is a worker thread' };
  if (!isFree()) return { ok: false, why: 'a probe is in this process already', isThere: true };
  let questions: import('node:worker_threads').MessagePort | undefined;
  let worker: Installed['worker'] | undefined;
  const contain = containment((note) => worker?.postMessage(note));
  try {
    const { port1, port2: asking } = new MessageChannel();
    questions = port1;
    const memory = createCounters();
    const board = boardOf(memory);
    const delays = hooks.monitorEventLoopDelay({ resolution: delayResolution });
    const told = teller(board, delays, contain, (pools) => worker?.postMessage({ type: 'pools', pools }));
    const workerData: WorkerData = {
      socket: options.socket,
      isListening: options.isListening ?? false,
      metrics: options.metrics ?? null,
      period: options.period ?? 50,
      entry: options.entry,
      script: process.argv[1] ?? null,
      poolSize: process.env['UV_THREADPOOL_SIZE'] ?? null,
      board: memory,
      delays,
      asking,
    };
    worker = new Worker(options.workerText, {
      eval: true,
      workerData,
      transferList: [asking],
      // The worker gets nothing of the application's: no flag, no preload, above all not this one.
      execArgv: [],
      env: { NODE_OPTIONS: '' },
      // Streams of its own, read by nobody: else Node would open the process's streams here, to pipe these into them.
      stdout: true,
      stderr: true,
      trackUnmanagedFds: true,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
      name: 'chokepoint-probe',
    });
    // Whatever ends the thread ends nothing else.
    worker.on('error', () => {});
    port1.on('message', told.answer);
    port1.unref();
    let hasLeft = false;
    const present: Present = {
      isLeaving: board.departure.isTold,
      leave() {
        if (hasLeft) return;
        hasLeft = true;
        told.stop();
        port1.close();
        if (Reflect.get(globalThis, mark) === present) Reflect.deleteProperty(globalThis, mark);
      },
    };
    Object.defineProperty(globalThis, mark, { value: present, configurable: true, enumerable: false });
    // A session with the inspector would hold up the exit.
    const onExit = contain('probe', () => board.session.exit());
    process.once('exit', onExit);
    const onEnd = contain('probe', () => {
      present.leave();
      process.off('exit', onExit);
    });
    worker.on('exit', onEnd);
    worker.unref();
    return { ok: true, worker };
  } catch (error) {
    questions?.close();
    void worker?.terminate();
    return { ok: false, why: (error as Error).message };
  }
}

const api = { install };
export type InstallModule = typeof api;
module.exports = api;

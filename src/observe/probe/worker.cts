/**
 * The probe's own thread (guest): sends tiny jobs to the pool on a fixed schedule, reads what the main thread tells,
 * and says it all, four times a second. Its loop is idle, so what a job waits, it waits for the pool. It ends when
 * whoever asked for it goes, and leaves nothing.
 *
 * It is given as text, `bundle('worker')` of `bundle.cts`, to a process that may have no file of it. Never log from
 * here: that goes through the main thread.
 */
import type {
  ConnectionsReading,
  ProbeCommand,
  ProbeEntry,
  ProbeHello,
  ProbeNote,
  ProbeReading,
} from '../../model/reading.ts';
import type { ContainedModule } from './contained.cts';
import type { SharedCountersModule } from './shared-counters.cts';
import type { CaptureModule } from './capture.cts';
import type { QueuesModule } from './queues.cts';
import type { MainSessionModule } from './main-session.cts';
import type { MainThreadModule } from './main-thread.cts';
import type { TransportModule } from './transport.cts';
import type { OwnThreadModule } from './own-thread.cts';
import type { ProfileModule } from './profile.cts';
import type { OwnMetrics, OwnMetricsModule } from '../own/own-metrics.ts';
import type { SharedAddress } from '../own/shared-page.ts';
import type { Families } from '../../metrics/series.ts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { containment } = require(`./contained${extension}`) as ContainedModule;
const { queueProbe, schedule, wakings } = require(`./queues${extension}`) as QueuesModule;
const { boardOf } = require(`./shared-counters${extension}`) as SharedCountersModule;
const { transport: transportTo } = require(`./transport${extension}`) as TransportModule;
const { lastClosed } = require(`./main-session${extension}`) as MainSessionModule;
const { mainThread } = require(`./main-thread${extension}`) as MainThreadModule;
const { isPoolUsed, mainPolls, ownThread, poolThreads } = require(
  `./own-thread${extension}`,
) as OwnThreadModule;
const { profile } = require(`./profile${extension}`) as ProfileModule;
const { capture } = require(`./capture${extension}`) as CaptureModule;
const fs = require('node:fs') as typeof import('node:fs');
const { fileURLToPath } = require('node:url') as typeof import('node:url');
const { parentPort, workerData } = require('node:worker_threads') as typeof import('node:worker_threads');

/** What the main thread says to this one. `families` is answered by the same with the series. */
export type WorkerCommand =
  | ProbeNote
  | { readonly type: 'pools'; readonly pools: readonly ConnectionsReading[] }
  | { readonly type: 'export' }
  | { readonly type: 'serve'; readonly address: SharedAddress }
  | { readonly type: 'families' };
export type FamiliesTold = { readonly type: 'families'; readonly families: Families };

/** The data that the main thread's half gives to this thread. */
export interface WorkerData {
  /** Path of the socket to connect to, or to listen at; null: there is none. */
  readonly socket: string | null;
  readonly isListening: boolean;
  /** The file, as a URL, that publishes metrics when this thread is told to; null: there is none. */
  readonly metrics: string | null;
  readonly period: number;
  readonly entry: ProbeEntry;
  readonly script: string | null;
  readonly poolSize: string | null;
  readonly board: SharedArrayBuffer;
  readonly delays: import('node:perf_hooks').Histogram;
  /** The port for questions to the main thread. */
  readonly asking: import('node:worker_threads').MessagePort;
}

const data = workerData as WorkerData;
/** Milliseconds from one reading to the next, and from the question to the main thread to the reading. */
const span = 250;
const lead = 20;
/** While nobody listens, and the metrics are published: a scrape comes once a second at most, and all day. */
const calm = { span: 1000, period: 100 };
/** Milliseconds between looks whether somebody listens, while nobody does. */
const idleSpan = 1000;
/** Milliseconds within which the application does its first work; outside Linux nothing else tells whether the pool is in use. */
const timeout = 1000;
/** Milliseconds within which the main thread sees that a session has ended, unless a call of the system holds it. */
const farewell = 2000;
const periods = { least: 10, most: 1000 };

let isGreeted = false;
/** What was told of failures, for whoever comes later. */
const notes: ProbeNote[] = [];
function note(one: ProbeNote): void {
  notes.push(one);
  if (isGreeted) transport.send(one);
}
const contain = containment(note);
// What throws in a timer or in a callback costs that one, not the thread.
const onThrown = contain('probe', (error: unknown) => {
  throw error;
});
process.on('uncaughtException', onThrown);

const thread = ownThread(contain);
/** CPU time of the process, in ms; null where it is not told. */
const cpuTime = contain(
  'CPU',
  () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  null,
);
const residentMemory = contain('memory', () => process.memoryUsage.rss(), null);
const main = mainThread(data.board, {
  delays: data.delays,
  ask: (question) => data.asking.postMessage(question),
  polls: mainPolls(contain),
  counts: () => transport.size() > 0,
});
const waking = wakings(thread);
const fastKind = process.platform === 'linux' ? 'readlink' : 'randomFill';
const fast = queueProbe(fastKind, waking);
const slow = queueProbe('getaddrinfo', waking);
const tick = contain('pool', (lane: typeof fast) => lane.tick());

const began = performance.now();
let period = data.period;
let isPoolUnused = true;
/** What the main thread has told of its pools of connections since the last reading. */
let pools: readonly ConnectionsReading[] | null = null;
/** Whether the main thread wants the readings as well, for an exporter. */
let isExporting = false;
/** What publishes the metrics; null: nobody wants them. */
let metrics: Promise<OwnMetrics> | null = null;
let turned: number | null = null;
let before = { at: began, cpu: cpuTime(), own: thread.times()?.ran ?? null };

const hello = (): ProbeHello => ({
  type: 'hello',
  schema: 1,
  pid: process.pid,
  node: process.version.slice(1),
  entry: data.entry,
  script: data.script,
  poolSize: main.writings() > 0 ? main.poolSize() : data.poolSize,
  period,
  lanes: { fast: fastKind, slow: 'getaddrinfo' },
  tid: thread.tid,
});

/**
 * The pool takes its size when it is first used, perhaps after the application has set it in its first lines: the
 * probe must not be that first use. Node 20 names no threads, so there the pool may be in use unseen: the probe waits
 * all the same, until it is seen or the doctor says so.
 */
function lookForPool(): void {
  const isUsed = isPoolUsed();
  if (isUsed !== null) {
    isPoolUnused = !isUsed;
    return;
  }
  // Before the main thread's loop turns, the application's first lines may not even have run.
  if (turned === null && main.writings() > 0) turned = performance.now();
  if (turned !== null && performance.now() - turned >= timeout) isPoolUnused = false;
}

function reading(): ProbeReading {
  const [now, cpu, own] = [performance.now(), cpuTime(), thread.times()?.ran ?? null];
  const { memory, ...rest } = main.reading();
  const result: ProbeReading = {
    type: 'reading',
    at: now - began,
    span: now - before.at,
    isPoolUnused,
    fast: fast.reading(),
    slow: slow.reading(),
    ...rest,
    ...(pools && { pools }),
    memory: { rss: residentMemory(), ...memory },
    cpu: cpu === null || before.cpu === null ? null : cpu - before.cpu,
    ownCpu: own === null || before.own === null ? null : own - before.own,
  };
  pools = null;
  before = { at: now, cpu, own };
  return result;
}

/** Puts a value between two limits. What is no number becomes the lower one: a command is what somebody wrote to a socket. */
const within = (value: unknown, least: number, most: number) =>
  Math.min(Math.max(Number(value) || 0, least), most);

function obey(command: ProbeCommand): void {
  switch (command.type) {
    case 'use pool':
      isPoolUnused = false;
      break;
    case 'period':
      period = within(command.period, periods.least, periods.most);
      if (isAtWork) changePeriod(period);
      break;
    case 'profile':
      void profile(within(command.duration, 10, 30_000), main).then(transport.send);
      break;
    case 'capture':
      void capture(within(command.duration, 10, 5000), thread.tid).then(transport.send);
      break;
  }
}

let isEnding = false;

/** Ends this thread, not the process; jobs that still wait in the pool are taken back. */
function end(): void {
  isEnding = true;
  boardOf(data.board).departure.tell(true);
  const closed = lastClosed();
  const writings = main.writings();
  const whenSeen = () => {
    // The main thread writes between two looks at what others want of it.
    const isSeen =
      closed === null || performance.now() - closed > farewell || main.writings() >= writings + 2;
    if (isSeen) process.exit();
    main.listen();
    main.ask();
    setTimeout(whenSeen, 20);
  };
  whenSeen();
}

/**
 * Whether somebody who asks can be answered. The application's first lines may set the size of the pool, so at its very start
 * the answer waits until these have run, or have taken long.
 */
const canGreet = () =>
  data.entry === 'attached' || main.writings() > 0 || performance.now() - began > timeout;

isGreeted = canGreet();

const transport =
  data.socket === null
    ? { send() {}, size: () => 0 }
    : transportTo(data.socket, data.isListening, {
        greet() {
          work();
          return isGreeted ? [hello(), ...notes] : [];
        },
        command: obey,
        // Metrics may be wanted all the same.
        end: data.metrics === null ? end : () => {},
      });

let isSlowTurn = false;

const changePeriod = schedule(period, () => {
  if (!fast.isResting() || !slow.isResting()) waking.byTimer();
  main.listen();
  if (!isGreeted && canGreet()) {
    isGreeted = true;
    for (const message of [hello(), ...notes]) transport.send(message);
  }
  if (isEnding || isPoolUnused) return;
  tick(fast);
  // Names are looked up far less often than files are read.
  isSlowTurn = !isSlowTurn;
  if (isSlowTurn) tick(slow);
});

/** Whether anybody wants the readings. */
const isWanted = () => isExporting || metrics !== null || transport.size() > 0;
const isCalm = () => !isExporting && transport.size() === 0;
let [isAtWork, wasCalm] = [true, false];

const changeSpan = schedule(span, () => {
  if (!fast.isResting() || !slow.isResting()) waking.byTimer();
  if (isEnding) return;
  if (!isWanted()) return pause();
  if (isCalm() !== wasCalm) work();
  if (isPoolUnused) lookForPool();
  main.ask();
  setTimeout(tell, lead);
});

/** Whether the next reading is the first since somebody listens: it would tell of the time in which nobody did. */
let isFirst = false;

function tellMetrics(own: OwnMetrics, said: ProbeReading): void {
  own.hear(said);
  // It sees a pool whose threads have no names, and are never without work.
  if (isPoolUnused && own.isPoolUsed()) isPoolUnused = false;
}

function tell(): void {
  if (isEnding || !isGreeted || !isWanted()) return;
  const said = reading();
  if (isFirst) {
    isFirst = false;
    return;
  }
  transport.send(said);
  // That they cannot be published was said when it was found.
  metrics?.then(
    (own) => tellMetrics(own, said),
    () => {},
  );
  if (isExporting) parentPort?.postMessage({ ...said, poolThreads: poolThreads() });
}

/** Stops measuring while nobody listens. */
function pause(): void {
  if (!isAtWork || !isGreeted) return;
  isAtWork = false;
  main.rest();
  changePeriod(null);
  changeSpan(idleSpan);
}

function work(): void {
  const is = isCalm();
  // Whoever asks again and again must not put off the next reading.
  if (isAtWork && is === wasCalm) return;
  wasCalm = is;
  changeSpan(is ? calm.span : span);
  changePeriod(is ? calm.period : period);
  if (isAtWork) return;
  isAtWork = isFirst = true;
  main.ask();
}

/** Tells the user, not the link: nobody may be there. The main thread, whose stream it is, may hang. */
const warn = contain('metrics', (line: string) => void fs.writeSync(2, `chokepoint: ${line}\n`));

/** Loads a module. An import goes through the pool, which may be full, or not be used yet: Node 22.12 and newer need none. */
async function loaded(url: string): Promise<OwnMetricsModule> {
  const canRequire = (process.features as { readonly require_module?: boolean }).require_module;
  return (canRequire ? require(fileURLToPath(url)) : await import(url)) as OwnMetricsModule;
}

/** Publishes the metrics from now on. */
function published(): Promise<OwnMetrics> {
  metrics ??= loaded(String(data.metrics)).then(({ ownMetrics }) =>
    ownMetrics({
      // It listens less often now, which is no silence.
      silence: () => Math.max(0, main.silent() - calm.period),
      poolThreads,
      pending: () => [fast.pending(), slow.pending()],
      warn,
    }),
  );
  work();
  return metrics;
}
const unpublished = (error: Error) => warn(`no metrics: ${error.message}`);

main.ask();
parentPort?.on('message', (message: WorkerCommand) => {
  switch (message.type) {
    case 'note':
      note(message);
      break;
    case 'pools':
      pools = message.pools;
      break;
    case 'export':
      isExporting = true;
      work();
      break;
    case 'serve':
      published().then((own) => own.serve(message.address), unpublished);
      break;
    case 'families':
      published().then(
        (own) => parentPort?.postMessage({ ...message, families: own.families() }),
        unpublished,
      );
      break;
  }
});
parentPort?.unref();

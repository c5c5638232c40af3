/** Runs one load job in this process: warm-up, window, drain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { waited } from '../host/clock.ts';
import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { ClosedLoop, type LoopEnd } from './closed-loop.ts';
import type { LoadJob, LoadPhase } from './engine.ts';
import { ConnectionPool, resolve } from './connection-pool.ts';
import { OpenLoop } from './open-loop.ts';
import { Pacer } from './pacer.ts';
import {
  checkEnds,
  isOpen,
  lateAfter,
  rounds,
  warmedArrivals,
  type ClosedLoad,
  type OpenLoad,
} from './pacing.ts';
import { outcomeOf, Recorder, type Record } from './recorder.ts';
import { scenario, type Scenario } from './scenario.ts';

/** Time from the decision to start to the first due request, which the generator would otherwise send late. */
const lead: Milliseconds = 10;

interface Stage {
  readonly job: LoadJob;
  readonly scenario: Scenario;
  readonly connectionPool: ConnectionPool;
  readonly recorder: Recorder;
  readonly cost: GeneratorCost;
  readonly onPhase: (phase: LoadPhase) => void;
  readonly start: Start;
}

/** Waits until everybody is ready; resolves with the instant at which the load begins, by `performance.now()`. */
type Start = () => Promise<Milliseconds>;

/** The window as it came out: what was seen, and when it began on this process's clock. */
interface Window {
  readonly start: Milliseconds;
  readonly record: Record;
}

const atOnce: Start = async () => performance.now() + lead;

/**
 * @throws Problem OPTION_INVALID if a request cannot be sent as it is
 * @throws RangeError if the load would never end
 */
export async function generate(
  job: LoadJob,
  onPhase: (phase: LoadPhase) => void,
  start = atOnce,
): Promise<LoadOutcome> {
  checkEnds(job);
  const requests = scenario(job.requests, job.seed);
  const targets = await Promise.all(requests.targets.map(resolve));
  using connectionPool = new ConnectionPool(targets, job.timeout);
  const recorder = new Recorder({
    membership: isOpen(job.load) || job.duration === null ? 'due' : 'done',
    lateAfter: lateAfter(job),
    traces: job.traces,
    seed: job.seed,
  });
  const cost = new GeneratorCost();
  const stage: Stage = { job, scenario: requests, connectionPool, recorder, cost, onPhase, start };
  const { load } = job;
  const { start: from, record } = isOpen(load) ? await runOpen(stage, load) : await runClosed(stage, load);
  const began = performance.timeOrigin + from;
  return outcomeOf(record, { engine: 'http', start: began, warmup: job.warmup, generator: cost.read() });
}

async function runOpen(stage: Stage, load: OpenLoad): Promise<Window> {
  const { job, connectionPool, recorder } = stage;
  const { warmup, seed, share } = job;
  const duration = job.duration ?? 0;
  const loop = new OpenLoop(connectionPool, stage.scenario, recorder, job.timeout);
  await using pacer = await Pacer.ready({ load, warmup, duration, seed, share });
  await loop.open();
  const begin = await stage.start();
  recorder.openWindow(begin + warmup, begin + warmup + duration);
  const end = loop.run(warmedArrivals(load, warmup, duration, seed, share), begin);
  pacer.start(begin, (now) => loop.fire(now));
  // Awaited here: a returned promise would outlive the pacer.
  return await timedWindow(stage, end, begin, duration);
}

async function runClosed(stage: Stage, load: ClosedLoad): Promise<Window> {
  const { job, connectionPool, recorder } = stage;
  const plan = rounds(load);
  const loop = new ClosedLoop(plan, connectionPool, stage.scenario, recorder);
  await loop.open();
  const begin = await begun(stage.start);
  if (job.duration !== null) {
    const start = begin + job.warmup;
    recorder.openWindow(start, start + job.duration);
    return timedWindow(stage, loop.run(plan.each, start + job.duration), begin, job.duration);
  }
  if (job.warmup > 0) {
    stage.onPhase('warmup');
    const end = await loop.run(null, begin + job.warmup);
    if (end === 'unreachable') return unreachable(stage, begin);
  }
  return boundedWindow(stage, (until) => loop.run(plan.each, until));
}

/** Waits for the start and returns it: a closed loop sends as soon as it runs. */
async function begun(start: Start): Promise<Milliseconds> {
  if (start === atOnce) return performance.now();
  await sleep(Math.max(0, (await start()) - performance.now()));
  return performance.now();
}

/** The window of a load with a duration: its edges are known before it starts. */
async function timedWindow(
  stage: Stage,
  end: Promise<LoopEnd>,
  begin: Milliseconds,
  duration: Milliseconds,
): Promise<Window> {
  const { job, recorder, cost, onPhase } = stage;
  const start = begin + job.warmup;
  const giveUp = new AbortController();
  const loopEnd = end.then((how) => {
    if (how === 'unreachable') giveUp.abort();
    return how;
  });
  if (job.warmup > 0) {
    onPhase('warmup');
    if (!(await waited(start - performance.now(), giveUp.signal))) return unreachable(stage, begin);
  }
  cost.begin();
  onPhase('window');
  if (!(await waited(start + duration - performance.now(), giveUp.signal))) return unreachable(stage, begin);
  cost.end();
  onPhase('drain');
  if ((await loopEnd) === 'unreachable') return unreachable(stage, begin);
  return { start, record: recorder.finish(start + duration) };
}

/** The window of a load that ends by its number of requests: from the first send to the last answer. */
async function boundedWindow(
  { recorder, cost, onPhase }: Stage,
  run: (until: Milliseconds) => Promise<LoopEnd>,
): Promise<Window> {
  cost.begin();
  onPhase('window');
  const start = performance.now();
  recorder.openWindow(start, Infinity);
  await run(Infinity);
  cost.end();
  onPhase('drain');
  return { start, record: recorder.finish(recorder.lastDone) };
}

function unreachable({ recorder, cost, onPhase }: Stage, begin: Milliseconds): Window {
  cost.end();
  onPhase('drain');
  return { start: begin, record: recorder.finishUnreachable(begin, performance.now()) };
}

/** What the generator itself used over the window, so that a reader can see whether it measured the server or itself. */
class GeneratorCost {
  #cpu = process.cpuUsage();
  #loop = performance.eventLoopUtilization();
  #atEnd: Pick<LoadOutcome['generator'], 'cpu' | 'utilization'> | null = null;

  begin(): void {
    this.#cpu = process.cpuUsage();
    this.#loop = performance.eventLoopUtilization();
  }

  end(): void {
    const { user, system } = process.cpuUsage(this.#cpu);
    const { utilization } = performance.eventLoopUtilization(this.#loop);
    this.#atEnd = { cpu: (user + system) / 1_000, utilization };
  }

  read(): Omit<LoadOutcome['generator'], 'lateShare'> {
    if (this.#atEnd === null) this.end();
    const peakRss = process.resourceUsage().maxRSS * 1_024;
    return { cpu: 0, utilization: 0, ...this.#atEnd, peakRss, pid: process.pid };
  }
}

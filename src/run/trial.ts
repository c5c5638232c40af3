/** One trial: a fresh server under one setting is started, loaded once, read back, and ended. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { NextWindow } from '../capacity/next.ts';
import type { Engine, LoadJob, LoadPhase } from '../load/engine.ts';
import type { Lab } from '../model/experiment.ts';
import type { Clock } from '../model/units.ts';
import { describeSetting, windowOf, type Cell, type Plan } from '../model/plan.ts';
import { isToBeFound } from '../format/address.ts';
import { Problem, problem, problemData, type ProblemData } from '../messages/problem.ts';
import { redactFound } from '../redact/redact-plan.ts';
import type { Facts, JobSample, Sample, Trial, Usage, WindowSpeed } from '../model/sample.ts';
import type { Secrets } from '../redact/secrets.ts';
import { awaitFacts } from './facts-of.ts';
import { awaitJobs, jobSample, loopUtilization } from '../server/jobs.ts';
import { leftBehind } from '../server/ending.ts';
import { watchHost } from '../host/host.ts';
import { burstOf, judgeOutcome, lastAnswer, pilotWindow, steadyOutcome } from './outcome.ts';
import { measureRates } from './rates.ts';
import { loadInTurn, together, type SeenWindow, type Turn } from './in-turn.ts';
import { settle } from './settle.ts';
import { readingsOf, type Shares, type WindowReading } from './window-readings.ts';
import { launchFor, type LaunchTarget } from '../server/launch.ts';
import { askFacts } from '../server/get-json.ts';
import { awaitReady, requireFreePort, type ReadyOptions } from '../server/ready.ts';
import { total } from '../stats/mean-and-spread.ts';
import { UsageWatch } from '../observe/usage.ts';
import type { WindowProbe } from '../host/window-probe.ts';
import { startServer, type RunningServer } from '../server/server.ts';

/** The phase of a trial; one with several rates also names its windows: `climb poisson:300`. */
export type TrialPhase = 'start' | LoadPhase | 'stop' | (string & {});

export interface TrialOptions extends Pick<ReadyOptions, 'onSilent'> {
  readonly plan: Plan;
  readonly cell: Cell;
  /** Plan and cell with their secrets, used only to start the server and to send requests. */
  readonly real: { readonly plan: Plan; readonly cell: Cell };
  readonly secrets: Secrets;
  readonly ordinal: number;
  readonly block: number;
  readonly engine: Engine;
  readonly withUnits: Lab['withUnits'];
  readonly clock: Clock;
  /** Measures the speed of the CPUs under the load; null for a program, which is not loaded. */
  readonly probe: WindowProbe | null;
  /** Chooses each window of a trial with several rates; absent: one window with the cell's load. */
  readonly windows?: NextWindow | undefined;
  /** Its place among servers that are loaded in turn; absent: it has the machine to itself. */
  readonly turn?: Turn | undefined;
  /** The run's folder; each trial has its own folder in it, and removes it. */
  readonly folder: string;
  /** The run's mark, by which its processes are found. */
  readonly mark: string;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: TrialPhase) => void;
  /** Address at which an earlier trial of the run found its server; null if none did, or the plan gives it. */
  readonly before: string | null;
  /** Called with the address of the server, if it had to be found. */
  readonly onFound: (address: string) => void;
  /** Called for every server, so that the reaper can end it. */
  readonly onServer: (root: string | null, alive: boolean) => void;
  readonly onProcess: (who: string) => void;
  /** Called with the processes that an interrupted trial has left behind. */
  readonly onLeft: (left: Problem) => void;
}

/**
 * Distance of the seeds of two blocks. Within one all settings get the same arrivals, so that luck in them cancels in a ratio; each
 * block gets others, or the scatter of blocks would not hold that luck. A trial of many windows needs two seeds for each.
 */
const seedStep = 10_007;
/** Raw requests that a trial keeps for the pictures. */
const keptTraces = 300;
/** Milliseconds for the jobs of a trial: each takes half a second, and a pool of one thread runs them one by one. */
const jobTimeout = 60_000;

/**
 * Runs one trial. A server that fails makes a trial with a `problem`, not an error.
 * @throws the signal's reason when interrupted, and errors that are defects of this program
 */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { cell, real, secrets, ordinal, block, clock, signal } = options;
  const startedAt = clock.epoch();
  const begin = clock.now();
  const directory = join(options.folder, String(ordinal));
  mkdirSync(directory, { recursive: true });
  const endHostWatch = watchHost();
  const found: Findings = {
    sample: null,
    problem: null,
    readyAfter: null,
    address: null,
    effective: [],
    output: [],
    facts: [],
    shares: null,
    window: null,
    left: null,
  };
  try {
    const target = await launchFor(real.plan, real.cell, directory, options.turn?.member);
    await measureServer(options, target, directory, found);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    found.problem ??= problemData(error);
  } finally {
    options.turn?.leave();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
  const { left, address, ...seen } = found;
  const { shares, window, facts, ...rest } = redactFound(seen, secrets);
  return {
    ordinal,
    block,
    cell: cell.id,
    setting: cell.setting,
    load: cell.load,
    startedAt,
    duration: clock.now() - begin,
    ...(address !== null && { address }),
    host: { ...endHostWatch(), foreign: null, own: null, stolen: null, ...shares, ...(window && { window }) },
    ...((cell.load.kind === 'none' || facts.length > 0) && { facts }),
    ...rest,
    problem: both(rest.problem, left),
  };
}

/** The first problem, with the report of processes left behind added to it. */
function both(first: ProblemData | null, left: Problem | null): ProblemData | null {
  if (left === null) return first;
  return first === null ? problemData(left) : { ...first, why: `${first.why} ${left.what} ${left.why}` };
}

/** Results of a trial, filled step by step: those found before a problem are kept with it. */
type Findings = {
  -readonly [Key in 'sample' | 'problem' | 'readyAfter' | 'effective' | 'output']: Trial[Key];
} & {
  shares: Shares | null;
  facts: readonly Facts[];
  address: string | null;
  window: WindowSpeed | null;
  left: Problem | null;
};

async function measureServer(
  options: TrialOptions,
  planned: LaunchTarget,
  directory: string,
  found: Findings,
): Promise<void> {
  const { plan, cell, secrets, ordinal, clock, probe, turn, mark, signal, before } = options;
  const { onPhase, onFound, onServer, onProcess, onLeft, onSilent } = options;
  await turn?.begin();
  await requireFreePort(planned.url);
  onPhase('start');
  const begin = clock.now();
  const server = startServer({
    launch: planned.launch,
    cwd: planned.cwd,
    folder: directory,
    mark: `${mark}/${ordinal}`,
    cpus: planned.cpus,
    clock,
    onProcess,
    hide: (line) => secrets.hide(line),
  });
  onServer(server.root, true);
  try {
    if (cell.load.kind === 'none') {
      const { announces } = planned.launch;
      found.facts = await awaitFacts({ server, directory, announces, timeout: plan.timeout, clock, signal });
      return;
    }
    const setting = describeSetting(cell.setting);
    const waiting = {
      server,
      directory,
      setting,
      timeout: plan.startTimeout,
      clock,
      signal,
      before,
      onSilent,
    };
    const target = await awaitReady({ ...waiting, target: planned });
    if (isToBeFound(planned.url)) {
      found.address = new URL(target.url).origin;
      onFound(found.address);
    }
    found.readyAfter = clock.now() - begin;
    turn?.end();
    if (plan.contestants) found.facts = await askFacts(target.url, signal);
    const sample = await loadServer(server, target, options, directory, found);
    found.sample = sample;
    // With several rates, the windows of waiting clients show whether answers are right; failures at higher rates are results.
    const clients = sample.rates?.find(({ purpose }) => purpose === 'clients')?.outcome;
    const judged = sample.rates ? clients : sample.outcome;
    if (judged) found.problem ??= judgeOutcome(judged, target.url, cell.expectsWrong);
  } finally {
    found.output = server.output();
    // If a window was cut off, the probe must not run on into the next start.
    if (found.window === null && !turn) void probe?.end();
    if (found.sample === null) turn?.leave();
    await turn?.begin();
    onPhase('stop');
    found.left = leftBehind(await server.stop());
    onServer(server.root, false);
    // An interrupted trial is not stored, but processes that it leaves are reported.
    if (found.left && signal.aborted) onLeft(found.left);
  }
}

async function loadServer(
  server: RunningServer,
  target: LaunchTarget,
  options: TrialOptions,
  directory: string,
  found: Findings,
): Promise<Sample> {
  const { plan, cell, clock, probe, windows: next, turn, signal, onPhase, onProcess, withUnits } = options;
  const keys = [
    'UV_THREADPOOL_SIZE',
    ...Object.keys(cell.setting)
      .filter((key) => key.startsWith('env:'))
      .map((key) => key.slice(4)),
  ];
  let read = readingsOf(server, keys);
  const readBack = () => {
    const reading = read();
    found.effective = reading.effective;
    return reading;
  };

  let last = null as WindowReading | null;
  const dead = new AbortController();
  void server.exited.then((how) => dead.abort(problem('SERVER_DIED', { how })));
  const { load } = cell;
  if (load.kind === 'none') throw new Error(`cell ${cell.id} has no load`);
  const planned: LoadJob = {
    load,
    requests: target.requests,
    ...windowOf(plan, cell),
    timeout: plan.timeout,
    seed: plan.seed + options.block * seedStep,
    traces: keptTraces,
  };
  const conditions = {
    signal: AbortSignal.any([signal, dead.signal]),
    affinity: plan.affinity?.generator ?? null,
    folder: directory,
    onProcess,
  };
  await using kept = options.engine.keep?.(conditions.affinity) ?? null;
  const engine = kept ?? options.engine;
  const warm = () => onPhase('warmup');
  const chosen = await pilotWindow(plan, cell, engine, planned, { ...conditions, onPhase: warm });
  const settled =
    plan.settling &&
    (await settle({
      engine,
      job: planned,
      options: { ...conditions, onPhase: warm },
      settling: plan.settling,
      calibrate: cell.calibrate,
      withUnits,
      exercise: cell.exercise,
      cpu: () => total([...server.cpuTimes().values()]),
    }));
  const job: LoadJob = { ...planned, ...chosen, ...(settled && { requests: settled.requests }) };
  // Of a rate that is not kept the calls tell whether another service is the limit, and of a command how often it calls one.
  const calls = next !== undefined ? 0.05 : plan.subject.kind === 'command' ? 0.01 : 0;
  using usage = await UsageWatch.open(server.pids(), calls);
  let used = null as Usage | null;
  await probe?.ready;
  // All readings of a window cover the same time: from the first request to the end of the work.
  const beginWindow = () => {
    read = readingsOf(server, keys);
    usage?.begin();
    probe?.begin(target.cpus, server.pids());
  };
  const endWindow = async () => {
    last = readBack();
    used = usage?.end() ?? null;
    found.window = (await probe?.end()) ?? null;
  };
  if (next) {
    const seen: { readonly last: WindowReading | null; readonly window: WindowSpeed | null }[] = [];
    const end = async () => {
      await endWindow();
      seen.push({ last, window: found.window });
      return used;
    };
    const rates = { plan, next, engine, job, options: conditions, interrupted: signal, dead: dead.signal };
    const edges = { begin: beginWindow, end, onWindow: onPhase };
    const { sample, shown, failure } = await measureRates({ ...rates, ...edges });
    found.problem = failure;
    const { last: reading = null, window = null } = seen[shown] ?? {};
    found.effective = reading?.effective ?? found.effective;
    found.window = window;
    found.shares = reading?.shares(sample.outcome.generator.cpu + (window?.cpu ?? 0)) ?? null;
    return sample;
  }
  if (turn && plan.turns) {
    const loadOnce = async (some: LoadJob): Promise<SeenWindow> => {
      let ended = Promise.resolve();
      const outcome = await engine.run(some, {
        ...conditions,
        onPhase(phase) {
          onPhase(phase);
          if (phase === 'window') beginWindow();
          if (phase !== 'drain') return;
          ended = endWindow();
          ended.catch(() => {}); // awaited below, unless the load itself fails
        },
      });
      await ended;
      const { effective = [] } = last ?? {};
      const shares = last?.shares(outcome.generator.cpu + (found.window?.cpu ?? 0)) ?? null;
      return { outcome, effective, shares, speed: found.window, usage: used };
    };
    const memory = () => total(server.effective(keys, new Map()).map(({ rss }) => rss));
    const cpu = () => total([...server.cpuTimes().values()]);
    const given = { turn, turns: plan.turns, job, load: loadOnce, cpu, memory, now: () => clock.now() };
    const { seen, turns } = await loadInTurn(given);
    const whole = together(seen);
    [found.effective, found.window, found.shares] = [whole.effective, whole.speed, whole.shares];
    return { outcome: whole.outcome, jobs: null, turns, ...(whole.usage && { usage: whole.usage }) };
  }
  // Where jobs go on after the answers, the window ends with the last job. Their number is known beforehand for a burst; for
  // other loads the generator tells it when it ends, a moment too late.
  const endsWithJobs = target.jobsPerRequest > 0;
  const burst = burstOf(load);
  let expected = (burst ?? 0) * target.jobsPerRequest;
  const endWithJobs = async () => {
    await awaitJobs(directory, () => expected, clock, jobTimeout, conditions.signal);
    await endWindow();
  };
  let ended = Promise.resolve();
  const { outcome, windows } = await steadyOutcome(engine, job, {
    ...conditions,
    onPhase(phase) {
      onPhase(phase);
      if (phase === 'window') beginWindow();
      // Threads and CPU time are read while the load still runs, or at the latest when it has just ended.
      if (phase !== 'drain') return;
      if (!endsWithJobs) ended = endWindow();
      else if (burst !== null) ended = endWithJobs();
      ended.catch(() => {}); // awaited below, unless the load itself fails
    },
  });
  expected = (outcome.warmup.requests + outcome.counts.sent) * target.jobsPerRequest;
  if (endsWithJobs && burst === null) ended = endWithJobs();
  await ended;
  let jobs: JobSample | null = null;
  if (endsWithJobs) {
    jobs = jobSample(directory, outcome.window.start, lastAnswer(outcome));
  } else if (target.hasOwnJobs) {
    const end = lastAnswer(outcome);
    jobs = jobSample(directory, outcome.window.start, end, end);
  }
  found.shares = last?.shares(outcome.generator.cpu + (found.window?.cpu ?? 0)) ?? null;
  const loops = loopUtilization(directory, outcome.window);
  return {
    outcome,
    windows,
    jobs,
    ...(chosen && { chosen }),
    ...(settled && { settling: settled.settling }),
    ...(loops.length > 0 && { loops }),
    ...(used && { usage: used }),
  };
}

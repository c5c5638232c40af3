/** One trial: a fresh server under one setting, brought up, loaded once, read back, ended. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, LoadJob, LoadPhase } from '../load/engine.ts';
import type { Clock } from '../model/clock.ts';
import { describeSetting, windowOf, type Cell, type Plan } from '../model/plan.ts';
import { Problem, problem, problemData, type ProblemData } from '../model/problem.ts';
import { redactFound } from '../model/redact/redact-run.ts';
import type { Facts, HostReading, JobSample, LoadOutcome, Sample, Trial, Usage } from '../model/sample.ts';
import type { Secrets } from '../model/redact/secrets.ts';
import { speed } from '../host/calibrate.ts';
import { awaitFacts } from './facts-of.ts';
import { awaitJobs, jobSample } from '../server/jobs.ts';
import { loopUtilization } from '../server/loops.ts';
import { leftBehind } from '../server/ending.ts';
import { watchHost } from '../host/host.ts';
import { judgeOutcome } from './outcome.ts';
import { launchFor, type LaunchTarget } from '../server/launch.ts';
import { awaitReady } from '../server/ready.ts';
import { steadyOutcome } from './steady.ts';
import { UsageWatch } from '../observe/usage.ts';
import { observe, type WindowReading } from './window.ts';
import { requireFreePort, startServer, type RunningServer } from '../server/server.ts';

export type TrialPhase = 'start' | LoadPhase | 'stop';

export interface TrialOptions {
  readonly plan: Plan;
  readonly cell: Cell;
  /** The same with its secrets, which are only started and sent. */
  readonly real: { readonly plan: Plan; readonly cell: Cell };
  readonly secrets: Secrets;
  readonly ordinal: number;
  readonly block: number;
  readonly engine: Engine;
  readonly clock: Clock;
  /** The run's folder; each trial has one of its own in it, and removes it. */
  readonly folder: string;
  /** The run's mark. */
  readonly mark: string;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: TrialPhase) => void;
  /** Told of every server, so that the warden can end it. */
  readonly onServer: (root: string | null, alive: boolean) => void;
  readonly onProcess: (who: string) => void;
  /** Told of what a trial that is interrupted has left behind. */
  readonly onLeft: (left: Problem) => void;
}

/** Raw requests that a trial keeps for the pictures. */
const keptTraces = 300;
/** The published jobs take half a second each, and a pool of one works them off one by one. */
const jobPatience = 60_000;

/**
 * Runs one trial. A server that fails makes a trial with a `problem`, not an error.
 * @throws the signal's reason when interrupted, and whatever is a defect of this program
 */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { cell, real, secrets, ordinal, block, clock, signal } = options;
  const startedAt = clock.epoch();
  const begin = clock.now();
  const directory = join(options.folder, String(ordinal));
  mkdirSync(directory, { recursive: true });
  const before = speed();
  const endHostWatch = watchHost();
  const found: Findings = {
    sample: null,
    problem: null,
    readyAfter: null,
    effective: [],
    output: [],
    facts: [],
    foreign: null,
    left: null,
  };
  try {
    const target = await launchFor(real.plan, real.cell, directory);
    await measureServer(options, target, directory, found);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    found.problem ??= problemData(error);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
  const { left, ...seen } = found;
  const { foreign, facts, ...rest } = redactFound(seen, secrets);
  return {
    ordinal,
    block,
    cell: cell.id,
    setting: cell.setting,
    load: cell.load,
    startedAt,
    duration: clock.now() - begin,
    host: { ...endHostWatch(), foreign, speed: Math.min(before, speed()) },
    ...(cell.load.kind === 'none' && { facts }),
    ...rest,
    problem: both(rest.problem, left),
  };
}

/** What went wrong first comes first; what was left behind is told beside it. */
function both(first: ProblemData | null, left: Problem | null): ProblemData | null {
  if (left === null) return first;
  return first === null ? problemData(left) : { ...first, why: `${first.why} ${left.what} ${left.why}` };
}

/** Filled step by step: what was found before a problem is kept with it. */
type Findings = {
  -readonly [Key in 'sample' | 'problem' | 'readyAfter' | 'effective' | 'output']: Trial[Key];
} & Pick<{ -readonly [Key in keyof HostReading]: HostReading[Key] }, 'foreign'> & {
    facts: readonly Facts[];
    left: Problem | null;
  };

async function measureServer(
  {
    plan,
    cell,
    secrets,
    ordinal,
    engine,
    clock,
    mark,
    signal,
    onPhase,
    onServer,
    onProcess,
    onLeft,
  }: TrialOptions,
  target: LaunchTarget,
  directory: string,
  found: Findings,
): Promise<void> {
  await requireFreePort(target.url);
  onPhase('start');
  const begin = clock.now();
  const server = startServer({
    launch: target.launch,
    cwd: target.cwd,
    mark: `${mark}/${ordinal}`,
    cpus: target.cpus,
    clock,
    onProcess,
    hide: (line) => secrets.hide(line),
  });
  onServer(server.root, true);
  try {
    if (cell.load.kind === 'none') {
      const { announces } = target.launch;
      found.facts = await awaitFacts({ server, directory, announces, timeout: plan.timeout, clock, signal });
      return;
    }
    const setting = describeSetting(cell.setting);
    await awaitReady({ server, target, directory, setting, timeout: plan.startTimeout, clock, signal });
    found.readyAfter = clock.now() - begin;
    const sample = await loadServer(
      server,
      target,
      { plan, cell, engine, clock, signal, onPhase, directory },
      found,
    );
    found.sample = sample;
    found.problem = judgeOutcome(sample.outcome, target.url, cell.expectsWrong);
  } finally {
    found.output = server.output();
    onPhase('stop');
    found.left = leftBehind(await server.stop());
    onServer(server.root, false);
    // Of a trial that was cut off nothing is kept; that something of it goes on must be heard all the same.
    if (found.left && signal.aborted) onLeft(found.left);
  }
}

type LoadContext = Pick<TrialOptions, 'plan' | 'cell' | 'engine' | 'clock' | 'signal' | 'onPhase'> & {
  directory: string;
};

async function loadServer(
  server: RunningServer,
  target: LaunchTarget,
  { plan, cell, engine, clock, signal, onPhase, directory }: LoadContext,
  found: Findings,
): Promise<Sample> {
  const keys = [
    'UV_THREADPOOL_SIZE',
    ...Object.keys(cell.setting)
      .filter((key) => key.startsWith('env:'))
      .map((key) => key.slice(4)),
  ];
  let read = observe(server, keys);
  const readBack = () => {
    const reading = read();
    found.effective = reading.effective;
    return reading;
  };

  let last = null as WindowReading | null;
  const dead = new AbortController();
  const died = server.exited.then((how) => {
    const error = problem('SERVER_DIED', { how });
    dead.abort(error);
    return error;
  });
  const { load } = cell;
  if (load.kind === 'none') throw new Error(`cell ${cell.id} has no load`);
  const job: LoadJob = {
    load,
    requests: target.requests,
    ...windowOf(plan, cell),
    timeout: plan.timeout,
    seed: plan.seed,
    traces: keptTraces,
  };
  using usage = await UsageWatch.open(server.pids());
  let used = null as Usage | null;
  const { outcome, windows } = await steadyOutcome(engine, job, {
    signal: AbortSignal.any([signal, dead.signal]),
    affinity: plan.affinity?.generator ?? null,
    onPhase(phase) {
      onPhase(phase);
      if (phase === 'window') {
        read = observe(server, keys);
        usage?.begin();
      }
      // Threads and CPU time are read while the load still stands, or at the latest when it has just ended.
      if (phase === 'drain') {
        last = readBack();
        used = usage?.end() ?? null;
      }
    },
  });
  let jobs: JobSample | null = null;
  if (target.jobsPerRequest > 0) {
    const lastResponse = lastAnswer(outcome);
    const expected = (outcome.warmup.requests + outcome.counts.sent) * target.jobsPerRequest;
    await Promise.race([
      awaitJobs(directory, expected, clock, jobPatience, signal),
      died.then((error) => Promise.reject(error)),
    ]);
    last = readBack();
    jobs = jobSample(directory, outcome.window.start, lastResponse);
  } else if (target.hasOwnJobs) {
    const end = lastAnswer(outcome);
    jobs = jobSample(directory, outcome.window.start, end, end);
  }
  found.foreign = last?.foreign(outcome.generator.cpu) ?? null;
  const loops = loopUtilization(directory, outcome.window);
  return { outcome, windows, jobs, ...(loops.length > 0 && { loops }), ...(used && { usage: used }) };
}

/** When the last response had reached the client: for loads that end by themselves the window ends with it. */
function lastAnswer(outcome: LoadOutcome): number {
  return outcome.window.start + outcome.window.duration;
}

/** Plans and trials with figures put in by hand, as a store would give them back. */
import { planSchema, type Plan } from '../../src/model/plan.ts';
import { quoted } from '../../src/messages/message.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import type { CheckResult } from '../../src/model/check.ts';
import { Histogram, type HistogramData } from '../../src/stats/histogram.ts';
import type {
  EffectiveProcess,
  HostConditions,
  JobSample,
  LoadOutcome,
  Sample,
  Trial,
  Usage,
  WindowSpeed,
} from '../../src/model/sample.ts';

/** A sweep over pool sizes; the first cell is the baseline. */
export function planOf(...cells: readonly string[]): Plan {
  return planSchema.parse({
    strategy: { kind: 'all' },
    name: 'sweep',
    scale: 'full',
    subject: { kind: 'command', command: ['node', 'server.js'], cwd: '/srv' },
    factors: [{ key: 'pool', levels: cells }],
    cells: cells.map((id) => ({
      id,
      setting: { pool: id },
      load: { kind: 'closed', clients: 8 },
      requests: [{ url: 'http://127.0.0.1:3000/' }],
    })),
    baseline: cells[0],
    blocks: 4,
    seed: 1,
    warmup: 0,
    duration: 1000,
    timeout: 1000,
    startTimeout: 1000,
    expected: 0,
    node: null,
    affinity: null,
  });
}

export interface Figures {
  readonly throughput?: number;
  /** Milliseconds, one for each request. */
  readonly responses?: readonly number[];
  readonly jobs?: Partial<JobSample>;
  /** Milliseconds of CPU, one for each process. */
  readonly cpu?: readonly number[];
  readonly failed?: boolean;
}

/** @returns what the product's own reader accepts */
export function histogramOf(milliseconds: Iterable<number>): HistogramData {
  const histogram = new Histogram();
  for (const each of milliseconds) histogram.record(each * 1000);
  return histogram.toData();
}

const nothing = histogramOf([]);

/** A load in which every request was answered, and answered rightly. */
export function outcomeOf(response: HistogramData, change: Partial<LoadOutcome> = {}): LoadOutcome {
  const { count } = response;
  return {
    engine: 'http',
    window: { start: 0, duration: 1000 },
    counts: { due: count, sent: count, answered: count, verified: count },
    errors: { connect: 0, reset: 0, timeout: 0, status: 0, body: 0, proof: 0, protocol: 0 },
    errorExamples: [],
    throughput: count,
    response,
    service: response,
    lateness: nothing,
    concurrency: 8,
    bytesReceived: 0,
    generator: { utilization: 0.1, cpu: 10, peakRss: 0, lateShare: 0, pid: 1 },
    traces: [],
    series: { binWidth: 250, done: [], errors: [], responseSum: [] },
    warmup: { duration: 0, requests: 0 },
    ...change,
  };
}

/** Of a window probe whose readings were taken where no main thread was. @param times milliseconds of both works on each CPU */
export const probeOf = (
  times: readonly { readonly hash: readonly number[]; readonly table: readonly number[] }[],
): WindowSpeed => ({
  cpu: 10,
  cpus: times.map(({ hash, table }, cpu) => ({
    cpu,
    readings: { hash: histogramOf(hash), table: histogramOf(table) },
    beside: { hash: nothing, table: nothing },
  })),
});

export function processOf(pid: number, change: Partial<EffectiveProcess> = {}): EffectiveProcess {
  return {
    pid,
    parent: 1,
    command: 'node server.js',
    node: null,
    env: {},
    threads: 11,
    poolThreads: 4,
    cpusAllowed: 2,
    rss: 0,
    cpu: 50,
    ...change,
  };
}

export function trialOf(block: number, cell: string, figures: Figures = {}): Trial {
  const { throughput = 100, responses = [5], jobs, cpu = [50], failed = false } = figures;
  const someJobs = { count: 10, min: 1, mean: 2, max: 4, makespan: 500, afterLastResponse: 0, traces: [] };
  return {
    ordinal: block * 10,
    block,
    cell,
    setting: { pool: cell },
    load: { kind: 'closed', clients: 8 },
    startedAt: 0,
    readyAfter: 10,
    duration: 1100,
    effective: cpu.map((spent, i) => processOf(100 + i, { cpu: spent })),
    host: {
      loadAverage: 0,
      steal: null,
      busy: null,
      foreign: null,
      own: null,
      stolen: null,
      throttledPeriods: null,
    },
    sample: {
      outcome: outcomeOf(histogramOf(responses), { throughput, service: nothing }),
      jobs: jobs ? { ...someJobs, ...jobs } : null,
    },
    problem: failed ? problemData(problem('SERVER_DIED', { how: 'SIGKILL' })) : null,
    output: [],
  };
}

/** The trial with something else in its sample; one that has none stays as it is. */
export function withSample<Own extends Trial>(trial: Own, change: (sample: Sample) => Partial<Sample>): Own {
  const { sample } = trial;
  return sample ? { ...trial, sample: { ...sample, ...change(sample) } } : trial;
}

/** The same of what the load saw. */
export const withOutcome = <Own extends Trial>(
  trial: Own,
  change: (outcome: LoadOutcome) => Partial<LoadOutcome>,
): Own => withSample(trial, ({ outcome }) => ({ outcome: { ...outcome, ...change(outcome) } }));

/** A validity check that failed for the whole run. */
export const failedCheck = (change: Partial<CheckResult> = {}): CheckResult => ({
  id: 'M1',
  title: 'No interference from the machine',
  outcome: 'fail',
  effect: 'undecided',
  sentence: quoted('3% of the CPU time was stolen.'),
  cells: [],
  evidence: [],
  ...change,
});

/** A window of 1 s on a server with one process and four pool threads. */
export const usageOf = (change: Partial<Usage> = {}): Usage => ({
  processes: 1,
  duration: 1000,
  cpu: 200,
  loopCpu: 100,
  loopWaitedForCpu: 0,
  poolCpu: 100,
  poolHeld: 200,
  poolWaitedForCpu: 0,
  poolSize: 4,
  queued: 0,
  ...change,
});

/** Throughputs of every cell, block by block. */
export function trialsOf(throughputs: Readonly<Record<string, readonly number[]>>): Trial[] {
  return Object.entries(throughputs).flatMap(([cell, values]) =>
    values.map((throughput, block) => trialOf(block, cell, { throughput })),
  );
}

/** Of a run that ended. */
export const head = { id: '20260101-000000-abcd', createdAt: 0, status: 'finished', reason: null } as const;

export const host: HostConditions = {
  cpuModel: 'a CPU',
  logicalCpus: 2,
  physicalCores: 2,
  affinity: null,
  cgroupCpus: null,
  effectiveCpus: 2,
  memory: 0,
  cgroupMemory: null,
  loadAverage: 0,
  node: '26.0.0',
  uv: '1.51.0',
  platform: 'linux x64',
  kernel: '6.1',
  chokepoint: '0.0.0',
};

/**
 * A judged run as the pipeline would hand it over, made from a seed: what a report has to cope with, in one value.
 * The curve is the one that pools really show: up to the CPUs, then flat, while the average of a burst rises.
 */
import { message, quoted } from '../../src/messages/message.ts';
import type { ProblemData } from '../../src/messages/problem.ts';
import type { CheckId } from '../../src/model/check.ts';
import { describeSetting, type Cell, type Level, type Load, type Plan } from '../../src/model/plan.ts';
import type { Metric, RunResult } from '../../src/model/verdict.ts';
import { decideGate } from '../../src/judge/gate.ts';
import { comparisons } from '../../src/judge/comparisons.ts';
import { summarize } from '../../src/judge/summarize.ts';
import { measurement } from '../../src/judge/measurement.ts';
import { seeded, shuffled } from '../../src/stats/random.ts';
import { planOf as sweepOf } from '../kit/trials.ts';
import { clients, start, trial } from './fixture-trial.ts';
import { labClaims, labPassages } from './fixture-words.ts';

export interface FixtureOptions {
  readonly seed?: number;
  /** `lab`: bursts whose jobs the server times itself; `sweep`: a user's server under a steady closed loop. */
  readonly kind?: 'lab' | 'sweep';
  readonly pools?: readonly Level[];
  readonly topologies?: readonly string[];
  /** `before`: the server answers before its jobs are done. */
  readonly answers?: readonly ('before' | 'after')[];
  readonly blocks?: number;
  /** Ordinal of a trial whose server dies; null for none. */
  readonly failing?: number | null;
}

export function fixture({
  seed = 7,
  kind = 'lab',
  pools = [1, 4, 8, 16, 64, 1024],
  topologies = ['node'],
  answers = ['after'],
  blocks = 4,
  failing = 9,
}: FixtureOptions = {}): RunResult {
  const random = seeded(seed);
  const load: Load =
    kind === 'lab' ? { kind: 'closed', clients, requestsEach: 1 } : { kind: 'closed', clients: 32 };
  const cells = answers.flatMap((answer) =>
    topologies.flatMap((topology) =>
      pools.map((pool): Cell => {
        const setting = {
          pool,
          ...(topologies.length > 1 ? { topology } : {}),
          ...(answers.length > 1 ? { answer } : {}),
        };
        return { id: describeSetting(setting), setting, load, requests: [request], parameters: { answer } };
      }),
    ),
  );
  const plan = planOf(kind, cells, { pool: pools, topology: topologies, answer: answers }, blocks, seed);
  const trials = Array.from({ length: blocks }, (_, block) =>
    shuffled(cells, random).map((cell) => ({ cell, block })),
  )
    .flat()
    .map(({ cell, block }, ordinal) => trial(cell, block, ordinal, ordinal === failing, kind, random));
  return {
    schema: 2,
    noise: {
      metric: 'throughput',
      trials: trials.length,
      trialCv: { value: 0.021, low: 0.016, high: 0.031 },
      unadjustedCv: 0.17,
      resolution: 0.034,
      steal: { mean: 0.001, max: 0.004 },
      speed: {
        source: 'window probe',
        trials: trials.length,
        spread: 0.17,
        readingSpread: 0.26,
        slow: { share: 0.31, speed: 0.53 },
        mediated: [{ cell: cells.at(-1)?.id ?? '', speed: 0.91, error: 0.01 }],
      },
      control: null,
    },
    run: { id: 'k7f3q2', createdAt: start, status: 'finished', reason: quoted('all trials done') },
    host,
    plan,
    trials,
    measurements: trials.flatMap((one) => measurement(one) ?? []),
    summaries: summarize(plan, trials),
    comparisons: comparisons(plan, trials).filter(({ metric }) => compared.has(metric)),
    answer: kind === 'lab' ? labAnswer() : { kind: 'sweep' },
    checks: [],
    passages: kind === 'lab' ? labPassages : [],
    warnings: [
      ...(failing === null
        ? []
        : [message('warning.failed', { failed: 1, trials: trials.length, codes: ['SERVER_DIED'] })]),
      message('warning.foreign-cpu', { trials: 2, of: trials.length }),
    ],
  };
}

/** The run with every word withheld by a check. */
export const withheldBy = (check: CheckId, result: RunResult): RunResult => ({
  ...result,
  comparisons: result.comparisons.map((one) => ({
    ...one,
    word: 'undecided',
    withheld: message('check.withheld', {
      check,
      setting: null,
      others: 0,
      isWorstOfAll: false,
      sentence: quoted(`The numbers of ${check}.`),
    }),
  })),
});

/** The run with every trial ended by this, after these lines. */
export const failedBy = (problem: ProblemData, output: readonly string[], result: RunResult): RunResult => ({
  ...result,
  trials: result.trials.map((one) => ({ ...one, problem, sample: null, output: [...output] })),
  summaries: result.summaries.map((one) => ({ ...one, trials: 0, failed: 4, metrics: {} })),
  comparisons: [],
  checks: [],
});

export const labAnswer = (claims = labClaims): RunResult['answer'] => ({
  kind: 'lab',
  question: '',
  design: [],
  answer: null,
  claims,
});

/** The answer of a gate that allows 5%. */
export const gateAnswer = (change: Partial<Parameters<typeof decideGate>[0]> = {}): RunResult['answer'] => ({
  kind: 'gate',
  gate: decideGate({
    metric: 'throughput',
    threshold: 0.05,
    base: quoted('main (0123456789)'),
    head: message('gate.working-tree', { isUnchanged: false }),
    ratio: { value: 0.89, low: 0.86, high: 0.93 },
    blocks: 9,
    ended: null,
    withheld: null,
    notes: [],
    ...change,
  }),
});

const compared = new Set<Metric>(['throughput', 'p50', 'jobMean']);

const request: Cell['requests'][number] = {
  url: 'http://127.0.0.1:8080/test',
  method: 'GET',
  headers: {},
  weight: 1,
};

export const host: RunResult['host'] = {
  cpuModel: 'AMD Ryzen 5 3600 6-Core Processor',
  logicalCpus: 12,
  physicalCores: 6,
  affinity: null,
  cgroupCpus: 7.5,
  effectiveCpus: 7.5,
  memory: 33_567_000_000,
  cgroupMemory: null,
  loadAverage: 0.31,
  node: 'v26.10.0',
  uv: '1.52.1',
  platform: 'linux x64',
  kernel: '6.8.0-45-generic',
  chokepoint: '0.1.0',
};

function planOf(
  kind: 'lab' | 'sweep',
  cells: Cell[],
  factors: Readonly<Record<string, readonly Level[]>>,
  blocks: number,
  seed: number,
): Plan {
  const baseline = cells.find(({ setting }) => setting['pool'] === 4) ?? cells[0];
  return {
    ...sweepOf('4'),
    name: kind === 'lab' ? 'pool-size' : 'sweep',
    scale: kind === 'lab' ? 'quick' : 'full',
    subject:
      kind === 'lab'
        ? { kind: 'workload', workload: 'pool-size', parameters: { iterations: 2400 } }
        : { kind: 'command', command: ['node', '--env-file=.env', 'server.js'], cwd: '/srv/app' },
    factors: Object.entries(factors)
      .filter(([key, levels]) => key === 'pool' || levels.length > 1)
      .map(([key, levels]) => ({ key, levels: [...levels] })),
    cells,
    baseline: baseline?.id ?? '',
    blocks,
    seed,
    warmup: kind === 'lab' ? 0 : 1000,
    duration: kind === 'lab' ? null : 5000,
    timeout: 30_000,
    startTimeout: 10_000,
    expected: 60_000,
  };
}

/**
 * A judged run as the pipeline would hand it over, made from a seed: what a report has to cope with, in one value.
 * The curve is the one that pools really show: up to the CPUs, then flat, while the average of a burst rises.
 */
import { describeSetting, type Cell, type Level, type Load, type Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import type { Comparison, Estimate, Interval, Measurement } from '../../src/model/verdict.ts';
import type { Metric, RunResult, Summary, Word } from '../../src/model/verdict.ts';
import { clients, start, trial, type Random } from './fixture-trial.ts';
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
  const random = mulberry(seed);
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
  const measurements = trials.flatMap(measurement);
  const summaries = cells.map((cell) => summary(cell, trials, measurements));
  return {
    schema: 1,
    noise: {
      metric: 'throughput',
      trials: trials.length,
      trialCv: { value: 0.021, low: 0.016, high: 0.031 },
      drift: { value: 0.99, low: 0.96, high: 1.02 },
      steal: { mean: 0.001, max: 0.004 },
      control: null,
      needs: [{ effect: 0.05, blocks: 6.8, found: 1 }],
    },
    run: { id: 'k7f3q2', createdAt: start, status: 'finished', reason: 'all trials done' },
    host,
    plan,
    trials,
    measurements,
    summaries,
    comparisons: comparisons(plan, measurements),
    claims: kind === 'lab' ? labClaims : [],
    checks: [],
    passages: kind === 'lab' ? labPassages : [],
    warnings: [
      ...(failing === null ? [] : ['1 of the trials failed and does not count: see "Trials that failed".']),
      'The generator shares the CPUs of the server: with 2 CPUs there are too few to part them.',
    ],
  };
}

const request: Cell['requests'][number] = {
  url: 'http://127.0.0.1:8080/test',
  method: 'GET',
  headers: {},
  weight: 1,
};

const host: RunResult['host'] = {
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
    stopping: null,
    limit: null,
    asked: [],
    node: null,
    affinity: null,
  };
}

function measurement({ ordinal, block, cell, sample, problem: failed }: Trial): Measurement[] {
  if (sample === null || failed !== null) return [];
  const times = sample.outcome.traces.map(({ due, done }) => done - due).toSorted((a, b) => a - b);
  const at = (q: number) => times[Math.min(times.length - 1, Math.floor(q * times.length))] ?? 0;
  const metrics: Partial<Record<Metric, number>> = {
    throughput: sample.outcome.throughput,
    p50: at(0.5),
    p90: at(0.9),
    ...(sample.outcome.counts.verified > 1000 ? { p99: at(0.99) } : {}),
  };
  const { jobs } = sample;
  if (jobs !== null) {
    metrics.jobRate = (jobs.count * 1000) / jobs.makespan;
    metrics.jobMin = jobs.min;
    metrics.jobMean = jobs.mean;
    metrics.jobMax = jobs.max;
  }
  return [{ ordinal, block, cell, metrics }];
}

function summary(cell: Cell, trials: readonly Trial[], measurements: readonly Measurement[]): Summary {
  const mine = measurements.filter((one) => one.cell === cell.id);
  const failed = trials.filter((one) => one.cell === cell.id && one.problem !== null);
  const keys = [...new Set(mine.flatMap(({ metrics }) => Object.keys(metrics) as Metric[]))];
  return {
    cell: cell.id,
    setting: cell.setting,
    trials: mine.length,
    failed: failed.length,
    problems: failed.length > 0 ? { SERVER_EXITED: failed.length } : {},
    metrics: Object.fromEntries(
      keys.map((key) => [key, estimate(mine.flatMap(({ metrics }) => metrics[key] ?? []))]),
    ),
  };
}

function estimate(values: readonly number[]): Estimate {
  const { value, low, high } = interval(values);
  const alone = values.length < 2;
  const spread = alone ? 0 : Math.log(high / low) / 4;
  return { value, low: alone ? null : low, high: alone ? null : high, trials: values, spread };
}

/** Geometric mean ± 3.182 standard errors (Student's t at 3 degrees of freedom). */
function interval(values: readonly number[]): Interval {
  const logs = values.map(Math.log);
  const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / Math.max(1, logs.length - 1);
  const half = 3.182 * Math.sqrt(variance / logs.length);
  return { value: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

function comparisons(plan: Plan, measurements: readonly Measurement[]): Comparison[] {
  const values = (cell: string, metric: Metric) =>
    new Map(measurements.filter((one) => one.cell === cell).map((one) => [one.block, one.metrics[metric]]));
  return (['throughput', 'p50', 'jobMean'] as const).flatMap((metric) =>
    plan.cells.flatMap(({ id, parameters }): Comparison[] => {
      // As in a real run: a server that answers early is not compared with one that does not.
      const group = plan.cells.filter((cell) => cell.parameters['answer'] === parameters['answer']);
      const baseline = (group.find(({ setting }) => setting['pool'] === 4) ?? group[0])?.id ?? '';
      if (id === baseline) return [];
      const base = values(baseline, metric);
      const ratios = [...values(id, metric)].flatMap(([block, value]) => {
        const other = base.get(block);
        return value === undefined || other === undefined ? [] : value / other;
      });
      if (ratios.length < 2) return [];
      const ratio = interval(ratios);
      const word = wordOf(ratio, metric);
      const rest = { confidence: 0.95, method: 'block-anova', blocks: ratios.length, delta: 0.05 } as const;
      return [{ metric, baseline, cell: id, ratio, word, ...rest }];
    }),
  );
}

function wordOf({ low, high }: Interval, metric: Metric): Word {
  if (low > 1 / 1.05 && high < 1.05) return 'equivalent';
  if (low <= 1 && high >= 1) return 'undecided';
  return low > 1 === (metric === 'throughput') ? 'better' : 'worse';
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Mulberry32: 32 bits of state are enough for a fixture. */
function mulberry(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

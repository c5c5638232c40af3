/**
 * A judged run as the pipeline would hand it over, made from a seed: what a report has to cope with, in one value.
 * The curve is the one that pools really show: up to the CPUs, then flat, while the average of a burst rises.
 */
import { describeSetting, type Cell, type Level, type Load, type Plan } from '../../src/model/plan.ts';
import { problem, problemData } from '../../src/model/problem.ts';
import type { HistogramData, JobSample, LoadOutcome, RequestTrace, Trial } from '../../src/model/sample.ts';
import type { ClaimVerdict, Comparison, Estimate, Interval, Measurement } from '../../src/model/verdict.ts';
import type { Metric, Passage, RunResult, Summary, Word } from '../../src/model/verdict.ts';

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

type Random = () => number;
const start = Date.UTC(2026, 2, 14, 9, 30);
const cpus = 12;
const clients = 15;

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
    run: { id: 'k7f3q2', createdAt: start, status: 'finished', reason: 'all trials done' },
    host,
    plan,
    trials,
    measurements,
    summaries,
    comparisons: comparisons(plan, measurements),
    claims: kind === 'lab' ? labClaims : [],
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
    node: null,
    affinity: null,
  };
}

function trial(
  cell: Cell,
  block: number,
  ordinal: number,
  fails: boolean,
  kind: string,
  random: Random,
): Trial {
  const noise = Math.exp(0.03 * normal(random));
  const level = cell.setting['pool'];
  const pool = (typeof level === 'number' ? level : 4) * (cell.setting['topology'] === 'pm2-cluster' ? 2 : 1);
  const base = {
    ordinal,
    block,
    cell: cell.id,
    setting: cell.setting,
    load: cell.load,
    startedAt: start + ordinal * 9000,
    readyAfter: 180 + 40 * random(),
    duration: 8000,
    effective: [],
    host: { loadAverage: 1.2, steal: 0.002, busy: 0.4, throttledPeriods: 3 },
  };
  if (fails) {
    const setting = describeSetting(cell.setting);
    return {
      ...base,
      sample: null,
      problem: problemData(problem('SERVER_EXITED', { how: 'code 1', setting })),
      output: [
        'Error: listen EADDRINUSE: address already in use :::8080',
        '    at Server.setupListenHandle (node:net:1940:16)',
      ],
    };
  }
  const early = cell.parameters['answer'] === 'before';
  const jobs = kind === 'lab' ? burst(pool, noise, early, random) : null;
  const traces =
    kind === 'lab' ? burstTraces(early ? 2 : (jobs?.makespan ?? 0), random) : loopTraces(pool, noise, random);
  return { ...base, sample: { outcome: outcome(traces, kind, noise), jobs }, problem: null, output: [] };
}

/** 150 jobs on `pool` threads: rounds of FIFO up to the CPUs, time slicing beyond. */
function burst(pool: number, noise: number, early: boolean, random: Random): JobSample {
  const count = 150;
  const demand = 10 * noise;
  const threads = Math.min(pool, count);
  const makespan = (count * demand) / Math.min(threads, cpus);
  const traces = Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / threads) + 1;
    const end =
      Math.min(makespan, (round * threads * demand) / Math.min(threads, cpus)) * (1 - 0.06 * random());
    return { pid: 4000, start: 0, end };
  });
  const ends = traces.map(({ end }) => end);
  return {
    count,
    min: Math.min(...ends),
    mean: ends.reduce((a, b) => a + b) / count,
    max: Math.max(...ends),
    makespan,
    afterLastResponse: early ? 0.98 : 0,
    traces,
  };
}

function burstTraces(makespan: number, random: Random): RequestTrace[] {
  return Array.from({ length: clients }, (_, client) => {
    const sent = 0.2 * random();
    const firstByte = makespan * (0.9 + 0.1 * random());
    return { client, due: 0, sent, firstByte, done: firstByte + 0.3 * random(), status: 200, error: null };
  });
}

function loopTraces(pool: number, noise: number, random: Random): RequestTrace[] {
  const service = (40 * noise) / Math.min(pool, cpus) + (pool > cpus ? 1 : 0);
  const traces: RequestTrace[] = [];
  for (let client = 0; client < 32; client++) {
    for (let at = random(); at < 400;) {
      const done = at + service * (3 + 4 * random() ** 2);
      traces.push({ client, due: at, sent: at, firstByte: done - 0.2, done, status: 200, error: null });
      at = done + 0.05;
    }
  }
  return traces.toSorted((a, b) => a.due - b.due);
}

function outcome(traces: readonly RequestTrace[], kind: string, noise: number): LoadOutcome {
  const times = traces.map(({ sent, done }) => done - sent);
  const count = kind === 'lab' ? traces.length : traces.length * 12;
  const windowLength = kind === 'lab' ? Math.max(...traces.map(({ done }) => done)) : 5000;
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  const throughput = (count * 1000) / windowLength;
  const histogram: HistogramData = {
    subBuckets: 256,
    count,
    min: Math.round(Math.min(...times) * 1000),
    max: Math.round(Math.max(...times) * 1000),
    sum: Math.round(mean * count * 1000),
    buckets: [],
  };
  return {
    engine: 'http',
    window: { start, duration: windowLength },
    counts: { due: count, sent: count, answered: count, verified: count },
    errors: { connect: 0, reset: 0, timeout: 0, status: 0, body: 0, proof: 0, protocol: 0 },
    errorExamples: [],
    throughput,
    response: histogram,
    service: histogram,
    lateness: { ...histogram, count: 0, sum: 0, min: 0, max: 0 },
    concurrency: ((throughput * mean) / 1000) * (1 + 0.002 * Math.log(noise)),
    bytesReceived: count * 320,
    generator: { utilization: 0.08, cpu: 120, peakRss: 61_000_000, lateShare: 0, pid: 4242 },
    traces,
    series: { binWidth: 250, done: [], errors: [], responseSum: [] },
    warmup: { duration: 0, requests: 0 },
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

const labClaims: readonly ClaimVerdict[] = [
  {
    id: 'best-size',
    text: 'UV_THREADPOOL_SIZE의 최적값은 CPU 코어 수와 무관하다: the number of CPU cores is no good criterion, this is I/O.',
    source: 'seed 001, "결론"',
    verdict: 'refuted',
    because:
      'pbkdf2 is CPU work: throughput rises until the 7.5 CPUs of this machine are in use, and is flat from 16 threads to 1024 (ratio 1.00, 0.97 to 1.03).',
    evidence: [
      { text: 'jobs per second at pool 16 ÷ pool 4', unit: '', value: 2.94, low: 2.81, high: 3.08, n: 4 },
      {
        text: 'jobs per second at pool 1024 ÷ pool 16',
        unit: '',
        value: 1.001,
        low: 0.972,
        high: 1.031,
        n: 4,
      },
    ],
  },
  {
    id: 'cases-differ',
    text: 'Case 1 (15 sequential curls) and case 2 (15 parallel curls) load the pool differently.',
    source: 'seed 000, table 1 and table 2',
    verdict: 'artefact',
    because: 'The server answers before any job has ended, so that both are the same burst of 150 jobs.',
    evidence: [
      { text: 'last job done, case 1 ÷ case 2', unit: '', value: 1.01, low: 0.98, high: 1.04, n: 4 },
    ],
  },
  {
    id: 'too-high',
    text: 'Too high a size hurts less than too low a one.',
    source: 'seed 001, "주의할 점"',
    verdict: 'holds',
    because: 'Throughput at 1024 is 12 times that of 1; the average completion is higher than at 16 by 71 %.',
    evidence: [
      { text: 'throughput at pool 1024 ÷ pool 1', unit: '', value: 12.03, low: 11.4, high: 12.7, n: 4 },
      { text: 'average completion at pool 1024', unit: 'ms', value: 118.2, low: 110.7, high: 126.1, n: 4 },
    ],
  },
  {
    id: 'cluster',
    text: 'Cluster 2 × 4 threads is the same as fork × 8 threads.',
    source: 'seed 001, tables 4 to 6',
    verdict: 'not run',
    because: 'PM2 was not found on this machine; npm install pm2 brings it.',
    evidence: [],
  },
];

const seedRows = [
  ['4', '15', '1', '10', '0.522', '6.684', '3.613', '0.510', '6.440', '3.550'],
  ['8', '15', '1', '10', '0.781', '5.204', '3.022', '0.801', '5.112', '2.990'],
  ['1024', '15', '1', '10', '4.901', '5.313', '5.182', '4.774', '5.241', '5.101'],
];
const seedColumns = [
  'pool size',
  'parallels',
  'curl request',
  'I/O operations',
  'min(sec)',
  'max(sec)',
  'average(sec)',
];

const labPassages: readonly Passage[] = [
  {
    title: 'The table of the seed, measured again',
    paragraphs: [
      'Completion of single jobs in seconds, as the server logs them; the published figures stand beside.',
    ],
    tables: [
      {
        title: 'Case 2: 15 parallel requests of 10 jobs',
        note: 'Published on 12 logical CPUs; 5 figures of each kind.',
        columns: [...seedColumns, 'published min', 'max', 'average'].map((label) => ({
          label,
          align: 'right',
        })),
        rows: seedRows,
      },
    ],
  },
  {
    title: '무엇이 문제일까',
    paragraphs: [
      'What is the problem? The jobs are CPU work: more threads than CPUs do not make the burst end sooner, they only share the CPUs more finely.',
      '평균 응답 시간은 처리량이 아니라 FIFO와 시분할의 차이를 잰 것이다. 풀 크기를 늘리면 첫 작업이 늦게 끝나고, 마지막 작업이 끝나는 시각은 그대로다.',
    ],
    tables: [],
  },
];

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
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

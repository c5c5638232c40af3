import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../src/diagnose/measured.ts';
import { loopOrThreadsExperiment } from '../../src/experiments/loop-or-threads/experiment.ts';
import { computedBy, published, works } from '../../src/experiments/loop-or-threads/grid.ts';
import type { PlanOptions } from '../../src/experiments/experiment.ts';
import { judge } from '../../src/lab.ts';
import { judgeOutcome } from '../../src/measure/outcome.ts';
import { planSchema, type Cell, type Plan } from '../../src/model/plan.ts';
import type { HostConditions, RequestTrace, Trial } from '../../src/model/sample.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { host, trialOf } from '../diagnose/trials-by-hand.ts';

const options: PlanOptions = { scale: 'quick', seed: 1, blocks: null, only: [], node: null };
const facts = { host, cpus: 2, iterationsPerMillisecond: 450, has: new Set(['piscina']) };

/** How the servers behave: what a pool has against the single thread, in each metric, and what its answers are worth. */
interface World {
  /** Throughput of the pools for computing, for files and delays (their time is its inverse), and for waits. */
  readonly computing: number;
  readonly files: number;
  readonly delays: number;
  /** With JavaScript behind a wait: where the loop idles, and where it is full. */
  readonly idle: number;
  readonly full: number;
  readonly cpu: number;
  /** Mean time of the single thread's requests in batches; ten clients, so ten of these are 100 ms of work. */
  readonly underWay: number;
  readonly wrong: number;
  readonly fastest: number;
  /** Mean answer of the pool that numbers its tasks. */
  readonly honest: number;
  readonly noise: number;
}

/** What the arithmetic says: computing gains up to the CPUs, waiting does not, and the published pool is wrong. */
const expected: World = {
  computing: 1.9,
  files: 0.8,
  delays: 0.99,
  idle: 1,
  full: 1.8,
  cpu: 2,
  underWay: 9,
  wrong: 1,
  fastest: 2,
  honest: 28,
  noise: 0.01,
};

function gainOf(world: World, { setting, load }: Cell): number {
  const { work } = setting;
  if (work === 'prime' || work === 'file') return world.computing;
  if (work === 'io-test') return world.files;
  const computed = computedBy(String(work));
  if (computed === null || computed === 0) return world.delays;
  const clients = load.kind === 'closed' ? load.clients : 0;
  return clients >= 10 ? world.full : world.idle;
}

function utilizationOf({ setting, load }: Cell): number {
  const clients = load.kind === 'closed' ? load.clients : 1;
  return Math.min(0.99, clients * (0.002 + (computedBy(String(setting['work'])) ?? 0) / 24));
}

/** Two hundred requests a trial, so that their median is compared. */
const count = 200;

function simulated(plan: Plan, world: World): Trial[] {
  const random = seeded(7);
  return Array.from({ length: plan.blocks }, (_, block) =>
    plan.cells.map((cell, i) => {
      const isSingle = cell.setting['topology'] === 'node';
      const gain = (isSingle ? 1 : gainOf(world, cell)) * Math.exp(world.noise * normal(random));
      const isBatch = cell.load.kind === 'batch';
      const mean = isBatch && cell.setting['topology'] === 'own-pool' ? world.honest : 20 / gain;
      const throughput = cell.load.kind === 'rate' ? cell.load.perSecond : 100 * gain;
      const trial = trialOf(block, cell.id, {
        throughput: isBatch && isSingle ? (world.underWay / mean) * 1000 : throughput,
        responses: Array.from({ length: count }, () => mean),
        cpu: [(isSingle ? 1 : world.cpu) * count * Math.exp(world.noise * normal(random))],
      });
      assert.ok(trial.sample);
      const told = {
        ...trial,
        ordinal: block * plan.cells.length + i,
        setting: cell.setting,
        load: cell.load,
        sample: { ...trial.sample, loops: [{ pid: 1, utilization: utilizationOf(cell) }] },
      };
      return cell.load.kind === 'batch' ? inBatches(told, cell, world) : told;
    }),
  ).flat();
}

/** A hundred requests that are all among the traces, as the generator keeps them. */
function inBatches(trial: Trial, cell: Cell, world: World): Trial {
  const { sample } = trial;
  assert.ok(sample);
  const { outcome } = sample;
  const wrong = cell.expectsWrong ? Math.round(world.wrong * published.requests) : 0;
  const took = cell.expectsWrong ? world.fastest : 20;
  const traces = Array.from({ length: published.requests }, (_, i): RequestTrace => ({
    client: i % 10,
    due: i,
    sent: i,
    firstByte: i + took,
    done: i + took,
    status: 200,
    error: i < wrong ? 'proof' : null,
  }));
  const counts = {
    due: published.requests,
    sent: published.requests,
    answered: published.requests,
    verified: published.requests - wrong,
  };
  const told = { ...outcome, counts, errors: { ...outcome.errors, proof: wrong }, traces };
  return {
    ...trial,
    sample: {
      ...sample,
      outcome: { ...told, throughput: wrong === published.requests ? 0 : told.throughput },
    },
    output: cell.expectsWrong
      ? ['(node:1) MaxListenersExceededWarning: Possible EventEmitter memory leak']
      : [],
  };
}

const machine: HostConditions = { ...host, logicalCpus: 2, effectiveCpus: 2 };

function words(plan: Plan, world: Partial<World>, of = machine): Record<string, string> {
  const data = measured(plan, of, simulated(plan, { ...expected, ...world }));
  return Object.fromEntries(
    loopOrThreadsExperiment.claims.map(({ id, judge: rule }) => [
      id.replace('loop-or-threads/', ''),
      rule(data).verdict,
    ]),
  );
}

const plan = await loopOrThreadsExperiment.plan(options, facts);

/** One row for every word that a claim can say. */
const table: readonly (readonly [claim: string, word: string, world: Partial<World>])[] = [
  ['cpu-gains', 'holds', {}],
  ['cpu-gains', 'refuted', { computing: 1 }],
  ['cpu-gains', 'undecided', { computing: 1.1, noise: 0.1 }],
  ['files-gain', 'holds', { files: 1.5 }],
  ['files-gain', 'refuted', {}],
  ['files-gain', 'undecided', { files: 1.1, noise: 0.1 }],
  ['delays-gain', 'holds', { delays: 3.5 }],
  ['delays-gain', 'refuted', {}],
  ['delays-gain', 'undecided', { delays: 1.1, noise: 0.1 }],
  ['below-the-delay', 'artefact', {}],
  ['below-the-delay', 'holds', { wrong: 0, fastest: 4, honest: 5 }],
  ['below-the-delay', 'undecided', { wrong: 0.5 }],
  ['below-the-delay', 'undecided', { wrong: 1, fastest: 12 }],
  ['ten-at-once', 'holds', { underWay: 10 }],
  ['ten-at-once', 'refuted', {}],
  ['ten-at-once', 'undecided', { underWay: 9.5 }],
  ['single-request-only', 'holds', { delays: 3.5 }],
  ['single-request-only', 'refuted', {}],
  ['single-request-only', 'undecided', { delays: 1.08, noise: 0.15 }],
  ['nodes-documents', 'holds', {}],
  ['nodes-documents', 'refuted', { delays: 2 }],
  ['nodes-documents', 'refuted', { cpu: 0.5 }],
  ['nodes-documents', 'undecided', { cpu: 1 }],
  ['crossover', 'holds', {}],
  ['crossover', 'refuted', { full: 1 }],
  ['crossover', 'refuted', { idle: 1.8 }],
  ['crossover', 'undecided', { full: 1.1, noise: 0.1 }],
];

suite('The claims of loop-or-threads say', () => {
  for (const [claim, word, world] of table) {
    test(`${claim}: ${word}, of ${JSON.stringify(world)}`, () => {
      assert.equal(words(plan, world)[claim], word);
    });
  }

  test('nothing of a gain where there is one CPU, and of files by their throughput where the generator has its own', () => {
    assert.equal(words(plan, {}, { ...machine, effectiveCpus: 1 })['cpu-gains'], 'undecided');
    const many = { ...machine, effectiveCpus: 8 };
    assert.equal(words(plan, { files: 1.5 }, many)['files-gain'], 'holds');
    assert.equal(words(plan, {}, many)['files-gain'], 'refuted');
  });

  test('that they were not run, without trials', () => {
    const data = measured(plan, machine, []);
    for (const { id, judge: rule } of loopOrThreadsExperiment.claims)
      assert.equal(rule(data).verdict, 'not run', id);
  });
});

suite('The loop-or-threads experiment', () => {
  test('rebuilds the four workloads on three servers in every scale, a hundred requests in batches of ten', async () => {
    for (const scale of ['quick', 'full', 'as-published'] as const) {
      const { cells } = await loopOrThreadsExperiment.plan({ ...options, scale }, facts);
      const batches = cells.filter(({ load }) => load.kind === 'batch');
      assert.equal(batches.length, works.length * 3, scale);
      for (const { load, duration, warmup } of batches) {
        assert.deepEqual(load, { kind: 'batch', size: 10, batches: 10 });
        assert.deepEqual([duration, warmup], [null, 0]);
      }
      const urls = new Set(batches.map(({ requests: [request] }) => new URL(request?.url ?? '').pathname));
      assert.deepEqual([...urls], ['/prime/10000', '/file/large', '/io-test', '/network-io']);
    }
  });

  test('asks every answer for its proof, and knows how soon none that waits can come', () => {
    for (const { id, requests, setting } of plan.cells) {
      const [request] = requests;
      assert.ok(request?.proof, id);
      const least =
        setting['work'] === 'network-io' ? 9 : String(setting['work']).startsWith('wait') ? 19 : undefined;
      assert.equal(request.floor, least, id);
    }
    assert.doesNotThrow(() => planSchema.parse(JSON.parse(JSON.stringify(plan))));
  });

  test('stands with our own pool where piscina is not installed', async () => {
    const without = await loopOrThreadsExperiment.plan(options, { ...facts, has: new Set<string>() });
    assert.deepEqual(without.absent, ['piscina']);
    assert.ok(without.cells.every(({ setting }) => !String(setting['topology']).startsWith('worker-pool')));
    assert.equal(words(without, {})['crossover'], 'holds');
    assert.equal(words(without, {})['delays-gain'], 'refuted');
  });

  test('is narrowed to what is asked for, also to a number of workers of which it has not thought', async () => {
    const only = [
      { key: 'work', levels: ['prime'] },
      { key: 'topology', levels: ['worker-pool'] },
      { key: 'workers', levels: [3] },
    ];
    const { cells } = await loopOrThreadsExperiment.plan({ ...options, only }, facts);
    assert.deepEqual(
      cells.map(({ id }) => id),
      ['prime/worker-pool-3/closed:10'],
    );
    const none = [{ key: 'topology', levels: ['kubernetes'] }];
    await assert.rejects(loopOrThreadsExperiment.plan({ ...options, only: none }, facts), {
      code: 'VARY_LEVEL_INVALID',
    });
  });

  test("prints its client's lines with the published figures beside, and draws the crossover", () => {
    const passages = loopOrThreadsExperiment.passages(measured(plan, machine, simulated(plan, expected)));
    const listings = passages.flatMap(({ listings: each = [] }) => each);
    assert.deepEqual(
      listings.map(({ title }) => title),
      ['node cpu-benchmark.js', 'node io-benchmark.js'],
    );
    const lines = listings.flatMap((listing) => listing.lines);
    for (const line of [
      'Benchmarking http://localhost:3000/prime/10000 with 100 iterations and 10 concurrent requests',
      'Total time: 1000.00ms',
      'Average request time: 10.00ms',
      'Average request time: 2.00ms',
      'Requests per second: 100.00',
      'COMPARISON RESULTS:',
    ])
      assert.ok(lines.includes(line), line);
    const [rows = []] = passages.flatMap(({ tables }) => tables).map((each) => each.rows);
    const once = rows.find(([server]) => server === '/network-io, pool, once') ?? [];
    assert.deepEqual(once.slice(4), ['400 of 400', '2.00', '87.00', '5.10', '1149.43']);
    const [picture] = passages.flatMap(({ pictures = [] }) => pictures);
    assert.equal(picture?.id, 'crossover');
    assert.ok(passages.some(({ title }) => title.startsWith('Q. 왜지?')));
  });
});

suite('A cell whose wrong answers are its finding', () => {
  const once = plan.cells.find(({ id }) => id === 'network-io/once-pool/batch:10x10');
  const [trial] = simulated(plan, expected).filter(({ cell }) => cell === once?.id);

  test('has trials that count, and nothing right in them', () => {
    assert.ok(trial?.sample);
    assert.equal(judgeOutcome(trial.sample.outcome, 'http://x/', true), null);
    assert.equal(judgeOutcome(trial.sample.outcome, 'http://x/')?.code, 'ANSWERS_WRONG');
  });

  test('is still no measurement when its answers are no answers', () => {
    assert.ok(trial?.sample);
    const { outcome } = trial.sample;
    const failed = { ...outcome, errors: { ...outcome.errors, proof: 0, status: 100 } };
    assert.equal(judgeOutcome(failed, 'http://x/', true)?.code, 'ANSWERS_WRONG');
  });

  test('voids nothing, and warns of nothing: the experiment tells of it', () => {
    const trials = simulated(plan, expected);
    const head = { id: 'x', createdAt: 0, status: 'finished', reason: 'all blocks done' } as const;
    const result = judge({ head, plan, host: machine, trials });
    const summary = result.summaries.find(({ cell }) => cell === once?.id);
    assert.deepEqual([summary?.trials, summary?.failed], [plan.blocks, 0]);
    assert.equal(summary?.metrics.throughput, undefined);
    const failing = result.checks.filter(
      ({ outcome, cells }) => outcome === 'fail' && cells.includes(once?.id ?? ''),
    );
    assert.deepEqual(failing, []);
    assert.deepEqual(result.warnings, []);
    const claim = result.claims.find(({ id }) => id === 'loop-or-threads/below-the-delay');
    assert.equal(claim?.verdict, 'artefact');
    assert.match(claim.because, /400 of 400 answers.*MaxListenersExceededWarning/);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storedRun } from '../../../bench/pages/stored-runs.ts';
import { runChecks } from '../../../src/judge/checks/checks.ts';
import { comparisons, measured } from '../../../src/judge/comparisons.ts';
import { poolSizeExperiment } from '../../../src/lab/experiments/pool-size/experiment.ts';
import { publishedTables } from '../../../src/lab/experiments/pool-size/published.ts';
import { askedIn, plannedTrials, type Plan } from '../../../src/model/plan.ts';
import { nextBlock } from '../../../src/run/next-block.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { host, processOf, trialOf, withSample } from '../../kit/trials.ts';
import { capabilities, cpus, judgedClaim, options, testExperiment, trialsOf, words } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = capabilities('pm2');
const plan = await poolSizeExperiment.plan(options, facts);

/** A real quick run on two CPUs. */
const stored = storedRun('pool-size');

/** How jobs behave: seconds of CPU each, and how many can advance at once with n threads. */
interface World {
  readonly speed: (threads: number) => number;
  /** Connections of fifteen that the busier of two instances gets. */
  readonly busier?: number;
}
/** CPU work: what the article's server does. */
const cpuWork: World = { speed: (threads) => Math.min(threads, cpus) };
/** Waiting, as the article calls it: every further thread helps. */
const waiting: World = { speed: (threads) => threads };

/** A job for each of fifteen connections. */
const tracesOf = (busier: number) =>
  Array.from({ length: 15 }, (_, i) => ({ pid: i < busier ? 1 : 2, start: 0, end: 1 }));

/** A burst of J equal jobs on n threads: last J·D/C, first n·D/C, average about half of their sum (docs/method.md). */
function simulated(of: Plan, world: World, noise = 0.01): Trial[] {
  const milliseconds = 5;
  return trialsOf(of, 7, noise, (block, cell, jitter) => {
    const { pool, topology, answer } = cell.setting;
    const threads = Number(pool) * (String(topology).endsWith('cluster') ? 2 : 1);
    const requests = cell.load.kind === 'closed' ? cell.load.clients * (cell.load.requestsEach ?? 1) : 0;
    const count = requests * 10;
    const held = Math.min(threads, count);
    const last = ((count * milliseconds) / world.speed(held)) * jitter;
    const first = (held * milliseconds * jitter) / world.speed(held);
    const isBefore = answer === 'before';
    const trial = trialOf(block, cell.id, {
      throughput: isBefore ? 1000 : (requests / last) * 1000,
      responses: Array.from({ length: requests }, () => (isBefore ? 1 : last / 2)),
      jobs: {
        count,
        min: first,
        max: last,
        mean: (last + first) / 2,
        makespan: last,
        afterLastResponse: isBefore ? 0.99 : 0,
        traces: tracesOf(String(topology).endsWith('cluster') ? (world.busier ?? 8) : 15),
      },
    });
    const server = { command: 'node app.js', threads: threads + 7, poolThreads: Number(pool), cpu: last };
    return { ...trial, effective: [processOf(1, server)] };
  });
}

const verdicts = (trials: readonly Trial[]) => words(poolSizeExperiment, plan, trials);

testExperiment(poolSizeExperiment, {
  facts,
  simulated,
  worlds: {
    'the arithmetic is that of a burst of CPU work': cpuWork,
    'the work waits, as the article believed': waiting,
  },
  table: `
    best-size                 holds    refuted
    flat-beyond-cpus          holds    refuted
    too-high-throughput       holds    holds
    too-high-average          refuted  holds
    cores-no-criterion        refuted  holds
    cases-one-burst           holds    holds
    cluster-2x4-is-8          holds    holds
    cluster-is-total-threads  holds    holds
    tables-are-requests       misread  misread
    size-is-exact             holds    holds`,
  narrowed: [
    [
      { pool: [3, 5], topology: ['node'], case: [2] },
      [3, 5].map((pool) => `node/pool-${pool}/case-2/before`),
    ],
  ],
});

suite('The pool-size experiment', () => {
  test('says by the share of the busier instance whether the product of threads is all that counts', async () => {
    const word = (busier: number) =>
      verdicts(simulated(plan, { ...cpuWork, busier }))['cluster-is-total-threads'];
    // 8 and 7 is as even as fifteen connections can be.
    assert.deepEqual([word(8), word(10)], ['holds', 'refuted']);
  });

  test('says which of the three answers the average gives, a large pool against a small one', async () => {
    const answer = (world: World) => {
      const trials = simulated(plan, world);
      const { because } = judgedClaim(poolSizeExperiment, 'too-high-average', plan, trials);
      return JSON.stringify(because).match(/"answer":"([a-z ]+)"/)?.[1];
    };
    assert.equal(answer(waiting), 'less');
    assert.equal(answer(cpuWork), 'the same');
    assert.equal(answer({ speed: (threads) => (threads > cpus ? 0.5 : threads) }), 'more');
  });

  test('does not decide what the noise hides', async () => {
    const found = verdicts(simulated(plan, cpuWork, 0.6));
    for (const claim of ['flat-beyond-cpus', 'cases-one-burst', 'cluster-2x4-is-8']) {
      assert.equal(found[claim], 'undecided', claim);
    }
  });

  test('as published has the ten sizes, three cases and the constants of the article, each once', async () => {
    const { cells, factors, blocks, subject } = await poolSizeExperiment.plan(
      { ...options, scale: 'as-published' },
      facts,
    );
    assert.deepEqual(factors[0]?.levels, [4, 8, 12, 16, 32, 64, 128, 256, 512, 1024]);
    assert.deepEqual([cells.length, blocks], [10 * 3 * 3, 1]);
    const parameters = { jobs: 10, log: 'pool' };
    assert.deepEqual(subject, { kind: 'workload', workload: 'pool-size', parameters });
    assert.ok(cells.every((cell) => cell.parameters['iterations'] === 100_000));
    assert.ok(cells.every((cell) => cell.setting['answer'] === 'before'));
    const loads = new Set(cells.map(({ load }) => JSON.stringify(load)));
    assert.equal(loads.size, 3);
  });

  test('has every size below, at and above the CPUs of any host', async () => {
    for (const count of [1, 2, 4, 12, 96]) {
      const { cells, factors, baseline } = await poolSizeExperiment.plan(options, { ...facts, cpus: count });
      const levels = new Set(factors[0]?.levels.map(Number));
      assert.ok(new Set([1, count, 1024]).isSubsetOf(levels), `${count}: ${[...levels].join(', ')}`);
      assert.equal(cells.find(({ id }) => id === baseline)?.setting['pool'], count);
    }
  });

  test('spends a quick run on the cells that claims rest on; the others fill tables, without intervals', async () => {
    const ids = (inTables: boolean) =>
      plan.cells.filter(({ blocks }) => (blocks !== undefined) === inTables).map(({ id }) => id);
    const burst = (pool: number) => `node/pool-${pool}/case-2/before`;
    assert.deepEqual(
      ids(false).toSorted(),
      [
        'cluster/pool-1/case-2/before',
        'node/pool-2/case-1/before',
        'node/pool-4/case-1/before',
        ...[1, 2, 4, 8, 16, 128, 1024].map(burst),
        'pm2-cluster/pool-4/case-2/before',
      ].toSorted(),
    );
    assert.equal(ids(true).length, 8);
    assert.deepEqual(askedIn(plan).leaving, { after: 4, usual: 7 });
    assert.equal(plannedTrials(plan), 11 * 7 + 8 * 2);
    assert.ok(plan.cells.every(({ blocks }) => blocks === undefined || blocks === 2));
    assert.ok(plan.limit !== null && plan.limit < 150_000 && plan.expected < 120_000, `${plan.expected}`);
    const trials = simulated(plan, cpuWork).filter(
      ({ cell, block }) => block < (plan.cells.find(({ id }) => id === cell)?.blocks ?? plan.blocks),
    );
    const { summaries } = measured(plan, host, trials);
    const low = (cell: string) => summaries.find((one) => one.cell === cell)?.metrics.jobRate?.low;
    assert.equal(typeof low(burst(2)), 'number');
    assert.equal(low('pm2-fork/pool-4/case-2/before'), null);
    const compared = new Set(comparisons(plan, trials).flatMap(({ cell, baseline }) => [cell, baseline]));
    assert.ok(ids(true).every((id) => !compared.has(id)) && compared.has(burst(1024)));
  });

  /** Who is in the block after so many, in a world with this noise. */
  const after = (blocks: number, noise: number, change = (trial: Trial) => trial) => {
    const trials = simulated(plan, cpuWork, noise)
      .filter(
        ({ block, cell }) => block < Math.min(blocks, plan.cells.find(({ id }) => id === cell)?.blocks ?? 99),
      )
      .map(change);
    const { live, stop } = nextBlock({ ...plan, limit: null }, host, 0, poolSizeExperiment.claims)(trials);
    return stop === null ? live.toSorted() : JSON.stringify(stop).match(/stop\.precise-enough/)?.[0];
  };

  test('lets settings go after four blocks whose figures are precise enough, and ends when all are', async () => {
    assert.equal(after(3, 0.001)?.length, 11);
    assert.equal(after(4, 0.001), 'stop.precise-enough');
    // All but the cluster of which only the share is asked, which is the same in every trial here.
    assert.equal(after(4, 0.3)?.length, 10);
    const some = after(4, 0.12);
    assert.ok(Array.isArray(some) && some.length > 0 && some.length < 11, String(some));
    // The size that the others are compared with goes on as long as one of them does.
    assert.ok(some.includes(plan.baseline));
  });

  test('lets them go by their precision alone, whatever the figures say', async () => {
    const faster = (trial: Trial): Trial =>
      withSample(trial, ({ jobs }) => {
        if (!jobs || trial.setting['pool'] !== 16) return {};
        const { makespan, mean, max, min } = jobs;
        return { jobs: { ...jobs, makespan: makespan / 3, mean: mean / 3, max: max / 3, min: min / 3 } };
      });
    for (const noise of [0.02, 0.04, 0.06]) assert.deepEqual(after(5, noise, faster), after(5, noise));
  });

  test('has the blocks that were asked for, and none that leaves', async () => {
    const five = await poolSizeExperiment.plan({ ...options, blocks: 5 }, facts);
    assert.deepEqual([five.blocks, askedIn(five).leaving], [5, undefined]);
  });

  test('knows that it answers before its work: only jobs are compared, and no check reports it as a flaw', async () => {
    const trials = simulated(plan, cpuWork);
    const early = new Set(
      plan.cells.filter(({ setting }) => setting['answer'] === 'before').map(({ id }) => id),
    );
    const compared = comparisons(plan, trials).filter(({ cell }) => early.has(cell));
    assert.deepEqual([...new Set(compared.map(({ metric }) => metric))], ['jobMean', 'jobMax']);
    const outcomes = (of: Plan) =>
      Object.fromEntries(runChecks(of, host, trials).map(({ id, outcome }) => [id, outcome]));
    const { F2, D1, D2 } = outcomes(plan);
    assert.deepEqual([F2, D1, D2], ['pass', 'not applicable', 'not applicable']);
    const published = { ...plan, cells: plan.cells.map((cell) => ({ ...cell, answersFirst: false })) };
    assert.equal(outcomes(published)['F2'], 'fail');
  });

  test('fails no validity check by its construction', () => {
    // Measured before its cells said that they answer first; as published they do not say so.
    const says = (answersFirst: boolean): Plan => ({
      ...stored.plan,
      cells: stored.plan.cells.map((cell) =>
        cell.setting['answer'] === 'before' ? { ...cell, answersFirst } : cell,
      ),
    });
    const failing = (of: Plan) =>
      runChecks(of, stored.host, stored.trials).flatMap(({ id, outcome }) => (outcome === 'fail' ? id : []));
    assert.deepEqual(failing(says(true)), []);
    assert.deepEqual(failing(says(false)), ['L1', 'F2', 'C1']);
  });

  test('of cells that were asked for leaves none to the tables', async () => {
    const only = [{ key: 'case', levels: [3] }];
    const { cells } = await poolSizeExperiment.plan({ ...options, only }, facts);
    assert.ok(cells.every(({ blocks }) => blocks === undefined));
  });

  test('leaves PM2 out where it is not installed', async () => {
    const { cells } = await poolSizeExperiment.plan(options, capabilities());
    assert.ok(cells.every((cell) => !String(cell.setting['topology']).startsWith('pm2')));
  });

  test("prints the article's own columns with the published figures beside", async () => {
    const passages = poolSizeExperiment.passages(measured(plan, host, simulated(plan, cpuWork)));
    const table = passages.flatMap(({ tables }) => tables).find(({ title }) => title === 'node, case 2');
    assertEach(table?.columns.slice(0, 7), ({ label }) => label, [
      'pool size',
      'parallels',
      'curl request',
      'I/O ops',
      'min(sec)',
      'max(sec)',
      'average(sec)',
    ]);
    const four = table?.rows.find(([size]) => size === '4') ?? [];
    assert.deepEqual(four.slice(0, 4), ['4', '15', '1', '10']);
    assert.deepEqual(four.slice(7), ['0.513', '18.930', '9.722']);
    assert.ok(passages.some(({ title }) => title === 'What is the problem?'));
  });

  test('carries the six published tables whole', () => {
    assert.equal(publishedTables.length, 6);
    for (const { rows } of publishedTables) {
      assertEach(rows, ([pool]) => pool, [4, 8, 12, 16, 32, 64, 128, 256, 512, 1024]);
      for (const [, min, max, average] of rows) assert.ok(min < average && average < max);
    }
  });
});

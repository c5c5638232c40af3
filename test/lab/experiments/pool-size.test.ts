import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/measured.ts';
import { poolSizeExperiment } from '../../../src/lab/experiments/pool-size/experiment.ts';
import { publishedTables } from '../../../src/lab/experiments/pool-size/published.ts';
import type { PlanOptions } from '../../../src/lab/experiments/experiment.ts';
import { blockOrders } from '../../../src/run/schedule.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { normal, seeded } from '../../../src/stats/random.ts';
import { host, trialOf } from '../../judge/trials-by-hand.ts';

const cpus = 2;
const machine = { ...host, logicalCpus: cpus, effectiveCpus: cpus };
const facts = { host: machine, cpus, iterationsPerMillisecond: 450, has: new Set(['pm2']) };
const options: PlanOptions = { scale: 'quick', seed: 1, blocks: null, only: [], node: null };

/** How jobs behave: seconds of CPU each, and how many can advance at once with n threads. */
interface World {
  readonly speed: (threads: number) => number;
}
/** CPU work: what the article's server does. */
const cpuWork: World = { speed: (threads) => Math.min(threads, cpus) };
/** Waiting, as the article calls it: every further thread helps. */
const waiting: World = { speed: (threads) => threads };

/** A burst of J equal jobs on n threads: last J·D/C, first n·D/C, average about half of their sum (docs/method.md). */
function simulated(plan: Plan, world: World, noise = 0.01): Trial[] {
  const random = seeded(7);
  const milliseconds = 5;
  const all = blockOrders(plan).flatMap((order, block) => order.map((cell) => ({ block, cell })));
  return all.map(({ block, cell }, ordinal) => {
    const { pool, topology, answer } = cell.setting;
    const threads = Number(pool) * (String(topology).endsWith('cluster') ? 2 : 1);
    const requests = cell.load.kind === 'closed' ? cell.load.clients * (cell.load.requestsEach ?? 1) : 0;
    const count = requests * 10;
    const held = Math.min(threads, count);
    const jitter = Math.exp(noise * normal(random));
    const last = ((count * milliseconds) / world.speed(held)) * jitter;
    const first = (held * milliseconds * jitter) / world.speed(held);
    const isBefore = answer === 'before';
    return {
      ...trialOf(block, cell.id, {
        throughput: isBefore ? 1000 : (requests / last) * 1000,
        responses: Array.from({ length: requests }, () => (isBefore ? 1 : last / 2)),
        jobs: {
          count,
          min: first,
          max: last,
          mean: (last + first) / 2,
          makespan: last,
          afterLastResponse: isBefore ? 0.99 : 0,
        },
      }),
      ordinal,
      setting: cell.setting,
      effective: [
        {
          pid: 1,
          parent: 0,
          command: 'node app.js',
          env: {},
          threads: threads + 7,
          poolThreads: Number(pool),
          cpusAllowed: cpus,
          rss: 0,
          cpu: last,
        },
      ],
    };
  });
}

function verdicts(plan: Plan, trials: readonly Trial[]): Record<string, string> {
  const data = measured(plan, machine, trials);
  return Object.fromEntries(
    poolSizeExperiment.claims.map(({ id, judge }) => [id.replace('pool-size/', ''), judge(data).verdict]),
  );
}

suite('The pool-size experiment', () => {
  test('settles the claims as the arithmetic of a burst of CPU work says', async () => {
    const plan = await poolSizeExperiment.plan(options, facts);
    assert.deepEqual(verdicts(plan, simulated(plan, cpuWork)), {
      'best-size': 'holds',
      'flat-beyond-cpus': 'holds',
      'too-high-throughput': 'holds',
      'too-high-average': 'refuted',
      'cores-no-criterion': 'refuted',
      'cases-one-burst': 'holds',
      'cluster-2x4-is-8': 'holds',
      'cluster-is-total-threads': 'holds',
      'tables-are-requests': 'artefact',
      'size-is-exact': 'holds',
    });
  });

  test('would have said otherwise of work that waits, as the article believed', async () => {
    const plan = await poolSizeExperiment.plan(options, facts);
    const words = verdicts(plan, simulated(plan, waiting));
    assert.equal(words['best-size'], 'refuted');
    assert.equal(words['flat-beyond-cpus'], 'refuted');
    assert.equal(words['cores-no-criterion'], 'holds');
    assert.equal(words['too-high-average'], 'holds');
  });

  test('does not decide what the noise hides', async () => {
    const plan = await poolSizeExperiment.plan(options, facts);
    const words = verdicts(plan, simulated(plan, cpuWork, 0.6));
    for (const claim of ['flat-beyond-cpus', 'cases-one-burst', 'cluster-2x4-is-8']) {
      assert.equal(words[claim], 'undecided', claim);
    }
  });

  test('has nothing to say without trials', async () => {
    const plan = await poolSizeExperiment.plan(options, facts);
    for (const [claim, word] of Object.entries(verdicts(plan, []))) assert.equal(word, 'not run', claim);
  });

  test('as published has the ten sizes, three cases and the constants of the article, each once', async () => {
    const plan = await poolSizeExperiment.plan({ ...options, scale: 'as-published' }, facts);
    assert.deepEqual(plan.factors[0]?.levels, [4, 8, 12, 16, 32, 64, 128, 256, 512, 1024]);
    assert.equal(plan.cells.length, 10 * 3 * 3);
    assert.equal(plan.blocks, 1);
    assert.deepEqual(plan.subject, {
      kind: 'workload',
      workload: 'pool-size',
      parameters: { jobs: 10, log: 'pool' },
    });
    assert.ok(plan.cells.every((cell) => cell.parameters['iterations'] === 100_000));
    assert.ok(plan.cells.every((cell) => cell.setting['answer'] === 'before'));
    const loads = new Set(plan.cells.map(({ load }) => JSON.stringify(load)));
    assert.equal(loads.size, 3);
  });

  test('has every size below, at and above the CPUs of any machine', async () => {
    for (const count of [1, 2, 4, 12, 96]) {
      const plan = await poolSizeExperiment.plan(options, { ...facts, cpus: count });
      const levels = plan.factors[0]?.levels.map(Number) ?? [];
      assert.ok(
        levels.includes(1) && levels.includes(count) && levels.includes(1024),
        `${count}: ${levels.join(', ')}`,
      );
      assert.equal(plan.cells.find((cell) => cell.id === plan.baseline)?.setting['pool'], count);
    }
  });

  test('leaves PM2 out where it is not installed', async () => {
    const plan = await poolSizeExperiment.plan(options, { ...facts, has: new Set<string>() });
    assert.ok(plan.cells.every((cell) => !String(cell.setting['topology']).startsWith('pm2')));
  });

  test('is narrowed to the levels that are asked for, also to sizes of which it has not thought', async () => {
    const only = [
      { key: 'pool', levels: [3, 5] },
      { key: 'topology', levels: ['node'] },
      { key: 'case', levels: [2] },
    ];
    const plan = await poolSizeExperiment.plan({ ...options, only }, facts);
    assert.deepEqual(
      plan.cells.map((cell) => cell.id),
      ['node/pool-3/case-2/before', 'node/pool-5/case-2/before'],
    );
    const none = [{ key: 'topology', levels: ['kubernetes'] }];
    await assert.rejects(poolSizeExperiment.plan({ ...options, only: none }, facts), {
      code: 'VARY_LEVEL_INVALID',
    });
  });

  test("prints the article's own columns with the published figures beside", async () => {
    const plan = await poolSizeExperiment.plan(options, facts);
    const passages = poolSizeExperiment.passages(measured(plan, machine, simulated(plan, cpuWork)));
    const table = passages.flatMap(({ tables }) => tables).find(({ title }) => title === 'node, case 2');
    assert.deepEqual(
      table?.columns.slice(0, 7).map(({ label }) => label),
      ['pool size', 'parallels', 'curl request', 'I/O ops', 'min(sec)', 'max(sec)', 'average(sec)'],
    );
    const four = table?.rows.find(([size]) => size === '4') ?? [];
    assert.deepEqual(four.slice(0, 4), ['4', '15', '1', '10']);
    assert.deepEqual(four.slice(7), ['0.513', '18.930', '9.722']);
    assert.ok(passages.some(({ title }) => title.startsWith('무엇이 문제일까')));
  });

  test('carries the six published tables whole', () => {
    assert.equal(publishedTables.length, 6);
    for (const { rows } of publishedTables) {
      assert.deepEqual(
        rows.map(([pool]) => pool),
        [4, 8, 12, 16, 32, 64, 128, 256, 512, 1024],
      );
      for (const [, min, max, average] of rows) assert.ok(min < average && average < max);
    }
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Advice } from '../../src/model/proof.ts';
import { requestSchema } from '../../src/model/plan.ts';
import { planProof, proofBlocks, proofOf } from '../../src/run/proof.ts';
import { judge } from '../../src/run/judge.ts';
import { blockOrders } from '../../src/run/schedule.ts';
import { head, host, processOf, trialOf, withOutcome } from '../kit/trials.ts';

const advice: Advice = {
  today: { pool: 4 },
  setting: { pool: 1 },
  reason: { from: 'finding', rule: 'pool-too-large' },
};

const options: Parameters<typeof planProof>[0] = {
  advice,
  left: 60_000,
  ready: 500,
  answer: 20,
  asked: ['--path=/health'],
  command: ['node', 'server.js'],
  cwd: '/srv',
  requests: [requestSchema.parse({ url: 'http://127.0.0.1:3000/' })],
  load: { kind: 'closed', clients: 16 },
  seed: 1,
  timeout: 10_000,
  startTimeout: 30_000,
};
const plan = planProof(options);

/**
 * Trials of today's setting and of the other one, block by block: X·R is the number of clients, as in every closed load.
 * @param late milliseconds of the slowest tenth
 */
function judged(today: readonly number[], tried: readonly number[], late: readonly number[] = []) {
  const trials = [today, tried].flatMap((values, at) =>
    values.map((throughput, block) => {
      const cell = plan.cells[at];
      const mean = 16_000 / throughput;
      const slow = (late[at] ?? mean) * (1 + block / 500);
      const usual = (mean - slow / 10) / 0.9;
      const responses = Array.from({ length: 10_000 }, (_, i) => (i < 9000 ? usual : slow));
      const trial = trialOf(block, cell?.id ?? '', { throughput, responses });
      const pool = Number(cell?.setting['pool']);
      const env = { UV_THREADPOOL_SIZE: String(pool) };
      return {
        ...withOutcome(trial, () => ({ concurrency: 16 })),
        effective: [processOf(100, { env, poolThreads: pool })],
        load: { kind: 'closed' as const, clients: 16 },
        setting: cell?.setting ?? {},
        ordinal: 2 * block + at,
      };
    }),
  );
  return proofOf(judge({ head, plan, host, trials }), advice);
}

suite('A proof', () => {
  test('measures two settings in blocks that mirror each other, within its time', () => {
    const orders = blockOrders(plan).map((block) => block.map(({ id }) => id).join(' '));
    // Of 7 s each: announced is what the time holds.
    assert.equal(orders.length, 9);
    assert.equal(planProof({ ...options, left: 600_000 }).blocks, proofBlocks.most);
    assert.equal(planProof({ ...options, left: 1000 }).blocks, proofBlocks.least);
    const slow = planProof({ ...options, answer: 800 });
    assert.deepEqual([slow.warmup, slow.duration, slow.blocks], [1200, 2000, 8]);
    assert.notEqual(orders[0], orders[1]);
    assert.deepEqual(new Set(orders), new Set(['pool=4 pool=1', 'pool=1 pool=4']));
    assert.equal(plan.baseline, 'pool=4');
    assert.ok(plan.expected <= 60_000, `${plan.expected}`);
  });

  test('is gone on with and repeated as the sweep that it is', () => {
    assert.deepEqual(plan.asked.slice(0, 2), ['sweep', '--vary=pool=4,1']);
    assert.deepEqual(plan.asked.slice(-4), ['--path=/health', '--', 'node', 'server.js']);
  });

  test('finds the advice better, worse, or without effect, by throughput', () => {
    const better = judged([100, 102, 99, 101], [190, 195, 188, 192]);
    assert.equal(better.verdict, 'proved');
    assert.equal(better.because, null);
    assert.equal(judged([100, 102, 99, 101], [80, 82, 79, 81]).verdict, 'worse');
    assert.equal(judged([1000, 1001, 999, 1000], [1001, 1000, 1000, 999]).verdict, 'same');
    const open = judged([100, 130, 80, 110], [105, 85, 140, 100]);
    assert.equal(open.verdict, 'undecided');
    assert.equal(open.because, null);
  });

  test('takes the 99th percentile where throughput is the same', () => {
    const same = [1000, 1001, 999, 1000];
    const sooner = judged(same, same, [50, 17]);
    assert.deepEqual([sooner.verdict, sooner.metric], ['proved', 'p99']);
    assert.ok(sooner.ratio && sooner.ratio.high < 1);
    assert.equal(judged(same, same, [17, 50]).verdict, 'worse');
  });

  test('says what a gain in throughput costs the slowest requests, and how sure that is', () => {
    const [today, tried] = [
      [100, 102, 99, 101],
      [190, 195, 188, 192],
    ];
    const dear = judged(today, tried, [200, 300]);
    assert.equal(dear.verdict, 'proved');
    const { longer, from, to, isSure } =
      dear.cost?.code === 'find.cost.p99' ? dear.cost.params : assert.fail();
    assert.ok(Math.abs(longer - 0.5) < 0.01 && Math.abs(to / from - 1.5) < 0.01, `${longer} ${from} ${to}`);
    assert.equal(isSure, true);
    assert.equal(judged(today, tried, [300, 200]).cost, null);
    assert.equal(judged(tried, today, [200, 300]).cost, null, 'nothing is gained');
  });

  test('is no result where a setting has no trial that counts', () => {
    const { verdict, ratio } = judged([100, 101, 99, 100], []);
    assert.deepEqual([verdict, ratio], ['unmeasured', null]);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import type { PlanOptions } from '../../../src/lab/experiments/experiment.ts';
import { poolMechanicsExperiment } from '../../../src/lab/experiments/pool-mechanics/experiment.ts';
import { median } from '../../../src/lab/experiments/pool-mechanics/claims.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Facts, Trial } from '../../../src/model/sample.ts';
import { seeded } from '../../../src/stats/random.ts';
import { host } from '../../kit/trials.ts';
import { capabilities, countingTrials, options, testExperiment, words as wordsOf } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = capabilities('pm2');

const memoryOf = (mebibytes: number, spread = 0.01): Facts =>
  Object.fromEntries(
    [4, 128, 1024].flatMap((size) =>
      Array.from({ length: 6 }, (_, i) => [
        [`rss ${size}/${i}`, (size / 128) * mebibytes * 1024 * (1 + spread * (i - 2.5))],
        [`virtual ${size}/${i}`, size * 8200],
      ]).flat(),
    ),
  );

/** Node as it was measured: by the cell's topology and question. */
const asMeasured: Readonly<Record<string, Facts>> = {
  'node/sizes': {
    'started unset': 4,
    'jobs unset': 4,
    'started ""': 1,
    'started "0"': 1,
    'started "abc"': 1,
    'started "4x"': 4,
    'started "1024"': 1024,
    'started "2000"': 1024,
    'started "-1"': 1024,
    'ps 2': 9,
    'ps 16': 23,
  },
  'node/in-code': {
    'in commonjs': 7,
    'in module': 7,
    'in require': 7,
    'in import': 7,
    'in late': 4,
    'in worker': 4,
    'in worker that shares': 7,
  },
  'node/memory': memoryOf(1),
  'node/workers': { size: 4, 'done while held': 0, 'done when let go': 8 },
  'node/names': { 'in flight 1': 1, 'in flight 2': 1, 'in flight 4': 2, 'in flight 5': 3, 'in flight 8': 4 },
  'cluster/commonjs': { jobs: 7 },
  'cluster/module': { jobs: 7 },
  'pm2-fork/commonjs': { jobs: 4 },
  'pm2-fork/module': { jobs: 4 },
  'pm2-cluster/commonjs': { jobs: 4 },
  'pm2-cluster/module': { jobs: 4 },
};

type Say = (cell: string, block: number, node: string) => Facts;

const trials = (plan: Plan, say: Say): Trial[] =>
  countingTrials(plan, (cell, block) => {
    const node = String(cell.setting['node'] ?? '26.1.0');
    const id = `${cell.setting['topology']}/${cell.setting['ask']}`;
    return { node, uv: '1.52.0', ...asMeasured[id], ...say(id, block, node) };
  });

async function words(say: Say, more: Partial<PlanOptions> = {}, has = facts.has) {
  const plan = await poolMechanicsExperiment.plan({ ...options, ...more }, { ...facts, has });
  return wordsOf(poolMechanicsExperiment, plan, trials(plan, say));
}

/** Question, and what Node says otherwise than measured: in all blocks, or in the first alone. */
type Otherwise = readonly [cell: string, otherwise: Facts, first?: 'first'];

testExperiment<Otherwise>(poolMechanicsExperiment, {
  facts,
  simulated: (plan, [where, otherwise, first]) =>
    trials(plan, (cell, block) => (cell === where && (!first || block === 0) ? otherwise : {})),
  words: [
    ['default', ['holds', ['node/sizes', {}]]],
    ['default', ['refuted', ['node/sizes', { 'started unset': 8, 'jobs unset': 8 }]]],
    ['default', ['undecided', ['node/sizes', { 'jobs unset': 3 }, 'first']]],
    ['maximum', ['holds', ['node/sizes', {}]], ['refuted', ['node/sizes', { 'started "2000"': 2000 }]]],
    ['memory', ['holds', ['node/memory', {}]], ['refuted', ['node/memory', memoryOf(3)]]],
    ['memory', ['refuted', ['node/memory', memoryOf(0.2)]], ['undecided', ['node/memory', memoryOf(1.6)]]],
    ['memory', ['undecided', ['node/memory', memoryOf(1, 0.35)]]],
    ['fixed', ['holds', ['node/in-code', {}]], ['refuted', ['node/in-code', { 'in late': 7 }]]],
    ['fixed', ['undecided', ['node/in-code', { 'in late': 7 }, 'first']]],
    ['ps', ['misread', ['node/sizes', {}]], ['holds', ['node/sizes', { 'ps 2': 2, 'ps 16': 16 }]]],
    ['ps', ['undecided', ['node/sizes', { 'ps 2': 1 }]]],
    ['empty', ['holds', ['node/sizes', {}]], ['refuted', ['node/sizes', { 'started ""': 4 }]]],
    ['created-early', ['refuted', ['node/sizes', {}]], ['holds', ['node/sizes', { 'started unset': 0 }]]],
    ['created-early', ['undecided', ['node/sizes', { 'started unset': 0 }, 'first']]],
    ['in-commonjs', ['holds', ['node/in-code', {}]], ['refuted', ['node/in-code', { 'in commonjs': 4 }]]],
    ['in-commonjs', ['undecided', ['node/in-code', { 'in commonjs': 4 }, 'first']]],
    ['in-worker', ['refuted', ['node/in-code', {}]]],
    ['pm2-cluster-commonjs', ['refuted', ['pm2-cluster/commonjs', {}]]],
    ['pm2-cluster-commonjs', ['holds', ['pm2-cluster/commonjs', { jobs: 7 }]]],
    ['workers', ['holds', ['node/workers', {}]], ['refuted', ['node/workers', { 'done while held': 8 }]]],
    ['workers', ['undecided', ['node/workers', { 'done while held': 8 }, 'first']]],
    ['look-ups', ['holds', ['node/names', {}]], ['refuted', ['node/names', { 'in flight 8': 8 }]]],
    ['look-ups', ['undecided', ['node/names', { 'in flight 8': 3 }, 'first']]],
    ['look-ups', ['not run', ['node/names', { why: 'no namespaces' }]]],
  ],
});

suite('The pool-mechanics experiment', () => {
  test('says of each version of Node what it does, and refutes what not all do', async () => {
    const nodes = ['20.1.0', '26.1.0'].map((label) => ({ label, binary: `/${label}` }));
    const say: Say = (cell, _, node) =>
      cell === 'node/in-code' && node === '20.1.0' ? { 'in module': 4, 'in import': 4 } : {};
    const found = await words(say, { nodes });
    assert.equal(found['in-module'], 'refuted');
    assert.equal(found['in-commonjs'], 'holds');
    assert.equal(found['memory'], 'holds');
  });

  test('does without PM2, and says so', async () => {
    const found = await words(() => ({}), {}, new Set<string>());
    assert.equal(found['pm2-fork-commonjs'], 'not run');
    assert.equal(found['cluster-commonjs'], 'holds');
    const only = [{ key: 'topology', levels: ['pm2-fork'] }];
    const planned = poolMechanicsExperiment.plan({ ...options, only }, { ...facts, has: new Set() });
    await assert.rejects(planned, { code: 'VARY_LEVEL_INVALID', why: /PM2 was not found/ });
  });

  test('has a table of sizes, of places in the code, of memory and of lookups', async () => {
    const plan = await poolMechanicsExperiment.plan(options, facts);
    const counted = trials(plan, () => ({}));
    const [passage] = poolMechanicsExperiment.passages(measured(plan, host, counted));
    assertEach(passage?.tables, ({ rows }) => rows.length, [10, 12, 3, 5]);
  });

  test('gives intervals that hold the median of a skewed distribution in 95% of samples or more', () => {
    const random = seeded(3);
    for (const size of [6, 12, 18]) {
      let held = 0;
      for (let sample = 0; sample < 2000; sample++) {
        const values = Array.from({ length: size }, () => -Math.log(random()));
        const interval = median(values);
        if (interval && interval.low <= Math.LN2 && interval.high >= Math.LN2) held++;
      }
      assert.ok(held / 2000 > 0.935 && held / 2000 < 0.995, `${size}: ${held / 2000}`);
    }
    assert.equal(median([1, 2, 3, 4, 5]), null, 'five cannot');
  });
});

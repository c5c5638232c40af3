import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { poolMixedExperiment as experiment } from '../../../src/lab/experiments/pool-mixed.ts';
import type { Plan, Setting } from '../../../src/model/plan.ts';
import { host, trialOf } from '../../kit/trials.ts';
import { capabilities, options, testExperiment, trialsOf } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = capabilities('taskset');
const plan = await experiment.plan(options, facts);

/** Milliseconds that a stat takes. */
type World = (setting: Setting) => number;
const isBlocked = ({ long, pool, limit }: Setting) => long !== 'none' && Number(limit) >= Number(pool);

/** A stat waits as long as the long jobs hold every thread. */
const asItIs: World = (setting) => (isBlocked(setting) ? 35 : 0.6);
/** Threads enough, or a queue for each kind: nobody waits. */
const noStall: World = () => 0.6;
/** Whatever is done, the long jobs are in the way. */
const noRemedy: World = ({ long }) => (long === 'none' ? 0.6 : 35);
/** Twice as slow behind long jobs, and a third of it is left. */
const between: World = (setting) => (setting['long'] === 'none' ? 0.6 : isBlocked(setting) ? 1.2 : 0.44);

const simulated = (of: Plan, { world, noise = 0.02 }: { world: World; noise?: number }) =>
  trialsOf(of, 3, noise, (block, cell, jitter) =>
    trialOf(block, cell.id, {
      responses: Array.from({ length: 200 }, () => world(cell.setting) * jitter),
      jobs: { count: 20, mean: 100, makespan: 1000 },
    }),
  );

testExperiment(experiment, {
  facts,
  simulated,
  worlds: {
    'a held thread serves nothing else': { world: asItIs },
    'nobody waits': { world: noStall },
    'nothing helps': { world: noRemedy },
    'it is half so bad': { world: between },
    'the noise hides it': { world: asItIs, noise: 4 },
  },
  // The same for long jobs that wait and that compute.
  table: ['waiting', 'computing']
    .map(
      (jobs) => `
        head-of-line-${jobs}  holds  refuted  holds    undecided  undecided
        one-more-${jobs}      holds  refuted  refuted  undecided  undecided
        limiter-${jobs}       holds  refuted  refuted  undecided  undecided`,
    )
    .join(''),
  ids: [
    'none/pool-4',
    ...['4-held', '4-pbkdf2'].flatMap((long) => [
      `${long}/pool-3`,
      `${long}/pool-4`,
      `${long}/pool-5`,
      `${long}/pool-4/limit-3`,
    ]),
  ],
});

suite('The plan of pool-mixed', () => {
  test('asks by the clock', async () => {
    assert.ok(plan.cells.every(({ load }) => load.kind === 'rate'));
  });

  test('gives the generator a CPU of its own where there are two, and none where there is one', async () => {
    const two = { ...facts, host: { ...host, affinity: [0, 1] } };
    const one = { ...facts, host: { ...host, affinity: [0] } };
    assert.deepEqual((await experiment.plan(options, two)).affinity, { server: [0], generator: [1] });
    assert.equal((await experiment.plan(options, one)).affinity, null);
  });

  test('shows the longest wait, and draws the mean of every setting', async () => {
    const [passage] = experiment.passages(measured(plan, host, simulated(plan, { world: asItIs, noise: 0 })));
    const row = passage?.tables[0]?.rows.find(([, , pool, limit]) => pool === '4' && limit === '–');
    assert.equal(row?.[7], '0.6');
    const [picture] = passage?.pictures ?? [];
    assertEach(picture?.lines, ({ points }) => points.map(({ value }) => Math.round(value)), [
      [1, 35, 35, 1, 1],
      [1, 35, 35, 1, 1],
    ]);
  });
});

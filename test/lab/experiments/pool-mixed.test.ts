import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/judge.ts';
import { poolMixedExperiment as experiment } from '../../../src/lab/experiments/pool-mixed.ts';
import type { Plan, Setting } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { host, trialOf } from '../../kit/trials.ts';
import { capabilities, options, trialsOf, words } from './two-cpus.ts';

const facts = capabilities('taskset');

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

const simulated = (plan: Plan, world: World, noise = 0.02) =>
  trialsOf(plan, 3, noise, (block, cell, jitter) =>
    trialOf(block, cell.id, {
      responses: Array.from({ length: 200 }, () => world(cell.setting) * jitter),
      jobs: { count: 20, mean: 100, makespan: 1000 },
    }),
  );

const verdicts = (plan: Plan, trials: readonly Trial[]) => words(experiment, plan, trials);

/** The same for long jobs that wait and that compute. */
const wordsOf = (stall: string, oneMore: string, limiter: string) => ({
  'head-of-line-waiting': stall,
  'one-more-waiting': oneMore,
  'limiter-waiting': limiter,
  'head-of-line-computing': stall,
  'one-more-computing': oneMore,
  'limiter-computing': limiter,
});

const table: readonly (readonly [string, World, number, ReturnType<typeof wordsOf>])[] = [
  ['a held thread serves nothing else', asItIs, 0.02, wordsOf('holds', 'holds', 'holds')],
  ['nobody waits', noStall, 0.02, wordsOf('refuted', 'refuted', 'refuted')],
  ['nothing helps', noRemedy, 0.02, wordsOf('holds', 'refuted', 'refuted')],
  ['it is half so bad', between, 0.02, wordsOf('undecided', 'undecided', 'undecided')],
  ['the noise hides it', asItIs, 4, wordsOf('undecided', 'undecided', 'undecided')],
];

suite('The pool-mixed experiment judges, where', () => {
  for (const [name, world, noise, expected] of table) {
    test(name, async () => {
      const plan = await experiment.plan(options, facts);
      assert.deepEqual(verdicts(plan, simulated(plan, world, noise)), expected);
    });
  }
});

suite('The plan of pool-mixed', () => {
  test('has a size below the long jobs, as many, one more, and the limiter', async () => {
    const plan = await experiment.plan(options, facts);
    assert.deepEqual(
      plan.cells.map(({ id }) => id),
      [
        'none/pool-4',
        ...['4-held', '4-pbkdf2'].flatMap((long) => [
          `${long}/pool-3`,
          `${long}/pool-4`,
          `${long}/pool-5`,
          `${long}/pool-4/limit-3`,
        ]),
      ],
    );
    assert.ok(plan.cells.every(({ load }) => load.kind === 'rate'));
  });

  test('gives the generator a CPU of its own where there are two, and none where there is one', async () => {
    const two = { ...facts, host: { ...host, affinity: [0, 1] } };
    const one = { ...facts, host: { ...host, affinity: [0] } };
    assert.deepEqual((await experiment.plan(options, two)).affinity, { server: [0], generator: [1] });
    assert.equal((await experiment.plan(options, one)).affinity, null);
  });

  test('shows the longest wait, and draws the mean of every setting', async () => {
    const plan = await experiment.plan(options, facts);
    const [passage] = experiment.passages(measured(plan, host, simulated(plan, asItIs, 0)));
    const row = passage?.tables[0]?.rows.find(([, , pool, limit]) => pool === '4' && limit === '–');
    assert.equal(row?.[7], '0.6');
    const [picture] = passage?.pictures ?? [];
    assert.deepEqual(
      picture?.lines.map(({ points }) => points.map(({ value }) => Math.round(value))),
      [
        [1, 35, 35, 1, 1],
        [1, 35, 35, 1, 1],
      ],
    );
  });
});

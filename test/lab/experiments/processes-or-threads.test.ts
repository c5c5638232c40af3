import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { processesOrThreadsExperiment as experiment } from '../../../src/lab/experiments/processes-or-threads.ts';
import type { Plan, Setting } from '../../../src/model/plan.ts';
import { message, quoted } from '../../../src/messages/message.ts';
import { problem, problemData } from '../../../src/messages/problem.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { trialOf } from '../../kit/trials.ts';
import { capabilities, cpus, judgedClaim, options, testExperiment, trialsOf } from './two-cpus.ts';

const facts = capabilities();
const plan = await experiment.plan(options, facts);

type World = (setting: Setting) => number;
const poolThreads = ({ processes, pool }: Setting) => Number(processes) * Number(pool);
const isWaiting = ({ kind }: Setting) => kind === 'held';

/** Only the total of threads counts; what computes has no more than the CPUs. */
const asItIs: World = (setting) => (isWaiting(setting) ? poolThreads(setting) : cpus);
/** Each worker brings a pool of its own. */
const poolForEach: World = (setting) => asItIs(setting) * Number(setting['workers']);
/** Every split loses a quarter of what it had. */
const splitsCost: World = (setting) => asItIs(setting) * 0.75 ** Math.log2(Number(setting['processes']));
/** Another process is no other pool. */
const onePool: World = () => 4;
/** Two of eight pools are there. */
const halfThere: World = (setting) => (setting['topology'] === 'threads' ? 6 : Math.min(24, asItIs(setting)));

const simulated = (of: Plan, { world, noise = 0.005 }: { world: World; noise?: number }) =>
  trialsOf(of, 11, noise, (block, cell, jitter) =>
    trialOf(block, cell.id, { throughput: 10 * world(cell.setting) * jitter }),
  );

testExperiment(experiment, {
  simulated,
  worlds: {
    'only the total counts': { world: asItIs },
    'each worker has a pool': { world: poolForEach },
    'each split costs': { world: splitsCost },
    'there is one pool for all': { world: onePool },
    'something lies between': { world: halfThere },
    'the noise hides it': { world: asItIs, noise: 0.8 },
  },
  table: `
    total-computing       holds  holds    refuted  holds    holds      undecided
    total-waiting         holds  holds    refuted  holds    holds      undecided
    workers-share         holds  refuted  holds    holds    undecided  undecided
    processes-have-pools  holds  holds    refuted  refuted  undecided  undecided`,
  // Eight threads split in every way, and what only more of one thing gives.
  ids: [
    ...['pbkdf2', 'held'].flatMap((kind) => [
      `${kind}/node/1x8`,
      ...['2x4', '4x2', '8x1'].map((split) => `${kind}/cluster/${split}`),
    ]),
    'held/node/1x4',
    'held/threads/8-threadsx4',
    'held/cluster/8x4',
  ],
});

suite('The processes-or-threads experiment', () => {
  test('Node is too old for workers that listen: it says so in Node’s own words', async () => {
    const said = 'Worker threads that listen on one port need reusePort; this is 20.20.2.';
    const todo = message('exited.todo', { setting: '', held: [] });
    const ended = problemData(problem('SERVER_EXITED', { how: 'exit code 1', todo }));
    const trials = simulated(plan, { world: asItIs }).map((trial): Trial => ({
      ...trial,
      ...(trial.setting['topology'] === 'threads' && { sample: null, output: [said], problem: ended }),
    }));
    const { verdict, because } = judgedClaim(experiment, 'workers-share', plan, trials);
    assert.deepEqual([verdict, because], ['not run', quoted(said)]);
  });

  test('compares with one process that has all threads, and has every job proved', async () => {
    assert.equal(plan.baseline, 'pbkdf2/node/1x8');
    assert.ok(plan.cells.every(({ requests }) => requests[0]?.proof));
  });

  test('as published has the iterations of the article', async () => {
    const { cells, blocks } = await experiment.plan({ ...options, scale: 'as-published' }, facts);
    assert.deepEqual([cells[0]?.parameters['iterations'], blocks], [100_000, 1]);
  });
});

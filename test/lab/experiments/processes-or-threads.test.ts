import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/judge.ts';
import { processesOrThreadsExperiment as experiment } from '../../../src/lab/experiments/processes-or-threads.ts';
import type { Plan, Setting } from '../../../src/model/plan.ts';
import { message, quoted } from '../../../src/messages/message.ts';
import { problem, problemData } from '../../../src/messages/problem.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { host, trialOf } from '../../kit/trials.ts';
import { capabilities, cpus, options, trialsOf, words } from './two-cpus.ts';

const facts = capabilities();

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

const simulated = (plan: Plan, world: World, noise = 0.005) =>
  trialsOf(plan, 11, noise, (block, cell, jitter) =>
    trialOf(block, cell.id, { throughput: 10 * world(cell.setting) * jitter }),
  );

const verdicts = (plan: Plan, trials: readonly Trial[]) => words(experiment, plan, trials);

const wordsOf = (...[computing, waiting, share, pools]: readonly string[]) => ({
  'total-computing': computing,
  'total-waiting': waiting,
  'workers-share': share,
  'processes-have-pools': pools,
});

const table: readonly (readonly [string, World, number, ReturnType<typeof wordsOf>])[] = [
  ['only the total counts', asItIs, 0.005, wordsOf('holds', 'holds', 'holds', 'holds')],
  ['each worker has a pool', poolForEach, 0.005, wordsOf('holds', 'holds', 'refuted', 'holds')],
  ['each split costs', splitsCost, 0.005, wordsOf('refuted', 'refuted', 'holds', 'refuted')],
  ['there is one pool for all', onePool, 0.005, wordsOf('holds', 'holds', 'holds', 'refuted')],
  ['something lies between', halfThere, 0.005, wordsOf('holds', 'holds', 'undecided', 'undecided')],
  ['the noise hides it', asItIs, 0.8, wordsOf('undecided', 'undecided', 'undecided', 'undecided')],
];

suite('The processes-or-threads experiment judges, where', () => {
  for (const [name, world, noise, expected] of table) {
    test(name, async () => {
      const plan = await experiment.plan(options, facts);
      assert.deepEqual(verdicts(plan, simulated(plan, world, noise)), expected);
    });
  }

  test('Node is too old for workers that listen: it says so in Node’s own words', async () => {
    const plan = await experiment.plan(options, facts);
    const said = 'Worker threads that listen on one port need reusePort; this is 20.20.2.';
    const trials = simulated(plan, asItIs).map((trial): Trial =>
      trial.setting['topology'] === 'threads'
        ? {
            ...trial,
            sample: null,
            output: [said],
            problem: problemData(
              problem('SERVER_EXITED', {
                how: 'exit code 1',
                todo: message('exited.todo', { setting: '', held: [] }),
              }),
            ),
          }
        : trial,
    );
    const claim = experiment.claims.find(({ id }) => id.endsWith('workers-share'));
    const judged = claim?.judge(measured(plan, host, trials));
    assert.equal(judged?.verdict, 'not run');
    assert.deepEqual(judged?.because, quoted(said));
  });
});

suite('The plan of processes-or-threads', () => {
  test('splits eight threads in every way, and has what only more of one thing gives', async () => {
    const plan = await experiment.plan(options, facts);
    assert.deepEqual(
      plan.cells.map(({ id }) => id),
      [
        'pbkdf2/node/1x8',
        'pbkdf2/cluster/2x4',
        'pbkdf2/cluster/4x2',
        'pbkdf2/cluster/8x1',
        'held/node/1x8',
        'held/cluster/2x4',
        'held/cluster/4x2',
        'held/cluster/8x1',
        'held/node/1x4',
        'held/threads/8-threadsx4',
        'held/cluster/8x4',
      ],
    );
    assert.equal(plan.baseline, 'pbkdf2/node/1x8');
    assert.ok(plan.cells.every(({ requests }) => requests[0]?.proof));
  });

  test('as published has the iterations of the article', async () => {
    const plan = await experiment.plan({ ...options, scale: 'as-published' }, facts);
    assert.equal(plan.cells[0]?.parameters['iterations'], 100_000);
    assert.equal(plan.blocks, 1);
  });
});

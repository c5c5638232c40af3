import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { busiestShare } from '../../../src/lab/experiments/cluster/evidence.ts';
import { clusterExperiment } from '../../../src/lab/experiments/cluster/experiment.ts';
import { abFigures } from '../../../src/lab/experiments/cluster/published.ts';
import { message } from '../../../src/messages/message.ts';
import { planSchema } from '../../../src/model/plan.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { host, withSample } from '../../kit/trials.ts';
import { sane, simulated, type World } from './cluster-by-hand.ts';
import { capabilities, cpus, judgedClaim, options as quick, testExperiment, words } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const options = { ...quick, blocks: 6 };
const facts = capabilities('ab', 'handed-sockets');
const asPlanned = await clusterExperiment.plan(options, facts);
// How many iterations a moment has is measured where it is planned: on a busy machine so few that their microseconds are 0.
const plan: Plan = {
  ...asPlanned,
  cells: asPlanned.cells.map((cell) =>
    'iterations' in cell.parameters ? { ...cell, parameters: { ...cell.parameters, iterations: 1e9 } } : cell,
  ),
};

/** A figure of one topology, and that of all others. */
const only = (one: string, own: number, others: number) => (topology: string) =>
  topology === one ? own : others;

testExperiment<Partial<World>>(
  { ...clusterExperiment, plan: () => Promise.resolve(plan) },
  {
    simulated: (of, world) => simulated(of, { ...sane, ...world }),
    // What would have to be measured for each other word.
    words: [
      ['faster', ['refuted', { gain: () => 1 }], ['undecided', { gain: () => 1.1 }]],
      ['gain-is-limit', ['refuted', { gain: (_, clients) => clients }], ['refuted', { gain: () => 0.9 }]],
      ['gain-is-limit', ['undecided', { gain: (_, clients) => Math.min(clients, 1.2) }]],
      ['beyond-cpus', ['refuted', { gain: (_, clients) => clients }]],
      ['beyond-cpus', ['undecided', { gain: (_, clients) => (clients > cpus ? 2.5 : Math.min(clients, 2)) }]],
      ['alone', ['refuted', { gain: () => 2 }], ['undecided', { gain: () => 1.25 }]],
      ['elapsed-grows', ['holds', { clientGrowth: 0.6 }], ['refuted', { elapsedGrowth: 0 }]],
      ['elapsed-grows', ['undecided', { elapsedGrowth: 0.4 }], ['undecided', { clientGrowth: -0.6 }]],
      ['empty-loop', ['refuted', { loop: 1e-3 }], ['undecided', { loop: 0.7 }]],
      ['few-connections-round-robin', ['refuted', { unevenness: () => 1 }]],
      ['few-connections-none', ['undecided', { unevenness: () => 1.1 }]],
      ['few-connections-reuse-port', ['refuted', { unevenness: only('reuse-port', 1, 2) }]],
      ['policies-alike', ['refuted', { policy: only('reuse-port', 0.7, 1) }]],
      ['policies-alike', ['undecided', { policy: only('reuse-port', 0.91, 1) }]],
      ['ab-agrees', ['refuted', { ab: 1.3 }], ['undecided', { ab: 1.1 }]],
      ['handed-spread', ['refuted', { unevenness: only('handed-sockets', 1, 1.4) }]],
      ['handed-spread', ['undecided', { unevenness: only('handed-sockets', 1.27, 1.4) }]],
      ['handed-throughput', ['refuted', { policy: only('handed-sockets', 0.7, 1) }]],
      ['handed-throughput', ['undecided', { policy: only('handed-sockets', 0.92, 1) }]],
      ['handed-cheaper', ['refuted', { passing: only('handed-sockets', 0.35, 0.3) }]],
      ['handed-cheaper', ['undecided', { passing: only('handed-sockets', 0.299, 0.3) }]],
    ],
    worlds: { 'there are two CPUs': {} },
    table: `
      faster                       holds
      gain-is-limit                holds
      beyond-cpus                  holds
      alone                        holds
      elapsed-grows                misread
      empty-loop                   holds
      few-connections-round-robin  holds
      few-connections-none         holds
      few-connections-reuse-port   holds
      policies-alike               holds
      ab-agrees                    holds
      handed-spread                holds
      handed-throughput            holds
      handed-cheaper               holds`,
  },
);

testExperiment(clusterExperiment, {
  facts,
  simulated: () => [],
  narrowed: [[{ topology: ['cluster'], clients: [7] }, ['cluster/proved/c7/each', 'cluster/proved/c7/kept']]],
});

suite('The cluster experiment', () => {
  test('does not decide what the noise hides', () => {
    const found = words(clusterExperiment, plan, simulated(plan, sane, 1.5));
    for (const claim of ['faster', 'gain-is-limit', 'beyond-cpus', 'alone', 'policies-alike', 'ab-agrees'])
      assert.equal(found[claim], 'undecided', claim);
  });

  test('plans no cell for ab where it is missing, and says so', async () => {
    const without = await clusterExperiment.plan(options, { ...facts, has: new Set() });
    assert.ok(plan.cells.some(({ engine }) => engine === 'ab'));
    assert.ok(without.cells.every(({ engine }) => engine === undefined));
    assert.deepEqual(without.absent, ['ab', 'handed-sockets']);
    const trials = simulated(without, sane);
    const { verdict, because } = judgedClaim(clusterExperiment, 'ab-agrees', without, trials);
    assert.deepEqual([verdict, because.code], ['not run', 'claim.not-installed']);
  });

  test('hands no connection to a thread where Node cannot, and says which Node can', async () => {
    const without = await clusterExperiment.plan(options, capabilities('ab'));
    assert.ok(without.cells.every(({ setting }) => setting['topology'] !== 'handed-sockets'));
    assert.ok(without.cells.every(({ setting }) => setting['variant'] !== 'light'));
    const expected = ['not run', message('claim.needs-node', { version: '24.20, or 26.6' })];
    for (const name of ['handed-spread', 'handed-throughput', 'handed-cheaper']) {
      const trials = simulated(without, sane);
      const { verdict, because } = judgedClaim(clusterExperiment, name, without, trials);
      assert.deepEqual([verdict, because], expected, name);
    }
  });

  test('counts threads that serve as workers, each with its own loop', () => {
    const cells = plan.cells.filter(({ setting }) => setting['workers'] !== undefined);
    assertEach(cells, ({ id, setting }) => [id, setting['processes'], setting['workers']], [
      ['handed-sockets/proved/c4/each', 1, cpus],
      ['handed-sockets/proved/c3/each', 1, cpus],
      ['handed-sockets/proved/c3/kept', 1, cpus],
      ['threads/proved/c4/each', 1, cpus],
      ['handed-sockets/light/c4/each', 1, cpus],
      ['threads/light/c4/each', 1, cpus],
    ]);
    const jobs = [1, 1, 2].map((thread) => ({ pid: 7, thread, start: 0, end: 1 }));
    const [trial = assert.fail()] = simulated(plan, sane);
    const shared = withSample(trial, ({ jobs: own }) => ({ jobs: own && { ...own, traces: jobs } }));
    assert.equal(busiestShare(shared), 2 / 3);
  });

  test('on one CPU plans a cluster of one worker, and nothing about how requests are spread', async () => {
    const one = await clusterExperiment.plan(options, { ...facts, cpus: 1 });
    assert.deepEqual(one.factors.find(({ key }) => key === 'clients')?.levels, [2, 1]);
    assert.ok(one.cells.every(({ setting }) => setting['processes'] === 1));
    assert.ok(one.cells.every(({ setting }) => setting['connections'] === 'each'));
  });

  test('plans reusePort only where the kernel has it', async () => {
    const mac = { ...facts, host: { ...facts.host, platform: 'darwin arm64' } };
    const { cells } = await clusterExperiment.plan(options, mac);
    assert.ok(cells.every(({ setting }) => setting['topology'] !== 'reuse-port'));
  });

  test('as published has the article’s loop, its ten requests by two clients, and both places of the clock', async () => {
    const published = await clusterExperiment.plan(
      { ...options, scale: 'as-published', blocks: null },
      facts,
    );
    const ids = 'node/published/c2/each cluster/worker-clock/c2/each cluster/published/c2/each';
    assertEach(published.cells, ({ id }) => id, `${ids} node/ab/c2/each cluster/ab/c2/each`.split(' '));
    for (const { parameters, load, requests } of published.cells) {
      assert.equal(parameters['iterations'], 10_000_000_000);
      assert.equal(parameters['from'], 0);
      assert.deepEqual(load, { kind: 'closed', clients: 2, requestsEach: 5 });
      assert.deepEqual(requests[0]?.headers, { connection: 'close' });
    }
    assert.equal(published.blocks, 1);
  });

  test('quick counts its shorter loop above 2³¹, in doubles as most of the published one', () => {
    const cell = plan.cells.find(({ id }) => id === 'node/published/c2/each');
    assert.equal(cell?.parameters['from'], 2 ** 32);
    assert.ok(planSchema.safeParse(plan).success);
  });

  test('prints the figures of ab’s report, and the published ones beside', () => {
    const trials = simulated(plan, sane);
    const passages = clusterExperiment.passages(measured(plan, host, trials));
    const rebuilt = passages.find(({ title }) => title === 'The article’s test, rebuilt');
    const table = rebuilt?.tables[0];
    assertEach(table?.columns, ({ label }) => label, [
      '',
      'plain, here',
      'plain, document',
      'cluster, here',
      'cluster, document',
    ]);
    assert.deepEqual(
      table?.rows[0]?.filter((_, i) => i % 2 === 0),
      ['Time taken for tests [s]', '111.608', '55.280'],
    );
    assert.ok(passages.some(({ pictures }) => pictures?.some(({ id }) => id === 'growing-elapsed')));
    assert.ok(passages.some(({ pictures }) => pictures?.some(({ id }) => id === 'gain')));
  });

  test('computes them as ab does', () => {
    const trial = simulated(plan, sane, 0).find(({ cell }) => cell === 'node/published/c2/each');
    assert.ok(trial);
    const figures = abFigures(trial);
    assert.ok(figures);
    assert.deepEqual([figures.requests, figures.concurrency, Math.round(figures.timeTaken)], [10, 2, 400]);
    assert.deepEqual(Object.values(figures.total).map(Math.round), [80, 80, 0, 80, 80]);
    assert.deepEqual(figures.served.map(Math.round), [80, 80, 80, 80]);
  });
});

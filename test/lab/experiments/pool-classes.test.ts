import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { poolClassesExperiment } from '../../../src/lab/experiments/pool-classes/experiment.ts';
import { kindOf } from '../../../src/lab/experiments/pool-classes/grid.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { host, trialOf } from '../../kit/trials.ts';
import { capabilities, cpus, judgedClaim, options, testExperiment, trialsOf, words } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = capabilities();
const plan = await poolClassesExperiment.plan(options, facts);

/** Throughput of a pool of n threads, for each nature of job. */
interface World {
  readonly computes: (threads: number) => number;
  readonly cached: (threads: number) => number;
  readonly waits: (threads: number) => number;
  /** Of the threads of a pool, those that lookups may have; as `waits` of them all where it is not said. */
  readonly lane?: (threads: number) => number;
  /** Small files, by the kind of job that reads them; alike unless told. */
  readonly whole?: (kind: string) => number;
}
/** CPUs bound what computes, a device with a queue of 16 what waits, and one more thread to wake what is cached. */
const asItIs: World = {
  computes: (threads) => Math.min(threads, cpus),
  cached: (threads) => threads ** -0.4,
  waits: (threads) => Math.min(threads, 16),
  lane: (threads) => Math.floor((threads + 1) / 2),
};
/** As the article believes: everything waits. */
const allWaits: World = { computes: (n) => n, cached: (n) => n, waits: (n) => n };
/** Everything has the CPUs as its best size. */
const allComputes: World = { computes: asItIs.computes, cached: asItIs.computes, waits: asItIs.computes };
/** What is too much costs more than what is too little. */
const crowded: World = {
  computes: (n) => Math.min(n, cpus) / n,
  cached: (n) => 1 / n,
  waits: (n) => (n > 16 ? 0.5 : n),
};

const simulated = (of: Plan, world: World, noise = 0.01) =>
  trialsOf(of, 5, noise, (block, cell, jitter) => {
    const kind = String(cell.setting['kind']);
    const { nature } = kindOf(kind);
    const { lane = (all: number) => all } = kind === 'dns' ? world : {};
    const threads = lane(Number(cell.setting['pool']));
    const rate = nature === 'whole' ? (world.whole?.(kind) ?? 1) : world[nature](threads);
    return trialOf(block, cell.id, { throughput: 100 * rate * jitter });
  });

const verdicts = (of: Plan, trials: readonly Trial[]) => words(poolClassesExperiment, of, trials);

testExperiment(poolClassesExperiment, {
  simulated,
  worlds: {
    'the CPUs bound what computes, the device what waits, and waking up what is cached': asItIs,
    'everything waits, as the article believes': allWaits,
    'everything computes': allComputes,
    'too many threads are the worst of all': crowded,
  },
  table: `
    cores-computing     refuted  holds    refuted  undecided
    cores-held          holds    holds    refuted  holds
    cores-direct        holds    holds    refuted  holds
    cores-fsync         holds    holds    refuted  holds
    cores-dns           holds    holds    refuted  holds
    too-high-computing  holds    holds    holds    refuted
    too-high-held       holds    holds    holds    refuted
    too-high-direct     holds    holds    holds    refuted
    too-high-fsync      holds    holds    holds    refuted
    too-high-dns        holds    holds    holds    refuted
    too-high-cached     refuted  holds    holds    refuted
    stat-slower         holds    refuted  refuted  holds
    dns-half            holds    refuted  refuted  refuted
    whole-file          not run  not run  not run  not run
    one-size            refuted  holds    holds    refuted`,
  narrowed: [[{ kind: ['stat'], pool: [3, 5] }, ['stat/pool-3', 'stat/pool-5']]],
});

suite('The pool-classes experiment says of a host on which', () => {
  test('the noise is larger than the differences: undecided', async () => {
    const found = verdicts(plan, simulated(plan, asItIs, 1.5));
    for (const claim of ['cores-computing', 'too-high-cached', 'stat-slower'])
      assert.equal(found[claim], 'undecided', claim);
    assert.equal(verdicts(plan, simulated(plan, allComputes, 0.5))['one-size'], 'undecided');
  });

  test('no device can be waited for: why, and nothing of the kinds that need one', async () => {
    const reason = '/tmp lies in memory (tmpfs)';
    const without: Plan = {
      ...plan,
      subject: {
        kind: 'workload',
        workload: 'pool-classes',
        parameters: { 'without-direct': reason, 'without-fsync': reason, 'without-held': 'no pipes' },
      },
      cells: plan.cells.filter(({ setting }) => kindOf(String(setting['kind'])).nature !== 'waits'),
    };
    const trials = simulated(without, asItIs);
    const { verdict, because } = judgedClaim(poolClassesExperiment, 'cores-direct', without, trials);
    assert.deepEqual([verdict, because.params], ['not run', { reasons: [`direct: ${reason}`] }]);
  });
});

suite('Of the share that lookups have of 16 threads, pool-classes says', () => {
  const shares = [
    ['half, with a hundredth lost on the way', 7.9, 0.01, 'holds'],
    ['all of them', 16, 0.01, 'refuted'],
    ['a quarter', 4, 0.01, 'refuted'],
    ['neither half nor all', 10, 0.01, 'undecided'],
    ['half, in much noise', 8, 0.3, 'undecided'],
  ] as const;
  for (const [name, threads, noise, expected] of shares) {
    test(`${name}: ${expected}`, async () => {
      const world = { ...allWaits, lane: () => threads };
      assert.equal(verdicts(plan, simulated(plan, world, noise))['dns-half'], expected);
    });
  }

  test('not run, and why, where a server can have no name server of its own', async () => {
    const reason = 'mounts of its own are not to be had (Operation not permitted)';
    const whyNoOwnNames = () => Promise.resolve(reason);
    const without = await poolClassesExperiment.plan(options, { ...facts, whyNoOwnNames });
    assert.ok(without.cells.every(({ setting }) => setting['kind'] !== 'dns'));
    for (const name of ['cores-dns', 'too-high-dns', 'dns-half']) {
      const { verdict, because } = judgedClaim(
        poolClassesExperiment,
        name,
        without,
        simulated(without, asItIs),
      );
      assert.deepEqual([verdict, because.params], ['not run', { reasons: [`dns: ${reason}`] }], name);
    }
  });
});

suite('Of a small file in one job or in four, pool-classes says', async () => {
  const withWhole = await poolClassesExperiment.plan(options, capabilities('whole-files'));
  const rows: readonly (readonly [string, number, number, string])[] = [
    ['faster', 2, 0.01, 'holds'],
    ['alike', 1, 0.01, 'refuted'],
    ['between them', 1.2, 0.01, 'undecided'],
    ['faster, behind more noise', 2, 0.9, 'undecided'],
  ];
  for (const [name, gain, noise, expected] of rows) {
    test(`${name}: ${expected}`, async () => {
      const world: World = { ...asItIs, whole: (kind) => (kind === 'readfile' ? gain : 1) };
      const found = verdicts(withWhole, simulated(withWhole, world, noise));
      assert.equal(found['whole-file'], expected);
      if (noise < 0.1) assert.equal(found['one-size'], 'refuted', 'no size is compared with another');
    });
  }

  test('with Node’s own size alone', async () => {
    const whole = withWhole.cells.filter(({ setting }) =>
      ['readfile', 'steps'].includes(String(setting['kind'])),
    );
    assertEach(whole, ({ id }) => id, ['readfile/pool-4', 'steps/pool-4']);
  });
});

suite('The plan of pool-classes', () => {
  test('has a size below the CPUs, the CPUs, Node’s own, and two above, on any host', async () => {
    for (const count of [1, 2, 8, 12, 96]) {
      const { factors } = await poolClassesExperiment.plan(options, { ...facts, cpus: count });
      const levels = factors.find(({ key }) => key === 'pool')?.levels.map(Number) ?? [];
      for (const wanted of [1, count, 4]) assert.ok(levels.includes(wanted), `${count}: ${levels.join()}`);
      assert.ok(levels.filter((level) => level > count).length >= 2, `${count}: ${levels.join()}`);
    }
  });

  test('asks with more clients than the largest pool has threads, each for proved jobs', async () => {
    for (const { load, requests, setting, parameters } of plan.cells) {
      assert.equal(load.kind, 'closed');
      assert.ok(load.kind === 'closed' && load.clients >= Number(setting['pool']));
      assert.ok(requests.every(({ proof }) => proof));
      assert.equal(parameters['kind'], setting['kind']);
    }
  });

  test('draws a line for each kind, over its size', async () => {
    const [passage] = poolClassesExperiment.passages(measured(plan, host, simulated(plan, asItIs)));
    const [first] = passage?.pictures ?? [];
    assertEach(first?.lines, ({ label }) => label, ['pbkdf2', 'scrypt', 'gzip']);
    assertEach(first?.lines[0]?.points, ({ level }) => level, [1, 2, 4, 16, 64]);
  });
});

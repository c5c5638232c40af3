import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import type { PlanOptions } from '../../../src/lab/experiments/experiment.ts';
import { poolMapExperiment } from '../../../src/lab/experiments/pool-map/experiment.ts';
import type { Cell, Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { host } from '../../kit/trials.ts';
import { capabilities, countingTrials, options, testExperiment, words as wordsOf } from './two-cpus.ts';
import { assertEach } from '../../kit/assert.ts';

const facts = capabilities();
const versions = [
  { label: '20.1.0', binary: '/node-20' },
  { label: '26.1.0', binary: '/node-26' },
];

type Words = Readonly<Record<string, string>>;
type Turns = Readonly<Record<string, number>>;

/** A Node as the lists take it to be. */
const asListed: Words = {
  'fs.stat': 'pool',
  'fs.promises.stat': 'pool',
  'FileHandle.read': 'pool',
  'fs.watch': 'none',
  'crypto.pbkdf2': 'pool',
  'crypto.randomFill': 'pool',
  'zlib.gzip': 'pool',
  'zlib.createGzip': 'pool',
  CompressionStream: 'pool',
  'dns.lookup': 'slow',
  'dns.resolve4': 'none',
  'net.connect to an address': 'none',
  'net.connect to a name': 'slow',
  setTimeout: 'none',
};

/** A plan in which Node says so; a pool of four shows no lane. */
const trials = (
  plan: Plan,
  say: (cell: Cell, block: number) => Words,
  turns: (cell: Cell) => Turns = () => ({}),
): Trial[] =>
  countingTrials(plan, (cell, block) => {
    const isOne = cell.setting['pool'] === 1;
    const found = Object.entries(say(cell, block)).map(([name, word]) => [
      `api:${name}`,
      word === 'slow' && !isOne ? 'pool' : word,
    ]);
    const counted = Object.entries(turns(cell)).map(([name, count]) => [`turns:${name}`, count]);
    return {
      node: '26.9.0',
      uv: '1.52.0',
      threads: isOne ? 1 : 4,
      ...Object.fromEntries(found),
      ...(isOne && Object.fromEntries(counted)),
    };
  });

async function words(
  say: (cell: Cell, block: number) => Words,
  more: Partial<PlanOptions> = {},
): Promise<Record<string, string>> {
  const plan = await poolMapExperiment.plan({ ...options, ...more }, facts);
  return wordsOf(poolMapExperiment, plan, trials(plan, say));
}

testExperiment<Words>(poolMapExperiment, {
  facts,
  simulated: (plan, otherwise) => trials(plan, () => ({ ...asListed, ...otherwise })),
  // What Node says otherwise than listed.
  words: [
    ['files', ['holds', {}], ['refuted', { 'fs.openAsBlob': 'none' }], ['holds', { 'fs.watch': 'pool' }]],
    ['names', ['holds', {}], ['refuted', { 'dns.lookupService': 'none' }]],
    ['crypto', ['holds', {}], ['refuted', { 'crypto.randomBytes': 'none' }]],
    ['crypto', ['holds', { 'crypto.checkPrime': 'none' }]],
    ['zlib', ['holds', {}], ['refuted', { 'zlib.zstdCompress': 'none' }]],
    ['article-complete', ['holds', {}], ['refuted', { 'subtle.digest': 'pool' }]],
    ['article-complete', ['undecided', { 'fs.newcomer': 'not tried' }]],
    ['article-complete', ['undecided', { 'fs.newcomer': 'failed: EINVAL' }]],
    ['article-complete', ['holds', { 'fs.newcomer': 'absent' }]],
    ['documents-crypto', ['holds', { 'subtle.digest': 'pool' }], ['refuted', { 'subtle.importKey': 'none' }]],
    ['documents-complete', ['holds', { 'subtle.digest': 'pool' }]],
    ['documents-complete', ['refuted', { 'dns.lookupService': 'slow' }]],
    ['watchers', ['holds', {}], ['refuted', { 'fs.watchFile': 'pool' }]],
    ['network', ['holds', {}], ['refuted', { 'fetch from an address': 'pool' }]],
    ['slow-lane', ['holds', {}], ['refuted', { 'dns.lookup': 'pool' }], ['refuted', { 'fs.stat': 'slow' }]],
  ],
});

suite('The pool-map experiment', () => {
  test('leaves open what the trials say differently', async () => {
    const found = await words((_, block) => ({ ...asListed, 'fs.stat': block === 0 ? 'pool' : 'none' }));
    assert.equal(found['files'], 'undecided');
  });

  const oneJob = {
    'fs.readFile': 1,
    'fs.promises.readFile': 1,
    'fs.writeFile': 1,
    'fs.promises.writeFile': 1,
  };
  const copies = { 'fs.cp (recursive)': 4, 'fs.promises.cp (recursive)': 4 };
  for (const [name, turns, expected] of [
    ['as Node 26.10 has them', { ...oneJob, ...copies }, ['holds', 'holds', 'refuted']],
    [
      'all in one',
      { ...oneJob, 'fs.cp (recursive)': 1, 'fs.promises.cp (recursive)': 1 },
      ['holds', 'holds', 'holds'],
    ],
    ['a read in four', { ...oneJob, 'fs.promises.readFile': 4 }, ['refuted', 'holds', 'not run']],
    ['one of them unknown', { 'fs.readFile': 1 }, ['undecided', 'not run', 'not run']],
    ['none known', {}, ['not run', 'not run', 'not run']],
  ] as const) {
    test(`counts the jobs of small files and folders: ${name}`, async () => {
      const plan = await poolMapExperiment.plan(options, facts);
      const say = () => asListed;
      const found = wordsOf(
        poolMapExperiment,
        plan,
        trials(plan, say, () => turns),
      );
      assertEach(
        ['read-in-one-job', 'write-in-one-job', 'copy-in-one-job'],
        (claim) => found[claim],
        expected,
      );
    });
  }

  test('does not hold an older version to what a newer one promises', async () => {
    const two = [
      { label: '26.7.0', binary: '/node-26.7' },
      { label: '26.8.0', binary: '/node-26.8' },
    ];
    const plan = await poolMapExperiment.plan({ ...options, nodes: two }, facts);
    const turns = (cell: Cell): Turns =>
      cell.setting['node'] === '26.7.0' ? { 'fs.readFile': 4, 'fs.promises.readFile': 4 } : oneJob;
    const stored = trials(plan, () => asListed, turns);
    const found = wordsOf(poolMapExperiment, plan, stored);
    assert.equal(found['read-in-one-job'], 'holds');
    assert.equal(found['write-in-one-job'], 'not run', 'since 26.9');
    const tables = poolMapExperiment.passages(measured(plan, host, stored)).flatMap((one) => one.tables);
    const counted = tables.find(({ title }) => title === 'Jobs one after the other');
    assert.deepEqual(counted?.rows[0], ['fs.readFile', '4', '1']);
  });

  test('says nothing of the slow-I/O queue without a pool of one thread', async () => {
    const only = [{ key: 'pool', levels: ['default'] }];
    assert.equal((await words(() => asListed, { only }))['slow-lane'], 'not run');
  });

  test('compares versions where several were run', async () => {
    const older = (cell: Cell) => cell.setting['node'] === '20.1.0';
    assert.equal((await words(() => asListed)).versions, 'not run');
    assert.equal((await words(() => asListed, { nodes: versions })).versions, 'holds');
    const changed = await words(
      (cell) => ({
        ...asListed,
        'import()': older(cell) ? 'pool' : 'none',
        'fs.glob': older(cell) ? 'absent' : 'pool',
      }),
      { nodes: versions },
    );
    assert.equal(changed['versions'], 'refuted');
    assert.equal(changed['files'], 'holds', 'what a version has not does not count against it');
  });

  test('runs the default pool and one thread, on each Node that is asked for', async () => {
    const plan = await poolMapExperiment.plan({ ...options, nodes: versions }, facts);
    assertEach(plan.cells, ({ id, node }) => [id, node], [
      ['node-20.1.0/pool-default', '/node-20'],
      ['node-20.1.0/pool-1', '/node-20'],
      ['node-26.1.0/pool-default', '/node-26'],
      ['node-26.1.0/pool-1', '/node-26'],
    ]);
    const only = [{ key: 'pool', levels: [8] }];
    await assert.rejects(poolMapExperiment.plan({ ...options, only }, facts), { code: 'VARY_LEVEL_INVALID' });
  });

  test('tells every API by its name, and where the versions differ', async () => {
    const plan = await poolMapExperiment.plan({ ...options, nodes: versions }, facts);
    const older = (cell: Cell) => cell.setting['node'] === '20.1.0';
    const say = (cell: Cell) => ({ ...asListed, 'import()': older(cell) ? 'pool' : 'none' });
    const [first, map] = poolMapExperiment.passages(measured(plan, host, trials(plan, say)));
    assert.deepEqual(first?.tables[1]?.rows, [['import()', 'a thread', 'no thread']]);
    const told = map?.listings?.flatMap(({ lines }) => lines).join('\n') ?? '';
    for (const name of Object.keys(asListed)) assert.ok(told.includes(name), name);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readsWholeFiles } from '../../../../src/topologies/guest-protocol.ts';
import { factsOf, otherNode } from './program.ts';
import { words } from '../../../kit/words.ts';

const needing = [
  'fs.stat fs.promises.readFile FileHandle.read fs.createReadStream fs.watchFile',
  'crypto.pbkdf2 crypto.randomInt subtle.digest zlib.gzip CompressionStream',
].flatMap(words);
const lookups = ['dns.lookup', 'dns.promises.lookupService', 'net.connect to a name', 'fetch from a name'];
const free = [
  'fs.watch',
  'dns.resolve4',
  'net.connect to an address',
  'fetch from an address',
  'setTimeout',
  'child_process.exec',
  'Worker (CommonJS)',
  'Blob.text',
  'WebAssembly.compile',
  'MessagePort',
];

suite('The program that maps the pool', () => {
  test('holds every thread, and tells apart what is done all the same and what only afterwards', async () => {
    const { facts, left } = await factsOf({ program: 'pool-map', pool: 3 });
    assert.equal(facts['threads'], 3);
    for (const name of [...needing, ...lookups]) assert.equal(facts[`api:${name}`], 'pool', name);
    for (const name of free) assert.equal(facts[`api:${name}`], 'none', name);
    assert.equal(facts['api:fs.lchmod'], process.platform === 'darwin' ? 'pool' : 'absent');
    assert.deepEqual(left, [], 'and can be ended');
  });

  test('finds the lookups in the slow-I/O queue when there is one thread, and knows all that this Node has', async () => {
    const { facts } = await factsOf({ program: 'pool-map', pool: 1 });
    for (const name of lookups) assert.equal(facts[`api:${name}`], 'slow', name);
    for (const name of needing) assert.equal(facts[`api:${name}`], 'pool', name);
    const said = Object.entries(facts).filter(([name]) => name.startsWith('api:'));
    const others = said.filter(([, word]) => !['pool', 'slow', 'none', 'absent'].includes(String(word)));
    assert.deepEqual(others, [], 'nothing failed, and nothing is left untried');
    // What one call of the system does is one job in every version.
    for (const name of ['fs.stat', 'fs.promises.stat', 'FileHandle.read', 'crypto.pbkdf2', 'fs.copyFile'])
      assert.equal(facts[`turns:${name}`], 1, name);
    const read = readsWholeFiles(process.versions.node) ? 1 : 4;
    for (const name of ['fs.readFile', 'fs.promises.readFile'])
      assert.equal(facts[`turns:${name}`], read, name);
    assert.equal(facts['turns:fs.createReadStream'], 4, 'open, read, read to the end, close');
    for (const name of lookups) assert.ok(!(`turns:${name}` in facts), `${name} has another queue`);
  });

  test('runs on an older Node', async (t) => {
    if (otherNode === null) return t.skip('there is no other Node on the PATH');
    const { facts } = await factsOf({ program: 'pool-map', node: otherNode });
    assert.notEqual(facts['node'], process.versions.node);
    assert.equal(facts['api:fs.stat'], 'pool');
    assert.equal(facts['api:fetch from an address'], 'none');
    const failed = Object.entries(facts).filter(([, word]) => String(word).startsWith('failed'));
    assert.deepEqual(failed, []);
    const { facts: one } = await factsOf({ program: 'pool-map', pool: 1, node: otherNode });
    const jobs = readsWholeFiles(String(one['node'])) ? 1 : 4;
    assert.equal(one['turns:fs.readFile'], jobs, 'open, fstat, read and close');
  });
});

const program = 'pool-mechanics';
const entry = 'pool-mechanics-entry.cjs';
const ask = (question: string) => factsOf({ program, parameters: { ask: question, set: 7 } });

suite('The program that counts the rules of the pool', { concurrency: 2 }, () => {
  test('counts the jobs at once, which are as many as threads', async () => {
    const { facts, left } = await factsOf({ program: entry, parameters: { ask: 'count' }, pool: 3 });
    assert.equal(facts['jobs'], 3);
    if (process.platform === 'linux') assert.deepEqual([facts['started'], facts['named']], [3, 3]);
    assert.deepEqual(left, []);
  });

  test('counts what each text of the variable gives', async () => {
    const { facts } = await ask('sizes');
    const expected = { unset: 4, '""': 1, '"0"': 1, '"abc"': 1, '"4x"': 4, '"2"': 2, '"16"': 16 };
    for (const [text, size] of Object.entries(expected)) assert.equal(facts[`jobs ${text}`], size, text);
    if (process.platform !== 'linux') return;
    for (const text of ['"1024"', '"2000"', '"-1"']) assert.equal(facts[`started ${text}`], 1024, text);
  });

  test('finds that a later line changes nothing, and an earlier one does', async () => {
    const { facts } = await ask('in-code');
    assert.equal(facts['in commonjs'], 7);
    assert.equal(facts['in require'], 7);
    assert.equal(facts['in late'], 4);
    assert.equal(facts['in worker'], 4, 'its environment is a copy');
  });

  test('has no job of a worker done while the threads are held from the main thread', async () => {
    const { facts } = await ask('workers');
    assert.equal(facts['size'], 4);
    assert.equal(facts['done while held'], 0);
    assert.equal(facts['done when let go'], 8);
  });

  test('counts half of the threads, rounded up, in lookups', async (t) => {
    const { facts } = await ask('names');
    if (facts['why'] !== undefined) return t.skip(String(facts['why']));
    const counts = [1, 2, 4, 5, 8].map((size) => facts[`in flight ${size}`]);
    assert.deepEqual(counts, [1, 1, 2, 3, 4]);
    assert.equal(facts['answered 8'], 24, 'every look-up has its answer in the end');
    assert.equal(facts['file done 8'], true);
    assert.equal(facts['file done 1'], false);
  });

  test('reads what the threads cost, six processes for each size', async (t) => {
    if (process.platform !== 'linux') return t.skip('memory is read from /proc');
    const { facts } = await ask('memory');
    const sizes = Object.keys(facts).filter((name) => name.startsWith('rss 128/'));
    assert.equal(sizes.length, 6);
    assert.ok(Number(facts['virtual 1024/0']) > Number(facts['virtual 4/0']));
  });

  test('runs under a cluster, and on an older Node', async (t) => {
    const parameters = { ask: 'count', set: 7 };
    const under = await factsOf({ program: entry, parameters, topology: 'cluster' });
    assert.equal(under.facts['jobs'], 7, 'a worker process of a cluster has not used its pool before');
    if (otherNode === null) return t.skip('there is no other Node on the PATH');
    const { facts } = await factsOf({
      program: entry,
      parameters: { ask: 'count', set: 7 },
      node: otherNode,
    });
    assert.equal(facts['jobs'], 7);
  });
});

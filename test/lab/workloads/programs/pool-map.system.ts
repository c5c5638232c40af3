import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readsWholeFiles } from '../../../../src/topologies/guest-protocol.ts';
import { factsOf, otherNode } from './program.ts';

const needing = [
  'fs.stat',
  'fs.promises.readFile',
  'FileHandle.read',
  'fs.createReadStream',
  'fs.watchFile',
  'crypto.pbkdf2',
  'crypto.randomInt',
  'subtle.digest',
  'zlib.gzip',
  'CompressionStream',
];
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
    const words = Object.entries(facts).filter(([name]) => name.startsWith('api:'));
    const others = words.filter(([, word]) => !['pool', 'slow', 'none', 'absent'].includes(String(word)));
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

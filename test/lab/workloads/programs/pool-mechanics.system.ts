import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { factsOf, otherNode } from './program.ts';

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

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { suite, test } from 'node:test';
import { emptyFolder } from '../../kit/place.ts';
import { whyNoDevice, whyNoDirectReads } from '../../../src/lab/workloads/pool-classes/device.ts';
import { expectedKey, kinds, poolClasses } from '../../../src/lab/workloads/pool-classes/workload.ts';
import { heldJobs } from '../../../src/lab/workloads/held-jobs.ts';
import { proofOf, serving } from './serving.ts';

const small = { iterations: 5, memory: 16, bytes: 1000, hold: 5, flight: 4, count: 3 };
const folder = emptyFolder('pool-classes');
process.env['CHOKEPOINT_DIR'] = folder;
/** Look-ups need a server in mounts of its own: pool-classes-names.system.ts has one. */
const here = kinds.filter(({ name }) => name !== 'dns');
const noDirect = await whyNoDirectReads(tmpdir());

suite('The pool-classes server does each kind of job, one after the other, and proves it:', () => {
  for (const kind of here) {
    const skip = kind.name === 'direct' && noDirect !== null && noDirect;
    test(kind.label, { skip }, async () => {
      await using server = await serving(poolClasses, { ...small, kind: kind.name });
      const { status, body } = await server.ask(`/${kind.name}`);
      assert.equal(status, 200, body);
      const { id, proof, jobs } = JSON.parse(body) as Record<string, unknown>;
      assert.equal(id, 'r-7');
      assert.equal(jobs, 3);
      assert.equal(proof, proofOf(await expectedKey(kind, small)));
    });
  }
});

suite('A server that skips some of its work', () => {
  const others = { pbkdf2: { iterations: 4 }, scrypt: { memory: 8 }, gzip: { bytes: 999 } };
  for (const kind of kinds) {
    test(`is found out: one job less of ${kind.name}`, async () => {
      const honest = await expectedKey(kind, small);
      assert.notEqual(await expectedKey(kind, { ...small, count: 2 }), honest);
      const less = others[kind.name as keyof typeof others];
      if (less) assert.notEqual(await expectedKey(kind, { ...small, ...less }), honest);
    });
  }

  test('says so where names are not asked of its own name server', async () => {
    await using server = await serving(poolClasses, small);
    const { status, body } = await server.ask('/dns');
    assert.equal(status, 500);
    assert.match(body, /not started with a name server of its own/);
  });

  test('answers nothing for a kind that nobody knows', async () => {
    await using server = await serving(poolClasses, small);
    assert.equal((await server.ask('/floppy')).status, 404);
  });
});

suite('A held job', () => {
  test('keeps its thread for its time, counted from when it has one', async () => {
    const hold = 20;
    const start = heldJobs(folder, hold, 2);
    // More than this process has threads, and more than there are pipes: the last ones wait for both.
    const count = 6;
    const begin = performance.now();
    const ends = await Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<number>((resolve, reject) =>
            start((error) => (error ? reject(error) : resolve(performance.now() - begin))),
          ),
      ),
    );
    const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
    const rounds = Math.ceil(count / threads);
    assert.ok(Math.min(...ends) >= hold - 1, `the first ended after ${Math.min(...ends)} ms`);
    assert.ok(Math.max(...ends) >= rounds * (hold - 1), `the last ended after ${Math.max(...ends)} ms`);
  });
});

suite('A folder is asked before the run', () => {
  test('whether it lies in memory, where nothing has to be waited for', async (context) => {
    if (whyNoDevice('/dev/shm') === null) return context.skip('/dev/shm is no tmpfs here');
    assert.match((await whyNoDirectReads('/dev/shm')) ?? '', /in memory: \/dev\/shm/);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyFolder } from '../../kit/place.ts';
import { expectedMixedKey, poolMixed, type Long } from '../../../src/lab/workloads/pool-mixed.ts';
import type { Parameters } from '../../../src/lab/workloads/workload.ts';
import { proofOf, serving } from './serving.ts';

const folder = emptyFolder('pool-mixed');
process.env['CHOKEPOINT_DIR'] = folder;

/** The long jobs that are in flight, and the most that ever were. */
function counting() {
  const seen = { open: 0, most: 0, ended: 0 };
  return {
    seen,
    jobs: {
      begin() {
        seen.most = Math.max(seen.most, ++seen.open);
        return () => {
          seen.open--;
          seen.ended++;
        };
      },
    },
  };
}

/** A round, and then none for as long as the test lives. */
const once = { pause: 2 ** 30, iterations: 5, hold: 5, count: 3 };

async function answer(long: Long, parameters: Parameters) {
  const { seen, jobs } = counting();
  await using server = await serving(poolMixed, { long, ...parameters }, jobs);
  const { status, body } = await server.ask('/stat');
  assert.equal(status, 200, body);
  return { ...(JSON.parse(body) as Record<string, unknown>), seen: { ...seen } };
}

suite('The pool-mixed server answers a stat with the proof of it and of a round of long jobs:', () => {
  for (const long of ['held', 'pbkdf2'] as const) {
    test(`${long}, all at once`, async () => {
      const found = await answer(long, once);
      assert.deepEqual(found, {
        id: 'r-7',
        proof: proofOf(await expectedMixedKey(long, once)),
        long: 3,
        seen: { open: 0, most: 3, ended: 3 },
      });
    });

    test(`${long}, limited to one at a time`, async () => {
      const found = await answer(long, { ...once, limit: 1 });
      assert.equal(found['proof' as never], proofOf(await expectedMixedKey(long, once)));
    });
  }

  test('none', async () => {
    const found = await answer('none', {});
    assert.equal(found['proof' as never], proofOf(await expectedMixedKey('none', {})));
  });

  test('whoever does fewer long jobs, or shorter ones, cannot give it', async () => {
    const honest = await expectedMixedKey('pbkdf2', once);
    assert.notEqual(await expectedMixedKey('pbkdf2', { ...once, count: 2 }), honest);
    assert.notEqual(await expectedMixedKey('pbkdf2', { ...once, iterations: 4 }), honest);
    assert.notEqual(await expectedMixedKey('none', once), honest);
  });

  test('limited long jobs take their turns: a held round takes as many times as long', async () => {
    const { jobs } = counting();
    const hold = 15;
    await using server = await serving(poolMixed, { ...once, long: 'held', hold, limit: 1 }, jobs);
    const { took } = await server.ask('/stat');
    assert.ok(took >= 3 * (hold - 1), `answered after ${took} ms`);
  });

  test('there is no other path', async () => {
    await using server = await serving(poolMixed, { long: 'none' });
    assert.equal((await server.ask('/other')).status, 404);
  });
});

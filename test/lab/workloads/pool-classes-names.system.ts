/** DNS lookups, by real servers in mounts of their own: what they prove, and how many are in flight. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { poolClassesExperiment } from '../../../src/lab/experiments/pool-classes/experiment.ts';
import { whyNoOwnNames } from '../../../src/server/own-names.ts';
import { addressOf, secretText, told } from '../../../src/lab/workloads/pool-classes/names.ts';
import { idHeader } from '../../../src/lab/workloads/workload.ts';
import { capabilities, options } from '../experiments/two-cpus.ts';
import { servingCell } from '../../topologies/serving-cell.ts';
import { proofOf } from './serving.ts';

const skip = (await whyNoOwnNames()) ?? false;
if (skip) console.log(`no lookups: ${skip}`);

/** The experiment's own server of lookups with four threads. */
async function started() {
  const only = [
    { key: 'kind', levels: ['dns'] },
    { key: 'pool', levels: [4] },
  ];
  const plan = await poolClassesExperiment.plan({ ...options, only }, capabilities());
  return servingCell(plan, plan.cells[0]);
}

suite('A server of lookups', { skip }, () => {
  test('proves them, needs the time of its name server, and leaves nothing behind', async () => {
    const before = readFileSync('/etc/resolv.conf', 'utf8');
    {
      await using own = await started();
      const { server, request } = own;
      const answers = await Promise.all(
        ['a', 'b', 'c'].map(async (id) => {
          const begin = performance.now();
          const response = await fetch(request.url, { headers: { [idHeader]: id } });
          const { proof } = (await response.json()) as { proof: string };
          return { id, proof, took: performance.now() - begin };
        }),
      );
      for (const { id, proof, took } of answers) {
        assert.equal(proof, proofOf(request.proof!.key, id));
        assert.ok(took >= request.floor!, `${took} ms`);
      }
      // Two of four threads are theirs, so the third look-up begins when another has ended.
      const longest = Math.max(...answers.map(({ took }) => took));
      assert.ok(longest >= 2 * request.floor!, `${longest} ms`);
      // It replaced what it was started by, and its name server is a thread of it.
      assert.deepEqual(server.pids(), [server.pid]);
      assert.deepEqual(await server.stop(), { left: [], alive: [] });
    }
    assert.equal(readFileSync('/etc/resolv.conf', 'utf8'), before);
  });

  test('has a name server of its own: two at once do not meet', async () => {
    await using one = await started();
    await using other = await started();
    for (const { request } of [one, other]) assert.equal((await fetch(request.url)).status, 200);
  });
});

test('An address proves that its own name was asked for, and no other', () => {
  const address = [...addressOf('n1.test')].join('.');
  assert.equal(told(address, 'n1.test'), secretText);
  assert.notEqual(told(address, 'n2.test'), secretText);
});

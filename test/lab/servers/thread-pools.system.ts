import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { loopOrThreadsExperiment } from '../../../src/lab/experiments/loop-or-threads/experiment.ts';
import { topologies } from '../../../src/topologies/catalogue.ts';
import { idHeader } from '../../../src/lab/workloads/workload.ts';
import { host } from '../../kit/trials.ts';
import { proofOf, type Answer } from '../workloads/serving.ts';
import { servingCell } from '../../topologies/serving-cell.ts';

const facts = { host, cpus: 2, iterationsPerMillisecond: 100, has: new Set(['piscina']) };
const options = { scale: 'quick', seed: 1, blocks: 1, node: null } as const;

/** Threads of each pool, and whether an answer has the results of its own request. */
const pools = [
  ['worker-pool', true],
  ['worker-pool-one', true],
  ['own-pool', true],
  ['once-pool', false],
] as const;
const requests = 20;

suite('A pool of worker threads is started for real, does the tasks of many requests at once, and', () => {
  for (const [topology, isRight] of pools) {
    test(`${topology} gives each ${isRight ? 'its own results' : 'what came first, as published'}`, async () => {
      const only = [
        { key: 'topology', levels: [topology] },
        { key: 'work', levels: ['network-io'] },
        { key: 'workers', levels: [3] },
      ];
      const plan = await loopOrThreadsExperiment.plan({ ...options, only }, facts);
      const [cell] = plan.cells;
      await using own = await servingCell(plan, cell);
      const { server, request } = own;
      const { url, proof } = request;
      assert.ok(proof);
      const right = await Promise.all(
        Array.from({ length: requests }, async (_, i) => {
          const id = `r-${i}`;
          const response = await fetch(url, { headers: { [idHeader]: id, connection: 'close' } });
          assert.equal(response.status, 200, server.output().join('\n'));
          const answer = (await response.json()) as Answer;
          return answer.id === id && answer.proof === proofOf(proof.key, id);
        }),
      );
      const found = right.filter(Boolean).length;
      if (isRight) assert.equal(found, requests);
      else assert.ok(found < requests / 2, `${found} right answers`);
      assert.equal(cell?.expectsWrong ?? false, !isRight);
    });
  }

  test('has as many threads as the setting says, or as the article had', () => {
    const tasksOf = (workers: number | undefined) => {
      const launch = topologies.get('own-pool')?.launch({
        node: 'node',
        guest: {
          kind: 'app',
          options: { workload: 'loop-or-threads', parameters: {}, host: '127.0.0.1', port: 1 },
        },
        processes: undefined,
        workers,
        pool: undefined,
        directory: '/tmp/x',
      });
      return JSON.parse(launch?.env['CHOKEPOINT_TASKS'] ?? '{}') as { workers?: number };
    };
    assert.equal(tasksOf(7).workers, 7);
    assert.equal(tasksOf(undefined).workers, 4);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearly } from '../kit/near.ts';
import { hinge } from '../../src/queueing/capacity.ts';
import { predict } from '../../src/queueing/predict.ts';
import type { DemandStep } from '../../src/queueing/system.ts';
import { setting } from './setting.ts';

const files: readonly DemandStep[] = [
  { kind: 'loop', cpu: 0.5 },
  { kind: 'jobs', count: 1, cpu: { mean: 1, cv: 0.5 }, wait: { exponential: 19 } },
];
test('what another pool size would give, and what holds it back', () => {
  const four = predict(files, setting());
  nearly(four.throughput, 4 / 20, 0.02);
  assert.deepEqual([four.limit.limit, four.method], ['pool threads', 'simulation']);
  nearly(four.utilisation.pool, 1, 0.001);
  nearly(four.response.mean, 64 / four.throughput, 0.02);

  const forty = predict(files, setting({ pool: 40 }));
  assert.ok(forty.throughput > 1.75 && forty.throughput < 2, String(forty.throughput));
  assert.ok(forty.response.median < forty.response.p99);
  assert.equal(predict(files, setting({ pool: 64 })).limit.limit, 'event loop');
});

test('another number of processes, CPUs, clients', () => {
  const work: readonly DemandStep[] = [{ kind: 'loop', cpu: 2 }];
  nearly(predict(work, setting()).throughput, 1 / 2, 0.001);
  nearly(predict(work, setting({ processes: 4 })).throughput, 4 / 2, 0.001);
  const two = predict(work, setting({ processes: 4, capacity: hinge(2, 2, 0) }));
  nearly(two.throughput, 2 / 2, 0.001);
  assert.equal(two.limit.limit, 'CPU');
  const one = predict(work, setting({ load: { kind: 'closed', clients: 1, think: 8 } }));
  assert.deepEqual([one.limit.limit, one.response.mean], ['clients', 2]);
});

test('requests that come faster than they can be served have no response time, and no simulation', () => {
  const over = predict(files, setting({ load: { kind: 'poisson', rate: 0.21 } }));
  assert.deepEqual(
    [over.method, over.limit.limit, over.throughput, over.response.p99],
    ['bound', 'pool threads', 0.2, Infinity],
  );
  assert.equal(over.utilisation.pool, 1);
  const under = predict(files, setting({ load: { kind: 'poisson', rate: 0.15 } }));
  assert.deepEqual([under.method, under.limit.limit], ['simulation', 'arrivals']);
  nearly(under.throughput, 0.15, 0.03);
});

test('the same question gives the same answer', () => {
  assert.deepEqual(predict(files, setting()), predict(files, setting()));
});

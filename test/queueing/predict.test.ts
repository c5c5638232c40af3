import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearly } from '../kit/near.ts';
import { hinge } from '../../src/queueing/capacity.ts';
import { predict } from '../../src/queueing/predict.ts';
import { simulate } from '../../src/queueing/simulate.ts';
import type { SystemSetting, DemandStep } from '../../src/queueing/system.ts';
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
  assert.equal(four.knee, 64);

  const forty = predict(files, setting({ pool: 40 }));
  assert.ok(forty.throughput > 1.75 && forty.throughput < 2, String(forty.throughput));
  assert.ok(forty.response.median < forty.response.p99 && forty.error < 0.05);
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
  assert.equal(one.knee, undefined);
});

test('where a closed form is exact it is taken, and the simulation agrees with it', () => {
  const loop: DemandStep = { kind: 'loop', cpu: { exponential: 2 } };
  const job: DemandStep = { kind: 'jobs', count: 1, cpu: 0, wait: { exponential: 20 } };
  const closed = { kind: 'closed', clients: 30, think: 40 } as const;
  for (const [step, load] of [
    [loop, { kind: 'poisson', rate: 0.35 }],
    [job, { kind: 'poisson', rate: 0.14 }],
    [loop, closed],
    [job, closed],
    [{ ...job, slow: true }, closed],
  ] as const) {
    const exact = predict([step], setting({ load }));
    assert.deepEqual([exact.method, exact.error], ['closed form', 0]);
    const outcome = simulate({ ...setting({ load }), steps: [step] }, { requests: 60_000, warmup: 5000 });
    nearly(outcome.throughput, exact.throughput, 0.02);
    assert.ok(Math.abs(outcome.response.mean - exact.response.mean) < 4 * outcome.response.standardError);
    nearly(outcome.response.median, exact.response.median, 0.06);
    nearly(outcome.response.p99, exact.response.p99, 0.12);
    nearly(
      outcome.utilisation.pool + outcome.utilisation.loop,
      exact.utilisation.pool + exact.utilisation.loop,
      0.03,
    );
  }
});

test('where it is not exact the simulation is taken', () => {
  const exponential = { exponential: 2 };
  const load = { kind: 'poisson', rate: 0.2 } as const;
  for (const [steps, change] of [
    [[{ kind: 'loop', cpu: 2 }], {}],
    [[{ kind: 'loop', cpu: exponential }], { processes: 2, load: { kind: 'closed', clients: 5 } }],
    [[{ kind: 'loop', cpu: exponential, wait: 1 }], {}],
    [[{ kind: 'jobs', count: 2, cpu: exponential }], {}],
    [[{ kind: 'jobs', count: 1, cpu: exponential }], { capacity: hinge(2, 4, 0.2) }],
    [
      [
        { kind: 'loop', cpu: exponential },
        { kind: 'delay', time: 1 },
      ],
      {},
    ],
    [[{ kind: 'loop', cpu: exponential }], { load: { kind: 'rate', rate: 0.2 } }],
    [[{ kind: 'loop', cpu: exponential }], { load: { kind: 'closed', clients: 5, each: 10 } }],
    [[{ kind: 'loop', cpu: exponential }], { load: { kind: 'burst', requests: 5 } }],
  ] as const satisfies readonly (readonly [readonly DemandStep[], Partial<SystemSetting>])[]) {
    assert.equal(predict(steps, setting({ load, ...change })).method, 'simulation');
  }
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

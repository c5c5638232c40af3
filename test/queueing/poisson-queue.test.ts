import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearly } from '../kit/near.ts';
import { poissonQueue, openQueue, quantile } from '../../src/queueing/single-queue.ts';
import { simulate } from '../../src/queueing/simulate.ts';
import { setting } from './setting.ts';

test('M/G/1 with exponential services is M/M/1', () => {
  for (const load of [0.1, 0.5, 0.9, 0.98]) {
    const [found, exact] = [poissonQueue(load / 3, { exponential: 3 }), openQueue(load / 3, 1, 3)];
    nearly(found.response, exact.response, 1e-12, `mean at ${load}`);
    for (const part of [0.5, 0.9, 0.99]) {
      nearly(quantile(found, part), quantile(exact, part), 1e-3, `${part} at ${load}`);
    }
  }
});

test('M/D/1: who finds nobody is served at once, and the wait is half of that of M/M/1', () => {
  const queue = poissonQueue(0.8, 1);
  nearly(queue.response - 1, (openQueue(0.8, 1, 1).response - 1) / 2, 1e-12, 'wait');
  nearly(1 - queue.tail(1 + 1 / 16), 1 - 0.8 * (1 - 0.2 / 16), 0.05, 'served at once');
});

test('the distribution is that of a simulation, whatever the services', () => {
  for (const cv of [0.25, 1.5]) {
    const service = { mean: 1, cv };
    const exact = poissonQueue(0.7, service);
    const load = { kind: 'poisson', rate: 0.7 } as const;
    const { response } = simulate(
      { ...setting({ load }), steps: [{ kind: 'loop', cpu: service }] },
      { requests: 200_000, warmup: 5000 },
    );
    nearly(response.mean, exact.response, 0.04, `mean with ${cv}`);
    nearly(response.median, quantile(exact, 0.5), 0.04, `median with ${cv}`);
    nearly(response.p99, quantile(exact, 0.99), 0.06, `p99 with ${cv}`);
  }
});

test('a queue that cannot keep up is refused', () => {
  assert.throws(() => poissonQueue(1, 1), RangeError);
});

/** Close to saturation: what a simulation says of an open load, held to closed forms that it is not told. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hinge } from '../../src/queueing/capacity.ts';
import { predict, type Prediction } from '../../src/queueing/predict.ts';
import { openQueue, quantile, type QueueFigures } from '../../src/queueing/single-queue.ts';
import type { SystemSetting, DemandStep } from '../../src/queueing/system.ts';
import { setting } from './setting.ts';
import { nearly } from '../kit/near.ts';

const loop: DemandStep = { kind: 'loop', cpu: { exponential: 1 } };
const job: DemandStep = { kind: 'jobs', count: 1, cpu: 0, wait: { exponential: 1 } };

/** @param options what it is simulated with; a fifth of what `predict` takes, which is enough */
function simulated(
  step: DemandStep,
  rate: number,
  change: Partial<SystemSetting> = {},
  options: Parameters<typeof predict>[2] = { extent: { requests: 4000, warmup: 800 } },
): Prediction {
  const ample = setting({ capacity: hinge(64, 64, 0), ...change, load: { kind: 'poisson', rate } });
  const found = predict([step], ample, options);
  assert.equal(found.method, 'simulation');
  return found;
}

function isNear({ response }: Prediction, exact: QueueFigures): void {
  nearly(response.mean, exact.response, 0.05, 'mean');
  nearly(response.median, quantile(exact, 0.5), 0.05, 'median');
  nearly(response.p99, quantile(exact, 0.99), 0.05, 'p99');
}

for (const utilisation of [0.9, 0.95, 0.98]) {
  suite(`At ${utilisation} of the capacity, to 5%`, () => {
    test('M/M/1', () => isNear(simulated(loop, utilisation, {}, {}), openQueue(utilisation, 1, 1)));

    // The control is one queue that is four times as fast, which M/M/4 is not.
    test('M/M/4', () => isNear(simulated(job, 4 * utilisation), openQueue(4 * utilisation, 4, 1)));
  });
}

suite('Requests that are dealt to processes at random are independent queues, to 5%', () => {
  for (const processes of [2, 4, 8]) {
    test(`${processes} processes`, () => {
      for (const utilisation of [0.5, 0.9]) {
        const found = simulated(loop, processes * utilisation, { processes });
        isNear(found, openQueue(utilisation, 1, 1));
        nearly(found.throughput, processes * utilisation, 0.05);
      }
    });

    test(`${processes} processes with a pool of 2 each`, () => {
      const found = simulated(job, 2 * processes * 0.8, { processes, pool: 2 });
      isNear(found, openQueue(2 * 0.8, 2, 1));
    });
  }
});

test('so close that no steady state is in sight: no response time, and how long it would take', () => {
  const load = { kind: 'poisson', rate: 0.995 } as const;
  const found = predict([loop], setting({ load }));
  assert.deepEqual([found.method, found.response.p99, found.throughput], ['unsteady', Infinity, 0.995]);
  // (1 − √0.995)⁻² services, five times.
  assert.equal(Math.round(found.settling / 10_000), Math.round(5 / (1 - Math.sqrt(0.995)) ** 2 / 10_000));
});

test('arrivals at just the capacity have no steady state', () => {
  const load = { kind: 'poisson', rate: 1 } as const;
  const found = predict([loop], setting({ load }));
  assert.deepEqual([found.method, found.response.p99], ['bound', Infinity]);
});

test('arrivals at equal distances are steady sooner, and are simulated without a control', () => {
  const load = { kind: 'rate', rate: 0.9 } as const;
  const found = predict([loop], setting({ load }));
  assert.equal(found.method, 'simulation');
  // D/M/1: the response is exponential with a rate of 1 − σ, σ = exp(−(1 − σ)/0.9).
  let sigma = 0.5;
  for (let i = 0; i < 200; i++) sigma = Math.exp(-(1 - sigma) / 0.9);
  nearly(found.response.mean, 1 / (1 - sigma), 0.05);
});

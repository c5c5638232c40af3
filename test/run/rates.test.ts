import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem } from '../../src/messages/problem.ts';
import { requestSchema } from '../../src/model/plan.ts';
import { measureRates } from '../../src/run/rates.ts';
import { planCapacity } from '../../src/run/plans.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { fakeEngine } from '../load/fake-engine.ts';

const plan = planCapacity({
  command: ['node', 'server.js'],
  cwd: '/',
  factors: [],
  requests: [],
  seed: 7,
  timeout: 5000,
  startTimeout: 5000,
  capacity: { objective: [{ figure: 'p99', limit: 200 }], precision: 0.05 },
  budget: 300_000,
});

/** Four windows are asked for; the engine fails in the one with this number. */
async function measured(failsAt: number, failure: Error) {
  let n = 0;
  const engine = fakeEngine({ serviceTime: 5, failure: () => (n++ === failsAt ? failure : null) });
  const load = { kind: 'poisson', perSecond: 50 } as const;
  const never = new AbortController().signal;
  return measureRates({
    plan,
    next: (windows: readonly RateWindow[]) =>
      windows.length < 4 ? { purpose: 'climb', load, warmup: 0, duration: 1000 } : null,
    engine,
    job: {
      load,
      requests: [requestSchema.parse({ url: 'http://127.0.0.1:1/' })],
      warmup: 0,
      duration: 1000,
      timeout: 5000,
      seed: 7,
      traces: 0,
    },
    options: { signal: never, affinity: null },
    interrupted: never,
    dead: never,
    begin() {},
    end: () => Promise.resolve(null),
    onWindow() {},
  });
}

const failed = problem('GENERATOR_FAILED', { how: 'signal SIGKILL', why: '' });

test('a generator that fails leaves the windows before it, and is told', async () => {
  const { sample, failure } = await measured(2, failed);
  assert.equal(sample.rates?.length, 2);
  assert.equal(failure?.code, 'GENERATOR_FAILED');
});

test('a generator that fails in the first window fails the trial', async () => {
  await assert.rejects(measured(0, failed), { code: 'GENERATOR_FAILED' });
});

test('a defect of this program is never taken for a finding', async () => {
  await assert.rejects(measured(2, new TypeError('a defect')), TypeError);
});

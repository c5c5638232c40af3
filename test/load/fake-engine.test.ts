import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadJob, LoadPhase } from '../../src/load/engine.ts';
import { fakeEngine } from './fake-engine.ts';
import { job as anyJob } from './jobs.ts';

const job = (changes: Partial<LoadJob>) =>
  anyJob([], { load: { kind: 'closed', clients: 1 }, duration: 1_000, timeout: 1_000, seed: 1, ...changes });

const tenMilliseconds = fakeEngine({ serviceTime: () => 10 });

test('a closed loop on one place has the throughput of the place, whatever the clients', async () => {
  for (const clients of [1, 2, 8]) {
    const outcome = await tenMilliseconds.run(job({ load: { kind: 'closed', clients }, warmup: 200 }));
    assert.equal(Math.round(outcome.throughput), 100);
    assert.equal(outcome.concurrency, clients);
    assert.equal(outcome.response.max, clients * 10_000);
  }
});

test('more places serve as many requests at a time', async () => {
  const engine = fakeEngine({ serviceTime: () => 10, parallel: 4 });
  const outcome = await engine.run(job({ load: { kind: 'closed', clients: 8 }, warmup: 200 }));
  assert.equal(Math.round(outcome.throughput), 400);
});

test('an open loop beyond the capacity has a response time that grows, and only the throughput of the place', async () => {
  const outcome = await tenMilliseconds.run(job({ load: { kind: 'rate', perSecond: 200 } }));
  assert.equal(outcome.counts.due, 200);
  assert.equal(outcome.response.max, 1_005_000);
  assert.equal(Math.round(outcome.throughput), 99);
});

test('a batch begins when the one before is done', async () => {
  const outcome = await tenMilliseconds.run(
    job({ load: { kind: 'batch', size: 3, batches: 2 }, duration: null }),
  );
  assert.deepEqual(
    outcome.traces.map(({ due, done }) => [due, done]),
    [
      [0, 10],
      [0, 20],
      [0, 30],
      [30, 40],
      [30, 50],
      [30, 60],
    ],
  );
  assert.equal(outcome.window.duration, 60);
});

test('errors, failures and the abort signal are passed through', async () => {
  const failing = fakeEngine({ serviceTime: () => 10, error: (_, n) => (n % 2 === 0 ? 'status' : null) });
  const outcome = await failing.run(
    job({ load: { kind: 'closed', clients: 1, requestsEach: 10 }, duration: null }),
  );
  assert.deepEqual([outcome.counts.verified, outcome.errors.status], [5, 5]);
  const broken = fakeEngine({ serviceTime: () => 10, failure: () => new Error('broken') });
  await assert.rejects(broken.run(job({})), /broken/);
  await assert.rejects(
    tenMilliseconds.run(job({}), { signal: AbortSignal.abort(new Error('stop')) }),
    /stop/,
  );
});

test('phases are told, and the same job has the same outcome', async () => {
  const phases: LoadPhase[] = [];
  const poisson = job({ load: { kind: 'poisson', perSecond: 50 }, warmup: 100 });
  const one = await tenMilliseconds.run(poisson, { onPhase: (phase) => phases.push(phase) });
  assert.deepEqual(phases, ['warmup', 'window', 'drain']);
  assert.deepEqual(await tenMilliseconds.run(poisson), one);
});

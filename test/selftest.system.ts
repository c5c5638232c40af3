import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeEngine } from './load/fake-engine.ts';
import { selftest, type SelftestCheck, type SelftestOptions } from '../src/selftest.ts';

async function failing(options: SelftestOptions): Promise<readonly SelftestCheck[]> {
  const checks: SelftestCheck[] = [];
  for await (const check of selftest({ quick: true, ...options })) checks.push(check);
  assert.equal(new Set(checks.map(({ id }) => id)).size, 8, 'every check has an id of its own');
  return checks.filter(({ pass }) => !pass);
}

test("the engine counts rightly in its selftest, and obeys Little's law", async (t) => {
  const failed = await failing({});
  // A figure in milliseconds depends on what else runs on this machine: its tolerance is a promise to the user, who can
  // see it kept (`chokepoint selftest`), and no test of the code. What is counted is exact anywhere.
  for (const check of failed) t.diagnostic(JSON.stringify(check));
  assert.deepEqual(
    failed.filter(({ unit }) => unit !== 'ms'),
    [],
  );
});

test('an engine that knows nothing of the servers fails it', async () => {
  const failed = await failing({ engine: fakeEngine({ serviceTime: 1 }) });
  assert.deepEqual(
    failed.map(({ id }) => id),
    ['stall-p99', 'delay-p50', 'wrong-verified', 'wrong-errors', 'nobody-answered', 'nobody-errors'],
  );
});

test('it stops when it is told to', async () => {
  await assert.rejects(failing({ signal: AbortSignal.abort(new Error('stop')) }), /stop/);
});

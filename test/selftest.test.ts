import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeEngine } from '../src/load/fake-engine.ts';
import { selftest, type SelftestCheck, type SelftestOptions } from '../src/selftest.ts';

async function failing(options: SelftestOptions): Promise<readonly SelftestCheck[]> {
  const checks: SelftestCheck[] = [];
  for await (const check of selftest({ quick: true, ...options })) checks.push(check);
  assert.equal(new Set(checks.map(({ id }) => id)).size, 8, 'every check has an id of its own');
  return checks.filter(({ pass }) => !pass);
}

test('the engine passes its selftest', async (t) => {
  // The figures in milliseconds depend on what else runs on this machine, so they have three attempts; the others none.
  for (let attempt = 1; ; attempt++) {
    const failed = await failing({});
    assert.deepEqual(
      failed.filter(({ unit }) => unit === 'requests'),
      [],
    );
    if (failed.length === 0) return;
    t.diagnostic(`attempt ${attempt}: ${JSON.stringify(failed)}`);
    assert.ok(attempt < 3, JSON.stringify(failed, null, 2));
  }
});

test('an engine that knows nothing of the servers fails it', async () => {
  const failed = await failing({ engine: fakeEngine({ serviceTime: () => 1 }) });
  assert.deepEqual(
    failed.map(({ id }) => id),
    ['stall-p99', 'delay-p50', 'wrong-verified', 'wrong-errors', 'nobody-answered', 'nobody-errors'],
  );
});

test('it stops when it is told to', async () => {
  await assert.rejects(failing({ signal: AbortSignal.abort(new Error('stop')) }), /stop/);
});

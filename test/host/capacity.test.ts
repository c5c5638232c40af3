/** Shape only: how high the curve is, is the machine's own matter, and other programs may run on it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCapacity, threadCounts } from '../../src/host/capacity.ts';
import { curve, fullSpeed, speed } from '../../src/queueing/capacity.ts';
import { assertEach } from '../kit/assert.ts';

test('C(n) is 1 for one thread, and threads do not do less the more they are', async () => {
  const { cpus, points, rounds, others } = await measureCapacity({ budget: 1200, rounds: 7 });
  assert.equal(rounds, 7);
  // Null where the kernel does not tell.
  assert.ok(others === null || (others >= 0 && others <= 1), String(others));
  assertEach(points, ({ threads }) => threads, threadCounts(Math.max(1, Math.ceil(cpus))));
  assert.equal(points[0]?.speed, 1);
  for (const { threads, speed: height, low, high } of points) {
    assert.ok(low >= 0 && low <= height && height <= high && height > 0, `C(${threads}) = ${height}`);
  }
  const capacity = curve(
    Math.max(1, cpus),
    points.map((one) => [one.threads, one.speed]),
  );
  for (let n = 1; n < points.length; n++)
    assert.ok(speed(capacity, n + 1) > 0.4 * speed(capacity, n), `C(${n + 1}) against C(${n})`);
  assert.ok(fullSpeed(capacity) >= 1);
});

test('on a large machine a dozen numbers of threads stand for all', () => {
  assert.deepEqual(threadCounts(1), [1, 2]);
  assert.deepEqual(threadCounts(2), [1, 2, 3, 4]);
  assert.deepEqual(threadCounts(6), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  for (const cpus of [8, 16, 64, 200]) {
    const counts = threadCounts(cpus);
    assert.ok(counts.length <= 13 && counts.includes(cpus) && counts.at(-1) === Math.min(2 * cpus, 256));
  }
});

test('an interrupted measurement ends its threads and says why', async () => {
  const controller = new AbortController();
  const measuring = measureCapacity({ budget: 60_000, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await assert.rejects(measuring, /enough/);
});

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import type { CpuCapacityOptions, MeasuredCapacity } from '../../src/host/capacity.ts';
import { curveOf, disturbance, machineSpeed } from '../../src/host/machine-speed.ts';
import { assertEach } from '../kit/assert.ts';
import { emptyFolder } from '../kit/place.ts';

const point = (threads: number, speed: number, low = speed, high = speed) => ({ threads, speed, low, high });
const quiet: MeasuredCapacity = {
  cpus: 2,
  points: [point(1, 1, 0.98, 1.01), point(2, 1.9, 1.85, 1.93), point(3, 1.8), point(4, 1.9)],
  rounds: 5,
  duration: 2000,
  others: 0.01,
};
const busy: MeasuredCapacity = { ...quiet, others: 0.3 };

suite('C(n) of this machine', () => {
  const folder = emptyFolder('speed');
  process.env['XDG_CACHE_HOME'] = folder;
  beforeEach(() => rmSync(join(folder, 'chokepoint'), { recursive: true, force: true }));

  const { signal } = new AbortController();
  /** Measurements in turn, and how many were asked for. */
  function inTurn(...results: readonly MeasuredCapacity[]) {
    const asked: CpuCapacityOptions[] = [];
    const measure = (options: CpuCapacityOptions = {}) => {
      asked.push(options);
      return Promise.resolve(results[Math.min(asked.length, results.length) - 1] ?? quiet);
    };
    return { means: { measure, glance: () => Promise.resolve(0) }, asked };
  }

  test('a disturbed measurement is made again, an undisturbed one is kept for the next time', async () => {
    const first = inTurn(busy, quiet);
    const found = await machineSpeed(signal, first.means);
    assert.equal(first.asked.length, 2);
    assert.ok(!('disturbed' in found));
    const second = inTurn(quiet);
    assert.deepEqual(await machineSpeed(signal, second.means), found);
    assert.equal(second.asked.length, 0);
  });

  test('on a machine that stays busy nothing is kept, and the reason is told', async () => {
    const { means, asked } = inTurn(busy);
    const found = await machineSpeed(signal, means);
    assert.ok('disturbed' in found);
    assert.match(found.disturbed, /took 30% of the CPUs/);
    assert.equal(asked.length, 3);
    assert.ok('disturbed' in (await machineSpeed(signal, means)), 'and it was kept');
  });

  test('beside others that are seen at once nothing is measured', async () => {
    const { means, asked } = inTurn(quiet);
    const found = await machineSpeed(signal, { ...means, glance: () => Promise.resolve(0.5) });
    assert.ok('disturbed' in found && /took 50% of the CPUs/.test(found.disturbed));
    assert.equal(asked.length, 0);
  });

  test('the curve never lies above the threads nor the CPUs, and never falls', () => {
    // A single thread that never had a CPU for itself made 2.5 of two CPUs.
    const starved = { ...quiet, points: [point(1, 1, 0.5, 1), point(2, 2.5), point(3, 2.4), point(4, 2.6)] };
    assertEach(curveOf(starved), ([threads, speed]) => `${threads}: ${speed}`, [
      '1: 1',
      '2: 2',
      '3: 2',
      '4: 2',
    ]);
    for (const [threads, speed] of curveOf(quiet)) assert.ok(speed <= Math.min(threads, 2));
  });

  test('what counts as disturbed: others on the CPUs, and rounds that lie apart', () => {
    assert.equal(disturbance(quiet), null);
    assert.equal(disturbance({ ...quiet, others: null }), null);
    assert.match(disturbance(busy) ?? '', /other programs/);
    const apart = { ...quiet, points: [point(1, 1), point(2, 1.9, 1.2, 1.95)] };
    assert.match(disturbance(apart) ?? '', /rounds with 2 threads lie/);
    const alone = { ...quiet, points: [point(1, 1, 0.6, 1), point(2, 1.9)] };
    assert.match(disturbance(alone) ?? '', /rounds with one thread/);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadJob } from '../../src/load/engine.ts';
import { arrivals, checkEnds, rounds, warmedArrivals, type Arrivals } from '../../src/load/pacing.ts';
import type { Asking } from '../../src/model/plan.ts';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { assertEach } from '../kit/assert.ts';
import { near, nearly } from '../kit/near.ts';

function all(next: Arrivals): number[] {
  const times: number[] = [];
  for (let due = next(); due < Infinity; due = next()) times.push(due);
  return times;
}

function jobOf(load: Asking, duration: number | null): LoadJob {
  return { load, requests: [], warmup: 0, duration, timeout: 1_000, seed: 1, traces: 0 };
}

test('a rate is an exact grid that begins at 0 and ends before the duration', () => {
  assert.deepEqual(all(arrivals({ kind: 'rate', perSecond: 4 }, 1_000, 1)), [0, 250, 500, 750]);
  assert.equal(all(arrivals({ kind: 'rate', perSecond: 200 }, 10_000, 1)).length, 2_000);
});

test('a rate keeps its grid after millions of requests', () => {
  const times = all(arrivals({ kind: 'rate', perSecond: 30_000 }, 60_000, 1));
  assert.equal(times.length, 1_800_000);
  assert.equal(times[900_000], 30_000);
});

test('Poisson arrivals have the rate asked for, and gaps whose deviation equals their mean', () => {
  const times = all(arrivals({ kind: 'poisson', perSecond: 100 }, 200_000, 42));
  // 20,000 arrivals: the standard error is 141.
  near(times.length, 20_000, 600, 'arrivals:');
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  nearly(deviation(gaps), mean(gaps), 0.05);
});

test('the same seed gives the same arrivals, another seed gives others', () => {
  const poisson = { kind: 'poisson', perSecond: 50 } as const;
  assert.deepEqual(all(arrivals(poisson, 1_000, 3)), all(arrivals(poisson, 1_000, 3)));
  assert.notDeepEqual(all(arrivals(poisson, 1_000, 3)), all(arrivals(poisson, 1_000, 4)));
});

for (const [from, to] of [
  [0, 100],
  [100, 0.001],
  [20, 80],
  [50, 50],
] as const) {
  test(`a ramp from ${from} to ${to} has the rate of its middle on average, and changes steadily`, () => {
    const times = all(arrivals({ kind: 'ramp', from, to }, 10_000, 1));
    near(times.length, 5 * (from + to), 1, 'arrivals:');
    near(times.filter((time) => time < 5_000).length, 5 * (from + (to - from) / 4), 1, 'in the first half:');
    assert.ok(times.every((time, i) => time >= (times[i - 1] ?? 0)));
  });
}

test("the window's schedule begins exactly when the warm-up ends", () => {
  const times = all(warmedArrivals({ kind: 'rate', perSecond: 3 }, 500, 1_000, 1));
  assertEach(times, (time) => Math.round(time), [0, 333, 500, 833, 1_167]);
});

test('a ramp is warmed up at the rate that it starts from, and from 0 not at all', () => {
  const warmupOf = (from: number) =>
    all(warmedArrivals({ kind: 'ramp', from, to: 100 }, 1_000, 1_000, 1)).filter((time) => time < 1_000);
  assert.equal(warmupOf(10).length, 10);
  assert.equal(warmupOf(0).length, 0);
});

test('a batch is a number of clients with a barrier between their requests', () => {
  assert.deepEqual(rounds({ kind: 'batch', size: 5, batches: 2 }), { clients: 5, each: 2, barrier: true });
  assert.deepEqual(rounds({ kind: 'closed', clients: 3 }), { clients: 3, each: null, barrier: false });
});

test('a load that would never end is refused', () => {
  assert.throws(() => checkEnds(jobOf({ kind: 'closed', clients: 1 }, null)), RangeError);
  assert.throws(() => checkEnds(jobOf({ kind: 'rate', perSecond: 1 }, null)), RangeError);
  checkEnds(jobOf({ kind: 'batch', size: 1, batches: 1 }, null));
});

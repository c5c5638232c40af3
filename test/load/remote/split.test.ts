import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { LoadJob } from '../../../src/load/engine.ts';
import { isOpen, warmedArrivals } from '../../../src/load/pacing.ts';
import { segmentJob, splitJob } from '../../../src/load/remote/split.ts';
import type { Asking } from '../../../src/model/plan.ts';
import { deviation, mean } from '../../../src/stats/mean-and-spread.ts';
import { job } from '../jobs.ts';
import { assertEach } from '../../kit/assert.ts';
import { near, nearly } from '../../kit/near.ts';

/** All times at which requests are due. */
function timesOf({ load, warmup, duration, seed, share }: LoadJob): number[] {
  if (!isOpen(load) || duration === null) throw new Error('not an open load');
  const next = warmedArrivals(load, warmup, duration, seed, share);
  const times: number[] = [];
  for (let due = next(); due < Infinity; due = next()) times.push(due);
  return times;
}

const openJob = (load: Asking) => job({}, { load, warmup: 700, duration: 3000, seed: 5 });

suite('A load that several generators share', () => {
  for (const load of [
    { kind: 'rate', perSecond: 333 },
    { kind: 'ramp', from: 50, to: 400 },
    { kind: 'ramp', from: 400, to: 0.5 },
    { kind: 'ramp', from: 0, to: 90 },
  ] as const)
    for (const generators of [1, 2, 3, 7])
      test(`is the one schedule of ${JSON.stringify(load)}, to the last digit, in ${generators} parts`, () => {
        const parts = splitJob(openJob(load), generators).map(timesOf);
        assert.deepEqual(sorted(parts.flat()), timesOf(openJob(load)));
        const sizes = parts.map((one) => one.length);
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 2, sizes.join(' '));
      });

  test('is, of a Poisson load, independent streams that add up to its rate', () => {
    // 50 seeds of 3.7 s with 300/s: 55,500 are expected, and the standard deviation is 236.
    const all = Array.from({ length: 50 }, (_, seed) =>
      splitJob({ ...openJob({ kind: 'poisson', perSecond: 300 }), seed }, 3).map(timesOf),
    );
    const count = all.flat(2).length;
    near(count, 55_500, 4 * 236);
    const [first = [], second = []] = all[0] ?? [];
    assert.notDeepEqual(first, second);
    // Of a Poisson stream the gaps have a coefficient of variation of 1; of a merged one as well.
    const merged = all.flatMap((parts) => gaps(sorted(parts.flat())));
    nearly(deviation(merged), mean(merged), 0.03);
  });

  test('has as many clients as the whole, the first generators one more', () => {
    const jobs = splitJob(job({}, { load: { kind: 'closed', clients: 8 }, duration: 1000 }), 3);
    const loads = [3, 3, 2].map((clients) => ({ kind: 'closed', clients }));
    assertEach(jobs, ({ load }) => load, loads);
    assert.equal(new Set(jobs.map(({ seed }) => seed)).size, 3, 'ids of requests would repeat');
  });

  test('is whole for each part of a script: k6 divides it itself', () => {
    const whole = openJob({ kind: 'rate', perSecond: 100 });
    const parts = [0, 1].map((at) => ({ ...whole, share: { of: 2, at } }));
    assert.deepEqual(segmentJob(whole, 2), parts);
    const two = job({}, { load: { kind: 'closed', clients: 2 }, duration: 1000 });
    assert.throws(() => segmentJob(two, 3), { code: 'LOAD_NOT_SHARED' });
  });

  test('is refused where the parts would be another load', () => {
    for (const [load, generators] of [
      [{ kind: 'closed', clients: 8, requestsEach: 10 }, 3],
      [{ kind: 'closed', clients: 2 }, 3],
      [{ kind: 'batch', size: 8, batches: 2 }, 2],
    ] as const)
      assert.throws(() => splitJob(job({}, { load }), generators), { code: 'LOAD_NOT_SHARED' }, load.kind);
    const [whole] = splitJob(job({}, { load: { kind: 'batch', size: 8, batches: 2 } }), 1);
    assert.deepEqual(whole?.load, { kind: 'batch', size: 8, batches: 2 });
  });
});

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const gaps = (times: readonly number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normal, seeded } from '../../src/stats/random.ts';
import { mserCut, steadiness, trendTest } from '../../src/stats/steadiness.ts';
import { near } from '../kit/near.ts';

/** Bins around a level, after a start that climbs to it. */
function climbing(bins: number, start: number, seed = 1, cv = 0.03): number[] {
  const random = seeded(seed);
  return Array.from({ length: bins }, (_, i) => {
    const warm = i < start ? 0.4 + (0.6 * i) / start : 1;
    return 1000 * warm * (1 + cv * normal(random));
  });
}
const inverse = (values: readonly number[]) => values.map((value) => 8000 / value);

test('Mann and Kendall: the pairs are counted and the p-value is that of the hand calculation', () => {
  // 1 3 2 5 4: 8 pairs ascend, 2 descend: S = 6; Var = 5·4·15/18 = 16.67; z = 5/4.082 = 1.2247; p = 0.2207.
  const { s, p } = trendTest([1, 3, 2, 5, 4]);
  assert.equal(s, 6);
  near(p, 0.2207, 5e-4);
});

test('ties take their part out of the variance', () => {
  // 1 1 2 3: S = 5; Var = (4·3·13 − 2·1·9)/18 = 7.667; z = 4/2.769 = 1.4446; p = 0.1486. Without the ties 0.1742.
  const { s, p } = trendTest([1, 1, 2, 3]);
  assert.equal(s, 5);
  near(p, 0.1486, 5e-4);
  assert.deepEqual(trendTest([7, 7, 7]), { s: 0, p: 1 });
  assert.equal(trendTest([]).p, 1);
});

test('the cut falls where the climb ends', () => {
  for (const start of [4, 8, 12]) {
    const cut = mserCut(climbing(40, start));
    near(cut, start, 2);
  }
});

test('a start that is too fast is cut like one that is too slow', () => {
  const cut = mserCut(inverse(climbing(40, 8)));
  near(cut, 8, 2);
});

test('one hiccup is not the end of a warm-up', () => {
  const values = climbing(40, 4);
  values[34] = 300;
  assert.ok(mserCut(values) <= 6);
});

test('a rate that is kept to the request is steady, though one bin has a request more', () => {
  const even = Array.from({ length: 40 }, (_, i) => (i === 30 ? 201 : 200));
  assert.equal(mserCut(even), 0);
  assert.deepEqual(
    steadiness(
      even,
      even.map(() => 5),
    ),
    { cut: 0, isSteady: true, reason: 'steady' },
  );
});

test('the later cut of throughput and latency counts', () => {
  const throughput = climbing(40, 4);
  const latency = inverse(climbing(40, 12, 2));
  const { cut, isSteady } = steadiness(throughput, latency);
  assert.ok(isSteady);
  assert.equal(cut, Math.max(mserCut(throughput), mserCut(latency)));
  assert.ok(cut >= 10);
});

test('a server that slows down all the time is never steady', () => {
  const throughput = climbing(40, 0).map((value, i) => value * (1 - 0.01 * i));
  assert.equal(steadiness(throughput, inverse(throughput)).isSteady, false);
});

test('a step in the second half is no steady state', () => {
  const throughput = climbing(40, 0).map((value, i) => (i < 28 ? value : 0.7 * value));
  const { isSteady, reason } = steadiness(throughput, inverse(throughput));
  assert.equal(isSteady, false);
  assert.equal(reason, 'cut in the second half');
});

test('fewer than ten bins cannot show a steady state', () => {
  assert.equal(steadiness([1, 2, 3], [1, 1, 1]).reason, 'too few bins');
});

test('a bin without an answer repeats the latency of the one before it', () => {
  const throughput = climbing(40, 0);
  const latency: (number | null)[] = inverse(throughput);
  latency[0] = null;
  latency[20] = null;
  assert.ok(steadiness(throughput, latency).isSteady);
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lowerBoundRank } from '../../src/stats/percentile-bound.ts';
import { seeded } from '../../src/stats/random.ts';

suite('A lower bound of a percentile', () => {
  test('is one of the largest of few values, as the binomial distribution says', () => {
    // .99^16 is .851: the largest is above p99 that rarely; P(two or more above) .0109, three or more .0005.
    assert.equal(lowerBoundRank(16, 0.99, 0.2), 16);
    assert.equal(lowerBoundRank(16, 0.99, 0.05), 15);
    assert.equal(lowerBoundRank(16, 0.99, 0.001), 14);
    // As many as have the percentile itself: a little below it.
    assert.equal(lowerBoundRank(1000, 0.99, 0.001), 979);
    assert.equal(lowerBoundRank(1, 0.99, 0.05), 1);
  });

  test('is none where chance explains any value', () => {
    assert.equal(lowerBoundRank(1, 0.99, 0.001), null);
    assert.equal(lowerBoundRank(9, 0.5, 0.001), null);
    assert.equal(lowerBoundRank(10, 0.5, 0.001), 1);
    assert.equal(lowerBoundRank(0, 0.99, 0.001), null);
  });

  test('is above the percentile in no more cases than was allowed', () => {
    const random = seeded(7);
    for (const [count, q, error] of [
      [16, 0.99, 0.05],
      [16, 0.9, 0.05],
      [150, 0.99, 0.02],
    ] as const) {
      const rank = lowerBoundRank(count, q, error) ?? 0;
      const sessions = 4000;
      let above = 0;
      for (let i = 0; i < sessions; i++) {
        const values = Array.from({ length: count }, random).toSorted((a, b) => a - b);
        if ((values[rank - 1] ?? 0) > q) above++;
      }
      assert.ok(above / sessions <= error + 3 * Math.sqrt(error / sessions), `${count} ${q}: ${above}`);
      assert.ok(above > 0);
    }
  });
});

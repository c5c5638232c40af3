import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chiSquareQuantile } from '../../src/stats/distributions.ts';
import { deviationBounds } from '../../src/stats/interval.ts';
import { near } from '../kit/near.ts';

test('chi-square quantiles are those of the printed table', () => {
  for (const [p, degrees, x] of [
    [0.95, 1, 3.841],
    [0.95, 2, 5.991],
    [0.025, 3, 0.216],
    [0.975, 3, 9.348],
    [0.025, 10, 3.247],
    [0.99, 23, 41.638],
    [0.975, 100, 129.561],
  ] as const) {
    const found = chiSquareQuantile(p, degrees);
    near(found, x, 1e-3, `p = ${p}, ${degrees} degrees: ${found}`);
  }
});

test('the interval of a standard deviation, from the table', () => {
  // √(10/20.483) and √(10/3.247)
  const { low, high } = deviationBounds(1, 10);
  assert.ok(Math.abs(low - 0.6987) < 1e-3 && Math.abs(high - 1.7549) < 1e-3);
});

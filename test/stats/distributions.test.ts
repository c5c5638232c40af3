import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chiSquareQuantile,
  normalCdf,
  normalQuantile,
  studentCritical,
  studentTail,
} from '../../src/stats/distributions.ts';
import { deviationBounds } from '../../src/stats/mean-and-spread.ts';
import { near } from '../kit/near.ts';

test('normal quantiles are those of the printed tables', () => {
  for (const [p, z] of [
    [0.5, 0],
    [0.75, 0.67449],
    [0.975, 1.95996],
    [0.995, 2.57583],
    [0.9995, 3.29053],
    [0.025, -1.95996],
  ] as const) {
    near(normalQuantile(p), z, 5e-6);
    near(normalCdf(normalQuantile(p)), p, 1e-12);
  }
  assert.equal(normalCdf(40), 1);
  assert.equal(normalCdf(-40), 0);
});

test('two-sided Student quantiles are those of the NIST handbook, 1.3.6.7.2', () => {
  for (const [confidence, degrees, t] of [
    [0.95, 1, 12.706],
    [0.95, 2, 4.303],
    [0.95, 3, 3.182],
    [0.95, 4, 2.776],
    [0.95, 9, 2.262],
    [0.95, 30, 2.042],
    [0.95, 100, 1.984],
    [0.9, 5, 2.015],
    [0.99, 7, 3.499],
    [0.998, 10, 4.144],
  ] as const) {
    near(studentCritical(confidence, degrees), t, 6e-4);
  }
  near(studentCritical(0.95, 100_000), normalQuantile(0.975), 1e-4);
});

test('the chance beyond a quantile is what is left', () => {
  for (const [t, degrees, chance] of [
    [12.706, 1, 0.05],
    [2.776, 4, 0.05],
    [3.499, 7, 0.01],
    [0, 3, 1],
  ] as const) {
    near(studentTail(t, degrees), chance, 1e-4);
  }
});

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

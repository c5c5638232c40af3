import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile, studentCritical, studentTail } from '../../src/stats/distributions.ts';
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile, studentCritical } from '../../src/stats/distributions.ts';
import { dunnettCritical } from '../../src/stats/dunnett.ts';

function near(actual: number, expected: number, tolerance: number) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

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

test("Dunnett's two-sided 5 % values are those of his tables (Biometrics 20, 1964)", () => {
  for (const [comparisons, degrees, critical] of [
    [1, 5, 2.57],
    [2, 5, 3.03],
    [3, 5, 3.29],
    [9, 5, 3.97],
    [2, 10, 2.57],
    [5, 10, 2.99],
    [9, 20, 2.95],
    [4, 60, 2.51],
  ] as const) {
    near(dunnettCritical(0.95, comparisons, degrees), critical, 0.0051);
  }
});

test('without correlation it is the studentized maximum modulus (Stoline and Ury 1979), and never above Bonferroni', () => {
  near(dunnettCritical(0.95, 5, 10, 0), 3.103, 6e-4);
  near(dunnettCritical(0.95, 3, 5, 0), 3.399, 6e-4);
  for (const degrees of [1, 2, 7, 40]) {
    const bonferroni = studentCritical(1 - 0.05 / 6, degrees);
    const independent = dunnettCritical(0.95, 6, degrees, 0);
    const correlated = dunnettCritical(0.95, 6, degrees, 0.5);
    assert.ok(correlated < independent && independent <= bonferroni);
  }
});

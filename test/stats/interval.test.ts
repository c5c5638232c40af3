import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairedComparison, signedRankBounds, signedRankCritical } from '../../src/stats/comparison.ts';
import { deviation, exponential, madToDeviation, meanBounds, median } from '../../src/stats/interval.ts';

test('a median needs no order and takes the middle of two', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.ok(Number.isNaN(median([])));
  assert.ok(Math.abs(madToDeviation - 1.4826) < 1e-4);
});

test("Student's interval for the mean of a sample worked by hand", () => {
  // Mean 5, deviation √(40/4) = 3.1623, standard error √2, t(4) = 2.776: 5 ± 3.926.
  const bounds = meanBounds([1, 3, 5, 7, 9]);
  assert.ok(bounds);
  assert.equal(bounds.value, 5);
  assert.ok(Math.abs(bounds.low - 1.074) < 1e-3);
  assert.ok(Math.abs(bounds.high - 8.926) < 1e-3);
  assert.ok(Math.abs(deviation([1, 3, 5, 7, 9]) - Math.sqrt(10)) < 1e-12);
});

test('a single trial has no interval and no spread', () => {
  assert.equal(meanBounds([4]), null);
  assert.equal(deviation([4]), 0);
  assert.equal(pairedComparison([0.1]), null);
  assert.equal(pairedComparison([]), null);
});

test('a ratio and its inverse have inverse intervals', () => {
  const forward = exponential({ value: 0.2, low: 0.1, high: 0.3 });
  const backward = exponential({ value: -0.2, low: -0.3, high: -0.1 });
  assert.ok(Math.abs(forward.value * backward.value - 1) < 1e-12);
  assert.ok(Math.abs(forward.low * backward.high - 1) < 1e-12);
});

test('signed-rank critical values are those of the printed table, two-sided 5 %', () => {
  const table = { 5: -1, 6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 11: 10, 12: 13, 15: 25, 20: 52, 25: 89 };
  for (const [n, w] of Object.entries(table))
    assert.equal(signedRankCritical(Number(n), 0.95), w, `n = ${n}`);
  assert.equal(signedRankCritical(10, 0.99), 3);
});

test('the Hodges–Lehmann estimate and its interval, by counting Walsh averages', () => {
  // Six differences: k = 1, so the interval is that of all Walsh averages, from the smallest to the largest difference.
  const differences = [1, 2, 3, 4, 5, 16];
  assert.deepEqual(signedRankBounds(differences, 0.95), { value: 3.5, low: 1, high: 16 });
  assert.equal(signedRankBounds([1, 2, 3, 4, 5], 0.95), null);
});

test('six pairs are judged by ranks, fewer by Student', () => {
  assert.equal(pairedComparison([1, 2, 3, 4, 5, 6])?.method, 'wilcoxon');
  assert.equal(pairedComparison([1, 2, 3, 4, 5])?.method, 'paired-t');
  assert.equal(pairedComparison([1, 2])?.method, 'paired-t');
});

test('six pairs are too few for ranks at 99 %, so Student answers', () => {
  assert.equal(pairedComparison([1, 2, 3, 4, 5, 6], 0.99)?.method, 'paired-t');
});

test('one bad trial among twenty moves the interval of ranks by little', () => {
  const clean = Array.from({ length: 20 }, (_, i) => (i - 9.5) / 100);
  const bounds = pairedComparison([...clean.slice(0, -1), 10]);
  assert.ok(bounds && Math.abs(bounds.value) < 0.02 && bounds.high < 0.06);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deviation,
  exponential,
  madToDeviation,
  meanBounds,
  median,
} from '../../src/stats/mean-and-spread.ts';
import { near } from '../kit/near.ts';

test('a median needs no order and takes the middle of two', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.ok(Number.isNaN(median([])));
  near(madToDeviation, 1.4826, 1e-4);
});

test("Student's interval for the mean of a sample worked by hand", () => {
  // Mean 5, deviation √(40/4) = 3.1623, standard error √2, t(4) = 2.776: 5 ± 3.926.
  const bounds = meanBounds([1, 3, 5, 7, 9]);
  assert.ok(bounds);
  assert.equal(bounds.value, 5);
  near(bounds.low, 1.074, 1e-3);
  near(bounds.high, 8.926, 1e-3);
  near(deviation([1, 3, 5, 7, 9]), Math.sqrt(10), 1e-12);
});

test('a single trial has no interval and no spread', () => {
  assert.equal(meanBounds([4]), null);
  assert.equal(deviation([4]), 0);
});

test('a ratio and its inverse have inverse intervals', () => {
  const forward = exponential({ value: 0.2, low: 0.1, high: 0.3 });
  const backward = exponential({ value: -0.2, low: -0.3, high: -0.1 });
  near(forward.value * backward.value, 1, 1e-12);
  near(forward.low * backward.high, 1, 1e-12);
});

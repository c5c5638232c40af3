import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { normal, seeded, shuffled } from '../../src/stats/random.ts';
import { near } from '../kit/near.ts';

const take = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);

test('the same seed gives the same order, another seed another', () => {
  const items = take(20, () => 0).map((_, i) => i);
  assert.deepEqual(shuffled(items, seeded(7)), shuffled(items, seeded(7)));
  assert.notDeepEqual(shuffled(items, seeded(7)), shuffled(items, seeded(8)));
  assert.notDeepEqual(shuffled(items, seeded(7)), shuffled(items, seeded(7 + 2 ** 32)));
});

test('shuffling leaves its input alone and loses nothing', () => {
  const items = Object.freeze(['a', 'b', 'c', 'd']);
  assert.deepEqual(shuffled(items, seeded(1)).toSorted(), items);
  assert.deepEqual(shuffled([], seeded(1)), []);
});

test('every order is equally likely', () => {
  const random = seeded(3);
  const counts = new Map<string, number>();
  for (let i = 0; i < 24_000; i++) {
    const order = shuffled(['a', 'b', 'c', 'd'], random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 24);
  // Chi-square with 23 degrees of freedom stays below 49.7 in 999 of 1000 fair shuffles.
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  assert.ok(chiSquare < 49.7, `chi-square ${chiSquare}`);
});

test('near seeds are not near numbers', () => {
  const firsts = take(1000, () => 0).map((_, seed) => seeded(seed)());
  near(mean(firsts), 0.5, 0.03);
  near(deviation(firsts), Math.sqrt(1 / 12), 0.02);
});

test('normal numbers have mean 0 and deviation 1', () => {
  const random = seeded(5);
  const numbers = take(20_000, () => normal(random));
  assert.ok(Math.abs(mean(numbers)) < 0.03);
  near(deviation(numbers), 1, 0.02);
});

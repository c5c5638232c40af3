import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luckOf } from '../../src/predict/calibrate.ts';
import { assertEach } from '../kit/assert.ts';

test("the luck of few trials is Student's: two of them know little of their mean", () => {
  const halves = [2, 3, 9, 100].map((trials) => (luckOf(0.02, trials) * Math.sqrt(trials)) / 0.02);
  assertEach(halves, (one) => Number(one.toFixed(2)), [12.71, 4.3, 2.31, 1.98]);
  assert.equal(luckOf(0, 1), 0.1, 'one trial has no spread: a tenth is taken');
});

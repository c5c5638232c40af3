import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curve, firstCpus, fullSpeed, hinge, speed } from '../../src/queueing/capacity.ts';
import { near } from '../kit/near.ts';

test('with cores and a slope, C rises by one for each core, by the slope for each further CPU, then not at all', () => {
  const capacity = hinge(6, 12, 0.2);
  assert.deepEqual(
    [0, 1, 6, 9, 12, 1000].map((n) => Number(speed(capacity, n).toFixed(9))),
    [0, 1, 6, 6.6, 7.2, 7.2],
  );
  near(fullSpeed(capacity), 7.2, 1e-12);
  assert.equal(fullSpeed(hinge(4, 4, 0)), 4);
});

test('between measured points C is a straight line, and beyond the last one it is flat', () => {
  const capacity = curve(16, [
    [8, 7],
    [16, 10.7],
    [24, 12],
  ]);
  assert.equal(speed(capacity, 4), 3.5);
  near(speed(capacity, 12), 8.85, 1e-12);
  assert.equal(speed(capacity, 64), 12);
});

test('a point that noise has put above the number of threads does not make a thread faster than itself', () => {
  const capacity = curve(2, [
    [1, 1.02],
    [2, 1.9],
  ]);
  assert.equal(speed(capacity, 1), 1);
  assert.equal(speed(capacity, 0.5), 0.5);
});

test('some of the CPUs have the first part of the curve, also between two measured points', () => {
  const whole = hinge(8, 16, 0.3);
  const speeds = (cpus: number) => [fullSpeed(firstCpus(whole, cpus)), speed(firstCpus(whole, cpus), 4)];
  assert.deepEqual(
    [12, 8, 4, 1.5].map((cpus) => speeds(cpus).map((one) => Number(one.toFixed(9)))),
    [
      [9.2, 4],
      [8, 4],
      [4, 4],
      [1.5, 1.5],
    ],
  );
  assert.deepEqual(firstCpus(whole, 12).points.at(-1), [12, speed(whole, 12)]);
});

test('a quota is a curve that is flat early', () => {
  const capacity = curve(2, [
    [1, 1],
    [2, 1.5],
  ]);
  assert.equal(speed(capacity, 10), 1.5);
});

test('points that are no curve are refused', () => {
  assert.throws(() => curve(2, []), RangeError);
  assert.throws(() => curve(0, [[1, 1]]), RangeError);
  assert.throws(() => curve(2, [[1, 0]]), RangeError);
  assert.throws(
    () =>
      curve(2, [
        [2, 1],
        [1, 1],
      ]),
    RangeError,
  );
});

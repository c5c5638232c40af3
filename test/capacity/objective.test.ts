/** What one window says of an objective. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeast, brokenAlone, figureOf, objectiveOf, pointOf } from '../../src/capacity/reading.ts';
import { objective, perSecond } from '../../src/cli/options/values.ts';
import { Problem } from '../../src/messages/problem.ts';
import { windowOf } from './window.ts';

const slo = [{ figure: 'p99', limit: 200 }] as const;
const at = { trial: 3, block: 2, timeout: 5000, alone: null };

test('an objective is read from the command line', () => {
  assert.deepEqual(objective('p99<200ms,errors<0.1%', '--slo'), [
    { figure: 'p99', limit: 200 },
    { figure: 'errors', limit: 0.001 },
  ]);
  assert.deepEqual(objective('p95 <= 1.5s', '--slo'), [{ figure: 'p95', limit: 1500 }]);
  assert.equal(perSecond('500/s', '--expect'), 500);
  assert.equal(perSecond('12.5', '--expect'), 12.5);
});

for (const wrong of ['p98<200ms', 'p99<200', 'p99>200ms', 'p99<0ms', 'errors<3', 'p99<1s,p99<2s', '', 'p99'])
  test(`"${wrong}" is no objective`, () => {
    assert.throws(() => objective(wrong, '--slo'), Problem);
  });

for (const wrong of ['0', '-3', 'many', '500/m', '1e9'])
  test(`"${wrong}" is no rate`, () => {
    assert.throws(() => perSecond(wrong, '--expect'), Problem);
  });

test('room is what is left of the limit, and ends at 1 and −0.9', () => {
  const room = (time: number) =>
    pointOf(windowOf({ rate: 100, times: Array.from({ length: 200 }, () => time) }), slo, at).room;
  assert.ok(Math.abs(room(160) - 0.25) < 0.02);
  assert.ok(Math.abs(room(200)) < 0.02);
  assert.equal(room(10), 1);
  assert.equal(room(4000), -0.9);
});

test('requests that were given up count among the times', () => {
  const times = Array.from({ length: 100 }, () => 10);
  const few = windowOf({ rate: 100, times, timeouts: 5 }).outcome;
  assert.ok(few);
  assert.equal(figureOf(few, 'p99', 5000), 5000);
  assert.ok(Math.abs((figureOf(few, 'p50', 5000) ?? 0) - 10) < 0.2);
  assert.ok(Math.abs((figureOf(few, 'errors', 5000) ?? 0) - 5 / 105) < 1e-9);
});

test('a server that does not keep up breaks every objective, however lax', () => {
  const point = pointOf(
    windowOf({ rate: 100, times: Array.from({ length: 300 }, () => 5), due: 600 }),
    slo,
    at,
  );
  assert.equal(point.isOverloaded, true);
  assert.equal(point.word, 'broken');
  assert.equal(point.room, -0.9);
});

test('a generator that is late is not taken for the server', () => {
  const times = Array.from({ length: 300 }, () => 500);
  const late = pointOf(windowOf({ rate: 100, times, lateness: 60 }), slo, at);
  assert.equal(late.word, 'generator');
  assert.equal(pointOf(windowOf({ rate: 100, times, lateness: 0.2 }), slo, at).word, 'broken');
  assert.equal(pointOf(windowOf({ rate: 100, times, utilization: 0.9 }), slo, at).word, 'generator');
  // What was kept was kept all the same.
  const quick = Array.from({ length: 300 }, () => 5);
  const kept = pointOf(windowOf({ rate: 100, times: quick, lateness: 60 }), slo, at);
  assert.deepEqual([kept.word, kept.isLate], ['kept', true]);
});

test('a server that has died broke the objective', () => {
  const point = pointOf(
    { purpose: 'block', load: { kind: 'poisson', perSecond: 50 }, outcome: null },
    slo,
    at,
  );
  assert.deepEqual([point.word, point.hasDied, point.rate], ['broken', true, 50]);
});

test('without an objective it is three times the time at light load', () => {
  const windows = [windowOf({ rate: 25, times: Array.from({ length: 200 }, () => 12), purpose: 'climb' })];
  const [part, errors] = objectiveOf([], windows, 5000) ?? [];
  assert.ok(part && Math.abs(part.limit - 36) < 0.5);
  assert.deepEqual(errors, { figure: 'errors', limit: 0.01 });
  assert.equal(objectiveOf([], [], 5000), null);
});

test('one client alone breaks an objective only beyond chance', () => {
  const alone = (slow: number, all: number) => {
    const times = Array.from({ length: all }, (_, i) => (i < slow ? 300 : 20));
    const { outcome } = windowOf({ rate: null, times, purpose: 'alone' });
    assert.ok(outcome);
    return brokenAlone(outcome, slo, 5000);
  };
  assert.equal(alone(2, 100), null, 'two of a hundred may be chance');
  assert.equal(alone(9, 100)?.figure, 'p99');
  assert.equal(alone(0, 100), null);
});

test('the chance of at least so many is that of the binomial distribution', () => {
  assert.ok(Math.abs(atLeast(1, 10, 0.1) - (1 - 0.9 ** 10)) < 1e-12);
  assert.ok(Math.abs(atLeast(5, 10, 0.5) - 638 / 1024) < 1e-12);
  assert.equal(atLeast(0, 10, 0.3), 1);
});

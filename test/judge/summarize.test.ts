import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, fineEnough } from '../../src/judge/compare.ts';
import { summarize } from '../../src/judge/summarize.ts';
import { measurement, withoutPartial } from '../../src/judge/measurement.ts';
import { planOf, trialOf, trialsOf, withOutcome } from '../kit/trials.ts';
import { assertEach, assertNone } from '../kit/assert.ts';

const milliseconds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('a trial that ended with a problem does not count, whatever it measured', () => {
  assert.equal(measurement(trialOf(0, '4', { failed: true })), null);
  assert.equal(measurement({ ...trialOf(0, '4'), sample: null }), null);
});

test('a trial says its throughput, its response times in milliseconds, and its CPU for each request', () => {
  const one = measurement(trialOf(2, '4', { throughput: 123, responses: milliseconds(100), cpu: [150, 50] }));
  assert.ok(one);
  const { metrics, ...where } = one;
  assert.deepEqual(where, { ordinal: 20, block: 2, cell: '4', grain: 1 / 123 });
  assert.equal(metrics.throughput, 123);
  assert.equal(metrics.mean, 50.5);
  assert.equal(metrics.firstResponse, 1);
  assert.equal(metrics.cpuPerRequest, 2);
  assert.ok(Math.abs((metrics.p50 ?? 0) / 50 - 1) < 0.01);
  assert.ok(Math.abs((metrics.p90 ?? 0) / 90 - 1) < 0.01);
});

test('where iterations were dropped no time is shown, and the throughput is', () => {
  const trial = trialOf(0, '4', { throughput: 123, responses: milliseconds(1000) });
  const names = (begun: number) => {
    const iterations = { due: 1000, begun, checks: { passed: 0, failed: 0 } };
    return Object.keys(measurement(withOutcome(trial, () => ({ iterations })))?.metrics ?? {});
  };
  const times = ['mean', 'firstResponse', 'p50', 'p90', 'p99'];
  assert.deepEqual(
    times.filter((name) => names(1000).includes(name)),
    times,
  );
  assertNone(times, (name) => names(999).includes(name));
  assert.ok(names(999).includes('throughput'));
});

test('a percentile needs ten requests above it', () => {
  const names = (count: number) => {
    const { metrics } = measurement(trialOf(0, '4', { responses: milliseconds(count) })) ?? { metrics: {} };
    return Object.keys(metrics).filter((name) => /^p\d/.test(name));
  };
  assert.deepEqual(names(19), []);
  assert.deepEqual(names(20), ['p50']);
  assert.deepEqual(names(99), ['p50']);
  assert.deepEqual(names(100), ['p50', 'p90']);
  assert.deepEqual(names(999), ['p50', 'p90']);
  assert.deepEqual(names(1000), ['p50', 'p90', 'p99']);
});

test('a percentile that only the fast trials of a setting have is no figure of that setting, and is not compared', () => {
  const trials = [
    trialOf(0, '4', { responses: milliseconds(300) }),
    trialOf(1, '4', { responses: milliseconds(20_000) }),
    trialOf(0, '16', { responses: milliseconds(20_000) }),
    trialOf(1, '16', { responses: milliseconds(19_000) }),
  ];
  const plan = planOf('4', '16');
  const shown = summarize(plan, trials).map(({ metrics }) => [
    metrics.p90?.trials.length,
    metrics.p99?.trials.length,
  ]);
  assert.deepEqual(shown, [
    [2, undefined],
    [2, 2],
  ]);
  const compared = new Set(
    compare(trials, ['4', '16'], '4', { deciding: 'throughput' }).map(({ metric }) => metric),
  );
  assert.ok(compared.has('throughput') && !compared.has('p99'));
  // What was looked at before that trial came stays as it was seen.
  assertEach(withoutPartial(fineEnough(trials.slice(1))), ({ metrics }) => 'p99' in metrics, [
    true,
    true,
    true,
  ]);
});

test('jobs are told where the server timed them: the rate is their number over the makespan', () => {
  const jobs = { count: 150, min: 40, mean: 300, max: 600, makespan: 750 };
  const { metrics } = measurement(trialOf(0, '4', { jobs })) ?? {};
  assert.equal(metrics?.jobRate, 200);
  assert.deepEqual([metrics?.jobMin, metrics?.jobMean, metrics?.jobMax], [40, 300, 600]);
  assert.ok(!('jobRate' in (measurement(trialOf(0, '4'))?.metrics ?? {})));
});

test('a figure of 0 is a figure that was not measured', () => {
  const { metrics } =
    measurement(trialOf(0, '4', { throughput: 0, responses: [], cpu: [], jobs: { makespan: 0 } })) ?? {};
  assert.deepEqual(Object.keys(metrics ?? {}).toSorted(), ['jobMax', 'jobMean', 'jobMin']);
});

test('cells are told in the order of the plan, with and without trials', () => {
  const summaries = summarize(planOf('4', '16', '1'), trialsOf({ '16': [200, 200], '4': [100] }));
  assertEach(summaries, ({ cell, trials }) => [cell, trials], [
    ['4', 1],
    ['16', 2],
    ['1', 0],
  ]);
  assert.deepEqual(summaries[2]?.metrics, {});
});

test('failed trials are counted by their problem', () => {
  const trials = [trialOf(0, '4'), trialOf(1, '4', { failed: true }), trialOf(2, '4', { failed: true })];
  const [summary] = summarize(planOf('4'), trials);
  assert.equal(summary?.trials, 1);
  assert.equal(summary?.failed, 2);
  assert.deepEqual(summary?.problems, { SERVER_DIED: 2 });
});

test('the value of a cell is the geometric mean of its trials, in an interval that can be stored as JSON', () => {
  const [summary] = summarize(planOf('4'), trialsOf({ '4': [50, 200] }));
  const estimate = summary?.metrics.throughput;
  assert.ok(estimate && estimate.low !== null && estimate.high !== null);
  assert.ok(Math.abs(estimate.value - 100) < 1e-9);
  assert.ok(Math.abs((estimate.low * estimate.high) / 1e4 - 1) < 1e-9);
  assert.deepEqual(estimate.trials, [50, 200]);
  assert.deepEqual(JSON.parse(JSON.stringify(summary)), summary);
});

test('a single trial has a value and no interval', () => {
  const [summary] = summarize(planOf('4'), trialsOf({ '4': [50] }));
  const { value, low, high, spread } = summary?.metrics.throughput ?? {};
  assert.ok(Math.abs((value ?? 0) - 50) < 1e-9);
  assert.deepEqual([low, high, spread], [null, null, 0]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/api/verbs.ts';
import { compareRuns } from '../../src/judge/compare-runs.ts';
import type { Plan } from '../../src/model/plan.ts';
import { foundIn, type RunResult } from '../../src/model/verdict.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { answerOf, planOf as capacityPlan, usual, type Server } from '../capacity/answered.ts';
import { failedCheck, host, planOf, trialsOf } from '../kit/trials.ts';

/** A run whose checks found nothing. */
function resultOf(id: string, plan: Plan, trials: RunResult['trials']): RunResult {
  const head = { id, createdAt: 0, status: 'finished', reason: null } as const;
  return { ...judge({ head, plan, host, trials }), checks: [] };
}

const around = (value: number) => [value, 1.01 * value, 0.99 * value, 1.002 * value];
const sweepOf = (id: string, rates: Readonly<Record<string, number>>) =>
  resultOf(
    id,
    planOf(...Object.keys(rates)),
    trialsOf(Object.fromEntries(Object.entries(rates).map(([cell, rate]) => [cell, around(rate)]))),
  );
const words = (a: RunResult, b: RunResult) =>
  Object.fromEntries(
    compareRuns(a, b).rows.flatMap(({ cell, metric, word }) =>
      metric === 'throughput' || metric === 'capacity' ? [[cell, word]] : [],
    ),
  );

const before = sweepOf('before', { 4: 100, 16: 100 });
const after = sweepOf('after', { 4: 150, 16: 50 });

test('a check that failed in either run takes the word of its settings, and is told with them', () => {
  assert.deepEqual(words(before, after), { 4: 'better', 16: 'worse' });
  const checks = [failedCheck({ cells: ['16'] })];
  for (const [a, b] of [
    [{ ...before, checks }, after],
    [before, { ...after, checks }],
  ] as const) {
    assert.deepEqual(words(a, b), { 4: 'better', 16: 'undecided' });
    const withheld = compareRuns(a, b).rows.filter((row) => row.withheld);
    assert.ok(withheld.length > 0);
    assert.ok(withheld.every(({ cell, withheld: why }) => cell === '16' && why?.params.check === 'M1'));
  }
});

test('a setting whose answers were void in one run is not compared', () => {
  const checks = [failedCheck({ id: 'P2', effect: 'void', cells: ['16'] })];
  assert.deepEqual(words(before, { ...after, checks }), { 4: 'better' });
});

test('a ratio that is clear by itself is not clear as one of twenty', () => {
  const others = Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`${i + 100}`, 100]));
  const slightly = { 4: 102.5 };
  assert.equal(words(sweepOf('a', { 4: 100 }), sweepOf('b', slightly))['4'], 'better');
  const many = words(sweepOf('a', { 4: 100, ...others }), sweepOf('b', { ...slightly, ...others }));
  assert.notEqual(many['4'], 'better');
});

const twice = { tops: usual.tops.map((top) => 2 * top) };
const capacityRun = (plan: Plan, server: Server): RunResult => ({
  ...before,
  plan,
  trials: trialsOf({ [plan.cells[0]?.id ?? '']: around(1) }),
  answer: { kind: 'capacity', capacity: answerOf(plan, server) },
});

test('two searches for a capacity are compared by their capacities, not by trials at chosen rates', () => {
  // What somebody expects of a server is no load.
  const [one, other] = [
    capacityRun(capacityPlan({}), usual),
    capacityRun(capacityPlan({ expect: 300 }), twice),
  ];
  const { rows } = compareRuns(one, other);
  const [row] = rows;
  const [own, doubled] = [one, other].map(
    (each) => foundIn(each).capacity?.findings[0]?.rate?.value ?? Number.NaN,
  );
  assert.deepEqual(
    rows.map(({ metric, word }) => [metric, word]),
    [['capacity', 'better']],
  );
  assert.equal(row?.ratio.value, (doubled as number) / (own as number));
  assert.ok(row.ratio.low < 2 && row.ratio.high > 2 && row.ratio.low > 1.8 && row.ratio.high < 2.2);
});

test('capacities under different objectives are not compared, and that is told', () => {
  const stricter = capacityPlan({ objective: [{ figure: 'p99', limit: 100 }] });
  const { rows, differences } = compareRuns(
    capacityRun(capacityPlan({}), usual),
    capacityRun(stricter, usual),
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(
    differences.map(({ code }) => code),
    ['runs.unlike'],
  );
});

test('the interval of two capacities holds the true ratio in 95 of 100, however unequal the two are', () => {
  const random = seeded(5);
  const plan = capacityPlan({});
  const found = capacityRun(plan, usual);
  const truth = 1.3;
  const measuredAs = (rate: number, deviation: number): RunResult => {
    const value = Math.log(rate) + deviation * normal(random);
    const bounds = [value, value - 1.96 * deviation, value + 1.96 * deviation].map(Math.exp);
    const [at = 0, low = 0, high = 0] = bounds;
    assert.ok(found.answer.kind === 'capacity');
    const { capacity } = found.answer;
    const findings = capacity.findings.map((one) => ({ ...one, rate: { value: at, low, high } }));
    return { ...found, answer: { kind: 'capacity', capacity: { ...capacity, findings } } };
  };
  const runs = 2000;
  let held = 0;
  for (let i = 0; i < runs; i++) {
    const [row] = compareRuns(measuredAs(100, 0.02), measuredAs(100 * truth, i % 2 ? 0.02 : 0.1)).rows;
    if (row && row.ratio.low <= truth && truth <= row.ratio.high) held++;
  }
  // Three standard errors of a share of 2000.
  assert.ok(Math.abs(held / runs - 0.95) < 0.015, `${held} of ${runs}`);
});

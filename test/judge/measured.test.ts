import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/judge/measured.ts';
import { host, planOf, trialOf, trialsOf } from './trials-by-hand.ts';
import type { Measurement } from '../../src/model/verdict.ts';

const plan = planOf('1', '4', '16');
const trials = trialsOf({
  '1': [50, 51, 49, 50],
  '4': [100, 101, 103, 99],
  '16': [101, 99, 100, 102],
});

test('an experiment asks for the estimate of a cell, and gets null for what was not measured', () => {
  const lab = measured(plan, host, trials);
  assert.equal(lab.estimate('throughput', '4')?.trials.length, 4);
  assert.equal(lab.estimate('jobMax', '4'), null);
  assert.equal(lab.estimate('throughput', 'no such cell'), null);
  assert.equal(lab.summaries.length, 3);
});

test('any cell can be compared with any other', () => {
  const lab = measured(plan, host, trials);
  const comparison = lab.compare('throughput', '4', '1');
  assert.equal(comparison?.word, 'better');
  assert.equal(comparison.method, 'paired-t');
  assert.equal(lab.compare('throughput', '1', '4')?.word, 'worse');
  assert.equal(lab.compare('throughput', '4', '4'), null);
  assert.equal(lab.compare('p99', '4', '1'), null);
});

test('several cells are compared with intervals that hold together; the baseline is not compared with itself', () => {
  const lab = measured(plan, host, trials);
  const together = lab.compareAll('throughput', ['1', '4', '16'], '1');
  assert.deepEqual(
    together.map(({ cell, method }) => [cell, method]),
    [
      ['4', 'block-anova'],
      ['16', 'block-anova'],
    ],
  );
});

test('a value for each block, such as a ratio of ratios, becomes a geometric mean with an interval', () => {
  const figure = (block: readonly Measurement[], cell: string) =>
    block.find((one) => one.cell === cell)?.metrics.throughput ?? null;
  const value = (block: readonly Measurement[]) => {
    const [low, high] = [figure(block, '1'), figure(block, '4')];
    return low === null || high === null ? null : high / low;
  };
  const withHole = [
    ...trials.filter(({ block, cell }) => block !== 3 || cell !== '1'),
    trialOf(3, '1', { failed: true }),
  ];
  const speedUp = measured(plan, host, withHole).perBlock(value);
  assert.ok(speedUp);
  assert.equal(speedUp.n, 3);
  assert.ok(speedUp.low < 2 && speedUp.value > 2 && speedUp.high > 2.05);
});

test('a block whose value is no ratio is left out, and one block is not enough', () => {
  const lab = measured(plan, host, trials);
  const values = [2, Number.NaN, 0, Number.POSITIVE_INFINITY];
  assert.equal(
    lab.perBlock(() => values.shift() ?? null),
    null,
  );
  assert.equal(
    lab.perBlock(() => null),
    null,
  );
});

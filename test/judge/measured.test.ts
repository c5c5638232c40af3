import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/judge/judge.ts';
import { host, planOf, trialOf, trialsOf } from '../kit/trials.ts';
import type { Trial } from '../../src/model/sample.ts';
import type { Term } from '../../src/model/verdict.ts';

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

const ratio = (cell: string, baseline: string, metric: Term['metric'] = 'throughput'): Term[] => [
  { metric, cell, weight: 1 },
  { metric, cell: baseline, weight: -1 },
];

test('any cell can be compared with any other, with one interval', () => {
  const lab = measured(plan, host, trials);
  const found = lab.contrast(ratio('4', '1'));
  assert.ok(found && found.low > 1.9 && found.value > 2 && found.high < 2.1, JSON.stringify(found));
  const back = lab.contrast(ratio('1', '4'));
  assert.ok(back && Math.abs(back.value * found.value - 1) < 1e-9);
  assert.equal(lab.contrast(ratio('4', '4'))?.value ?? 1, 1);
  assert.equal(lab.contrast(ratio('4', '1', 'p99')), null);
});

test('a figure knows its interval at other confidences, and what more blocks would give', () => {
  const found = measured(plan, host, trials).contrast(ratio('16', '4'));
  assert.ok(found);
  const [usual, wider] = [found.at(0.95), found.at(0.99)];
  assert.deepEqual([usual.low, usual.high], [found.low, found.high]);
  assert.ok(wider.low < found.low && wider.high > found.high && wider.value === found.value);
  assert.equal(found.blocksFor(2), 4);
  assert.equal(found.blocksFor(found.value), 'on the line');
  const needed = found.blocksFor(Math.sqrt(found.value * found.high));
  assert.ok(typeof needed === 'number' && needed > 4, String(needed));
});

test('what is read from each trial has its ratio and its mean, block by block', () => {
  const reading = ({ sample }: Trial) => sample?.outcome.throughput ?? null;
  const withHole = [
    ...trials.filter(({ block, cell }) => block !== 3 || cell !== '1'),
    trialOf(3, '1', { failed: true }),
  ];
  const lab = measured(plan, host, withHole);
  const speedUp = lab.contrast(ratio('4', '1', reading));
  assert.equal(speedUp?.blocks, 3);
  assert.ok(speedUp.low < 2 && speedUp.value > 2 && speedUp.high > 2.05);
  const level = lab.contrast([{ metric: reading, cell: '4', weight: 1 }]);
  assert.ok(level && level.blocks === 4 && level.low < 100 && level.high > 101);
});

test('a block whose value is no ratio is left out, and one block is not enough', () => {
  const lab = measured(plan, host, trials);
  const values = [2, Number.NaN, 0, Number.POSITIVE_INFINITY];
  const inTurn = () => values.shift() ?? null;
  assert.equal(lab.contrast([{ metric: inTurn, cell: '4', weight: 1 }]), null);
  assert.equal(lab.contrast([{ metric: () => null, cell: '4', weight: 1 }]), null);
});

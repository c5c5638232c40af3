import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noise } from '../../src/judge/noise.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { planOf, trialOf, host, trialsOf } from '../kit/trials.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import { measured } from '../../src/judge/comparisons.ts';
import type { Term } from '../../src/model/verdict.ts';

/** Trials in the order of the plan, with noise of `cv`, slowing down by `loss` from the first trial to the last. */
function run(cells: Readonly<Record<string, number>>, blocks: number, cv: number, loss = 0): Trial[] {
  const random = seeded(5);
  const names = Object.keys(cells);
  const count = blocks * names.length;
  return Array.from({ length: count }, (_, ordinal) => {
    const cell = names[ordinal % names.length] ?? '';
    const throughput =
      (cells[cell] ?? 0) * Math.exp(cv * normal(random)) * (1 - loss) ** (ordinal / (count - 1));
    return { ...trialOf(Math.floor(ordinal / names.length), cell, { throughput }), ordinal };
  });
}

test('the noise of a trial is what settings and blocks leave over, with its interval', () => {
  const { metric, trials, trialCv } = noise(
    planOf('4', '1', '16'),
    run({ '4': 100, '1': 50, '16': 150 }, 9, 0.03),
  );
  assert.equal(metric, 'throughput');
  assert.equal(trials, 27);
  assert.ok(trialCv && trialCv.low < 0.03 && trialCv.high > 0.03);
  assert.ok(trialCv.low > 0.015 && trialCv.high < 0.06);
});

test('a noisy machine can tell large differences only, and more blocks smaller ones', () => {
  const seen = (blocks: number, cv: number) =>
    noise(planOf('4', '16'), run({ '4': 100, '16': 200 }, blocks, cv)).resolution ?? assert.fail();
  assert.ok(seen(9, 0.01) < seen(4, 0.01));
  assert.ok(seen(9, 0.05) > 3 * seen(9, 0.01));
  assert.ok(seen(9, 0.05) > 0.03 && seen(9, 0.05) < 0.09);
});

test('steal is that of the trials in which it could be read', () => {
  const trials = run({ '4': 100, '16': 200 }, 4, 0.01).map((trial, i) => ({
    ...trial,
    host: { ...trial.host, steal: i < 2 ? null : i === 7 ? 0.06 : 0 },
  }));
  assert.deepEqual(noise(planOf('4', '16'), trials).steal, { mean: 0.01, max: 0.06 });
  assert.equal(noise(planOf('4', '16'), trials.slice(0, 2)).steal, null);
});

test('the control belongs to the report, and its trials tell of the noise as well', () => {
  const bare = planOf('4', '4 (A/A′)');
  const plan: Plan = {
    ...bare,
    cells: bare.cells.map((cell, i) => (i === 1 ? { ...cell, control: true } : cell)),
  };
  const { control, trialCv, trials } = noise(plan, run({ '4': 100, '4 (A/A′)': 100 }, 4, 0.02));
  assert.ok(control?.isSound && trialCv);
  assert.equal(trials, 8);
});

test('one trial of each setting tells nothing of the noise', () => {
  const { trialCv, speed, control, resolution } = noise(
    planOf('4', '16'),
    run({ '4': 100, '16': 200 }, 1, 0.01),
  );
  assert.deepEqual(
    { trialCv, speed, control, resolution },
    { trialCv: null, speed: null, control: null, resolution: null },
  );
  assert.equal(noise(planOf('4'), []).trials, 0);
});

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noise } from '../../src/judge/noise.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { planOf, trialOf } from '../kit/trials.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noise } from '../../src/judge/noise.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { planOf, trialOf } from './trials-by-hand.ts';
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

test('a machine that slows down by 20 % is said to, and one that does not is not', () => {
  const plan = planOf('4', '16');
  const { drift } = noise(plan, run({ '4': 100, '16': 200 }, 13, 0.02, 0.2));
  assert.ok(drift && drift.low < 0.8 && drift.high > 0.8 && drift.high < 0.9);
  const { drift: none } = noise(plan, run({ '4': 100, '16': 200 }, 13, 0.02));
  assert.ok(none && none.low < 1 && none.high > 1);
});

test('a small difference needs more blocks than a large one, and a noisy machine more than a quiet one', () => {
  const plan = planOf('4', '16');
  const quiet = noise(plan, run({ '4': 100, '16': 200 }, 9, 0.01)).needs;
  const noisy = noise(plan, run({ '4': 100, '16': 200 }, 9, 0.05)).needs;
  assert.deepEqual(
    quiet.map(({ effect }) => effect),
    [0.02, 0.05, 0.1],
  );
  assert.ok(quiet.every(({ blocks }, i) => blocks <= (quiet[i - 1]?.blocks ?? 28)));
  assert.ok(quiet.every(({ blocks }, i) => blocks <= (noisy[i]?.blocks ?? 0)));
  assert.ok((noisy[0]?.found ?? 1) < 0.5 && (quiet[2]?.found ?? 0) > 0.99);
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
  const { trialCv, drift, control, needs } = noise(planOf('4', '16'), run({ '4': 100, '16': 200 }, 1, 0.01));
  assert.deepEqual(
    { trialCv, drift, control, needs },
    { trialCv: null, drift: null, control: null, needs: [] },
  );
  assert.equal(noise(planOf('4'), []).trials, 0);
});

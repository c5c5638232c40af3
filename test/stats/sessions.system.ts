/**
 * The whole procedure, looks and stops included, in 2,000 simulated sessions for each figure (standard error 0.5% at
 * 5%, 0.9% at 80%).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calledEquivalent,
  falseAlarms,
  heldTogether,
  neverEquivalent,
  power,
  type Disturbances,
} from './simulated-sessions.ts';
import { near } from '../kit/near.ts';

const disturbed: Readonly<Record<string, Disturbances>> = {
  'a quiet machine': {},
  '4% of the trials hit by a hiccup': { hiccups: 0.04 },
  'a drift as large as two thirds of the noise': { drift: 0.02 },
  'a machine that slows down by 10% over the session': { thermal: { loss: 0.1, over: 28 } },
  'a machine that slows down by 10% in the first four blocks': { thermal: { loss: 0.1, over: 4 } },
};
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

for (const [name, disturbances] of Object.entries(disturbed)) {
  test(`equal settings on ${name}: one of them is called different in 6% of sessions at most`, () => {
    for (const ratios of [[1], [1, 1, 1]]) {
      const alarms = falseAlarms({ ratios, disturbances, rule: neverEquivalent });
      assert.ok(alarms <= 0.06, `${ratios.length + 1} settings: ${percent(alarms)}`);
    }
  });
}

test('settings that are far off do not make room for a false alarm about the others', () => {
  const alarms = falseAlarms({ ratios: [1, 1.5, 2], rule: neverEquivalent });
  assert.ok(alarms <= 0.06, percent(alarms));
});

test('wherever a session stops, all its intervals hold together in 95% of sessions, and never in fewer than 93.5%', () => {
  for (const ratios of [[1], [1.05], [1, 1, 1], [1.05, 1.05, 1.05], [1, 1.5, 2]]) {
    for (const disturbances of [{}, { hiccups: 0.04 }, { drift: 0.02 }]) {
      // Above 97% where the first look suffices: it spends only 1.2% of the 5%.
      const held = heldTogether({ ratios, disturbances });
      assert.ok(held >= 0.935, `${ratios.join(', ')}: ${percent(held)}`);
    }
  }
});

test('5% need about 4, 10 or 18 blocks where a trial scatters by 1, 3 or 5%', () => {
  for (const [cv, blocks] of [
    [0.01, 4],
    [0.03, 10],
    [0.05, 18],
  ] as const) {
    const measured = power({ ratios: [1.05], cv, rule: neverEquivalent });
    near(measured.blocks, blocks, 1, `${cv}: ${measured.blocks} blocks`);
  }
});

test('a server slowed down by 10% is found by the fourth look in 19 of 20 sessions, up to a noise of 5%', () => {
  for (const cv of [0.01, 0.03, 0.05]) {
    const { foundBy13 } = power({ ratios: [0.9], cv });
    assert.ok(foundBy13 >= 0.95, `${cv}: ${percent(foundBy13)}`);
  }
});

test('a difference of just δ is called equivalent in 5% of sessions at most, none in nearly all', () => {
  for (const ratio of [1.05, 1 / 1.05]) {
    const wrong = calledEquivalent({ ratios: [ratio] });
    // Each side is a test of its own at the level of the look: 2.9% are what is reached.
    assert.ok(wrong <= 0.045, `${ratio}: ${percent(wrong)}`);
  }
  assert.ok(calledEquivalent({ ratios: [1] }) >= 0.94);
});

test('one setting three times as noisy as the others is not called different much more often than promised', () => {
  for (const others of [2, 8]) {
    const ratios = Array.from({ length: others + 1 }, () => 1);
    const alarms = falseAlarms({ ratios, disturbances: { lastSetting: 3 }, rule: neverEquivalent });
    // Pooled noise alone gave 11% for four settings and 25% for ten.
    assert.ok(alarms <= 0.06, `${others + 2} settings: ${percent(alarms)}`);
  }
});

test('nor where all others have left, so that few trials tell of the common noise', () => {
  const alarms = falseAlarms({
    ratios: [1.5, 2, 1],
    disturbances: { lastSetting: 3 },
    rule: neverEquivalent,
  });
  // 11% while the pooled noise alone judged.
  assert.ok(alarms <= 0.075, percent(alarms));
});

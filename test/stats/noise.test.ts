import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chiSquareQuantile } from '../../src/stats/chi-square.ts';
import { deviationBounds, driftBounds } from '../../src/stats/noise.ts';
import { normal, seeded } from '../../src/stats/random.ts';

test('chi-square quantiles are those of the printed table', () => {
  for (const [p, degrees, x] of [
    [0.95, 1, 3.841],
    [0.95, 2, 5.991],
    [0.025, 3, 0.216],
    [0.975, 3, 9.348],
    [0.025, 10, 3.247],
    [0.99, 23, 41.638],
    [0.975, 100, 129.561],
  ] as const) {
    const found = chiSquareQuantile(p, degrees);
    assert.ok(Math.abs(found - x) < 1e-3, `p = ${p}, ${degrees} degrees: ${found}`);
  }
});

test('the interval of a standard deviation, from the table', () => {
  // √(10/20.483) and √(10/3.247)
  const { low, high } = deviationBounds(1, 10);
  assert.ok(Math.abs(low - 0.6987) < 1e-3 && Math.abs(high - 1.7549) < 1e-3);
});

test('a drift without noise is found exactly, whatever the settings are', () => {
  const points = [0, 1, 2, 3, 4, 5].map((at) => ({
    setting: String(at % 2),
    at,
    value: (at % 2) * 7 + 0.02 * at,
  }));
  const bounds = driftBounds(points);
  assert.ok(bounds && Math.abs(bounds.value - 0.1) < 1e-12 && bounds.high - bounds.low < 1e-6);
});

test('the interval of a drift holds the truth in 95 % of sessions of independent trials', () => {
  const random = seeded(11);
  let held = 0;
  for (let run = 0; run < 2000; run++) {
    const bounds = driftBounds(
      Array.from({ length: 18 }, (_, at) => ({
        setting: String(at % 3),
        at,
        value: 0.01 * at + 0.03 * normal(random),
      })),
    );
    if (bounds && bounds.low <= 0.17 && bounds.high >= 0.17) held++;
  }
  assert.ok(held >= 0.93 * 2000 && held <= 0.97 * 2000, `${held / 20} %`);
});

test('as many trials as unknowns leave no drift to tell', () => {
  assert.equal(driftBounds([]), null);
  assert.equal(
    driftBounds([
      { setting: 'a', at: 0, value: 1 },
      { setting: 'a', at: 1, value: 2 },
    ]),
    null,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlockTable as Table } from '../../src/stats/design.ts';
import {
  lookAt,
  lookSchedule,
  looks,
  stopReason,
  unsettled,
  type Findings,
  type StoppingRule,
} from '../../src/stats/sequential.ts';
import { lastLevel, spentBy } from '../../src/stats/spending.ts';
import { near } from '../kit/near.ts';

const rule: StoppingRule = { delta: 0.05 };
const strict: StoppingRule = { delta: 0.01 };

/** Noise of about 1%, the same in every run, that is neither the same in two columns nor in two blocks. */
const wobble = (block: number, column: number) =>
  0.01 * Math.sin(12.9 * block + 78.2 * column + block * column);

/** Logarithms of ratios to the baseline, in blocks that also have something in common. */
function tableOf(blocks: number, ...ratios: readonly number[]): number[][] {
  return Array.from({ length: blocks }, (_, block) =>
    [1, ...ratios].map((ratio, column) => Math.log(ratio) + 0.1 * Math.sin(block) + wobble(block, column)),
  );
}

/** Without a covariate. */
const look = (y: Table, before: Findings, by: StoppingRule) => lookAt({ y, covariate: null }, before, by);
const standings = (findings: Findings) => findings.slice(1).map((one) => one?.standing ?? null);

test('the looks are those of the method, and a shorter session looks a last time where it ends', () => {
  assert.deepEqual([...looks], [4, 6, 9, 13, 19, 28]);
  assert.deepEqual(lookSchedule(28), [...looks]);
  assert.deepEqual(lookSchedule(100), [...looks]);
  assert.deepEqual(lookSchedule(13), [4, 6, 9, 13]);
  assert.deepEqual(lookSchedule(7), [4, 6, 7]);
  assert.deepEqual(lookSchedule(3), [3]);
  assert.deepEqual(lookSchedule(1), []);
});

test('a setting that is far off is settled at the first look, one that is near goes on', () => {
  const findings = look(tableOf(4, 1.5, 0.6, 1.02), [], strict);
  assert.deepEqual(standings(findings), ['above', 'below', 'undecided']);
  assert.deepEqual(unsettled(findings), [3]);
  assert.equal(stopReason(findings, false, strict), null);
  assert.equal(stopReason(findings, true, strict), 'last look');
});

test('what was settled stays as it was told, and its later trials are not read', () => {
  const table = tableOf(9, 1.5, 1.02);
  const first = look(table.slice(0, 4), [], strict);
  const holes = table.map((row, block) => (block < 4 ? row : [row[0] ?? 0, null, row[2] ?? 0]));
  const lies = table.map((row, block) => (block < 4 ? row : [row[0] ?? 0, -9, row[2] ?? 0]));
  const next = look(holes, first, strict);
  assert.deepEqual(next[1], first[1]);
  assert.equal(next[1]?.look, 4);
  assert.equal(next[2]?.look, 9);
  assert.deepEqual(look(lies, first, strict), next);
});

test('equivalent: the whole interval within ±δ, and then there is nothing left to do', () => {
  const findings = look(tableOf(9, 1.001, 0.999), [], rule);
  assert.deepEqual(standings(findings), ['equivalent', 'equivalent']);
  assert.equal(stopReason(findings, false, rule), 'all decided');
  assert.deepEqual(standings(look(tableOf(9, 1.001, 0.999), [], { delta: 0.001 })), [
    'undecided',
    'undecided',
  ]);
});

test('a setting found to differ leaves more of the level to the others; their intervals stay as they are', () => {
  // With two that are far off, the last one is judged as if it were the only one; with two like itself, as one of three.
  const found = Array.from({ length: 60 }, (_, i) => 1 + i / 1000).flatMap((close) => {
    const helped = look(tableOf(4, close, 2, 3), [], strict)[1];
    const alone = look(tableOf(4, close, 1, 1), [], strict)[1];
    return helped?.standing === 'above' && alone?.standing !== 'above' && alone ? [{ helped, alone }] : [];
  });
  assert.ok(found.length > 2);
  const { helped, alone } = found[0] ?? assert.fail();
  near(helped.value, alone.value, 1e-9);
  near(helped.high, alone.high, 1e-9);
});

test('no word contradicts the interval that stands beside it', () => {
  for (const step of [0, 0.002, 0.005, 0.01, 0.02, 0.04]) {
    for (const blocks of [4, 6, 9]) {
      const table = tableOf(blocks, 1 + step, 1 - 2 * step, 1 + 3 * step, 1 - step);
      for (const finding of look(table, [], rule)) {
        if (!finding) continue;
        const { low, high, value, standing } = finding;
        assert.ok(low <= value && value <= high);
        // Several share the level in their words: what is called different lies beyond 1, but not the other way round.
        if (standing === 'above') assert.ok(low > 0);
        if (standing === 'below') assert.ok(high < 0);
        if (standing === 'equivalent') assert.ok(Math.abs(value) < Math.log(1.05));
      }
    }
  }
});

test('an interval is never narrower than the grain of what was counted', () => {
  const y = tableOf(4, 1).map(([first = 0]) => [first, first + Math.log(1.9)]);
  const width = (grains?: readonly number[]) => {
    const [, found] = lookAt({ y, covariate: null, ...(grains && { grains }) }, [], rule);
    return found ? found.high - found.low : assert.fail();
  };
  near(width(), 0, 1e-9);
  assert.ok(width([0.02, 0.01]) >= 0.03);
});

test('with a precision a setting goes on until its ratio is known so well, whatever the word', () => {
  const precise: StoppingRule = { delta: 0.05, precision: 0.02 };
  const early = look(tableOf(4, 1.5), [], precise);
  assert.equal(early[1]?.standing, 'above');
  assert.deepEqual(unsettled(early), [1]);
  const later = look(tableOf(13, 1.5), early, precise);
  assert.equal(stopReason(later, false, precise), 'precision reached');
  const { value, low, high } = later[1] ?? assert.fail();
  assert.ok(Math.exp(high - value) <= 1.02 && Math.exp(value - low) <= 1.02);
});

test('a setting that never answered is not settled, and cannot keep the others', () => {
  const table = tableOf(4, 1.5, 1).map(([a = 0, b = 0]) => [a, b, null]);
  const findings = look(table, [], rule);
  assert.equal(findings[1]?.standing, 'above');
  assert.equal(findings[2], null);
  assert.deepEqual(unsettled(findings), [2]);
  assert.equal(stopReason(findings, true, rule), 'last look');
});

test('a setting that scatters more than the others has a wider interval', () => {
  const table = tableOf(9, 1.02, 1.02, 1.02, 1.02).map((row, block) =>
    row.map((value, column) => (column === 2 ? value + 0.1 * Math.cos(2.3 * block) : value)),
  );
  const [, calm, wild] = look(table, [], { delta: 0 }).map((one) => (one ? one.high - one.low : 0));
  assert.ok((wild ?? 0) > 1.5 * (calm ?? 0));
});

test('the last look spends all that is left, the sooner it comes the more', () => {
  const levels = [
    lastLevel([], 4),
    lastLevel([4], 5),
    lastLevel([4, 6], 8),
    lastLevel([4, 6, 9, 13, 19], 28),
  ];
  assert.deepEqual(
    levels.toSorted((a, b) => b - a),
    levels,
  );
  near(levels[0], 0.0456, 1e-3);
  near(levels.at(-1), 0.012, 2e-3);
  // Armitage, McPherson and Rowe (1969), table 2: five looks at 5% find a difference in 14.2% of sessions without one.
  const five = [1, 2, 3, 4, 5].map((blocks) => [blocks, 0.05] as const);
  near(spentBy(five), 0.142, 1e-3);
});

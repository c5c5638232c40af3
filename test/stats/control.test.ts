import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlBounds } from '../../src/stats/control.ts';
import { normal, seeded } from '../../src/stats/random.ts';

/** [baseline, copy, another setting] with noise of 3 %; the copy is off by `shift`. */
function tableOf(seed: number, shift: number, blocks = 4): number[][] {
  const random = seeded(seed);
  return Array.from({ length: blocks }, () =>
    [0, shift, 0.5].map((effect) => effect + 0.03 * normal(random)),
  );
}

test('a copy that does not differ leaves 99 of 100 sessions sound', () => {
  const sound = Array.from({ length: 2000 }, (_, seed) => controlBounds(tableOf(seed, 0))?.isSound);
  const share = sound.filter(Boolean).length / sound.length;
  assert.ok(share >= 0.98 && share <= 0.996, `${(share * 100).toFixed(1)} %`);
});

test('a copy that is 15 % slower makes the session unsound', () => {
  const bounds = controlBounds(tableOf(1, -0.15));
  assert.ok(bounds && !bounds.isSound && bounds.high < 0);
  assert.equal(bounds.blocks, 4);
});

test('the other settings make the interval narrower; without them it is that of the pairs', () => {
  const table = tableOf(3, 0);
  const pooled = controlBounds(table);
  const alone = controlBounds(table.map((row) => row.slice(0, 2)));
  assert.ok(pooled && alone);
  assert.ok(pooled.high - pooled.low < alone.high - alone.low);
  assert.ok(Math.abs(pooled.value - alone.value) < 0.02);
});

test('blocks after the copy has left still tell of the noise, and are not counted', () => {
  const later = tableOf(4, 0, 9).map(([a = 0, b = 0, c = 0], block) => [a, block < 4 ? b : null, c]);
  assert.equal(controlBounds(later)?.blocks, 4);
});

test('one block controls nothing', () => {
  assert.equal(controlBounds(tableOf(1, 0, 1)), null);
  assert.equal(controlBounds([]), null);
});

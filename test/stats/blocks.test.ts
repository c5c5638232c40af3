import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockComparisons } from '../../src/stats/blocks.ts';
import { connectedDesign, fitCells, smallestCorrelation } from '../../src/stats/design.ts';

/** Four blocks (0, 10, 20, 30), three cells (0, 1, 3), and noise that sums to 0 in every row and column. */
const noise = [
  [1, -1, 0],
  [-1, 1, 0],
  [0, 1, -1],
  [0, -1, 1],
];
const cells = [0, 1, 3];
const table = noise.map((row, block) => row.map((e, cell) => 10 * block + (cells[cell] ?? 0) + e));

function near(actual: number | undefined, expected: number, tolerance = 1e-9) {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= tolerance,
    `${actual} is not ${expected} ± ${tolerance}`,
  );
}

test('a complete block design worked by hand', () => {
  // Residual sum of squares 8 on (4−1)(3−1) = 6 degrees: variance 4/3; a difference has √(4/3 · 2/4) = 0.8165;
  // Dunnett's two-sided value for two comparisons and 6 degrees is 2.86.
  const [self, second, third] = blockComparisons(table, 0);
  assert.equal(self, null);
  near(second?.value, 1);
  near(third?.value, 3);
  near(second?.high, 1 + 2.86 * 0.8165, 0.005);
  near(third?.low, 3 - 2.86 * 0.8165, 0.005);
  assert.equal(third?.blocks, 4);
});

test('any cell can be the baseline', () => {
  const [first, , third] = blockComparisons(table, 1);
  near(first?.value, -1);
  near(third?.value, 2);
});

test("a hole is what Yates' formula for a missing plot says it is", () => {
  const holed = table.map((row, block) => row.map((y, cell) => (block === 0 && cell === 1 ? null : y)));
  const design = connectedDesign(holed, 0);
  assert.ok(design);
  assert.equal(design.degrees, 5);
  // Yates (1933): x = (tT + bB − G)/((t−1)(b−1)) stands for the missing figure, with t cells and b blocks.
  const [t, b] = [3, 4];
  const total = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((sum, y) => sum + (y ?? 0), 0);
  const column = (cell: number) => holed.map((row) => row[cell]);
  const x = (t * total(column(1)) + b * total(holed[0] ?? []) - total(holed.flat())) / ((t - 1) * (b - 1));
  const { effects } = fitCells(
    design,
    design.observations.map(({ value }) => value),
  );
  near(effects[0], (total(column(1)) + x - total(column(0))) / b);
  // Cochran and Cox, "Experimental designs", 4.25: the variance of a difference to the holed cell.
  near(design.covariance[0]?.[0], 2 / b + t / (b * (b - 1) * (t - 1)));
  near(design.covariance[1]?.[1], 2 / b);
});

test('in complete blocks all differences to the baseline are correlated by one half', () => {
  near(smallestCorrelation(connectedDesign(table, 0)?.covariance ?? [], [0, 1]), 0.5);
});

test('a trial without a partner in its block changes nothing', () => {
  assert.deepEqual(blockComparisons([...table, [null, 99, null]], 0)[2], blockComparisons(table, 0)[2]);
});

test('a cell that never met the baseline is compared through a third one', () => {
  const [, , third] = blockComparisons(
    [
      [0, 1, null],
      [0.1, 1, null],
      [null, 1, 4],
      [null, 1, 4.1],
    ],
    0,
  );
  near(third?.value, 4, 0.11);
});

test('a cell that nothing links to the baseline is not compared', () => {
  const [, second, third, fourth] = blockComparisons(
    [
      [0, 1, null, null],
      [0.1, 1, null, null],
      [null, null, 1, 4],
      [null, null, 1, 4.1],
    ],
    0,
  );
  assert.ok(second);
  assert.equal(third, null);
  assert.equal(fourth, null);
});

test('one block leaves nothing to judge the noise by', () => {
  assert.deepEqual(blockComparisons([[1, 2, 3]], 0), [null, null, null]);
  assert.deepEqual(blockComparisons([], 0), []);
});

test('a baseline whose trials all failed compares nothing', () => {
  const without = table.map(([, ...others]) => [null, ...others]);
  assert.deepEqual(blockComparisons(without, 0), [null, null, null]);
});

test('a bad trial widens the intervals less than its size, and moves the value less than its share', () => {
  const blocks = Array.from({ length: 9 }, (_, i) =>
    [0, 1, 2, 3].map((cell) => Math.sin(7 * i + 13 * cell) / 100),
  );
  const hit = blocks.map((row, block) => row.map((y, cell) => (block === 4 && cell === 2 ? y - 0.5 : y)));
  const clean = blockComparisons(blocks, 0)[2];
  const bad = blockComparisons(hit, 0)[2];
  assert.ok(clean && bad);
  assert.ok(Math.abs(bad.value - clean.value) < 0.5 / 9 / 3);
  assert.ok(bad.high - bad.low < 2 * (clean.high - clean.low));
});

test('figures that agree to the last digit are not mistaken for a scale of noise', () => {
  const coarse = [
    [0.1 + 0.2, 1, 2],
    [0.3, 1, 2],
    [0.3, 1, 2.01],
    [0.3, 1, 2],
  ];
  const [, second, third] = blockComparisons(coarse, 0);
  assert.ok(second && third);
  near(second.value, 0.7, 0.01);
  assert.ok(third.high - third.low > 0.005);
});

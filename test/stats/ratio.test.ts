import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksNeeded, contrast, fit, level, ratioWeights } from '../../src/stats/ratio.ts';
import { near } from '../kit/near.ts';
import { type BlockTable, connectedDesign, fitCells } from '../../src/stats/design.ts';

/** Four blocks (0, 10, 20, 30), three cells (0, 1, 3), and noise that sums to 0 in every row and column. */
const noise = [
  [1, -1, 0],
  [-1, 1, 0],
  [0, 1, -1],
  [0, -1, 1],
];
const cells = [0, 1, 3];
const table = noise.map((row, block) => row.map((e, cell) => 10 * block + (cells[cell] ?? 0) + e));

/** Each column over column `baseline`. */
function ratios(rows: BlockTable, baseline: number) {
  const fitted = fit(rows);
  return (rows[0] ?? []).map((_, column) =>
    fitted && column !== baseline ? contrast(fitted, ratioWeights(column, baseline)) : null,
  );
}

test('a complete block design worked by hand', () => {
  // Residual sum of squares 8 on (4−1)(3−1) = 6 degrees: variance 4/3, of a difference in one block 8/3. Its own differences
  // in the four blocks, less 1 (third: less 3), are −2, 2, 1, −1 and −1, 1, −1, 1: variances 10/3 and 4/3. Half and half with
  // the weight of two trials: (2 · 8/3 + 3 · 10/3)/5 = 46/15 and (16/3 + 4)/5 = 28/15. Four blocks; t of 5 degrees is 2.571.
  const [self, second, third] = ratios(table, 0);
  assert.equal(self, null);
  near(second?.value, 1);
  near(third?.value, 3);
  near(second?.high, 1 + 2.571 * Math.sqrt(46 / 15 / 4), 0.001);
  near(third?.low, 3 - 2.571 * Math.sqrt(28 / 15 / 4), 0.001);
  assert.equal(third?.blocks, 4);
});

test('any cell can be the baseline', () => {
  const [first, , third] = ratios(table, 1);
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

test('a trial without a partner in its block changes nothing', () => {
  const [alone, plain] = [ratios([...table, [null, 99, null]], 0)[2], ratios(table, 0)[2]];
  near(alone?.value, plain?.value ?? 0);
  near(alone?.high, plain?.high ?? 0);
});

test('a cell that never met the baseline is compared through a third one', () => {
  const [, , third] = ratios(
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
  const [, second, third, fourth] = ratios(
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
  assert.deepEqual(ratios([[1, 2, 3]], 0), [null, null, null]);
  assert.equal(fit([]), null);
});

test('a baseline whose trials all failed compares nothing', () => {
  const without = table.map(([, ...others]) => [null, ...others]);
  assert.deepEqual(ratios(without, 0), [null, null, null]);
});

test('a bad trial widens the intervals less than its size, and moves the value less than its share', () => {
  const blocks = Array.from({ length: 9 }, (_, i) =>
    [0, 1, 2, 3].map((cell) => Math.sin(7 * i + 13 * cell) / 100),
  );
  const hit = blocks.map((row, block) => row.map((y, cell) => (block === 4 && cell === 2 ? y - 0.5 : y)));
  const clean = ratios(blocks, 0)[2];
  const bad = ratios(hit, 0)[2];
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
  const [, second, third] = ratios(coarse, 0);
  assert.ok(second && third);
  near(second.value, 0.7, 0.01);
  assert.ok(third.high - third.low > 0.005);
});

test('several pairs count alike in one contrast, with the interval of their mean', () => {
  const fitted = fit(table) ?? assert.fail();
  const half = contrast(
    fitted,
    new Map([
      [0, -1],
      [1, 0.5],
      [2, 0.5],
    ]),
  );
  near(half?.value, 2);
  assert.equal(contrast(fitted, ratioWeights(7, 0)), null);
});

test('levels have the ratio of their contrast', () => {
  const fitted = fit(table) ?? assert.fail();
  const [first, third] = [level(fitted, 0), level(fitted, 2)];
  near((third?.value ?? 0) - (first?.value ?? 0), 3);
  near(first?.value, 15);
});

/** The noise of the table, and a machine that is slow now and then: x tells it. */
const x = [
  [0, -0.6, 0],
  [-0.6, 0, 0],
  [0, 0, -0.6],
  [0, 0, 0],
];

test("the machine's speed is taken out of a rate, and of a time with the other sign", () => {
  for (const sign of [1, -1] as const) {
    const slowed = table.map((row, block) =>
      row.map((y, cell) => (y + 10 * block) / 100 + sign * (x[block]?.[cell] ?? 0)),
    );
    const [blind, seeing] = [fit(slowed), fit(slowed, { x, error: [0, 0, 0], sign })];
    assert.ok(blind && seeing);
    near(seeing.slope, sign, 0.05);
    near(contrast(seeing, ratioWeights(2, 0))?.value, 0.03, 0.01);
    assert.ok(seeing.deviation < blind.deviation / 5);
    assert.equal(seeing.unadjusted, blind.deviation);
  }
});

test('a covariate of the wrong sign, or one that explains nothing, is left out', () => {
  const slowed = table.map((row, block) => row.map((y, cell) => y / 100 + (x[block]?.[cell] ?? 0)));
  const opposite = fit(slowed, { x, error: [0, 0, 0], sign: -1 });
  assert.equal(opposite?.slope, 0);
  assert.equal(opposite.deviation, fit(slowed)?.deviation);
  const idle = x.map((row) => row.map(() => -0.1));
  assert.equal(fit(slowed, { x: idle, error: [0, 0, 0], sign: 1 })?.slope, 0);
});

test('what is not known of a quiet level widens the interval', () => {
  const slowed = table.map((row, block) => row.map((y, cell) => y / 100 + (x[block]?.[cell] ?? 0)));
  const width = (error: number) => {
    const found = contrast(
      fit(slowed, { x, error: [0, 0, error], sign: 1 }) ?? assert.fail(),
      ratioWeights(2, 0),
    );
    return (found?.high ?? 0) - (found?.low ?? 0);
  };
  assert.ok(width(0.1) > width(0) + 0.2);
});

test('blocks that it takes to decide: as many as there are, more, or none that would help', () => {
  const wide = Array.from({ length: 4 }, (_, block) =>
    [0, 0.1, 0.02].map((effect, column) => effect + 0.08 * Math.sin(7 * block + 13 * column)),
  );
  const fitted = fit(wide) ?? assert.fail();
  const now = contrast(fitted, ratioWeights(1, 0)) ?? assert.fail();
  const half = now.high - now.value;
  assert.equal(blocksNeeded(fitted, ratioWeights(1, 0), now.value - 1.1 * half), 4);
  const more = blocksNeeded(fitted, ratioWeights(1, 0), now.value - 0.5 * half);
  assert.ok(typeof more === 'number' && more > 8 && more < 20, `${more}`);
  assert.equal(blocksNeeded(fitted, ratioWeights(1, 0), now.value + 0.1 * half), 'on the line');
});

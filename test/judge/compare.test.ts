import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare as compareCells, wordFor, type CompareOptions } from '../../src/judge/compare.ts';
import { planOf, trialOf, trialsOf } from '../kit/trials.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import { assertEach } from '../kit/assert.ts';

const compare = (plan: Plan, trials: readonly Trial[], options: Partial<CompareOptions> = {}) =>
  compareCells(
    trials,
    plan.cells.map(({ id }) => id),
    plan.baseline,
    { deciding: 'throughput', ...options },
  );

/** Some spread, the same for each cell and every call, so that a test's figures are its own. */
const spread = [1, 1.01, 0.99, 1.005, 0.995, 1.002, 0.998];
const around = (value: number, blocks: number, shift = 0) =>
  Array.from({ length: blocks }, (_, block) => value * (spread[(block + shift) % spread.length] ?? 1));

test('the word follows from the interval alone, and turns round where less is better', () => {
  // low, high, the word for throughput, the word for a response time
  for (const [low, high, higher, lower] of [
    [1.01, 1.2, 'better', 'worse'],
    [0.8, 0.99, 'worse', 'better'],
    [0.97, 1.03, 'equivalent', 'equivalent'],
    [1 / 1.05, 1.05, 'equivalent', 'equivalent'],
    [0.95, 1.01, 'undecided', 'undecided'],
    [0.99, 1.06, 'undecided', 'undecided'],
    [0.5, 2, 'undecided', 'undecided'],
    // Sure and small: the difference is told, the ratio says how small.
    [1.001, 1.02, 'better', 'worse'],
  ] as const) {
    const ratio = { value: Math.sqrt(low * high), low, high };
    assert.equal(wordFor(ratio, 'higher', 0.05), higher, `${low} to ${high}`);
    assert.equal(wordFor(ratio, 'lower', 0.05), lower, `${low} to ${high}, less is better`);
  }
});

test('two cells are compared within blocks', () => {
  for (const blocks of [4, 6]) {
    const trials = trialsOf({ '4': around(100, blocks), '16': around(150, blocks, 2) });
    const [only, ...others] = compare(planOf('4', '16'), trials, { metrics: ['throughput'] });
    assert.ok(only);
    assert.equal(others.length, 0);
    assert.equal(only.blocks, blocks);
    assert.equal(only.word, 'better');
    assert.ok(only.ratio.low > 1.4 && only.ratio.low < 1.5 && only.ratio.high > 1.5 && only.ratio.high < 1.6);
  }
});

test('several cells are compared with the baseline at once, in the order of the plan', () => {
  const trials = trialsOf({ '1': around(50, 4, 1), '4': around(100, 4), '16': around(101, 4, 3) });
  const comparisons = compare(planOf('4', '1', '16'), trials, { metrics: ['throughput'] });
  assertEach(comparisons, ({ cell, baseline, word }) => [cell, baseline, word], [
    ['1', '4', 'worse'],
    ['16', '4', 'equivalent'],
  ]);
});

test('a drift that hits whole blocks does not hide a difference', () => {
  const drift = [1, 0.8, 0.6, 0.4, 0.9, 1.3];
  const under = (values: readonly number[]) => values.map((value, block) => value * (drift[block] ?? 1));
  const trials = trialsOf({ '4': under(around(100, 6)), '16': under(around(110, 6, 2)) });
  assert.equal(compare(planOf('4', '16'), trials, { metrics: ['throughput'] })[0]?.word, 'better');
});

test('a block in which one of the two failed is left out', () => {
  const trials = trialsOf({ '4': around(100, 5), '16': around(150, 5, 2) });
  trials[7] = trialOf(2, '16', { failed: true });
  assert.equal(compare(planOf('4', '16'), trials, { metrics: ['throughput'] })[0]?.blocks, 4);
});

test('what cannot be computed is not in the list', () => {
  const plan = planOf('4', '16');
  assert.deepEqual(compare(plan, []), []);
  assert.deepEqual(compare(plan, trialsOf({ '4': [100], '16': [150] })), []);
  assert.deepEqual(compare(plan, trialsOf({ '4': around(100, 4) })), []);
  assert.deepEqual(compare(planOf('4'), trialsOf({ '4': around(100, 4) })), []);
  assert.deepEqual(
    compare(plan, trialsOf({ '4': [0, 0, 0], '16': [1, 1, 1] }), { metrics: ['throughput'] }),
    [],
  );
});

test('a percentile is compared only if a hundred requests lie above it', () => {
  const trials = (count: number) =>
    [0, 1, 2, 3].flatMap((block) =>
      ['4', '16'].map((cell, i) =>
        trialOf(block, cell, {
          responses: Array.from({ length: count }, (_, j) => 5 + i + (j % 7) + block / 10),
        }),
      ),
    );
  const metrics = (count: number) => compare(planOf('4', '16'), trials(count)).map(({ metric }) => metric);
  assert.deepEqual(metrics(199), ['throughput']);
  assert.deepEqual(metrics(200), ['throughput', 'p50']);
});

test('the width of equivalence is the caller’s', () => {
  const trials = trialsOf({ '4': around(100, 4), '16': around(100, 4, 1) });
  const word = (delta: number) => {
    const [one] = compare(planOf('4', '16'), trials, { metrics: ['throughput'], delta });
    assert.equal(one?.delta, delta);
    return one.word;
  };
  assert.equal(word(0.1), 'equivalent');
  assert.equal(word(0.001), 'undecided');
});

test('many that are compared share the chance of a wrong word; the interval of a ratio does not mind them', () => {
  const two = { '4': around(100, 4), '16': around(102.2, 4, 2) };
  const names = Array.from({ length: 12 }, (_, i) => `${i + 20}`);
  const crowd = names.map((name, i) => [name, around(100, 4, 3 + i)] as const);
  const alone = compare(planOf('4', '16'), trialsOf(two), { metrics: ['throughput'] });
  const together = compare(planOf('4', '16', ...names), trialsOf({ ...Object.fromEntries(crowd), ...two }), {
    metrics: ['throughput'],
  });
  assert.equal(alone[0]?.word, 'better');
  const among = together.find(({ cell }) => cell === '16');
  assert.ok(among && among.ratio.low > 1);
  assert.equal(among.word, 'equivalent');
});

test('a comparison can be stored as JSON', () => {
  const comparisons = compare(planOf('4', '16'), trialsOf({ '4': around(100, 2), '16': around(101, 2, 1) }));
  assert.ok(comparisons.length > 0);
  assert.deepEqual(JSON.parse(JSON.stringify(comparisons)), comparisons);
});

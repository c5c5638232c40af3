import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Trial } from '../../src/model/sample.ts';
import { gainOfPairs, nextPair } from '../../src/tune/run-search.ts';
import { trialOf } from '../kit/trials.ts';
import { searchPlan } from './search-by-hand.ts';

const plan = searchPlan([1, 2, 4, 8]);

/** Trials of a search of one block, and of pairs at these rates. */
function pairsOf(rates: readonly (readonly [today: number, tried: number])[]): Trial[] {
  const flattered = trialOf(0, 'pool=8', { throughput: 300 });
  const search = { phase: 'gain', block: 0 } as const;
  const own = rates.flatMap(([today, tried], block) => [
    { ...trialOf(block + 1, 'pool=4', { throughput: today }), search },
    { ...trialOf(block + 1, 'pool=8', { throughput: tried, failed: tried === 0 }), search },
  ]);
  return [flattered, ...own];
}

suite('The gain of what a search recommends', () => {
  test('is measured in pairs of fixed number, one the mirror of the other', () => {
    assert.deepEqual(plan.turns, { warmup: 250, window: 250, measured: 1000 });
    const orders = [0, 1, 2, 3, 4].map((count) =>
      nextPair(plan, pairsOf(Array.from({ length: count }, () => [100, 200] as const)), 'pool=8'),
    );
    assert.deepEqual(
      orders.map((pair) => pair?.cells.join(' ') ?? null),
      ['pool=4 pool=8', 'pool=8 pool=4', 'pool=4 pool=8', 'pool=8 pool=4', null],
    );
  });

  test('has spare ones for those that gave no figure, and no more', () => {
    const failing = Array.from({ length: 5 }, () => [100, 0] as const);
    assert.ok(nextPair(plan, pairsOf(failing), 'pool=8'));
    assert.equal(nextPair(plan, pairsOf([...failing, [100, 0]]), 'pool=8'), null);
  });

  test('is told from these alone', () => {
    assert.equal(gainOfPairs(plan, pairsOf([[100, 200]]), 'pool=8'), null);
    const { value, low, high } = gainOfPairs(
      plan,
      pairsOf([
        [100, 151],
        [101, 150],
        [99, 149],
        [100, 150],
      ]),
      'pool=8',
    ) ?? { value: 0, low: 0, high: 0 };
    assert.ok(Math.abs(value - 1.5) < 0.01 && low > 1.4 && high < 1.6, `${value} ${low} ${high}`);
  });
});

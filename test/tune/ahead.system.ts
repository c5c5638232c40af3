/** How long a search will take: said before it starts, and again as soon as the noise is known. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextBlock } from '../../src/run/next-block.ts';
import { nextPlan } from '../../src/tune/tune.ts';
import { ahead } from '../../src/tune/ahead.ts';
import { usualTrials } from '../../src/run/plans/tune.ts';
import { runOf, searchPlan, shelf } from './search-by-hand.ts';
import { families, optionsOf, throughputOf, tune } from './simulated-servers.ts';
import { host } from '../judge/trials-by-hand.ts';

const grids = [
  [4, 16],
  [1, 4, 16],
  [1, 2, 4, 8, 16],
  [1, 2, 4, 8, 16, 32, 64, 128, 256],
] as const;
const noises = [0.012, 0.06, 0.2];

/** Whole searches on every server, with the trials that each takes. */
function searches(levels: readonly number[], mode: 'fast' | 'certified', noise: number) {
  return Object.values(families).flatMap((rate, i) =>
    [1, 2, 3].map((seed) => {
      const options = optionsOf({ mode, factors: [{ key: 'pool', levels }], seed });
      return { options, history: tune(throughputOf(rate), options, noise, 10 * i + seed).history };
    }),
  );
}

suite('The time of a search', () => {
  test('is a range beforehand that holds nine searches in ten, from quiet machines to noisy ones', () => {
    for (const mode of ['fast', 'certified'] as const) {
      const lengths = grids.flatMap((levels) => {
        const { low, high } = usualTrials(levels.length, mode);
        return noises.flatMap((noise) =>
          searches(levels, mode, noise).map(({ history: { length } }) => length >= low && length <= high),
        );
      });
      const share = lengths.filter(Boolean).length / lengths.length;
      assert.ok(share >= 0.9, `${mode}: ${share}`);
    }
  });

  test('is foreseen once the first blocks are measured, by playing the search on', () => {
    const inside = noises.flatMap((noise) =>
      searches([1, 2, 4, 8, 16], 'fast', noise).map(({ options, history }) => {
        // After the bracket: two blocks of five.
        const found = ahead(history.slice(0, 10), options);
        const left = history.length - 10;
        return found !== null && left >= found.low && left <= found.high;
      }),
    );
    const share = inside.filter(Boolean).length / inside.length;
    assert.ok(share >= 0.8, String(share));
    const [one] = searches([1, 2, 4, 8, 16], 'fast', 0.03);
    assert.ok(one);
    const { options, history } = one;
    assert.deepEqual(ahead(history.slice(0, 10), options), ahead(history.slice(0, 10), options));
    assert.equal(ahead([], options), null);
    assert.equal(nextPlan(history, options).type, 'done');
    assert.deepEqual(ahead(history, options), { low: 0, middle: 0, high: 0 });
  });

  test('is told with each new step, at the pace of its trials, and is never more than the budget has', () => {
    // Each takes 1100 ms.
    const plan = searchPlan([1, 2, 4, 8, 16], {}, 20_000);
    const { trials } = runOf(plan, shelf);
    const ask = nextBlock(plan, host);
    assert.equal(ask([]).left, undefined);
    const { left, why } = ask(trials.slice(0, 10));
    assert.match(why ?? '', /^certify: /);
    assert.ok(left && left.low <= left.middle && left.middle <= left.high, JSON.stringify(left));
    assert.ok(left.low >= 1100 && left.high <= 20_000 - 11_000, JSON.stringify(left));
  });
});

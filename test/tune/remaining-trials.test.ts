/** How long a search will take: said before it starts, and again as soon as the noise is known. */
import { askedIn } from '../../src/model/plan.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextBlock } from '../../src/run/next-block.ts';
import { remainingTrials } from '../../src/tune/run-search.ts';
import { begin, tell } from '../../src/tune/search.ts';
import { usualTrials } from '../../src/run/plans.ts';
import { runOf, searchPlan, shelf } from './search-by-hand.ts';
import { families, optionsOf, throughputOf, tune } from './simulated-servers.ts';
import { host } from '../kit/trials.ts';

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

  test('is foreseen once the screening is over, from the noise that it has shown', () => {
    const foreseen = noises.flatMap((noise) =>
      searches([1, 2, 4, 8, 16], 'fast', noise).map(({ options, history }) => {
        // After the bracket: two blocks of five.
        const state = tell(begin(options), history.slice(0, 10));
        const { low, high } = remainingTrials(state, undefined);
        const left = history.length - 10;
        return left >= low && left <= high;
      }),
    );
    const share = foreseen.filter(Boolean).length / foreseen.length;
    assert.ok(share >= 0.8, String(share));
  });

  test('is until then what such a search usually takes, and at least what was asked for', () => {
    const state = begin(optionsOf({ factors: [{ key: 'pool', levels: [1, 2, 4, 8, 16] }] }));
    const search = askedIn(searchPlan([1, 2, 4, 8, 16])).search;
    assert.deepEqual(remainingTrials(state, search), usualTrials(5, 'fast'));
    assert.deepEqual(remainingTrials(state, undefined), { low: 5, high: 5 });
  });

  test('is told with each new step, at the pace of its trials, and is never more than the budget has', () => {
    // Each takes 1100 ms.
    const plan = searchPlan([1, 2, 4, 8, 16], {}, 20_000);
    const { trials } = runOf(plan, shelf);
    const ask = nextBlock(plan, host);
    assert.equal(ask([]).step?.why.code, 'tune.why.coarse-grid');
    assert.equal(ask(trials.slice(0, 5)).step?.why.code, 'tune.why.not-far-off');
    assert.equal(ask(trials.slice(0, 5)).step, undefined, 'the same step');
    const { step } = ask(trials.slice(0, 8));
    assert.equal(step?.why.code, 'tune.why.certify');
    const { low, high } = step.left;
    assert.ok(low >= 1100 && low <= high && high <= 20_000 - 8800, JSON.stringify(step.left));
  });
});

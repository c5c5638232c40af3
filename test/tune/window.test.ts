/** How long a search measures: what its first trial chooses from four seconds of load. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Search } from '../../src/model/plan.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import { nextBlock } from '../../src/run/next-block.ts';
import { schedule } from '../../src/run/schedule.ts';
import { total } from '../../src/stats/mean-and-spread.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { windowFrom } from '../../src/tune/window.ts';
import { histogramOf, host, outcomeOf, withSample } from '../kit/trials.ts';
import { runOf, searchPlan, shelf } from './search-by-hand.ts';

const binWidth = 250;
const both: Search['chooses'] = ['warmup', 'duration'];

/** @param done answers in each quarter of a second; all take as long */
function outcome(done: readonly number[]): LoadOutcome {
  const verified = total(done);
  return outcomeOf(histogramOf([]), {
    counts: { due: verified, sent: verified, answered: verified, verified },
    series: { binWidth, done, errors: done.map(() => 0), responseSum: done.map((count) => 5 * count) },
  });
}

const bins = (of: (bin: number) => number) =>
  outcome(Array.from({ length: 16 }, (_, i) => Math.round(of(i))));
const plan = (search: Partial<Search> = {}, budget = 300_000) =>
  searchPlan([1, 4, 16, 64], { chooses: both, ...search }, budget);
/** @param done answers in each quarter of a second */
const steadily = (done: number, asked = plan()) =>
  windowFrom(
    bins(() => done),
    asked,
  );

suite('The window of a search', () => {
  test('is short where the server is quick, steady and asked for its throughput', () => {
    assert.deepEqual(steadily(2500), { warmup: 500, duration: 2000 });
  });

  test('begins when the start is over, and half as long after that again', () => {
    const climbs = bins((bin) => Math.min(1, 0.2 + 0.2 * bin) * 2500);
    const { warmup } = windowFrom(climbs, plan()) ?? { warmup: 0 };
    // Four bins climb, the fifth is steady.
    assert.ok(warmup >= 1500 && warmup <= 2300, `${warmup}`);
    const never = bins((bin) => 100 + 100 * bin);
    assert.ok((windowFrom(never, plan())?.warmup ?? 0) >= 3000);
  });

  test('holds the requests that the percentile needs, as far as the budget allows', () => {
    // 1500 of 400/s.
    assert.equal(steadily(100, plan({ objective: 'p99' }))?.duration, 3800);
    const constraints: Search['constraints'] = [{ figure: 'p99', relation: 'at most', limit: 50 }];
    assert.equal(steadily(100, plan({ constraints }))?.duration, 3800);
    // 8 a second: another setting may be faster, and the budget is for a search.
    const slow = steadily(2, plan({ objective: 'p99' }))?.duration ?? 0;
    const rich = steadily(2, plan({ objective: 'p99' }, 3_600_000))?.duration;
    assert.ok(slow > 10_000 && slow < 30_000, `${slow}`);
    assert.equal(rich, 30_000);
  });

  test('is longer where the rate scatters from second to second, but no longer than pays', () => {
    const random = seeded(5);
    let state = 0;
    const noisy = bins(() => {
      state = 0.7 * state + 0.7 * normal(random);
      return 2500 * Math.exp(0.2 * state);
    });
    const duration = windowFrom(noisy, plan())?.duration ?? 0;
    assert.ok(duration > 3000 && duration <= 5000, `${duration}`);
  });

  test('is not chosen where it was asked for, or nothing was answered', () => {
    assert.equal(steadily(2500, searchPlan([1, 4])), null);
    assert.equal(steadily(0), null);
    assert.equal(steadily(2500, plan({ chooses: ['warmup'] }))?.duration, 1000);
    assert.equal(steadily(2500, plan({ chooses: ['duration'] }))?.warmup, 100);
  });

  test('is the same for every later trial, and for those of a run that is resumed', () => {
    const chosen = { warmup: 700, duration: 2600 };
    const { trials } = runOf(plan(), shelf);
    const first = trials.map((trial) =>
      trial.ordinal === 0 ? withSample(trial, () => ({ chosen })) : trial,
    );
    assert.equal(schedule(plan(), [], nextBlock(plan(), host)).next()?.cell.duration, undefined);
    for (const done of [1, 3, 6]) {
      const { cell } = schedule(plan(), first.slice(0, done), nextBlock(plan(), host)).next() ?? {};
      assert.deepEqual([cell?.warmup, cell?.duration], [700, 2600], `after ${done}`);
    }
  });
});

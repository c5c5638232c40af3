/** The search as a run drives it: from trials to the next block, and again from what was stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isVain, nextOfSearch, recommendationOf, windowProblem } from '../../src/diagnose/search.ts';
import type { Search } from '../../src/model/plan.ts';
import { problem, problemData } from '../../src/model/problem.ts';
import { seeded } from '../../src/stats/random.ts';
import { runOf, searchPlan, shelf, type Server } from './search-by-hand.ts';
import { trialOf } from './trials-by-hand.ts';

suite('A search that drives a run', () => {
  test('measures what runs today first of all', () => {
    const next = nextOfSearch(searchPlan([1, 2, 4, 8, 16]), []);
    assert.equal(next.live[0], 'pool=4');
    assert.deepEqual(new Set(next.live), new Set([1, 2, 4, 8, 16].map((n) => `pool=${n}`)));
    assert.match(next.why ?? '', /^bracket: 5 of 5 settings/);
  });

  test('goes on with those that are near the top, and with what runs today', () => {
    const plan = searchPlan([1, 2, 4, 8, 16]);
    const trials = [0, 1].flatMap((block) =>
      [1, 2, 4, 8, 16].map((pool, i) => ({
        ...trialOf(block, `pool=${pool}`, { throughput: 20 * pool + block }),
        ordinal: 5 * block + i,
      })),
    );
    const next = nextOfSearch(plan, trials);
    assert.match(next.why ?? '', /^certify: /);
    assert.ok(next.live.includes('pool=16') && next.live.includes('pool=4'), next.live.join());
    assert.ok(!next.live.includes('pool=1'));
  });

  test('repeats a trial that failed inside the block where it failed, and gives up what fails again', () => {
    const dies = (pool: number, often: number): Server => {
      let left = often;
      return (own, ordinal) => (own === pool && left-- > 0 ? { failed: true } : shelf(own, ordinal));
    };
    const once = runOf(searchPlan([2, 4, 8]), dies(8, 1));
    const found = recommendationOf(searchPlan([2, 4, 8]), once.trials, 'budget');
    assert.equal(found.id, 'pool=8');
    assert.equal(found.settings.find(({ id }) => id === 'pool=8')?.failed, 1);
    const always = runOf(searchPlan([2, 4, 8]), dies(8, Infinity));
    const rest = recommendationOf(searchPlan([2, 4, 8]), always.trials, 'budget');
    assert.equal(always.trials.filter(({ problem: why }) => why).length, 2);
    assert.equal(rest.id, 'pool=4');
    assert.equal(rest.settings.find(({ id }) => id === 'pool=8')?.standing, 'failed');
  });

  test('finds the smallest of the best, says what each step is for, and why it ended', () => {
    const plan = searchPlan([1, 2, 4, 8, 16, 32, 64]);
    const { trials, whys, stopped } = runOf(plan, shelf);
    const found = recommendationOf(plan, trials, 'budget');
    assert.equal(found.verdict, 'certified');
    assert.equal(found.id, 'pool=16');
    assert.match(stopped ?? '', /^(the best setting is certified|one setting is left), after \d+ blocks$/);
    assert.ok(whys.length >= 2 && whys.every((why) => /^(bracket|refine|certify): /.test(why ?? '')));
  });

  test('takes the same steps when it is resumed after any of its trials', () => {
    const plan = searchPlan([1, 4, 16, 64]);
    // One trial fails, so that repetitions are among the steps.
    const server: Server = (pool, ordinal) => (ordinal === 2 ? { failed: true } : shelf(pool, ordinal));
    const whole = runOf(plan, server);
    assert.deepEqual(runOf(plan, server).steps, whole.steps);
    for (let done = 0; done <= whole.trials.length; done++) {
      const resumed = runOf(plan, server, whole.trials.slice(0, done));
      assert.deepEqual(resumed.steps, whole.steps.slice(done), `after ${done} trials`);
    }
    const answer = recommendationOf(plan, whole.trials, 'budget');
    assert.deepEqual(recommendationOf(plan, whole.trials.toReversed(), 'budget'), answer);
  });

  test('never takes longer than its budget and one trial, whatever the trials take', () => {
    // Each takes 1100 ms.
    for (const budget of [10_000, 20_000, 40_000]) {
      const plan = searchPlan([1, 2, 4, 8, 16, 32, 64], {}, budget);
      const { trials, stopped } = runOf(plan, (pool, ordinal) => ({
        throughput: 100 * (1 + 0.3 * (seeded(ordinal)() - 0.5)),
      }));
      const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
      assert.ok(spent <= budget + 1100 && spent >= 0.95 * budget, `${spent} ms of ${budget}`);
      assert.match(stopped ?? '', /time of \d+ s is used up/);
      const found = recommendationOf(plan, trials, 'budget');
      assert.notEqual(found.verdict, 'certified');
      assert.equal(found.band.includes(found.id ?? ''), true);
    }
  });

  test('says what it knows after any number of trials, and does not promise too much', () => {
    const plan = searchPlan([1, 2, 4, 8, 16]);
    const { trials } = runOf(plan, shelf);
    for (let done = 0; done < 10; done++) {
      const found = recommendationOf(plan, trials.slice(0, done), 'interrupted');
      assert.ok(
        found.verdict === (done === 0 ? 'nothing measured' : 'not certified'),
        `${done}: ${found.verdict}`,
      );
      assert.ok(found.settings.every((one) => one.trials > 0));
    }
  });
});

suite('The first trial of a search', () => {
  const withCount = (count: number) => ({
    ...trialOf(0, 'pool=4', { responses: Array.from({ length: count }, (_, i) => 5 + i / count) }),
    ordinal: 0,
  });

  test('shows whether a window is long enough for the percentile that was asked for', () => {
    const short = windowProblem(searchPlan([4, 8], { objective: 'p99' }), withCount(200));
    assert.equal(short?.code, 'WINDOW_TOO_SHORT');
    assert.match(short.what, /pool=4 answered 200 requests, too few for a p99/);
    assert.match(short.todo, /--duration 8s/);
    assert.equal(windowProblem(searchPlan([4, 8], { objective: 'p99' }), withCount(1000)), null);
    assert.equal(windowProblem(searchPlan([4, 8]), withCount(20)), null);
    const constraints: Search['constraints'] = [{ figure: 'p99', relation: 'at most', limit: 200 }];
    assert.match(windowProblem(searchPlan([4, 8], { constraints }), withCount(20))?.what ?? '', /p99/);
  });

  test('is the last one if what runs today does not come up', () => {
    const plan = searchPlan([4, 8]);
    const failed = (code: 'SERVER_EXITED' | 'SERVER_DIED') => ({
      ...withCount(0),
      sample: null,
      problem: problemData(problem(code, { how: 'exit code 1', setting: 'pool=4' })),
    });
    assert.equal(isVain(plan, failed('SERVER_EXITED')), true);
    // What dies under load may live with another setting.
    assert.equal(isVain(plan, failed('SERVER_DIED')), false);
    assert.equal(isVain(plan, { ...failed('SERVER_EXITED'), ordinal: 7 }), false);
  });
});

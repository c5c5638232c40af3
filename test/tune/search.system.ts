/** The search as a run drives it: from trials to the next block, and again from what was stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  isGuidable,
  isVain,
  nextOfSearch,
  recommendationOf,
  windowProblem,
} from '../../src/tune/next-plan.ts';
import { withoutEffect } from '../../src/tune/without-effect.ts';
import type { Search } from '../../src/model/plan.ts';
import { problem, problemData } from '../../src/model/problem.ts';
import { gridOf } from '../../src/tune/grid.ts';
import type { Trial } from '../../src/model/sample.ts';
import { seeded } from '../../src/stats/random.ts';
import { runOf, searchPlan, shelf, type Server } from './search-by-hand.ts';
import { nothing, seen, servers } from './seen-servers.ts';
import { host, trialOf } from '../judge/trials-by-hand.ts';

suite('A search that drives a run', () => {
  test('measures what runs today first of all', () => {
    const next = nextOfSearch({ plan: searchPlan([1, 2, 4, 8, 16]), host, trials: [] });
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
    const next = nextOfSearch({ plan, host, trials });
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
    const found = recommendationOf({ plan: searchPlan([2, 4, 8]), host, trials: once.trials }, 'budget');
    assert.equal(found.id, 'pool=8');
    assert.equal(found.settings.find(({ id }) => id === 'pool=8')?.failed, 1);
    const always = runOf(searchPlan([2, 4, 8]), dies(8, Infinity));
    const rest = recommendationOf({ plan: searchPlan([2, 4, 8]), host, trials: always.trials }, 'budget');
    assert.equal(always.trials.filter(({ problem: why }) => why).length, 2);
    assert.equal(rest.id, 'pool=4');
    assert.equal(rest.settings.find(({ id }) => id === 'pool=8')?.standing, 'failed');
  });

  test('finds the smallest of the best, says what each step is for, and why it ended', () => {
    const plan = searchPlan([1, 2, 4, 8, 16, 32, 64]);
    const { trials, whys, stopped } = runOf(plan, shelf);
    const found = recommendationOf({ plan, host, trials }, 'budget');
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
    const answer = recommendationOf({ plan, host, trials: whole.trials }, 'budget');
    assert.deepEqual(recommendationOf({ plan, host, trials: whole.trials.toReversed() }, 'budget'), answer);
  });

  test('never takes longer than its budget, whatever the trials take', () => {
    // Each takes 1100 ms.
    for (const budget of [10_000, 20_000, 40_000]) {
      const plan = searchPlan([1, 2, 4, 8, 16, 32, 64], {}, budget);
      const { trials, stopped } = runOf(plan, (pool, ordinal) => ({
        throughput: 100 * (1 + 0.3 * (seeded(ordinal)() - 0.5)),
      }));
      const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
      assert.ok(spent <= 1.02 * budget && spent >= 0.94 * budget, `${spent} ms of ${budget}`);
      assert.match(stopped ?? '', /time of \d+ s is used up/);
      const found = recommendationOf({ plan, host, trials }, 'budget');
      assert.notEqual(found.verdict, 'certified');
      assert.equal(found.band.includes(found.id ?? ''), true);
    }
  });

  test('says what it knows after any number of trials, and does not promise too much', () => {
    const plan = searchPlan([1, 2, 4, 8, 16]);
    const { trials } = runOf(plan, shelf);
    for (let done = 0; done < 10; done++) {
      const found = recommendationOf({ plan, host, trials: trials.slice(0, done) }, 'interrupted');
      assert.ok(
        found.verdict === (done === 0 ? 'nothing measured' : 'not certified'),
        `${done}: ${found.verdict}`,
      );
      assert.ok(found.settings.every((one) => one.trials > 0));
    }
  });
});

suite('A search over a variable that has no effect', () => {
  const levels = [1, 4, 8, 16];

  test('ends after its first block, and recommends nothing', () => {
    const plan = searchPlan(levels);
    const { trials, stopped } = runOf(
      plan,
      () => ({ throughput: 100 }),
      [],
      undefined,
      () => 8,
    );
    assert.equal(trials.length, levels.length);
    assert.equal(stopped, 'the variable has no effect on the server, after 1 block');
    const found = recommendationOf({ plan, host, trials }, 'budget');
    assert.equal(found.verdict, 'nothing measured');
    assert.deepEqual([found.id, found.stopped, found.settings], [null, 'not in force', []]);
    assert.match(
      found.certainty,
      /^Nothing is recommended\. Pools of .* were asked for, and 8 is in force in every trial/,
    );
    assert.match(withoutEffect(plan, trials)?.todo ?? '', /--vary env:NAME=/);
  });

  test('goes on where some sizes are in force, or one alone is not', () => {
    const capped = runOf(searchPlan(levels), shelf, [], undefined, (pool) => Math.min(8, pool));
    assert.ok(capped.trials.length > levels.length);
    const raised = runOf(searchPlan([4, 8]), shelf, [], undefined, () => 8);
    assert.ok(raised.trials.length > 2);
  });

  test('is told of an environment variable as well, but not of what was left as it is', () => {
    const plan = { ...searchPlan([1, 2, 3]), factors: [{ key: 'env:MODE', levels: ['default', 'a', 'b'] }] };
    const trial = (level: string, found: string | null): Trial => {
      const one = trialOf(0, level);
      const effective = one.effective.map((each) => ({ ...each, env: { MODE: found } }));
      return { ...one, setting: { 'env:MODE': level }, effective };
    };
    const set = [trial('default', 'c'), trial('a', 'c'), trial('b', 'c')];
    assert.match(
      withoutEffect(plan, set)?.sentence ?? '',
      /^MODE was asked to be a and b, and c is in force/,
    );
    assert.equal(withoutEffect(plan, [trial('default', null), trial('a', 'a'), trial('b', 'b')]), null);
  });
});

suite('A search that a model guides', () => {
  const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  const plan = searchPlan(sizes, { isGuided: true });
  const demands = servers['waits in the pool'] ?? nothing;
  // 64 clients: as many threads as they are, or nearly.
  const load = { kind: 'closed', clients: 64 } as const;
  const known = new Map<string, Trial>();
  const asSeen = (pool: number, block: number) => {
    const key = `${pool} ${block}`;
    const trial = known.get(key) ?? seen(demands, pool, load, block + 1);
    known.set(key, trial);
    return trial;
  };

  test('measures what runs today alone, and then where the model expects the best', () => {
    const first = nextOfSearch({ plan, host, trials: [] });
    assert.deepEqual(first.live, ['pool=4']);
    assert.match(first.why ?? '', /^bracket: what runs today, so that the model can say/);
    const { trials, whys } = runOf(plan, shelf, [], asSeen);
    assert.match(whys[1] ?? '', /^bracket: \d of 9 settings, around what the model takes for the best/);
    const second = trials.filter(({ block }) => block === 1).map(({ cell }) => cell);
    assert.ok(second.length < 6 && second.includes('pool=4') && second.includes('pool=64'), second.join());
    const found = recommendationOf({ plan, host, trials }, 'budget');
    assert.equal(found.verdict, 'certified');
    assert.equal(found.id, 'pool=64');
  });

  test('takes the same steps when it is resumed', () => {
    const whole = runOf(plan, shelf, [], asSeen);
    for (const done of [0, 1, 2, 6, whole.trials.length]) {
      const before = structuredClone(whole.trials.slice(0, done));
      assert.deepEqual(runOf(plan, shelf, before, asSeen).steps, whole.steps.slice(done), `after ${done}`);
    }
  });

  test('begins as any other where nobody saw what today’s setting does', () => {
    const { whys } = runOf(plan, shelf);
    assert.match(whys[1] ?? '', /to see where to look/);
  });

  test('begins as any other where what runs today fails, and goes on without it', () => {
    const fails = (pool: number, block: number) =>
      pool === 4 ? trialOf(block, 'pool=4', { failed: true }) : asSeen(pool, block);
    const { whys, steps } = runOf(plan, shelf, [], fails);
    assert.deepEqual(steps.slice(0, 2), ['0 0 pool=4', '1 1 pool=4']);
    assert.match(whys[1] ?? '', /to see where to look/);
  });

  test('is for grids that are not measured whole, and for what the model knows', () => {
    const grid = (key: string, levels: readonly number[]) =>
      gridOf({ factors: [{ key, levels }], default: { [key]: levels[0] ?? 0 } });
    assert.equal(isGuidable(grid('pool', sizes), 'throughput', load), true);
    assert.equal(isGuidable(grid('pool', [1, 2, 4]), 'throughput', load), false);
    assert.equal(isGuidable(grid('env:CACHE', sizes), 'throughput', load), false);
    assert.equal(isGuidable(grid('pool', sizes), 'cpuPerRequest', load), false);
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

/** The search as a run drives it: from trials to the next block, and again from what was stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  isGuidable,
  isVain,
  nextOfSearch,
  recommendationOf,
  windowProblem,
} from '../../src/tune/run-search.ts';
import { ineffectiveFactor } from '../../src/tune/ineffective-factor.ts';
import type { Search } from '../../src/model/plan.ts';
import { hasCode, message } from '../../src/messages/message.ts';
import { problem, problemData, type Problem } from '../../src/messages/problem.ts';
import { gridOf } from '../../src/tune/grid.ts';
import type { Trial } from '../../src/model/sample.ts';
import { seeded } from '../../src/stats/random.ts';
import { runOf, searchPlan, shelf, type Server } from './search-by-hand.ts';
import { nothing, seen, servers } from './seen-servers.ts';
import { host, trialOf } from '../kit/trials.ts';

suite('A search that drives a run', () => {
  test('measures the current setting first of all', () => {
    const next = nextOfSearch({ plan: searchPlan([1, 2, 4, 8, 16]), host, trials: [] });
    assert.equal(next.live[0], 'pool=4');
    assert.deepEqual(new Set(next.live), new Set([1, 2, 4, 8, 16].map((n) => `pool=${n}`)));
    assert.deepEqual(next.why, message('tune.why.coarse-grid', { count: 5, of: 5 }));
    assert.deepEqual([next.search?.phase, next.search?.block], ['bracket', 0]);
  });

  test('goes on with those that are near the top', () => {
    const plan = searchPlan([1, 2, 4, 8, 16]);
    const trials = [0, 1].flatMap((block) =>
      [1, 2, 4, 8, 16].map((pool, i) => ({
        ...trialOf(block, `pool=${pool}`, { throughput: 20 * pool + block }),
        ordinal: 5 * block + i,
      })),
    );
    const next = nextOfSearch({ plan, host, trials });
    assert.equal(next.why?.code, 'tune.why.certify');
    assert.deepEqual([next.search?.phase, next.search?.block], ['certify', 2]);
    // The current setting is far below it: its two blocks say so for good, and the gain rests on them.
    assert.deepEqual(next.live.toSorted(), ['pool=16', 'pool=8']);
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
    assert.ok(hasCode(stopped, 'stop.after-blocks'));
    assert.ok(['stop.certificate', 'stop.one-survivor'].includes(stopped.params.reason.code));
    assert.deepEqual(whys.slice(0, 2), ['tune.why.coarse-grid', 'tune.why.not-far-off']);
  });

  test('takes the same steps when it is resumed after any of its trials', () => {
    const plan = searchPlan([1, 4, 16, 64]);
    // One trial fails, so that repetitions are among the steps.
    const server: Server = (pool, ordinal) => (ordinal === 2 ? { failed: true } : shelf(pool, ordinal));
    const whole = runOf(plan, server);
    assert.deepEqual(runOf(plan, server).steps, whole.steps);
    for (let done = 0; done <= whole.trials.length; done++) {
      // As a store gives them back.
      const before = JSON.parse(JSON.stringify(whole.trials.slice(0, done))) as Trial[];
      const resumed = runOf(plan, server, { done: before });
      assert.deepEqual(resumed.steps, whole.steps.slice(done), `after ${done} trials`);
    }
    const answer = recommendationOf({ plan, host, trials: whole.trials }, 'budget');
    // What was stored of the search leads to the answer that telling it everything again does.
    const bare = whole.trials.map(({ search, ...trial }) => ({
      ...trial,
      ...(search && { search: { phase: search.phase, block: search.block } }),
    }));
    assert.ok(whole.trials.some(({ search }) => search?.state));
    assert.deepEqual(recommendationOf({ plan, host, trials: bare }, 'budget'), answer);
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
      assert.ok(JSON.stringify(stopped).includes('stop.time-used-up'));
      const found = recommendationOf({ plan, host, trials }, 'budget');
      assert.notEqual(found.verdict, 'certified');
      assert.equal(found.band.includes(found.id ?? ''), true);
    }
  });
});

suite('A search over a variable that has no effect', () => {
  const levels = [1, 4, 8, 16];

  test('ends after its first block, and recommends nothing', () => {
    const plan = searchPlan(levels);
    const { trials, stopped } = runOf(plan, () => ({ throughput: 100 }), { inForce: () => 8 });
    assert.equal(trials.length, levels.length);
    assert.deepEqual(
      stopped,
      message('stop.after-blocks', { reason: message('stop.not-in-force'), blocks: 1 }),
    );
    const found = recommendationOf({ plan, host, trials }, 'budget');
    assert.equal(found.verdict, 'nothing measured');
    assert.deepEqual([found.id, found.stopped, found.settings], [null, 'not in force', []]);
    assert.ok(found.certainty.code === 'tune.no-answer');
    const { why } = found.certainty.params;
    assert.deepEqual(why, ineffectiveFactor(plan, trials)?.sentence);
    assert.equal(why.code, 'tune.pool-not-in-force');
  });

  test('goes on where some sizes are in force, or one alone is not', () => {
    const capped = runOf(searchPlan(levels), shelf, { inForce: (pool) => Math.min(8, pool) });
    assert.ok(capped.trials.length > levels.length);
    const raised = runOf(searchPlan([4, 8]), shelf, { inForce: () => 8 });
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
    assert.deepEqual(
      ineffectiveFactor(plan, set)?.sentence,
      message('tune.variable-not-in-force', { name: 'MODE', asked: ['a', 'b'], found: 'c' }),
    );
    assert.equal(ineffectiveFactor(plan, [trial('default', null), trial('a', 'a'), trial('b', 'b')]), null);
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

  test('measures the current setting alone, and then where the model expects the best', () => {
    const first = nextOfSearch({ plan, host, trials: [] });
    assert.deepEqual(first.live, ['pool=4']);
    assert.equal(first.why?.code, 'tune.why.current-first');
    const { trials, whys } = runOf(plan, shelf, { asSeen });
    assert.equal(whys[1], 'tune.why.around-prediction');
    const second = trials.filter(({ block }) => block === 1).map(({ cell }) => cell);
    assert.ok(second.length < 6 && second.includes('pool=4') && second.includes('pool=64'), second.join());
    const found = recommendationOf({ plan, host, trials }, 'budget');
    assert.equal(found.verdict, 'certified');
    assert.equal(found.id, 'pool=64');
  });

  test('takes the same steps when it is resumed', () => {
    const whole = runOf(plan, shelf, { asSeen });
    for (const done of [0, 1, 2, 6, whole.trials.length]) {
      const before = structuredClone(whole.trials.slice(0, done));
      assert.deepEqual(
        runOf(plan, shelf, { done: before, asSeen }).steps,
        whole.steps.slice(done),
        `after ${done}`,
      );
    }
  });

  test('begins as any other where nobody saw what today’s setting does', () => {
    const { whys } = runOf(plan, shelf);
    assert.equal(whys[1], 'tune.why.coarse-grid');
  });

  test('begins as any other where the current setting fails, and goes on without it', () => {
    const fails = (pool: number, block: number) =>
      pool === 4 ? trialOf(block, 'pool=4', { failed: true }) : asSeen(pool, block);
    const { whys, steps } = runOf(plan, shelf, { asSeen: fails });
    assert.deepEqual(steps.slice(0, 2), ['0 0 pool=4', '1 1 pool=4']);
    assert.equal(whys[1], 'tune.why.coarse-grid');
  });

  test('is for grids that are not measured whole, and for what the model knows', () => {
    const grid = (key: string, levels: readonly number[]) =>
      gridOf({
        factors: [
          { key, levels },
          { key: 'processes', levels: [1, 2] },
        ],
        default: { [key]: levels[0] ?? 0, processes: 1 },
      });
    const one = gridOf({ factors: [{ key: 'pool', levels: sizes }], default: { pool: 4 } });
    assert.equal(isGuidable(one, 'throughput', load), false, 'most of one variable is looked at anyhow');
    assert.equal(isGuidable(grid('pool', sizes), 'throughput', load), true);
    assert.equal(isGuidable(grid('pool', [1, 2, 4]), 'throughput', load), false);
    assert.equal(isGuidable(grid('env:CACHE', sizes), 'throughput', load), false);
    assert.equal(isGuidable(grid('pool', sizes), 'cpuPerRequest', load), false);
  });
});

suite('The first trial of a search', () => {
  const withCount = (count: number, pool = 4, block = 0) => ({
    ...trialOf(block, `pool=${pool}`, {
      responses: Array.from({ length: count }, (_, i) => 5 + i / count),
    }),
    ordinal: 10 * block + pool / 4 - 1,
  });

  test('and those beside it show whether a window is long enough for the percentile that was asked for', () => {
    const asked = searchPlan([4, 8], { objective: 'p99' });
    const after = (...counts: readonly number[]) => [
      ...counts.map((count, i) => withCount(count, 4 * (i + 1))),
      withCount(10, 4, 1),
    ];
    const short = windowProblem(asked, after(200, 100));
    assert.equal(short?.code, 'WINDOW_TOO_SHORT');
    assert.deepEqual([short.details['setting'], short.details['answered']], ['pool=4', 200]);
    assert.match(short.todo, /--duration 8s/);
    // The current setting may be the slow one of them; before the others have run nobody knows.
    assert.equal(windowProblem(asked, after(200, 1000)), null);
    assert.equal(windowProblem(asked, [withCount(200)]), null);
    assert.equal(windowProblem(asked, [withCount(200), withCount(200, 8)]), null);
    assert.equal(windowProblem(searchPlan([4, 8]), after(20, 20)), null);
    const constraints: Search['constraints'] = [{ figure: 'p99', relation: 'at most', limit: 200 }];
    assert.match(windowProblem(searchPlan([4, 8], { constraints }), after(20, 20))?.what ?? '', /p99/);
  });

  test('may be of a setting that answers too few requests: it loses by what its percentile is at least', () => {
    // 16 answers of half a second against 1200 of a few milliseconds, as of a pool of 4 and of 64 where jobs wait.
    const plan = searchPlan([4, 64, 128], { objective: 'p99' });
    const waits: Server = (pool, ordinal) => ({
      responses:
        pool === 4
          ? Array.from({ length: 16 }, (_, i) => 480 + i + seeded(ordinal)())
          : Array.from({ length: 1200 }, (_, i) => (3 + (2 * i) / 1199) * (1 + 0.01 * seeded(ordinal)())),
    });
    const { trials, stopped } = runOf(plan, waits);
    const found = recommendationOf({ plan, host, trials }, 'budget');
    assert.equal(found.verdict, 'certified', JSON.stringify(stopped));
    assert.equal(found.id, 'pool=64');
    const today = found.settings.find(({ id }) => id === 'pool=4');
    assert.equal(today?.standing, 'screened out');
    assert.equal(today.ratio, null);
    const { figure, atLeast, answers, ratio } = today.bound ?? {};
    assert.deepEqual([figure, answers], ['p99', 16]);
    assert.ok((atLeast ?? 0) > 480 && (atLeast ?? 0) < 496, `${atLeast}`);
    assert.ok((ratio ?? 0) > 50, `${ratio}`);
    assert.equal(found.warnings.find(({ code }) => code === 'tune.bounded')?.code, 'tune.bounded');
    // A constraint is broken by it in the same way, and never kept.
    for (const [limit, word] of [
      [100, 'broken'],
      [1000, 'undecided'],
    ] as const) {
      const constraints: Search['constraints'] = [{ figure: 'p99', relation: 'at most', limit }];
      const under = searchPlan([4, 64, 128], { constraints });
      const judged = recommendationOf({ plan: under, host, trials: runOf(under, waits).trials }, 'budget');
      assert.equal(judged.settings.find(({ id }) => id === 'pool=4')?.constraints[0], word);
    }
  });

  test('is the last one if the current setting does not come up', () => {
    const plan = searchPlan([4, 8]);
    const failed = (by: Problem) => ({ ...withCount(0), sample: null, problem: problemData(by) });
    const how = 'exit code 1';
    const exited = failed(
      problem('SERVER_EXITED', { how, todo: message('exited.todo', { setting: '', held: [] }) }),
    );
    assert.equal(isVain(plan, exited), true);
    // What dies under load may live with another setting.
    assert.equal(isVain(plan, failed(problem('SERVER_DIED', { how }))), false);
    assert.equal(isVain(plan, { ...exited, ordinal: 7 }), false);
  });
});

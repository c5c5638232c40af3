/** A pool that no job enters, from trials whose figures are put in by hand. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { say } from '../../src/messages/message.ts';
import { type Plan, askedIn } from '../../src/model/plan.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { html, markdown, text } from '../../src/report/report.ts';
import { requestsWithoutJobs } from '../../src/tune/ineffective-factor.ts';
import { trialOf, usageOf, host, withOutcome, withSample } from '../kit/trials.ts';
import { nextBlock } from '../../src/run/next-block.ts';
import { remainingTrials } from '../../src/tune/run-search.ts';
import { begin, tell } from '../../src/tune/search.ts';
import { usualTrials } from '../../src/run/plans.ts';
import { judged, runOf, searchPlan, shelf } from './search-by-hand.ts';
import { families, optionsOf, throughputOf, tune } from './simulated-servers.ts';

const idle = usageOf({ cpu: 990, loopCpu: 980, poolCpu: 0, poolHeld: 0 });
const plan: Plan = { ...searchPlan([1, 4, 16]), asked: ['tune', '--', 'node', 'server.js'] };

/** The first trial, of the current setting. */
function first(usage: Partial<Usage> | null, of = plan): Trial[] {
  const [trial] = runOf(of, () => ({ throughput: 1000 })).trials;
  assert.ok(trial);
  return [withSample(trial, () => (usage ? { usage: { ...idle, ...usage } } : {}))];
}

test('No job enters a pool whose threads did nothing while requests were answered; of fewer requests nothing is known', () => {
  const [trial] = first({});
  const answered = trial?.sample?.outcome.counts.verified ?? 0;
  assert.equal(requestsWithoutJobs(plan, first({})), answered);
  assert.ok(trial?.sample && answered > 50);
  const few = withOutcome(trial, ({ counts }) => ({ counts: { ...counts, verified: 12 } }));
  assert.equal(requestsWithoutJobs(plan, [few]), null);
  assert.equal(requestsWithoutJobs(plan, []), null);
});

test('Whatever may be a job is one: time of a thread, a job in it, a job that waits; and a pool that nobody could read', () => {
  for (const usage of [
    { poolCpu: 0.01 },
    { poolHeld: 3 },
    { queued: 0.1 },
    { poolHeld: null, queued: null },
    null,
  ])
    assert.equal(requestsWithoutJobs(plan, first(usage)), null, JSON.stringify(usage));
});

test('Where another variable is varied too, or the trial failed, nothing follows', () => {
  const two = searchPlan([1, 4, 16], { default: { pool: 4, processes: 1 } }, undefined, [
    { key: 'processes', levels: [1, 2] },
  ]);
  assert.equal(requestsWithoutJobs(two, first({}, two)), null);
  const failed = first({}).map((trial) => ({ ...trial, problem: trialOf(0, '4', { failed: true }).problem }));
  assert.equal(requestsWithoutJobs(plan, failed), null);
});

suite('The page of a search that ended with it', () => {
  const { result, found } = judged(plan, first({}));

  test('keeps the current setting, and no check of spread takes that away', () => {
    assert.deepEqual(
      [found.id, found.kept?.code, found.stopped, found.withheld],
      ['pool=4', 'tune.pool-unused', 'pool unused', undefined],
    );
    const repeated = result.checks.find(({ id }) => id === 'R1');
    assert.deepEqual([repeated?.outcome, repeated?.effect], ['fail', 'note']);
  });

  test('says so in every form, with the reason and the search that may tell more', async () => {
    assert.ok(found.kept);
    const clause = say(found.kept);
    const terminal = text(result, { columns: 80, color: false })
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' \\ ', ' ');
    for (const form of [terminal, markdown(result), await html(result)]) {
      assert.ok(form.includes(clause), form.slice(0, 500));
      assert.match(form, /tune --vary processes=1,cores -- node server\.js/);
    }
    assert.match(terminal, /WHY pool=4: limited by the event loop/);
  });
});

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
    const short = searchPlan([1, 2, 4, 8, 16], {}, 20_000);
    const { trials } = runOf(short, shelf);
    const ask = nextBlock(short, host);
    assert.equal(ask([]).step?.why.code, 'tune.why.coarse-grid');
    assert.equal(ask(trials.slice(0, 5)).step?.why.code, 'tune.why.not-far-off');
    assert.equal(ask(trials.slice(0, 5)).step, undefined, 'the same step');
    const { step } = ask(trials.slice(0, 8));
    assert.equal(step?.why.code, 'tune.why.certify');
    const { low, high } = step.left;
    assert.ok(low >= 1100 && low <= high && high <= 20_000 - 8800, JSON.stringify(step.left));
  });
});

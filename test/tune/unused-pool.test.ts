/** A pool that no job enters, from trials whose figures are put in by hand. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { say } from '../../src/messages/message.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { html, markdown, text } from '../../src/report/report.ts';
import { requestsWithoutJobs } from '../../src/tune/ineffective-factor.ts';
import { trialOf, usageOf } from '../kit/trials.ts';
import { judged, runOf, searchPlan } from './search-by-hand.ts';

const idle = usageOf({ cpu: 990, loopCpu: 980, poolCpu: 0, poolHeld: 0 });
const plan: Plan = { ...searchPlan([1, 4, 16]), asked: ['tune', '--', 'node', 'server.js'] };

/** The first trial, of the current setting. */
function first(usage: Partial<Usage> | null, of = plan): Trial[] {
  const [trial] = runOf(of, () => ({ throughput: 1000 })).trials;
  assert.ok(trial?.sample);
  return [{ ...trial, sample: { ...trial.sample, ...(usage && { usage: { ...idle, ...usage } }) } }];
}

test('No job enters a pool whose threads did nothing while requests were answered; of fewer requests nothing is known', () => {
  const [trial] = first({});
  const answered = trial?.sample?.outcome.counts.verified ?? 0;
  assert.equal(requestsWithoutJobs(plan, first({})), answered);
  assert.ok(trial?.sample && answered > 50);
  const few = { ...trial.sample.outcome, counts: { ...trial.sample.outcome.counts, verified: 12 } };
  assert.equal(requestsWithoutJobs(plan, [{ ...trial, sample: { ...trial.sample, outcome: few } }]), null);
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

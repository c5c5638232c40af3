/** A run that had its answer and is gone on with: what it measures then, and what its words hold with. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storedRun } from '../../bench/pages/stored-runs.ts';
import { goneOn } from '../../src/run/begin.ts';
import { claimVerdicts, stillOpen } from '../../src/run/claims.ts';
import { nextBlock } from '../../src/run/next-block.ts';
import { schedule } from '../../src/run/schedule.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import { poolSizeExperiment } from '../../src/lab/experiments/pool-size/experiment.ts';
import { planOf, trialOf, host as smallHost } from '../kit/trials.ts';

/** A real quick run: one of its claims is undecided. */
const run = storedRun('pool-size');
const { host } = run;
const { claims } = poolSizeExperiment;
/** Its plan as one that leaves settings which are precise enough, and has the time of a quick run. */
const strategy = { kind: 'leaving', leaving: { after: 4, usual: 7 } } as const;
const plan: Plan = { ...run.plan, blocks: 20, limit: 145_000, strategy };
const trials = run.trials.toSorted((a, b) => a.ordinal - b.ordinal);
const verdictOf = (id: string, of: readonly Trial[]) =>
  claimVerdicts(claims, plan, host, of).verdicts.find((claim) => claim.id === id)?.verdict;

/** Goes on with it: each trial is what its setting measured some block before. */
function further(status: 'finished' | 'interrupted', done: readonly Trial[], most = Infinity) {
  const again = goneOn(plan, { status }, done);
  const order = schedule(again.plan, done, nextBlock(again.plan, host, again.round, claims), again.round);
  const own: Trial[] = [];
  for (let step = order.next(); step && own.length < most; step = order.next()) {
    const { cell, block, ordinal } = step;
    const known = trials.filter((trial) => trial.cell === cell.id);
    const like = known[block % known.length];
    assert.ok(like);
    own.push(order.settle({ ...like, block, ordinal }));
  }
  return { ...again, own, stopped: order.stopped() };
}

suite('A quick run that had its answer', () => {
  const open = stillOpen(claims, plan, host, trials);
  const [only] = open;
  assert.ok(only);

  test('goes on with the settings of the claims that it left open, in blocks of their own', () => {
    const { own, round } = further('finished', trials);
    assert.equal(open.length, 1);
    assert.equal(round, 1);
    assert.deepEqual([...new Set(own.map(({ cell }) => cell))].toSorted(), only.cells.toSorted());
    assert.deepEqual(
      [...new Set(own.map(({ block }) => block))],
      Array.from({ length: only.blocks }, (_, i) => 5 + i),
    );
    assert.ok(own.every((trial) => trial.round === 1 && trial.ordinal >= trials.length));
  });

  test('has as much time again', () => {
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    assert.equal(goneOn(plan, { status: 'finished' }, trials).plan.limit, spent + 145_000);
    assert.equal(goneOn(plan, { status: 'interrupted' }, trials).plan.limit, 145_000);
    const longer = trials.map((trial) => ({ ...trial, duration: trial.duration * 2 }));
    assert.equal(goneOn(plan, { status: 'interrupted' }, longer).plan.limit, 290_000);
  });

  test('goes on with the same answer where it was cut off meanwhile', () => {
    const first = further('finished', trials, 3).own;
    const rest = further('interrupted', [...trials, ...first]);
    assert.equal(rest.round, 1);
    const all = [...first, ...rest.own].filter((trial) => trial.round === 1);
    assert.equal(all.length, only.cells.length * only.blocks);
    const pairs = new Set(all.map(({ block, cell }) => `${block} ${cell}`));
    assert.equal(pairs.size, all.length, 'no trial is measured twice');
  });

  test('measures nothing where no claim is open', () => {
    const decided = { ...plan, cells: plan.cells.filter(({ setting }) => setting['case'] !== 2) };
    const own = trials.filter(({ cell }) => decided.cells.some(({ id }) => id === cell));
    assert.deepEqual(stillOpen(claims, decided, host, own), []);
    const again = goneOn(decided, { status: 'finished' }, own);
    const order = schedule(again.plan, own, nextBlock(again.plan, host, again.round, claims), again.round);
    assert.equal(order.next(), null);
    assert.equal(order.stopped()?.code, 'stop.after-blocks');
  });

  test('goes on by itself where the time that it has is enough to decide a claim', () => {
    const answer = (limit: number) => nextBlock({ ...plan, limit, blocks: 5 }, host, 0, claims)(trials);
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    const price = (only.seconds ?? 0) * 1000;
    assert.equal(answer(spent + price + 60_000).round, 1);
    assert.deepEqual(answer(spent + price + 60_000).live.toSorted(), only.cells.toSorted());
    assert.equal(answer(spent + price - 1000).round, undefined);
    assert.notEqual(answer(spent + price - 1000).stop, null);
  });
});

suite('The words of a later answer', () => {
  test('stay those of the first where that decided', () => {
    const later = trials.map((trial) => (trial.block === 4 ? { ...trial, round: 3 } : trial));
    const first = trials.filter(({ block }) => block < 4);
    for (const { id, verdict } of claimVerdicts(claims, plan, host, first).verdicts) {
      if (verdict === 'undecided') continue;
      assert.equal(verdictOf(id, later), verdictOf(id, trials), id);
    }
  });

  test('hold with half the chance of error of the one before', () => {
    const inRound = (round: number) =>
      claimVerdicts(
        claims,
        plan,
        host,
        trials.map((trial) => ({ ...trial, round })),
      ).data.confidence;
    assert.deepEqual([0, 1, 2].map(inRound), [0.95, 0.975, 0.9875]);
  });
});

test('A sweep of so many blocks measures as many again of what it left open', () => {
  const named = planOf('A', 'B', 'C');
  // Settings that nobody reads back.
  const cells = named.cells.map((cell) => ({ ...cell, setting: { revision: cell.id } }));
  const sweep: Plan = { ...named, cells, blocks: 4, strategy: { kind: 'all' } };
  const trial = (block: number, ordinal: number, cell: string, throughput: number): Trial => ({
    // Eight clients.
    ...trialOf(block, cell, { throughput, responses: [8000 / throughput], cpu: [5] }),
    ordinal,
    setting: { revision: cell },
  });
  // B is the same as A but for noise, C is twice as fast.
  const done = [1.1, 0.92, 1.05, 0.96].flatMap((factor, block) => [
    trial(block, block * 3, 'A', 100),
    trial(block, block * 3 + 1, 'B', 100 * factor),
    trial(block, block * 3 + 2, 'C', 200),
  ]);
  const again = goneOn(sweep, { status: 'finished' }, done);
  const order = schedule(again.plan, done, nextBlock(again.plan, smallHost, again.round), again.round);
  const own: string[] = [];
  for (let step = order.next(); step; step = order.next()) {
    own.push(`${step.block} ${step.cell.id}`);
    order.settle(trial(step.block, step.ordinal, step.cell.id, step.block % 2 === 0 ? 90 : 100));
  }
  assert.deepEqual(own.toSorted(), ['4 A', '4 B', '5 A', '5 B', '6 A', '6 B', '7 A', '7 B']);
});

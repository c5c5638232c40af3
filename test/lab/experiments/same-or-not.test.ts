import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measured } from '../../../src/judge/comparisons.ts';
import { hasTest } from '../../../src/lab/experiments/same-or-not.ts';
import { comparisonsOf, pairs, trialsEach } from '../../../src/lab/experiments/same-or-not.ts';
import { sameOrNotExperiment as experiment } from '../../../src/lab/experiments/same-or-not.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { normal, seeded } from '../../../src/stats/random.ts';
import { host, trialOf } from '../../kit/trials.ts';
import { capabilities, judgedClaim, options, words } from './two-cpus.ts';

interface World {
  /** Standard deviation of one start of a server to the next, and of one request to the next, as logarithms. */
  readonly starts: number;
  readonly requests: number;
  /** What the slower server takes, over the others. */
  readonly slower: number;
  /** What the other server takes, over the first one: 1 where they are the same. */
  readonly other?: number;
}

/** Two starts of one server differ by a few percent. */
const asItIs: World = { starts: 0.03, requests: 0.2, slower: 1.6 };
const plan = await experiment.plan(options, capabilities());
const count = 400;

function simulated(of: Plan, { starts, requests, slower, other = 1 }: World): Trial[] {
  const random = seeded(3);
  const factor: Readonly<Record<string, number>> = { one: 1, other, slower };
  return Array.from({ length: of.blocks }, (_, block) =>
    of.cells.map((cell, i): Trial => {
      const own = 3 * (factor[cell.id] ?? 1) * Math.exp(starts * normal(random));
      const responses = Array.from({ length: count }, () => own * Math.exp(requests * normal(random)));
      return {
        ...trialOf(block, cell.id, { responses }),
        ordinal: block * 3 + i,
        setting: cell.setting,
        load: cell.load,
      };
    }),
  ).flat();
}

const verdicts = (world: World, of = plan) => words(experiment, of, simulated(of, world));
const skip = !hasTest('meanCI') && `Node ${process.versions.node} has no tests of histograms`;

suite('The same-or-not experiment', () => {
  test('finds that requests are the wrong unit where two starts of one server differ', { skip }, () => {
    assert.deepEqual(verdicts(asItIs), {
      welch: 'refuted',
      'mann-whitney': 'refuted',
      'mean-interval': 'refuted',
      trials: 'holds',
      finds: 'holds',
    });
  });

  test('finds nothing wrong with requests where starts do not differ', { skip }, () => {
    const { welch, 'mann-whitney': ranks, trials } = verdicts({ ...asItIs, starts: 0 });
    assert.deepEqual([welch, ranks, trials], ['holds', 'holds', 'holds']);
  });

  test('tells of a judge that says "different" of everything, also if it takes trials', () => {
    assert.equal(verdicts({ ...asItIs, other: 1.6 }).trials, 'refuted');
  });

  test('tells of a judge that says nothing', () => {
    assert.equal(verdicts({ ...asItIs, slower: 1 }).finds, 'refuted');
  });

  test('leaves out a comparison of which a trial is missing or has failed', () => {
    assert.deepEqual(comparisonsOf({ scale: 'quick' }, [0, 1, 2, 3, 5, 6, 7, 8]), [
      [0, 1, 2],
      [6, 7, 8],
    ]);
    const trials = simulated(plan, asItIs).filter(({ block }) => block < 4);
    assert.equal(judgedClaim(experiment, 'trials', plan, trials).evidence[0]?.n, 1);
  });

  test('says how many blocks more would decide what few comparisons leave open', () => {
    const trials = simulated(plan, asItIs).filter(({ block }) => block < 6);
    const { verdict, undecided } = judgedClaim(experiment, 'trials', plan, trials);
    assert.equal(verdict, 'undecided');
    // None of 12 is known to lie below a quarter (Wilson), so ten further comparisons of three trials each.
    assert.deepEqual(undecided, { kind: 'noise', blocks: 30, seconds: 99 });
  });

  test('measures forty comparisons of five trials with --full, and half as many, shorter, without', async () => {
    const full = await experiment.plan({ ...options, scale: 'full' }, capabilities());
    assert.deepEqual([full.blocks, pairs.full * trialsEach.full], [200, 200]);
    assert.equal(plan.blocks, pairs.quick * trialsEach.quick);
    const [one, other, slower] = plan.cells;
    assert.deepEqual({ ...one, id: '', setting: {} }, { ...other, id: '', setting: {} });
    const turns = (cell: typeof one) => Number(cell?.parameters['iterations']);
    assert.ok(Math.abs(turns(slower) / turns(one) - 3) < 0.01);
  });

  test('shows every judge beside the others, and an interval for each pair', () => {
    const [section] = experiment.passages(measured(plan, host, simulated(plan, asItIs)));
    assert.equal(section?.tables[0]?.rows.length, 4);
    assert.equal(section?.pictures?.[0]?.lines[0]?.points.length, pairs.quick);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPlan } from '../../src/tune/tune.ts';
import { historyOf } from '../../src/tune/history.ts';
import { problem, problemData } from '../../src/model/problem.ts';
import { optionsOf } from './simulated-servers.ts';
import { trialOf } from '../judge/trials-by-hand.ts';

test('the trials of a run are a history for the search', () => {
  const disturbed = problemData(problem('TRIAL_DISTURBED', { why: 'steal', setting: 'pool=4' }));
  const history = historyOf([
    trialOf(1, 'pool=8', { failed: true }),
    trialOf(0, 'pool=4', { throughput: 250 }),
    { ...trialOf(2, 'pool=4'), problem: disturbed },
  ]);
  assert.deepEqual(
    history.map(({ setting, block, ok }) => [setting, block, ok]),
    [
      ['pool=4', 0, true],
      ['pool=8', 1, false],
      ['pool=4', 2, false],
    ],
  );
  assert.equal(history[0]?.figures.throughput, 250);
  assert.equal(history[0]?.figures.errors, 0);
  // One request: a median of one has no meaning that could be compared.
  assert.equal(history[0]?.figures.p50, undefined);
  assert.equal(history[2]?.disturbed, true);
});

test('a search goes on from what a run has stored', () => {
  const options = optionsOf({ factors: [{ key: 'pool', levels: [2, 4, 8] }] });
  const stored = ['pool=2', 'pool=4', 'pool=8'].flatMap((id) => [trialOf(0, id), trialOf(1, id)]);
  const step = nextPlan(historyOf(stored), options);
  assert.ok(step.type === 'measure');
  assert.equal(step.phase, 'certify');
  assert.deepEqual(
    step.blocks.map(({ block }) => block),
    [2, 3, 4],
  );
});

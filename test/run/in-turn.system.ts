/** Two real servers in turn: they stay out of each other's way, or fresh ones are measured, and it is said why. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Trial } from '../../src/model/sample.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { emptyPlace } from '../kit/place.ts';
import { measuredRun, sweepOf } from '../kit/sweep.ts';

const server = join(import.meta.dirname, 'servers/beside.mjs');

/** @param ways what each of the two does. @returns the trials, and the code of what was wrong with them in turn */
async function measured(ways: readonly [string, string], blocks = 3) {
  using here = emptyPlace('in-turn');
  const plan = sweepOf('http://127.0.0.1:3123/', {
    command: [process.execPath, server],
    cwd: here.folder,
    factors: [
      { key: 'env:WAY', levels: [...new Set(ways)] },
      ...(ways[0] === ways[1] ? [{ key: 'env:OTHER', levels: ['one', 'other'] }] : []),
    ],
    load: { kind: 'closed', clients: 4 },
    blocks,
    warmup: 300,
    duration: 1500,
  });
  const trials: Trial[] = [];
  const { warnings } = await measuredRun(plan, (event) => {
    if (event.type === 'trial-ended') trials.push(event.trial);
  });
  const told = warnings.find(({ code }) => code === 'warning.fresh-servers');
  const why = told && 'why' in told.params ? told.params.why : null;
  return { trials, why: typeof why === 'object' && why && 'code' in why ? why.code : null };
}

const isInTurn = ({ sample }: Trial) => sample?.turns !== undefined;

suite('Two servers in turn', () => {
  systemTest('both want port 3123, and both are measured at once', {}, async () => {
    const { trials, why } = await measured(['none', 'none']);
    assert.equal(why, null);
    assert.equal(trials.length, 6);
    for (const trial of trials) {
      assert.equal(trial.problem, null);
      assert.ok(isInTurn(trial));
      // Six windows of a quarter of a second, of which each is a bin.
      const { turns, outcome } = trial.sample ?? {};
      assert.equal(turns?.rates.length, 6);
      assert.equal(Math.round(outcome?.window.duration ?? 0), 1500);
      assert.equal(outcome?.series.done.length, 6);
      assert.ok((outcome?.counts.verified ?? 0) > 100);
    }
  });

  for (const [ways, reason] of [
    [['none', 'busy'], 'warning.turns-idle'],
    [['lock', 'lock'], 'warning.turns-failed'],
    [['fills', 'reads'], 'warning.turns-carried'],
  ] as const)
    systemTest(`${ways.join(' beside ')}: fresh servers are measured instead`, {}, async () => {
      const { trials, why } = await measured(ways, 5);
      const foreign = Math.max(...trials.map(({ host }) => host.foreign ?? 0));
      if (why === null && foreign > 0.1)
        inconclusive(`others used ${Math.round(100 * foreign)}% of the CPUs`);
      assert.equal(why, reason);
      const fresh = trials.filter((trial) => !isInTurn(trial) && trial.problem === null);
      assert.ok(fresh.length >= 4, `${fresh.length} of ${trials.length}`);
    });
});

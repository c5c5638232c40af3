import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { message } from '../../src/messages/message.ts';
import { judge } from '../../src/run/run.ts';
import type { Plan } from '../../src/model/plan.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

test('A run that an earlier version stored with its secrets is read without them, and judged as before', () => {
  using here = emptyPlace('store');
  using store = openStore(join(here.folder, 'runs.db'), 'write');
  const plan = planOf('1', '4');
  const key = 'env:API_TOKEN';
  const levels = ['first-secret', 'second-secret'];
  const id = (i: number) => `${key}=${levels[i]}`;
  const old: Plan = {
    ...plan,
    subject: { kind: 'command', command: ['node', 's.js', '--db-password=flag-secret'], cwd: '/' },
    factors: [{ key, levels }],
    cells: plan.cells
      .slice(0, 2)
      .map((cell, i) => ({ ...cell, id: id(i), setting: { [key]: levels[i] ?? '' } })),
    baseline: id(0),
  };
  const run = store.create(old, host);
  for (const [ordinal, i] of [0, 1, 1, 0].entries()) {
    const trial = trialOf(Math.floor(ordinal / 2), String(i), { responses: [1, 2, 3] });
    const output = [`it listens with ${levels[i]} and flag-secret`];
    store.add(run, { ...trial, ordinal, cell: id(i), setting: { [key]: levels[i] ?? '' }, output });
  }
  store.finish(run, 'finished', message('stop.all-blocks'));
  const stored = store.read(run);
  assert.doesNotMatch(JSON.stringify(stored), /secret/);
  assert.deepEqual(
    stored.plan.cells.map((cell) => cell.id),
    ['env:API_TOKEN=***1', 'env:API_TOKEN=***2'],
  );
  assert.deepEqual(
    judge(stored).summaries.map(({ cell, trials }) => [cell, trials]),
    [
      ['env:API_TOKEN=***1', 2],
      ['env:API_TOKEN=***2', 2],
    ],
  );
  assert.equal(stored.trials[0]?.output[0], 'it listens with ***1 and ***');
});

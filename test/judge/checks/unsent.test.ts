/** What was due and never sent is in no figure: it takes every word, however small its share, and hides the times of the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRows } from '../../../src/judge/checks/checks.ts';
import { observe } from '../../../src/judge/observe.ts';
import type { Observation } from '../../../src/model/observation.ts';
import { host } from '../../kit/trials.ts';
import { soundPlan, soundTrials } from './sound.ts';
import { assertEach } from '../../kit/assert.ts';

const rows = observe(soundPlan(), { ...host, logicalCpus: 3, effectiveCpus: 3 }, soundTrials());

function failing(change: (row: Observation) => Partial<Observation>) {
  const changed = rows.map((row) => ({ ...row, ...change(row) }));
  return checkRows({ rows: changed, control: null }).filter(({ outcome }) => outcome === 'fail');
}

test('one request that was due and never sent fails G1 for every metric of its setting, and D2 for its times', () => {
  const [found, hiding, ...others] = failing(({ name, cell }) =>
    cell === 'two' ? { unsent: { due: 1200, count: Number(name.startsWith('trial 2 ')) } } : {},
  );
  assert.deepEqual(others, []);
  assert.equal(found?.id, 'G1');
  assert.equal(found.effect, 'undecided');
  assert.deepEqual(found.cells, ['two']);
  assert.equal(found.metrics, undefined);
  assert.equal(hiding?.id, 'D2');
  assert.equal(hiding.effect, 'hide');
  assert.deepEqual(hiding.metrics, ['p50', 'p90', 'p99', 'mean', 'firstResponse']);
});

test('it is judged where nothing is known of the generator, and says nothing where all were sent', () => {
  const unknown = { generator: null } as const;
  assertEach(
    failing(() => ({ ...unknown, unsent: { due: 1200, count: 73 } })),
    ({ id }) => id,
    ['G1', 'D2'],
  );
  assert.deepEqual(
    failing(() => ({ unsent: { due: 1200, count: 0 } })),
    [],
  );
});

/** A server that is measured because its answers are wrong: what the checks say of it, and what they leave alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedRun } from '../../../bench/pages/stored-runs.ts';
import { judge } from '../../../src/api/verbs.ts';
import type { StoredRun } from '../../../src/store/store.ts';
import { assertEach } from '../../kit/assert.ts';
import { checkRows } from '../../../src/judge/checks/checks.ts';
import { observe } from '../../../src/judge/observe.ts';
import type { Observation } from '../../../src/model/observation.ts';
import { host } from '../../kit/trials.ts';
import { soundPlan, soundTrials } from './sound.ts';

const stored = storedRun('loop-or-threads');
const deserved = ['L1', 'F1', 'P2', 'B1', 'E2'];
const failing = (run: StoredRun) => judge(run).checks.filter(({ outcome }) => outcome === 'fail');

test('the published worker pool fails the checks that it deserves, and nothing is taken away for it', () => {
  const found = failing(stored).filter(({ id }) => deserved.includes(id));
  assertEach(found, ({ id }) => id, deserved);
  for (const { id, effect, sentence, cells } of found) {
    assert.equal(effect, 'note', id);
    assert.equal(sentence.code, 'check.expected', id);
    assert.ok(
      cells.every((cell) => cell.includes('/once-pool/')),
      id,
    );
  }
});

test('the same answers from a server that is not expected to be wrong void its setting', () => {
  const cells = stored.plan.cells.map((cell) => ({ ...cell, expectsWrong: false }));
  const { effect, cells: named } = failing({ ...stored, plan: { ...stored.plan, cells } }).find(
    ({ id }) => id === 'P2',
  ) ?? { cells: [] };
  assert.equal(effect, 'void');
  assert.equal(named.length, 4);
});

const rows = observe(soundPlan(), { ...host, logicalCpus: 3, effectiveCpus: 3 }, soundTrials());

function failed(change: (row: Observation) => Partial<Observation>) {
  const changed = rows.map((row) => ({ ...row, ...change(row) }));
  return checkRows({ rows: changed, control: null }).filter(({ outcome }) => outcome === 'fail');
}

test('one request that was due and never sent fails G1 for every metric of its setting, and D2 for its times', () => {
  const [found, hiding, ...others] = failed(({ name, cell }) =>
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
    failed(() => ({ ...unknown, unsent: { due: 1200, count: 73 } })),
    ({ id }) => id,
    ['G1', 'D2'],
  );
  assert.deepEqual(
    failed(() => ({ unsent: { due: 1200, count: 0 } })),
    [],
  );
});

/** A server that is measured because its answers are wrong: what the checks say of it, and what they leave alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { judge } from '../../../src/run/run.ts';
import type { StoredRun } from '../../../src/store/store.ts';
import { assertEach } from '../../kit/assert.ts';

const file = join(import.meta.dirname, '../../../docs/experiments/runs/loop-or-threads.json.gz');
const stored = JSON.parse(gunzipSync(readFileSync(file)).toString()) as StoredRun;
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

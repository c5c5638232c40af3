import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { judge } from '../../src/run/run.ts';
import type { StoredRun } from '../../src/store/store.ts';

/** A real run of `lab pool-size --quick` on two CPUs, the one of docs/experiments. */
const stored = JSON.parse(
  gunzipSync(
    readFileSync(join(import.meta.dirname, '../../docs/experiments/runs/pool-size.json.gz')),
  ).toString(),
) as StoredRun;

/** What was judged: the words with all that they rest on. */
function verdicts(): string {
  const { comparisons, claims, checks, noise, summaries, warnings } = judge(stored);
  return `${JSON.stringify({ claims, checks, noise, warnings, comparisons, summaries }, null, 1)}\n`;
}

test('a stored run that is judged again says the same, to the byte', () => {
  const file = join(import.meta.dirname, 'pool-size-quick.verdicts.json');
  // A better rule changes words on purpose: then the new ones are looked at, and written with UPDATE_GOLDEN=1.
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, verdicts());
  assert.equal(verdicts(), readFileSync(file, 'utf8'));
  assert.equal(verdicts(), verdicts());
});

import assert from 'node:assert/strict';
import { foundIn } from '../../src/model/verdict.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { judgedRun } from '../../bench/pages/stored-runs.ts';

/** Labels and what others wrote: the English is pinned apart, in english.txt. */
const prose = new Set(['text', 'title', 'source']);

/** What was judged of a real run on two CPUs, the one of docs/experiments: the words with all that they rest on, as codes and figures. */
function verdicts(): string {
  const result = judgedRun('pool-size') ?? assert.fail();
  const { comparisons, checks, noise, summaries, warnings } = result;
  const { claims } = foundIn(result);
  const withoutProse = (key: string, value: unknown) => (prose.has(key) ? undefined : value);
  const judged = { claims, checks, noise, warnings, comparisons, summaries };
  // What holds nothing else stands on one line.
  const innermost = /[{[][^{}[\]]*[}\]]/g;
  return `${JSON.stringify(judged, withoutProse, 1).replaceAll(innermost, (one) => one.replaceAll(/\n\s*/g, ' '))}\n`;
}

test('a stored run that is judged again says the same, to the byte', () => {
  const file = join(import.meta.dirname, 'pool-size-quick.verdicts.json');
  // A better rule changes verdicts on purpose: then the new ones are looked at, and written with UPDATE_GOLDEN=1.
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, verdicts());
  assert.equal(verdicts(), readFileSync(file, 'utf8'));
  assert.equal(verdicts(), verdicts());
});

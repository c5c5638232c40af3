/** Experiments about what newer versions of Node have, each run for real, and short. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunDocument } from '../../src/model/verdict.ts';
import { handsOverSockets, readsWholeFiles } from '../../src/topologies/guest-protocol.ts';
import { hasTest } from '../../src/lab/experiments/same-or-not.ts';
import { assertNone } from '../kit/assert.ts';
import { place } from './chokepoint.ts';

const { node } = process.versions;

/** @returns the document of a run that had no failed trial */
async function lab(...args: string[]): Promise<RunDocument> {
  using here = place();
  const { code, stderr, document } = await here.json<RunDocument>(['lab', ...args, '--json']);
  assert.equal(code, 0, stderr);
  assertNone(document.trials, ({ problem }) => problem !== null);
  return document;
}

const wordOf = ({ claims }: RunDocument, name: string) =>
  claims.find(({ id }) => id.endsWith(`/${name}`))?.verdict;

test('cluster hands connections to threads, each of which serves its own', async (t) => {
  if (!handsOverSockets(node)) return t.skip(`Node ${node} hands no connections to threads`);
  const vary = ['topology=handed-sockets,cluster', 'connections=kept,each', 'clients=3,4'];
  const result = await lab('cluster', ...vary.flatMap((one) => ['--vary', one]), '--blocks', '2');
  // A word of two blocks says little: that its figures were found is what is asked.
  for (const name of ['handed-spread', 'handed-throughput', 'handed-cheaper'])
    assert.notEqual(wordOf(result, name), 'not run', name);
});

test('pool-classes reads a small file in one job and in four', async (t) => {
  if (!readsWholeFiles(node)) return t.skip(`Node ${node} reads no file in one job`);
  const result = await lab('pool-classes', '--vary', 'kind=readfile,steps', '--blocks', '2');
  assert.deepEqual([...new Set(result.trials.map(({ cell }) => cell))].toSorted(), [
    'readfile/pool-4',
    'steps/pool-4',
  ]);
  assert.notEqual(wordOf(result, 'whole-file'), 'not run');
});

test('same-or-not judges a pair of identical servers by its requests and by its trials', async () => {
  const result = await lab('same-or-not', '--blocks', '3');
  for (const { id, verdict, evidence } of result.claims) {
    const isThere = hasTest('meanCI') || id.endsWith('trials') || id.endsWith('finds');
    assert.equal(verdict === 'not run', !isThere, id);
    if (isThere) assert.equal(evidence[0]?.n, 1, `${id}: one comparison of three trials`);
  }
});

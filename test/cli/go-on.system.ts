/** `--resume last` of a run that ended by itself: what it left open is measured on, under the same plan. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite } from 'node:test';
import { experiments } from '../../src/lab/experiments/catalogue.ts';
import { stillOpen } from '../../src/run/claims.ts';
import { openStore, type StoredRun } from '../../src/store/store.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { words } from '../kit/words.ts';
import { example, freePort, place, type Place } from './chokepoint.ts';

function stored(here: Place): StoredRun {
  using store = openStore(join(here.folder, '.chokepoint/runs.db'), 'read');
  return store.read('last');
}

/** Goes on with the last run, if it left something open, and holds what came to what was there. */
async function goesOn(here: Place, verb: string, args: readonly string[]): Promise<void> {
  const first = await here.run(args);
  assert.equal(first.code, 0, first.stderr);
  // Where the run is, also for a pipe.
  assert.match(first.stderr, /^block 1\/\d+, 0\/\d+ trials, .* left$/m);
  const before = stored(here);
  assert.equal(before.head.status, 'finished');
  const { claims = [] } = experiments.find(({ name }) => name === before.plan.name) ?? {};
  const open = stillOpen(claims, before.plan, before.host, before.trials);
  if (open.length === 0) inconclusive('everything was decided by the first trials');

  const second = await here.run([verb, '--resume', 'last']);
  assert.equal(second.code, 0, second.stderr);
  const after = stored(here);
  assert.equal(after.head.id, before.head.id);
  assert.equal(after.head.status, 'finished');
  assert.deepEqual(after.plan, before.plan);
  assert.deepEqual(after.trials.slice(0, before.trials.length), before.trials);
  const own = after.trials.slice(before.trials.length);
  assert.ok(own.length > 0);
  const cells = new Set(open.flatMap((one) => one.cells));
  assert.ok(own.every(({ cell, round = 0 }) => round >= 1 && cells.has(cell)));
}

suite('A run that ended, and left something open, goes on with --resume last:', () => {
  systemTest('a quick lab', {}, async () => {
    using here = place();
    const grid = '--vary pool=1,2,3 --vary case=2 --vary topology=node --vary answer=before';
    await goesOn(here, 'lab', words(`lab pool-size --quick ${grid} --blocks 3`));
  });

  systemTest('a sweep', {}, async () => {
    using here = place();
    const port = String(await freePort());
    const grid = `--vary env:NOTHING=a,b --vary env:PORT=${port} --load closed:2x200 --blocks 2`;
    await goesOn(
      here,
      'sweep',
      words(
        `sweep --url http://127.0.0.1:${port}/ ${grid} -- '${process.execPath}' '${example('http-files.mjs')}'`,
      ),
    );
  });
});

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostConditions } from '../../src/host/host.ts';
import type { Plan } from '../../src/model/plan.ts';
import { lab } from '../../src/lab/lab.ts';
import { resumed, withContestants } from '../../src/run/begin.ts';
import type { Engine, LoadJob } from '../../src/load/engine.ts';
import { engineOf, scriptHash } from '../../src/run/engines.ts';
import type { Store, StoredRun } from '../../src/store/store.ts';
import { emptyFolder } from '../kit/place.ts';
import { fakeEngine } from '../load/fake-engine.ts';
import { planOf } from '../kit/trials.ts';
import { contestantIds } from '../../src/model/contestant.ts';
import type { Contestant } from '../../src/model/schema/contestant.ts';

test('a stored run is not gone on with where its k6 script was edited, or is gone', () => {
  const script = join(emptyFolder('stored-scripts'), 'shop.js');
  writeFileSync(script, 'export default () => {};');
  const plan = loadedBy({ name: 'k6', script, sha256: scriptHash(script) });
  const isOther = { code: 'RUN_NOT_RESUMABLE', why: /SHA-256 of .*shop\.js: [0-9a-f]{12}, now / };
  goOn(plan);
  writeFileSync(script, 'export default () => { again(); };');
  assert.throws(() => goOn(plan), isOther);
  rmSync(script);
  assert.throws(() => goOn(plan), isOther);
  goOn(loadedBy({ name: 'k6', script }));
});

test('a script that is edited while it is measured with ends the trial', async () => {
  const script = join(emptyFolder('stored-scripts'), 'shop.js');
  writeFileSync(script, 'export default () => {};');
  const [cell] = loadedBy({ name: 'k6', script, sha256: scriptHash(script) }).cells;
  assert.ok(cell);
  const fake = fakeEngine({ serviceTime: 1 });
  const asked: string[] = [];
  const engine: Engine = {
    ...fake,
    withScript: (of) => ({
      ...fake,
      run: () => Promise.reject(new Error(`asked with ${asked.push(of)}`)),
    }),
  };
  const run = () => engineOf(cell, engine).run({} as LoadJob);
  await assert.rejects(run, /asked with 1/);
  writeFileSync(script, 'export default () => { again(); };');
  await assert.rejects(run, { code: 'K6_EDITED' });
  rmSync(script);
  await assert.rejects(run, { code: 'K6_EDITED' });
  assert.deepEqual(asked, [script]);
});

/** By a store that would let it. */
function goOn(plan: Plan): void {
  const stored = { head: { id: '20261123' }, plan, host: hostConditions() };
  const store = { resume: () => ({ trials: [] }) };
  resumed(stored as unknown as StoredRun, store as unknown as Store, {});
}

function loadedBy(engine: Plan['cells'][number]['engine']): Plan {
  const plan = planOf('4', '16');
  return { ...plan, cells: plan.cells.map((cell) => ({ ...cell, engine })) };
}

test('a stored run starts nothing that only its store names', async () => {
  const launch = { file: '/tmp/planted', args: [], env: {} };
  const contestants: Contestant[] = contestantIds.map((id, index) => ({
    id,
    state: index % 2 === 0 ? 'missing' : 'broken',
    versions: {},
    launch,
  }));
  const stored: Pick<Plan, 'contestants'> = { contestants };
  const plan = await withContestants('20261123', stored as Plan, {}, lab);
  assert.equal(plan.contestants?.length, contestantIds.length);
  assert.ok(plan.contestants.every((one) => one.launch === undefined));
});

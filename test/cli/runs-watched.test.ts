import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { message } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialsOf } from '../kit/trials.ts';
import { watchDocument } from '../../src/cli/output/watch-output.ts';
import { jsonText } from '../../src/messages/message.ts';
import { storedLook } from '../judges/render.ts';
import { words } from '../kit/words.ts';
import { place } from './chokepoint.ts';

const recorded = new URL('../golden/recorded-watch.json', import.meta.url).pathname;

test('A watch of the doctor, which is in no store, is shown by its id', async () => {
  using here = place();
  const folder = join(here.folder, '.chokepoint', 'reports', '20261122-105308-1766');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  cpSync(recorded, join(folder, 'watch.json'));
  const shown = await here.run('runs show 20261122-105308-1766 --json');
  const { diagnosis } = JSON.parse(shown.stdout) as { diagnosis: { status: string } };
  assert.equal(diagnosis.status, 'bottleneck');
  // It has no trials that could be compared or exported; and its page was not written here.
  for (const action of ['compare last', 'export', 'report']) {
    const other = await here.run([...words(`runs ${action}`), '20261122-105308-1766']);
    assert.match(other.stderr, /\[RUN_WITHOUT_TRIALS\]/, action);
    assert.doesNotMatch(other.stderr, /runs (?:list|report)/, 'what was typed is no advice');
  }
  writeFileSync(join(folder, 'report.html'), '');
  const { stdout } = await here.run('runs report 20261122-105308-1766 --json');
  const { report } = JSON.parse(stdout) as { report: string };
  assert.equal(report, join('.chokepoint', 'reports', '20261122-105308-1766', 'report.html'));
});

test('The newest comes first, whatever it is, and first looks are compared by their proofs', async () => {
  using here = place();
  const reports = join(here.folder, '.chokepoint', 'reports');
  const ids: string[] = [];
  {
    using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'write');
    for (const look of ['look-a', 'look-b']) {
      const id = store.create(planOf('1', '4'), host);
      const trials = trialsOf({ 1: [100, 102], 4: [200, 205] });
      for (const [ordinal, trial] of trials.entries()) store.add(id, { ...trial, ordinal });
      store.finish(id, 'finished', message('stop.all-blocks'));
      ids.unshift(id);
      const folder = join(reports, look);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'watch.json'), JSON.stringify({ look: { proof: { run: id } } }), {
        mode: 0o600,
      });
    }
  }
  const at = Date.now() + 1;
  const summary = { schema: 1, verb: 'find', title: '', route: '', key: '', at, badge: '', tone: 'good' };
  writeFileSync(join(reports, 'look-b', 'report.html'), '');
  writeFileSync(
    join(reports, 'look-b', 'summary.json'),
    JSON.stringify({ ...summary, sentence: '', figure: null }),
    { mode: 0o600 },
  );
  const { stdout } = await here.run('runs');
  assert.deepEqual(
    stdout.split('\n').flatMap((line) => /^(?:look-b|\d{8}\S*)/.exec(line) ?? []),
    ['look-b', ...ids],
  );
  const compared = await here.run('runs compare look-a look-b --json');
  const { a, b } = JSON.parse(compared.stdout) as { a: { id: string }; b: { id: string } };
  assert.deepEqual([b.id, a.id], ids);
});

test('A first look is shown with its proof and its next step, as it was told when it was made', async () => {
  using here = place();
  for (const name of ['look-proved', 'look-healthy'] as const) {
    const judged = storedLook(name);
    const folder = join(here.folder, '.chokepoint', 'reports', judged.watch.id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { watch, look } = judged;
    writeFileSync(join(folder, 'watch.json'), JSON.stringify({ ...watch, look }));
    const { stdout } = await here.run(`runs show ${judged.watch.id} --json --brief`);
    assert.deepEqual(JSON.parse(stdout), JSON.parse(jsonText(watchDocument(judged, { brief: true }))));
  }
});

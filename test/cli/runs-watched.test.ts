import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
  const shown = await here.run(words('runs show 20261122-105308-1766 --json'));
  const { diagnosis } = JSON.parse(shown.stdout) as { diagnosis: { status: string } };
  assert.equal(diagnosis.status, 'bottleneck');
  // It has no trials that could be compared or exported; and its page was not written here.
  for (const line of [
    'compare 20261122-105308-1766 last',
    'export 20261122-105308-1766',
    'report 20261122-105308-1766',
  ]) {
    const other = await here.run(words(`runs ${line}`));
    assert.match(other.stderr, /runs report 20261122-105308-1766[^]*\[RUN_NOT_FOUND\]/, line);
  }
  writeFileSync(join(folder, 'report.html'), '');
  const { stdout } = await here.run(words('runs report 20261122-105308-1766 --json'));
  const { report } = JSON.parse(stdout) as { report: string };
  assert.equal(report, join('.chokepoint', 'reports', '20261122-105308-1766', 'report.html'));
});

test('A first look is shown with its proof and its next step, as it was told when it was made', async () => {
  using here = place();
  for (const name of ['look-proved', 'look-healthy'] as const) {
    const judged = storedLook(name);
    const folder = join(here.folder, '.chokepoint', 'reports', judged.watch.id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { watch, look } = judged;
    writeFileSync(join(folder, 'watch.json'), JSON.stringify({ ...watch, look }));
    const { stdout } = await here.run(words(`runs show ${judged.watch.id} --json --brief`));
    assert.deepEqual(JSON.parse(stdout), JSON.parse(jsonText(watchDocument(judged, { brief: true }))));
  }
});

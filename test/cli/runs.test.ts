import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { briefText } from '../../src/messages/brief.ts';
import { message } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { recordedWatch } from '../kit/recorded.ts';
import { host, planOf, trialsOf } from '../kit/trials.ts';
import { watchDocument } from '../../src/cli/output/watch-output.ts';
import { storedLook } from '../judges/render.ts';
import { onTerminal, place, withoutTerminal, type Place } from './chokepoint.ts';

/** A place with a run that has ended. @returns its id */
function stored(here: Place): string {
  using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'write');
  const id = store.create(planOf('1', '4'), host);
  store.finish(id, 'finished', message('stop.all-blocks'));
  return id;
}

function idsIn(here: Place): readonly string[] {
  using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'read');
  return store.list().map(({ id }) => id);
}

/** Types an answer when it is asked. @returns what the terminal showed */
async function answered(here: Place, answer: string): Promise<string> {
  const running = onTerminal(here, 'runs rm last');
  await running.says(/\[y\/N\]/);
  running.child.stdin?.write(`${answer}\n`);
  return (await running.end).stdout;
}

suite('A run is removed', () => {
  test('with --yes', async () => {
    using here = place();
    const id = stored(here);
    assert.equal((await here.run('runs rm last --yes')).stdout, `Removed ${id}.\n`);
    assert.deepEqual(idsIn(here), []);
  });

  test('by nobody who was not asked', async () => {
    using here = place();
    const id = stored(here);
    const { code, stderr } = await here.run('runs delete last');
    assert.equal(code, 2);
    assert.match(stderr, /\[CONFIRMATION_MISSING\]/);
    assert.deepEqual(idsIn(here), [id]);
  });

  test('on a terminal by whoever says yes', { skip: withoutTerminal }, async () => {
    using here = place();
    const id = stored(here);
    await answered(here, '');
    await answered(here, 'n');
    assert.deepEqual(idsIn(here), [id]);
    assert.match(await answered(here, 'y'), /Removed /);
    assert.deepEqual(idsIn(here), []);
  });
});

test('A watch of the doctor, which is in no store, is shown by its id', async () => {
  using here = place();
  const id = '20261122-105308-1766';
  const folder = `.chokepoint/reports/${id}`;
  here.write(`${folder}/watch.json`, readFileSync(recordedWatch, 'utf8'));
  const shown = await here.json<{ diagnosis: Diagnosis }>(`runs show ${id} --json`);
  assert.equal(shown.document.diagnosis.status, 'bottleneck');
  // It has no trials that could be compared or exported; and its page was not written here.
  for (const line of [`runs compare last ${id}`, `runs export ${id}`, `runs report ${id}`]) {
    const other = await here.run(line);
    assert.match(other.stderr, /\[RUN_WITHOUT_TRIALS\]/, line);
    assert.doesNotMatch(other.stderr, /runs (?:list|report)/, 'what was typed is no advice');
  }
  here.write(`${folder}/report.html`, '');
  const { document } = await here.json<{ report: string }>(`runs report ${id} --json`);
  assert.equal(document.report, join(folder, 'report.html'));
});

test('The newest comes first, whatever it is, and first looks are compared by their proofs', async () => {
  using here = place();
  const reports = '.chokepoint/reports';
  const ids: string[] = [];
  for (const look of ['look-a', 'look-b']) {
    using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'write');
    const id = store.create(planOf('1', '4'), host);
    const trials = trialsOf({ 1: [100, 102], 4: [200, 205] });
    for (const [ordinal, trial] of trials.entries()) store.add(id, { ...trial, ordinal });
    store.finish(id, 'finished', message('stop.all-blocks'));
    ids.unshift(id);
    here.write(`${reports}/${look}/watch.json`, { look: { proof: { run: id } } });
  }
  const told = { schema: 1, verb: 'find', title: '', route: '', key: '', badge: '', tone: 'good' };
  here.write(`${reports}/look-b/report.html`, '');
  here.write(`${reports}/look-b/summary.json`, { ...told, sentence: '', at: Date.now() + 1, figure: null });
  const { stdout } = await here.run('runs');
  const listed = stdout.split('\n').flatMap((line) => /^(?:look-b|\d{8}\S*)/.exec(line) ?? []);
  assert.deepEqual(listed, ['look-b', ...ids]);
  const compared = await here.json<{ a: { id: string }; b: { id: string } }>(
    'runs compare look-a look-b --json',
  );
  const { a, b } = compared.document;
  assert.deepEqual([b.id, a.id], ids);
  const same = await here.run('runs compare look-a look-a');
  assert.match(same.stderr, /\[OPTION_INVALID\]/);
  here.write(`${reports}/look-b/watch.json`, 'cut o');
  const { stderr } = await here.run('runs compare look-a look-b');
  assert.match(stderr, /\[RUN_WITHOUT_TRIALS\]/);
});

test('A first look is shown with its proof and its next step, as it was told when it was made', async () => {
  using here = place();
  for (const name of ['look-proved', 'look-healthy'] as const) {
    const judged = storedLook(name);
    const { watch, look } = judged;
    here.write(`.chokepoint/reports/${watch.id}/watch.json`, { ...watch, look });
    const { stdout } = await here.run(`runs show ${watch.id} --json --brief`);
    assert.equal(stdout.trimEnd(), briefText(watchDocument(judged, { brief: true })));
  }
});

/** The data of a page lies beside it, and the page links it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, suite } from 'node:test';
import { documentOf } from '../../src/model/verdict.ts';
import { readWatch } from '../../src/cli/options/read-input.ts';
import { writeWatch } from '../../src/cli/output/watch-output.ts';
import { watchPage } from '../../src/report/pages/find.ts';
import {
  collectionDocument,
  resultDocument,
  writeCollection,
  writeReport,
} from '../../src/cli/output/reports.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { briefText } from '../../src/messages/brief.ts';
import { csv } from '../../src/report/formats/csv.ts';
import { html } from '../../src/report/report.ts';
import { emptyFolder } from '../kit/place.ts';
import { recordedWatch } from '../kit/recorded.ts';
import { fixture } from './fixture.ts';

const folder = emptyFolder('downloads');
const linked = (page: string) => [...page.matchAll(/<a download href="([^"]+)"/g)].map(([, name]) => name);
/** The text of each file that the page links. */
const downloads = (file: string) =>
  Object.fromEntries(
    linked(readFileSync(file, 'utf8')).map((name = '') => [
      name,
      readFileSync(join(dirname(file), name), 'utf8'),
    ]),
  );

test('the page of a run links its data as JSON, as CSV and as Markdown', async () => {
  const result = fixture({ kind: 'sweep' });
  const files = downloads(await writeReport(result, join(folder, 'run')));
  assert.deepEqual(Object.keys(files), ['report.json', 'report.csv', 'report.md']);
  const found = JSON.parse(files['report.json'] ?? '') as typeof result;
  assert.deepEqual(found.summaries, JSON.parse(JSON.stringify(resultDocument(result).summaries)));
  assert.equal(files['report.csv'], csv(result));
});

test('the brief document has what decides at the places of the whole one, in at most 2 kB', () => {
  const result = fixture();
  const documents = [
    resultDocument(result, null, { brief: true }),
    collectionDocument({ results: [result, result], failed: [], left: [] }, { brief: true }),
  ].map((one) => briefText(one));
  for (const text of documents) assert.ok(Buffer.byteLength(text) <= 2048, String(Buffer.byteLength(text)));
  const brief = JSON.parse(documents[0] ?? '') as ReturnType<typeof documentOf<typeof result>>;
  const whole = documentOf(result);
  assert.equal(brief.run.id, whole.run.id);
  assert.equal(brief.claims[0]?.verdict, whole.claims[0]?.verdict);
  const [one] = brief.comparisons;
  const same = whole.comparisons.find(({ cell, metric }) => cell === one?.cell && metric === one.metric);
  assert.ok(one && same);
  assert.equal(one.word, same.word);
  for (const bound of ['value', 'low', 'high'] as const)
    assert.equal(one.ratio[bound], Number(same.ratio[bound].toPrecision(4)));
  assert.ok('headline' in brief);
  for (const key of ['trials', 'measurements', 'passages']) assert.ok(!(key in brief), key);
});

test('the page of several experiments links one table for each', async () => {
  const collection = { results: [fixture()], failed: [], left: [] };
  const files = downloads(await writeCollection(collection, join(folder, 'lab')));
  assert.deepEqual(Object.keys(files), ['report.json', 'pool-size.csv', 'report.md']);
});

test('the page of the doctor links the watch, which can be judged again, and the diagnosis', async () => {
  const watch = readWatch(recordedWatch);
  const report = { watch, diagnosis: diagnose(watch), deeper: null };
  const file = await writeWatch(report, watchPage(report), join(folder, 'doctor'));
  const files = downloads(file);
  assert.deepEqual(Object.keys(files), ['watch.json', 'diagnosis.json']);
  const again = diagnose(readWatch(join(folder, 'doctor/watch.json')));
  assert.equal(again.status, report.diagnosis.status);
});

test('a page that is made without files links none', async () => {
  assert.deepEqual(linked(await html(fixture())), []);
});

/** The cells of the second line, where nothing is quoted. */
function cells(level: string | number): readonly string[] {
  const run = fixture({ pools: [1, 2], blocks: 1, failing: null });
  const trials = run.trials.map((trial) => ({ ...trial, setting: { pool: level } }));
  return (
    csv({ ...run, trials })
      .split('\r\n')[1]
      ?.split(',') ?? []
  );
}

suite('An exported cell', () => {
  for (const text of ['=1+1', "=HYPERLINK('http://x')", '+cmd', '-cmd|x', '@SUM(A1)', '\tx']) {
    test(`that would be a formula stays the text ${JSON.stringify(text)}`, () => {
      assert.ok(cells(text).includes(`'${text}`), cells(text).join(' | '));
    });
  }

  for (const level of [-1, '-1.5', '+3', 'a=b', 'node', 4]) {
    test(`that is ${JSON.stringify(level)} stays as it is`, () =>
      assert.ok(cells(level).includes(`${level}`)));
  }

  test('of a name that would be one is a text too', () => {
    const run = fixture({ pools: [1, 2], blocks: 1, failing: null });
    const factors = [{ key: '=1+1', levels: [1] }];
    assert.match(csv({ ...run, plan: { ...run.plan, factors } }), /^ordinal,block,cell,'=1\+1,/);
  });
});

/** The page over all reports, with the files as the command line writes them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { readWatch } from '../../../src/cli/options/read-input.ts';
import { writeWatch } from '../../../src/cli/output/watch-output.ts';
import { watchPage } from '../../../src/report/pages/find.ts';
import { writeReport } from '../../../src/cli/output/reports.ts';
import { defaultReports } from '../../../src/cli/output/reports-index.ts';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import { readSummary, runSummary, type ReportSummary } from '../../../src/report/outline/report-summary.ts';
import { judge } from '../../../src/run/judge.ts';
import { results } from '../../judges/render.ts';
import { emptyFolder } from '../../kit/place.ts';
import { recordedWatch } from '../../kit/recorded.ts';
import { fixture } from '../fixture.ts';
import { hostile, plant, written } from './reports-fixture.ts';

process.chdir(emptyFolder('index'));

const index = () => readFileSync(join(defaultReports, 'index.html'), 'utf8');
const linked = () => [...index().matchAll(/<h3[^>]*><a href="([^"]+)"/g)].map(([, href = '']) => href);
const summaryOf = (folder: string) =>
  readSummary(readFileSync(join(defaultReports, folder, 'summary.json'), 'utf8'));

before(() => written());

test('the index links every report, the newest first', () => {
  assert.deepEqual(linked(), ['third/report.html', 'second/report.html', 'first/report.html']);
  for (const href of linked()) assert.ok(existsSync(join(defaultReports, href)), href);
  assert.ok(readFileSync(join(defaultReports, 'first/report.html'), 'utf8').includes('href="../index.html"'));
});

test('what was measured several times has a trend with a point and an interval for each run', () => {
  assert.equal(index().match(/<g class="datum">/g)?.length, 3);
  assert.equal(index().match(/class="whisker /g)?.length, 3);
  const figure = summaryOf('first')?.figure;
  assert.ok(figure && figure.low !== null && figure.high !== null);
  assert.ok(figure.low < figure.value && figure.value < figure.high);
});

test('a report of the doctor joins it, and another command gets no share of a trend', async () => {
  const watch = readWatch(recordedWatch);
  const report = { watch, diagnosis: diagnose(watch), deeper: null };
  await writeWatch(report, watchPage(report), join(defaultReports, 'doctor'));
  assert.equal(linked().length, 4);
  assert.equal(summaryOf('doctor')?.verb, 'doctor');
  assert.equal(index().match(/<g class="datum">/g)?.length, 3);
});

test('a report in a folder of the user is in no index, and links none', async () => {
  const page = readFileSync(await writeReport(fixture(), 'own'), 'utf8');
  assert.ok(!page.includes('index.html'));
  assert.ok(!existsSync(join('own', 'summary.json')));
  assert.ok(!existsSync('index.html'));
});

test('text of others in a summary stays text', async () => {
  plant('x"><script>', hostile);
  await writeReport(fixture({ kind: 'sweep' }), join(defaultReports, 'first'));
  assert.ok(linked().includes(`${encodeURIComponent('x"><script>')}/report.html`));
  assert.equal(index().match(/<script/g)?.length, 1);
  assert.ok(!index().includes('\u202E'));
});

const bad: readonly (readonly [what: string, summary: string])[] = [
  ['no JSON', '{'],
  ['another version', JSON.stringify({ ...hostile, schema: 2 })],
  ['an unknown tone', JSON.stringify({ ...hostile, tone: 'x" onclick="' })],
  ['a date beyond all dates', JSON.stringify({ ...hostile, at: 1e300 })],
  ['a figure without a value', JSON.stringify({ ...hostile, figure: { label: '', text: '' } })],
  ['a text of a megabyte', JSON.stringify({ ...hostile, title: 'x'.repeat(1e6) })],
];
for (const [what, text] of bad) {
  test(`a bad summary is skipped: ${what}`, async () => {
    const known = linked().length;
    plant('bad', text);
    await writeReport(fixture({ kind: 'sweep' }), join(defaultReports, 'first'));
    assert.equal(linked().length, known);
  });
}

test('the index shows 500 reports at most', async () => {
  for (let i = 0; i < 501; i++) plant(`many-${i}`, hostile);
  mkdirSync(join(defaultReports, 'empty'));
  writeFileSync(join(defaultReports, 'file'), '');
  await writeReport(fixture({ kind: 'sweep' }), join(defaultReports, 'first'));
  assert.equal(linked().length, 500);
  assert.ok(linked().includes('first/report.html'));
});

test('a capacity that nothing bounds from above has a summary too', () => {
  const stored = results['capacity-interval']?.();
  assert.ok(stored?.kind === 'run');
  const result = judge(stored.run);
  assert.ok(result.answer.kind === 'capacity');
  const { capacity } = result.answer;
  const findings = capacity.findings.map((one) => ({
    ...one,
    rate: one.rate && { ...one.rate, high: null },
  }));
  const open = { ...result, answer: { ...result.answer, capacity: { ...capacity, findings } } };
  const figure = readSummary(JSON.stringify(runSummary(open)))?.figure;
  assert.deepEqual(figure && [figure.value, figure.low], [findings[0]?.about, null]);
});

test('a summary is read as it was written', () => {
  const one: ReportSummary = { ...hostile, title: 'Sweep: node a.js' };
  assert.deepEqual(readSummary(JSON.stringify(one))?.title, one.title);
});

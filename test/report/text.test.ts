import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { hasCode } from '../../src/messages/message.ts';
import { headline } from '../../src/report/outline/headline.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { metrics } from '../../src/model/verdict.ts';
import { text } from '../../src/report/report.ts';
import { textWidth } from '../../src/format/width.ts';
import { fixture, labAnswer } from './fixture.ts';

const plain = (result: ReturnType<typeof fixture>, columns = 80) =>
  text(result, { columns, color: false, detail: 'verbose' });
const mixed = () =>
  fixture({ topologies: ['node', 'pm2-cluster'], answers: ['before', 'after'], pools: [1, 4, 16, 1024] });

test('of settings that are equally good, the smallest is named', () => {
  const said = headline(shownRun(fixture({ kind: 'sweep', seed: 3 })));
  assert.ok(hasCode(said, 'headline.best'), said.code);
  assert.deepEqual([said.params.best, said.params.baseline], ['pool 16', 'pool 4']);
});

for (const columns of [60, 80, 100, 140]) {
  test(`no line is wider than a terminal of ${columns} columns, save the command to repeat the run`, () => {
    for (const result of [fixture(), fixture({ kind: 'sweep' }), mixed()]) {
      const lines = plain(result, columns).split('\n');
      const wide = lines.filter(
        (line) => textWidth(line) > columns && !line.trimStart().startsWith('chokepoint '),
      );
      assert.deepEqual(wide, []);
    }
  });
}

test('every setting keeps its row at 80 columns: throughput with its interval stays, p90 gives way', () => {
  const lines = plain(fixture()).split('\n');
  const header = lines.findIndex((line) => /^pool .*requests\/s/.test(line));
  assert.ok(!lines[header]?.includes('method'));
  const rows = lines.slice(header + 2, header + 8);
  for (const [i, pool] of [1, 4, 8, 16, 64, 1024].entries()) {
    assert.match(rows[i] ?? '', new RegExp(`^ *${pool} .*\\[[\\d.,]+–[\\d.,]+\\]`));
  }
});

test("the article's table of ten columns stands in one piece at 80 columns", () => {
  const rows = plain(fixture())
    .split('\n')
    .filter((line) => line.includes('6.684'));
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? '', /0\.522 6\.684 +3\.613 +0\.510 6\.440 +3\.550$/);
});

test('colour changes nothing that is said', () => {
  const result = fixture();
  const coloured = text(result, { columns: 80, color: true, detail: 'verbose' });
  assert.ok(coloured.includes('\u001B['));
  assert.equal(stripVTControlCharacters(coloured), plain(result));
  assert.ok(!plain(result).includes('\u001B['));
});

test('each claim has its word, its reason, and its evidence with intervals', () => {
  const report = plain(fixture());
  assert.match(report, /^refuted 1$/m);
  assert.match(report, /^ {2}UV_THREADPOOL_SIZE의/m);
  assert.match(report, /jobs per second at pool 16 ÷ pool 4 +2\.94 +2\.81–3\.08 +4/);
});

test('a failed trial is told with its code, what to do, and the last lines of the server', () => {
  const report = plain(fixture());
  assert.match(report, /SERVER_EXITED/);
  assert.match(report, /What to do: Start the same command by hand/);
  assert.match(report, /Error: listen EADDRINUSE/);
  assert.match(report, /trial 10 \(pool \d+\)/);
  assert.match(report, /3 of 4/);
});

test('control characters that a server wrote cannot reach the terminal', () => {
  const result = fixture();
  const trials = result.trials.map((trial) =>
    trial.problem === null ? trial : { ...trial, output: ['\u001B]0;owned\u0007\u001B[2Jgone\rback'] },
  );
  assert.deepEqual(plain({ ...result, trials }).match(/(?!\n)\p{Cc}/gu), null);
});

test('settings that answer before their work are counted by their jobs alone', () => {
  const report = plain(mixed(), 120).replaceAll(/\s+/g, ' ');
  assert.match(report, /8 settings that answer before the work is done are left out/);
  assert.ok(!/throughput +\d+ node before/.test(report));
  assert.ok(report.includes(`${metrics.jobMean.label} 16 node before`));
});

test('a run without a single result says so', () => {
  const nothing = { trials: [], measurements: [], comparisons: [], answer: labAnswer([]), passages: [] };
  const result = fixture();
  const summaries = result.summaries.map((one) => ({ ...one, trials: 0, failed: 4, metrics: {} }));
  assert.match(plain({ ...result, ...nothing, summaries }), /Nothing was measured/);
});

test('a run of one block has figures, but no intervals', () => {
  const report = plain(fixture({ blocks: 1, failing: null }));
  assert.match(report, /nothing was compared|Of 4 claims/);
  assert.ok(!report.includes('null') && !report.includes('NaN') && !report.includes('Infinity'));
});

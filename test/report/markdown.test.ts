import assert from 'node:assert/strict';
import { foundIn } from '../../src/model/verdict.ts';
import { suite, test } from 'node:test';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';
import { escaped } from '../../src/report/render/markdown.ts';
import { markdown } from '../../src/report/report.ts';
import { judge } from '../../src/run/judge.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { unzipped } from '../kit/recorded.ts';
import { head } from '../kit/trials.ts';
import { fixture, labAnswer } from './fixture.ts';

/** Cells of a row: what stands between bars that are not escaped. */
const cells = (row: string) => row.split(/(?<!\\)\|/).length - 2;

function requireTable(report: string): void {
  const lines = report.split('\n');
  for (const rule of [...lines.keys()].filter((i) => /^\| :?-{3}/.test(lines[i] ?? ''))) {
    const expected = cells(lines[rule - 1] ?? '');
    for (let i = rule; lines[i]?.startsWith('|'); i++)
      assert.equal(cells(lines[i] ?? ''), expected, lines[i] ?? '');
  }
}

suite('As Markdown, every stored run', () => {
  assert.ok(storedNames.length >= 5);
  for (const name of storedNames) {
    test(`${name} has at most 40 lines: its result, claims, quality and the next command`, () => {
      const result = judgedRun(name) ?? assert.fail();
      const report = markdown(result);
      const lines = report.trimEnd().split('\n');
      assert.ok(lines.length <= 40, `${lines.length} lines`);
      assert.equal(lines.filter((line) => line.startsWith('# ')).length, 1);
      assert.ok(foundIn(result).claims.some(({ text }) => report.includes(escaped(text))));
      assert.match(lines.at(-1) ?? '', /`chokepoint [^`]+`/);
      requireTable(report);
    });
  }

  test('of a search has at most 40 lines, what to set first', () => {
    const report = markdown(judge({ ...(unzipped('tune/recorded-tune.json.gz') as StoredRun), head }));
    assert.ok(report.trimEnd().split('\n').length <= 40);
    assert.ok(report.indexOf('UV\\_THREADPOOL\\_SIZE=4') < report.indexOf('| pool |'));
    requireTable(report);
  });
});

test('decided claims come before open ones, and a sweep gives the line to paste', () => {
  const lab = markdown(fixture());
  requireTable(lab);
  const sweep = markdown(fixture({ kind: 'sweep' }));
  requireTable(sweep);
  assert.match(sweep, /`UV_THREADPOOL_SIZE=16 node --env-file=\.env server\.js`/);
});

test('what a claim says can be no markup', () => {
  const result = fixture();
  const [claim] = foundIn(result).claims;
  assert.ok(claim);
  const text = 'a | b\n<img src=x onerror=alert(1)> [link](javascript:alert(1)) *bold* `code`';
  const report = markdown({
    ...result,
    answer: labAnswer([{ ...claim, verdict: 'holds', text, evidence: [] }]),
  });
  assert.ok(!/(?<!\\)<img/.test(report));
  assert.ok(!/(?<!\\)\[link/.test(report));
  assert.match(report, /a \\\| b \\<img/);
});

test('a command stays inside its backticks, whatever it contains', () => {
  const result = fixture({ kind: 'sweep' });
  const subject = { kind: 'command' as const, command: ['node', 'a`b``c.js'], cwd: '/' };
  const report = markdown({ ...result, plan: { ...result.plan, subject } });
  assert.match(report, /``` [^\n]*a`b``c\.js[^\n]* ```/);
});

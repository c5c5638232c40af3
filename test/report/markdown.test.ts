import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown } from '../../src/report/formats/markdown.ts';
import { fixture } from './fixture.ts';

/** Cells of a row: what stands between bars that are not escaped. */
const cells = (row: string) => row.split(/(?<!\\)\|/).length - 2;

test('every row of a table has as many cells as its header', () => {
  const lines = markdown(fixture()).split('\n');
  const rules = [...lines.keys()].filter((i) => /^\| :?-{3}/.test(lines[i] ?? ''));
  assert.ok(rules.length >= 6);
  for (const rule of rules) {
    const expected = cells(lines[rule - 1] ?? '');
    for (let i = rule; lines[i]?.startsWith('|'); i++)
      assert.equal(cells(lines[i] ?? ''), expected, lines[i] ?? '');
  }
});

test('what a claim or a server says can be no markup', () => {
  const result = fixture();
  const [claim] = result.claims;
  assert.ok(claim);
  const text = 'a | b\n<img src=x onerror=alert(1)> [link](javascript:alert(1)) *bold* `code`';
  const report = markdown({ ...result, claims: [{ ...claim, text, evidence: [] }] });
  assert.ok(!/(?<!\\)<img/.test(report));
  assert.ok(!/(?<!\\)\[link/.test(report));
  assert.match(report, /a \\\| b \\<img/);
});

test("a server's output stays inside its fence, whatever it contains", () => {
  const result = fixture();
  const trials = result.trials.map((trial) =>
    trial.problem === null ? trial : { ...trial, output: ['```', '# not a heading'] },
  );
  assert.match(markdown({ ...result, trials }), /^````\n```\n# not a heading\n````$/m);
});

test('warnings come before the first figure', () => {
  const report = markdown(fixture());
  assert.ok(report.indexOf('> [!WARNING]') < report.indexOf('## Claims'));
});

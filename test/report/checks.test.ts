import { message, quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../src/model/check.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { checkBalance, checkTable, failedChecks } from '../../src/report/outline/checks.ts';
import { html, text } from '../../src/report/report.ts';
import { fixture } from './fixture.ts';
import { assertEach } from '../kit/assert.ts';

const check = (id: CheckResult['id'], change: Partial<CheckResult>): CheckResult => ({
  id,
  title: `what ${id} wants`,
  outcome: 'pass',
  effect: 'note',
  sentence: quoted(`The numbers of ${id}.`),
  cells: [],
  evidence: [],
  ...change,
});

const sweep = fixture({ kind: 'sweep', failing: null });
const cell = sweep.plan.cells[1]?.id ?? '';
const checks = [
  check('L1', {}),
  check('F1', { outcome: 'not applicable' }),
  check('M1', { outcome: 'fail', effect: 'undecided', cells: [cell] }),
  check('D1', { outcome: 'fail' }),
  check('R1', { outcome: 'fail', effect: 'silence' }),
];
const result: RunResult = {
  ...sweep,
  checks,
  comparisons: sweep.comparisons.map((one) => ({
    ...one,
    word: 'undecided',
    withheld: message('check.withheld', {
      check: 'R1',
      setting: null,
      others: 0,
      isWorstOfAll: false,
      sentence: quoted('The numbers of R1.'),
    }),
  })),
};

test('failed checks are told by what they take: silence first, notes last', () => {
  assertEach(failedChecks(result), ({ id, consequence }) => [id, consequence], [
    ['R1', 'No verdict is given.'],
    ['M1', 'Verdicts on 1 setting are withheld.'],
    ['D1', ''],
  ]);
});

test('the table has every check in its own order, with outcome and numbers', () => {
  assertEach(checkTable(result).rows, ([id, outcome]) => `${id?.text} ${outcome?.text}`, [
    'L1 pass',
    'F1 –',
    'M1 FAIL',
    'D1 FAIL',
    'R1 FAIL',
  ]);
  assert.equal(checkBalance(result), '1 of 5 checks passed, 3 failed, 1 was not applicable.');
});

test('in every report the failed checks stand before the figures', async () => {
  const options = { columns: 100, color: false, detail: 'verbose' } as const;
  for (const [report, figures] of [
    [text(result, options), 'Response times of each setting'],
    [await html(result), 'id="settings"'],
  ] as const) {
    const at = report.indexOf('The numbers of R1.');
    assert.ok(at > 0 && at < report.indexOf(figures), figures);
    assert.ok(report.includes('3 failed'));
  }
});

test('a word that was withheld names the check that took it', () => {
  assert.match(text(result, { columns: 120, color: false, detail: 'verbose' }), /undecided \[R1\]/);
});

test('a run that was judged before there were checks has no such section', () => {
  const old = { ...result, checks: [] };
  assert.doesNotMatch(text(old, { columns: 100, color: false, detail: 'verbose' }), /Validity checks/);
});

test('in a terminal each failed check has one place, and the tick counts what passed', () => {
  const lines = text(result, { columns: 100, color: false, detail: 'normal' })
    .split('\n')
    .map((line) => line.slice(10));
  const marked = lines.filter((line) => /^[✗✓]/.test(line) && /\b(?:R1|M1|D1|passed)\b/.test(line));
  assertEach(marked, (line) => [line[0], line.match(/\b[A-Z]\d\b/g)?.at(-1)], [
    ['✗', 'R1'],
    ['✗', 'M1'],
    ['✓', 'D1'],
  ]);
});

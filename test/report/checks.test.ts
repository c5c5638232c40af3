import assert from 'node:assert/strict';
import { test, suite } from 'node:test';
import { quoted, say } from '../../src/messages/message.ts';
import type { CheckResult } from '../../src/model/check.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { checkBalance, checkTable, failedChecks } from '../../src/report/outline/checks.ts';
import { html, text } from '../../src/report/report.ts';
import { assertEach } from '../kit/assert.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import type { GeneratorShare, Trial } from '../../src/model/sample.ts';
import { generatorLine } from '../../src/report/outline/generators.ts';
import { failedCheck, withOutcome } from '../kit/trials.ts';
import { fixture, withheldBy } from './fixture.ts';

const check = (id: CheckResult['id'], change: Partial<CheckResult>) =>
  failedCheck({ id, outcome: 'pass', effect: 'note', sentence: quoted(`The numbers of ${id}.`), ...change });

const sweep = fixture({ kind: 'sweep', failing: null });
const cell = sweep.plan.cells[1]?.id ?? '';
const checks = [
  check('L1', {}),
  check('F1', { outcome: 'not applicable' }),
  check('M1', { outcome: 'fail', effect: 'undecided', cells: [cell] }),
  check('D1', { outcome: 'fail' }),
  check('R1', { outcome: 'fail', effect: 'silence' }),
];
const result = withheldBy('R1', { ...sweep, checks });

test('failed checks are told by what they take: silence first, notes last', () => {
  assert.deepEqual(
    failedChecks(result).map(({ id, consequence }) => [id, consequence]),
    [
      ['R1', 'No verdict is given.'],
      ['M1', 'Verdicts on pool=4 are withheld.'],
      ['D1', ''],
    ],
  );
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

const page = (shown: RunResult) => text(shown, { columns: 80, color: false });

suite('A sweep without a comparison', () => {
  test('of one block shows what was measured, and says why there is no verdict', () => {
    const shown = page(fixture({ kind: 'sweep', pools: [1, 4, 16], blocks: 1, failing: null }));
    assert.match(shown, /^pool +requests\/s +p50 ms +p99 ms$/m);
    assert.match(shown, /^ +1 +█+.* +\d+ +[\d.]+ +[\d.]+$/m);
    assert.match(shown, /MEASURED +3 settings were measured once each\./);
    assert.match(shown, /--blocks 4/);
    assert.doesNotMatch(shown, /second setting|baseline|×/);
  });

  test('of one setting shows its figures', () => {
    const shown = page(fixture({ kind: 'sweep', pools: [4], blocks: 2, failing: null }));
    assert.match(shown, /^pool +requests\/s/m);
    assert.match(shown, /MEASURED +One setting was measured: a comparison needs a second one\./);
  });
});

suite('Generators elsewhere', () => {
  const share = (name: string, sent: number) =>
    ({
      name,
      sent,
      utilization: 0.1,
      lateShare: 0,
      roundTrip: 1,
      path: null,
      skew: 0,
      overlap: 1,
    }) as GeneratorShare;
  const run = fixture({ kind: 'sweep', pools: [1, 4], failing: null });
  const having = (...shares: readonly (readonly GeneratorShare[])[]): Trial[] =>
    run.trials
      .slice(0, shares.length)
      .map((trial, i) => withOutcome(trial, () => ({ generators: shares[i] ?? [] })));
  const line = (trials: readonly Trial[]) => {
    const found = generatorLine(trials);
    return found ? say(found) : '';
  };

  test('are numbered where their commands look alike, and only there', () => {
    const long = 'sh -c exec /usr/local/bin/to-somewhere/';
    assert.match(
      line(having([share(`${long}1`, 60), share(`${long}2`, 40)])),
      /^requests: 60% from #1 sh -c .*…, 40% from #2 sh -c .*…\. They loaded together/,
    );
    assert.match(
      line(having([share('ssh load1', 50), share('ssh load2', 50)])),
      /from ssh load1, 50% from ssh load2\./,
    );
    assert.equal(line(having([share('ssh load1', 50)])), 'requests: 100% from ssh load1');
  });

  test('of which the first sends more than its share: why', () => {
    const [first, second] = [share('ssh load1', 40), share('ssh load2', 20)];
    assert.match(
      line(having([share('ssh load1', 40)], [first, second])),
      /^requests: 80% from ssh load1, 20% from ssh load2\. A single client always runs on the first/,
    );
  });

  test('that fail are named on the page, with how many trials it cost', () => {
    const lost = problemData(
      problem('GENERATOR_LOST', { name: 'ssh load2', how: 'exit code 255', said: 'Connection closed' }),
    );
    const trials = run.trials.map((trial, i) => (i < 2 ? { ...trial, sample: null, problem: lost } : trial));
    assert.match(
      page({ ...run, trials }),
      /✗ 2 trials lost: The generator "ssh load2" ended while it was in use\s+\(exit code 255\)\./,
    );
  });
});

/** The pages of at most 30 lines: of every stored run, and one golden file for each verb. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';
import { textWidth } from '../../src/format/width.ts';
import { message } from '../../src/messages/message.ts';
import type { Plan } from '../../src/model/plan.ts';
import { foundIn, type RunPair, type RunResult } from '../../src/model/verdict.ts';
import { nextStep } from '../../src/report/next-step.ts';
import { said, type Page } from '../../src/report/page.ts';
import { pairPage } from '../../src/report/pages/pair.ts';
import { assertGolden } from '../kit/golden.ts';
import { testOnTerminal } from './on-terminal.ts';
import { repeatCommand } from '../../src/report/outline/command.ts';
import { pageOf } from '../../src/report/pages/page-of.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { html, text } from '../../src/report/report.ts';
import { compareRuns } from '../../src/judge/compare-runs.ts';
import { failedBy, fixture, gateAnswer, labAnswer, withheldBy } from './fixture.ts';
import { assertNone } from '../kit/assert.ts';

const mostLines = 30;
const judged = (name: string) => judgedRun(name) ?? assert.fail(name);
const plain = { columns: 80, color: false };

const gated = (change = {}): RunResult => ({
  ...fixture({ kind: 'sweep', pools: [4, 16] }),
  answer: gateAnswer(change),
});

const pair = (): RunPair => {
  const run = judged('pool-size');
  return compareRuns(run, { ...run, run: { ...run.run, id: 'another' } });
};

const sweep = fixture({ kind: 'sweep' });
const pages: Readonly<Record<string, () => Page>> = {
  lab: () => pageOf(judged('pool-size')),
  'lab-of-counts': () => pageOf(judged('pool-mechanics')),
  gate: () => pageOf(gated()),
  'gate-undecided': () => pageOf(gated({ ratio: { value: 0.97, low: 0.92, high: 1.02 } })),
  compare: () => pairPage(pair()),
};
const goldenOf = (name: string) => [name, `page-${name}.txt`] as const;
testOnTerminal('A run', pages, { golden: Object.fromEntries(Object.keys(pages).map(goldenOf)) });
testOnTerminal(
  'A sweep',
  { sweep: () => pageOf(sweep) },
  {
    golden: { sweep: 'page-sweep.txt' },
    ascii: ['sweep'],
    report: '.chokepoint/reports/RUN/report.html',
  },
);

test('a sweep without UTF-8 is as it was read and accepted', () =>
  assertGolden(import.meta.dirname, 'page-without-utf-8.txt', text(sweep, { ...plain, isUnicode: false })));

/** Commands to paste apart, which a terminal breaks where it likes. */
function requireFit(page: string, columns: number): void {
  const lines = page.trimEnd().split('\n');
  assert.ok(lines.length <= mostLines, `${lines.length} lines`);
  assertNone(lines, (line) => textWidth(line) > columns);
}

suite('Every stored run', () => {
  for (const name of storedNames) {
    const result = judged(name);
    test(`${name} has a page of at most 30 lines, and is the verdict alone with --quiet`, () => {
      requireFit(text(result, plain), 80);
      requireFit(text(result, { ...plain, columns: 120 }), 120);
      const quiet = text(result, { ...plain, detail: 'brief' })
        .trimEnd()
        .split('\n');
      assert.match(quiet[0] ?? '', /^[✓✗≈?·] [A-Z\d]/);
      assert.ok(quiet.length <= 5);
    });
    test(`${name} has everything with --verbose`, () => {
      const whole = text(result, { ...plain, detail: 'verbose' });
      assert.ok(whole.split('\n').length > 2 * mostLines);
      assert.match(whole, /^Conditions$/m);
    });
    test(`${name} gives each undecided claim its price, and the command that decides them`, () => {
      const open = foundIn(result).claims.filter(({ undecided }) => undecided?.kind === 'noise');
      const { list, next } = pageOf(result);
      const codes = list?.open.map((one) => (typeof one === 'string' ? one : one.code)) ?? [];
      assert.equal(codes.includes('undecided.noise'), open.length > 0);
      const isWithheld = foundIn(result).claims.some(({ undecided }) => undecided?.kind === 'withheld');
      assert.equal(next?.why.code === 'next.decide', open.length > 0 && !isWithheld);
    });
  }
});

/** Every trial ended as the one of the fixture that failed. */
function failed(): RunResult {
  const result = fixture({ kind: 'sweep' });
  const [problem = assert.fail()] = result.trials.flatMap((trial) => trial.problem ?? []);
  return failedBy(problem, ['Error: no port'], result);
}

test('a code of a stranger is text on a page too', async () => {
  const result = failed();
  const code = '<meta http-equiv=refresh content=0>' as 'SERVER_EXITED';
  const trials = result.trials.map((trial) => ({
    ...trial,
    problem: trial.problem && { ...trial.problem, code },
  }));
  const page = await html({ ...result, trials });
  assert.ok(page.includes('&lt;meta http-equiv=refresh'));
  assert.ok(!page.includes('<meta http-equiv=refresh'));
});

test('a run in which every trial failed says first why and what to do, and suggests no search', () => {
  const result = failed();
  const { verdict, why, apply, next } = pageOf(result);
  const code = result.trials[0]?.problem?.code ?? '';
  assert.deepEqual(verdict.sentence, message('headline.nothing-measured'));
  assert.ok(said(why[0] ?? '').includes(`[${code}]`));
  assert.ok(why.includes('| Error: no port'));
  assert.ok(apply[0]?.label === 'label.fix' && apply[0].what !== null);
  assert.equal(next?.why.code, 'next.fixed');
  assert.match(next?.command ?? '', /^chokepoint sweep /);
  requireFit(text(result, plain), 80);
});

const sweepOf = (change: Partial<Plan>) => shownRun({ ...sweep, plan: { ...sweep.plan, ...change } });

test('what follows a sweep of a variable is no search over pool sizes, and more blocks come without the time that ended it', () => {
  const levels = sweep.plan.factors.map((factor) => ({ ...factor, key: 'env:DB_POOL' }));
  const asked = ['sweep', '--budget=60s', '--', 'node', 'server.js'];
  assert.equal(nextStep(sweepOf({ asked, factors: levels }))?.why.code, 'next.limit');
  assert.equal(nextStep(sweepOf({ asked }))?.why.code, 'next.tune');
  assert.doesNotMatch(repeatCommand({ ...sweep.plan, asked }, sweep.plan.blocks + 8), /--budget/);
  assert.match(repeatCommand({ ...sweep.plan, asked }), /--budget/);
});

test('where a check withheld the verdicts, the next step is another run and no promise', () => {
  const step = nextStep(shownRun(withheldBy('M1', fixture({ kind: 'sweep' }))));
  assert.equal(step?.why.code, 'next.quiet');
  assert.match(step?.command ?? '', /^chokepoint sweep /);
  const claims = foundIn(fixture()).claims.map((claim) => ({
    ...claim,
    verdict: 'undecided' as const,
    undecided: { kind: 'withheld' as const },
  }));
  assert.equal(nextStep(shownRun({ ...fixture(), answer: labAnswer(claims) }))?.why.code, 'next.quiet');
});

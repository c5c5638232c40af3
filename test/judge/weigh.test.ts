import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/judge/measured.ts';
import { summarize } from '../../src/judge/summarize.ts';
import { watched, weigh, withheldFrom, withoutVoid } from '../../src/judge/weigh.ts';
import type { CheckResult } from '../../src/model/check.ts';
import type { ClaimVerdict, Comparison, Interval, Metric, Word } from '../../src/model/verdict.ts';
import { host, planOf, trialsOf } from './trials-by-hand.ts';

const failed = (change: Partial<CheckResult>): CheckResult => ({
  id: 'M1',
  title: 'The machine was left alone',
  outcome: 'fail',
  effect: 'undecided',
  sentence: '3 % of the CPU time was stolen.',
  cells: [],
  evidence: [],
  ...change,
});

const compared = (cell: string, metric: Comparison['metric'] = 'throughput'): Comparison => ({
  metric,
  baseline: '4',
  cell,
  ratio: { value: 2, low: 1.9, high: 2.1 },
  confidence: 0.95,
  method: 'block-anova',
  blocks: 4,
  delta: 0.05,
  word: 'better',
});

const claimed = (change: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  id: 'a',
  text: 'More is better.',
  source: 'somebody',
  verdict: 'holds',
  because: 'It is twice as fast.',
  evidence: [{ text: 'throughput', unit: '×', value: 2, low: 1.9, high: 2.1, n: 4 }],
  cells: ['4', '16'],
  ...change,
});

const comparisons = [compared('16'), compared('16', 'p99'), compared('64')];
const words = (checks: readonly CheckResult[]) =>
  weigh(checks, comparisons, []).comparisons.map(({ word }) => word);
const verdict = (check: CheckResult, claim = claimed()) => weigh([check], [], [claim]).claims[0];

test('a check that passed, does not apply, or is a note takes nothing', () => {
  const harmless = [
    failed({ outcome: 'pass' }),
    failed({ outcome: 'not applicable' }),
    failed({ effect: 'note' }),
  ];
  assert.deepEqual(weigh(harmless, comparisons, [claimed()]), { comparisons, claims: [claimed()] });
});

test('a failure of one setting takes the words of its comparisons, as one of the baseline takes all', () => {
  assert.deepEqual(words([failed({ cells: ['16'] })]), ['undecided', 'undecided', 'better']);
  assert.deepEqual(words([failed({ cells: ['4'] })]), ['undecided', 'undecided', 'undecided']);
  assert.deepEqual(words([failed({})]), ['undecided', 'undecided', 'undecided']);
});

test('a failure of one metric takes no word of another', () => {
  assert.deepEqual(words([failed({ cells: ['16'], metrics: ['p99'] })]), ['better', 'undecided', 'better']);
  assert.deepEqual(words([failed({ effect: 'hide', metrics: ['throughput'] })]), [
    'undecided',
    'better',
    'undecided',
  ]);
});

test('the ratio stays, and why its word was taken stands beside it', () => {
  const [one] = weigh([failed({ cells: ['16', '8'] })], comparisons, []).comparisons;
  assert.deepEqual(one?.ratio, compared('16').ratio);
  assert.equal(one?.withheld, 'M1 failed for 16. The worst of all settings: 3 % of the CPU time was stolen.');
});

test('what takes most is what is told', () => {
  const checks = [failed({}), failed({ id: 'R1', effect: 'silence', sentence: 'Measured once.' })];
  assert.equal(weigh(checks, comparisons, []).comparisons[0]?.withheld, 'R1: Measured once.');
});

test('silence takes every claim that compares, and leaves what was only read back', () => {
  const silence = failed({ id: 'R1', effect: 'silence' });
  assert.equal(verdict(silence)?.verdict, 'undecided');
  assert.match(verdict(silence)?.withheld ?? '', /^R1: /);
  const readBack = claimed({
    evidence: [{ text: 'exact pools', unit: 'share', value: 1, low: 0.9, high: 1, n: 40 }],
    cells: [],
  });
  assert.equal(verdict(silence, readBack)?.verdict, 'holds');
});

test('a failed setting takes the claims that rest on it, not the others', () => {
  assert.equal(verdict(failed({ cells: ['16'] }))?.verdict, 'undecided');
  assert.equal(verdict(failed({ cells: ['64'] }))?.verdict, 'holds');
  // That an answer came before the work is what a claim may be about.
  assert.equal(verdict(failed({ cells: ['16'], effect: 'hide' }))?.verdict, 'holds');
});

test('trials of a void setting stay in the list, and do not count', () => {
  const trials = trialsOf({ '4': [100, 101], '16': [150, 151] });
  const counted = withoutVoid([failed({ id: 'F1', effect: 'void', cells: ['16'] })], trials);
  assert.equal(counted.length, 4);
  const [four, sixteen] = summarize(planOf('4', '16'), counted);
  assert.deepEqual([four?.trials, four?.failed], [2, 0]);
  assert.deepEqual([sixteen?.trials, sixteen?.failed, sixteen?.problems], [0, 2, { SETTING_VOID: 2 }]);
  assert.equal(withoutVoid([failed({ effect: 'undecided' })], trials), trials);
});

test('the cells that a claim asks for are noted, those that it only searches through are not', () => {
  const plan = planOf('4', '16', '64', '128');
  const trials = trialsOf({ '4': [100, 101], '16': [150, 151], '64': [150, 152], '128': [1, 2] });
  const { measured: asked, cells, metrics } = watched(measured(plan, host, trials));
  asked.estimate('throughput', '4');
  asked.compare('mean', '16', '4');
  asked.perBlock((block) => block.find(({ cell }) => cell === '64')?.metrics.throughput ?? null);
  assert.deepEqual([...cells], ['4', '16', '64']);
  assert.deepEqual([...metrics], ['throughput', 'mean']);
});

test('a check of one metric takes the verdict of claims that rest on it, and of no others', () => {
  const late = failed({ effect: 'undecided', metrics: ['p99'] });
  const { claims } = weigh(
    [late],
    [],
    [
      claimed({ cells: ['4'], metrics: ['p99', 'throughput'] }),
      claimed({ cells: ['4'], metrics: ['mean'] }),
      claimed({ cells: ['4'] }),
    ],
  );
  assert.deepEqual(
    claims.map((one) => one.verdict),
    ['undecided', 'holds', 'undecided'],
  );
});

test('what a throughput lacks takes a word only where it could change it', () => {
  const word = (
    understates: CheckResult['understates'],
    ratio: Interval,
    of: Word,
    metric: Metric = 'throughput',
  ) => {
    const check = failed({ id: 'G1', cells: ['4', '16'], ...(understates && { understates }) });
    return weigh([check], [{ ...compared('16', metric), ratio, word: of }], []).comparisons[0]?.word;
  };
  const about = (low: number, high: number): Interval => ({ value: Math.sqrt(low * high), low, high });
  // Both lack the same: no ratio changes, so no word does.
  const alike = { 4: 0.07, 16: 0.07 };
  assert.equal(word(alike, about(1.6, 2), 'better'), 'better');
  assert.equal(word(alike, about(0.97, 1.02), 'equivalent'), 'equivalent');
  assert.equal(word(alike, about(0.9, 0.96), 'worse'), 'worse');
  // The better one lacks more: it is better still.
  assert.equal(word({ 16: 0.07 }, about(1.01, 1.1), 'better'), 'better');
  // The worse one lacks more: it may be as good.
  assert.equal(word({ 16: 0.07 }, about(0.9, 0.96), 'worse'), 'undecided');
  assert.equal(word({ 16: 0.07 }, about(0.5, 0.6), 'worse'), 'worse');
  assert.equal(word({ 4: 0.07 }, about(1.02, 1.1), 'better'), 'undecided');
  assert.equal(word({ 16: 0.07 }, about(0.97, 1.02), 'equivalent'), 'undecided');
  // A scheduler that lets the generator wait is in the response times, nobody knows how much.
  assert.equal(word(alike, about(1.6, 2), 'worse', 'p99'), 'undecided');
  assert.equal(word(undefined, about(1.6, 2), 'better'), 'undecided');
});

test('who asks about one setting is told of its own worst trial', () => {
  const check = failed({ cells: ['4', '16'], worst: { 4: 'Trial 1 (4): 3 %.', 16: 'Trial 2 (16): 4 %.' } });
  assert.equal(withheldFrom([check], ['16'], 'throughput'), 'M1 failed for 16. Trial 2 (16): 4 %.');
  assert.equal(
    withheldFrom([check], ['4', '16'], 'throughput'),
    'M1 failed for 4 and 1 more. Trial 1 (4): 3 %.',
  );
});

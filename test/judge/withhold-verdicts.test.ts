import { message, quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/judge/comparisons.ts';
import { summarize } from '../../src/judge/summarize.ts';
import { withLack } from '../../src/judge/lack.ts';
import { watched, withholdVerdicts, withheldFrom, withoutVoid } from '../../src/judge/withhold-verdicts.ts';
import type { CheckResult } from '../../src/model/check.ts';
import type { ClaimVerdict, Comparison, Interval, Metric, Reading, Word } from '../../src/model/verdict.ts';
import { failedCheck as failed, host, planOf, trialsOf } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

const compared = (cell: string, metric: Comparison['metric'] = 'throughput'): Comparison => ({
  metric,
  baseline: '4',
  cell,
  ratio: { value: 2, low: 1.9, high: 2.1 },
  confidence: 0.95,
  blocks: 4,
  delta: 0.05,
  word: 'better',
});

const claimed = (change: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  id: 'a',
  text: 'More is better.',
  source: 'somebody',
  verdict: 'holds',
  because: quoted('It is twice as fast.'),
  evidence: [{ text: 'throughput', unit: '×', value: 2, low: 1.9, high: 2.1, n: 4 }],
  cells: ['4', '16'],
  ...change,
});

const comparisons = [compared('16'), compared('16', 'p99'), compared('64')];
const words = (checks: readonly CheckResult[]) =>
  withholdVerdicts(checks, comparisons, []).comparisons.map(({ word }) => word);
const verdict = (check: CheckResult, claim = claimed()) => withholdVerdicts([check], [], [claim]).claims[0];

test('a check that passed, does not apply, or is a note takes nothing', () => {
  const harmless = [
    failed({ outcome: 'pass' }),
    failed({ outcome: 'not applicable' }),
    failed({ effect: 'note' }),
  ];
  assert.deepEqual(withholdVerdicts(harmless, comparisons, [claimed()]), {
    comparisons,
    claims: [claimed()],
  });
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
  const [one] = withholdVerdicts([failed({ cells: ['16', '8'] })], comparisons, []).comparisons;
  assert.deepEqual(one?.ratio, compared('16').ratio);
  const { check, setting, others, isWorstOfAll } = one?.withheld?.params ?? {};
  assert.deepEqual([check, setting, others, isWorstOfAll], ['M1', '16', 0, true]);
});

test('what takes most is what is told', () => {
  const checks = [failed({}), failed({ id: 'R1', effect: 'silence' })];
  assert.equal(withholdVerdicts(checks, comparisons, []).comparisons[0]?.withheld?.params.check, 'R1');
});

test('silence takes every claim that compares, and leaves what was only read back', () => {
  const silence = failed({ id: 'R1', effect: 'silence' });
  assert.equal(verdict(silence)?.verdict, 'undecided');
  assert.equal(verdict(silence)?.withheld?.params.check, 'R1');
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

test('the cells and metrics that a claim asks for are noted', () => {
  const plan = planOf('4', '16', '64', '128');
  const trials = trialsOf({ '4': [100, 101], '16': [150, 151], '64': [150, 152], '128': [1, 2] });
  const { measured: asked, cells, metrics } = watched(measured(plan, host, trials));
  asked.estimate('throughput', '4');
  asked.contrast([
    { metric: 'mean', cell: '16', weight: 1 },
    { metric: 'mean', cell: '4', weight: -1 },
  ]);
  asked.contrast([{ metric: ({ duration }) => duration, cell: '64', weight: 1 }]);
  assert.deepEqual([...cells], ['4', '16', '64']);
  assert.deepEqual([...metrics], ['throughput', 'mean']);
});

test('a claim whose verdict was taken says so as data', () => {
  const taken = verdict(failed({ cells: ['16'] }));
  assert.deepEqual(taken?.undecided, { kind: 'withheld' });
  assert.equal(verdict(failed({ cells: ['64'] }))?.undecided, undefined);
});

test('a check of one metric takes the verdict of claims that rest on it, and of no others', () => {
  const late = failed({ effect: 'undecided', metrics: ['p99'] });
  const { claims } = withholdVerdicts(
    [late],
    [],
    [
      claimed({ cells: ['4'], metrics: ['p99', 'throughput'] }),
      claimed({ cells: ['4'], metrics: ['mean'] }),
      claimed({ cells: ['4'] }),
    ],
  );
  assertEach(claims, (one) => one.verdict, ['undecided', 'holds', 'undecided']);
});

test('what a throughput lacks takes a word only where it could change it', () => {
  const word = (
    understates: CheckResult['understates'],
    ratio: Interval,
    of: Word,
    metric: Metric = 'throughput',
  ) => {
    const check = failed({ id: 'G1', cells: ['4', '16'], ...(understates && { understates }) });
    return withholdVerdicts([check], [{ ...compared('16', metric), ratio, word: of }], []).comparisons[0]
      ?.word;
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

test('what two checks take adds up', () => {
  const lacking = (id: 'G1' | 'M1', share: number) =>
    failed({ id, cells: ['16'], understates: { 16: share } });
  const worse = { ...compared('16'), ratio: { value: 0.88, low: 0.87, high: 0.9 }, word: 'worse' as const };
  const word = (...checks: CheckResult[]) => withholdVerdicts(checks, [worse], []).comparisons[0]?.word;
  assert.equal(word(lacking('G1', 0.06)), 'worse');
  assert.equal(word(lacking('G1', 0.06), lacking('M1', 0.06)), 'undecided');
  assert.equal(word(lacking('G1', 0.06), failed({ cells: ['16'] })), 'undecided');
});

test('a claim keeps its verdict where what is lacking does not change it', () => {
  const lacking = failed({ cells: ['16'], understates: { 16: 0.06 } });
  assert.equal(verdict(lacking)?.verdict, 'undecided');
  assert.equal(verdict(lacking, claimed({ isSameWithLack: true }))?.verdict, 'holds');
  assert.equal(verdict(failed({ cells: ['16'] }), claimed({ isSameWithLack: true }))?.verdict, 'undecided');
});

test('an interval is widened by what each setting of a contrast lacks', () => {
  const plan = planOf('4', '16');
  const trials = trialsOf({ '4': [100, 101, 99], '16': [150, 151, 149] });
  const data = measured(plan, host, trials);
  const of = (metric: Metric, low: number, high: number) => {
    const terms = [
      { metric, cell: '16', weight: 1 },
      { metric, cell: '4', weight: -1 },
    ];
    const plain = data.contrast(terms);
    const wide = withLack(data, { 16: 0.1 }).contrast(terms);
    assert.ok(plain && wide, metric);
    for (const [one, other] of [
      [wide, plain],
      [wide.at(0.99), plain.at(0.99)],
    ] as const) {
      assert.ok(Math.abs(one.low / other.low - low) < 1e-9, metric);
      assert.ok(Math.abs(one.high / other.high - high) < 1e-9, metric);
    }
  };
  of('throughput', 1, 1 / 0.9);
  of('mean', 0.9, 1);
  const tail = [{ metric: 'p99', cell: '16', weight: 1 } as const];
  assert.equal(withLack(data, { 16: 0.1 }).contrast(tail), null);
});

test('what lacks nothing, and what is counted, is as it was measured', () => {
  const data = measured(planOf('4', '16'), host, trialsOf({ '4': [100, 101, 99], '16': [150, 151, 149] }));
  const lacking = withLack(data, { 16: 0.1 });
  const own = [{ metric: 'p99', cell: '4', weight: 1 } as const];
  assert.deepEqual(lacking.contrast(own)?.low, data.contrast(own)?.low);
  const threads = Object.assign(() => 200, { isCount: true as const });
  const counted = (metric: Reading) => [
    { metric, cell: '16', weight: 1 },
    { metric, cell: '4', weight: -1 },
  ];
  assert.equal(lacking.contrast(counted(threads))?.value, 1);
  assert.equal(lacking.contrast(counted(() => 200)), null, 'nobody knows how memory depends on CPU time');
});

test('who asks about one setting is told of its own worst trial', () => {
  const check = failed({ cells: ['4', '16'], worst: { 4: quoted('Trial 1.'), 16: quoted('Trial 2.') } });
  const of = (...cells: string[]) => withheldFrom([check], cells, 'throughput');
  const told = { check: 'M1', isWorstOfAll: false };
  assert.deepEqual(
    [of('16'), of('4', '16')],
    [
      message('check.withheld', { ...told, setting: '16', others: 0, sentence: quoted('Trial 2.') }),
      message('check.withheld', { ...told, setting: '4', others: 1, sentence: quoted('Trial 1.') }),
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadOutcome } from '../../src/model/sample.ts';
import { outline } from '../../src/report/outline/outline.ts';
import { trust } from '../../src/report/outline/trust.ts';
import { fixture } from './fixture.ts';

/** The run with one trial, the third, changed: the worst case must find it among the sound ones. */
function withOne(change: (outcome: LoadOutcome) => Partial<LoadOutcome>) {
  const result = fixture({ kind: 'sweep', failing: null });
  const trials = result.trials.map((trial) => {
    if (trial.ordinal !== 2 || trial.sample === null) return trial;
    const { outcome } = trial.sample;
    return { ...trial, sample: { ...trial.sample, outcome: { ...outcome, ...change(outcome) } } };
  });
  return { ...result, trials };
}

const doubts = (result: ReturnType<typeof fixture>) =>
  trust(result).flatMap(({ ok, name }) => (ok ? [] : [name]));

test('a sound run has four lines and no doubt', () => {
  const result = fixture({ kind: 'sweep', failing: null });
  assert.equal(trust(result).length, 4);
  assert.deepEqual(doubts(result), []);
});

test('one busy or late generator among all trials is named', () => {
  const busy = withOne(({ generator }) => ({ generator: { ...generator, utilization: 0.97 } }));
  assert.deepEqual(doubts(busy), ['The generator was not the limit']);
  assert.match(trust(busy)[0]?.answer ?? '', /97 % busy \(trial 3;/);
  const late = withOne(({ generator }) => ({ generator: { ...generator, lateShare: 0.05 } }));
  assert.deepEqual(doubts(late), ['The generator was not the limit']);
});

test('more requests due than answered is a doubt, unless they were in flight at the end', () => {
  const lost = withOne(({ counts }) => ({ counts: { ...counts, due: counts.due + 500 } }));
  assert.deepEqual(doubts(lost), ['due = sent = answered = verified']);
  const tail = withOne(({ counts }) => ({
    counts: { ...counts, due: counts.due + 32, sent: counts.sent + 32 },
  }));
  assert.deepEqual(doubts(tail), []);
});

test('a concurrency that is not X·R, or above the clients, is a doubt', () => {
  assert.deepEqual(doubts(withOne(({ concurrency }) => ({ concurrency: concurrency * 1.1 }))), [
    'L = X·R, and at most N',
  ]);
});

test('a single error is told with its kind', () => {
  const failed = withOne(({ errors }) => ({ errors: { ...errors, timeout: 3 } }));
  assert.deepEqual(doubts(failed), ['No errors']);
  assert.match(trust(failed)[3]?.answer ?? '', /^timeout 3 in/);
});

test('a doubt about the measuring stands among the warnings, before every figure', () => {
  const failed = withOne(({ errors }) => ({ errors: { ...errors, reset: 1 } }));
  assert.ok(outline(failed).warnings.some((warning) => warning.startsWith('In doubt: No errors')));
});

test('a page has one verdict on the generator: where its check failed, the line here says so too', () => {
  const result = fixture({ kind: 'sweep', failing: null });
  const failed = {
    id: 'G1',
    title: '',
    outcome: 'fail',
    effect: 'undecided',
    sentence: '',
    cells: ['a', 'b'],
    evidence: [],
  } as const;
  assert.deepEqual(doubts({ ...result, checks: [failed] }), ['The generator was not the limit']);
  assert.match(trust({ ...result, checks: [failed] })[0]?.answer ?? '', /; check G1 failed for 2 settings$/);
});

/** A server that gets slower with each window of a process: what is said of it, and what is not. How often it is found: ageing-coverage. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf } from '../../src/capacity/answer.ts';
import { fallOf } from '../../src/capacity/ageing.ts';
import { nextOfCapacity } from '../../src/capacity/next.ts';
import { say } from '../../src/messages/message.ts';
import { host } from '../kit/trials.ts';
import { planOf, runOf, usual } from './answered.ts';
import { assertEach } from '../kit/assert.ts';

suite('A rate that falls with the age of a process', () => {
  test('is said in place of a rate, with what it was at first and at last', () => {
    const plan = planOf({ expect: 350 });
    const trials = runOf(plan, [{ ...usual, loses: 0.03 }], 9);
    const { findings, sentence, expect } = capacityOf(plan, host, trials, []);
    const [finding] = findings;
    assert.equal(finding?.word, 'falling');
    assert.equal(finding.rate, null);
    const { first, last, within } = finding.fall ?? {};
    // 3% from window to window, so 6% from the first to the third.
    assert.ok(first && last && within && Math.abs(last / first - 0.97 ** 2) < 0.04);
    assert.ok(within > 10_000);
    assert.match(
      say(sentence),
      /From \d+ requests\/s to \d+ within [\d.]+ s: .* falls with the age of the server/,
    );
    assert.equal(expect?.word, 'undecided');
    assert.match(say(expect.sentence), /is undecided: what it takes falls with its age, from \d+/);
    assert.ok(finding.notes.some(({ code }) => code === 'capacity.note.falls'));
    assert.match(nextOfCapacity(plan, trials).stop?.code ?? '', /^stop\.(?:falls|last-look)$/);
  });

  test('misses what even a fresh process does not keep', () => {
    const gate = (expected: number) => {
      const plan = planOf({ expect: expected });
      return capacityOf(plan, host, runOf(plan, [{ ...usual, loses: 0.03 }], 9), []).expect?.word;
    };
    assert.deepEqual(
      [gate(600), gate(700), gate(380), gate(300)],
      ['missed', 'missed', 'undecided', 'undecided'],
    );
  });

  test('takes the comparison of two settings away', () => {
    const plan = planOf({ settings: 2 });
    const trials = runOf(plan, [usual, { ...usual, loses: 0.06 }], 9);
    const { findings, ratio, sentence } = capacityOf(plan, host, trials, []);
    assertEach(findings, ({ word }) => word, ['bounded', 'falling']);
    assert.equal(ratio, null);
    assert.equal(sentence.code, 'capacity.both');
  });

  test('takes two blocks at least', () => {
    const [block] = runOf(planOf({}), [{ ...usual, loses: 0.2 }], 1).slice(1);
    assert.ok(block);
    const { findings } = capacityOf(planOf({}), host, [block], []);
    assert.equal(fallOf(findings[0]?.points ?? []), null);
  });
});

test('A server that warms up for ten seconds is measured when it is warm', () => {
  const plan = planOf({ objective: [{ figure: 'p99', limit: 200 }] });
  const { findings } = capacityOf(plan, host, runOf(plan, [{ ...usual, cold: 10_000 }], 9), []);
  const [finding] = findings;
  assert.equal(finding?.word, 'bounded');
  assert.ok(finding.rate && Math.abs(finding.rate.value / 400 - 1) < 0.03, `${finding.rate?.value}`);
  assert.ok(finding.notes.some(({ code }) => code === 'capacity.note.warming'));
});

test('A server that is cold when one client is alone is not said to keep no rate', () => {
  const plan = planOf({ objective: [{ figure: 'p99', limit: 60 }] });
  // Alone it takes 120 ms at first, and 30 ms later.
  const { findings } = capacityOf(plan, host, runOf(plan, [{ ...usual, alone: 30, cold: 10_000 }], 0), []);
  assert.equal(findings[0]?.word, 'bracketed');
  assert.ok((findings[0]?.kept ?? 0) > 100);
});

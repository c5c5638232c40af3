/** What is said where the load generator was late in too many windows. How often an interval holds the rate: lateness-coverage. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf } from '../../src/capacity/answer.ts';
import { latenessOf } from '../../src/capacity/points.ts';
import { say } from '../../src/messages/message.ts';
import { host } from '../kit/trials.ts';
import { planOf, runOf, usual } from './answered.ts';

suite('Where the generator was late in four of nine blocks', () => {
  const plan = planOf({ expect: 300, precision: 0.001 });
  const trials = runOf(plan, [usual], 9).map((trial) => ({
    ...trial,
    sample: trial.sample && {
      ...trial.sample,
      rates:
        trial.sample.rates?.map((one) =>
          one.purpose === 'block' && trial.block % 2 === 0 && one.outcome
            ? {
                ...one,
                outcome: { ...one.outcome, generator: { ...one.outcome.generator, utilization: 0.99 } },
              }
            : one,
        ) ?? [],
    },
  }));
  const { findings, sentence, expect } = capacityOf(plan, host, trials, []);

  test('two rates are said in place of an interval, and why', () => {
    const [finding] = findings;
    assert.ok(latenessOf(finding?.points ?? []).isTooMuch);
    assert.equal(finding?.word, 'bracketed');
    assert.equal(finding.rate, null);
    assert.match(say(sentence), /kept at 399 and 401, broken at 399 and 422; no interval yet/);
    const note = finding.notes.find(({ code }) => code === 'capacity.note.mostly-late');
    assert.match(note ? say(note) : '', /late in \d+ of \d+ windows.*needs more CPU/);
  });

  test('no gate passes or fails', () => assert.equal(expect?.word, 'undecided'));
});

/**
 * What a first search may say that was cut off (its budget was spent, Ctrl-C, a generator that failed), or that came to its end:
 * "never" takes all rates that are worth a try.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf } from '../../src/capacity/answer.ts';
import { nextOfCapacity, windowsOf } from '../../src/capacity/next.ts';
import type { RateTrial } from '../../src/capacity/reading.ts';
import { say } from '../../src/messages/message.ts';
import type { RatePurpose } from '../../src/model/objective.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { host } from '../kit/trials.ts';
import { planOf, runOf } from './answered.ts';
import { windowOf } from './window.ts';

const plan = planOf({ expect: 50 });

/** A word of a row: what was asked, and what came of it. `300-`: broken at 300/s; `+` kept, `~` broken while the generator was late. */
function windowFor(word: string): RateWindow {
  const [, what = '', sign = ''] = /^([a-z]+|[\d.]+)(.*)$/.exec(word) ?? [];
  const named = what === 'clients' || what === 'alone' ? what : null;
  const rate = named === null ? Number(what) : null;
  const purpose: RatePurpose = named ?? 'climb';
  if (sign === 'x') return { purpose, load: { kind: 'poisson', perSecond: rate ?? 0 }, outcome: null };
  const time = sign === '-' || sign === '~' ? 400 : 5;
  const times = Array.from({ length: 300 }, () => time);
  return windowOf({ rate, purpose, times, lateness: sign === '~' ? 100 : 0, duration: 3000 });
}

function trialOf(row: string): RateTrial {
  const rates = row.split(' ').map(windowFor);
  const outcome = rates[0]?.outcome;
  assert.ok(outcome);
  return { ordinal: 0, block: 0, cell: plan.cells[0]?.id ?? '', sample: { outcome, jobs: null, rates } };
}

const alone = /No rate keeps p99 < 200 ms: one client alone gets p99 = 400 ms/;
const less = /Less than 25 requests\/s .*: broken at 25, and no rate was kept/;
const more = /At least 25 requests\/s .*: no rate was broken/;
const between = /About 30 requests\/s .*: kept at 25, broken at 37; no interval yet/;

suite('A first search that saw', () => {
  const rows: readonly (readonly [
    seen: string,
    word: string,
    expected: 'missed' | 'undecided',
    says: RegExp,
  ])[] = [
    ['clients', 'unmeasured', 'undecided', /^Nothing is known/],
    ['clients alone', 'unmeasured', 'undecided', /^Nothing is known/],
    ['clients alone-', 'unmeasured', 'undecided', /^Nothing is known/],
    ['clients alone- alone-', 'never', 'missed', alone],
    ['clients alone- alone 25+', 'bracketed', 'undecided', more],
    ['clients alone 25-', 'bracketed', 'undecided', less],
    ['clients alone 25- 25-', 'bracketed', 'undecided', less],
    ['clients alone 25- 25- 8.3-', 'never', 'missed', /No rate that was tried keeps .*, down to 8\.3/],
    ['clients alone 25~', 'unmeasured', 'undecided', /load generator was late at every rate/],
    ['clients alone 25- 25- 8.3~', 'bracketed', 'undecided', /broken at 25/],
    ['clients alone 25x', 'bracketed', 'undecided', less],
    ['clients alone 25+', 'bracketed', 'undecided', more],
    ['clients alone 25+ 37-', 'bracketed', 'undecided', between],
    ['clients alone 25+ 37~', 'at least', 'undecided', /At least 25 requests/],
    ['clients alone 25- 25+', 'bracketed', 'undecided', more],
  ];
  for (const [seen, word, expected, says] of rows)
    test(`${seen}: ${word}`, () => {
      const { findings, sentence, expect } = capacityOf(plan, host, [trialOf(seen)], []);
      assert.equal(findings[0]?.word, word);
      assert.match(say(sentence), says);
      assert.equal(expect?.word, expected);
    });
});

suite('After a first search that was cut off', () => {
  const [cell] = plan.cells;
  assert.ok(cell);

  test('it begins once more where no rate was kept, and no third time', () => {
    const once = [trialOf('clients alone 25-')];
    assert.equal(nextOfCapacity(plan, once).stop, null);
    assert.equal(windowsOf(plan, cell, 1, once)([])?.purpose, 'clients');
    const twice = [...once, { ...trialOf('clients alone 25-'), ordinal: 1, block: 1 }];
    assert.equal(nextOfCapacity(plan, twice).stop?.code, 'stop.first-search');
  });

  test('blocks follow where one was', () => {
    const trials = [trialOf('clients alone 25+')];
    assert.equal(nextOfCapacity(plan, trials).stop, null);
    assert.equal(windowsOf(plan, cell, 1, trials)([])?.purpose, 'block');
  });

  test('a server that died at the first rate is not asked again, and is not said to keep none', () => {
    const died = [trialOf('clients alone 25x')];
    assert.equal(nextOfCapacity(plan, died).stop?.code, 'stop.first-search');
  });

  test('what the second one finds counts', () => {
    const whole = runOf(plan, [{ tops: [500] }], 0);
    const second = whole.map((trial) => ({ ...trial, ordinal: 1, block: 1 }));
    const { findings } = capacityOf(plan, host, [trialOf('clients alone 25-'), ...second], []);
    assert.equal(findings[0]?.word, 'bracketed');
    assert.ok((findings[0]?.kept ?? 0) > 300);
  });
});

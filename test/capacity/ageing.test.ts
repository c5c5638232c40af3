/**
 * A server that gets slower with each window of a process is found in nine sessions of ten, and one that does not is taken for one
 * in no more than one of twenty: sessions with seeds, on queues of known truth.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf } from '../../src/capacity/answer.ts';
import { fallOf, isBrokenWhenFresh } from '../../src/capacity/ageing.ts';
import { nextOfCapacity } from '../../src/capacity/next.ts';
import { say } from '../../src/messages/message.ts';
import { host } from '../kit/trials.ts';
import { planOf, runOf, usual } from './answered.ts';
import { servers, session, truthOf, type SimulatedServer } from './simulated.ts';

const sessions = 200;
/** 5%, and two standard errors of a share of so many. */
const most = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / sessions);
/** Of ln of what a process can do, in ten seconds: the three windows of a block take 30 to 50. */
const planted = 0.06;

type Truth = Partial<Parameters<typeof session>[3]>;

function sessionsOf(server: SimulatedServer, limit: number, truth: Truth) {
  const noise = { process: 0.03, window: 0.015 };
  return Array.from({ length: sessions }, (_, i) =>
    session(server, limit, noise, { ...truth, seed: 6007 * (i + 1) }),
  );
}

const found = (server: SimulatedServer, limit: number, loses: number, late = 0, hint = 1) =>
  sessionsOf(server, limit, { loses, late, hint }).filter(({ falls }) => falls).length / sessions;

suite('A rate that falls with the age of a process', () => {
  for (const [name, server, limit] of servers) {
    test(`is found: ${name}`, (t) => {
      const share = found(server, limit, planted);
      t.diagnostic(`found in ${(100 * share).toFixed(1)}%`);
      assert.ok(share >= 0.9, `found in ${(100 * share).toFixed(1)}%`);
    });

    test(`is not seen where there is none: ${name}`, (t) => {
      const share = found(server, limit, 0);
      t.diagnostic(`found in ${(100 * share).toFixed(1)}%`);
      assert.ok(share <= most, `${(100 * share).toFixed(1)}%`);
    });
  }

  for (const [name, server, limit] of servers)
    test(`is not seen where an overload alone leaves a process slow: ${name}`, (t) => {
      const share = found(server, limit, 0, 0, 2.5);
      t.diagnostic(`found in ${(100 * share).toFixed(1)}%`);
      assert.ok(share <= most, `${(100 * share).toFixed(1)}%`);
    });

  test('is not seen where windows were late, or the server gets quicker', (t) => {
    const [, server, limit] = servers[0] ?? [];
    assert.ok(server && limit);
    const [late, quicker] = [found(server, limit, 0, 0.2), found(server, limit, -planted)];
    t.diagnostic(`${(100 * late).toFixed(1)}% and ${(100 * quicker).toFixed(1)}%`);
    assert.ok(late <= most && quicker <= most);
  });

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
      /falls with the age of the server, from \d+ requests\/s to \d+ within [\d.]+ s/,
    );
    assert.equal(expect?.word, 'undecided');
    assert.match(say(expect.sentence), /is undecided: what it takes falls with its age, from \d+/);
    assert.ok(finding.notes.some(({ code }) => code === 'capacity.note.falls'));
    assert.match(nextOfCapacity(plan, trials).stop?.code ?? '', /^stop\.(?:falls|last-look)$/);
  });

  for (const [name, server, limit] of servers)
    test(`of a rate that a fresh process just keeps, says so in one session of forty at most: ${name}`, (t) => {
      const rate = truthOf(server, limit);
      const told = (asked: number) => {
        const all = sessionsOf(server, limit, {});
        return all.filter(({ points }) => isBrokenWhenFresh(points, asked, 0.05)).length / sessions;
      };
      const [wrong, right] = [told(rate), told(1.25 * rate)];
      t.diagnostic(`${(100 * wrong).toFixed(1)}%, and a quarter above it ${(100 * right).toFixed(1)}%`);
      assert.ok(wrong <= 0.025 + 2 * Math.sqrt((0.025 * 0.975) / sessions));
      assert.ok(right >= 0.8);
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

  test('is not said of a server that is the same in every window', () => {
    const plan = planOf({});
    assert.equal(capacityOf(plan, host, runOf(plan, [usual], 9), []).findings[0]?.word, 'bounded');
  });

  test('takes the comparison of two settings away', () => {
    const plan = planOf({ settings: 2 });
    const trials = runOf(plan, [usual, { ...usual, loses: 0.06 }], 9);
    const { findings, ratio, sentence } = capacityOf(plan, host, trials, []);
    assert.deepEqual(
      findings.map(({ word }) => word),
      ['bounded', 'falling'],
    );
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

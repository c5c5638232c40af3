/**
 * A server that gets slower with each window of a process is found in nine sessions of ten, and one that does not is taken for one
 * in no more than one of twenty: sessions with seeds, on queues of known truth.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isBrokenWhenFresh } from '../../src/capacity/ageing.ts';
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

suite('In two hundred sessions a rate that falls with the age of a process', () => {
  for (const [what, loses, hint, low, high] of [
    ['is found', planted, 1, 0.9, 1],
    ['is not seen where there is none', 0, 1, 0, most],
    ['is not seen where an overload alone leaves a process slow', 0, 2.5, 0, most],
  ] as const)
    for (const [name, server, limit] of servers)
      test(`${what}: ${name}`, (t) => {
        const share = found(server, limit, loses, 0, hint);
        const text = `found in ${(100 * share).toFixed(1)}%`;
        t.diagnostic(text);
        assert.ok(share >= low && share <= high, text);
      });

  test('is not seen where windows were late, or the server gets quicker', (t) => {
    const [, server, limit] = servers[0] ?? [];
    assert.ok(server && limit);
    const [late, quicker] = [found(server, limit, 0, 0.2), found(server, limit, -planted)];
    t.diagnostic(`${(100 * late).toFixed(1)}% and ${(100 * quicker).toFixed(1)}%`);
    assert.ok(late <= most && quicker <= most);
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
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conformalQuantile,
  coverageOf,
  leaveOneServerOut,
  reachOf,
  stretchFor,
  type Pair,
} from '../../bench/ranges-coverage.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { assertEach } from '../kit/assert.ts';

const pair = (server: string, off: number, more: Partial<Pair> = {}): Pair => ({
  server,
  figure: 'mean',
  off,
  below: 0.2,
  above: 0.4,
  ...more,
});

test('a range has two sides, and each has its own end', () => {
  assertEach(
    [pair('a', 0.4), pair('a', -0.4), pair('a', 0)],
    (one) => Number(reachOf(one).toFixed(9)),
    [1, 2, 0],
  );
  assert.equal(reachOf(pair('a', -0.1, { below: 0 })), Infinity);
});

test('coverage by server has its worst, its sides and its price', () => {
  const found = coverageOf([
    pair('a', 0.1),
    pair('a', -0.1),
    pair('a', 0.3),
    pair('b', 0.5),
    pair('b', -0.3),
    pair('b', 0),
  ]);
  const { within, byServer, worst, below, above, width, score } = found;
  assert.deepEqual(
    [within, byServer, worst.server, below, above],
    [4 / 6, (1 + 1 / 3) / 2, 'b', 1 / 6, 1 / 6],
  );
  assert.equal(worst.within, 1 / 3);
  assert.ok(Math.abs(width - Math.exp(0.6)) < 1e-12);
  // Two of six are a tenth beyond their end.
  assert.ok(Math.abs(score - (0.6 + (20 * 0.2) / 6)) < 1e-12, String(score));
});

test('a promise for a new server needs nine others, and each of them counts as one', () => {
  const values = Array.from({ length: 9 }, (_, i) => [i + 1]);
  assert.equal(conformalQuantile(values.slice(1), 0.9), Infinity);
  assert.equal(conformalQuantile(values, 0.9), 9);
  assert.equal(conformalQuantile(values, 0.5), 5);
  // A hundred values of one server weigh as much as one of another.
  const many = values.with(
    0,
    Array.from({ length: 100 }, () => 1),
  );
  assert.equal(conformalQuantile(many, 0.5), 5);
});

test('of new servers whose pairs resemble each other, 9 of 10 values lie within what 19 others say', () => {
  const random = seeded(7);
  const serverOf = () => {
    const own = Math.exp(normal(random));
    return Array.from({ length: 12 }, () => Math.abs(normal(random)) * own);
  };
  let within = 0;
  const sessions = 2000;
  for (let i = 0; i < sessions; i++) {
    const quantile = conformalQuantile(Array.from({ length: 19 }, serverOf), 0.9);
    const fresh = serverOf();
    within += fresh.filter((value) => value <= quantile).length / fresh.length / sessions;
  }
  assert.ok(within >= 0.9 && within < 0.95, String(within));
});

test('each server is held to the others alone', () => {
  const names = Array.from({ length: 10 }, (_, i) => `server ${i}`);
  // All reach to the end of their range, and one to four times as far.
  const pairs = names.map((name, i) => pair(name, i === 3 ? 1.6 : 0.4));
  const out = leaveOneServerOut(pairs);
  const odd = out.find(({ server }) => server === 'server 3');
  assert.deepEqual([odd?.stretch, odd?.within], [1, 0]);
  assert.ok(
    out.every(({ server, stretch, within }) => server === 'server 3' || (stretch === 4 && within === 1)),
  );
  assert.equal(stretchFor(pairs), 4, 'ten servers promise what the furthest of them needs');
});

/** The search on servers of known truth: how it brackets, where it stops, and that it never takes the generator for the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drainAfter, bracketOf, nextInBracket, splitOf } from '../../src/capacity/bracket.ts';
import { blocksOf } from '../../src/capacity/points.ts';
import { nextBlockPlan, nextInBlock, standingOf, warmingOf } from '../../src/capacity/search.ts';
import type { RatePoint } from '../../src/model/capacity.ts';
import { heavyTailed, queueOf, session, truthOf } from './simulated.ts';

const noise = { process: 0.02, window: 0.01 };
const server = queueOf(16, 50);
const limit = 150;

test('the first trial brackets the crossing, upwards, and halves the bracket twice', () => {
  const { points } = session(server, limit, { process: 0, window: 0 }, { seed: 4, blocks: 0 });
  const truth = truthOf(server, limit);
  const purposes = points.map(({ purpose }) => purpose);
  assert.deepEqual(purposes.slice(0, 2), ['clients', 'alone']);
  assert.equal(purposes.filter((one) => one === 'halve').length, 2);
  const climb = [
    ...new Set(points.flatMap(({ purpose, rate }) => (purpose === 'climb' ? (rate ?? []) : []))),
  ];
  assert.ok(climb.every((rate, i) => i === 0 || Math.abs(rate / (climb[i - 1] ?? 1) - 1.5) < 1e-9));
  const { kept, broken } = bracketOf(points);
  assert.ok(kept !== null && broken !== null && broken / kept < 1.12);
  assert.ok(kept < truth * 1.1 && broken > truth * 0.9);
});

test('one hiccup far below does not move the answer, as it moves the search', () => {
  const at = (rate: number, word: RatePoint['word']) => point({ rate, word, purpose: 'block' });
  const kept = [151, 158, 164, 167].map((rate) => at(rate, 'kept'));
  const broken = [171, 177].map((rate) => at(rate, 'broken'));
  const points = [at(144, 'broken'), ...kept, ...broken];
  assert.equal(bracketOf(points).broken, 144);
  const middle = (one: number, other: number) => Math.sqrt(one * other);
  const about = (given: readonly RatePoint[]) => [splitOf(given).about, splitOf(given).above];
  assert.deepEqual(about(points), [middle(167, 171), 171]);
  assert.deepEqual(splitOf(points).kept, [151, 158, 164, 167]);
  assert.deepEqual(splitOf(points).broken, [144, 171, 177]);
  assert.deepEqual(about(broken), [171, 171]);
  assert.deepEqual(about(kept), [167, null]);
  assert.deepEqual(about([]), [null, null]);
  // A rate above which nothing was broken bounds nothing; a rate that was kept once can be kept.
  const twice = [50, 90, 91, 92].map((rate) => at(rate, 'kept'));
  const below = [at(60, 'broken'), at(70, 'broken'), at(50, 'broken')];
  assert.deepEqual(about([...twice, ...below]), [middle(50, 60), 60]);
  // As many for one split as for the other: the middle of both.
  const mixed = [at(10, 'kept'), at(20, 'broken'), at(30, 'kept'), at(40, 'broken')];
  assert.deepEqual(about(mixed), [middle(10, 40), 40]);
});

test('a block has three rates around the best estimate, in an order that the seed draws', () => {
  const { points } = session(server, limit, noise, { seed: 5, blocks: 0 });
  const rates = nextBlockPlan(points, 1, null)?.rates ?? [];
  const [low = 0, middle = 0, high = 0] = rates.toSorted((a, b) => a - b);
  assert.ok(Math.abs(low / middle - 0.92) < 1e-9 && Math.abs(high / middle - 1.08) < 1e-9);
  const orders = new Set(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => nextBlockPlan(points, seed, null)?.rates.join()),
  );
  assert.ok(orders.size > 2);
});

test('each second block has the rates of the one before in the opposite order', () => {
  const { points } = session(server, limit, noise, { seed: 5, blocks: 4, precision: 0 });
  const orders = blocksOf(points).map((block) => {
    const rates = block.map(({ rate }) => rate ?? 0);
    return rates.map((rate) => rates.filter((one) => one < rate).length);
  });
  assert.equal(orders.length, 4);
  assert.deepEqual(orders[1], orders[0]?.toReversed());
  assert.deepEqual(orders[3], orders[2]?.toReversed());
});

test('a server that still warmed up when one client was alone gets more time before each first window', () => {
  const warm = [
    point({ purpose: 'clients', rate: null }),
    point({ purpose: 'alone', rate: null, mean: 5 }),
    point({ rate: 60 }),
    point({ rate: 90, word: 'broken', room: -0.5 }),
    point({ purpose: 'alone', rate: null, mean: 4.5 }),
  ];
  const cold = warm.map((one, i) => (i === 1 ? { ...one, mean: 20 } : one));
  assert.equal(warmingOf(warm), null);
  assert.ok(Math.abs((warmingOf(cold) ?? 0) - 20 / 4.5) < 1e-9);
  const [usual, longer] = [nextBlockPlan(warm, 3, null), nextBlockPlan(cold, 3, null)];
  assert.deepEqual([usual?.fresh, longer?.fresh], [3000, 13_000]);
});

test('where the generator ends, the search ends with what it could offer, and says so', () => {
  const fast = queueOf(64, 100);
  for (let seed = 1; seed <= 20; seed++) {
    const found = session(fast, 100, noise, { seed, generator: 900 });
    assert.equal(found.word, 'generator');
    const kept = found.points.filter(({ word, purpose }) => word === 'kept' && purpose === 'block');
    assert.ok(kept.every(({ rate }) => (rate ?? 0) < truthOf(fast, 100) * 1.15));
    assert.ok(found.points.every(({ word }) => word !== 'broken'));
  }
});

test('where the generator is late in most windows of two blocks, more of them are not asked for', () => {
  const found = Array.from({ length: 40 }, (_, seed) =>
    session(queueOf(2, 100), 50, noise, { seed, late: 0.6 }),
  );
  const late = found.filter(({ word }) => word === 'late');
  assert.ok(late.length >= 10, `${late.length} of 40`);
  assert.ok(late.every(({ blocks, value }) => blocks < 9 && value === null));
});

test('an objective that one client alone breaks twice needs no block', () => {
  const { points, word } = session(queueOf(1, 20), 200, noise, { seed: 3 });
  assert.deepEqual(
    points.map(({ purpose }) => purpose),
    ['clients', 'alone', 'alone'],
  );
  assert.equal(word, 'hopeless');
});

const point = (given: Partial<RatePoint>): RatePoint => ({
  trial: 0,
  block: 0,
  purpose: 'climb',
  rate: 100,
  figure: 'p99',
  value: 20,
  room: 1,
  word: 'kept',
  isLate: false,
  isOverloaded: false,
  hasDied: false,
  throughput: 100,
  requests: 300,
  median: 5,
  mean: 5,
  ...given,
});

test('downwards it goes until so few requests are left that nothing would show', () => {
  let points = [
    point({ purpose: 'clients', rate: null, throughput: 100 }),
    point({ purpose: 'alone', rate: null }),
  ];
  const rates: number[] = [];
  for (let ask = nextInBracket(points, false, false); ask; ask = nextInBracket(points, false, false)) {
    const rate = ask.load.kind === 'poisson' ? ask.load.perSecond : null;
    rates.push(rate ?? 0);
    points = [...points, point({ purpose: ask.purpose, rate, word: 'broken', room: -0.5 })];
  }
  assert.deepEqual(rates.map(Math.round), [25, 25, 8]);
  assert.equal(standingOf(points, 0.05).word, 'hopeless');
});

test('nothing counts after an overload until what it left is done', () => {
  const over = point({ purpose: 'block', rate: 100, word: 'broken', room: -0.9 });
  assert.equal(drainAfter([over], 5, false), null, 'all its requests were answered');
  const first = drainAfter([over], 5, true);
  assert.ok(first !== null && first !== 'stuck' && first.purpose === 'drain');
  const slow = point({ purpose: 'drain', rate: 25, median: 900 });
  assert.notEqual(drainAfter([over, slow], 5, false), null);
  assert.equal(drainAfter([over, slow, point({ purpose: 'drain', rate: 25, median: 6 })], 5, false), null);
  assert.equal(drainAfter([over, ...Array.from({ length: 8 }, () => slow)], 5, false), 'stuck');
});

test('a server that died is asked in ascending order from then on, and a trial in which it dies is over', () => {
  const points = [
    point({ purpose: 'clients', rate: null, throughput: 100 }),
    point({ purpose: 'alone', rate: null }),
    point({ rate: 60 }),
    point({ rate: 90, word: 'broken', room: -0.9, hasDied: true, isOverloaded: true }),
  ];
  assert.equal(nextInBracket(points, false, false), null);
  const plan = nextBlockPlan(points, 3, null);
  assert.ok(plan);
  assert.deepEqual(
    plan.rates,
    plan.rates.toSorted((a, b) => a - b),
  );
  const died = [point({ purpose: 'block', rate: 70, word: 'broken', hasDied: true })];
  assert.equal(nextInBlock(plan, died, 5, false), null);
});

test('a block holds each of its rates once, after the time that the server needs to settle', () => {
  const points = [
    point({ purpose: 'clients', rate: null, throughput: 800 }),
    point({ purpose: 'alone', rate: null }),
    point({ rate: 700 }),
    point({ rate: 780, word: 'broken', room: -0.5 }),
  ];
  const plan = nextBlockPlan(points, 3, null);
  assert.ok(plan);
  const asked: number[] = [];
  let own: RatePoint[] = [];
  for (let ask = nextInBlock(plan, own, 5, false); ask; ask = nextInBlock(plan, own, 5, false)) {
    asked.push(ask.warmup);
    own = [...own, point({ purpose: 'block', rate: ask.load.kind === 'poisson' ? ask.load.perSecond : 0 })];
  }
  assert.equal(own.length, 3);
  assert.equal((asked[0] ?? 0) - (asked[1] ?? 0), 3000, 'a new process also compiles');
  // (1 − √ρ)^−2 services, five times over: some 5 s at 740 of 800 a second.
  assert.ok((asked[1] ?? 0) > 2500);
  assert.equal(blocksOf(own).length, 1);
});

test('windows are shorter where the time is short', () => {
  const { points } = session(heavyTailed(100), 300, noise, { seed: 2, blocks: 0 });
  const [long, short] = [nextBlockPlan(points, 1, null), nextBlockPlan(points, 1, 100_000)];
  assert.equal(long?.duration, 20_000);
  assert.equal(short?.duration, 5000);
});

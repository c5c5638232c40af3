import { test } from 'node:test';
import { hinge, speed, type Capacity } from '../../src/queueing/capacity.ts';
import { EqualShares, WeightedShares, type Sharing } from '../../src/queueing/processor-sharing.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { near } from '../kit/near.ts';

interface Thread {
  readonly start: number;
  readonly work: number;
  readonly weight: number;
}

/** Threads that come faster than they go, and then stop to come. */
function threads(count: number, unfairness: number, seed: number): Thread[] {
  const random = seeded(seed);
  let start = 0;
  return Array.from({ length: count }, () => ({
    start: (start += -Math.log(1 - random()) * 0.15),
    work: -Math.log(1 - random()),
    weight: Math.exp(unfairness * normal(random)),
  }));
}

/** When each thread is done, by the station that is tested. */
function ends(sharing: Sharing, all: readonly Thread[]): number[] {
  const result = Array.from({ length: all.length }, () => NaN);
  let come = 0;
  for (;;) {
    const next = all[come];
    if (next && next.start <= sharing.next) sharing.add(next.start, come++, next.work);
    else if (sharing.next < Infinity) {
      const now = sharing.next;
      result[sharing.take()] = now;
    } else return result;
  }
}

/** The same the long way: every speed is worked out anew at each event, and taken from every thread. */
function endsTheLongWay(capacity: Capacity, all: readonly Thread[]): number[] {
  const result = Array.from({ length: all.length }, () => NaN);
  const left = new Map<number, number>();
  let [now, come] = [0, 0];
  for (;;) {
    const running = [...left.keys()];
    const speeds = shares(
      capacity,
      running.map((thread) => (all[thread] as Thread).weight),
    );
    const until = running.map((thread, i) => (left.get(thread) as number) / (speeds[i] as number));
    const done = Math.min(Infinity, ...until);
    const arrival = (all[come]?.start ?? Infinity) - now;
    const span = Math.min(done, arrival);
    if (span === Infinity) return result;
    now += span;
    for (const [i, thread] of running.entries())
      left.set(thread, (left.get(thread) as number) - span * (speeds[i] as number));
    if (arrival <= done) left.set(come, (all[come++] as Thread).work);
    else {
      const thread = running[until.indexOf(done)] as number;
      left.delete(thread);
      result[thread] = now;
    }
  }
}

/** In proportion to the weight; who would get more than a CPU gets a CPU, and the others share the rest, again and again. */
function shares({ cpus, ...rest }: Capacity, weights: readonly number[]): number[] {
  const total = speed({ cpus, ...rest }, weights.length);
  const cap = total / Math.min(weights.length, cpus);
  if (weights.length <= cpus) return weights.map(() => cap);
  const capped = new Set<number>();
  for (;;) {
    const sum = weights.reduce((all, weight, i) => all + (capped.has(i) ? 0 : weight), 0);
    const theta = (total - capped.size * cap) / sum;
    const over = weights.findIndex((weight, i) => !capped.has(i) && weight * theta > cap);
    if (over < 0) return weights.map((weight, i) => (capped.has(i) ? cap : weight * theta));
    capped.add(over);
  }
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  for (const [i, value] of actual.entries()) near(value, expected[i] as number, 1e-8, `${i}:`);
}

test('equal shares: every thread ends when it would if each got its part at every moment', () => {
  for (const capacity of [hinge(2, 4, 0.3), hinge(1, 1, 0), hinge(6, 12, 0.2)]) {
    const all = threads(300, 0, 1);
    assertNear(ends(new EqualShares(capacity), all), endsTheLongWay(capacity, all));
  }
});

test('unequal shares too: weights, the cap of one CPU for a thread, and threads that cross it', () => {
  for (const [unfairness, seed] of [
    [0.13, 1],
    [0.5, 2],
    [1.5, 3],
  ] as const) {
    for (const capacity of [hinge(2, 4, 0.3), hinge(1, 1, 0), hinge(6, 12, 0.2)]) {
      const all = threads(300, unfairness, seed);
      let next = 0;
      const sharing = new WeightedShares(capacity, () => (all[next++] as Thread).weight);
      assertNear(ends(sharing, all), endsTheLongWay(capacity, all));
    }
  }
});

test('weights that are all the same are equal shares', () => {
  const capacity = hinge(6, 12, 0.2);
  const all = threads(500, 0, 7);
  assertNear(ends(new WeightedShares(capacity, () => 1), all), ends(new EqualShares(capacity), all));
});

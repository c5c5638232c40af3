import { test } from 'node:test';
import { hinge, speed, type Capacity } from '../../src/queueing/capacity.ts';
import { SharedCpus } from '../../src/queueing/timeline.ts';
import { seeded } from '../../src/stats/random.ts';
import { near } from '../kit/near.ts';

interface Thread {
  readonly start: number;
  readonly work: number;
}

/** Threads that come faster than they go, and then stop to come. */
function threads(count: number, seed: number): Thread[] {
  const random = seeded(seed);
  let start = 0;
  return Array.from({ length: count }, () => ({
    start: (start += -Math.log(1 - random()) * 0.15),
    work: -Math.log(1 - random()),
  }));
}

/** When each thread is done, by the station that is tested. */
function ends(sharing: SharedCpus, all: readonly Thread[]): number[] {
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

/** The same the long way: what each thread gets is worked out anew at each event, and taken from every thread. */
function endsTheLongWay(capacity: Capacity, all: readonly Thread[]): number[] {
  const result = Array.from({ length: all.length }, () => NaN);
  const left = new Map<number, number>();
  let [now, come] = [0, 0];
  for (;;) {
    const running = [...left.keys()];
    const share = speed(capacity, running.length) / running.length;
    const until = running.map((thread) => (left.get(thread) as number) / share);
    const done = Math.min(Infinity, ...until);
    const arrival = (all[come]?.start ?? Infinity) - now;
    const span = Math.min(done, arrival);
    if (span === Infinity) return result;
    now += span;
    for (const thread of running) left.set(thread, (left.get(thread) as number) - span * share);
    if (arrival <= done) left.set(come, (all[come++] as Thread).work);
    else {
      const thread = running[until.indexOf(done)] as number;
      left.delete(thread);
      result[thread] = now;
    }
  }
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  for (const [i, value] of actual.entries()) near(value, expected[i] as number, 1e-8, `${i}:`);
}

test('every thread ends when it would if each got its part at every moment', () => {
  for (const capacity of [hinge(2, 4, 0.3), hinge(1, 1, 0), hinge(6, 12, 0.2)]) {
    const all = threads(300, 1);
    assertNear(ends(new SharedCpus(capacity), all), endsTheLongWay(capacity, all));
  }
});

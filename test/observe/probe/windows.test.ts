/** Windows count the requests of a loop in virtual time: the estimates must agree with the true figures. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { suite, test } from 'node:test';
import type { WindowsModule, WindowTime } from '../../../src/observe/probe/windows.cts';
import { seeded } from '../../../src/stats/random.ts';
import { near } from '../../kit/near.ts';

const require = createRequire(import.meta.url);
const { Windows } = require('../../../src/observe/probe/windows.cts') as WindowsModule;

/** Timers fall due at the next turn of the loop. */
class Loop implements WindowTime {
  time = 0;
  readonly random: () => number;
  #timers: { readonly due: number; readonly task: () => void }[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  readonly now = () => this.time;

  readonly after = (delay: number, task: () => void) => {
    const timer = { due: this.time + delay, task };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  };

  turn(): void {
    const due = this.#timers.filter((timer) => timer.due <= this.time);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { task } of due) task();
  }
}

interface Served {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of the loop that a request takes, and that a few rare ones take. */
  readonly work: number;
  readonly rare?: number;
  /** Share of the rare ones. */
  readonly few?: number;
}

/** Two minutes of a server. @returns what was estimated ÷ what was true: how many began, and how long they took on average */
function estimated(
  { rate, work, rare = work, few = 1 / 1000 }: Served,
  seed: number,
): { count: number; time: number } {
  const next = seeded(seed);
  const loop = new Loop(1000 + seed);
  const none = () => ({ count: 0, time: 0 });
  const [real, seen, inWindow] = [none(), none(), none()];
  const windows = new Windows((weight) => {
    seen.count += weight * inWindow.count;
    seen.time += weight * inWindow.time;
    [inWindow.count, inWindow.time] = [0, 0];
  }, loop);
  windows.adapt(rate);
  let [arrival, told] = [0, 0];
  while (loop.time < 120_000) {
    loop.turn();
    const waiting: number[] = [];
    for (; arrival <= loop.time; arrival -= (Math.log(1 - next()) * 1000) / rate) waiting.push(arrival);
    // Half of them also wait for another service: how long that takes has nothing to do with the windows.
    for (const _ of waiting) {
      const elsewhere = next() < 0.5 ? 0 : -Math.log(1 - next()) * (next() < 0.01 ? 900 : 3);
      const took = (next() < few ? rare : work) + elsewhere;
      real.count++;
      real.time += took;
      if (windows.isOpen) {
        const sums = windows.isSampling ? inWindow : seen;
        sums.count++;
        sums.time += took;
      }
      loop.time += took - elsewhere;
    }
    loop.time += 0.05;
    if (loop.time - told < 250) continue;
    windows.adapt(rate);
    told = loop.time;
  }
  assert.ok(windows.isSampling === rate > 1000);
  windows.all();
  return { count: seen.count / real.count, time: seen.time / seen.count / (real.time / real.count) };
}

const servers: Readonly<Record<string, Served>> = {
  'a light one': { rate: 4000, work: 0.01 },
  'a busy one': { rate: 12_000, work: 0.06 },
  'one that is blocked by rare requests': { rate: 4000, work: 0.02, rare: 60 },
};

suite('What is counted in windows', () => {
  for (const [name, server] of Object.entries(servers)) {
    test(`tells how many requests there were, and how long they took: ${name}`, () => {
      const runs = [1, 2, 3].map((seed) => estimated(server, seed));
      const mean = (kind: 'count' | 'time') => runs.reduce((sum, one) => sum + one[kind], 0) / runs.length;
      near(mean('count'), 1, 0.03, `${mean('count')} of the requests`);
      near(mean('time'), 1, 0.06, `${mean('time')} of their time`);
    });
  }

  test('tells how many there were, though the loop is blocked for longer than a window', () => {
    // A window counts a backlog of 800 as a whole or not at all: six runs give the mean within 1.3% (one standard error).
    const server = { rate: 4000, work: 0.02, rare: 200, few: 1 / 4000 };
    const runs = [1, 2, 3, 4, 5, 6].map((seed) => estimated(server, seed).count);
    const mean = runs.reduce((sum, one) => sum + one, 0) / runs.length;
    near(mean, 1, 0.05, `${mean} of the requests`);
  });

  test('is a sample until its cycle ends', () => {
    const loop = new Loop(1);
    const weights: number[] = [];
    const windows = new Windows((weight) => weights.push(weight), loop);
    windows.adapt(4000);
    const whenSampled: number[] = [];
    for (; loop.time < 400; loop.time++) {
      loop.turn();
      if (loop.time === 20) windows.adapt(0);
      if (windows.isSampling) whenSampled.push(loop.time);
    }
    assert.deepEqual(whenSampled.at(-1), 249);
    assert.deepEqual(weights, [4], 'what it began with is not lost');
    assert.ok(windows.isOpen);
  });

  test('is every request while there are few', () => {
    assert.deepEqual(estimated({ rate: 300, work: 1 }, 1), { count: 1, time: 1 });
  });
});

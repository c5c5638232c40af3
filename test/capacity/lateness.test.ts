/** What is said where the load generator was late in too many windows. How often an interval holds the rate: lateness-coverage. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf } from '../../src/capacity/answer.ts';
import { latenessOf } from '../../src/capacity/points.ts';
import { say } from '../../src/messages/message.ts';
import { host } from '../kit/trials.ts';
import { stallsOf } from '../../src/capacity/notes.ts';
import { pointOf } from '../../src/capacity/reading.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { seeded, type Random } from '../../src/stats/random.ts';
import { planOf, runOf, usual, withRates } from './answered.ts';
import { windowOf } from './window.ts';

suite('Where the generator was late in four of nine blocks', () => {
  const plan = planOf({ expect: 300, precision: 0.001 });
  const trials = withRates(runOf(plan, [usual], 9), (one, { block }) => {
    if (one.purpose !== 'block' || block % 2 !== 0 || !one.outcome) return one;
    const { generator } = one.outcome;
    return { ...one, outcome: { ...one.outcome, generator: { ...generator, utilization: 0.99 } } };
  });
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

interface Server {
  readonly slots: number;
  /** Milliseconds of the work of one request. */
  readonly work: (random: Random) => number;
  /** Milliseconds from stop to stop, and of each; null: none. */
  readonly stops: { readonly every: number; readonly length: number } | null;
}

const exponential = (mean: number) => (random: Random) => -mean * Math.log(1 - random());
const duration = 3000;
const binWidth = 250;

/** A window of Poisson arrivals, served in their order; while the server stops, nothing begins and nothing ends. */
function windowAt(rate: number, { slots, work, stops }: Server, seed: number): RateWindow {
  const random = seeded(seed);
  const phase = stops ? random() * stops.every : 0;
  const free = Array.from({ length: slots }, () => 0);
  const times: number[] = [];
  const bins = Math.ceil(duration / binWidth);
  const [done, errors, responseSum] = [0, 1, 2].map(() => Array.from({ length: bins }, () => 0));
  assert.ok(done && errors && responseSum);
  for (let due = -1000; due < duration; due += exponential(1000 / rate)(random)) {
    const slot = free.indexOf(Math.min(...free));
    const from = awake(Math.max(due, free[slot] ?? 0), stops, phase);
    const end = awake(from + work(random), stops, phase);
    free[slot] = end;
    if (due >= 0) times.push(end - due);
    const bin = Math.floor(end / binWidth);
    if (end < 0 || bin >= bins) continue;
    done[bin] = (done[bin] ?? 0) + 1;
    responseSum[bin] = (responseSum[bin] ?? 0) + end - due;
  }
  const { outcome, ...window } = windowOf({ rate, times, purpose: 'climb', duration });
  assert.ok(outcome);
  return { ...window, outcome: { ...outcome, series: { binWidth, done, errors, responseSum } } };
}

/** The end of the stop that an instant falls into, or the instant itself. */
function awake(at: number, stops: Server['stops'], phase: number): number {
  if (!stops) return at;
  const since = (((at - phase) % stops.every) + stops.every) % stops.every;
  return since < stops.length ? at - since + stops.length : at;
}

/** The windows of a climb to half of what the server can do. */
function seen(server: Server, top: number, seed: number) {
  const clients = windowOf({
    rate: null,
    purpose: 'clients',
    times: Array.from({ length: (top * duration) / 1000 }, () => 5),
    duration,
  });
  const windows = [
    clients,
    ...[0.25, 0.375, 0.5625].map((share, i) => windowAt(share * top, server, 100 * seed + i)),
  ];
  const objective = [{ figure: 'p99', limit: 200 }] as const;
  const at = { trial: 0, block: 0, timeout: 5000, alone: null };
  return stallsOf({ windows, points: windows.map((window) => pointOf(window, objective, at)) });
}

const sessions = 100;
const share = (server: Server, top: number) =>
  Array.from({ length: sessions }, (_, i) => seen(server, top, i + 1)).filter((found) => found !== null)
    .length / sessions;

suite('A server that stops for 300 ms every 2 s', () => {
  const stops = { every: 2000, length: 300 };
  for (const [name, server, top] of [
    ['one slot of 1 ms', { slots: 1, work: exponential(1), stops }, 1000],
    ['40 slots of 50 ms', { slots: 40, work: exponential(50), stops }, 800],
  ] as const)
    test(`is found, with how often and for how long: ${name}`, (t) => {
      const found = share(server, top);
      t.diagnostic(`found in ${100 * found}%`);
      assert.ok(found >= 0.9, `${100 * found}%`);
      const { every = 0, longest = 0 } = seen(server, top, 7) ?? {};
      assert.ok(every > 1200 && every < 4500, `${every}`);
      assert.ok(longest > 280, `${longest}`);
    });
});

suite('No stop is seen', () => {
  const slowest = (random: Random) => (random() < 0.02 ? 300 : 5);
  const heavy = (random: Random) => 2 / (1 - random()) ** 0.5;
  for (const [name, server, top] of [
    ['in a single queue', { slots: 1, work: exponential(1), stops: null }, 1000],
    ['in a queue of 40 slots', { slots: 40, work: exponential(50), stops: null }, 800],
    ['where one request of fifty takes 300 ms', { slots: 30, work: slowest, stops: null }, 2500],
    ['where the work is heavy-tailed', { slots: 8, work: heavy, stops: null }, 1800],
    // Fewer than 50 requests a second cannot show one.
    [
      'where there are few requests',
      { slots: 1, work: exponential(20), stops: { every: 2000, length: 300 } },
      50,
    ],
  ] as const)
    test(name, (t) => {
      const found = share(server, top);
      t.diagnostic(`found in ${100 * found}%`);
      assert.ok(found <= 0.05, `${100 * found}%`);
    });
});

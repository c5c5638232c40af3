import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { measurement } from '../../src/judge/measurement.ts';
import { windowsInOne } from '../../src/load/remote/merge.ts';
import type { LoadOutcome, Sample } from '../../src/model/sample.ts';
import { Recorder } from '../../src/load/recorder.ts';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { seeded } from '../../src/stats/random.ts';
import { outcomeOf, trialOf, withSample } from '../kit/trials.ts';
import { near } from '../kit/near.ts';

/** Eight clients whose requests all take as long, begin together and end together: a window of `duration` that begins at any time. */
function heaps(each: number, duration: number, phase: number): LoadOutcome {
  const recorder = new Recorder({ membership: 'done', lateAfter: Infinity, traces: 0, seed: 1 });
  recorder.openWindow(phase, phase + duration);
  const rest = { status: 200, bytesReceived: 0, excerpt: () => '' };
  for (let sent = 0; sent < phase + duration; sent += each)
    for (let client = 0; client < 8; client++)
      recorder.ended({ client, due: sent, sent, firstByte: sent + each, ...rest }, null, sent + each);
  const { duration: _, ...seen } = recorder.finish(phase + duration);
  const [window, warmup] = [
    { start: 0, duration },
    { duration: phase, requests: 8 },
  ];
  return outcomeOf(seen.response, { ...seen, window, warmup });
}

const figuresOf = (outcome: LoadOutcome, load = trialOf(0, 'one').load, turns?: Sample['turns']) =>
  measurement({ ...withSample(trialOf(0, 'one'), () => ({ outcome, ...(turns && { turns }) })), load });

suite('The throughput of a window with few answers', () => {
  const random = seeded(7);
  const outcomes = Array.from({ length: 200 }, () => heaps(680, 1500, 680 * (1 + random())));
  const truth = (8 / 680) * 1000;

  test('of clients that always have a request in flight does not depend on where its edges lie', () => {
    const counted = outcomes.map(({ throughput }) => throughput / truth);
    near(mean(counted), 1, 0.02);
    assert.ok(deviation(counted) > 0.15);
    for (const outcome of outcomes) {
      const found = figuresOf(outcome) ?? assert.fail();
      near((found.metrics.throughput ?? Number.NaN) / truth, 1, 0.002);
      assert.equal(found.grain, undefined);
    }
  });

  test('is a count, with its grain, of many answers, of arrivals that nobody holds back, and beside errors', () => {
    const [one = assert.fail()] = outcomes;
    const failed = { ...one, errors: { ...one.errors, reset: 1 } };
    const many = heaps(20, 1500, 30);
    for (const [outcome, load] of [
      [failed, { kind: 'closed', clients: 8 }],
      [one, { kind: 'poisson', perSecond: 12 }],
      [many, { kind: 'closed', clients: 8 }],
    ] as const) {
      const found = figuresOf(outcome, load) ?? assert.fail();
      assert.equal(found.metrics.throughput, outcome.throughput);
      near(found.grain ?? 0, 1000 / (outcome.throughput * 1500), 1e-9);
    }
  });

  test('is a count where X·R = N does not hold: more answers lack than there are in flight', () => {
    const [one = assert.fail()] = outcomes;
    const cold = { ...one, warmup: { duration: 600, requests: 8 } };
    assert.equal(figuresOf(cold)?.metrics.throughput, one.throughput, 'the first requests end in the window');
    const found = figuresOf({ ...one, throughput: one.throughput / 4 }) ?? assert.fail();
    assert.equal(found.metrics.throughput, one.throughput / 4);
  });
});

test('Windows in turn begin alike, so what lies across their edges does not average out: the time of an answer tells the rate', () => {
  const inTurn = (each: number) => {
    const windows = Array.from({ length: 14 }, () => heaps(each, 190, 60));
    const rates = windows.map(({ throughput }) => throughput);
    const whole = windowsInOne(windows);
    const found = figuresOf(whole, undefined, { rates, afterOwn: [], idle: 0 }) ?? assert.fail();
    return { counted: whole.throughput, rate: found.metrics.throughput ?? Number.NaN };
  };
  const [one, twice] = [inTurn(43), inTurn(21.5)];
  near(twice.rate / one.rate, 2, 0.01);
  assert.ok(Math.abs(twice.counted / one.counted - 2) > 0.1, 'counted');
});

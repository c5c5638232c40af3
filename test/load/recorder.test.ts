import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recorder, type Membership, Series, TraceSample } from '../../src/load/recorder.ts';
import { seeded } from '../../src/stats/random.ts';
import type { ErrorKind } from '../../src/model/error-kind.ts';
import { DueQueue, Fifo } from '../../src/load/open-loop.ts';
import { near } from '../kit/near.ts';

function recorder(membership: Membership, start = 0, end = Infinity): Recorder {
  const own = new Recorder({ membership, lateAfter: 1, traces: 10, seed: 1 });
  own.openWindow(start, end);
  return own;
}

function request(due: number, sent = due, status = 200) {
  return {
    client: 0,
    due,
    sent,
    firstByte: Number.NaN,
    status,
    bytesReceived: 10,
    excerpt: () => `→ ${status}`,
  };
}

/** From due to done: warm-up, over the start, inside, over the end, in the drain. */
const stretches = [
  [10, 50],
  [90, 110],
  [120, 130],
  [195, 260],
  [210, 220],
] as const;

function seenBy(membership: Membership) {
  const own = recorder(membership, 100, 200);
  for (const [due, done] of stretches) own.ended(request(due), null, done);
  return own.finish(200);
}

for (const [membership, what, longest] of [
  ['due', 'an open loop counts what was due in the window, however late it is answered', 65_000],
  ['done', 'a timed closed loop counts what was done in the window, whenever it was sent', 20_000],
] as const)
  test(what, () => {
    const { counts, response, throughput, warmupRequests } = seenBy(membership);
    assert.equal(counts.verified, 2);
    assert.deepEqual([response.min, response.max], [10_000, longest]);
    // Throughput is of what came back within the window: two answers in 100 ms. A backlog worked off later cannot raise it.
    assert.equal(throughput, 20);
    // Every request that was sent by the end of the window is either of the warm-up or of the window.
    assert.deepEqual([warmupRequests, counts.sent], [2, 2]);
    if (membership === 'due') assert.deepEqual(counts, { due: 2, sent: 2, answered: 2, verified: 2 });
  });

test('timeouts are told also where they came after the window, with what had begun of their answers', () => {
  const own = recorder('done', 100, 200);
  own.ended(request(110, 110, 0), 'timeout', 300);
  own.ended({ ...request(120), isEventStream: true }, 'timeout', 300);
  const { counts, timeouts } = own.finish(200);
  assert.equal(counts.answered, 0);
  assert.deepEqual(timeouts, { count: 2, begun: 1, status: 200, isEventStream: true });
  assert.equal(seenBy('done').timeouts, undefined);
});

test('concurrency is the part of each request that lies in the window', () => {
  // 10 ms of the second, 10 of the third, 5 of the fourth, in 100 ms.
  assert.equal(seenBy('due').concurrency, 0.25);
});

test('response counts from the due time, service from the sending, and lateness is what lies between', () => {
  const own = recorder('due');
  own.ended(request(10, 13), null, 20);
  own.ended(request(20, 20.5), null, 30);
  const seen = own.finish(30);
  assert.equal(seen.response.max, 10_000);
  assert.equal(seen.service.max, 9_500);
  assert.deepEqual([seen.lateness.min, seen.lateness.max], [500, 3_000]);
  assert.equal(seen.lateShare, 0.5);
});

test('a request that was never sent counts as due, and as its error', () => {
  const own = recorder('due');
  own.ended(request(10, Number.NaN, 0), 'timeout', 20);
  assert.partialDeepStrictEqual(own.finish(20), {
    counts: { due: 1, sent: 0, answered: 0, verified: 0 },
    errors: { timeout: 1 },
    lateness: { count: 0 },
    traces: [{ error: 'timeout' }],
  });
});

test('wrong answers are answered but not verified, and the first three are kept as examples', () => {
  const own = recorder('due');
  const kinds: readonly ErrorKind[] = ['reset', 'status', 'proof', 'body', 'status', 'timeout'];
  kinds.forEach((kind, i) => own.ended(request(i, i, 500 + i), kind, i + 1));
  const seen = own.finish(10);
  assert.deepEqual(seen.counts, { due: 6, sent: 6, answered: 4, verified: 0 });
  assert.deepEqual(seen.errorExamples, ['→ 501', '→ 502', '→ 503']);
  assert.equal(seen.errors.status, 2);
});

test('where nothing listened the attempts of the warm-up become the result', () => {
  const own = recorder('done', 1_000, 2_000);
  for (let i = 0; i < 5; i++) own.ended(request(i, i, 0), 'connect', i + 1);
  const counts = { due: 5, sent: 5, answered: 0, verified: 0 };
  const seen = { counts, errors: { connect: 5 }, duration: 10 };
  assert.partialDeepStrictEqual(own.finishUnreachable(0, 10), seen);
});

test('the series has bins of 250 ms, and pairs are joined after 2,400 of them', () => {
  const series = new Series();
  series.add(0, 5, false);
  series.add(251, 7, false);
  series.add(252, 0, true);
  assert.deepEqual(series.toData(1_000), {
    binWidth: 250,
    done: [1, 1, 0, 0],
    errors: [0, 1, 0, 0],
    responseSum: [5, 7, 0, 0],
  });
  series.add(2_400 * 250, 9, false);
  const joined = series.toData(2_401 * 250);
  assert.equal(joined.binWidth, 500);
  assert.deepEqual([joined.done[0], joined.errors[0], joined.responseSum[0]], [2, 1, 12]);
  assert.deepEqual([joined.done.length, joined.done[1_200]], [1_201, 1]);
});

test('the sample is bounded, in order of due, and every request has the same chance', () => {
  const size = 50;
  const of = 1_000;
  const runs = 400;
  const taken = new Float64Array(10);
  for (let run = 0; run < runs; run++) {
    const sample = new TraceSample(size, seeded(run));
    for (let i = 0; i < of; i++) sample.add(request(of - i), of, null);
    const traces = sample.toTraces(0);
    assert.equal(traces.length, size);
    traces.slice(1).forEach((trace, i) => assert.ok(trace.due >= (traces[i]?.due ?? Infinity)));
    for (const { due } of traces) {
      const tenth = Math.floor(((due - 1) * 10) / of);
      taken[tenth] = (taken[tenth] ?? 0) + 1;
    }
  }
  // 2,000 expected in each tenth; the deviation is 42.
  for (const count of taken) near(count, 2_000, 210);
});

test('connections come back in the order in which they became idle', () => {
  const fifo = new Fifo<number>();
  const plain: number[] = [];
  for (let i = 0; i < 1_000; i++) {
    fifo.push(i);
    plain.push(i);
    if (i % 3 === 0) assert.equal(fifo.shift(), plain.shift());
  }
  while (plain.length > 0) assert.equal(fifo.shift(), plain.shift());
  assert.equal(fifo.shift(), undefined);
});

test('waiting requests come back in the order in which they were due', () => {
  const queue = new DueQueue();
  const plain: [due: number, request: number][] = [];
  for (let i = 0; i < 10_000; i++) {
    queue.push(i / 7, i % 5);
    plain.push([i / 7, i % 5]);
    if (i % 3 === 0) {
      assert.deepEqual([queue.due, queue.request], plain.shift());
      queue.drop();
    }
  }
  assert.equal(queue.size, plain.length);
  for (const expected of plain) {
    assert.deepEqual([queue.due, queue.request], expected);
    queue.drop();
  }
  assert.equal(queue.due, Infinity);
});

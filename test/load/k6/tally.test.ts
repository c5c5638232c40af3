/** From k6's samples to figures: known samples in, counts and times out. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeOutcome } from '../../../src/run/outcome.ts';
import { K6Tally, type K6Seen, type K6Window } from '../../../src/load/k6/tally.ts';
import { meanTime } from '../../../src/model/sample.ts';
import { outcomeOf } from '../../kit/trials.ts';
import { failures } from '../jobs.ts';
import type { K6Sample } from '../../../src/load/k6/csv.ts';
import { sample } from './k6.ts';
import { near } from '../../kit/near.ts';

const origin = 'http://127.0.0.1:3000';
const start = 1_763_900_000_000;
const window: K6Window = {
  start,
  duration: 1000,
  perSecond: 10,
  timeout: 500,
  lateAfter: 1,
  origin,
};
const right = { status: '200', expected_response: 'true', url: `${origin}/` };

interface More {
  readonly changes?: Partial<K6Window>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly took?: number;
  readonly end?: Partial<Parameters<K6Tally['finish']>[0]>;
  readonly more?: readonly K6Sample[];
}

/** Requests from `begin` to `end`, each an iteration of its own. @param begins since the start of the window */
function seen(begins: readonly number[], { changes, tags, took = 20, end, more = [] }: More = {}): K6Seen {
  const tally = new K6Tally({ ...window, ...changes });
  for (const begin of begins) {
    const done = start + begin + took;
    tally.add(sample('http_reqs', done, 1, { ...right, ...tags }));
    tally.add(sample('http_req_duration', done, took, { ...right, ...tags }));
    tally.add(sample('iteration_duration', done, took));
    tally.add(sample('iterations', done, 1));
  }
  for (const one of more) tally.add(one);
  return tally.finish({ interrupted: 0, exceptions: 0, exception: null, ...end });
}

/** The same sample at several times since the start of the window. */
const samplesAt = (
  times: readonly number[],
  metric: string,
  value: number,
  tags?: Readonly<Record<string, string>>,
) => times.map((time) => sample(metric, start + time, value, tags));

const each100 = Array.from({ length: 12 }, (_, i) => (i - 1) * 100);

suite('The samples of k6', () => {
  test('at a constant rate count by their begin, which is their end without their duration', () => {
    // One before the window, ten in it, of which the last ends behind it, and one behind it.
    const { record: outcome } = seen(each100, { took: 110 });
    assert.deepEqual(outcome.counts, { due: 10, sent: 10, answered: 10, verified: 10 });
    assert.equal(outcome.warmupRequests, 1);
    near(meanTime(outcome.response), 110, 0.01);
    // Throughput is of what ended in it: the one before, and all but the last.
    assert.equal(outcome.throughput, 10);
    near(outcome.concurrency, 1.1, 0.01);
    assert.deepEqual(outcome.iterations, { due: 10, begun: 10, checks: { passed: 0, failed: 0 } });
  });

  test('of virtual users that go round count by their end', () => {
    const { record: outcome } = seen(each100, { took: 110, changes: { perSecond: null } });
    const told = { counts: { verified: 10 }, iterations: { begun: 10 }, lateness: { count: 0 } };
    assert.partialDeepStrictEqual(outcome, told);
  });

  test('that were dropped in the window were due, and did not begin', () => {
    const more = samplesAt([-50, 700, 800, 900, 1001], 'dropped_iterations', 1);
    const { record: outcome } = seen(each100.slice(0, 8), { more });
    assert.deepEqual(outcome.iterations, { due: 10, begun: 7, checks: { passed: 0, failed: 0 } });
    // Which of them were due when is not known any more.
    assert.deepEqual([outcome.lateness.count, outcome.lateShare], [0, 0]);
  });

  test('say how late the iterations were, against the one that was the least late', () => {
    const late = each100.map((at, i) => at + (i === 4 ? 30 : i === 6 ? 0.8 : 0));
    const { record: outcome } = seen(late);
    assert.equal(outcome.lateness.count, 10);
    // Its timers are right to a millisecond.
    assert.equal(outcome.lateness.max, 29_000);
    assert.equal(outcome.lateShare, 0.1);
    assert.equal(seen(late.toReversed()).record.lateShare, 0.1);
    assert.equal(seen(each100).record.lateness.max, 0);
  });

  test('of a rate of which iterations were cut off do not make the others late', () => {
    // The third has no end, so k6 wrote nothing of it; the sixth began late, and those behind it did not.
    const others = each100.flatMap((at, i) => (i === 3 ? [] : [i === 6 ? at + 30 : at]));
    const { record: outcome } = seen(others, { end: { interrupted: 1 } });
    assert.partialDeepStrictEqual(outcome, { lateness: { count: 9, max: 29_000 }, lateShare: 1 / 9 });
  });

  test('of a rate that k6 does not reach are late by more than what was cut off can explain', () => {
    const slower = each100.map((_, i) => i * 150);
    const { record: outcome } = seen(slower, { end: { interrupted: 1 } });
    // The seventh of them is 300 ms behind: 100 may be the one that is missing.
    assert.equal(outcome.lateness.max, 199_000);
  });

  test('of several requests in an iteration have their own times, and the iteration has its', () => {
    const further = each100.map((time) => time + 15);
    const { record: outcome } = seen(each100, { more: samplesAt(further, 'http_req_duration', 5, right) });
    const told = { counts: { sent: 20 }, iterations: { begun: 10 }, throughput: 20 };
    assert.partialDeepStrictEqual(outcome, told);
  });

  test('have the bytes of the window alone', () => {
    const { record: outcome } = seen([], { more: samplesAt([-1, 0, 999, 1000], 'data_received', 100) });
    assert.equal(outcome.bytesReceived, 200);
  });
});

suite('A request of k6 that fails', () => {
  for (const [what, status, code, expected, kind] of [
    ['has a status that was not expected', '500', '1500', 'false', 'status'],
    ['has none that the script takes for right', '404', '1404', 'true', null],
    ['has one of 400 and more, where the script expects nothing', '404', '1404', '', 'status'],
    ['timed out', '0', '1050', 'false', 'timeout'],
    ['found no host', '0', '1101', 'true', 'connect'],
    ['was kept from another host', '0', '1110', 'true', 'connect'],
    ['was refused', '0', '1212', 'true', 'connect'],
    ['failed in the handshake', '0', '1310', 'true', 'connect'],
    ['was reset', '0', '1220', 'true', 'reset'],
    ['lost its connection', '0', '1000', 'true', 'reset'],
    ['had no address', '0', '1020', 'true', 'protocol'],
    ['could not be unpacked', '0', '1701', 'true', 'protocol'],
  ] as const)
    test(`${what}: ${kind ?? 'no error'}`, () => {
      const tags = { status, error_code: code, expected_response: expected };
      const { record: outcome } = seen([0], { tags });
      assert.deepEqual(failures(outcome), kind === null ? {} : { [kind]: 1 });
      assert.equal(outcome.counts.verified, kind === null ? 1 : 0);
      assert.equal(outcome.counts.answered, Number(status !== '0'));
    });

  test('took longer than it may', () => {
    const { record: outcome } = seen([0], { took: 501 });
    assert.deepEqual([outcome.errors.timeout, outcome.counts.verified], [1, 0]);
  });

  test('has an iteration that was cut off', () => {
    const { record: outcome } = seen([0, 100], { end: { interrupted: 3 } });
    assert.equal(outcome.errors.timeout, 3);
    assert.deepEqual(outcome.counts, { due: 5, sent: 5, answered: 2, verified: 2 });
    assert.deepEqual(outcome.iterations, { due: 5, begun: 5, checks: { passed: 0, failed: 0 } });
  });

  test('failed in a check of the script, or the script threw: too few are called right, never too many', () => {
    const { record: outcome } = seen(each100, {
      end: { exceptions: 1, exception: 'TypeError: no body' },
      more: [
        ...samplesAt([-10, 0, 100], 'checks', 0, { check: 'is long' }),
        ...samplesAt([200], 'checks', 1, { check: 'is long' }),
      ],
    });
    assert.deepEqual(outcome.iterations?.checks, { passed: 1, failed: 2 });
    assert.deepEqual([outcome.errors.body, outcome.counts.verified, outcome.throughput], [3, 7, 7]);
    assert.deepEqual(outcome.errorExamples, ['the check "is long" failed', 'TypeError: no body']);
    const told = judgeOutcome(outcomeOf(outcome.response, outcome), 'http://x/');
    assert.match(String(told?.what), /: 2 failed check, 1 exception\.$/);
    assert.match(String(told?.todo), /or the check of the script/);
  });

  test('in several checks makes no more answers wrong than there were', () => {
    const ends = each100.map((time) => time + 20);
    const more = ['a', 'b', 'c'].flatMap((check) => samplesAt(ends, 'checks', 0, { check }));
    const { record: outcome } = seen(each100, { more });
    assert.equal(outcome.iterations?.checks.failed, 30);
    assert.deepEqual([outcome.errors.body, outcome.counts.verified, outcome.throughput], [10, 0, 0]);
  });
});

suite('A request of k6', () => {
  const [own, there] = [origin, 'http://10.0.0.7:3000'];
  for (const [server, url, isCounted] of [
    [own, 'http://127.0.0.1:4000/', false],
    [own, 'http://localhost/', false],
    [own, 'https://example.com/', false],
    [own, 'http://192.0.2.1:3000/x', false],
    [there, `${there}/a`, true],
    [there, 'http://10.0.0.7:3001/a', false],
    [there, 'http://127.0.0.1:3000/a', false],
    [there, 'http://10.0.0.8:3000/a', false],
    // It may be named in several ways, or have a name instead.
    [own, 'http://localhost:3000/a?b', true],
    [own, 'http://[::1]:3000', true],
    [own, 'GET the list', true],
    [own, '', true],
    [own, 'urn:x:y', true],
  ] as const)
    test(`to ${url || 'nowhere'} is ${isCounted ? '' : 'not '}counted where the server is at ${server}`, () => {
      const { record: outcome, elsewhere } = seen([0], { changes: { origin: server }, tags: { url } });
      assert.deepEqual([outcome.counts.sent, elsewhere], isCounted ? [1, null] : [0, url]);
    });

  test('for the start is none of the script', () => {
    const startUrl = 'http://127.0.0.1:9/start';
    const { record: outcome, elsewhere } = seen([-100], {
      changes: { startUrl },
      tags: { url: startUrl },
    });
    assert.deepEqual([outcome.counts.sent, elsewhere, outcome.warmupRequests], [0, null, 0]);
  });
});

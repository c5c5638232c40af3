import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { outcomeOf, Recorder, type Membership } from '../../../src/load/recorder.ts';
import { mergeOutcomes, type GeneratorPart } from '../../../src/load/remote/merge.ts';
import type { LoadOutcome } from '../../../src/model/sample.ts';
import { errorKinds, type ErrorKind } from '../../../src/model/error-kind.ts';
import { total } from '../../../src/stats/mean-and-spread.ts';
import { seeded } from '../../../src/stats/random.ts';
import { assertEach } from '../../kit/assert.ts';
import { near, nearly } from '../../kit/near.ts';

const window = { start: 1000, length: 5000 };

const recorder = (membership: Membership) => {
  const one = new Recorder({ membership, lateAfter: 1, traces: 0, seed: 1 });
  one.openWindow(window.start, window.start + window.length);
  return one;
};

/** What a generator makes of its recorder. */
const seenBy = (one: Recorder): LoadOutcome =>
  outcomeOf(one.finish(window.start + window.length), {
    engine: 'http',
    start: window.start,
    warmup: 500,
    generator: { utilization: 0.1, cpu: 5, peakRss: 1, pid: 1 },
  });

const partOf = (outcome: LoadOutcome, name: string): GeneratorPart => ({
  outcome,
  name,
  start: window.start,
  isHere: false,
  roundTrip: 1,
  path: 1,
});

const merging = { endsByCount: false, traces: 0, epoch: (at: number) => at };

suite('What several generators saw', () => {
  for (const membership of ['due', 'done'] as const)
    for (const generators of [1, 2, 5])
      test(`is what one recorder would have seen (${membership}, ${generators})`, () => {
        const random = seeded(generators);
        const whole = recorder(membership);
        const parts = Array.from({ length: generators }, () => recorder(membership));
        for (let i = 0; i < 4000; i++) {
          // On a grid, so that sums are exact whatever their order.
          const on = (most: number) => Math.floor(random() * most * 64) / 64;
          const due = 500 + on(6000);
          const sent = due + on(random() < 0.1 ? 4 : 0.5);
          const done = sent + on(200);
          const error: ErrorKind | null =
            random() < 0.05 ? (errorKinds[Math.floor(random() * errorKinds.length)] ?? null) : null;
          const request = {
            client: 0,
            due,
            sent,
            firstByte: done,
            status: error === null ? 200 : 500,
            bytesReceived: 100,
            ...(i % 3 === 0 && { serverTime: on(50) }),
            excerpt: () => 'wrong',
          };
          whole.ended(request, error, done);
          parts[Math.floor(random() * generators)]?.ended(request, error, done);
        }
        const outcomes = parts.map(seenBy);
        const expected = seenBy(whole);
        const { generators: shares = [], ...found } = mergeOutcomes(
          outcomes.map((one, at) => partOf(one, `load${at}`)),
          merging,
        );
        for (const key of ['counts', 'errors', 'response', 'service', 'serverTime', 'lateness'] as const)
          assert.deepEqual(found[key], expected[key], key);
        for (const key of ['series', 'warmup', 'window', 'bytesReceived'] as const)
          assert.deepEqual(found[key], expected[key], key);
        for (const key of ['throughput', 'concurrency'] as const)
          nearly(found[key], expected[key], 1e-9, key);
        nearly(found.generator.lateShare, expected.generator.lateShare, 1e-9);
        assert.equal(total(shares.map(({ sent }) => sent)), expected.counts.sent);
      });

  test('says for how much of its window each loaded together with all others', () => {
    const outcome = seenBy(recorder('done'));
    const parts = [0, 500, 100].map((late, at) => ({
      ...partOf(outcome, `load${at}`),
      start: window.start + late,
    }));
    const { generators = [] } = mergeOutcomes(parts, merging);
    // 500 ms of 5000 are not common to all; of round trips of 1 ms each the clocks may be off by half.
    assertEach(generators, ({ skew }) => skew, [0, 500, 100]);
    assertEach(generators, ({ overlap }) => overlap, [0.8998, 0.8998, 0.8998]);
  });

  test('does not take a clock for known that is not', () => {
    const outcome = seenBy(recorder('done'));
    const parts = [1, 400, 100].map((roundTrip, at) => ({ ...partOf(outcome, `load${at}`), roundTrip }));
    const overlaps = (some: readonly GeneratorPart[]) =>
      mergeOutcomes(some, merging).generators?.map(({ overlap }) => overlap);
    // Two clocks may be off by 200 and 50 ms, in 5000.
    assert.deepEqual(overlaps(parts), [0.95, 0.95, 0.95]);
    assert.deepEqual(overlaps(parts.slice(1, 2)), [1]);
  });

  test('has the CPU time of generators on this machine alone, and the busiest of all', () => {
    const outcome = seenBy(recorder('done'));
    const busy = { ...outcome, generator: { ...outcome.generator, utilization: 0.7, cpu: 40 } };
    const { generator } = mergeOutcomes(
      [partOf(busy, 'far'), { ...partOf(outcome, 'here'), isHere: true }],
      merging,
    );
    assert.deepEqual([generator.cpu, generator.utilization], [5, 0.7]);
  });

  test('has the iterations of all, and how late they were by their number', () => {
    const outcome = seenBy(recorder('done'));
    const [few, many] = [1, 3].map((times) => ({
      ...outcome,
      iterations: { due: 100 * times, begun: 90 * times, checks: { passed: 7 * times, failed: times } },
      generator: { ...outcome.generator, lateShare: times === 1 ? 0.4 : 0 },
    })) as [LoadOutcome, LoadOutcome];
    const { iterations, generator } = mergeOutcomes([partOf(few, 'a'), partOf(many, 'b')], merging);
    assert.deepEqual(iterations, { due: 400, begun: 360, checks: { passed: 28, failed: 4 } });
    near(generator.lateShare, 0.1, 1e-12);
    assert.equal(mergeOutcomes([partOf(outcome, 'a')], merging).iterations, undefined);
  });

  test('keeps the clients of raw requests apart', () => {
    const outcome = seenBy(recorder('done'));
    const trace = { client: 1, due: 5, sent: 5, firstByte: 6, done: 7, status: 200, error: null };
    const traced = { ...outcome, traces: [{ ...trace, client: 0 }, trace] };
    const { traces } = mergeOutcomes(
      [partOf(traced, 'a'), { ...partOf(traced, 'b'), start: window.start + 100 }],
      { ...merging, traces: 10 },
    );
    assertEach(traces, ({ client }) => client, [0, 1, 2, 3]);
    assertEach(traces, ({ due }) => due, [5, 5, 105, 105]);
  });

  test('that ends by its number of requests ends with the last answer of all', () => {
    const outcome = { ...seenBy(recorder('done')), throughput: 100, concurrency: 4 };
    const long = { ...outcome, window: { start: 0, duration: 10_000 }, throughput: 50 };
    const parts = [partOf(outcome, 'a'), partOf(long, 'b')];
    const found = mergeOutcomes(parts, { ...merging, endsByCount: true });
    assert.equal(found.window.duration, 10_000);
    // 500 requests in 5 s, and 500 in 10 s.
    assert.deepEqual([found.throughput, found.concurrency], [100, 6]);
    assertEach(found.generators, ({ overlap }) => overlap, Array(2).fill(1 - 1 / 10_000));
  });
});

/** What a generator elsewhere says is held to what a recorder can have seen: it is added up, and nothing is left of who said it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { outcomeOf, Recorder } from '../../../src/load/recorder.ts';
import type { LoadOutcome } from '../../../src/model/sample.ts';
import { type HistogramData, Histogram } from '../../../src/stats/histogram.ts';
import { readLine, reportSchema } from '../../../src/model/schema/generator-protocol.ts';

/** Three right answers, the last of which took longer than a histogram has buckets for, and a wrong one. */
function outcome(): LoadOutcome {
  const recorder = new Recorder({ membership: 'due', lateAfter: 1, traces: 4, seed: 1 });
  const longest = 5e9;
  recorder.openWindow(0, 2 * longest);
  for (const [at, time] of [0.2, 3, longest, 1].entries()) {
    const request = { client: 0, due: at, sent: at + 0.5, firstByte: at + 1, status: 200, bytesReceived: 9 };
    recorder.ended({ ...request, serverTime: 0.1, excerpt: () => '' }, at < 3 ? null : 'body', at + 1 + time);
  }
  const generator = { utilization: 0.1, cpu: 5, peakRss: 1, pid: 1 };
  return outcomeOf(recorder.finish(2 * longest), { engine: 'http', start: 0, warmup: 0, generator });
}

const isTaken = (changed: LoadOutcome) =>
  readLine(JSON.stringify({ kind: 'outcome', id: 1, outcome: changed, start: 0 }), reportSchema) !== null;

suite('The outcome of a generator elsewhere', () => {
  const sound = outcome();

  test('is taken as a recorder tells it', () => {
    assert.equal(sound.counts.verified, 3);
    assert.ok(isTaken(sound));
    const none = new Histogram().toData();
    const counts = { due: 4, sent: 4, answered: 0, verified: 0 };
    const { serverTime: _, ...rest } = sound;
    assert.ok(isTaken({ ...rest, counts, response: none, service: none, lateness: none }));
  });

  const { response } = outcome();
  const last = response.buckets.at(-1)?.[0] ?? 0;
  const changes: Record<string, Partial<HistogramData>> = {
    'with buckets of another width': { subBuckets: 64 },
    'with a bucket that is none': { buckets: [...response.buckets.slice(0, -1), [last + 1, 1]] },
    'with a bucket of no whole number': { buckets: [[0.5, 3]] },
    'with more in its buckets than it counts': { buckets: [[10, 1e12]] },
    'with fewer in its buckets than it counts': { buckets: response.buckets.slice(1) },
    'with more than anybody can send': { count: 1e12, buckets: [[10, 1e12]], sum: 1e13, min: 10, max: 10 },
    'with a bucket twice': { buckets: [10, 10, 11].map((slot) => [slot, 1] as const) },
    'with its buckets in another order': { buckets: response.buckets.toReversed() },
    'with a least time above the longest': { min: response.max + 1 },
    'with a sum that its times cannot have': { sum: 4 * response.max },
  };
  for (const [what, change] of Object.entries(changes))
    test(`${what} is refused`, () => {
      for (const key of ['response', 'service', 'lateness', 'serverTime'] as const)
        assert.ok(!isTaken({ ...sound, [key]: { ...sound.response, ...change } }), key);
    });

  test('of a script has the times of answers that a check found wrong, and as many lateness as iterations', () => {
    const checks = { passed: 0, failed: 1 };
    const { serverTime: _, ...ours } = sound;
    const found = { ...ours, counts: { ...sound.counts, verified: 2 } };
    assert.ok(!isTaken(found));
    assert.ok(isTaken({ ...found, iterations: { due: 9, begun: 8, checks } }));
    assert.ok(!isTaken({ ...found, iterations: { due: 9, begun: 10, checks } }), 'more than were due');
    assert.ok(!isTaken({ ...found, iterations: { due: 9, begun: 3, checks } }), 'the lateness of four');
    const less = { ...ours, counts: { ...sound.counts, answered: 2, verified: 2 } };
    assert.ok(!isTaken({ ...less, iterations: { due: 9, begun: 8, checks } }), 'three times of two answers');
  });

  test('whose times are not those of its right answers is refused', () => {
    const more = Histogram.fromData(sound.response);
    more.record(1000);
    for (const key of ['response', 'service', 'serverTime'] as const)
      assert.ok(!isTaken({ ...sound, [key]: more.toData() }), key);
    assert.ok(!isTaken({ ...sound, counts: { ...sound.counts, answered: 2 } }));
    assert.ok(!isTaken({ ...sound, counts: { ...sound.counts, sent: 3 } }));
  });
});

/** What is judged of a script only when the parts of its load are together. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ScriptPart } from '../../../src/load/engine.ts';
import { K6Tally } from '../../../src/load/k6/tally.ts';
import { outcomeOf } from '../../../src/load/recorder.ts';
import { mergeOutcomes } from '../../../src/load/remote/merge.ts';
import {
  problemThere,
  scriptProblemOf,
  toldPart,
  wholeScript,
} from '../../../src/load/remote/script-part.ts';
import { Problem, problem } from '../../../src/messages/problem.ts';
import type { LoadOutcome } from '../../../src/model/sample.ts';
import { readLine, reportSchema } from '../../../src/model/schema/generator-protocol.ts';
import { sample } from '../k6/k6.ts';

const origin = 'http://127.0.0.1:3000';
const start = 1_763_900_000_000;

interface Seen {
  readonly outcome: LoadOutcome;
  readonly part: ScriptPart;
}

/** One part: so many right answers in a second, and iterations that threw. */
function partOf(answers: number, exceptions: number, empty: Problem | null = null): Seen {
  const times = { start, duration: 1000, perSecond: null, timeout: 500, lateAfter: 1 };
  const tally = new K6Tally({ ...times, origin });
  for (let i = 0; i < answers; i++) {
    const tags = { status: '200', expected_response: 'true', url: `${origin}/` };
    tally.add(sample('http_req_duration', start + 10 * (i + 1), 5, tags));
    tally.add(sample('iteration_duration', start + 10 * (i + 1), 5));
  }
  const exception = exceptions > 0 ? 'Error: every second one' : null;
  const { record, unplaced } = tally.finish({ interrupted: 0, exceptions, exception });
  const generator = { utilization: 0.1, cpu: 5, peakRss: 1, pid: 1 };
  const outcome = outcomeOf(record, { engine: 'k6 v1.8.1', start, warmup: 0, generator });
  return { outcome, part: { empty, wrong: unplaced } };
}

function whole(...parts: readonly Seen[]): LoadOutcome {
  const place = { isHere: false, roundTrip: 1, path: null, start: 0 };
  const seen = parts.map(({ outcome }, at) => ({ ...place, name: `load${at}`, outcome }));
  const merged = mergeOutcomes(seen, { endsByCount: false, traces: 0, epoch: () => start });
  const scripts = parts.map(({ part }) => part);
  return wholeScript(merged, scripts);
}

const none = problem('K6_NO_REQUEST', { script: '/home/me/shop.js', iterations: 0 });
const threw = problem('K6_THREW', { script: '/home/me/shop.js', iterations: 2, exception: 'Error: odd' });

suite('A script on several generators', () => {
  test('may have no request on one of them', () => {
    const { counts, throughput } = whole(partOf(2, 0), partOf(0, 0, none));
    assert.deepEqual(counts, { due: 2, sent: 2, answered: 2, verified: 2 });
    assert.equal(throughput, 2);
  });

  test('has as many right answers as one k6 would have, whichever of them threw', () => {
    const [together, apart] = [whole(partOf(10, 4)), whole(partOf(10, 0), partOf(0, 4, threw))];
    assert.equal(together.counts.verified, 6);
    for (const name of ['counts', 'throughput', 'errors', 'errorExamples'] as const)
      assert.deepEqual(apart[name], together[name], name);
    assert.equal(whole(partOf(3, 0), partOf(0, 400, threw)).counts.verified, 0);
  });

  test('that has no request on any is refused, by what explains most', () => {
    assert.throws(() => whole(partOf(0, 0, none), partOf(0, 2, threw)), threw);
    assert.throws(() => whole(partOf(0, 0, none), partOf(0, 0, none)), none);
  });

  test('whose addresses and checks have long names is understood', () => {
    const { outcome, part } = partOf(1, 0);
    const tally = new K6Tally({ start, duration: 1000, perSecond: null, timeout: 500, lateAfter: 1, origin });
    const url = `${origin}/?${'x'.repeat(10_000)}`;
    tally.add(sample('http_req_duration', start + 10, 5, { status: '500', url }));
    tally.add(sample('checks', start + 10, 0, { check: 'y'.repeat(10_000) }));
    const { errorExamples } = tally.finish({ interrupted: 0, exceptions: 0, exception: null }).record;
    assert.equal(errorExamples.length, 2);
    const found = { ...outcome, errorExamples };
    const line = JSON.stringify({ kind: 'outcome', id: 1, outcome: found, start: 0, script: toldPart(part) });
    assert.ok(readLine(line, reportSchema));
  });

  const elsewhere = problem('K6_ELSEWHERE', { script: '/home/me/shop.js', url: 'http://a/', origin });
  const failed = problem('K6_FAILED', { how: 'exit code 107', why: 'Error: in setup' });
  for (const found of [none, threw, elsewhere, failed])
    test(`says on which of them it is: ${found.code}`, () => {
      const told = scriptProblemOf(found) ?? assert.fail();
      const report = { kind: 'failed', id: 1, why: '', problem: told };
      assert.ok(readLine(JSON.stringify(report), reportSchema));
      const { what } = problemThere('ssh load1', told);
      assert.match(what, /ssh load1/);
      assert.ok(what.includes(String(told.details['script'] ?? told.details['how'])), what);
      // Without what its texts are made of it is none.
      const { problem: _, ...rest } = report;
      const bare = { ...rest, problem: { ...told, details: {} } };
      assert.equal(readLine(JSON.stringify(bare), reportSchema), null);
    });
});

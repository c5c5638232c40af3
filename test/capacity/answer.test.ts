/** From the trials of a run to its words: pure, and never more than was measured. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { capacityOf, checksOfRates } from '../../src/capacity/answer.ts';
import { nextOfCapacity, windowsOf } from '../../src/capacity/next.ts';
import type { RateTrial } from '../../src/capacity/reading.ts';
import { hasCode } from '../../src/messages/message.ts';
import type { CheckResult } from '../../src/model/check.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { failedCheck, histogramOf, host, usageOf } from '../kit/trials.ts';
import { answerOf, limit as most, planOf, runOf, usual, withRates, type Server } from './answered.ts';
import { assertEach } from '../kit/assert.ts';

const failing = (id: CheckResult['id'], effect: CheckResult['effect'], cells: readonly string[] = []) =>
  failedCheck({ id, effect, cells });

const rateOf = ({ load }: RateWindow) => (load.kind === 'poisson' ? [load.perSecond] : []);

suite('The answer of a search for the highest rate', () => {
  test('is the rate with its interval', () => {
    const { findings, sentence } = answerOf(planOf({}), usual);
    const [found] = findings;
    assert.equal(found?.word, 'bounded');
    assert.ok(found.rate && found.rate.low < 400 && 400 < (found.rate.high ?? 0));
    assert.ok(Math.abs(found.rate.value / 400 - 1) < 0.02);
    assert.equal(sentence.code, 'capacity.bounded');
  });

  test('is "at least" where the generator could not go on', () => {
    const { findings, sentence } = answerOf(planOf({}), { tops: [50_000], generator: 1500 });
    assert.equal(findings[0]?.word, 'at least');
    assert.ok((findings[0]?.kept ?? Infinity) <= 50_000);
    assert.equal(sentence.code, 'capacity.at-least');
  });

  test('is no limit of the generator where the server broke the objective below a rate that it kept', () => {
    const plan = planOf({});
    const trials = runOf(plan, [{ tops: [50_000], generator: 1500 }], 6);
    const late = Math.max(...trials.flatMap(({ sample }) => sample?.rates?.flatMap(rateOf) ?? []));
    const slowed = (one: RateWindow): RateWindow => ({
      ...one,
      outcome: one.outcome && {
        ...one.outcome,
        response: histogramOf(Array.from({ length: 500 }, () => 3 * most)),
      },
    });
    const found = (isSlow: (rate: number) => boolean) => {
      const all = withRates(trials, (one) => (rateOf(one).some(isSlow) ? slowed(one) : one));
      return [capacityOf(plan, host, all, []).findings[0]?.word, nextOfCapacity(plan, all).stop?.code];
    };
    const open = ['at least', 'stop.generator-limit'];
    assert.deepEqual(
      found(() => false),
      open,
    );
    // One broken window far below is a hiccup.
    const lowest = Math.min(...trials.flatMap(({ sample }) => sample?.rates?.flatMap(rateOf) ?? []));
    assert.deepEqual(
      found((rate) => rate === lowest),
      open,
    );
    const [word, stop] = found((rate) => rate < late / 2);
    assert.ok(word !== open[0] && stop !== open[1]);
  });

  test('is no limit of the generator where other programs made it late: the search goes on, and says so', () => {
    const blocksOf = (trials: readonly { readonly block: number }[]) =>
      new Set(trials.map(({ block }) => block)).size;
    const server = { tops: [50_000], generator: 1500 };
    const plan = planOf({});
    const [quiet, busy] = [runOf(plan, [server], 6), runOf(plan, [{ ...server, others: 0.5 }], 6)];
    assert.equal(nextOfCapacity(plan, quiet).stop?.code, 'stop.generator-limit');
    assert.ok(blocksOf(busy) > blocksOf(quiet));
    const { findings, sentence } = capacityOf(plan, host, busy, []);
    assert.equal(findings[0]?.word, 'at least');
    assert.ok(hasCode(sentence, 'capacity.at-least') && sentence.params.isDisturbed);
  });

  test('is no "never" where the generator was late at every rate', () => {
    const plan = planOf({ expect: 5 });
    const trials = runOf(plan, [{ tops: [500], generator: 0 }], 9);
    const { findings, sentence, expect } = capacityOf(plan, host, trials, []);
    assert.equal(findings[0]?.word, 'unmeasured');
    assert.equal(expect?.word, 'undecided');
    assert.equal(sentence.code, 'capacity.unmeasured-late');
    assert.equal(nextOfCapacity(plan, trials).stop?.code, 'stop.generator-late');
  });

  test('names the rate at which the server died, and goes on below it', () => {
    const { findings } = answerOf(planOf({ objective: [{ figure: 'p99', limit: 900 }] }), {
      tops: [500],
      diesAt: 300,
    });
    const [found] = findings;
    assert.ok(found?.notes.some(({ code }) => code === 'capacity.note.died'));
    assert.ok((found?.kept ?? 0) < 300 && (found?.kept ?? 0) > 200);
  });

  test('without an objective is the knee, and says so', () => {
    const { isKnee, sentence } = answerOf(planOf({ objective: [] }), usual);
    assert.equal(isKnee, true);
    assert.match(JSON.stringify(sentence.params), /"capacity\.knee"/);
  });

  for (const [rate, word] of [
    [300, 'kept'],
    [400, 'undecided'],
    [520, 'missed'],
  ] as const)
    test(`holds ${rate}/s against the interval: ${word}`, () => {
      const { expect } = answerOf(planOf({ expect: rate }), usual);
      assert.equal(expect?.word, word);
      assert.equal(expect?.sentence.code, `capacity.expect.${word}`);
    });

  test('is withheld where a validity check failed', () => {
    const plan = planOf({ expect: 520 });
    const failed = failing('M1', 'undecided');
    const found = capacityOf(plan, host, runOf(plan, [usual], 9), [failed]);
    assert.equal(found.expect?.word, 'undecided');
    assert.equal(found.expect?.sentence.code, 'capacity.expect.withheld');
    // Where there is no word to withhold, the check is the reason all the same.
    const open = capacityOf(planOf({ expect: 400 }), host, runOf(plan, [usual], 9), [failed]);
    assert.match(
      JSON.stringify(open.expect?.sentence),
      /"capacity\.expect\.undecided".*"capacity\.open".*"check":"M1"/,
    );
    // Of the generator every window is judged by itself, and of one process nothing is said that takes two.
    for (const id of ['G1', 'R1', 'D2'] as const)
      assert.equal(checksOfRates([{ ...failed, id }])[0]?.effect, 'note');
  });

  test('compares two settings block by block', () => {
    const plan = planOf({ settings: 2 });
    const better: Server = { tops: usual.tops.map((top) => 1.2 * top) };
    const { ratio } = capacityOf(plan, host, runOf(plan, [usual, better], 9), []);
    assert.equal(ratio?.word, 'better');
    assert.ok(ratio.low < 1.2 && 1.2 < ratio.high);
    const same = capacityOf(plan, host, runOf(plan, [usual, usual], 9), []);
    assert.notEqual(same.ratio?.word, 'worse');
  });

  test('withholds the comparison where a check of either setting failed', () => {
    const plan = planOf({ settings: 2, expect: 300 });
    const [first, second] = plan.cells.map(({ id }) => id);
    assert.ok(first !== undefined && second !== undefined);
    const better: Server = { tops: usual.tops.map((top) => 1.2 * top) };
    const trials = runOf(plan, [usual, better], 9);
    for (const effect of ['undecided', 'silence'] as const) {
      const { ratio, sentence, expect } = capacityOf(plan, host, trials, [failing('M1', effect, [first])]);
      assert.equal(ratio?.word, 'undecided');
      assert.ok(hasCode(sentence, 'capacity.compared-withheld') && sentence.params.check === 'M1');
      // The gate is about the second setting, of which nothing failed.
      assert.equal(expect?.word, 'kept');
    }
    const gated = capacityOf(plan, host, trials, [failing('M1', 'silence', [second])]);
    assert.equal(gated.expect?.sentence.code, 'capacity.expect.withheld');
  });

  test('does not count the trials of a setting that a check voids', () => {
    const plan = planOf({ settings: 2, expect: 300 });
    const ids = plan.cells.map(({ id }) => id);
    const trials = runOf(plan, [usual, usual], 9);
    const { findings, ratio, sentence, expect } = capacityOf(plan, host, trials, [
      failing('P1', 'void', ids.slice(1)),
    ]);
    assert.equal(ratio, null);
    assertEach(findings, ({ word }) => word, ['bounded', 'unmeasured']);
    assert.match(JSON.stringify(sentence), /"capacity\.void","params":\{"check":"P1"/);
    assert.equal(expect?.word, 'undecided');
  });

  test('names the other programs that have the CPUs at the limit', () => {
    const plan = planOf({});
    const busy = { cpu: 600, loopCpu: 500, loopWaitedForCpu: 290 };
    const usage = usageOf({ ...busy, poolCpu: 0, poolHeld: null, poolSize: null, queued: null });
    const beside = (foreign: number | null) => {
      const trials = withRates(runOf(plan, [usual], 4), (one) => ({ ...one, usage })).map((trial) => ({
        ...trial,
        host: { foreign, steal: null },
      }));
      const [found] = capacityOf(plan, { ...host, effectiveCpus: 2, logicalCpus: 2 }, trials, []).findings;
      const limit = found?.limit;
      assert.ok(hasCode(limit, 'capacity.limit'));
      return [limit.params.limit, limit.params.others];
    };
    assert.deepEqual(beside(0.6), ['CPU', 0.6]);
    assert.deepEqual(beside(null), [null, null]);
  });

  test('names the connections that are the limit where nothing of the server is', () => {
    const plan = planOf({});
    const idle = usageOf({ cpu: 50, loopCpu: 40, poolCpu: 0, poolHeld: null, poolSize: null, queued: null });
    const limitWith = (pending: number) => {
      const usage = { ...idle, calls: { to: '10.0.0.9:5432', connections: 4, pending } };
      const trials = withRates(runOf(plan, [usual], 4), (one) => ({ ...one, usage }));
      const limit = capacityOf(plan, host, trials, []).findings[0]?.limit;
      assert.ok(hasCode(limit, 'capacity.limit'));
      return [limit.params.limit, limit.params.to, limit.params.connections];
    };
    assert.deepEqual(limitWith(3.9), [null, '10.0.0.9:5432', 4]);
    assert.deepEqual(limitWith(2), [null, null, 0]);
  });

  test('goes on from what was stored as if it had never stopped', () => {
    const plan = planOf({});
    const whole = runOf(plan, [usual], 4);
    const [cell] = plan.cells;
    assert.ok(cell);
    const again = windowsOf(plan, cell, 5, JSON.parse(JSON.stringify(whole)) as RateTrial[]);
    const direct = windowsOf(plan, cell, 5, whole);
    assert.deepEqual(again([]), direct([]));
  });
});

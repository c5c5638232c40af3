/** What follows from result files: hidden percentiles, a ratio with its interval, and why there may be none. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../../src/messages/message.ts';
import type { CheckId } from '../../src/model/check.ts';
import type { PublishedRun } from '../../src/model/published.ts';
import { checkPublished, hiddenPercentiles, leastByClock } from '../../src/published/check.ts';
import { figuresOf } from '../../src/published/figures.ts';
import { readK6Summary } from '../../src/published/k6.ts';
import { Tally } from '../../src/published/tally.ts';
import { meanBounds } from '../../src/stats/mean-and-spread.ts';
import { textWidth } from '../../src/format/width.ts';
import { pageOf } from './results.ts';
import { assertEach, assertNone } from '../kit/assert.ts';

let named = 0;

/** Ten seconds of 32 clients, in which nothing is wrong. */
function sound(change: Partial<PublishedRun> = {}): PublishedRun {
  const throughput = change.throughput ?? 4000 + named;
  return {
    ...figuresOf({
      source: 'oha JSON',
      load: 'closed',
      clients: 32,
      length: 10_000,
      begun: 40_000,
      answered: 40_000,
      throughput,
      mean: (31.9 / throughput) * 1000,
      min: 1,
      max: 30,
      percentiles: [
        { share: 0.5, value: 7 + named / 1000 },
        { share: 0.9, value: 10 },
        { share: 0.99, value: 18 },
      ],
      answers: { sent: 40_000, wrong: 0, lost: 0, countedAsSuccess: 0, kinds: {} },
    }),
    file: `run-${named}.json`,
    name: `A${named++}`,
    rate: null,
    ...change,
  };
}

const of = (runs: readonly PublishedRun[], others?: readonly PublishedRun[]) =>
  checkPublished([{ cell: 'A', runs }, ...(others ? [{ cell: 'B', runs: others }] : [])]);
const failing = ({ checks }: ReturnType<typeof of>) =>
  checks.flatMap(({ id, outcome }): CheckId[] => (outcome === 'fail' ? [id] : []));

suite('A single file', () => {
  test('that is sound can carry a comparison, though one run compares nothing', () => {
    const found = of([sound()]);
    assert.deepEqual(failing(found), []);
    assert.equal(found.canCompare, true);
    assert.equal(found.sentence.code, 'published.sound-alone');
    assert.equal(found.checks.find(({ id }) => id === 'R1')?.outcome, 'not applicable');
  });

  const flaws: readonly (readonly [string, Partial<PublishedRun>, readonly CheckId[], boolean])[] = [
    ['more in flight than clients', { mean: 8.4 }, ['L1'], false],
    ['requests that were due and never sent', { unsent: { due: 40_100, count: 100 } }, ['G1', 'D2'], false],
    [
      'wrong answers among those that count',
      { answers: { sent: 40_000, wrong: 0, lost: 0, countedAsSuccess: 7, kinds: {} } },
      ['E1'],
      false,
    ],
    [
      'too many requests without an answer',
      { answers: { sent: 41_000, wrong: 0, lost: 1000, countedAsSuccess: 0, kinds: { timeouts: 1000 } } },
      ['E1'],
      false,
    ],
    ['a window of a second', { length: 1000 }, ['D1'], true],
    ['a clock of a millisecond behind 8 ms', { step: 1 }, ['C1'], true],
    ['a percentile with four requests above it', { answered: 400 }, ['D2'], true],
  ];
  for (const [flaw, change, ids, canCompare] of flaws)
    test(`with ${flaw} fails ${ids.join(', ')}, and nothing else`, () => {
      const found = of([sound(change)]);
      assert.deepEqual(failing(found), ids);
      assert.equal(found.canCompare, canCompare);
    });

  test('whose clock counts ten times its mean response time does not pass for it', () => {
    const coarse = { throughput: 100_000, mean: 0.05, clients: 5, step: 1 };
    const outcome = (change: Partial<PublishedRun>) =>
      of([sound({ ...coarse, ...change })]).checks.find(({ id }) => id === 'L1')?.outcome;
    assert.equal(outcome({}), 'not applicable');
    assert.equal(outcome({ step: 0.01 }), 'pass');
    // Eleven times as many are too many for any clock.
    assert.equal(outcome({ clients: 5, throughput: 2_000_000 }), 'fail');
  });

  test('whose clients nobody told asks for them, and is not judged by them', () => {
    const found = of([sound({ clients: null, load: 'unknown' })]);
    assert.equal(found.checks.find(({ id }) => id === 'L1')?.outcome, 'not applicable');
    assertEach(found.missing, ({ params }) => params.option, ['--clients', '--rate']);
  });

  test('of a load by the clock that sent too little fails, once its rate is told', () => {
    const open = { load: 'open', clients: null, begun: 4500, answered: 4500, throughput: 450 } as const;
    assert.deepEqual(failing(of([sound({ ...open, rate: 450 })])), []);
    assert.deepEqual(failing(of([sound({ ...open, rate: 500 })])), ['G1', 'D2']);
  });
});

suite('Several files of one setting', () => {
  test('cannot be compared with others if their own loads differ, and the page says so', () => {
    const found = of([sound(), sound({ clients: 8, mean: (7.9 / 4000) * 1000, throughput: 4000 }), sound()]);
    assert.equal(found.canCompare, false);
    assertEach(found.differences, ({ code }) => code, ['published.mixed']);
    const page = pageOf(found);
    assert.match(page, /closed loop, 32 clients \/ closed loop, 8 clients/);
    assert.match(page.replace(/\s+/g, ' '), /different loads: clients 32, 8\..*"vs"/);
  });

  test('may have any load that is the same in all', () => {
    assert.deepEqual(of([sound(), sound(), sound()]).differences, []);
    const untold = { load: 'unknown', clients: null } as const;
    assert.deepEqual(of([sound(untold), sound(untold)]).differences, []);
  });
});

suite('A percentile is hidden', () => {
  test('by a stall in a closed loop, from where requests by the clock would have seen it', () => {
    const stalled = sound({ max: 1000 });
    assertEach(hiddenPercentiles(stalled), ({ metric }) => metric, ['p99']);
    assert.equal(Math.round(leastByClock(1000, 10_000, 0.99)), 900);
    assert.equal(hiddenPercentiles({ ...stalled, load: 'open' }).length, 1);
    assert.deepEqual(hiddenPercentiles({ ...stalled, load: 'open', isTimedFromDue: true }), []);
    assert.deepEqual(hiddenPercentiles(sound()), []);
  });

  test('by requests that were never sent, and the page shows a dash for it', () => {
    const found = of([sound({ unsent: { due: 40_100, count: 100 } })]);
    assert.match(pageOf(found), /,\d{3}\s+–\s+–\s+–\s+–\n/);
  });

  test('as the formula says: of requests that come by the clock in a stall, the percentile is that high', () => {
    const [stall, length, rate] = [1000, 10_000, 1000];
    const tally = new Tally();
    for (let at = 0; at < length; at += 1000 / rate)
      tally.add(at, Math.max(1, 3000 + stall - at) * Number(at >= 3000) || 1, 200);
    const p99 = tally.figures()?.percentiles?.find(({ share }) => share === 0.99)?.value ?? 0;
    assert.ok(Math.abs(p99 - leastByClock(stall, length, 0.99)) < 10, String(p99));
  });
});

suite('Two settings', () => {
  const several = (throughput: number) =>
    [0.98, 1, 1.02].map((times) => sound({ throughput: throughput * times }));

  test('with several runs each are compared, with an interval and a word', () => {
    const found = of(several(4000), several(6000));
    assert.deepEqual(failing(found), []);
    const [ratio] = found.ratios;
    assert.equal(ratio?.metric, 'throughput');
    assert.equal(ratio?.word, 'better');
    assert.ok(ratio?.low && ratio.low > 1.4 && ratio.low < 1.5 && ratio.value > 1.49 && ratio.value < 1.51);
    assert.equal(found.sentence.code, 'published.compared');
    assert.equal(found.canCompare, true);
  });

  test('with one run each have a ratio without an interval, and no word', () => {
    const found = of([sound({ throughput: 4000 })], [sound({ throughput: 6000 })]);
    assert.deepEqual(failing(found), ['R1']);
    const [ratio] = found.ratios;
    assert.deepEqual([ratio?.value.toFixed(3), ratio?.low, ratio?.word], ['1.500', null, 'undecided']);
    assert.equal(ratio?.withheld?.code, 'check.withheld');
    assert.equal(found.sentence.code, 'published.one-each');
    assert.equal(found.canCompare, false);
  });

  test('under other loads are not compared', () => {
    for (const [change, code] of [
      [{ clients: 64, mean: 12 }, 'published.differ'],
      [{ source: 'wrk' }, 'published.differ'],
      [{ length: 30_000 }, 'published.lengths'],
    ] as const) {
      const other = several(5000).map((run) => ({ ...run, ...change }));
      const found = of(several(4000), other);
      assert.equal(found.differences[0]?.code, code);
      assert.equal(found.sentence.code, 'published.unlike');
      assert.ok(found.ratios.every(({ word }) => word === 'undecided'));
      assert.equal(found.canCompare, false);
    }
  });

  test('at a rate that no file tells are not called equivalent, whatever they took', () => {
    const load = { load: 'unknown', clients: null } as const;
    const paced = (mean: number) => several(1000).map((run) => ({ ...run, ...load, mean, max: 10 * mean }));
    const found = of(paced(5), paced(50));
    assert.equal(found.ratios[0]?.word, 'undecided');
    assert.equal(found.differences[0]?.code, 'published.load-unknown');
    assert.equal(found.canCompare, false);
    const told = of(
      paced(5).map((run) => ({ ...run, load: 'open' as const, rate: 1000 })),
      paced(50).map((run) => ({ ...run, load: 'open' as const, rate: 1000 })),
    );
    assert.equal(told.ratios[0]?.metric, 'p50');
    assert.deepEqual(told.differences, []);
  });

  test('are the same load where k6 took more VUs for the slower one, and where one iteration was cut off', () => {
    const k6 = (vus: number, requests: number, throughput: number): PublishedRun => ({
      ...readK6Summary({
        metrics: {
          http_reqs: { count: requests, rate: throughput },
          http_req_duration: { avg: 5, min: 1, med: 4, max: 40, 'p(90)': 8, 'p(99)': 20 },
          iterations: { count: 10_000 },
          vus_max: { value: vus },
        },
      }),
      file: `run-${named}.json`,
      name: `A${named++}`,
      load: 'open',
      rate: 1000,
    });
    const found = of(
      [k6(50, 10_000, 1000), k6(50, 10_001, 1001)],
      [k6(63, 10_000, 1002), k6(64, 10_001, 1003)],
    );
    assert.deepEqual(found.differences, []);
    assert.deepEqual(
      found.settings.flatMap(({ runs }) => runs.map(({ atMost }) => atMost)),
      [50, 50, 63, 64],
    );
    assert.equal(found.checks.find(({ id }) => id === 'L1')?.outcome, 'pass');
    assert.equal(readK6Summary({ metrics: { http_reqs: { count: 20_000 } } }).atMost, null);
  });

  test('of which one fails a check have no word, and the check is named', () => {
    const found = of(
      several(4000),
      several(6000).map((run) => ({ ...run, mean: 8 })),
    );
    assert.deepEqual(failing(found), ['L1']);
    assert.equal(found.ratios[0]?.word, 'undecided');
    assert.equal(found.canCompare, false);
  });

  test('that cannot be compared are shown without a ratio, and the document has why of each', () => {
    const once = of([sound({ throughput: 4000 })], [sound({ throughput: 6000 })]);
    assert.match(pageOf(once), /ALSO {6}B ÷ A: throughput/);
    for (const found of [
      of(
        several(4000),
        several(6000).map((run) => ({ ...run, source: 'wrk' })),
      ),
      of(
        several(4000),
        several(6000).map((run) => ({ ...run, mean: 8 })),
      ),
      of([sound()], [sound({ mean: 16 })]),
      // The clock does not tell the rate; the times it would.
      of(
        several(4000).map((run) => ({ ...run, load: 'open' as const, lengthStep: 1000 })),
        several(6000).map((run) => ({ ...run, load: 'open' as const, lengthStep: 1000 })),
      ),
    ]) {
      assert.equal(found.canCompare, false);
      assert.ok(found.ratios.length > 1);
      assert.ok(found.ratios.every(({ withheld, word }) => withheld && word === 'undecided'));
      assert.doesNotMatch(pageOf(found), /ALSO|÷|\dx|× \(/);
    }
  });

  test('that are not told apart are said to be so first, with the number of runs that would decide', () => {
    const at = (throughput: number, logs: readonly number[]) =>
      logs.map((log) => sound({ throughput: throughput * Math.exp(log) }));
    const deviation = 0.05;
    const pair = [-deviation / Math.SQRT2, deviation / Math.SQRT2];
    const found = of(at(4000, pair), at(4400, pair));
    assert.deepEqual(failing(found), []);
    const { sentence } = found;
    assert.ok(hasCode(sentence, 'published.undecided'), sentence.code);
    const { enough } = sentence.params;
    assert.match(
      pageOf(found),
      new RegExp(
        `UNDECIDED {2}2 runs of each do not decide: [^]*About ${enough} runs\\s+of\\s+each[^]*ALSO[^]*1\\.10× \\(`,
      ),
    );
    // As many runs as that, which spread as these do; and fewer.
    const spread = (n: number) =>
      Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1) * deviation * Math.sqrt((n - 1) / n));
    const wordOf = (n: number) => of(at(4000, spread(n)), at(4400, spread(n))).ratios[0]?.word;
    const even = 2 * Math.ceil((enough ?? 0) / 2);
    assert.equal(wordOf(even), 'better');
    assert.equal(wordOf(even - 2), 'undecided');
    const wild = of(at(4000, [-1, 1]), at(4001, [-1, 1])).sentence;
    assert.ok(hasCode(wild, 'published.undecided') && wild.params.enough === null);
  });

  test('of the same file have figures that were copied', () => {
    const run = sound();
    assert.deepEqual(failing(of([run], [{ ...run, file: 'copy.json' }])), ['R1', 'Q1']);
  });
});

test('The page is at most 30 lines of 80 columns, whatever fails', () => {
  const bad = (clients: number) =>
    sound({
      clients,
      mean: 30,
      length: 900,
      step: 1,
      max: 2000,
      unsent: { due: 40_100, count: 100 },
      answers: { sent: 40_000, wrong: 0, lost: 4000, countedAsSuccess: 7, kinds: { timeouts: 4000 } },
      file: `results/of/a/long/path/${'x'.repeat(70)}-${named}.json`,
    });
  for (const found of [
    of([bad(2)]),
    of(
      Array.from({ length: 12 }, () => bad(2)),
      [bad(2), bad(3)],
    ),
  ]) {
    const lines = pageOf(found).trimEnd().split('\n');
    assert.ok(lines.length <= 30, `${lines.length} lines`);
    assertNone(lines, (line) => textWidth(line) > 80);
  }
});

test('Requests are tallied as they are: length, rate, times, and those in flight', () => {
  const tally = new Tally();
  for (let i = 0; i < 2000; i++) tally.add(i * 5, 10 + (i % 2), i === 7 ? 503 : 200);
  tally.add(500, 30, 0);
  const figures = tally.figures();
  assert.equal(figures?.answered, 2000);
  assert.equal(figures?.mean, 10.5);
  assert.equal(figures?.length, 1999 * 5 + 11);
  assert.ok(Math.abs((figures?.inFlight ?? 0) - 2.1) < 0.01);
  assert.deepEqual(figures?.answers, {
    sent: 2001,
    wrong: 0,
    lost: 1,
    countedAsSuccess: 1,
    kinds: { 'status 503': 1, 'without an answer': 1 },
  });
  assert.equal(figures?.bins?.length, 39);
  assert.ok(figures?.bins?.every((bin) => bin === 50));
  assert.equal(meanBounds(figures?.bins ?? [])?.value, 50);
});

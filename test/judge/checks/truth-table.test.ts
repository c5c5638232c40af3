/**
 * Every flaw with the checks that it trips, and no others: stored trials with one thing changed. What a flaw trips
 * besides its own check is part of the truth: twice the throughput for the same response time breaks more than one law.
 */
import { quoted, say } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkRows, runChecks } from '../../../src/judge/checks/checks.ts';
import { checkIds, type CheckId } from '../../../src/model/check.ts';
import type { Load, Plan } from '../../../src/model/plan.ts';
import type {
  GeneratorShare,
  HostConditions,
  JobSample,
  LoadOutcome,
  Trial,
} from '../../../src/model/sample.ts';
import type { HistogramData } from '../../../src/stats/histogram.ts';
import { host as smallHost, probeOf, withOutcome, withSample } from '../../kit/trials.ts';
import { searchPlan } from '../../tune/search-by-hand.ts';
import { clients, soundPlan, soundTrials } from './sound.ts';
import { assertEach } from '../../kit/assert.ts';

const host: HostConditions = { ...smallHost, logicalCpus: 3, effectiveCpus: 3 };

interface Run {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}
const sound: Run = { plan: soundPlan(), host, trials: soundTrials() };

function judged({ plan, host: machine, trials }: Run) {
  return new Map(runChecks(plan, machine, trials).map((check) => [check.id, check]));
}

const failing = (run: Run): CheckId[] =>
  [...judged(run).values()].flatMap(({ id, outcome }) => (outcome === 'fail' ? id : []));

/** The trials of one cell, changed. */
function inCell(cell: string, change: (trial: Trial, at: number) => Trial): Run {
  let at = 0;
  return {
    ...sound,
    trials: sound.trials.map((trial) => (trial.cell === cell ? change(trial, at++) : trial)),
  };
}

const outcomes = (cell: string, change: (outcome: LoadOutcome, at: number) => Partial<LoadOutcome>): Run =>
  inCell(cell, (trial, at) => withOutcome(trial, (outcome) => change(outcome, at)));

const jobs = (cell: string, change: (jobs: JobSample) => Partial<JobSample>): Run =>
  inCell(cell, (trial) =>
    withSample(trial, ({ jobs: own }) => ({ jobs: own && { ...own, ...change(own) } })),
  );

const machines = (change: Partial<Trial['host']>, from = 0): Run =>
  inCell('two', (trial, at) => (at >= from ? { ...trial, host: { ...trial.host, ...change } } : trial));

/** Readings of the window probe on two CPUs: fixed work takes 0.3 ms, and twice as long in a share of them. */
const probed = (slow: number): Run => ({
  ...sound,
  trials: sound.trials.map((trial) => {
    const times = Array.from({ length: 20 }, (_, i) => (i < 20 * slow ? 0.6 : 0.3) * (1 + 0.002 * (i % 5)));
    const window = probeOf([0, 1].map(() => ({ hash: times, table: times })));
    return { ...trial, host: { ...trial.host, window } };
  }),
});

/** @param only the one cell that gets the load; all of them unless told */
function underLoad({ plan, trials, ...run }: Run, load: Load, only?: string): Run {
  const isMeant = (cell: string) => only === undefined || cell === only;
  return {
    ...run,
    plan: { ...plan, cells: plan.cells.map((cell) => (isMeant(cell.id) ? { ...cell, load } : cell)) },
    trials: trials.map((trial) => (isMeant(trial.cell) ? { ...trial, load } : trial)),
  };
}

/** Another mean, as the clients and the server tell it. */
function meanTimes({ response, serverTime }: LoadOutcome, times: number): Partial<LoadOutcome> {
  const scaled = (data: HistogramData) => ({ ...data, sum: data.sum * times });
  return { response: scaled(response), ...(serverTime && { serverTime: scaled(serverTime) }) };
}

/** A trial that had 0.6 times the throughput. */
const slowed = (trial: Trial) => withOutcome(trial, ({ throughput }) => ({ throughput: throughput * 0.6 }));

/** Three times as many requests, in a third of the time each: all laws hold but the one of speed-up. */
const tripled = (trial: Trial) =>
  withOutcome(trial, (outcome) => {
    const count = outcome.counts.verified * 3;
    return {
      throughput: outcome.throughput * 3,
      counts: { due: count, sent: count, answered: count, verified: count },
      ...meanTimes(outcome, 1 / 3),
    };
  });

/** What it tells of its requests, as a share of what the clients waited. */
const serverSays = (share: number) =>
  outcomes('two', ({ response }) => ({
    serverTime: { ...response, sum: response.sum * share, max: response.max * share },
  }));

const withoutJobs = (trial: Trial) => withSample(trial, () => ({ jobs: null }));

const withCpu = (cpu: number) =>
  inCell('two', (trial) => ({ ...trial, effective: trial.effective.map((each) => ({ ...each, cpu })) }));

const byCount = ({ plan, ...run }: Run): Run => ({ ...run, plan: { ...plan, duration: null } });

const fewRequests = (trial: Trial): Trial => ({
  ...withoutJobs(
    withOutcome(trial, ({ response }) => ({
      counts: { due: 500, sent: 500, answered: 500, verified: 500 },
      response: { ...response, sum: (response.sum / response.count) * 500, count: 500 },
    })),
  ),
  effective: trial.effective.map((each) => ({ ...each, cpu: 500 })),
});

/** Known to answer before the work is done. */
const answersFirst = ({ plan, ...run }: Run): Run => ({
  ...run,
  plan: { ...plan, cells: plan.cells.map((cell) => ({ ...cell, answersFirst: true })) },
});

/** The load of one cell, from generators with these figures. */
const from = (cell: string, figures: readonly Partial<GeneratorShare>[]) =>
  outcomes(cell, ({ counts }) => ({
    generators: figures.map((one, at) => ({
      name: `ssh load${at + 1}`,
      isHere: false,
      sent: counts.sent / figures.length,
      verified: counts.verified / figures.length,
      utilization: 0.2,
      cpu: 100,
      lateShare: 0,
      lateTime: 0,
      roundTrip: 0.4,
      path: 0.01,
      skew: 0,
      overlap: 1,
      ...one,
    })),
  }));

const eighthOf = (run: Run) => run.trials.findLast(({ cell }) => cell === 'two')?.sample ?? null;

/** One of the lab's own servers: what Node it runs on was decided here. */
const ofTheLab = ({ plan, ...run }: Run): Run => ({
  ...run,
  plan: { ...plan, subject: { kind: 'workload', workload: 'pool-size', parameters: {} } },
});

type Row = readonly [flaw: string, run: Run, trips: readonly CheckId[]];

// prettier-ignore
const flaws: readonly Row[] = [
  ['a mean over other requests than the throughput', outcomes('one', (outcome) => meanTimes(outcome, 1.5)), ['L1']],
  ['clients that are idle more than half of the time', outcomes('one', (outcome) => meanTimes(outcome, 0.4)), ['L1']],
  ['clients that wait for each other', outcomes('one', () => ({ concurrency: 6 })), ['L2']],
  ['one answer sooner than its work', outcomes('two', ({ service }, at) => (at === 3 ? { service: { ...service, min: 2000 } } : {})), ['F1']],
  ['a tenth of the work behind the answers', jobs('two', () => ({ afterLastResponse: 0.1 })), ['F2']],
  ['one answer that proves nothing', outcomes('two', ({ errors }, at) => (at === 0 ? { errors: { ...errors, proof: 1 } } : {})), ['P2']],
  ['answers that cost more CPU time than there was', withCpu(12_000), ['B1']],
  ['two processes six times as fast as one', inCell('two', (trial) => withoutJobs(tripled(trial))), ['S1']],
  ['an answer that took longer than the whole test', byCount(outcomes('two', ({ response }) => ({ response: { ...response, max: 9_000_000 } }))), ['T1']],
  ['a server that says more than its clients waited', serverSays(1.1), ['T1']],
  ['a server that knows of half of what its clients waited', serverSays(0.5), ['T2']],
  ['three errors among good answers', outcomes('two', ({ errors }, at) => (at === 1 ? { errors: { ...errors, status: 3 } } : {})), ['E1']],
  ['a wrong status that counts as success', outcomes('two', ({ traces }) => ({ traces: traces.map((trace) => ({ ...trace, status: 500 })) })), ['E1']],
  ['a warning of the application', inCell('two', (trial) => ({ ...trial, output: ['(node:7) MaxListenersExceededWarning: Possible EventEmitter memory leak'] })), ['E2']],
  ['a generator that is busy itself', outcomes('two', ({ generator }) => ({ generator: { ...generator, utilization: 0.93 } })), ['G1']],
  ['requests that leave late', outcomes('two', ({ generator }) => ({ generator: { ...generator, lateShare: 0.02 } })), ['G1']],
  ['requests that leave late, where too few lie above the percentile to show it', inCell('two', (trial) => withOutcome(fewRequests(trial), ({ generator }) => ({ generator: { ...generator, lateShare: 0.02 } }))), ['D1', 'D2']],
  ['a generator that was late in one trial of many', outcomes('two', ({ generator }, at) => (at === 0 ? { generator: { ...generator, lateShare: 0.02, utilization: 0.93 } } : {})), []],
  ['few late requests that make half of all waiting', outcomes('two', ({ response, lateness }) => ({ lateness: { ...lateness, subBuckets: response.subBuckets, count: 1, min: response.sum / 2, max: response.sum / 2, sum: response.sum / 2, buckets: [[1800, 1]] } })), ['G1']],
  ['a server of the lab on another Node than was asked for', ofTheLab(inCell('two', (trial) => ({ ...trial, effective: trial.effective.map((each) => ({ ...each, node: '20.20.2' })) }))), ['P1']],
  ['a generator on CPUs that the server lacks', sharing(outcomes('two', ({ generator }) => ({ generator: { ...generator, cpu: 10_000 } }))), ['G1']],
  ['one of two generators that is busy itself', from('two', [{}, { utilization: 0.93 }]), ['G1']],
  ['one of two generators that is late', from('two', [{ lateTime: 0.2 }, {}]), ['G1']],
  ['two generators that load together', from('two', [{}, {}]), []],
  ['generators of which one began too late', from('two', [{}, { overlap: 0.9, skew: 600 }]), ['G2']],
  ['a generator far from the server', from('two', [{ path: 5 }, { path: 0.1 }]), ['G2']],
  ['a generator near to the server', from('two', [{ path: 0.1 }, { path: 0.1 }]), []],
  ['steal in every trial of a setting', machines({ steal: 0.03 }), ['M1']],
  ['other programs on CPUs that the server lacks, in half of the trials', machines({ foreign: 0.5 }, 4), ['M1']],
  ['other programs on CPUs that nobody else wants', machines({ foreign: 0.2 }), []],
  ['a quota that throttles', machines({ throttledPeriods: 12 }), ['M1']],
  ['CPUs that run at half their speed for a third of the time', probed(0.35), ['M1']],
  ['CPUs that keep their speed', probed(0), []],
  ['a load before the run, where nothing else is known', { ...machines({ foreign: null }), host: { ...host, loadAverage: 6 } }, ['M1']],
  ['a window of two seconds', inCell('two', (trial) => withoutJobs(withOutcome(trial, ({ window }) => ({ window: { ...window, duration: 2000 } })))), ['D1']],
  ['iterations that a script’s engine dropped', outcomes('two', (_, at) => ({ iterations: { due: 1000, begun: at === 3 ? 988 : 1000, checks: { passed: 0, failed: 0 } } })), ['G1', 'D2']],
  ['five hundred requests', inCell('two', fewRequests), ['D1', 'D2']],
  ['CPU time of a few ticks', withCpu(50), ['C1']],
  ['CPU time of a few ticks, of a server that is compared by its jobs alone', answersFirst(withCpu(50)), []],
  ['throughput that falls through one window', outcomes('two', ({ series }, at) => (at === 2 ? { series: { ...series, done: series.done.map((bin, i) => Math.round(bin * (1 - i / 60))) } } : {})), ['W1']],
  ['a first trial unlike all others', inCell('one', (trial, at) => (at === 0 ? slowed(trial) : trial)), ['W1']],
  ['two modes over the trials', inCell('two', (trial, at) => (at % 2 === 0 ? slowed(trial) : trial)), ['V1']],
  ['a worker with twice the requests of the other', jobs('two', (all) => ({ traces: all.traces.map((trace, i) => ({ ...trace, pid: i % 3 === 0 ? 100 : 101 })) })), ['I1']],
  ['one repetition', { ...sound, plan: { ...sound.plan, blocks: 1 }, trials: sound.trials.slice(0, 3) }, ['R1']],
  ['a setting that was measured once', onceMeasured(sound), ['R1']],
  ['a setting that a search dropped after one trial', searched(onceMeasured(sound)), []],
  ['a copy of the baseline that differs from it', inCell('copy', slowed), ['R1']],
  ['a row that was copied from another', inCell('two', (trial, at) => (at === 5 ? { ...trial, sample: eighthOf(sound) } : trial)), ['Q1']],
  ['a row under the label of another setting', inCell('two', (trial, at) => (at === 0 ? { ...trial, setting: { processes: 1, pool: 4 } } : trial)), ['Q1']],
  ['a pool of another size than was asked for', inCell('two', (trial, at) => (at === 0 ? { ...trial, effective: trial.effective.map((each) => ({ ...each, poolThreads: 8 })) } : trial)), ['P1']],
  ['one process where two were asked for', inCell('two', (trial) => ({ ...withoutJobs(trial), effective: trial.effective.slice(0, 1) })), ['P1']],
  ['batches with a barrier', underLoad(outcomes('one', () => ({ concurrency: 6 })), { kind: 'batch', size: clients, batches: 100 }), ['L2']],
];

function onceMeasured(run: Run): Run {
  const first = run.trials.find(({ cell }) => cell === 'two');
  return { ...run, trials: run.trials.filter((trial) => trial.cell !== 'two' || trial === first) };
}

function searched({ plan, ...run }: Run): Run {
  return { ...run, plan: { ...plan, strategy: searchPlan([1, 4]).strategy } };
}

function sharing({ plan, ...run }: Run): Run {
  return { ...run, plan: { ...plan, affinity: null } };
}

suite('Of the validity checks', () => {
  test('a sound run fails none', () => {
    const results = [...judged(sound).values()];
    assertEach(
      results.filter(({ outcome }) => outcome === 'fail'),
      ({ id, sentence }) => `${id}: ${say(sentence)}`,
      [],
    );
    assertEach(
      results.filter(({ outcome }) => outcome === 'not applicable'),
      ({ id }) => id, // Its load came from one machine.
      ['G2'],
    );
  });

  test('what nothing is known of is not applicable, and says why', () => {
    for (const { id, outcome, sentence } of checkRows({ rows: [], control: null })) {
      assert.equal(outcome, 'not applicable', id);
      assert.doesNotMatch(say(sentence), /^check\./);
    }
  });

  for (const [flaw, run, trips] of flaws) {
    test(`${trips.join(' and ') || 'none'} ${trips.length > 1 ? 'fail' : 'fails'} for ${flaw}`, () => {
      assert.deepEqual(failing(run), trips);
    });
  }

  test('wrong answers void their setting; a trial that lost its answers only loses itself', () => {
    const errorsOf = (change: Partial<LoadOutcome['errors']>) =>
      judged(outcomes('two', ({ errors }, at) => (at === 2 ? { errors: { ...errors, ...change } } : {}))).get(
        'E1',
      );
    assert.deepEqual([errorsOf({ body: 1 })?.effect, errorsOf({ body: 1 })?.cells], ['void', ['two']]);
    assert.deepEqual(
      [errorsOf({ timeout: 400 })?.outcome, errorsOf({ timeout: 400 })?.effect],
      ['fail', 'note'],
    );
    assert.equal(errorsOf({ reset: 3 })?.outcome, 'pass', 'three of three thousand are chance');
  });

  test('G1 says what a throughput may lack of used-up CPUs, and nothing where it does more than that', () => {
    const g1 = (run: Run) => judged(run).get('G1');
    const takes = ({ generator }: LoadOutcome) => ({ generator: { ...generator, cpu: 10_000 } });
    const competing = sharing(outcomes('two', takes));
    assert.deepEqual(g1(competing)?.cells, ['two']);
    // 10 s of CPU time in windows of 6 s, on three CPUs.
    assert.deepEqual(Object.keys(g1(competing)?.understates ?? {}), ['two']);
    assert.ok(Math.abs((g1(competing)?.understates?.['two'] ?? 0) - 10 / 18) < 1e-9);
    assert.equal(g1(competing)?.sentence.code, 'check.G1.remedy');
    const idle = sharing(outcomes('two', ({ generator }) => ({ generator: { ...generator, cpu: 8000 } })));
    assert.equal(g1(idle)?.outcome, 'pass', 'a ninth of the CPUs is idle');
    // A loop that is full queues its own requests, and nobody knows what that does.
    const busy = sharing(
      outcomes('two', (one) => ({ generator: { ...takes(one).generator, utilization: 0.93 } })),
    );
    assert.deepEqual([g1(busy)?.outcome, g1(busy)?.understates], ['fail', undefined]);
    // What comes by the clock is not less because of it.
    const open = underLoad(competing, { kind: 'rate', perSecond: 100 });
    assert.deepEqual([g1(open)?.outcome, g1(open)?.understates], ['fail', undefined]);
    // An open load beside it that does not fail says nothing of the one that does.
    const beside = underLoad(competing, { kind: 'rate', perSecond: 100 }, 'one');
    assert.deepEqual([g1(beside)?.cells, Object.keys(g1(beside)?.understates ?? {})], [['two'], ['two']]);
  });

  test('G2 says what a network takes from a closed load, and nothing of generators that were apart', () => {
    const g2 = (run: Run) => judged(run).get('G2');
    const far = g2(from('two', [{ path: 6 }, { path: 2 }]));
    const response = eighthOf(sound)?.outcome.response ?? { sum: 0, count: 1 };
    const share = 4 / (response.sum / response.count / 1000);
    assert.deepEqual(far?.cells, ['two']);
    assert.ok(
      Math.abs((far?.understates?.['two'] ?? 0) / share - 1) < 0.1,
      String(far?.understates?.['two']),
    );
    assert.equal(far?.understates?.['one'], 0, 'its load came from this machine');
    const apart = g2(from('two', [{ path: 6, overlap: 0.5 }, {}]));
    assert.deepEqual([apart?.outcome, apart?.understates], ['fail', undefined]);
  });

  test('M1 says what steal and other programs can have taken, and nothing where it does more than that', () => {
    const m1 = (run: Run) => judged(run).get('M1');
    const stolen = m1(machines({ steal: 0.03 }));
    const share = stolen?.understates?.['two'] ?? 0;
    // Blocks are random: what was stolen in the trials of one setting could have been stolen in those of any.
    assert.deepEqual(Object.keys(stolen?.understates ?? {}), ['one', 'two', 'copy']);
    assert.ok(share > 0 && share < 0.03 * sound.host.logicalCpus, String(share));
    const programs = m1(machines({ foreign: 0.5 }));
    assert.ok((programs?.understates?.['two'] ?? 0) > 0.4);
    const throttled = m1(machines({ steal: 0.03, throttledPeriods: 12 }));
    assert.deepEqual([throttled?.outcome, throttled?.understates], ['fail', undefined]);
    const open = m1(underLoad(machines({ steal: 0.03 }), { kind: 'rate', perSecond: 100 }));
    assert.deepEqual([open?.outcome, open?.understates], ['fail', undefined]);
  });

  test('each setting that failed has its own worst trial', () => {
    const both = {
      ...sound,
      trials: sound.trials.map((trial) => ({
        ...trial,
        host: { ...trial.host, steal: trial.cell === 'one' ? 0.02 : 0.03 },
      })),
    };
    const m1 = judged(both).get('M1');
    const worst = (cell: string) => say(m1?.worst?.[cell] ?? quoted('none'));
    assert.match(worst('one'), /^Trial \d+ \(processes=1.* hypervisor took 2%/);
    assert.match(worst('two'), /^Trial \d+ \(processes=2.* hypervisor took 3%/);
  });

  test('a machine that changes its speed takes no word: the ratios are adjusted', () => {
    const m1 = judged(probed(0.35)).get('M1');
    assert.equal(m1?.effect, 'note');
    assert.match(say(m1.sentence), /its CPUs ran at 50% of their speed in 35% of the readings/);
  });

  test('all are always there, in their order, each with a sentence that ends', () => {
    for (const run of [sound, { ...sound, trials: [] }, ...flaws.map(([, each]) => each)]) {
      const results = [...judged(run).values()];
      assertEach(results, ({ id }) => id, checkIds);
      for (const { sentence } of results) assert.match(say(sentence), /^[A-Z0-9“].*\.$/u);
    }
  });

  test('the same trials give the same results, which survive being stored', () => {
    const results = runChecks(sound.plan, sound.host, sound.trials);
    assert.deepEqual(JSON.parse(JSON.stringify(results)), results);
    const stored = JSON.parse(JSON.stringify(sound)) as Run;
    assert.deepEqual(runChecks(stored.plan, stored.host, stored.trials), results);
  });
});

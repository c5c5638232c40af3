import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Message, type MessageCode, say } from '../../src/messages/message.ts';
import { calibrate, type CalibratedRun } from '../../src/predict/calibrate.ts';
import { modelOfRun } from '../../src/predict/predict-run.ts';
import { answersOf } from '../../src/predict/what-if.ts';
import { summarize } from '../../src/judge/summarize.ts';
import type { Load, Plan } from '../../src/model/plan.ts';
import type { Calibration, RequestDemands } from '../../src/model/prediction.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { capacity, nothing, runOf, seen, servers } from '../tune/seen-servers.ts';
import { nearly } from '../kit/near.ts';
import { unzipped } from '../kit/recorded.ts';
import { histogramOf, trialOf, withOutcome, withSample } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

function calibrated(run: CalibratedRun, cell = 'pool=4'): Calibration {
  const found = calibrate(run, cellOf(run.plan, cell), capacity);
  assert.ok(!('refused' in found), JSON.stringify(found));
  return found;
}

function refusal(run: CalibratedRun): Message {
  const found = calibrate(run, cellOf(run.plan, 'pool=4'), capacity);
  assert.ok('refused' in found, 'it was not refused');
  return found.refused;
}

function cellOf(plan: Plan, id: string): Plan['cells'][number] {
  const found = plan.cells.find((cell) => cell.id === id);
  assert.ok(found);
  return found;
}

suite('Demands from what was seen of one setting', () => {
  for (const [name, truth] of Object.entries(servers)) {
    test(`a server that ${name} is predicted at other pools and with other clients`, () => {
      const { demands, band, ...model } = calibrated(runOf([seen(truth, 4)]));
      nearly(demands.loopCpu, truth.loopCpu, 0.1, 'loop');
      if (truth.poolCpu > 1) nearly(demands.poolCpu, truth.poolCpu, 0.1, 'pool CPU');
      if (truth.poolWait > 0) nearly(demands.poolWait, truth.poolWait, 0.1, 'pool wait');
      if (truth.delay > 0) nearly(demands.delay, truth.delay, 0.1, 'delay');
      assert.ok(band.throughput < 0.2);
      for (const pool of [1, 2, 8, 32]) {
        const [told] = answersOf({ demands, band, ...model }, { pool: [pool] }, false);
        assert.ok(told && !('refused' in told));
        const right = seen(truth, pool, undefined, 7);
        nearly(
          told.throughput,
          right.sample?.outcome.throughput ?? 0,
          0.05,
          `throughput with a pool of ${pool}`,
        );
      }
      const [few] = answersOf({ demands, band, ...model }, { clients: [2] }, false);
      assert.ok(few && !('refused' in few));
      const right = seen(truth, 4, { kind: 'closed', clients: 2 }, 7);
      nearly(few.throughput, right.sample?.outcome.throughput ?? 0, 0.12, 'throughput with two clients');
    });
  }

  test('a server that waits for connections to another one is predicted with more, with fewer, and with as many as it wants', () => {
    const truth = { ...nothing, loopCpu: 0.5, service: 20, delay: 10, generatorCpu: 0.1 };
    const withConnections = (count: number, seed = 1) => seen(truth, 4, undefined, seed, count);
    const held = (connections: number) => withConnections(connections, 7).sample?.outcome.throughput ?? 0;
    for (const [own, asked] of [
      [4, [1, 2, 8]],
      [40, [2, 4]],
    ] as const) {
      const model = calibrated(runOf([withConnections(own)]));
      assert.equal(model.setting.service?.connections, own === 40 ? null : own);
      nearly(model.demands.service ?? 0, truth.service, 0.05, 'time at the service');
      for (const told of answersOf(model, { connections: asked }, false)) {
        assert.ok(!('refused' in told));
        const connections = told.setting.service?.connections ?? 0;
        nearly(told.throughput, held(connections), 0.05, `throughput with ${connections} connections`);
        assert.equal(told.limit.code, 'limit.connections');
      }
    }
    // Nobody saw how many it answers at a time.
    const [many] = answersOf(calibrated(runOf([withConnections(4)])), { connections: [16] }, false);
    assert.ok(many && !('refused' in many));
    assert.equal(many.note?.code, 'prediction.unseen-wait');
    const [unknown] = answersOf(
      calibrated(runOf([seen({ ...nothing, loopCpu: 4 }, 4)])),
      { connections: [8] },
      false,
    );
    assert.deepEqual(unknown && 'refused' in unknown && unknown.refused.code, 'out-of-range.no-calls');
  });

  test('an open load is predicted up to the capacity, and refused beyond it', () => {
    const truth = servers['computes on the loop'] as RequestDemands;
    const load: Load = { kind: 'poisson', perSecond: 100 };
    const model = calibrated(runOf([seen(truth, 4, load)], load));
    const [within, beyond] = answersOf(model, { rate: [200, 400] }, false);
    assert.ok(within && !('refused' in within));
    nearly(within.throughput, 200, 0.02, 'throughput');
    assert.deepEqual(beyond && 'refused' in beyond && beyond.refused.code, 'out-of-range.overload');
  });

  test('a load from elsewhere leaves its CPU to the server', () => {
    const truth = { ...nothing, loopCpu: 0.2, poolCpu: 4, generatorCpu: 2 };
    const model = calibrated(runOf([seen(truth, 4)]));
    const [here] = answersOf(model, { pool: [8] }, false);
    const [elsewhere] = answersOf(model, { pool: [8] }, true);
    assert.ok(here && elsewhere && !('refused' in here) && !('refused' in elsewhere));
    assert.ok(elsewhere.throughput > 1.2 * here.throughput);
  });

  test('more CPUs of the same kind stretch C(n), fewer cut it off', () => {
    const model = calibrated(runOf([seen(servers['computes in the pool'] as RequestDemands, 4)]));
    const [two, four, eight] = answersOf(model, { cpus: [2, 4, 8], pool: [16] }, false).map((one) =>
      'refused' in one ? 0 : one.throughput,
    ) as [number, number, number];
    assert.ok(two < four && four < eight && eight < 2.1 * four);
  });

  const whole = () => seen(servers['waits in the pool'] as RequestDemands, 4);
  const changed = (change: (trial: Trial) => Trial) => runOf([change(whole())]);
  const withUsage = (usage: Partial<Usage> | null) =>
    changed((trial) => {
      assert.ok(trial.sample?.usage);
      const { usage: old, ...sample } = trial.sample;
      return { ...trial, sample: usage === null ? sample : { ...sample, usage: { ...old, ...usage } } };
    });
  const refusals: readonly (readonly [string, () => CalibratedRun, MessageCode])[] = [
    ['trials without usage', () => withUsage(null), 'no-model.unwatched'],
    [
      'a pool that could not be read',
      () => withUsage({ poolHeld: null, queued: null }),
      'no-model.pool-unread',
    ],
    [
      'a pool that was held for less than it computed',
      () => withUsage({ poolCpu: 50_000, cpu: 60_000 }),
      'no-model.pool-undersampled',
    ],
    [
      'processes that are not loaded alike',
      () =>
        changed((trial) => {
          const [one] = trial.effective;
          assert.ok(one);
          return { ...trial, effective: [9000, 500, 500].map((cpu, i) => ({ ...one, pid: i + 1, cpu })) };
        }),
      'no-model.imbalance',
    ],
    [
      'a ramp',
      () => ({ ...changed((t) => t), plan: runOf([whole()], { kind: 'ramp', from: 1, to: 9 }).plan }),
      'no-model.load',
    ],
    [
      'the requests of a script',
      () => {
        const run = changed((t) => t);
        const engine = { name: 'k6', script: '/srv/shop.js' } as const;
        return { ...run, plan: { ...run.plan, cells: run.plan.cells.map((cell) => ({ ...cell, engine })) } };
      },
      'no-model.script',
    ],
    [
      'answers that come before the work',
      () =>
        changed((trial) => {
          const jobs = { count: 9, min: 1, mean: 1, max: 1, makespan: 9, afterLastResponse: 0.9, traces: [] };
          return withSample(trial, () => ({ jobs }));
        }),
      'no-model.early-answers',
    ],
    [
      'counters that explain next to nothing',
      () =>
        withUsage({
          poolHeld: 36_000,
          queued: 11.9,
          loopCpu: 20,
          cpu: 30,
          poolCpu: 5,
          poolWaitedForCpu: 30_000,
        }),
      'no-model.unseen-wait',
    ],
    ['work on other threads', () => withUsage({ cpu: 50_000 }), 'no-model.other-threads'],
    [
      'more requests than can be served',
      () => {
        const truth = { ...nothing, loopCpu: 12 };
        const load: Load = { kind: 'poisson', perSecond: 90 };
        return runOf([seen(truth, 4, { kind: 'poisson', perSecond: 80 })], load);
      },
      'no-model.growing-queue',
    ],
    [
      'several kinds of requests',
      () => {
        const times = Array.from({ length: 2000 }, (_, i) => (i % 20 === 0 ? 900 : 20));
        const run = changed((trial) => withOutcome(trial, () => ({ response: histogramOf(times) })));
        const cells = run.plan.cells.map((cell) => ({
          ...cell,
          requests: [...cell.requests, ...cell.requests],
        }));
        return { ...run, plan: { ...run.plan, cells } };
      },
      'no-model.several-kinds',
    ],
  ];
  for (const [name, run, code] of refusals) {
    test(`refused: ${name}`, () => assert.equal(refusal(run()).code, code));
  }

  test('what lies too far from the measurement is refused', () => {
    const model = calibrated(runOf([whole()]));
    const told = answersOf(model, { pool: [2000] }, false).concat(
      answersOf(model, { cpus: [64] }, false),
      answersOf(model, { clients: [5000] }, false),
    );
    assertEach(told, (one) => 'refused' in one, [true, true, true]);
  });
});

suite('The model behind the measurement of a run', () => {
  test('the baseline alone tells the other settings of a simulated server', () => {
    const truth = servers['waits in the pool'] as RequestDemands;
    const trials = [1, 2, 4, 8, 16].flatMap((pool) => [
      seen(truth, pool, undefined, 1),
      seen(truth, pool, undefined, 2),
    ]);
    const run = runOf(trials);
    const model = modelOfRun(run, summarize(run.plan, trials));
    assert.ok(model);
    assert.deepEqual(model.from, ['pool=4']);
    assert.equal(model.cells.length, 5);
    assert.ok((model.error.throughput ?? 1) < 0.03 && (model.error.mean ?? 1) < 0.03, say(model.sentence));
  });

  test('runs without usage have none', () => {
    const trials = [trialOf(1, 'pool=4'), trialOf(1, 'pool=8')];
    const run = runOf(trials);
    assert.equal(modelOfRun(run, summarize(run.plan, trials)), null);
  });

  test('a recorded run: 20 ms in a pool thread, on a machine that was busy with something else', () => {
    const run = unzipped('predict/recorded-waiting.json.gz') as CalibratedRun;
    const model = modelOfRun(run, summarize(run.plan, run.trials));
    assert.ok(model);
    assert.ok((model.error.throughput ?? 1) < 0.05 && (model.error.mean ?? 1) < 0.05, say(model.sentence));
    assert.equal(model.sentence.code, 'run-model.error');
  });
});

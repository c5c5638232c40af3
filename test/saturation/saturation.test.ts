/** One server, one limit: the tuner, the predictor and the doctor name the same resource. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../../src/messages/message.ts';
import {
  type Resource,
  type ResourceUse,
  bottleneck,
  isSaturated,
  lowestBound,
  resources,
  saturation,
} from '../../src/saturation/saturation.ts';
import { evaluateRules, rules } from '../../src/doctor/evaluate-rules.ts';
import type { ModelSetting } from '../../src/model/prediction.ts';
import type { Trial } from '../../src/model/sample.ts';
import { bottleneckOf, brief, modelled } from '../../src/predict/model.ts';
import { bounds as boundsOfTrial } from '../../src/judge/observe.ts';
import { limitsOf } from '../../src/tune/limits.ts';
import { queueOf, serviceByHand, timeOf, vitalsByHand, waitOf } from '../doctor/rules/vitals-by-hand.ts';
import { host, trialOf, usageOf } from '../kit/trials.ts';

/** 32 clients for a second, on two CPUs, with one process and a pool of four threads: what each of them did, in ms. */
interface Server {
  readonly limit: Resource;
  readonly answers: number;
  readonly loop: { readonly ran: number; readonly waited: number };
  /** All threads together. */
  readonly pool: {
    readonly held: number;
    readonly ran: number;
    readonly waited: number;
    readonly queued: number;
  };
}

const servers: readonly Server[] = (
  [
    ['event loop', 950, [950, 10], [285, 95, 5, 0]],
    ['pool threads', 950, [95, 1], [3895, 95, 5, 27]],
    ['CPU', 925, [92, 60], [3960, 1850, 2100, 27]],
  ] as const
).map(([limit, answers, [loopRan, loopWaited], [held, ran, waited, queued]]) => ({
  limit,
  answers,
  loop: { ran: loopRan, waited: loopWaited },
  pool: { held, ran, waited, queued },
}));
const [cpus, threads, clients] = [2, 4, 32];

/** As the tuner sees it: a trial that was watched from outside. */
function trialOfServer({ answers, loop, pool }: Server): Trial {
  const trial = trialOf(0, 'pool=4', {
    throughput: answers,
    responses: Array.from({ length: answers }, () => 33),
    cpu: [loop.ran + pool.ran + 10],
  });
  assert.ok(trial.sample);
  const usage = usageOf({
    cpu: loop.ran + pool.ran,
    loopCpu: loop.ran,
    loopWaitedForCpu: loop.waited,
    poolCpu: pool.ran,
    poolHeld: pool.held,
    poolWaitedForCpu: pool.waited,
    poolSize: threads,
    queued: pool.queued,
  });
  return { ...trial, sample: { ...trial.sample, usage } };
}

/** As the predictor sees it: what one request asks, by the utilisation law. */
function predictionOf({ answers, loop, pool }: Server) {
  const demands = {
    loopCpu: loop.ran / answers,
    poolCpu: pool.ran / answers,
    poolWait: (pool.held - pool.ran - pool.waited) / answers,
    jobs: 1,
    otherCpu: 0,
    generatorCpu: 0,
    delay: 0,
    variation: 0.5,
  };
  const setting: ModelSetting = { processes: 1, pool: threads, cpus, load: { kind: 'closed', clients } };
  return modelled(demands, setting, { cpus, points: [[cpus, cpus]], source: 'measured' }, brief);
}

/** As the doctor sees it: shares of the time that it was watched. */
function vitalsOf({ answers, loop, pool }: Server) {
  return vitalsByHand({
    loop: {
      utilization: (loop.ran + loop.waited) / 1000,
      ran: loop.ran / 1000,
      waitedForCpu: loop.waited / 1000,
    },
    pool: {
      busy: pool.held / 1000,
      full: pool.held / 1000 / threads,
      queue: { ...queueOf({}), mean: pool.queued, p95: pool.queued },
      started: answers,
      time: timeOf(pool.ran / pool.held, pool.waited / pool.held),
      wait: waitOf((1000 * pool.queued) / answers + 0.05),
    },
    cpu: { used: (loop.ran + pool.ran) / 1000, available: cpus, waited: (loop.waited + pool.waited) / 1000 },
    requests: { pending: clients, rate: answers, mean: 33 },
  });
}

/** The doctor's names of the same. */
const ofDoctor: Readonly<Record<string, Resource>> = {
  'event loop': 'event loop',
  pool: 'pool threads',
  cpu: 'CPU',
};

for (const server of servers) {
  const { limit } = server;
  suite(`A server that is limited by its ${limit}`, () => {
    test('is so for the tuner', () => {
      const [said] = limitsOf([trialOfServer(server)], host, ['pool=4']);
      assert.ok(hasCode(said, 'tune.limit'));
      assert.equal(said.params.limit, limit);
    });

    test('is so for the predictor', () => {
      assert.equal(bottleneckOf(predictionOf(server)).limit, limit);
    });

    test('is so for the doctor', () => {
      const vitals = vitalsOf(server);
      const [finding] = evaluateRules([vitals], serviceByHand([vitals], { machineCpus: cpus })).findings;
      const rule = rules.find(({ id }) => id === finding?.rule);
      assert.equal(ofDoctor[String(rule?.resource)], limit, String(rule?.id));
    });

    test('comes near to the bound of the CPUs only if the CPUs limit it', () => {
      const trial = trialOfServer(server);
      assert.ok(trial.sample);
      const found = boundsOfTrial(trial, trial.sample, cpus, { declared: null, floor: null });
      const lowest = lowestBound(found)?.throughput ?? NaN;
      assert.equal(server.answers / lowest >= saturation.measured.CPU, limit === 'CPU');
    });
  });
}

suite('A bottleneck', () => {
  const limitOf = (...uses: readonly ResourceUse[]) => bottleneck(uses, 'measured').limit;
  const busyCpus: ResourceUse = { resource: 'CPU', utilisation: 0.97 };

  test('is none where nothing is saturated', () => {
    assert.deepEqual(bottleneck([{ resource: 'event loop', utilisation: 0.5 }], 'measured'), {
      limit: null,
      saturated: [],
    });
  });

  test('is the CPUs where threads wait for them, and the threads where these lack no CPU', () => {
    const loop: ResourceUse = { resource: 'event loop', utilisation: 0.98, wait: 0.4 };
    assert.deepEqual(bottleneck([loop, busyCpus], 'measured'), {
      limit: 'CPU',
      saturated: ['CPU', 'event loop'],
    });
    assert.equal(limitOf({ ...loop, wait: 0.01, lacksNoCpu: true }, busyCpus), 'event loop');
    assert.equal(limitOf({ ...loop, lacksNoCpu: true }, busyCpus), 'CPU');
    const asleep: ResourceUse = { resource: 'pool threads', utilisation: 0.98, queue: 12, lacksNoCpu: true };
    assert.equal(limitOf(busyCpus, asleep), 'pool threads');
  });

  test('has a queue, where that is known', () => {
    const pool: ResourceUse = { resource: 'pool threads', utilisation: 0.99 };
    assert.equal(limitOf(pool), 'pool threads');
    assert.equal(limitOf({ ...pool, queue: 0.1 }), null);
  });

  test('needs less utilisation in a measurement than in a model', () => {
    for (const resource of resources) {
      const use = { resource, utilisation: 0.93 };
      assert.ok(isSaturated(use, 'measured') && !isSaturated(use, 'modelled'), resource);
    }
  });

  test('is the lowest of several bounds', () => {
    assert.equal(lowestBound([]), undefined);
    assert.deepEqual(lowestBound([{ throughput: 3 }, { throughput: 2 }]), { throughput: 2 });
  });
});

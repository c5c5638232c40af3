/** A claim whose bound lies where the model says that the truth is would hardly ever be decided: it is badly put. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clusterExperiment } from '../../../src/lab/experiments/cluster/experiment.ts';
import type { Capabilities, Experiment } from '../../../src/lab/experiments/experiment.ts';
import { computedBy, published } from '../../../src/lab/experiments/loop-or-threads/grid.ts';
import { loopOrThreadsExperiment } from '../../../src/lab/experiments/loop-or-threads/experiment.ts';
import { experiments } from '../../../src/lab/experiments/catalogue.ts';
import { agreedWord, type Need } from '../../../src/lab/experiments/outcome.ts';
import { platformsExperiment } from '../../../src/lab/experiments/platforms/experiment.ts';
import { threadsKey, wait as platformWait } from '../../../src/lab/experiments/platforms/grid.ts';
import { poolClassesExperiment } from '../../../src/lab/experiments/pool-classes/experiment.ts';
import { poolMixedExperiment } from '../../../src/lab/experiments/pool-mixed.ts';
import { poolSizeExperiment } from '../../../src/lab/experiments/pool-size/experiment.ts';
import { processesOrThreadsExperiment } from '../../../src/lab/experiments/processes-or-threads.ts';
import type { DemandStep } from '../../../src/queueing/system.ts';
import { inOrder, withContestants } from './platforms-by-hand.ts';
import { capabilities, options } from './two-cpus.ts';
import { burst, closedRate, predicted, type Model } from './predicted.ts';
import { assertNone } from '../../kit/assert.ts';

/** The prediction lies at least so many half-widths of a quick run from each bound that its word rests on. */
const leastDistance = 1.5;

const jobs = (wait: number, cpu: number): DemandStep => ({ kind: 'jobs', count: 1, wait, cpu });
const loop = (cpu: number): DemandStep => ({ kind: 'loop', cpu });

const kinds: Readonly<Record<string, DemandStep>> = {
  ...Object.fromEntries(['pbkdf2', 'scrypt', 'gzip'].map((kind) => [kind, jobs(0, 5)])),
  held: jobs(20, 0),
  dns: jobs(20, 0),
};

const byKind: Model = ({ setting, load }) => {
  const step = kinds[String(setting['kind'])];
  if (!step || load.kind !== 'closed') return null;
  const { kind, processes = 1, pool } = setting;
  // libuv lets DNS lookups have half of the threads, rounded up.
  const threads = kind === 'dns' ? Math.ceil(Number(pool) / 2) : Number(pool);
  return { throughput: closedRate([step], load.clients, { processes: Number(processes), pool: threads }) };
};

/** Rounds of 100 ms with pauses of 50 ms: who comes in a round waits half of it on average, if every thread is taken. */
const besideLongJobs: Model = ({ setting: { long, pool, limit } }) => {
  const isBehind = long !== 'none' && Number(limit) >= Number(pool);
  return { mean: isBehind ? (100 / 150) * 50 : 0.5 };
};

const overWorkers: Model = ({ setting, load }) => {
  const { topology, variant } = setting;
  const isOurs = variant === 'proved' || variant === 'published';
  const isSpread = topology === 'node' || topology === 'cluster';
  if (load.kind !== 'closed' || !isOurs || !isSpread) return null;
  const processes = Number(setting['processes']);
  return { throughput: closedRate([loop(10)], load.clients, { processes }) };
};

/** Threads are loops: a request waits, and computes on one of them. */
const overThreads: Model = ({ setting, load }) => {
  const work = String(setting['work']);
  const computed = computedBy(work);
  if (load.kind !== 'closed' || work === 'io-test') return null;
  const processes = setting['topology'] === 'node' ? 1 : published.workers;
  // A thread costs the server a message each way.
  const handedOver = processes > 1 ? 0.1 : 0;
  const cpu = (work === 'prime' || work === 'file' ? 10 : (computed ?? 0)) + 0.1 + handedOver;
  const steps: DemandStep[] = [{ kind: 'delay', time: computed === null ? 0 : 20 }, loop(cpu)];
  const throughput = closedRate(steps, load.clients, { processes });
  return {
    throughput,
    cpuPerRequest: cpu,
    loopUtilization: Math.min(1, (throughput * cpu) / 1000 / processes),
  };
};

/** Milliseconds of CPU of a request that only waits, and the requests that a server can hold at a time. */
const platforms: Readonly<Record<string, readonly [cpu: number, most: number]>> = {
  node: [0.08, Infinity],
  'reuse-port': [0.08, Infinity],
  'spring-mvc': [0.3, 200],
  'spring-virtual': [0.3, Infinity],
  'spring-webflux': [0.3, Infinity],
  go: [0.06, Infinity],
};

/** Threads hold requests, CPUs serve them; whoever looks at the clock needs neither more than once. */
const overPlatforms: Model = ({ setting, load }) => {
  const [cpu = 0, tomcat = 0] = platforms[String(setting['topology'])] ?? [];
  const most = Number(setting[threadsKey] ?? tomcat);
  const work = String(setting['work']);
  const [processes] = setting['topology'] === 'node' ? [1] : [2];
  if (work === 'mix') return { p90: setting['topology'] === 'node' ? 120 : 2 };
  if (cpu === 0 || (work !== 'wait' && work !== 'prime' && work !== 'burn')) return null;
  if (load.kind === 'rate') return { throughput: load.perSecond, p50: platformWait, cpuPerRequest: cpu };
  if (load.kind !== 'closed') return null;
  if (work === 'burn') return { throughput: (processes === 1 ? 1 : load.clients) * (1000 / platformWait) };
  const clients = Math.min(load.clients, most);
  const steps: DemandStep[] = [
    { kind: 'delay', time: work === 'wait' ? platformWait : 0 },
    loop(work === 'wait' ? cpu : 8),
  ];
  return { throughput: closedRate(steps, clients, { processes }), p50: platformWait };
};

const notItsAffair = 'who gets which connection is the affair of the kernel and of the primary';
const ofTheDevice = 'what a device or a cache gains is not in the model';
const ofProcesses = 'what is read from a process is not in the model';
const aClock = 'a clock in the wrong place is no queue';

/** What the model says nothing of, and why. */
const unsaid: Readonly<Record<string, string>> = {
  'pool-size/cluster-is-total-threads': notItsAffair,
  'pool-classes/cores-direct': ofTheDevice,
  'pool-classes/cores-fsync': ofTheDevice,
  'pool-classes/too-high-direct': ofTheDevice,
  'pool-classes/too-high-fsync': ofTheDevice,
  'pool-classes/too-high-cached': ofTheDevice,
  'pool-classes/stat-slower': ofTheDevice,
  'pool-classes/whole-file': ofTheDevice,
  'pool-classes/one-size': ofTheDevice,
  'platforms/two-hundred': ofProcesses,
  'platforms/pinned-25': ofProcesses,
  'platforms/reactive-less': ofProcesses,
  'platforms/warm-up': ofProcesses,
  'cluster/elapsed-grows': aClock,
  'cluster/empty-loop': 'whether a compiler keeps an empty loop is not in the model',
  'cluster/few-connections-round-robin': notItsAffair,
  'cluster/few-connections-none': notItsAffair,
  'cluster/few-connections-reuse-port': notItsAffair,
  'cluster/policies-alike': notItsAffair,
  'cluster/ab-agrees': 'what another client costs is not in the model',
  'cluster/handed-spread': notItsAffair,
  'cluster/handed-throughput': notItsAffair,
  'cluster/handed-cheaper': 'what it costs to pass a connection on is not in the model',
  'loop-or-threads/files-gain': 'what a small file costs on a thread is not in the model',
  'loop-or-threads/ten-at-once': 'a barrier is no closed load',
};

const models: readonly (readonly [Experiment, Model, Capabilities])[] = [
  [poolSizeExperiment, burst, capabilities('pm2')],
  [poolClassesExperiment, byKind, capabilities()],
  [poolMixedExperiment, besideLongJobs, capabilities('taskset')],
  [clusterExperiment, overWorkers, capabilities('ab')],
  [loopOrThreadsExperiment, overThreads, capabilities('piscina')],
  [processesOrThreadsExperiment, byKind, capabilities()],
  [platformsExperiment, overPlatforms, withContestants(inOrder)],
];

/** In half-widths: from the figure to the nearest end of the region in which it lies; below 0 outside of all. */
function distance({ figure: { value, high }, lies }: Need): number {
  const half = Math.log(high / value);
  return Math.max(
    ...lies.map(
      ({ low = 0, high: most = Infinity }) => Math.min(Math.log(value / low), Math.log(most / value)) / half,
    ),
  );
}

for (const [experiment, model, facts] of models) {
  suite(`What the model predicts of ${experiment.name}`, async () => {
    const plan = await experiment.plan(options, facts);
    const measured = predicted(plan, model);
    for (const { id, outcomes } of experiment.claims) {
      if (!outcomes) continue;
      const parts = outcomes(measured);
      const name = id.slice(experiment.name.length + 1);
      if (unsaid[id] !== undefined) {
        test(`is nothing of ${name}: ${unsaid[id]}`, () => {
          assert.deepEqual(parts.flat(), [], 'the model says something: take it off the list');
        });
        continue;
      }
      test(`decides ${name}, at least ${leastDistance} half-widths from its bounds`, () => {
        const word = agreedWord(parts);
        assert.notEqual(word, 'undecided', 'or it belongs on the list of what the model says nothing of');
        for (const outcome of parts.flatMap((part) => part.filter((one) => one.word === word))) {
          const best = Math.max(...outcome.when.map((needs) => Math.min(...needs.map(distance))));
          assert.ok(best >= leastDistance, `${word}: ${best.toFixed(2)} half-widths`);
        }
      });
    }
  });
}

test('Every experiment whose claims rest on figures has a model here', () => {
  const withFigures = experiments.filter(({ claims }) => claims.some(({ outcomes }) => outcomes));
  assert.deepEqual(
    withFigures.map(({ name }) => name).toSorted(),
    models.map(([{ name }]) => name).toSorted(),
  );
  const known = new Set(experiments.flatMap(({ claims }) => claims.map(({ id }) => id)));
  assertNone(Object.keys(unsaid), (id) => !known.has(id));
});

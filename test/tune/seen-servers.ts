/** Servers whose demands are known, and what would be seen of them from outside. */
import type { Load } from '../../src/model/plan.ts';
import type { CapacityData, RequestDemands } from '../../src/model/prediction.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import { stepsOf } from '../../src/predict/model.ts';
import { curve } from '../../src/queueing/capacity.ts';
import { simulate } from '../../src/queueing/simulate.ts';
import {
  head,
  histogramOf,
  host as twoCpus,
  planOf,
  trialOf,
  withOutcome,
  withSample,
} from '../kit/trials.ts';

/** Four CPUs, the last two of which are slower. */
export const capacity: CapacityData = {
  cpus: 4,
  points: [
    [1, 1],
    [2, 2],
    [4, 3.2],
  ],
  source: 'measured',
};

export const nothing: RequestDemands = {
  loopCpu: 0,
  poolCpu: 0,
  poolWait: 0,
  jobs: 1,
  otherCpu: 0,
  generatorCpu: 0,
  delay: 0,
  variation: 0.25,
};
export const servers: Readonly<Record<string, RequestDemands>> = {
  'computes on the loop': { ...nothing, loopCpu: 4, generatorCpu: 0.1 },
  'computes in the pool': { ...nothing, loopCpu: 0.3, poolCpu: 8, otherCpu: 0.2, generatorCpu: 0.1 },
  'waits in the pool': { ...nothing, loopCpu: 0.2, poolCpu: 0.1, poolWait: 20, generatorCpu: 0.05 },
  'waits for another server': { ...nothing, loopCpu: 0.5, delay: 30, generatorCpu: 0.1 },
};

/** What would be seen from outside of a server whose demands are known. */
export function seen(
  demands: RequestDemands,
  pool: number,
  load: Load = { kind: 'closed', clients: 16 },
  seed = 1,
  connections = Infinity,
): Trial {
  const asked =
    load.kind === 'closed'
      ? ({ kind: 'closed', clients: load.clients } as const)
      : ({ kind: 'poisson', rate: 'perSecond' in load ? load.perSecond / 1000 : 0 } as const);
  const setting = {
    processes: 1,
    pool,
    connections,
    capacity: curve(capacity.cpus, capacity.points),
    load: asked,
  };
  const found = simulate({ ...setting, steps: stepsOf(demands) }, { seed, requests: 20_000, warmup: 2000 });
  const { throughput, response, utilisation, mean } = found;
  const duration = 10_000;
  const n = throughput * duration;
  // On-CPU time counts seconds, and those of CPUs that slow each other down are longer than the work that they do.
  const { loopCpu, poolCpu, otherCpu, generatorCpu, service } = demands;
  const work = (loopCpu + poolCpu + otherCpu + generatorCpu) * throughput;
  const slow = busyFor(work) / work;
  const usage: Usage = {
    processes: 1,
    duration,
    cpu: n * (loopCpu + poolCpu + otherCpu) * slow,
    loopCpu: n * loopCpu * slow,
    loopWaitedForCpu: 0,
    poolCpu: n * poolCpu * slow,
    poolHeld: utilisation.pool * pool * duration,
    poolWaitedForCpu: Math.max(
      0,
      utilisation.pool * pool * duration - n * (poolCpu * slow + demands.poolWait),
    ),
    poolSize: poolCpu + demands.poolWait > 0 ? pool : 0,
    queued: mean.poolQueue,
    // As many connections as were wanted at a time are open.
    ...(service && {
      calls: { to: '10.0.0.9:5432', connections: Math.min(connections, 16), pending: throughput * service },
    }),
  };
  const trial = trialOf(seed, `pool=${pool}`, { cpu: [usage.cpu] });
  const loaded = withOutcome(trial, ({ generator }) => ({
    window: { start: 0, duration },
    counts: { due: n, sent: n, answered: n, verified: n },
    throughput: throughput * 1000,
    response: histogramOf(Array.from({ length: 2000 }, () => response.mean)),
    generator: { ...generator, cpu: n * generatorCpu * slow },
  }));
  return {
    ...withSample(loaded, () => ({ usage })),
    setting: { pool },
    load,
    host: { ...trial.host, foreign: 0 },
  };
}

/** A run of these trials on another machine than this one, under one load. */
export function runOf(trials: readonly Trial[], load: Load = { kind: 'closed', clients: 16 }) {
  const plan = planOf(...new Set(trials.map(({ cell }) => cell)));
  const cells = plan.cells.map((cell) => ({ ...cell, setting: { pool: Number(cell.id.slice(5)) }, load }));
  const host = { ...twoCpus, cpuModel: 'of another machine', logicalCpus: 4, effectiveCpus: 4 };
  return { head, plan: { ...plan, cells }, host, trials };
}

/** How many CPUs are busy while so much work is done: C turned round. */
function busyFor(work: number): number {
  if (work <= 2) return work;
  return 2 + (2 * (work - 2)) / 1.2;
}

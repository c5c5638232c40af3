/** A server as the queueing model has it: demands and a setting in, figures out. Times in milliseconds. */
import { bottleneck, fairShare } from '../saturation/saturation.ts';
import { message } from '../messages/message.ts';
import type { Load } from '../model/plan.ts';
import type {
  CapacityData,
  LimitMessage,
  ModelFigures,
  ModelSetting,
  RequestDemands,
} from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import type { Limit } from '../queueing/bounds.ts';
import { type Capacity, curve, firstCpus } from '../queueing/capacity.ts';
import { predict, type Prediction, usual } from '../queueing/predict.ts';
import type { Demand, Load as QueueLoad, DemandStep } from '../queueing/system.ts';

/** Loads that the model has no answer for have no counterpart. */
export function queueLoad(load: Load): QueueLoad | null {
  switch (load.kind) {
    case 'closed':
      return {
        kind: 'closed',
        clients: load.clients,
        ...(load.requestsEach !== undefined && { each: load.requestsEach }),
      };
    case 'rate':
    case 'poisson':
      return { kind: load.kind, rate: load.perSecond / 1000 };
    default:
      return null;
  }
}

export function stepsOf(demands: RequestDemands): DemandStep[] {
  const { variation } = demands;
  const demand = (value: number): Demand => (variation > 0 ? { mean: value, cv: variation } : value);
  const { loopCpu, poolCpu, poolWait, jobs, otherCpu, generatorCpu, delay, service = 0 } = demands;
  const steps: DemandStep[] = [];
  if (generatorCpu > 0) steps.push({ kind: 'client', cpu: demand(generatorCpu) });
  if (otherCpu > 0) steps.push({ kind: 'aside', cpu: demand(otherCpu) });
  // JavaScript runs before the job is given away, and again when it has come back.
  const usesPool = poolCpu + poolWait > 0;
  steps.push({ kind: 'loop', cpu: demand(usesPool ? loopCpu / 2 : loopCpu) });
  if (usesPool) {
    steps.push({ kind: 'jobs', count: jobs, cpu: demand(poolCpu / jobs), wait: demand(poolWait / jobs) });
    steps.push({ kind: 'loop', cpu: demand(loopCpu / 2) });
  }
  if (service > 0) steps.push({ kind: 'call', time: demand(service) });
  if (delay > 0) steps.push({ kind: 'delay', time: demand(delay) });
  return steps;
}

/**
 * The same machine with another number of CPUs. Fewer: the first part of C(n). More: the shape of C(n) stretched, as of
 * a machine with more of the same cores.
 */
function capacityWith(capacity: CapacityData, cpus: number): Capacity {
  const { points } = capacity;
  if (cpus === capacity.cpus) return curve(cpus, points);
  if (cpus < capacity.cpus) return firstCpus(capacity, cpus);
  const scale = cpus / capacity.cpus;
  return curve(cpus, [
    [1, 1],
    ...points
      .map(([threads, height]): [number, number] => [threads * scale, height * scale])
      .filter(([threads]) => threads > 1),
  ]);
}

/**
 * What others leave of the CPUs, if they take so much of them as they did. One thread hardly feels it: the scheduler gives it
 * another CPU.
 */
export function besideOthers(capacity: CapacityData, foreign: Ratio): CapacityData {
  const full = Math.max(...capacity.points.map(([, height]) => height));
  const most = Math.max(Math.min(1, full), full * Math.max(1 - foreign, fairShare));
  const points = capacity.points.map(([threads, height]) => [threads, Math.min(height, most)] as const);
  return { ...capacity, points };
}

export type Extent = { readonly requests: number; readonly warmup: number };
/** While a fit looks for the right demands it asks some dozen times. */
export const brief: Extent = { requests: 4000, warmup: 800 };
/** What is drawn beside other figures and not decided on: some luck of the simulation may stay. */
export const drawn: Extent = { requests: 8000, warmup: 1600 };

/** Loads that end are short, and connections are dealt once: as many runs, each with other luck. */
const replications = 9;

/** Of each replication, when all of them make one figure. */
const shareOf = ({ requests, warmup }: Extent): Extent => ({
  requests: Math.ceil(requests / replications),
  warmup: Math.ceil(warmup / Math.sqrt(replications)),
});

/** @throws RangeError for a load without a counterpart */
export function modelled(
  demands: RequestDemands,
  { processes, pool, cpus, load, service, connections: dealt }: ModelSetting,
  capacity: CapacityData,
  extent: Extent = usual,
): Prediction {
  const asked = queueLoad(load);
  if (asked === null) throw new RangeError(`the model has no load of the kind ${load.kind}`);
  const connections = service?.connections ?? Infinity;
  const setting = { processes, pool, connections, capacity: capacityWith(capacity, cpus), load: asked };
  const steps = stepsOf(demands);
  const isClosed = load.kind === 'closed';
  const ends = isClosed && load.requestsEach !== undefined;
  // Requests of an open load come by connections that stay open, whichever is free.
  const dealing = (isClosed && dealt) || 'random';
  const isDealtOnce = isClosed && processes > 1 && dealing === 'random';
  const runs = Array.from({ length: ends || isDealtOnce ? replications : 1 }, (_, i) =>
    predict(steps, setting, { seed: i + 1, dealing, extent: isDealtOnce ? shareOf(extent) : extent }),
  );
  const [first] = runs as [Prediction];
  if (runs.length === 1) return first;
  const over = (of: (one: Prediction) => number) => runs.reduce((sum, one) => sum + of(one), 0) / runs.length;
  return {
    ...first,
    throughput: over((one) => one.throughput),
    response: {
      mean: over((one) => one.response.mean),
      median: over((one) => one.response.median),
      p99: over((one) => one.response.p99),
    },
  };
}

/** Whether there is a steady state to say something of. */
export function isSteady({ method }: Prediction): boolean {
  return method === 'simulation';
}

/** @param percentiles whether the measurement had enough requests for each: beyond it none is predicted */
export function figuresOf(
  { throughput, response }: Prediction,
  percentiles: Pick<ModelFigures, 'p50' | 'p99'>,
): ModelFigures {
  return {
    throughput: throughput * 1000,
    mean: response.mean,
    p50: percentiles.p50 === null ? null : response.median,
    p99: percentiles.p99 === null ? null : response.p99,
  };
}

const limitMessages: Readonly<Record<Limit, LimitMessage>> = {
  clients: message('limit.clients'),
  arrivals: message('limit.arrivals'),
  CPU: message('limit.cpu'),
  'event loop': message('limit.event-loop'),
  'pool threads': message('limit.pool-threads'),
  connections: message('limit.connections'),
  'load generator': message('limit.load-generator'),
};

/**
 * The smallest bound is the explanation where it is nearly reached. The CPUs seldom are with few threads: those are all taken
 * now and then, while a CPU has nothing to do. @returns what limits, and a clause that the figures bear out
 */
export function bottleneckOf({ limit: { limit }, utilisation, method }: Prediction): {
  readonly limit: Limit;
  readonly says: LimitMessage;
} {
  const { pool, loop, cpu } = utilisation;
  if (limit !== 'CPU' || method !== 'simulation') return { limit, says: limitMessages[limit] };
  const { limit: reached } = bottleneck(
    [
      { resource: 'CPU', utilisation: cpu },
      { resource: 'pool threads', utilisation: pool },
      { resource: 'event loop', utilisation: loop },
    ],
    'modelled',
  );
  if (reached === 'CPU') return { limit, says: limitMessages[limit] };
  if (reached === 'pool threads') {
    return { limit: reached, says: message('limit.pool-threads-and-cpu', { cpu }) };
  }
  if (reached === 'event loop') {
    return { limit: reached, says: message('limit.event-loop-and-cpu', { cpu }) };
  }
  return { limit, says: message('limit.nearly-cpu', { cpu }) };
}

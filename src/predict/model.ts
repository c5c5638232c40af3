/** A server as the queueing model has it: demands and a setting in, figures out. Times in milliseconds. */
import type { Load } from '../model/plan.ts';
import type { CapacityData, ModelFigures, ModelSetting, RequestDemands } from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import { type Capacity, curve } from '../queueing/capacity.ts';
import { predict, type Prediction } from '../queueing/predict.ts';
import type { Demand } from '../queueing/random.ts';
import type { Load as QueueLoad, Step } from '../queueing/system.ts';

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

export function stepsOf(demands: RequestDemands): Step[] {
  const { variation } = demands;
  const demand = (value: number): Demand => (variation > 0 ? { mean: value, cv: variation } : value);
  const { loopCpu, poolCpu, poolWait, jobs, otherCpu, generatorCpu, delay } = demands;
  const steps: Step[] = [];
  if (generatorCpu > 0) steps.push({ kind: 'client', cpu: demand(generatorCpu) });
  if (otherCpu > 0) steps.push({ kind: 'aside', cpu: demand(otherCpu) });
  // JavaScript runs before the job is given away, and again when it has come back.
  const usesPool = poolCpu + poolWait > 0;
  steps.push({ kind: 'loop', cpu: demand(usesPool ? loopCpu / 2 : loopCpu) });
  if (usesPool) {
    steps.push({ kind: 'jobs', count: jobs, cpu: demand(poolCpu / jobs), wait: demand(poolWait / jobs) });
    steps.push({ kind: 'loop', cpu: demand(loopCpu / 2) });
  }
  if (delay > 0) steps.push({ kind: 'delay', time: demand(delay) });
  return steps;
}

/**
 * The same machine with another number of CPUs. Fewer: cut off where they end. More: the shape of C(n) stretched, as of a
 * machine with more of the same cores.
 */
function capacityWith(capacity: CapacityData, cpus: number): Capacity {
  const { points } = capacity;
  if (cpus === capacity.cpus) return curve(cpus, points);
  if (cpus < capacity.cpus) {
    const fewer = points.filter(([threads]) => threads <= cpus);
    return curve(cpus, fewer.length > 0 ? fewer : [[cpus, cpus]]);
  }
  const scale = cpus / capacity.cpus;
  return curve(cpus, [
    [1, 1],
    ...points
      .map(([threads, height]): [number, number] => [threads * scale, height * scale])
      .filter(([threads]) => threads > 1),
  ]);
}

/** The scheduler is fair: whoever asks for more than half of the CPUs gets that much, however much others take while he does not. */
const fairShare: Ratio = 0.5;

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

/** Loads that end are short: as many runs, each with other luck. */
const endingRuns = 9;

/** @throws RangeError for a load without a counterpart */
export function modelled(
  demands: RequestDemands,
  { processes, pool, cpus, load }: ModelSetting,
  capacity: CapacityData,
  extent?: Extent,
): Prediction {
  const asked = queueLoad(load);
  if (asked === null) throw new RangeError(`the model has no load of the kind ${load.kind}`);
  const setting = { processes, pool, capacity: capacityWith(capacity, cpus), load: asked };
  const steps = stepsOf(demands);
  const ends = load.kind === 'closed' && load.requestsEach !== undefined;
  const runs = Array.from({ length: ends ? endingRuns : 1 }, (_, i) =>
    predict(steps, setting, { seed: i + 1, ...(extent && { extent }) }),
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

/** @param percentiles whether the measurement had enough requests for each: beyond it none is foretold */
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

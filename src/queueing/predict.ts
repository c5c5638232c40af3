import { bounds, kneeOfPool, type Bound, type Bounds } from './bounds.ts';
import { fullSpeed, speed } from './capacity.ts';
import { meanOf, type Demand } from './random.ts';
import { simulate, type Extent, type System } from './simulate.ts';
import { closedQueue, openQueue, quantile, type QueueFigures } from './single-queue.ts';
import { slowLane, sumsOf, type Setting, type Step } from './system.ts';

export interface Prediction {
  readonly throughput: number;
  readonly response: { readonly mean: number; readonly median: number; readonly p99: number };
  /** Busy part of the loops, of the pool threads, of the CPUs. */
  readonly utilisation: { readonly loop: number; readonly pool: number; readonly cpu: number };
  /** What holds it back: the smallest bound. */
  readonly limit: Bound;
  readonly bounds: Bounds;
  /** Where more pool threads stop to help, for each process; undefined without pool jobs. */
  readonly knee: number | undefined;
  /** `bound`: requests come faster than they can be served, so the queue grows without end, and response times with it. */
  readonly method: 'closed form' | 'simulation' | 'bound';
  /** Standard error of the mean response, as a part of it: how much of a difference may be luck. NaN for fewer than 20 answers. */
  readonly error: number;
}

/** Answers of one simulation: a p99 from some 200 that are slower, in about a tenth of a second. */
const simulated = { requests: 20_000, warmup: 4000 };

/** Beyond this a closed form is slower than the simulation, and its sums lose digits. */
const mostClients = 1000;

/**
 * What a server does under a setting. In closed form where that is exact (one queue with exponential demands), else by
 * simulation. The same question gives the same answer.
 */
export function predict(
  steps: readonly Step[],
  setting: Setting,
  options: Pick<System, 'unfairness' | 'spread'> & {
    readonly seed?: number;
    /** Answers of a simulation; fewer take less time and have more luck in them. */
    readonly extent?: Pick<Extent, 'requests' | 'warmup'>;
  } = {},
): Prediction {
  const limits = bounds(steps, setting);
  const [limit] = limits.throughput;
  const { pool: job } = sumsOf(steps);
  const common = {
    limit,
    bounds: limits,
    knee:
      job.cpu + job.wait === 0
        ? undefined
        : kneeOfPool(job, jobsInFlight(steps, setting), setting.processes, setting.capacity),
  };
  const isOpen = setting.load.kind === 'rate' || setting.load.kind === 'poisson';
  if (isOpen && limit.limit !== 'arrivals') {
    const endless = { mean: Infinity, median: Infinity, p99: Infinity };
    const utilisation = utilisationAt(limit.throughput, steps, setting);
    return {
      ...common,
      throughput: limit.throughput,
      response: endless,
      utilisation,
      method: 'bound',
      error: 0,
    };
  }
  const exact = singleQueue(steps, setting);
  if (exact) {
    return {
      ...common,
      throughput: exact.throughput,
      response: { mean: exact.response, median: quantile(exact, 0.5), p99: quantile(exact, 0.99) },
      utilisation: utilisationAt(exact.throughput, steps, setting),
      method: 'closed form',
      error: 0,
    };
  }
  const { seed = 1, extent = simulated, ...rest } = options;
  const { throughput, response, utilisation } = simulate({ ...setting, ...rest, steps }, { ...extent, seed });
  const { mean, median, p99 } = response;
  return {
    ...common,
    throughput,
    response: { mean, median, p99 },
    utilisation: { loop: utilisation.loop, pool: utilisation.pool, cpu: utilisation.cpu },
    method: 'simulation',
    error: response.standardError / mean,
  };
}

/** The system as one queue of equal servers with exponential service, if that is what it is. */
function singleQueue(steps: readonly Step[], setting: Setting): QueueFigures | undefined {
  const { processes, pool, capacity, load } = setting;
  const [step, ...others] = steps;
  if (processes > 1 || step === undefined || others.some(({ kind }) => kind !== 'answer')) return undefined;
  const isStation = step.kind === 'loop' || (step.kind === 'jobs' && step.count === 1);
  if (!isStation) return undefined;
  const service = exponentialOf(step.cpu, step.wait ?? 0);
  const threads = step.kind === 'loop' ? 1 : step.slow ? slowLane(pool) : pool;
  // Threads that share CPUs are not servers of one speed.
  const isShared = meanOf(step.cpu) > 0 && speed(capacity, threads) < threads;
  if (service === undefined || isShared) return undefined;
  if (load.kind === 'poisson') return openQueue(load.rate, threads, service);
  if (load.kind === 'closed' && load.each === undefined && load.clients <= mostClients) {
    return closedQueue(load.clients, meanOf(load.think ?? 0), threads, service);
  }
  return undefined;
}

/** The mean of two demands, of which one is exponential and the other nothing. */
function exponentialOf(a: Demand, b: Demand): number | undefined {
  const [one, other] = meanOf(b) === 0 ? [a, b] : [b, a];
  return typeof one === 'object' && 'exponential' in one && meanOf(other) === 0 ? one.exponential : undefined;
}

/** The utilisation law, with threads that are held for no longer than without load: for loop and pool a lower bound. */
function utilisationAt(
  throughput: number,
  steps: readonly Step[],
  setting: Setting,
): Prediction['utilisation'] {
  const { loop, pool, cpu } = sumsOf(steps);
  const { processes, capacity } = setting;
  return {
    loop: (throughput * (loop.cpu + loop.wait)) / processes,
    pool: (throughput * (pool.cpu + pool.wait)) / (processes * setting.pool),
    cpu: (throughput * cpu) / fullSpeed(capacity),
  };
}

function jobsInFlight(steps: readonly Step[], { load }: Setting): number {
  const atOnce = Math.max(...steps.map((step) => (step.kind === 'jobs' ? step.count : 0)));
  if (load.kind === 'closed') return load.clients * atOnce;
  return load.kind === 'burst' ? load.requests * atOnce : Infinity;
}

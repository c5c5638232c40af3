import { bounds, kneeOfPool, type Bound, type OperationalBounds } from './bounds.ts';
import { fullSpeed, speed } from './capacity.ts';
import { controlOf, corrected } from './control-queue.ts';
import { simulate, type Dealing, type Extent, type System } from './simulate.ts';
import { closedQueue, openQueue, quantile, type QueueFigures } from './single-queue.ts';
import {
  meanOf,
  slowThreads,
  spansOf,
  squaredVariation,
  sumsOf,
  type Demand,
  type SystemSetting,
  type DemandStep,
} from './system.ts';

export interface Prediction {
  readonly throughput: number;
  readonly response: { readonly mean: number; readonly median: number; readonly p99: number };
  /** Busy parts of the loops, of the pool threads, and of the CPUs. */
  readonly utilisation: { readonly loop: number; readonly pool: number; readonly cpu: number };
  /** What holds it back: the smallest bound. */
  readonly limit: Bound;
  readonly bounds: OperationalBounds;
  /** Number of pool threads in each process beyond which more do not help; undefined without pool jobs. */
  readonly knee: number | undefined;
  /**
   * `bound`: requests come faster than they can be served, so the queue grows without end, and response times with it.
   * `unsteady`: they nearly do, and the queue is in no steady state for so long that no simulation is made of it.
   */
  readonly method: 'closed form' | 'simulation' | 'bound' | 'unsteady';
  /** Time until an open load is in its steady state, near enough; 0 for others. */
  readonly settling: number;
  /** Standard error of the mean response, as a part of it: how much of a difference may be luck. NaN for fewer than 20 answers. */
  readonly error: number;
}

/** Usual answers of one simulation: its p99 comes from some 200 that are slower, in about a tenth of a second. */
export const usual = { requests: 20_000, warmup: 4000 };
/**
 * Relaxation times that an open load takes to forget that it began empty, and that are measured after them (Whitt, Planning
 * Queueing Simulations, 1989). Alone 200 of them know a p99 to 10%; 50 with a control to 2%, where the CPUs limit to 8%.
 */
const relaxations = { warmup: 5, measured: 200, controlled: 50 };
/** Spans of requests that are simulated at most, which takes two seconds. */
const mostSpans = 2_500_000;
/** Least value for half of what gaps and services vary: other steps of a request disturb the most even arrivals. */
const leastVariation = 0.1;

/** Most clients for a closed form: with more it is slower than the simulation, and its sums lose digits. */
const mostClients = 1000;

/**
 * Predicts what a server does under a setting. In closed form where that is exact (one queue with exponential demands), else by
 * simulation. The same question gives the same answer.
 */
export function predict(
  steps: readonly DemandStep[],
  setting: SystemSetting,
  options: Pick<System, 'unfairness' | 'spread' | 'dealing'> & {
    readonly seed?: number;
    /** Answers of a simulation; fewer take less time and have more luck in them. */
    readonly extent?: typeof usual;
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
  const { load, processes } = setting;
  const open = 'rate' in load ? load : null;
  const endless = (method: 'bound' | 'unsteady', throughput: number, settling: number) => ({
    ...common,
    throughput,
    response: { mean: Infinity, median: Infinity, p99: Infinity },
    utilisation: utilisationAt(throughput, steps, setting),
    method,
    settling,
    error: 0,
  });
  if (open && limit.limit !== 'arrivals') return endless('bound', limit.throughput, Infinity);
  const { seed = 1, extent = usual, ...rest } = options;
  const exact = singleQueue(steps, setting, rest.dealing);
  if (exact) {
    return {
      ...common,
      throughput: exact.throughput,
      response: { mean: exact.response, median: quantile(exact, 0.5), p99: quantile(exact, 0.99) },
      utilisation: utilisationAt(exact.throughput, steps, setting),
      method: 'closed form',
      settling: 0,
      error: 0,
    };
  }
  const [, bottleneck] = limits.throughput;
  const plan =
    open && bottleneck
      ? openExtent(steps, processes, open, bottleneck, rest.dealing, extent)
      : { ...extent, settling: 0 };
  if ('unsteady' in plan) {
    return endless(plan.unsteady < Infinity ? 'unsteady' : 'bound', limit.throughput, plan.unsteady);
  }
  const { settling, ...run } = plan;
  const { throughput, response, utilisation, pairs } = simulate(
    { ...setting, ...rest, steps },
    { ...run, seed },
  );
  const figures = pairs && run.control ? corrected(pairs, run.control) : response;
  const { mean, median, p99, standardError } = figures;
  return {
    ...common,
    throughput,
    response: { mean, median, p99 },
    utilisation: { loop: utilisation.loop, pool: utilisation.pool, cpu: utilisation.cpu },
    method: 'simulation',
    settling,
    error: standardError / mean,
  };
}

type OpenLoad = Extract<SystemSetting['load'], { readonly rate: number }>;

/**
 * How long an open load has to be simulated: the time in which its bottleneck forgets what was, (1 − √utilisation)⁻² services
 * times half of what arrivals and services vary, decides it. A smaller extent than the usual one gets so much less.
 * @returns the time until the steady state instead, where that cannot be afforded
 */
function openExtent(
  steps: readonly DemandStep[],
  processes: number,
  { kind, rate }: OpenLoad,
  bottleneck: Bound,
  dealing: Dealing = 'random',
  { requests, warmup }: typeof usual,
): (Extent & { readonly settling: number }) | { readonly unsteady: number } {
  const control = controlOf(steps, processes, rate, bottleneck);
  const parallel = control.isShared ? 1 : processes;
  const utilisation = rate / bottleneck.throughput;
  const isPoisson = kind === 'poisson';
  // Requests that are dealt in turn come to a process more evenly; constant gaps become uneven where chance picks from them.
  const arrivals = dealing === 'random' ? (isPoisson ? 1 : 1 - 1 / parallel) : isPoisson ? 1 / parallel : 0;
  const varied = Math.max(leastVariation, (arrivals + squaredVariation(control.service)) / 2);
  const relaxation = (varied * parallel) / bottleneck.throughput / (1 - Math.sqrt(utilisation)) ** 2;
  const settling = relaxations.warmup * relaxation;
  // The distribution of the control is known only for arrivals at random.
  const isControlled = isPoisson && (parallel === 1 || dealing === 'random');
  // Processes that do not wait for each other are as many samples of one queue.
  const each = (relaxation * rate) / parallel;
  const affordable = mostSpans / spansOf(steps).length - settling * rate;
  const least = isControlled ? relaxations.controlled : relaxations.measured;
  if (least * each > affordable) return { unsteady: settling };
  const part = requests / usual.requests;
  return {
    warmup: Math.max(warmup, Math.ceil(settling * rate)),
    requests: Math.max(requests, Math.ceil(part * Math.min(relaxations.measured * each, affordable))),
    settling,
    ...(isControlled && { control }),
  };
}

/**
 * The system as one queue of equal servers with exponential service, if that is what it is, or one for each process. Servers of
 * several processes are no common queue: with clients it then matters which process each has.
 */
function singleQueue(
  steps: readonly DemandStep[],
  setting: SystemSetting,
  dealing: Dealing = 'random',
): QueueFigures | undefined {
  const { processes, pool, capacity, load } = setting;
  const [step, ...others] = steps;
  if (step === undefined || others.some(({ kind }) => kind !== 'answer')) return undefined;
  if (processes > 1 && !(load.kind === 'poisson' && dealing === 'random')) return undefined;
  const isStation = step.kind === 'loop' || (step.kind === 'jobs' && step.count === 1);
  if (!isStation) return undefined;
  const service = exponentialOf(step.cpu, step.wait ?? 0);
  const threads = step.kind === 'loop' ? 1 : step.slow ? slowThreads(pool) : pool;
  // Threads that share CPUs are not servers of one speed.
  const all = processes * threads;
  const isShared = meanOf(step.cpu) > 0 && speed(capacity, all) < all;
  if (service === undefined || isShared) return undefined;
  if (load.kind === 'poisson') {
    return { ...openQueue(load.rate / processes, threads, service), throughput: load.rate };
  }
  if (load.kind === 'closed' && load.each === undefined && load.clients <= mostClients) {
    return closedQueue(load.clients, meanOf(load.think ?? 0), threads, service);
  }
  return undefined;
}

/** Returns the mean of two demands if one is exponential and the other nothing; else undefined. */
function exponentialOf(a: Demand, b: Demand): number | undefined {
  const [one, other] = meanOf(b) === 0 ? [a, b] : [b, a];
  return typeof one === 'object' && 'exponential' in one && meanOf(other) === 0 ? one.exponential : undefined;
}

/** Utilisations by the utilisation law, as if threads were held as long as without load: for loop and pool a lower bound. */
function utilisationAt(
  throughput: number,
  steps: readonly DemandStep[],
  setting: SystemSetting,
): Prediction['utilisation'] {
  const { loop, pool, cpu } = sumsOf(steps);
  const { processes, capacity } = setting;
  return {
    loop: (throughput * (loop.cpu + loop.wait)) / processes,
    pool: (throughput * (pool.cpu + pool.wait)) / (processes * setting.pool),
    cpu: (throughput * cpu) / fullSpeed(capacity),
  };
}

function jobsInFlight(steps: readonly DemandStep[], { load }: SystemSetting): number {
  const atOnce = Math.max(...steps.map((step) => (step.kind === 'jobs' ? step.count : 0)));
  if (load.kind === 'closed') return load.clients * atOnce;
  return load.kind === 'burst' ? load.requests * atOnce : Infinity;
}

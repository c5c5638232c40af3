import { bounds, type Bound } from './bounds.ts';
import { fullSpeed } from './capacity.ts';
import { controlOf, corrected } from './control-queue.ts';
import { simulate, type Dealing, type Extent } from './simulate.ts';
import { spansOf, squaredVariation, sumsOf, type SystemSetting, type DemandStep } from './system.ts';

export interface Prediction {
  readonly throughput: number;
  readonly response: { readonly mean: number; readonly median: number; readonly p99: number };
  /** Busy parts of the loops, of the pool threads, and of the CPUs. */
  readonly utilisation: { readonly loop: number; readonly pool: number; readonly cpu: number };
  /** What holds it back: the smallest bound. */
  readonly limit: Bound;
  /**
   * `bound`: requests come faster than they can be served, so the queue grows without end, and response times with it.
   * `unsteady`: they nearly do, and the queue is in no steady state for so long that no simulation is made of it.
   */
  readonly method: 'simulation' | 'bound' | 'unsteady';
  /** Time until an open load is in its steady state, near enough; 0 for others. */
  readonly settling: number;
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

/** Predicts what a server does under a setting, by simulation. The same question gives the same answer. */
export function predict(
  steps: readonly DemandStep[],
  setting: SystemSetting,
  options: {
    readonly seed?: number;
    readonly dealing?: Dealing;
    /** Answers of a simulation; fewer take less time and have more luck in them. */
    readonly extent?: typeof usual;
  } = {},
): Prediction {
  const [limit, bottleneck] = bounds(steps, setting);
  const { seed = 1, dealing = 'random', extent = usual } = options;
  const { load, processes } = setting;
  const open = 'rate' in load ? load : null;
  const endless = (method: 'bound' | 'unsteady', throughput: number, settling: number) => ({
    limit,
    throughput,
    response: { mean: Infinity, median: Infinity, p99: Infinity },
    utilisation: utilisationAt(throughput, steps, setting),
    method,
    settling,
  });
  if (open && limit.limit !== 'arrivals') return endless('bound', limit.throughput, Infinity);
  const plan =
    open && bottleneck
      ? openExtent(steps, processes, open, bottleneck, dealing, extent)
      : { ...extent, settling: 0 };
  if ('unsteady' in plan) {
    return endless(plan.unsteady < Infinity ? 'unsteady' : 'bound', limit.throughput, plan.unsteady);
  }
  const { settling, ...run } = plan;
  const { throughput, response, utilisation, pairs } = simulate(
    { ...setting, dealing, steps },
    { ...run, seed },
  );
  const { mean, median, p99 } = pairs && run.control ? corrected(pairs, run.control) : response;
  return {
    limit,
    throughput,
    response: { mean, median, p99 },
    utilisation,
    method: 'simulation',
    settling,
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
  dealing: Dealing,
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

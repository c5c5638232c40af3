/**
 * A control variate for an open load. Close to saturation most of the error of a simulation is the luck of its arrivals and
 * demands, and the bottleneck alone shows that luck: one queue as fast as all threads of the bottleneck, given the same
 * arrivals and the same demands. Its distribution is known exactly, so what its own simulation is off by is taken from the
 * other's (Law, Simulation Modeling and Analysis, 11.4). In heavy traffic the two differ by next to nothing.
 */
import type { Limit } from './bounds.ts';
import { poissonQueue, quantile } from './single-queue.ts';
import { timesOf } from './collector.ts';
import { mean, total } from '../stats/mean-and-spread.ts';
import { meanOf, spansOf, squaredVariation, type Demand, type DemandStep } from './system.ts';

export interface Control {
  /** Places of the spans that the bottleneck serves, among those of a request. */
  readonly places: readonly number[];
  /** Time in the control queue for a unit of these spans. */
  readonly scale: number;
  /** Whether there is one control for all processes, or one for each. */
  readonly isShared: boolean;
  /** Number of requests that arrive at each control in a unit of time. */
  readonly rate: number;
  /** The time that one request takes alone in its control. */
  readonly service: Demand;
}

/** A first-come-first-served queue by Lindley's recursion. */
export class ControlQueue {
  readonly #control: Control;
  #free = 0;

  constructor(control: Control) {
    this.#control = control;
  }

  /** @returns how long this request is in the queue */
  arrive(now: number, spans: readonly number[]): number {
    const { places, scale } = this.#control;
    let work = 0;
    for (const place of places) work += spans[place] as number;
    this.#free = Math.max(this.#free, now) + work * scale;
    return this.#free - now;
  }
}

const isServed: Readonly<Record<Limit, (kind: string, of: 0 | 1) => boolean>> = {
  clients: () => false,
  arrivals: () => false,
  CPU: (kind, of) => of === 0 && kind !== 'delay' && kind !== 'call',
  'event loop': (kind) => kind === 'loop',
  'pool threads': (kind) => kind === 'jobs',
  connections: (kind) => kind === 'call',
  'load generator': (kind) => kind === 'client',
};

/** @param bottleneck what arrivals would reach first, and its throughput */
export function controlOf(
  steps: readonly DemandStep[],
  processes: number,
  rate: number,
  bottleneck: { readonly limit: Limit; readonly throughput: number },
): Control {
  const { limit, throughput } = bottleneck;
  const spans = spansOf(steps);
  const places = spans.flatMap(({ kind, of }, i) => (isServed[limit](kind, of) ? i : []));
  const served = places.map((i) => spans[i]?.demand ?? 0);
  const isShared = limit === 'CPU' || limit === 'load generator';
  const parallel = isShared ? 1 : processes;
  const time = parallel / throughput;
  const scale = time / total(served.map(meanOf));
  return { places, scale, isShared, rate: rate / parallel, service: sumOf(served, time) };
}

/** The sum of demands, stretched to a mean. A single exponential one stays so; else it is log-normal, as such sums nearly are. */
function sumOf(demands: readonly Demand[], time: number): Demand {
  const varied = demands.filter((demand) => meanOf(demand) > 0);
  const [only] = varied;
  if (varied.length === 1 && typeof only === 'object' && 'exponential' in only) return { exponential: time };
  const variance = total(varied.map((demand) => squaredVariation(demand) * meanOf(demand) ** 2));
  return { mean: time, cv: Math.sqrt(variance) / total(varied.map(meanOf)) };
}

/** Times of the same requests, in the order of their answers. */
export interface Pairs {
  readonly responses: readonly number[];
  readonly controlled: readonly number[];
}

/** Number of batches from which the slope on the control is estimated, as in batch means. */
const batches = 20;

/**
 * The figures of a simulation without the luck that its control has seen: each is moved by what the control's own is off
 * by, times the slope of the one on the other over the batches. A control that says nothing has a slope of about 0.
 */
export function corrected(
  { responses, controlled }: Pairs,
  { rate, service }: Control,
): { readonly mean: number; readonly median: number; readonly p99: number } {
  const exact = poissonQueue(rate, service);
  const size = Math.floor(responses.length / batches);
  const inBatches = (values: readonly number[]) =>
    Array.from({ length: batches }, (_, i) => timesOf(values.slice(i * size, (i + 1) * size)));
  const [ys, xs, y, x] = [
    inBatches(responses),
    inBatches(controlled),
    timesOf(responses),
    timesOf(controlled),
  ];
  const fitted = (key: 'mean' | 'median' | 'p99', truth: number) => {
    const [meanX, meanY] = [mean(xs.map((one) => one[key])), mean(ys.map((one) => one[key]))];
    const [dx, dy] = [xs.map((one) => one[key] - meanX), ys.map((one) => one[key] - meanY)];
    const squares = dot(dx, dx);
    const slope = squares > 0 ? dot(dx, dy) / squares : 0;
    return Math.max(y.min, y[key] + slope * (truth - x[key]));
  };
  return {
    mean: fitted('mean', exact.response),
    median: fitted('median', quantile(exact, 0.5)),
    p99: fitted('p99', quantile(exact, 0.99)),
  };
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, i) => sum + one * (b[i] as number), 0);

import { normalCdf } from '../stats/distributions.ts';
import { meanOf, squaredVariation, type Demand } from './system.ts';

/** What a queue does in the long run, first come, first served. */
export interface QueueFigures {
  /** Mean time from arrival to the end of service. */
  readonly response: number;
  /** Share of the requests that take longer than `time`. */
  readonly tail: (time: number) => number;
}

/** The probability that an arrival has to wait (Erlang C). `load`: rate × service, in servers; below their number. */
function erlangC(servers: number, load: number): number {
  // Erlang B by its recursion in the number of servers, which neither overflows nor cancels.
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** M/M/c: Poisson arrivals. The rate must be below what the servers can do. */
export function openQueue(rate: number, servers: number, service: number): QueueFigures {
  const load = rate * service;
  if (!(load < servers)) throw new RangeError('a queue that cannot keep up has no steady state');
  const waiting = erlangC(servers, load);
  const serve = 1 / service;
  const drain = servers / service - rate;
  return {
    response: service + waiting / drain,
    tail: (time) => {
      const served = Math.exp(-serve * time);
      // A request that waits does so exponentially, and is then served: the sum of two exponential times.
      const both =
        Math.abs(drain - serve) < 1e-9 * serve
          ? (1 + serve * time) * served
          : (drain * served - serve * Math.exp(-drain * time)) / (drain - serve);
      return (1 - waiting) * served + waiting * both;
    },
  };
}

/** Returns the time that this share of the requests does not exceed. */
export function quantile({ tail, response }: QueueFigures, part: number): number {
  let high = response;
  while (tail(high) > 1 - part) high *= 2;
  let low = 0;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (tail(middle) > 1 - part) low = middle;
    else high = middle;
  }
  return high;
}

/** Lattice points for one mean service: the p99 of an exponential queue is then exact to 3 in 10,000. */
const resolution = 16;
/** Smallest probability of a longer wait that is computed: a tenth of that beyond a p99. */
const leastTail = 1e-3;

/**
 * M/G/1, first come, first served: the time that a request spends in it, as a distribution. By Pollaczek and Khinchine the wait
 * is a geometric sum of residual services, which Panjer's recursion (1981) adds up on a lattice. The lattice keeps the mean of the
 * service (a request between two points is shared by them); its variance grows by less than the square of a step.
 *
 * @param service time of a service; the rate must be below what it allows
 */
export function poissonQueue(rate: number, service: Demand): QueueFigures {
  const mean = meanOf(service);
  const load = rate * mean;
  if (!(load < 1)) throw new RangeError('a queue that cannot keep up has no steady state');
  const step = mean / resolution;
  const served = latticeOf(service, step);
  const beyond = tailOf(convolved(waits(load, served), served));
  return {
    response: mean + (load * mean * (1 + squaredVariation(service))) / (2 * (1 - load)),
    tail: (time) => {
      // The part at a point lies half a step to either side of it.
      const at = time / step - 0.5;
      const i = Math.floor(at);
      const [low, high] = [i < 0 ? 1 : (beyond[i] ?? 0), beyond[i + 1] ?? 0];
      return low + (high - low) * (at - i);
    },
  };
}

/** The chance of 0, 1, … steps: second differences of E(X − x)⁺, which keep the mean. */
function latticeOf(demand: Demand, step: number): Float64Array {
  const beyond = stopLoss(demand);
  const sums = [beyond(0)];
  while ((sums.at(-1) as number) > 1e-5 * step) sums.push(beyond(sums.length * step));
  const [first = 0, second = 0] = sums;
  return Float64Array.from(sums, (sum, i) =>
    i === 0 ? 1 - (first - second) / step : ((sums[i - 1] as number) - 2 * sum + (sums[i + 1] ?? 0)) / step,
  );
}

/** E(X − x)⁺. */
function stopLoss(demand: Demand): (x: number) => number {
  if (typeof demand === 'number') return (x) => Math.max(0, demand - x);
  if ('exponential' in demand) return (x) => demand.exponential * Math.exp(-x / demand.exponential);
  const { mean, cv } = demand;
  if (cv === 0) return (x) => Math.max(0, mean - x);
  const sigma = Math.sqrt(Math.log(1 + cv * cv));
  return (x) => {
    if (x <= 0) return mean - x;
    const d = Math.log(mean / x) / sigma + sigma / 2;
    return Math.max(0, mean * normalCdf(d) - x * normalCdf(d - sigma));
  };
}

/** The wait before the service, in steps: what is left of the service of those before, a geometric number of times. */
function waits(load: number, served: Float64Array): number[] {
  const beyond = tailOf(served);
  const mean = beyond.reduce((sum, part) => sum + part, 0);
  // What is left of a service has the density P(X > x)/E(X): each piece of it is shared by the points at its ends.
  const left = beyond.map((part, i) => (load * (part + (beyond[i - 1] ?? 0))) / (2 * mean));
  const [none = 0] = left;
  const parts = [(1 - load) / (1 - none)];
  let sum = parts[0] as number;
  while (sum < 1 - leastTail) {
    const n = parts.length;
    const last = Math.min(n, left.length - 1);
    let part = 0;
    for (let i = 1; i <= last; i++) part += (left[i] as number) * (parts[n - i] as number);
    part /= 1 - none;
    parts.push(part);
    sum += part;
    if (part < 1e-15) break;
  }
  return parts;
}

/** The chance of more than 0, 1, … steps. */
function tailOf(parts: Float64Array): Float64Array {
  let left = 1;
  return parts.map((part) => Math.max(0, (left -= part)));
}

function convolved(a: readonly number[], b: Float64Array): Float64Array {
  const found = new Float64Array(a.length + b.length - 1);
  for (let i = 0; i < a.length; i++) {
    const one = a[i] as number;
    for (let j = 0; j < b.length; j++) found[i + j] = (found[i + j] as number) + one * (b[j] as number);
  }
  return found;
}

import { speed, type Capacity } from './capacity.ts';
import type { Hold } from './system.ts';

/** A station of a closed network, seen by one request. */
export interface Station {
  /** Requests that leave it in a unit of time while n ≥ 1 are there. A request comes once; several visits are one of their sum. */
  readonly rate: (n: number) => number;
}

export interface NetworkFigures {
  readonly throughput: number;
  /** Throughput with 0, 1, … clients: the last is `throughput`. */
  readonly throughputs: readonly number[];
  /** Mean time from a request to its answer. */
  readonly response: number;
}

/**
 * A closed network in product form: clients think (any distribution), then visit every station. Exact where stations are
 * processor-sharing, or first-come-first-served with exponential demands.
 *
 * Buzen's convolution (1973) with load-dependent rates, in logarithms, O(stations² · clients²). The textbook recursion of mean
 * value analysis is shorter and loses all digits where a load-dependent station is busy, which is where one looks.
 */
export function closedNetwork(clients: number, think: number, stations: readonly Station[]): NetworkFigures {
  const factorOf = (rate: Station['rate']) => {
    const factor = new Float64Array(clients + 1);
    for (let n = 1; n <= clients; n++) factor[n] = (factor[n - 1] as number) - Math.log(rate(n));
    return factor;
  };
  // Thinking is a station where nobody waits: n clients leave it at n times the rate of one.
  const delay = factorOf((n) => n / think);
  const whole = stations.map(({ rate }) => factorOf(rate)).reduce(convolved, delay);
  const throughputs = Array.from(whole, (log, n) => (n === 0 ? 0 : Math.exp((whole[n - 1] as number) - log)));
  const throughput = throughputs[clients] ?? NaN;
  return { throughput, throughputs, response: clients / throughput - think };
}

/** The convolution of two sequences, all of them logarithms. */
function convolved(a: Float64Array<ArrayBuffer>, b: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  return a.map((_, n) => {
    let largest = -Infinity;
    for (let i = 0; i <= n; i++) largest = Math.max(largest, (a[i] as number) + (b[n - i] as number));
    if (largest === -Infinity) return largest;
    let sum = 0;
    for (let i = 0; i <= n; i++) sum += Math.exp((a[i] as number) + (b[n - i] as number) - largest);
    return largest + Math.log(sum);
  });
}

/**
 * A pool whose threads wait and then share the CPUs, as one station (its flow equivalent): with n jobs, min(n, threads) go
 * round between waiting and CPU, a small closed network of its own. Exact without waits, without CPU work, and with a thread
 * for each job; between them it takes the time in the pool for exponential.
 */
export function poolStation(threads: number, job: Hold, capacity: Capacity, clients: number): Station {
  const most = Math.min(threads, clients);
  if (job.cpu === 0) return { rate: (n) => Math.min(n, most) / job.wait };
  const inside = closedNetwork(most, job.wait, [{ rate: (n) => speed(capacity, n) / job.cpu }]);
  return { rate: (n) => inside.throughputs[Math.min(n, most)] ?? NaN };
}

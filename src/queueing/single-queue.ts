import { closedNetwork } from './closed-network.ts';

/** A queue with some equal servers, first come, first served, exponential service. */
export interface QueueFigures {
  readonly throughput: number;
  readonly utilisation: number;
  /** Mean time from arrival to the end of service. */
  readonly response: number;
  /** Share of the requests that take longer than `time`. */
  readonly tail: (time: number) => number;
}

/** The probability that an arrival has to wait (Erlang C). `load`: rate × service, in servers; below their number. */
export function erlangC(servers: number, load: number): number {
  // Erlang B by its recursion in the number of servers, which neither overflows nor cancels.
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** M/M/c: Poisson arrivals. The rate must be below what the servers can do. */
export function openQueue(rate: number, servers: number, service: number): QueueFigures {
  const load = rate * service;
  if (!(load < servers)) throw new RangeError('a queue that cannot keep up has no steady state');
  const waits = erlangC(servers, load);
  const serve = 1 / service;
  const drain = servers / service - rate;
  return {
    throughput: rate,
    utilisation: load / servers,
    response: service + waits / drain,
    tail: (time) => {
      const served = Math.exp(-serve * time);
      // A request that waits does so exponentially, and is then served: the sum of two exponential times.
      const both =
        Math.abs(drain - serve) < 1e-9 * serve
          ? (1 + serve * time) * served
          : (drain * served - serve * Math.exp(-drain * time)) / (drain - serve);
      return (1 - waits) * served + waits * both;
    },
  };
}

/** The machine repairman, M/M/c//N: clients that think (any distribution), then wait for their answer. */
export function closedQueue(clients: number, think: number, servers: number, service: number): QueueFigures {
  const station = { rate: (n: number) => Math.min(n, servers) / service };
  const { throughput, response } = closedNetwork(clients, think, [station]);
  // An arrival sees the queue as it would be with one client less (Lavenberg and Reiser; Sevcik and Mitrani).
  const [seen = []] = closedNetwork(clients - 1, think, [station]).numbers;
  return {
    throughput,
    utilisation: (throughput * service) / servers,
    response,
    tail: (time) => seen.reduce((sum, part, n) => sum + part * tailBehind(n, servers, time / service), 0),
  };
}

/** The probability that n others and one's own service take longer than `time`, in units of the mean service. */
function tailBehind(others: number, servers: number, time: number): number {
  const turns = others - servers + 1;
  if (turns <= 0) return Math.exp(-time);
  // `turns` departures at the rate of all servers come first: an Erlang time.
  const waiting = poissonBelow(turns, servers * time);
  if (servers === 1) return poissonBelow(turns + 1, time);
  // Or they come sooner, and the own service lasts longer: ∫ Erlang density(x)·e^−(time − x) dx, an Erlang distribution again.
  const factor = turns * Math.log(servers / (servers - 1)) - time;
  return waiting + Math.exp(factor) * poissonFrom(turns, (servers - 1) * time);
}

/** The probability of fewer than n events of a Poisson distribution with the mean `expected`. */
function poissonBelow(n: number, expected: number): number {
  let log = -expected;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += Math.exp(log);
    log += Math.log(expected / (i + 1));
  }
  return Math.min(1, sum);
}

/** The probability of at least n events, summed by itself: 1 − `poissonBelow` loses all digits where it is small. */
function poissonFrom(n: number, expected: number): number {
  let term = -expected;
  for (let i = 1; i <= n; i++) term += Math.log(expected / i);
  let sum = 0;
  for (let i = n; term > -745 || i < expected; i++) {
    sum += Math.exp(term);
    term += Math.log(expected / (i + 1));
  }
  return sum;
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

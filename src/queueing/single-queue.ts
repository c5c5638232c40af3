/** A queue with some equal servers, first come, first served, exponential service. */
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
  const waits = erlangC(servers, load);
  const serve = 1 / service;
  const drain = servers / service - rate;
  return {
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

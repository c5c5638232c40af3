/**
 * When requests are due, as values: a loop asks for the next time and knows nothing of rates; a schedule knows
 * nothing of sockets. Times are milliseconds since the load began.
 */
import type { Asking } from '../model/plan.ts';
import type { Milliseconds, PerSecond } from '../model/units.ts';
import type { LoadJob, Share } from './engine.ts';
import { seeded } from '../stats/random.ts';

export type OpenLoad = Extract<Asking, { kind: 'rate' | 'poisson' | 'ramp' }>;
export type ClosedLoad = Exclude<Asking, OpenLoad>;

/** Returns the next due time, never an earlier one than before; Infinity when there are no more. */
export type Arrivals = () => Milliseconds;

/**
 * Clients that each ask again when they were answered: `each` times, or until the time is up (null). With a barrier
 * all wait for the slowest before anyone asks again, so that a batch of 5, twice, is 5 clients with 2 requests each.
 */
export interface Rounds {
  readonly clients: number;
  readonly each: number | null;
  readonly barrier: boolean;
}

export function isOpen(load: Asking): load is OpenLoad {
  return load.kind === 'rate' || load.kind === 'poisson' || load.kind === 'ramp';
}

export function rounds(load: ClosedLoad): Rounds {
  return load.kind === 'batch'
    ? { clients: load.size, each: load.batches, barrier: true }
    : { clients: load.clients, each: load.requestsEach ?? null, barrier: false };
}

const whole: Share = { of: 1, at: 0 };

/** Arrivals of one load over one stretch of time. A Poisson stream is not shared: each generator has its own. */
export function arrivals(load: OpenLoad, duration: Milliseconds, seed: number, share = whole): Arrivals {
  switch (load.kind) {
    case 'rate':
      return steady(load.perSecond, duration, share);
    case 'poisson':
      return poisson(load.perSecond, duration, seed);
    case 'ramp':
      return ramp(load.from, load.to, duration, share);
  }
}

/** Warm-up and window as one sequence; the window's own schedule begins exactly when the warm-up ends. */
export function warmedArrivals(
  load: OpenLoad,
  warmup: Milliseconds,
  duration: Milliseconds,
  seed: number,
  share: Share = whole,
): Arrivals {
  const window = arrivals(load, duration, seed, share);
  // A ramp is warmed at the rate that it starts from; from 0 there is nothing to send yet.
  const before =
    load.kind === 'ramp' ? steady(load.from, warmup, share) : arrivals(load, warmup, seed + 1, share);
  let warming = true;
  return () => {
    if (warming) {
      const due = before();
      if (due < warmup) return due;
      warming = false;
    }
    return warmup + window();
  };
}

/** Due times of a constant rate: n/rate for the n-th, multiplied and not added up, so that no error gathers over millions of requests. */
function steady(perSecond: PerSecond, duration: Milliseconds, { of, at }: Share): Arrivals {
  let n = at;
  return () => {
    const due = perSecond === 0 ? Infinity : (n / perSecond) * 1_000;
    n += of;
    return due < duration ? due : Infinity;
  };
}

/** Due times of independent users, with exponential gaps. */
function poisson(perSecond: PerSecond, duration: Milliseconds, seed: number): Arrivals {
  const random = seeded(seed);
  let due = 0;
  return () => {
    due += (-Math.log(1 - random()) / perSecond) * 1_000;
    return due < duration ? due : Infinity;
  };
}

/**
 * Due times at the rate from + k·t with k = (to − from)/T. The n-th request is due when n have been asked for by then:
 * n = from·t + k·t²/2, solved for t. The form 2n / (from + √…) also holds for k = 0 and k < 0.
 */
function ramp(from: PerSecond, to: PerSecond, duration: Milliseconds, { of, at }: Share): Arrivals {
  const slope = (to - from) / (duration / 1_000);
  let n = at;
  return () => {
    const discriminant = from * from + 2 * slope * n;
    const divisor = from + Math.sqrt(Math.max(0, discriminant));
    const due = n === 0 ? 0 : discriminant < 0 ? Infinity : ((2 * n) / divisor) * 1_000;
    n += of;
    return due < duration ? due : Infinity;
  };
}

/** @throws RangeError if the load would never end: only a number of requests ends without a duration. */
export function checkEnds({ load, duration }: LoadJob): void {
  const bounded = !isOpen(load) && rounds(load).each !== null;
  if (!bounded && duration === null) throw new RangeError(`a load of kind ${load.kind} needs a duration`);
}

/** The lateness beyond which the schedule was not kept: 1 ms, or 1% of the interval between requests if that is more. */
export function lateAfter({ load }: LoadJob): Milliseconds {
  if (!isOpen(load)) return Infinity;
  const peak = load.kind === 'ramp' ? Math.max(load.from, load.to) : load.perSecond;
  return Math.max(1, 10 / peak);
}

/** What a trial with several rates asks for next: a window, with the load before it. */
import type { RatePoint } from '../model/capacity.ts';
import type { RatePurpose } from '../model/objective.ts';
import type { Asking } from '../model/plan.ts';
import type { Milliseconds, PerSecond } from '../model/units.ts';

export interface WindowAsk {
  readonly purpose: RatePurpose;
  readonly load: Asking;
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds;
}

/** Few enough for any server that works at all. */
const drainShare = 0.25;
const drainWindow: Milliseconds = 1000;
/** After so many of them what is left behind is no backlog: the trial ends with what it has. */
const mostDrains = 8;
/** A request that waits for nobody may take so many times as long as the median of one client alone. */
const drained = { times: 3, more: 5 } as const;

export function poisson(
  purpose: RatePurpose,
  rate: PerSecond,
  warmup: Milliseconds,
  duration: Milliseconds,
): WindowAsk {
  return { purpose, load: { kind: 'poisson', perSecond: rate }, warmup, duration };
}

/**
 * Whether the server must work off what an overload has left before anything counts. The generator waits for the answers of all
 * requests but those that it gave up: those may still be at work in the server.
 * @param points of the trial, in their order
 * @param quiet the median of one client alone, where it is known
 * @param gaveUp whether the last window had timeouts
 * @returns a window that drains; `stuck` if the server does not come back; null if there is nothing to wait for
 */
export function drainAfter(
  points: readonly RatePoint[],
  quiet: Milliseconds | null,
  gaveUp: boolean,
): WindowAsk | 'stuck' | null {
  const last = points.at(-1);
  if (!last?.rate) return null;
  if (last.purpose !== 'drain') return gaveUp ? ask(last.rate * drainShare) : null;
  const isBack = last.median !== null && last.median <= drained.times * (quiet ?? last.median) + drained.more;
  if (isBack && !gaveUp) return null;
  const before = points.findLastIndex(({ purpose }) => purpose !== 'drain');
  return points.length - 1 - before >= mostDrains ? 'stuck' : ask(last.rate);
}

const ask = (rate: PerSecond) => poisson('drain', rate, 0, drainWindow);

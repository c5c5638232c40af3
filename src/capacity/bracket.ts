/**
 * The first trial of a setting: it finds the rates between which the objective breaks. All windows are short and in one process,
 * and rates climb: each is half as high again as the one before. After an overload nothing counts until the backlog is worked off.
 * The first rate that breaks the objective without piling up requests is tried once more: a hiccup would end the climb far too low.
 * A server may still warm up in its first seconds: if the first rate breaks the objective, it is tried again.
 *
 *     rate │            ✗
 *          │         ·     ✗     halvings
 *          │      ·     ·
 *          │ ·  ·                climb, from a quarter of what 32 clients get
 */
import type { RatePoint } from '../model/capacity.ts';
import type { RatePurpose } from '../model/objective.ts';
import type { Asking } from '../model/plan.ts';
import type { Milliseconds, PerSecond } from '../model/units.ts';
import { aloneAmong } from './points.ts';

/** Clients of the first window: as many as the default of `-c`. */
export const clients = 32;
const light = 0.25;
const step = 1.5;
/** Each descent divides the rate by this, where even a quarter of what the clients got was too much. */
const stepDown = 3;
const mostDescents = 4;
/** Most rates of a climb: enough from any first rate to what a generator can do. */
const mostClimbs = 24;
const halvings = 2;
/** A bracket this narrow, upper bound ÷ lower, is not halved further. */
const closeEnough = 1.1;
/** Fewest requests of a window: with fewer it shows nothing. */
const fewestRequests = 20;

const window: Milliseconds = 3000;
const before: Milliseconds = 1000;
/** Warm-ups before the first rate, and before one client is measured again: for caches, connections and the compiler. */
const warming = { climb: 5000, alone: 8000 } as const;
const soon: Milliseconds = 300;

/** The lowest rate that broke the objective, and the highest below it that kept it. */
export interface Bracket {
  readonly kept: PerSecond | null;
  readonly broken: PerSecond | null;
  /** Whether the generator was late at `broken`: the limit may be its own. */
  readonly isGenerator: boolean;
}

export function bracketOf(points: readonly RatePoint[]): Bracket {
  const tried = triedAmong(points);
  const wasKept = keptOnce(tried);
  const rates = (isKept: boolean) => tried.flatMap(({ rate }) => (wasKept.has(rate) === isKept ? rate : []));
  const broken = lowest(rates(false));
  const kept = highest(rates(true).filter((rate) => broken === null || rate < broken));
  const isGenerator = tried.some(({ rate, word }) => rate === broken && word === 'generator');
  return { kept, broken, isGenerator };
}

/** The windows that had a rate, other than those that drain. */
const triedAmong = (points: readonly RatePoint[]) =>
  points.flatMap((one) =>
    one.rate === null || one.purpose === 'drain' ? [] : { rate: one.rate, word: one.word },
  );

/** The rates that were kept at least once: a window that did not keep such a rate had a hiccup. */
const keptOnce = (tried: readonly Pick<RatePoint, 'rate' | 'word'>[]) =>
  new Set(tried.flatMap(({ rate, word }) => (word === 'kept' ? rate : [])));

/** Rates that kept the objective and rates that broke it, ascending: what the windows say where no line can be fitted. */
export interface Split {
  readonly kept: readonly PerSecond[];
  readonly broken: readonly PerSecond[];
  /** The rate at which they change from kept to broken, or the one bound that is known; null where none is. */
  readonly about: PerSecond | null;
  /** The lowest rate above it that was broken. */
  readonly above: PerSecond | null;
  /** Whether there is such a place, and no more rates contradict it than contradict that all are kept. */
  readonly isBounded: boolean;
}

/**
 * Splits rates into kept and broken ones at the place that the fewest rates contradict, or in the middle of several such places.
 * One broken rate far below is a hiccup. The search uses `bracketOf` instead: it reacts to any hiccup, and may try again.
 */
export function splitOf(points: readonly RatePoint[]): Split {
  const all = triedAmong(points);
  const wasKept = keptOnce(all);
  const rates = [...new Set(all.map(({ rate }) => rate))].toSorted((a, b) => a - b);
  const kept = rates.filter((rate) => wasKept.has(rate));
  const broken = rates.filter((rate) => !wasKept.has(rate));
  const splits = kept.flatMap((from) => {
    const above = lowest(broken.filter((rate) => rate > from));
    const against = [...kept.filter((rate) => rate > from), ...broken.filter((rate) => rate < from)].length;
    return above === null ? [] : [{ from, above, against }];
  });
  const least = Math.min(...splits.map(({ against }) => against));
  const best = splits.filter(({ against }) => against === least);
  const [first, last] = [best[0], best.at(-1)];
  const [from, above] = first && last ? [first.from, last.above] : [highest(kept), lowest(broken)];
  const about = from === null || above === null ? (from ?? above) : Math.sqrt(from * above);
  return { kept, broken, about, above, isBounded: least <= broken.length };
}

/**
 * @param points of the trial so far
 * @param gaveUp whether the last window had timeouts
 * @param isHopeless whether one client alone has broken the objective in every window so far
 * @returns the next window; null when enough is known, or the server has died
 */
export function nextInBracket(
  points: readonly RatePoint[],
  gaveUp: boolean,
  isHopeless: boolean,
): WindowAsk | null {
  const [most] = points;
  const last = points.at(-1);
  const alone = points.filter(({ purpose }) => purpose === 'alone').length;
  if (!most) return { purpose: 'clients', load: { kind: 'closed', clients }, warmup: 2000, duration: 2000 };
  if (alone === 0) return oneClient(soon);
  if (isHopeless && alone === 1) return oneClient(warming.alone);
  if (isHopeless || last?.hasDied || most.throughput === 0) return null;
  const drain = drainAfter(points, aloneAmong(points)?.median ?? null, gaveUp);
  if (drain !== null) return drain === 'stuck' ? null : drain;
  const next = nextRate(points, most.throughput);
  // With the bracket found, one client is measured again: the first time the server may still have been warming up.
  const isAgain = next === null && last?.purpose !== 'alone' && bracketOf(points).kept !== null;
  return isAgain ? oneClient(soon) : next;
}

const oneClient = (warmup: Milliseconds): WindowAsk => ({
  purpose: 'alone',
  load: { kind: 'closed', clients: 1 },
  warmup,
  duration: 2000,
});

/** @param most throughput of 32 clients */
function nextRate(points: readonly RatePoint[], most: PerSecond): WindowAsk | null {
  const { kept, broken } = bracketOf(points);
  const climbs = points.flatMap(({ purpose, rate }) => (purpose === 'climb' ? (rate ?? []) : []));
  const again = doubtful(points.at(-1), climbs, kept);
  if (again !== null) return poisson('climb', again, before, window);
  if (kept === null && broken === null)
    return poisson('climb', Math.max(1, light * most), warming.climb, window);
  if (broken === null)
    return climbs.length < mostClimbs ? poisson('climb', (kept ?? 1) * step, before, window) : null;
  if (kept === null) {
    const rate = broken / stepDown;
    const isTooLow = (rate * window) / 1000 < fewestRequests;
    return new Set(climbs).size > mostDescents || isTooLow ? null : poisson('climb', rate, before, window);
  }
  const halved = points.filter(({ purpose }) => purpose === 'halve').length;
  if (halved >= halvings || broken < kept * closeEnough) return null;
  return poisson('halve', Math.sqrt(kept * broken), before, window);
}

/** The rate of the last window, if that broke the objective and may have been a hiccup, or the end of a warm-up. */
function doubtful(
  last: RatePoint | undefined,
  climbs: readonly PerSecond[],
  kept: PerSecond | null,
): PerSecond | null {
  if (last?.purpose !== 'climb' || last.rate === null || last.word === 'kept' || last.isOverloaded)
    return null;
  const isFirst = new Set(climbs).size === 1;
  const tries = climbs.filter((rate) => rate === last.rate).length;
  return (kept !== null || isFirst) && tries < 2 ? last.rate : null;
}

export const lowest = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values));
export const highest = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values));

export interface WindowAsk {
  readonly purpose: RatePurpose;
  readonly load: Asking;
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds;
}

/** The part of the last rate that drains a backlog: few enough requests for any server that works. */
const drainShare = 0.25;
const drainWindow: Milliseconds = 1000;
/** Most windows that drain: what is left behind after them is no backlog, and the trial ends with what it has. */
const mostDrains = 8;
/** Drained: the median is at most `times` that of one client alone, plus `more` milliseconds. */
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
 * Whether the server must first work off the backlog of an overload. The generator waits for all answers, except for those of
 * requests that timed out: the server may still work on these.
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
  const counted = points.findLastIndex(({ purpose }) => purpose !== 'drain');
  return points.length - 1 - counted >= mostDrains ? 'stuck' : ask(last.rate);
}

const ask = (rate: PerSecond) => poisson('drain', rate, 0, drainWindow);

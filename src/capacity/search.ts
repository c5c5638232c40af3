/**
 * The search for the rate at which an objective breaks, as a pure function of what was measured: it is asked before each window
 * and after each block. First a bracket (bracket.ts), then blocks: a fresh process, three rates around the best estimate in random
 * order. Rates within a process cancel its own level in the slope; processes differ and stay different (Treadmill, ISCA 2016).
 */
import type { CapacityResult, RatePoint } from '../model/capacity.ts';
import { contrast, fit, ratioWeights } from '../stats/ratio.ts';
import { exponential, mean } from '../stats/mean-and-spread.ts';
import { blocksOf, aloneAmong, latenessOf, ofServer } from './points.ts';
import type { Milliseconds, PerSecond } from '../model/units.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { lastLevel, spentAtALook } from '../stats/spending.ts';
import { drainAfter, poisson, bracketOf, nextInBracket, splitOf, type WindowAsk } from './bracket.ts';
import { fallOf } from './ageing.ts';
import { crossing, type Crossing, type FittedWindow } from './crossing.ts';
import type { CellWindows } from './reading.ts';

/** Blocks after which the interval is looked at; the last look ends the search. With fewer it never suffices, and looks cost. */
const looks = [4, 6, 9] as const;
const mostBlocks = 9;

/** Distance of the outer rates of a block from its centre, as a part of it. */
const usual = 0.08;
const [narrowest, widest] = [0.03, 0.16];
/** Room that the outer windows of a block are to have, above and below 0: further off the line bends. */
const wanted = 0.8;
/** Longest move of a centre, in logarithms: one noisy block must not lead the next one astray. */
const furthest = Math.log(1.25);
/** Move of the centre where all three windows were kept, or all broken, in logarithms. */
const aside = Math.log(1.2);
/** Longest distance of a window from the centre, in logarithms: beyond it the line bends, and says little of where it crosses 0. */
const reach = (spread: number) => 1.25 * spread + 0.02;

/** Requests wanted in a window: they show a p99 to about a tenth, and its rate to some 4%. */
const enoughRequests = 10_000;
const windows = { least: 4000, most: 20_000 } as const;
/** Warm-ups in milliseconds, or requests: those of each window, and more before the first of a fresh, or cold, process. */
const settling = { least: 2000, most: 8000, fresh: 3000, cold: 10_000, requests: 2000 } as const;
/** The first time of one client alone ÷ the best from which the process was cold: noise makes no such factor. */
const coldFactor = 1.5;
/** Most first searches: one that was cut off begins once more. */
const mostFirstSearches = 2;
/** Relaxation times of a warm-up: a queue forgets its beginning in some times (1 − √ρ)^−2 services (Whitt 1989). */
const relaxations = 5;

/** One block of one setting. */
export interface BlockPlan {
  /** The rates, in the order in which they are measured. */
  readonly rates: readonly PerSecond[];
  readonly warmup: Milliseconds;
  /** Time before the first window in a new process, besides its warm-up. */
  readonly fresh: Milliseconds;
  readonly duration: Milliseconds;
}

/**
 * @param points of all trials of a setting so far, the first of which holds the bracket
 * @param budget milliseconds that the whole run may take; null where there is none
 * @returns null where no block is worth measuring: the objective is never kept, or nothing is known
 */
export function nextBlockPlan(
  points: readonly RatePoint[],
  seed: number,
  budget: Milliseconds | null,
): BlockPlan | null {
  const first = points.filter(({ purpose }) => purpose !== 'block');
  const { kept, broken, isGenerator } = bracketOf(first);
  if (kept === null) return null;
  const isOpen = broken === null || isGenerator;
  // Where only the generator's limit was met, its highest kept rate is measured again.
  const start = isOpen ? Math.log(kept) - Math.log1p(usual) : (Math.log(kept) + Math.log(broken)) / 2;
  const { centre, spread } = blocksOf(points).reduce((at, _, i, all) => moved(at, all.slice(0, i + 1)), {
    centre: start,
    spread: usual,
  });
  const middle = Math.exp(centre);
  const rates = [middle * (1 - spread), middle, middle * (1 + spread)];
  // A server that died is first asked what it can take: in another order the rest of the block would be lost.
  const hasDied = points.some((one) => one.hasDied);
  const order = hasDied ? rates : orderOf(rates, blocksOf(points), seed);
  const top = first.find(({ purpose }) => purpose === 'clients')?.throughput ?? middle;
  const fresh = settling.fresh + (warmingOf(points) === null ? 0 : settling.cold);
  return { rates: order, fresh, ...timesOf(middle, Math.max(top, middle / 0.98), budget) };
}

/**
 * The rates in an order that the seed draws. Each second block takes the order of the block before, backwards: effects of a
 * process's age then meet low and high rates alike.
 * @param rates ascending
 */
function orderOf(rates: readonly PerSecond[], blocks: readonly (readonly RatePoint[])[], seed: number) {
  const last = (blocks.at(-1) ?? []).map(({ rate }) => rate ?? 0);
  const isSecond = blocks.length % 2 === 1 && new Set(last).size === rates.length;
  if (!isSecond) return shuffled(rates, seeded(seed));
  const ascending = last.toSorted((a, b) => a - b);
  return last.map((rate) => rates[ascending.indexOf(rate)] ?? rate).toReversed();
}

/** Time from the first request to the last answer of a block, about. */
export const lengthOf = ({ fresh, rates, warmup, duration }: BlockPlan): Milliseconds =>
  fresh + rates.length * (warmup + duration);

/** The part of its usual length below which a block shows too little. */
const leastBlock = 0.5;

/** @returns the block, shortened to the time that is left, but to no less than half: a budget that was given is used */
export function fitted(block: BlockPlan, left: Milliseconds): BlockPlan {
  const share = Math.max(leastBlock, Math.min(1, left / lengthOf(block)));
  const shorter = (time: Milliseconds) => Math.round(share * time);
  const { fresh, warmup, duration } = block;
  return { ...block, fresh: shorter(fresh), warmup: shorter(warmup), duration: shorter(duration) };
}

/** How many times as long one client waited in the first seconds of a process as later; null where it was warm by then. */
export function warmingOf(points: readonly RatePoint[]): number | null {
  const first = points.find(({ purpose }) => purpose === 'alone')?.mean ?? null;
  const best = aloneAmong(points)?.mean ?? null;
  return first !== null && best !== null && best > 0 && first > coldFactor * best ? first / best : null;
}

/** @param top the server's highest rate */
function timesOf(rate: PerSecond, top: PerSecond, budget: Milliseconds | null) {
  const share = Math.sqrt(Math.min(0.98, rate / top));
  const relaxed = (relaxations / (1 - share) ** 2 / top) * 1000;
  const all = budget === null ? Infinity : budget / 20;
  const clamped = (value: number, { least, most }: { least: number; most: number }) =>
    Math.round(Math.max(Math.min(least, all), Math.min(value, most, all)));
  return {
    warmup: clamped(Math.max((settling.requests / rate) * 1000, relaxed), settling),
    duration: clamped((enoughRequests / rate) * 1000, windows),
  };
}

interface RateWindowPlace {
  /** The logarithm of the middle rate. */
  readonly centre: number;
  readonly spread: number;
}

/** The place of the next block: at the estimate, but no further than `furthest` from the last one. */
function moved(
  { centre, spread }: RateWindowPlace,
  blocks: readonly (readonly RatePoint[])[],
): RateWindowPlace {
  const last = (blocks.at(-1) ?? []).filter(({ word }) => word !== 'generator');
  if (last.length === 0) return { centre: centre - aside, spread };
  const isAll = (word: RatePoint['word']) => last.every((one) => one.word === word);
  const found = crossing(rowsOf(blocks.flat(), { centre, spread }), 0.95);
  const suited = found ? Math.max(narrowest, Math.min(widest, wanted / -found.slope)) : spread;
  const next = isAll('kept')
    ? {
        centre: Math.max(found?.value ?? 0, centre + (isNearlyBroken(last) ? spread : aside)),
        spread: wider(spread),
      }
    : isAll('broken')
      ? { centre: Math.min(found?.value ?? Infinity, centre - aside), spread: wider(spread) }
      : { centre: found?.value ?? between(last), spread: suited };
  return {
    spread: next.spread,
    centre: Math.max(centre - furthest, Math.min(centre + furthest, next.centre)),
  };
}

const wider = (spread: number) => Math.max(spread, usual);
const isNearlyBroken = (points: readonly RatePoint[]) => points.some(({ room }) => room < 0.3);

/** The middle, in logarithms, of the highest kept rate and the lowest broken one. */
function between(points: readonly RatePoint[]): number {
  const { kept, broken } = bracketOf(points);
  return mean([kept, broken].flatMap((rate) => (rate === null ? [] : Math.log(rate))));
}

/** The windows near the centre through which the line is laid: none in which the generator was late. */
function rowsOf(points: readonly RatePoint[], { centre, spread }: RateWindowPlace): FittedWindow[] {
  return points.flatMap(({ block, rate, room, isLate, purpose }) => {
    if (purpose !== 'block' || rate === null || isLate) return [];
    const x = Math.log(rate);
    return Math.abs(x - centre) <= reach(spread) ? [{ block, x, room }] : [];
  });
}

/**
 * The crossing after the blocks so far, from the windows near the rates of the last block.
 * @returns null where nothing crosses, or the generator was late too often
 */
export function estimateOf(points: readonly RatePoint[], level: number): Crossing | null {
  if (latenessOf(points).isTooMuch) return null;
  const blocks = blocksOf(points);
  const rates = (blocks.at(-1) ?? []).flatMap(({ rate }) => rate ?? []);
  if (rates.length === 0) return null;
  const middle = mean(rates.map(Math.log));
  const spread = Math.max(narrowest, ...rates.map((rate) => Math.abs(Math.log(rate) - middle)));
  return crossing(rowsOf(points, { centre: middle, spread: Math.min(widest, spread) }), 1 - level);
}

/** @returns the next window of a block, or null at its end. @param points of this trial so far */
export function nextInBlock(
  plan: BlockPlan,
  points: readonly RatePoint[],
  quiet: Milliseconds | null,
  gaveUp: boolean,
): WindowAsk | null {
  if (points.at(-1)?.hasDied) return null;
  const drain = drainAfter(points, quiet, gaveUp);
  if (drain !== null) return drain === 'stuck' ? null : drain;
  const done = points.filter(({ purpose }) => purpose === 'block').length;
  const rate = plan.rates[done];
  if (rate === undefined) return null;
  return poisson('block', rate, plan.warmup + (done === 0 ? plan.fresh : 0), plan.duration);
}

/** What is known of a setting before its next block. */
export interface SettingStanding {
  /**
   * `precise`: its interval is narrow enough; `falling`: the rate falls with the age of a process; `generator`: that is the limit;
   * `over`: the last look; `hopeless`: no rate keeps it; `late`: the generator was late, at the lowest rate or in most windows of
   * two blocks: no rate says anything of the server; `ended`: the first search ended before any rate kept it or all were tried.
   */
  readonly word: 'open' | 'precise' | 'falling' | 'generator' | 'over' | 'hopeless' | 'late' | 'ended';
  readonly blocks: number;
}

/**
 * Whether the search is over for a setting, asked after each block. Only a few looks test whether the interval is narrow enough;
 * their levels together make 5%.
 * @param first how the first search went
 */
export function standingOf(
  points: readonly RatePoint[],
  precision: number,
  first: Pick<CellWindows, 'broken' | 'begun'> = { broken: null, begun: 1 },
): SettingStanding {
  const blocks = blocksOf(points);
  const done = blocks.length;
  if (done === 0) return { word: afterFirstSearch(points, first), blocks: 0 };
  const recent = blocks.slice(-2);
  const isOpen = recent.every((block) => isOpenAbove(block));
  const isDisturbed = recent.flat().some((point) => point.isDisturbed);
  if (recent.length === 2 && isOpen && !isDisturbed && !splitOf(ofServer(points)).isBounded)
    return { word: 'generator', blocks: done };
  // More such windows would show nothing new.
  const isBroken = recent.flat().some(({ word }) => word === 'broken');
  if (recent.length === 2 && isBroken && recent.every(isMostlyLate)) return { word: 'late', blocks: done };
  if (!looks.some((look) => look === done)) return { word: 'open', blocks: done };
  if (fallOf(points) !== null) return { word: 'falling', blocks: done };
  const found = estimateOf(points, spentAtALook);
  const half = found ? Math.max(found.high - found.value, found.value - found.low) : Infinity;
  if (half <= Math.log1p(precision)) return { word: 'precise', blocks: done };
  return { word: done >= mostBlocks ? 'over' : 'open', blocks: done };
}

/** The word after the first search. Only a search that has tried all its rates may say that none is kept. */
function afterFirstSearch(
  points: readonly RatePoint[],
  { broken: alone, begun }: Pick<CellWindows, 'broken' | 'begun'>,
): SettingStanding['word'] {
  if (nextBlockPlan(points, 0, null) !== null) return 'open';
  const isHopeless = alone !== null;
  const isCutOff = nextInBracket(points, false, isHopeless) !== null;
  if (isCutOff) return begun < mostFirstSearches ? 'open' : 'ended';
  const { broken, isGenerator } = bracketOf(points);
  if (isGenerator) return 'late';
  // A server that died or hangs has not been asked at lower rates.
  const hangs = drainAfter(points, aloneAmong(points)?.median ?? null, false) === 'stuck';
  const isTold = broken !== null && !hangs && points.at(-1)?.hasDied === false;
  return isHopeless || isTold ? 'hopeless' : 'ended';
}

const isMostlyLate = (block: readonly RatePoint[]) =>
  2 * block.filter(({ isLate }) => isLate).length > block.length;

/** Whether every rate that the generator could offer was kept, and it was late at some. */
function isOpenAbove(block: readonly RatePoint[]): boolean {
  return block.some(({ word }) => word === 'generator') && block.every(({ word }) => word !== 'broken');
}

/**
 * The level of an interval after so many blocks: all that is left of the 5% where the search ended there.
 * @param isPrecise whether it ended because a look found the interval narrow enough
 */
export function levelAt(blocks: number, isPrecise: boolean): number {
  if (isPrecise) return spentAtALook;
  return lastLevel(
    looks.filter((look) => look < blocks),
    Math.max(2, blocks),
  );
}

/**
 * The second setting's capacity ÷ the first one's, with the block as the unit. Each block has its own estimate for each of the two,
 * by the slope of all blocks of that setting.
 * @param settings the points of both
 * @returns null where fewer than two blocks hold an estimate of both
 */
export function compared(
  settings: readonly [readonly RatePoint[], readonly RatePoint[]],
  isOver: boolean,
): CapacityResult['ratio'] {
  const [before, after] = settings.map(levels);
  if (!before || !after) return null;
  const blocks = [...before.keys()].filter((block) => after.has(block));
  if (blocks.length < 2) return null;
  const table = blocks.map((block) => [before.get(block) ?? null, after.get(block) ?? null]);
  const both = fit(table);
  const found = both && contrast(both, ratioWeights(1, 0), 1 - levelAt(blocks.length, isOver));
  if (!found) return null;
  const ratio = exponential(found);
  const word = ratio.low > 1 ? 'better' : ratio.high < 1 ? 'worse' : 'undecided';
  return { ...ratio, blocks: blocks.length, word };
}

/** The logarithm of the rate at which the line crosses 0, for each block. */
function levels(points: readonly RatePoint[]): Map<number, number> | null {
  const slope = estimateOf(points, 0.05)?.slope;
  if (slope === undefined) return null;
  return new Map(
    blocksOf(points).flatMap((block): [number, number][] => {
      const counted = block.flatMap(({ rate, room, isLate, block: n }) =>
        rate === null || isLate ? [] : [{ n, x: Math.log(rate), room }],
      );
      const [first] = counted;
      if (!first) return [];
      return [[first.n, mean(counted.map(({ x }) => x)) - mean(counted.map(({ room }) => room)) / slope]];
    }),
  );
}

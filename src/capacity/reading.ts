/** Judges one window by an objective: how much room it leaves, and whether the window is valid for that. */
import { thresholds } from '../judge/checks/thresholds.ts';
import { total } from '../stats/mean-and-spread.ts';
import { saturation } from '../saturation/saturation.ts';
import type { RatePoint } from '../model/capacity.ts';
import type { ObjectivePart, ObjectiveFigure } from '../model/objective.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import type { LoadOutcome, RateWindow, Trial } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { Histogram } from '../stats/histogram.ts';

/** The limit on errors, as in every trial, where an objective names none: a wrong answer has no response time. */
const toleratedErrors: Ratio = 0.01;
/** Limit of the knee: so many times the p99 at light load. */
const kneeFactor = 3;
/**
 * The ends of room, beyond which it means nothing: in an overload every figure grows with the window, and at a low rate it hardly
 * shrinks. They are about as far from 0: else one side outweighs the other where processes differ by more than the line is wide.
 */
const [leastRoom, mostRoom] = [-0.9, 1];
/**
 * Part of the time that one client alone sees, from which times are counted. A time is never shorter than its own service, and
 * with that included the inverse of a time is not straight in the rate. All of it would make noise of times hardly longer.
 */
const ownShare: Ratio = 0.65;
/** The part of the limit that is subtracted at most. */
const mostOwn: Ratio = 0.8;
/** Lateness of the generator that is not counted against it: a share of the limit, and at least so many milliseconds. */
const lateness = { share: 0.1, least: 1 } as const;
/** Connections from which the generator is not called late: it is late because the server holds nearly all of them. */
const manyConnections = 4000;

/** Shares of the requests that a percentile does not exceed. */
export const shares: Readonly<Record<Exclude<ObjectiveFigure, 'mean' | 'errors'>, Ratio>> = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/**
 * The objective that windows are held to: the one asked for, with a limit on errors. For a knee it comes from the first window at
 * an open rate, which is a quarter of the server's highest.
 * @param asked the objective that the user gave; empty for the knee
 * @returns null where the knee is looked for and its window has not been measured
 */
export function objectiveOf(
  asked: readonly ObjectivePart[],
  windows: readonly RateWindow[],
  timeout: Milliseconds,
): readonly ObjectivePart[] | null {
  const errors: ObjectivePart = { figure: 'errors', limit: toleratedErrors };
  if (asked.length > 0) return asked.some(({ figure }) => figure === 'errors') ? asked : [...asked, errors];
  const light = windows.find(({ purpose }) => purpose === 'climb')?.outcome;
  const time = light ? figureOf(light, 'p99', timeout) : null;
  return time === null ? null : [{ figure: 'p99', limit: kneeFactor * time }, errors];
}

/**
 * A figure of a window: milliseconds, or a share for errors. A request that was given up counts as a time equal to the timeout:
 * without it an overloaded server would look quick.
 * @returns null where nothing was answered
 */
export function figureOf(
  outcome: LoadOutcome,
  figure: ObjectiveFigure,
  timeout: Milliseconds,
): number | null {
  const failed = total(Object.values(outcome.errors));
  const { response } = outcome;
  if (figure === 'errors') return failed + response.count === 0 ? null : failed / (failed + response.count);
  const given = outcome.errors.timeout;
  const all = response.count + given;
  if (all === 0) return null;
  if (figure === 'mean') return (response.sum / 1000 + given * timeout) / all;
  const share = (shares[figure] * all) / Math.max(1, response.count);
  return share > 1 || response.count === 0 ? timeout : Histogram.fromData(response).percentile(share) / 1000;
}

/** @param at where the window belongs, with the outcome of one client `alone`, null before it is known */
export function pointOf(
  { purpose, load, outcome }: RateWindow,
  objective: readonly ObjectivePart[],
  at: {
    readonly trial: number;
    readonly block: number;
    readonly timeout: Milliseconds;
    readonly alone: LoadOutcome | null;
  },
): RatePoint {
  const { trial, block, timeout } = at;
  const rate = load.kind === 'poisson' ? load.perSecond : null;
  const part = objective[0] ?? { figure: 'p99', limit: Infinity };
  const where = { trial, block, purpose, rate };
  if (!outcome)
    return {
      ...where,
      figure: part.figure,
      value: null,
      room: leastRoom,
      word: 'broken',
      isLate: false,
      isOverloaded: true,
      hasDied: true,
      throughput: 0,
      requests: 0,
      median: null,
      mean: null,
    };
  const tightest = objective
    .map((one) => roomOf(outcome, one, timeout, at.alone))
    .reduce((least, next) => (next.room < least.room ? next : least));
  const isOverloaded = rate !== null && pilesUp(outcome);
  const room = isOverloaded ? leastRoom : tightest.room;
  const isLate = wasLate(outcome, objective);
  return {
    ...where,
    figure: tightest.figure,
    value: tightest.value,
    room,
    // What was kept was kept, however late the generator was; what was broken may have been broken by the generator.
    word: room >= 0 ? 'kept' : isLate ? 'generator' : 'broken',
    isLate,
    isOverloaded,
    hasDied: false,
    throughput: outcome.throughput,
    requests: outcome.response.count,
    median: figureOf(outcome, 'p50', timeout),
    mean: figureOf(outcome, 'mean', timeout),
  };
}

function roomOf(
  outcome: LoadOutcome,
  { figure, limit }: ObjectivePart,
  timeout: Milliseconds,
  alone: LoadOutcome | null,
) {
  const value = figureOf(outcome, figure, timeout);
  const own = alone && figure !== 'errors' ? (figureOf(alone, figure, timeout) ?? 0) : 0;
  return { figure, value, room: value === null ? leastRoom : roomOfValue(value, limit, own) };
}

/**
 * @param own the same figure of one client alone; 0 where it is not known
 * @returns (limit − s) ÷ (value − s) − 1, with s a part of what a request takes alone
 */
export function roomOfValue(value: number, limit: number, own: number): number {
  const from = Math.min(ownShare * own, mostOwn * limit);
  const room = value <= from ? mostRoom : (limit - from) / (value - from) - 1;
  return Math.min(mostRoom, Math.max(leastRoom, room));
}

/** Whether more requests came than were done, by more than chance and the queue of a server that keeps up. */
function pilesUp({ counts, series }: LoadOutcome): boolean {
  const done = [...series.done, ...series.errors].reduce((sum, count) => sum + count, 0);
  return counts.due - done > 0.05 * counts.due + 3 * Math.sqrt(counts.due);
}

/** Whether the generator was busy or late by more than the objective forgives. */
function wasLate(outcome: LoadOutcome, objective: readonly ObjectivePart[]): boolean {
  const { generator, concurrency } = outcome;
  const isBusy = generator.utilization >= saturation.measured['load generator'];
  const limits = objective.flatMap(({ figure, limit }) => (figure === 'errors' ? [] : limit));
  const late = outcome.lateness.count > 0 ? Histogram.fromData(outcome.lateness).percentile(0.99) / 1000 : 0;
  const isLate = late > Math.max(lateness.least, lateness.share * Math.min(...limits, Infinity));
  return (isBusy || isLate) && concurrency < manyConnections;
}

/**
 * Whether one client alone breaks the objective, beyond chance: then no rate keeps it. A part about a percentile is broken if
 * more of the requests are over its limit than one window in a thousand would have by chance.
 * @returns the figure that is broken; null if none is
 */
export function brokenAlone(
  outcome: LoadOutcome,
  objective: readonly ObjectivePart[],
  timeout: Milliseconds,
): { readonly figure: ObjectiveFigure; readonly value: number } | null {
  for (const { figure, limit } of objective) {
    const value = figureOf(outcome, figure, timeout);
    if (value === null || value <= limit) continue;
    const failed = total(Object.values(outcome.errors));
    const all = outcome.response.count + failed;
    if (figure === 'mean') {
      if (all >= fewestAlone) return { figure, value };
      continue;
    }
    const allowed = figure === 'errors' ? limit : 1 - shares[figure];
    const over = figure === 'errors' ? failed : outcome.errors.timeout + countAbove(outcome, limit);
    if (atLeast(over, all, allowed) < chance) return { figure, value };
  }
  return null;
}

const chance = 0.001;
const fewestAlone = 10;

function countAbove({ response }: LoadOutcome, limit: Milliseconds): number {
  if (response.count === 0 || response.max / 1000 <= limit) return 0;
  const histogram = Histogram.fromData(response);
  let [below, above] = [0, response.count];
  // The rank of the first value beyond the limit.
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (histogram.percentile(middle / response.count) / 1000 > limit) above = middle;
    else below = middle;
  }
  return response.count - below;
}

/** P(at least k of n), each with the probability p. */
export function atLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  let log = n * Math.log(1 - p);
  let below = 0;
  for (let i = 0; i < k; i++) {
    below += Math.exp(log);
    log += Math.log((n - i) / (i + 1)) + Math.log(p / (1 - p));
  }
  return Math.max(0, 1 - below);
}

/** The part of a trial that is read here. */
export type RateTrial = Pick<Trial, 'ordinal' | 'block' | 'cell' | 'sample'> &
  Partial<Pick<Trial, 'duration' | 'readyAfter'>> & {
    readonly host?: Pick<Trial['host'], 'foreign' | 'steal'>;
  };

/** The windows of a setting in the order of measuring, with their points: all lists have the same length. */
export interface CellWindows {
  readonly windows: readonly RateWindow[];
  readonly points: readonly RatePoint[];
  /** CPU share of other programs during the window's trial, of the whole machine; null if unknown. */
  readonly foreign: readonly (Ratio | null)[];
  /** What one client alone broke in its last window, if it broke the objective in each of its windows; else null. */
  readonly broken: BrokenAlone | null;
  /** Number of first searches: trials without a block. */
  readonly begun: number;
}

type BrokenAlone = NonNullable<ReturnType<typeof brokenAlone>>;

/** @returns the windows of one setting; without an objective yet, each is held to the one that nothing breaks */
export function trialsOf(plan: Plan, cell: string, trials: readonly RateTrial[]): CellWindows {
  const own = trials.filter((trial) => trial.cell === cell).toSorted((a, b) => a.ordinal - b.ordinal);
  const searches = own.filter(({ sample }) => !sample?.rates?.some(({ purpose }) => purpose === 'block'));
  // A search that was cut off and began again is replaced by the second one.
  const last = searches.findLast(({ sample }) => sample?.rates);
  const told = own.filter((trial) => trial === last || !searches.includes(trial));
  const placed = told.flatMap(({ ordinal: trial, block, sample, host }) =>
    (sample?.rates ?? []).map((window) => ({
      window,
      host,
      at: { trial, block, timeout: plan.timeout },
    })),
  );
  const windows = placed.map(({ window }) => window);
  const alone = aloneIn(windows, plan.timeout);
  const objective = objectiveOf(askedIn(plan).capacity?.objective ?? [], windows, plan.timeout) ?? anything;
  return {
    windows,
    points: placed.map(({ window, host, at }) => {
      const point = pointOf(window, objective, { ...at, alone });
      return point.isLate && isDisturbed(window, host) ? { ...point, isDisturbed: true } : point;
    }),
    foreign: placed.map(({ host }) => host?.foreign ?? null),
    broken: alwaysBroken(windows, objective, plan.timeout),
    begun: searches.length,
  };
}

/** Whether others took the CPUs: other programs, or a hypervisor from a generator that had time left. */
function isDisturbed({ outcome }: RateWindow, host: RateTrial['host']): boolean {
  const isBusy = (outcome?.generator.utilization ?? 0) >= saturation.measured['load generator'];
  const { M1 } = thresholds;
  return (host?.foreign ?? 0) >= M1.foreign || (!isBusy && (host?.steal ?? 0) >= M1.steal);
}

const outcomesAlone = (windows: readonly RateWindow[]): LoadOutcome[] =>
  windows.flatMap(({ purpose, outcome }) => (purpose === 'alone' && outcome ? [outcome] : []));

/** The best outcome of one client alone (`aloneAmong` of points.ts); null before it is known. */
export function aloneIn(windows: readonly RateWindow[], timeout: Milliseconds): LoadOutcome | null {
  const time = (outcome: LoadOutcome) => figureOf(outcome, 'mean', timeout) ?? Infinity;
  return outcomesAlone(windows).toSorted((a, b) => time(a) - time(b))[0] ?? null;
}

/** @returns what one client alone broke in its last window; null where it kept the objective in one, or never was alone */
export function alwaysBroken(
  windows: readonly RateWindow[],
  objective: readonly ObjectivePart[],
  timeout: Milliseconds,
): BrokenAlone | null {
  const broken = outcomesAlone(windows).map((outcome) => brokenAlone(outcome, objective, timeout));
  return broken.includes(null) ? null : (broken.at(-1) ?? null);
}

/** An objective that nothing breaks: it stands in until the knee has its own. */
export const anything = [{ figure: 'p99', limit: Infinity }] as const;

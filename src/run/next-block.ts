/** Decides after each block of a run which cells are in the next one, or why there is none. */
import { message, type Message } from '../messages/message.ts';
import type { TimeLeft } from '../model/event.ts';
import type { JudgedClaim } from '../model/experiment.ts';
import { askedIn, blocksOfCell, controlBlocks, type Plan } from '../model/plan.ts';
import { roundOf } from '../judge/rounds.ts';
import type { HostConditions, SearchBlock, Trial } from '../model/sample.ts';
import { nextOfCapacity } from '../capacity/next.ts';
import { gateRule } from '../judge/gate.ts';
import { measured } from '../judge/comparisons.ts';
import { blocksLost } from '../judge/turns.ts';
import { decide } from '../judge/sequence.ts';
import type { RunSoFar } from '../predict/calibrate.ts';
import { stillOpen, type Open } from './claims.ts';
import { nextOfSearch, type NextOfSearch } from '../tune/run-search.ts';

export interface NextBlockAnswer {
  /** Cells of the next block; a search measures them in this order. */
  readonly live: readonly string[];
  readonly stop: Message | null;
  /** The place of the block in a search; absent without one. */
  readonly search?: SearchBlock;
  /** Number of answers that the run has given before this block; absent if none. */
  readonly round?: number;
  /** Expected number of blocks, as far as known; absent if that of the plan. */
  readonly blocks?: number;
  /** The next step of a search, where one begins: its purpose, and the time that the search will still take. */
  readonly step?: { readonly why: Message; readonly left: TimeLeft };
}

/** Called after each block with all trials of the blocks so far. */
export type NextBlock = (trials: readonly Trial[]) => NextBlockAnswer;

/**
 * Made once for each run. Its clock adds up the durations of trials: the pause of a resumed run does not count.
 * @param begun answers that the run had given when it was resumed
 * @param claims of its experiment
 */
export function nextBlock(
  plan: Plan,
  host: HostConditions,
  begun = 0,
  claims: readonly JudgedClaim[] = [],
): NextBlock {
  const { stopping, search: asking } = askedIn(plan);
  const budget = budgetOf(plan);
  const rounds = roundsOf(plan, host, claims);
  let told: string | null = null;
  return (trials) => {
    const blocks = new Set(trials.map((trial) => trial.block)).size - blocksLost(trials);
    const after = (reason: Message) => message('stop.after-blocks', { reason, blocks });
    const first = Math.max(begun, roundOf(trials));
    const { live, stop, search, why, left, round, most } =
      first > 0 && !stopping && !asking
        ? rounds(trials, first)
        : inFirstRound({ plan, host, trials }, claims, blocks, rounds);
    if (stop !== null) return { live, stop: after(stop) };
    const isVain = (trial: Trial) =>
      trial.problem !== null &&
      // Not TURNS_REFUSED: fresh servers will be measured instead.
      trial.problem.code !== 'TURNS_REFUSED' &&
      !(trial.sample?.rates && trial.problem.code === 'GENERATOR_FAILED');
    // A server that ends under the current setting may run under another one.
    const isGuide = asking?.isGuided === true && trials.every(({ cell }) => cell === plan.baseline);
    if (trials.length > 0 && trials.every(isVain) && !isGuide)
      return { live, stop: message('stop.no-result') };
    const settings = plan.cells.filter((cell) => !cell.control).length;
    if (stopping && settings < 2 && blocks >= controlBlocks)
      return { live, stop: message('stop.one-setting') };
    const spent = trials.reduce((sum, trial) => sum + trial.duration, 0);
    // The next block is expected to take about as long per trial as the blocks before.
    const next = trials.length === 0 ? 0 : (spent / trials.length) * live.length;
    // A capacity search fits its last block into the time left. Any other search uses all its time: a block cut off helps too.
    const least = plan.strategy.kind === 'capacity' ? 0 : asking ? spent / Math.max(1, trials.length) : next;
    if (budget !== null && blocks > 0 && spent + least > budget)
      return { live, stop: after(message('stop.time-used-up', { limit: budget })) };
    const isNew = why !== undefined && JSON.stringify(why) !== told;
    if (why) told = JSON.stringify(why);
    return {
      live,
      stop: null,
      ...(search && { search }),
      ...((round ?? first) > 0 && { round: round ?? first }),
      ...(most !== undefined && { blocks: most }),
      ...(isNew && left && { step: { why, left: timeLeft(left, plan, trials, budget) } }),
    };
  };
}

interface NextOfRounds extends NextOfSearch {
  readonly round?: number;
  readonly most?: number;
}

/** The next block before the first answer. The answer comes when figures are precise enough; the time left may go into open claims. */
function inFirstRound(
  seen: RunSoFar,
  claims: readonly JudgedClaim[],
  blocks: number,
  rounds: Rounds,
): NextOfRounds {
  const { plan, trials } = seen;
  const found = asked(seen, claims, blocks);
  if (plan.strategy.kind !== 'leaving' || found.stop === null) return found;
  const next = rounds(trials, 1, budgetOf(plan));
  return next.stop === null ? next : found;
}

/** @param budget time limit, if given: only blocks that fit into it are begun */
type Rounds = (trials: readonly Trial[], round: number, budget?: number | null) => NextOfRounds;

/**
 * Rounds after an answer: settings of the claims that it left open, for as many blocks as they seem to need. That number is fixed
 * before the first block and does not depend on its results, so that a round costs one answer, however long it is.
 */
function roundsOf(plan: Plan, host: HostConditions, claims: readonly JudgedClaim[]): Rounds {
  const known = new Map<number, readonly Open[]>();
  const openAfter = (trials: readonly Trial[], round: number) => {
    const before = trials.filter((trial) => (trial.round ?? 0) < round);
    const open = known.get(round) ?? stillOpen(claims, plan, host, before);
    known.set(round, open);
    return open;
  };
  const ask: Rounds = (trials, round, budget) => {
    const open = openAfter(trials, round);
    const own = new Set(trials.filter((trial) => trial.round === round).map(({ block }) => block));
    const all = new Set(trials.map(({ block }) => block)).size;
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    const fits = ({ seconds }: Open) => seconds !== null && spent + seconds * 1000 <= (budget ?? Infinity);
    const isWorth = budget === undefined || own.size > 0 || open.some(fits);
    const wanted = isWorth ? open.filter(({ blocks }) => blocks > own.size) : [];
    if (wanted.length > 0) {
      const cells = new Set(wanted.flatMap((one) => one.cells));
      const live = plan.cells.flatMap(({ id }) => (cells.has(id) ? id : []));
      const most = all - own.size + Math.max(...wanted.map(({ blocks }) => blocks));
      return { live, stop: null, round, most };
    }
    if (open.length === 0) return { live: [], stop: message('stop.all-decided') };
    // Without a limit the user has not allowed any further time.
    if (own.size > 0) return ask(trials, round + 1, budgetOf(plan) ?? 0);
    return { live: [], stop: message('stop.too-dear') };
  };
  return ask;
}

const budgetOf = (plan: Plan): number | null => askedIn(plan).stopping?.budget ?? plan.limit;

function asked(seen: RunSoFar, claims: readonly JudgedClaim[], blocks: number): NextOfSearch {
  const { plan, host, trials } = seen;
  const { strategy, cells } = plan;
  if (strategy.kind === 'search') return nextOfSearch(seen);
  if (strategy.kind === 'capacity') return nextOfCapacity(plan, trials);
  if ('stopping' in strategy) {
    const { delta, precision } = strategy.stopping;
    const { live, stop } = decide(plan, trials, { delta, precision, ...gateRule(plan) });
    return { live, stop: stop && message(sequenceStops[stop]) };
  }
  const live = cells.filter((cell) => blocks < blocksOfCell(plan, cell)).map((cell) => cell.id);
  if (strategy.kind !== 'leaving' || blocks < strategy.leaving.after) return { live, stop: null };
  // Settings with a figure that is not yet precise enough for the bounds of a claim.
  const data = measured(plan, host, trials);
  const wanted = new Set(claims.flatMap(({ imprecise }) => imprecise?.(data) ?? []));
  const left = live.filter((cell) => wanted.has(cell));
  return left.length > 0 ? { live: left, stop: null } : { live, stop: message('stop.precise-enough') };
}

const sequenceStops = {
  'all decided': 'stop.all-decided',
  'precision reached': 'stop.precision-reached',
  'last look': 'stop.last-look',
} as const;

/** The time for the trials left, at the pace so far (repeated trials included), and at most what is left of the budget. */
function timeLeft(
  { low, high }: NonNullable<NextOfSearch['left']>,
  plan: Plan,
  trials: readonly Trial[],
  budget: number | null,
): TimeLeft {
  const spent = trials.reduce((sum, trial) => sum + trial.duration, 0);
  const done = trials.length;
  const each = done > 0 ? spent / done : plan.expected / (askedIn(plan).search?.trials ?? 1);
  const time = (count: number) => Math.min(count * each, Math.max(0, (budget ?? Infinity) - spent));
  return { low: time(low), high: time(high) };
}

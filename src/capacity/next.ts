/** Decides how a run of `capacity` goes on: the next block of its settings, and the next window of a trial. */
import { message, type Message } from '../messages/message.ts';
import { askedIn, type Cell, type Plan } from '../model/plan.ts';
import type { RateWindow } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { nextInBracket, type WindowAsk } from './bracket.ts';
import { aloneAmong } from './points.ts';
import {
  objectiveOf,
  pointOf,
  aloneIn,
  alwaysBroken,
  anything,
  trialsOf,
  type RateTrial,
} from './reading.ts';
import { fitted, lengthOf, nextBlockPlan, nextInBlock, standingOf, type SettingStanding } from './search.ts';

export interface NextOfCapacity {
  /** Cells of the next block. */
  readonly live: readonly string[];
  /** The reason to stop; null to go on. */
  readonly stop: Message | null;
}

/** Decides on the next block. Two settings stay in every block until both are known: only common blocks compare them. */
export function nextOfCapacity(plan: Plan, trials: readonly RateTrial[]): NextOfCapacity {
  const precision = askedIn(plan).capacity?.precision ?? 0;
  const standings = plan.cells.map(({ id }) => {
    const own = trialsOf(plan, id, trials);
    return { id, ...standingOf(own.points, precision, own) };
  });
  // A setting leaves if a further block would show nothing new of it; the other goes on alone.
  const live = standings.filter(({ word }) => !done.has(word)).map(({ id }) => id);
  const words = new Set(standings.map(({ word }) => word));
  if (!words.has('open')) return { live, stop: message(reasonOf(words)) };
  const { spent, left } = timeOf(plan, trials);
  const needed = live.map((cell) => shortest(plan, cell, trials)).reduce((sum, time) => sum + time, 0);
  if (plan.limit === null || left >= needed) return { live, stop: null };
  const isUsedUp = left <= usedUp * plan.limit;
  const { limit } = plan;
  return {
    live,
    stop: isUsedUp
      ? message('stop.time-used-up', { limit })
      : message('stop.time-too-short', { limit, spent, needed }),
  };
}

/** The part of a budget that counts as used up when no more is left. */
const usedUp = 0.05;
/** Time to end a process, and the requests that it has in flight. */
const ending: Milliseconds = 1000;

function timeOf({ limit }: Plan, trials: readonly RateTrial[]) {
  const spent = trials.reduce((sum, { duration = 0 }) => sum + duration, 0);
  return { spent, left: limit === null ? Infinity : limit - spent };
}

/** Time that a trial of a setting takes besides its windows. */
const around = (own: readonly RateTrial[]) => ending + Math.max(0, ...own.map((one) => one.readyAfter ?? 0));

/** The length of the shortest useful trial of a setting: a block, or a first search that begins again. */
function shortest(plan: Plan, cell: string, trials: readonly RateTrial[]): Milliseconds {
  const own = trials.filter((trial) => trial.cell === cell);
  const block = nextBlockPlan(trialsOf(plan, cell, trials).points, plan.seed, plan.limit);
  return block
    ? around(own) + lengthOf(fitted(block, 0))
    : Math.max(...own.map(({ duration = 0 }) => duration));
}

const done: ReadonlySet<SettingStanding['word']> = new Set(['hopeless', 'late', 'ended', 'falling']);

function reasonOf(words: ReadonlySet<SettingStanding['word']>) {
  if (words.has('generator')) return 'stop.generator-limit';
  if (words.has('late')) return 'stop.generator-late';
  if (words.has('over')) return 'stop.last-look';
  if (words.has('precise')) return 'stop.precision-reached';
  if (words.has('falling')) return 'stop.falls';
  return words.has('hopeless') ? 'stop.no-rate' : 'stop.first-search';
}

/** Asked before each window with the windows that the trial has so far; null ends the trial. */
export type NextWindow = (windows: readonly RateWindow[]) => WindowAsk | null;

/** @param before all trials of the run so far */
export function windowsOf(plan: Plan, cell: Cell, block: number, before: readonly RateTrial[]): NextWindow {
  const own = trialsOf(plan, cell.id, before);
  const { points, windows: earlier } = own;
  const { objective: asked = [], precision = 0 } = askedIn(plan).capacity ?? {};
  const quiet = aloneAmong(points)?.median ?? null;
  const whole = nextBlockPlan(points, plan.seed + block, plan.limit);
  const settings = nextOfCapacity(plan, before).live.length;
  const left =
    timeOf(
      plan,
      before.filter((trial) => trial.block < block),
    ).left / Math.max(1, settings);
  const blockPlan = whole && fitted(whole, left - around(before.filter((trial) => trial.cell === cell.id)));
  const isFirst = blockPlan === null && standingOf(points, precision, own).word === 'open';
  return (windows) => {
    const all = [...earlier, ...windows];
    const objective = objectiveOf(asked, all, plan.timeout) ?? [];
    const at = { trial: 0, block, timeout: plan.timeout, alone: aloneIn(all, plan.timeout) };
    const told = windows.map((one) => pointOf(one, objective.length > 0 ? objective : anything, at));
    const gaveUp = (windows.at(-1)?.outcome?.errors.timeout ?? 0) > 0;
    if (blockPlan) return nextInBlock(blockPlan, told, quiet, gaveUp);
    if (!isFirst) return null;
    return nextInBracket(told, gaveUp, alwaysBroken(windows, objective, plan.timeout) !== null);
  };
}

/** The window that stands for a whole trial: the one at the highest rate that kept the objective, or else the first. */
export function representative(plan: Plan, windows: readonly RateWindow[]): RateWindow | null {
  const objective = objectiveOf(askedIn(plan).capacity?.objective ?? [], windows, plan.timeout) ?? anything;
  const told = windows.filter(({ outcome }) => outcome !== null);
  const kept = told.filter((window) => {
    const { rate, word } = pointOf(window, objective, {
      trial: 0,
      block: 0,
      timeout: plan.timeout,
      alone: null,
    });
    return rate !== null && word === 'kept' && window.purpose !== 'drain';
  });
  const rateOf = ({ load }: RateWindow) => (load.kind === 'poisson' ? load.perSecond : 0);
  return kept.toSorted((a, b) => rateOf(b) - rateOf(a))[0] ?? told[0] ?? null;
}

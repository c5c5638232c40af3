/** What a run of `capacity` does next: the next block of its settings, and the next window of a trial. */
import { message, type Message } from '../messages/message.ts';
import type { Cell, Plan } from '../model/plan.ts';
import type { RateWindow } from '../model/sample.ts';
import type { WindowAsk } from './ask.ts';
import { nextInBracket } from './bracket.ts';
import { aloneAmong } from './points.ts';
import { objectiveOf, pointOf } from './reading.ts';
import { nextBlockPlan, nextInBlock, standingOf, type Standing } from './search.ts';
import { aloneIn, alwaysBroken, anything, trialsOf, type RateTrial } from './trials.ts';

export interface NextOfCapacity {
  /** Cells of the next block. */
  readonly live: readonly string[];
  /** Set when enough is known. */
  readonly stop: Message | null;
}

/** Two settings stay in every block until both are known: their blocks are what compares them. */
export function nextOfCapacity(plan: Plan, trials: readonly RateTrial[]): NextOfCapacity {
  const precision = plan.capacity?.precision ?? 0;
  const standings = plan.cells.map(({ id }) => {
    const own = trialsOf(plan, id, trials);
    return { id, ...standingOf(own.points, precision, own) };
  });
  // One that no block would tell more of leaves; the other goes on alone.
  const live = standings.filter(({ word }) => !done.has(word)).map(({ id }) => id);
  const words = new Set(standings.map(({ word }) => word));
  if (words.has('open')) return { live, stop: null };
  return { live, stop: message(reasonOf(words)) };
}

const done: ReadonlySet<Standing['word']> = new Set(['hopeless', 'late', 'ended', 'falling']);

function reasonOf(words: ReadonlySet<Standing['word']>) {
  if (words.has('generator') || words.has('late')) return 'stop.generator-limit';
  if (words.has('over')) return 'stop.last-look';
  if (words.has('precise')) return 'stop.precision-reached';
  if (words.has('falling')) return 'stop.falls';
  return words.has('hopeless') ? 'stop.no-rate' : 'stop.first-search';
}

/** Asked before each window with those that the trial has; null: the trial is over. */
export type NextWindow = (windows: readonly RateWindow[]) => WindowAsk | null;

/** @param before all trials of the run so far */
export function windowsOf(plan: Plan, cell: Cell, block: number, before: readonly RateTrial[]): NextWindow {
  const own = trialsOf(plan, cell.id, before);
  const { points, windows: earlier } = own;
  const { objective: asked = [], precision = 0 } = plan.capacity ?? {};
  const quiet = aloneAmong(points)?.median ?? null;
  const blockPlan = nextBlockPlan(points, plan.seed + block, plan.limit);
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

/** The window that stands for a trial where one does: at the highest rate that kept the objective, or else the first. */
export function representative(plan: Plan, windows: readonly RateWindow[]): RateWindow | null {
  const objective = objectiveOf(plan.capacity?.objective ?? [], windows, plan.timeout) ?? anything;
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

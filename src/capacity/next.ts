/** What a run of `capacity` does next: the next block of its settings, and the next window of a trial. */
import { message, type Message } from '../messages/message.ts';
import type { Cell, Plan } from '../model/plan.ts';
import type { RateWindow } from '../model/sample.ts';
import type { WindowAsk } from './ask.ts';
import { nextInBracket } from './bracket.ts';
import { brokenAlone, objectiveOf, pointOf } from './reading.ts';
import { nextBlockPlan, nextInBlock, standingOf, type Standing } from './search.ts';
import { aloneIn, anything, trialsOf, type RateTrial } from './trials.ts';

export interface NextOfCapacity {
  /** Cells of the next block. */
  readonly live: readonly string[];
  /** Set when enough is known. */
  readonly stop: Message | null;
}

/** Two settings stay in every block until both are known: their blocks are what compares them. */
export function nextOfCapacity(plan: Plan, trials: readonly RateTrial[]): NextOfCapacity {
  const precision = plan.capacity?.precision ?? 0;
  const standings = plan.cells.map(({ id }) => ({
    id,
    ...standingOf(trialsOf(plan, id, trials).points, precision),
  }));
  // One that no block would tell more of leaves; the other goes on alone.
  const live = standings.filter(({ word }) => word !== 'hopeless' && word !== 'late').map(({ id }) => id);
  const words = new Set(standings.map(({ word }) => word));
  if (words.has('open')) return { live, stop: null };
  return { live, stop: message(reasonOf(words)) };
}

function reasonOf(words: ReadonlySet<Standing['word']>) {
  if (words.has('generator') || words.has('late')) return 'stop.generator-limit';
  if (words.has('over')) return 'stop.last-look';
  return words.has('precise') ? 'stop.precision-reached' : 'stop.no-rate';
}

/** Asked before each window with those that the trial has; null: the trial is over. */
export type NextWindow = (windows: readonly RateWindow[]) => WindowAsk | null;

/** @param before all trials of the run so far */
export function windowsOf(plan: Plan, cell: Cell, block: number, before: readonly RateTrial[]): NextWindow {
  const { points, windows: earlier } = trialsOf(plan, cell.id, before);
  const asked = plan.capacity?.objective ?? [];
  const quiet = points.find(({ purpose }) => purpose === 'alone')?.median ?? null;
  const isFirst = !points.some(({ purpose }) => purpose === 'climb');
  const blockPlan = isFirst ? null : nextBlockPlan(points, plan.seed + block, plan.limit);
  return (windows) => {
    const all = [...earlier, ...windows];
    const objective = objectiveOf(asked, all, plan.timeout) ?? [];
    const at = { trial: 0, block, timeout: plan.timeout, alone: aloneIn(all) };
    const own = windows.map((one) => pointOf(one, objective.length > 0 ? objective : anything, at));
    const gaveUp = (windows.at(-1)?.outcome?.errors.timeout ?? 0) > 0;
    if (blockPlan) return nextInBlock(blockPlan, own, quiet, gaveUp);
    if (!isFirst) return null;
    const alone = aloneIn(windows);
    const isHopeless = alone ? brokenAlone(alone, objective, plan.timeout) !== null : false;
    return nextInBracket(own, gaveUp, isHopeless);
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

/** After each block of a run: who is in the next one, or why there is none. */
import { controlBlocks, type Plan } from '../model/plan.ts';
import { type HostConditions, isDisturbed, type Trial } from '../model/sample.ts';
import { gateRule } from './gate.ts';
import { nextOfSearch } from './search.ts';
import { decide } from './sequence.ts';

/** Made once for each run. Its clock is what the trials themselves took: a resumed run's pause is not counted. */
export function nextBlock(
  plan: Plan,
  host: HostConditions,
): (trials: readonly Trial[]) => {
  readonly live: readonly string[];
  readonly stop: string | null;
  readonly why?: string;
} {
  const { stopping, limit } = plan;
  const budget = stopping?.budget ?? limit;
  return (trials) => {
    const blocks = new Set(trials.map((trial) => trial.block)).size;
    const { live, stop, why }: { live: readonly string[]; stop: string | null; why?: string } = plan.search
      ? nextOfSearch({ plan, host, trials })
      : stopping
        ? decide(plan, trials, {
            delta: stopping.delta,
            precision: stopping.precision,
            controlBlocks,
            ...gateRule(plan),
          })
        : { live: withoutControl(plan, blocks), stop: null };
    if (stop !== null) return { live, stop: `${stop}, after ${counted(blocks)}` };
    const isVain = (trial: Trial) => trial.problem !== null && !isDisturbed(trial);
    // What dies as it runs today may live with another setting.
    const isGuide = plan.search?.isGuided === true && trials.every(({ cell }) => cell === plan.baseline);
    if (trials.length > 0 && trials.every(isVain) && !isGuide)
      return { live, stop: 'no trial of the first block gave a result' };
    const settings = plan.cells.filter((cell) => !cell.control).length;
    if (stopping && settings < 2 && blocks >= controlBlocks)
      return { live, stop: 'there is no second setting to compare' };
    const spent = trials.reduce((sum, trial) => sum + trial.duration, 0);
    // The next block takes about as long for each of its trials as those before it did.
    const next = trials.length === 0 ? 0 : (spent / trials.length) * live.length;
    // A search uses all the time that it named: a block that is cut off still tells of those that were in it.
    const least = plan.search ? spent / Math.max(1, trials.length) : next;
    const isOver = budget !== null && blocks > 0 && spent + least > budget;
    return {
      live,
      ...(why !== undefined && { why }),
      stop: isOver ? `the time of ${Math.round(budget / 1000)} s is used up, after ${counted(blocks)}` : null,
    };
  };
}

const counted = (blocks: number) => `${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;

const withoutControl = (plan: Plan, blocks: number) =>
  plan.cells.filter((cell) => !cell.control || blocks < controlBlocks).map((cell) => cell.id);

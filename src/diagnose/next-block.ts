/** After each block of a run: who is in the next one, or why there is none. */
import { controlBlocks, type Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import { gateRule } from './gate.ts';
import { decide } from './sequence.ts';

/** Made once for each run. Its clock is what the trials themselves took: a resumed run's pause is not counted. */
export function nextBlock(
  plan: Plan,
): (trials: readonly Trial[]) => { readonly live: readonly string[]; readonly stop: string | null } {
  const { stopping } = plan;
  return (trials) => {
    const blocks = new Set(trials.map((trial) => trial.block)).size;
    if (!stopping) {
      const live = plan.cells
        .filter((cell) => !cell.control || blocks < controlBlocks)
        .map((cell) => cell.id);
      return { live, stop: null };
    }
    const { delta, precision, budget } = stopping;
    const { live, stop } = decide(plan, trials, {
      delta,
      precision,
      controlBlocks,
      ...gateRule(plan),
    });
    if (stop !== null) return { live, stop: `${stop}, after ${blocks} blocks` };
    const spent = trials.reduce((sum, trial) => sum + trial.duration, 0);
    // The next block takes about as long for each of its trials as those before it did.
    const next = (spent / trials.length) * live.length;
    const isOver = budget !== undefined && blocks > 0 && spent + next > budget;
    return {
      live,
      stop: isOver ? `the budget of ${Math.round(budget / 1000)} s is used up, after ${blocks} blocks` : null,
    };
  };
}

/** After each block of a run: who is in the next one, or why there is none. */
import type { TimeLeft } from '../model/event.ts';
import { controlBlocks, type Plan } from '../model/plan.ts';
import { type HostConditions, isDisturbed, type Trial } from '../model/sample.ts';
import { gateRule } from '../judge/gate.ts';
import { nextOfSearch } from '../tune/next-plan.ts';
import { decide } from '../judge/sequence.ts';
import type { Ahead } from '../tune/ahead.ts';

/** Made once for each run. Its clock is what the trials themselves took: a resumed run's pause is not counted. */
export function nextBlock(
  plan: Plan,
  host: HostConditions,
): (trials: readonly Trial[]) => {
  readonly live: readonly string[];
  readonly stop: string | null;
  readonly why?: string;
  readonly left?: TimeLeft;
} {
  const { stopping, limit } = plan;
  const budget = stopping?.budget ?? limit;
  let told: string | undefined;
  return (trials) => {
    const blocks = new Set(trials.map((trial) => trial.block)).size;
    const { live, stop, why, ahead }: ReturnType<typeof nextOfSearch> = plan.search
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
    // A guess takes a while, and nobody wants to hear a new one after every block.
    const still = !isOver && why !== told ? (ahead?.() ?? null) : null;
    told = why;
    return {
      live,
      ...(still && { left: timeLeft(still, trials, budget) }),
      ...(why !== undefined && { why }),
      stop: isOver ? `the time of ${Math.round(budget / 1000)} s is used up, after ${counted(blocks)}` : null,
    };
  };
}

/** At the pace so far, repeated trials included; and no more than the budget has. */
function timeLeft(ahead: Ahead, trials: readonly Trial[], budget: number | null): TimeLeft {
  const spent = trials.reduce((sum, trial) => sum + trial.duration, 0);
  const each = spent / Math.max(1, trials.filter((trial) => !isDisturbed(trial)).length);
  const time = (count: number) => Math.min(count * each, Math.max(0, (budget ?? Infinity) - spent));
  return { low: time(ahead.low), middle: time(ahead.middle), high: time(ahead.high) };
}

const counted = (blocks: number) => `${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;

const withoutControl = (plan: Plan, blocks: number) =>
  plan.cells.filter((cell) => !cell.control || blocks < controlBlocks).map((cell) => cell.id);

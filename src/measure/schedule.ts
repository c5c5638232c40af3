/** The order of trials: random blocks, and a second chance for a trial that something else disturbed. */
import { describeSetting, type Cell, type Plan } from '../model/plan.ts';
import { problem, problemData } from '../model/problem.ts';
import type { Trial } from '../model/sample.ts';
import { seeded, shuffled } from '../stats/random.ts';

/** One step of the run: which cell, in which block. */
export interface Step {
  readonly ordinal: number;
  readonly block: number;
  readonly cell: Cell;
}

/**
 * The order of all planned trials: each block holds every cell once, in an order drawn from the plan's seed. With two
 * cells every second block is the mirror of the one before (ABBA), which takes a steady drift out of the difference.
 * All of A and then all of B gave 38–55 % false alarms in simulation, random blocks 3.8–5.1 % (docs/method.md).
 */
export function steps(plan: Plan): Step[] {
  const draw = seeded(plan.seed);
  const order: Step[] = [];
  let before: readonly Cell[] = [];
  for (let block = 0; block < plan.blocks; block++) {
    const mirrored = plan.cells.length === 2 && block % 2 === 1;
    const cells = mirrored ? before.toReversed() : shuffled(plan.cells, draw);
    for (const cell of cells) order.push({ ordinal: order.length, block, cell });
    before = cells;
  }
  return order;
}

/** Above these a trial is repeated. Both are known without looking at its result, so no result is ever chosen. */
const disturbed = { foreign: 0.1, steal: 0.02 } as const;
/** Where something else runs all the time, repeating all would double the run and mend nothing. */
const repeatShare = 0.25;

export interface Schedule {
  /** Trials planned and repeated so far. */
  size(): number;
  next(): Step | null;
  /**
   * Takes note of a finished trial. One that was disturbed is given back with a problem, so that it does not count, and
   * comes again at the end of its block; when too many were, it counts, and the report warns.
   */
  settle(trial: Trial): Trial;
}

/** @param done trials that a resumed run has already */
export function schedule(plan: Plan, done: readonly Trial[]): Schedule {
  const planned = steps(plan);
  const finished = new Set(done.map((trial) => trial.ordinal));
  const left = planned.filter((step) => !finished.has(step.ordinal));
  let ordinal = Math.max(planned.length, ...done.map((trial) => trial.ordinal + 1));
  let repeats = 0;
  const again = (block: number, cell: Cell) => {
    repeats++;
    const last = left.findLastIndex((step) => step.block === block);
    left.splice(last + 1, 0, { ordinal: ordinal++, block, cell });
  };
  // Interrupted between a disturbed trial and its repetition: the repetition is still owed.
  for (const trial of done.filter((each) => each.problem?.code === 'TRIAL_DISTURBED')) {
    const hasCome = done.some(
      ({ block, cell, ordinal: at }) => block === trial.block && cell === trial.cell && at > trial.ordinal,
    );
    const cell = plan.cells.find((each) => each.id === trial.cell);
    if (!hasCome && cell) again(trial.block, cell);
    else repeats++;
  }
  return {
    size: () => planned.length + repeats,
    next: () => left.shift() ?? null,
    settle(trial) {
      const why = trial.problem ? null : disturbance(trial);
      const cell = plan.cells.find((each) => each.id === trial.cell);
      if (why === null || !cell || repeats >= Math.ceil(repeatShare * planned.length)) return trial;
      again(trial.block, cell);
      const setting = describeSetting(trial.setting) || 'as it is';
      return { ...trial, problem: problemData(problem('TRIAL_DISTURBED', { why, setting })) };
    },
  };
}

/** What disturbed a trial, in words; null if nothing did. */
function disturbance({ host: { foreign, steal } }: Trial): string | null {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  if ((foreign ?? 0) > disturbed.foreign)
    return `Other programs took ${percent(foreign ?? 0)} of the CPU time while the load ran.`;
  if ((steal ?? 0) > disturbed.steal)
    return `The host took ${percent(steal ?? 0)} of the CPU time away (steal).`;
  return null;
}

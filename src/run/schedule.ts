/**
 * The order of trials: random blocks, made one by one, so that what the last block showed can decide who is in the next;
 * and a second chance for a trial that something else disturbed.
 */
import type { TimeLeft } from '../model/event.ts';
import { describeSetting, type Cell, type Plan } from '../model/plan.ts';
import { problem, problemData } from '../model/problem.ts';
import { isDisturbed, type Trial } from '../model/sample.ts';
import { median } from '../stats/interval.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { wholePercent } from '../format/words.ts';

/** One step of the run: which cell, in which block. */
export interface Step {
  readonly ordinal: number;
  readonly block: number;
  readonly cell: Cell;
}

/** After each block: the cells that the next one needs, or why no further one is needed. */
export type NextBlock = (trials: readonly Trial[]) => {
  readonly live: readonly string[];
  readonly stop: string | null;
  /** What the block is for, and what is still to come from it on. */
  readonly why?: string;
  readonly left?: TimeLeft;
};

/**
 * All blocks of a plan, each with every cell once, in an order drawn from the plan's seed. With two settings every
 * second block is the mirror of the one before (ABBA), which takes a steady drift out of the difference; a control is
 * mirrored with them, so that the order of the two is the same when it has left. All of A and then all
 * of B gave 38–55 % false alarms in simulation, random blocks 3.8–5.1 % (docs/method.md).
 */
export function blockOrders(plan: Plan): readonly (readonly Cell[])[] {
  const draw = seeded(plan.seed);
  const orders: (readonly Cell[])[] = [];
  const hasTwo = plan.cells.filter((cell) => !cell.control).length === 2;
  for (let block = 0; block < plan.blocks; block++) {
    const mirrored = hasTwo && block % 2 === 1;
    orders.push(mirrored ? (orders.at(-1) ?? []).toReversed() : shuffled(plan.cells, draw));
  }
  return orders;
}

/**
 * Beyond these a trial is repeated. All are known without looking at its result, so no result is ever chosen. `speed`:
 * of the median of the run so far, once there are `fewestSpeeds`; a core that is shared with a busy neighbour has less.
 */
const disturbed = { foreign: 0.1, steal: 0.02, speed: 0.87 } as const;
const fewestSpeeds = 5;
/** Where something else runs all the time, repeating all would double the run and mend nothing. */
const repeatShare = 0.25;
/** Of its time: nobody minds so little more, and no trial is lost to it. */
const overrun = 0.02;
/** Repetitions in a row that were disturbed as well: whatever disturbs, stays. */
const vainRepeats = 3;

export interface Schedule {
  /** Trials so far, the one that runs among them, and those that are to come if no cell is dropped. */
  size(): number;
  next(): Step | null;
  /** What the block is for that the last step belongs to; null where nobody said. */
  why(): string | null;
  /** What was still to come when that block began; null where nobody said. */
  left(): TimeLeft | null;
  /**
   * Takes note of a finished trial. One that was disturbed is given back with a problem, so that it does not count, and
   * comes again at the end of its block, once; when too many were, or repeating did not help, it counts, and the
   * report warns.
   */
  settle(trial: Trial): Trial;
  /** Why it ended before its last block; null if it did not. */
  stopped(): string | null;
}

/**
 * @param done trials that a resumed run has already
 * @param nextBlock asked before each block but the first; without it every block holds every cell
 */
export function schedule(plan: Plan, done: readonly Trial[], nextBlock?: NextBlock): Schedule {
  const orders = blockOrders(plan);
  const byId = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const trials = [...done];
  // As published means once, whatever happened meanwhile.
  // A program counts: whatever slows it down changes no count.
  const isTimed = plan.subject.kind !== 'program';
  const share = plan.scale === 'as-published' || !isTimed ? 0 : repeatShare;
  const allowed = Math.ceil(share * (plan.search?.trials ?? plan.blocks * plan.cells.length));
  let repeats = done.filter(isDisturbed).length;
  let ordinal = Math.max(0, ...done.map((trial) => trial.ordinal + 1));
  let vain = 0;
  let issued = done.length;
  let block = -1;
  let live: readonly string[] = plan.cells.map((cell) => cell.id);
  let stopped: string | null = null;
  let left: Cell[] = [];
  let why: string | null = null;
  let timeLeft: TimeLeft | null = null;

  const begin = () => {
    block++;
    // A search is asked from the first block on, and says the order as well.
    if (nextBlock && (block > 0 || plan.search)) {
      const next = nextBlock(trials.filter((trial) => trial.block < block));
      ({ live, stop: stopped } = next);
      why = next.why ?? null;
      timeLeft = next.left ?? null;
    }
    const has = new Set(
      trials.filter((trial) => trial.block === block && !isDisturbed(trial)).map((trial) => trial.cell),
    );
    const order = plan.search ? live.flatMap((id) => byId.get(id) ?? []) : (orders[block] ?? []);
    left = order.filter((cell) => live.includes(cell.id) && !has.has(cell.id));
  };
  const isOver = () => stopped !== null || block >= plan.blocks - 1;
  // What a search promised to take holds within a block too: a trial that would end beyond it is not begun.
  const isOutOfTime = () => {
    if (!plan.search || plan.limit === null || trials.length === 0) return false;
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    return spent + spent / trials.length > plan.limit * (1 + overrun);
  };
  return {
    size: () =>
      plan.search
        ? Math.max(plan.search.trials, issued + left.length)
        : issued + left.length + (plan.blocks - 1 - block) * live.length,
    next() {
      while (left.length === 0 && !isOver()) begin();
      if (left.length > 0 && isOutOfTime())
        stopped = `the time of ${Math.round((plan.limit ?? 0) / 1000)} s is used up, within a block`;
      const cell = stopped === null ? left.shift() : undefined;
      if (!cell) return null;
      issued++;
      return { ordinal: ordinal++, block, cell };
    },
    settle(trial) {
      const disturbedBy = trial.problem ? null : disturbance(trial, usualSpeed(trials));
      const cell = byId.get(trial.cell);
      let settled = trial;
      const again = trials.some(
        (one) => one.block === trial.block && one.cell === trial.cell && isDisturbed(one),
      );
      if (again) vain = disturbedBy === null ? 0 : vain + 1;
      if (disturbedBy !== null && cell && !again && repeats < allowed && vain < vainRepeats) {
        repeats++;
        left.push(cell);
        const setting = describeSetting(trial.setting) || 'as it is';
        settled = {
          ...trial,
          problem: problemData(problem('TRIAL_DISTURBED', { why: disturbedBy, setting })),
        };
      }
      trials.push(settled);
      return settled;
    },
    why: () => why,
    left: () => timeLeft,
    stopped: () => stopped,
  };
}

/** The median over the trials so far; null while there are too few to say. */
function usualSpeed(trials: readonly Trial[]): number | null {
  const speeds = trials.flatMap(({ host }) => host.speed ?? []);
  return speeds.length < fewestSpeeds ? null : median(speeds);
}

/** What disturbed a trial, in words; null if nothing did. */
function disturbance({ host: { foreign, steal, speed } }: Trial, usual: number | null): string | null {
  if ((foreign ?? 0) > disturbed.foreign) {
    return `Other programs took ${wholePercent(foreign ?? 0)} of the CPU time while the load ran.`;
  }
  if ((steal ?? 0) > disturbed.steal)
    return `The host took ${wholePercent(steal ?? 0)} of the CPU time away (steal).`;
  if (usual !== null && speed !== undefined && speed < disturbed.speed * usual) {
    return `The CPU did only ${wholePercent(speed / usual)} of its usual work in a millisecond (a neighbour on the core, or a lower clock).`;
  }
  return null;
}

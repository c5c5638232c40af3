/** The order of trials: random blocks, made one by one, so that results of one block can decide the cells of the next. */
import { message, type Message } from '../messages/message.ts';
import { askedIn, usualBlocksOfCell, type Cell, type Plan } from '../model/plan.ts';
import { roundOf } from '../judge/rounds.ts';
import { chosenWindow, type SearchBlock, type Trial } from '../model/sample.ts';
import { blocksLost } from '../judge/turns.ts';
import { seeded, shuffled } from '../stats/random.ts';
import type { NextBlock, NextBlockAnswer } from './next-block.ts';

/** One step of the run: which cell, in which block. */
export interface ScheduledTrial {
  readonly ordinal: number;
  readonly block: number;
  readonly cell: Cell;
}

/**
 * All blocks of a plan, each with every cell once, in an order drawn from the plan's seed. With two settings every
 * second block is the mirror of the one before (ABBA), which takes a steady drift out of the difference; a control is
 * mirrored with them, so that the order of the two is the same when it has left. All of A and then all
 * of B gave 38–55% false alarms in simulation, random blocks 3.8–5.1% (docs/method.md).
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

/** Part by which a search may exceed its time limit, so that no trial is lost for so little. */
const overrun = 0.02;

export interface Schedule {
  /** Trials so far, including the running one, and those to come if no cell is dropped. */
  size(): number;
  /** Number of blocks so far and to come. */
  blocks(): number;
  next(): ScheduledTrial | null;
  /** All remaining trials of the block, at once. */
  rest(): ScheduledTrial[];
  /** The purpose of a search's next step, if it has begun with the last trial; given only once. */
  step(): NextBlockAnswer['step'] | null;
  /** Records a finished trial. @returns it with its place in a search */
  settle(trial: Trial): Trial;
  /** The reason why the run ended before its last block; null if it did not. */
  stopped(): Message | null;
}

/**
 * @param done trials that a resumed run has already
 * @param nextBlock called before each block but the first; without it every block holds every cell
 * @param begun number of answers that a resumed run has given
 */
export function schedule(plan: Plan, done: readonly Trial[], nextBlock?: NextBlock, begun = 0): Schedule {
  const orders = blockOrders(plan);
  const searched = askedIn(plan).search;
  const byId = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const trials = [...done];
  let ordinal = Math.max(0, ...done.map((trial) => trial.ordinal + 1));
  let issued = done.length;
  // The rest of the last block begun. A run that had its answer begins a new block instead.
  const last = done.reduce((most, trial) => Math.max(most, trial.block), -1);
  let block = begun > roundOf(done) ? last : Math.max(-1, last - 1);
  let live: readonly string[] = plan.cells.map((cell) => cell.id);
  let stopped: Message | null = null;
  let left: Cell[] = [];
  let search: SearchBlock | undefined;
  let round: number | undefined;
  let most: number | undefined;
  let step: NextBlockAnswer['step'] | null = null;

  const begin = () => {
    block++;
    // A search decides from the first block on, and also gives the order.
    if (nextBlock && (block > 0 || searched)) {
      const next = nextBlock(trials.filter((trial) => trial.block < block));
      ({ live, stop: stopped, search, round, blocks: most } = next);
      step = next.step ?? step;
    }
    const has = new Set(trials.filter((trial) => trial.block === block).map((trial) => trial.cell));
    const order = searched
      ? live.flatMap((id) => byId.get(id) ?? [])
      : (orders[block - blocksLost(trials)] ?? []);
    left = order.filter((cell) => live.includes(cell.id) && !has.has(cell.id));
  };
  /** Trials to come of the cells in the last block. */
  const toCome = () =>
    live
      .flatMap((id) => byId.get(id) ?? [])
      .reduce((sum, cell) => sum + Math.max(0, (most ?? usualBlocksOfCell(plan, cell)) - 1 - block), 0);
  const isOver = () => stopped !== null || block - blocksLost(trials) >= plan.blocks - 1;
  // The time limit of a search holds within a block too: a trial that would exceed it is not begun.
  const isOutOfTime = () => {
    if (!searched || plan.limit === null || trials.length === 0) return false;
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    return spent + spent / trials.length > plan.limit * (1 + overrun);
  };
  return {
    size: () =>
      searched ? Math.max(searched.trials, issued + left.length) : issued + left.length + toCome(),
    next() {
      while (left.length === 0 && !isOver()) begin();
      if (left.length > 0 && isOutOfTime())
        stopped = message('stop.time-used-up-in-block', { limit: plan.limit ?? 0 });
      const cell = stopped === null ? left.shift() : undefined;
      if (!cell) return null;
      issued++;
      // The first trial of a search may have chosen the window of all others.
      return { ordinal: ordinal++, block, cell: { ...cell, ...chosenWindow(trials) } };
    },
    rest: () =>
      // A search screens more settings than can live side by side.
      (searched && search?.phase !== 'gain' ? [] : left.splice(0)).map((cell) => {
        issued++;
        return { ordinal: ordinal++, block, cell: { ...cell, ...chosenWindow(trials) } };
      }),
    blocks: () => Math.max(block + 1, most ?? askedIn(plan).leaving?.usual ?? plan.blocks),
    settle(trial) {
      const settled: Trial = {
        ...trial,
        ...(search && { search }),
        ...(round !== undefined && { round }),
      };
      trials.push(settled);
      // The state of a search is stored with the first trial of a block only.
      if (search?.state) search = { phase: search.phase, block: search.block };
      return settled;
    },
    step() {
      const next = step;
      step = null;
      return next;
    },
    stopped: () => stopped,
  };
}

/** The order of trials: random blocks, made one by one, so that what the last block showed can decide who is in the next. */
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

/** Of its time: nobody minds so little more, and no trial is lost to it. */
const overrun = 0.02;

export interface Schedule {
  /** Trials so far, the one that runs among them, and those that are to come if no cell is dropped. */
  size(): number;
  /** Blocks so far and to come, counted alike. */
  blocks(): number;
  next(): ScheduledTrial | null;
  /** The others of its block, all at once. */
  rest(): ScheduledTrial[];
  /** Of a search, where another step has begun with the last trial: what it is for. Told once. */
  step(): NextBlockAnswer['step'] | null;
  /** Takes note of a finished trial. @returns it with its place in a search */
  settle(trial: Trial): Trial;
  /** Why it ended before its last block; null if it did not. */
  stopped(): Message | null;
}

/**
 * @param done trials that a resumed run has already
 * @param nextBlock asked before each block but the first; without it every block holds every cell
 * @param begun answers that a resumed run has given
 */
export function schedule(plan: Plan, done: readonly Trial[], nextBlock?: NextBlock, begun = 0): Schedule {
  const orders = blockOrders(plan);
  const searched = askedIn(plan).search;
  const byId = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const trials = [...done];
  let ordinal = Math.max(0, ...done.map((trial) => trial.ordinal + 1));
  let issued = done.length;
  // What is left of the last block that was begun, but for a run that had its answer: it begins a block of its own.
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
    // A search is asked from the first block on, and says the order as well.
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
  /** Of the cells that were in the last block. */
  const toCome = () =>
    live
      .flatMap((id) => byId.get(id) ?? [])
      .reduce((sum, cell) => sum + Math.max(0, (most ?? usualBlocksOfCell(plan, cell)) - 1 - block), 0);
  const isOver = () => stopped !== null || block - blocksLost(trials) >= plan.blocks - 1;
  // What a search promised to take holds within a block too: a trial that would end beyond it is not begun.
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
      // The first trial of a search may have chosen how long all others measure.
      return { ordinal: ordinal++, block, cell: { ...cell, ...chosenWindow(trials) } };
    },
    rest: () =>
      // What a search screens is more than can live side by side.
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
      // What the search had decided stands in the first trial of a block.
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

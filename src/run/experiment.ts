/** Many trials: the plan's cells in random blocks, as a stream of events. The consumer stores, draws, or prints. */
import { PassThrough } from 'node:stream';
import type { Engine } from '../load/engine.ts';
import { httpEngine } from '../load/http-engine.ts';
import type { Clock } from '../model/units.ts';
import type { RunEvent } from '../model/event.ts';
import type { Lab } from '../model/experiment.ts';
import { askedIn, type Plan, usualBlocksOfCell, type Cell } from '../model/plan.ts';
import { problemData } from '../messages/problem.ts';
import { type Trial, chosenWindow, type SearchBlock } from '../model/sample.ts';
import { Secrets } from '../redact/secrets.ts';
import { systemClock } from '../host/clock.ts';
import { openWindowProbe, type WindowProbe } from '../host/window-probe.ts';
import { runScope, type RunScope } from '../server/run-scope.ts';
import { turnsRefusal, blocksLost } from '../judge/turns.ts';
import { windowsOf, type NextWindow } from '../capacity/next.ts';
import { engineOf } from './engines.ts';
import type { NextBlock, NextBlockAnswer } from './next-block.ts';
import { inRound, Round } from './in-turn.ts';
import { runTrial } from './trial.ts';
import { message, type Message } from '../messages/message.ts';
import { roundOf } from '../judge/rounds.ts';
import { seeded, shuffled } from '../stats/random.ts';

export interface ExperimentOptions {
  readonly run: string;
  /** The engine of cells that name none; default: chokepoint's own. */
  readonly engine?: Engine;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** Trials that a resumed run has already; they are not repeated. */
  readonly done?: readonly Trial[];
  /** Number of answers that a resumed run has given: the next block begins another one. */
  readonly round?: number;
  /** Decides after each block which cells are in the next; without it every block holds every cell. */
  readonly nextBlock?: NextBlock;
  /** Needed for an experiment of the lab. */
  readonly lab?: Lab | undefined;
  /** The plan with its secrets, cell by cell; without it the plan has none. */
  readonly real?: Plan;
  readonly secrets?: Secrets;
}

const needsLab = (): never => {
  throw new Error('this plan is of the lab, which was not given');
};
/** What a run has that is no experiment of the lab. */
export const noLab: Lab = { experiments: [], findContestants: needsLab, withUnits: needsLab };

/**
 * Runs the plan. Ends early, without an error, when the signal is aborted: results so far have been yielded.
 * A trial that fails is an event like any other; the others go on.
 */
export async function* experiment(plan: Plan, options: ExperimentOptions): AsyncGenerator<RunEvent> {
  const { signal, done = [], nextBlock, round } = options;
  const order = schedule(plan, done, nextBlock, round);
  using held = runScope(options.run);
  // A program is not loaded, so it has no window.
  using probe = plan.subject.kind === 'program' ? null : openWindowProbe(plan.affinity?.server ?? null);
  const seen = [...done];
  let before = done.findLast(({ address }) => address !== undefined)?.address ?? null;
  for (let step = order.next(); step && !signal.aborted; step = order.next()) {
    const begun = order.step();
    if (begun) yield { type: 'step', ...begun };
    const rest = plan.turns && turnsRefusal(seen) === null ? order.rest() : [];
    const steps = [step, ...rest];
    for (const { ordinal, block, cell } of steps)
      yield {
        type: 'trial-started',
        ordinal,
        block,
        cell: cell.id,
        of: order.size(),
        blocks: order.blocks(),
      };
    const windows = askedIn(plan).capacity ? windowsOf(plan, step.cell, step.block, seen) : undefined;
    const trials = yield* measured(plan, steps, { ...options, before, windows }, held, probe);
    before = trials[0]?.address ?? before;
    for (const trial of trials) {
      const settled = order.settle(trial);
      seen.push(settled);
      yield { type: 'trial-ended', trial: settled };
    }
  }
  const reason = order.stopped();
  if (reason !== null) yield { type: 'stopped', reason };
}

/**
 * One trial, or those of servers that are loaded in turn: if one of these fails, none counts.
 * @returns none if they were interrupted
 */
async function* measured(
  plan: Plan,
  steps: readonly ScheduledTrial[],
  {
    engine = httpEngine(),
    signal,
    clock = systemClock,
    real = plan,
    secrets = new Secrets(),
    lab = noLab,
    before,
    windows,
  }: ExperimentOptions & { readonly before: string | null; readonly windows?: NextWindow | undefined },
  held: RunScope,
  probe: WindowProbe | null,
): AsyncGenerator<RunEvent, readonly Trial[]> {
  // Callbacks push events, and a loop pulls them.
  const phases = new PassThrough({ objectMode: true });
  const push = (event: RunEvent) => void phases.write(event);
  // A listener that throws (a full disk) closes this generator during a trial: the trial must end before its folder is removed.
  const abandoned = new AbortController();
  // A search may have chosen the length of windows.
  const { duration } = steps[0]?.cell ?? {};
  const turns = plan.turns && { ...plan.turns, ...(duration && { measured: duration }) };
  const round = turns && steps.length > 1 ? new Round(steps.length, turns) : null;
  const trials = steps.map(({ ordinal, block, cell }, member) =>
    runTrial({
      plan,
      cell,
      real: { plan: real, cell: real.cells[plan.cells.findIndex(({ id }) => id === cell.id)] ?? cell },
      secrets,
      ordinal,
      block,
      engine: engineOf(cell, engine),
      withUnits: lab.withUnits,
      clock,
      probe,
      windows,
      turn: round?.turn(member),
      signal: AbortSignal.any([signal, abandoned.signal]),
      folder: held.folder,
      mark: held.mark,
      before: member === 0 ? before : null,
      onFound: (address) => push({ type: 'found', ordinal, address }),
      onPhase: (phase) => push({ type: 'phase', ordinal, phase }),
      onServer: (root, alive) => held.server(root, alive),
      onProcess: (who) => held.process(who),
      onSilent: (words) => push({ type: 'silent', words }),
      onLeft: (left) => push({ type: 'left', problem: problemData(left) }),
    }),
  );
  const all = Promise.allSettled(trials).finally(() => phases.end());
  try {
    yield* phases as AsyncIterable<RunEvent>;
    await all;
    return inRound(await Promise.all(trials));
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  } finally {
    abandoned.abort();
    await all;
  }
}

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

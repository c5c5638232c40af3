/** Many trials: the plan's cells in random blocks, as a stream of events. The consumer stores, draws, or prints. */
import { PassThrough } from 'node:stream';
import type { Engine } from '../load/engine.ts';
import { httpEngine } from '../load/http-engine.ts';
import type { Clock } from '../model/units.ts';
import type { RunEvent } from '../model/event.ts';
import type { Lab } from '../model/experiment.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import { problemData } from '../messages/problem.ts';
import type { Trial } from '../model/sample.ts';
import { Secrets } from '../redact/secrets.ts';
import { systemClock } from '../host/clock.ts';
import { openWindowProbe, type WindowProbe } from '../host/window-probe.ts';
import { runScope, type RunScope } from '../server/run-scope.ts';
import { turnsRefusal } from '../judge/turns.ts';
import { windowsOf, type NextWindow } from '../capacity/next.ts';
import { engineOf } from './engines.ts';
import type { NextBlock } from './next-block.ts';
import { schedule, type ScheduledTrial } from './schedule.ts';
import { inRound, Round } from './in-turn.ts';
import { runTrial } from './trial.ts';

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

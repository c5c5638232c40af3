/** Many trials: the plan's cells in random blocks, as a stream of events. Whoever listens stores, draws, or prints. */
import type { Engine } from '../load/engine.ts';
import { httpEngine } from '../load/http-engine.ts';
import type { Clock } from '../model/clock.ts';
import type { RunEvent } from '../model/event.ts';
import type { Cell, Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { systemClock } from './clock.ts';
import { custody } from './custody.ts';
import { runTrial } from './trial.ts';

export interface ExperimentOptions {
  readonly run: string;
  /** chokepoint's own, unless told. */
  readonly engine?: Engine;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** Trials that a resumed run has already; they are not repeated. */
  readonly done?: readonly Trial[];
}

/** One step of the run: which cell, in which block. */
export interface Step {
  readonly ordinal: number;
  readonly block: number;
  readonly cell: Cell;
}

/**
 * The order of all trials: each block holds every cell once, in an order drawn from the plan's seed. With two cells
 * every second block is the mirror of the one before (ABBA), which takes a steady drift out of the difference.
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

/**
 * Runs the plan. Ends early, without an error, when the signal is aborted: what was measured has been yielded.
 * A trial that fails is an event like any other; the others go on.
 */
export async function* experiment(plan: Plan, options: ExperimentOptions): AsyncGenerator<RunEvent> {
  const { engine = httpEngine(), signal, clock = systemClock, done = [] } = options;
  const finished = new Set(done.map((trial) => trial.ordinal));
  const all = steps(plan);
  const left = all.filter((step) => !finished.has(step.ordinal));
  using held = custody(options.run);

  for (const step of left) {
    if (signal.aborted) return;
    const { ordinal, block, cell } = step;
    yield { type: 'trial-started', ordinal, block, cell: cell.id, of: all.length };
    const phases = queue<RunEvent>();
    // A listener that throws (a full disk) closes this generator in mid-trial: the trial must end before its folder goes.
    const abandoned = new AbortController();
    const trial = runTrial({
      plan,
      cell,
      ordinal,
      block,
      engine,
      clock,
      signal: AbortSignal.any([signal, abandoned.signal]),
      folder: held.folder,
      mark: held.mark,
      onPhase: (phase) => phases.push({ type: 'phase', ordinal, phase }),
      onServer: (pid, alive) => held.server(pid, alive),
    }).finally(() => phases.end());
    trial.catch(() => {}); // awaited below, after its phases
    try {
      yield* phases;
      yield { type: 'trial-ended', trial: await trial };
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      abandoned.abort();
      await trial.catch(() => {});
    }
  }
}

/** Events pushed by a callback, pulled by a loop. */
function queue<Item>(): AsyncIterable<Item> & { push(item: Item): void; end(): void } {
  const items: Item[] = [];
  let ended = false;
  let wake: (() => void) | null = null;
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) yield item;
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** The first trial of a search that was not told how long to measure: it loads the server once more, to see. */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import { askedIn, type Cell, type Plan } from '../model/plan.ts';
import type { ChosenWindow } from '../model/sample.ts';
import { pilot, windowFrom } from '../tune/window.ts';

/**
 * Runs on the trial's own server, which is warmer afterwards: what is measured then is as it will be in every other trial.
 * @returns null where nothing is to be chosen, an earlier trial has chosen (the cell has its window), or nothing was answered
 * @throws what `engine.run` throws
 */
export async function pilotWindow(
  plan: Plan,
  cell: Cell,
  engine: Engine,
  job: LoadJob,
  options: EngineOptions,
): Promise<ChosenWindow | null> {
  if (!askedIn(plan).search?.chooses || cell.duration !== undefined) return null;
  const outcome = await engine.run({ ...job, warmup: 0, duration: pilot, traces: 0 }, options);
  return windowFrom(outcome, plan);
}

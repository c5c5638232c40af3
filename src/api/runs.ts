/** Runs of any plan, those of the lab included. */
import { lab } from '../lab/lab.ts';
import type { RunEvent } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import type { RunResult } from '../model/verdict.ts';
import { judge as judgeRun, run as runPlan, type RunOptions } from '../run/run.ts';
import type { Store, StoredRun } from '../store/store.ts';

/**
 * Runs a plan, or goes on with a stored run, and judges it. Each trial is stored before its event is sent.
 * @param what a plan, or a run that `store.read` returned
 * @throws Problem as the verbs that make such plans
 */
export function run(what: Plan | StoredRun, store: Store, options: RunOptions): AsyncGenerator<RunEvent> {
  return runPlan(what, store, { lab, ...options });
}

/**
 * Judges a stored run: the same data always give the same result.
 * @param base run that its gate compares with
 */
export function judge(stored: StoredRun, base: StoredRun | null = null): RunResult {
  return judgeRun(stored, base, lab);
}

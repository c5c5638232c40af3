/** Runs a plan from the command line: progress, Ctrl-C, reports, and the exit code. */
import { join } from 'node:path';
import { run as events } from '../lab.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import { exitCodes, Problem, problem } from '../model/problem.ts';
import type { RunResult } from '../model/verdict.ts';
import { openStore, type StoredRun } from '../store.ts';
import { interruptible } from './interruptible.ts';
import type { Values } from './options.ts';
import { gateExit, writeGate } from './gate-output.ts';
import { printJson, printText, requireFolder, writeReport } from './output.ts';
import { progress } from './progress.ts';

const defaultStore = join('.chokepoint', 'runs.db');

export function storeFile(values: Values): string {
  return values.store ?? defaultStore;
}

export function reportFolder(values: Values, run: string): string {
  return values.out ?? join('.chokepoint', 'reports', run);
}

/**
 * @param command the verb, for the advice on how to go on
 * @returns the exit code
 */
export async function runPlan(
  command: string,
  what: Plan | { resume: string },
  values: Values,
): Promise<number> {
  using store = openStore(storeFile(values), 'write');
  const planned: Plan | StoredRun = 'resume' in what ? store.read(what.resume) : what;
  if (values.out !== undefined) requireFolder(values.out);
  requireResumable(planned);
  const shown = progress(process.stderr, values.verbose ?? false);
  const result = await interruptible(async (signal) => {
    let judged: RunResult | null = null;
    try {
      for await (const event of events(planned, store, { signal })) {
        shown.show(event);
        if (event.type === 'judged') judged = event.result;
      }
    } finally {
      shown.end();
    }
    return judged;
  });
  if (!result) throw new Error('the run ended without a result');
  return finish(command, result, values);
}

/** The base was checked out for one run, and the working tree may be another by now. @throws Problem RUN_NOT_RESUMABLE */
function requireResumable(planned: Plan | StoredRun): void {
  if (!('head' in planned) || !planned.plan.gate) return;
  throw problem('RUN_NOT_RESUMABLE', {
    id: planned.head.id,
    why: 'It is a gate: its base was checked out for that run alone, and the working tree may have changed since.',
    todo: 'Start it again; its trials stay readable.',
  });
}

async function finish(command: string, result: RunResult, values: Values): Promise<number> {
  const { run, plan, trials } = result;
  if (trials.length > 0) {
    const file = await writeReport(result, reportFolder(values, run.id));
    if (values.json) printJson(result);
    else {
      printText(result, values);
      process.stdout.write(`\nReport: ${file}\nRun:    ${run.id} (chokepoint runs show ${run.id})\n`);
    }
  }
  // A gate that was cut off has decided nothing that anybody waits for.
  if (run.status !== 'interrupted') writeGate(result, values);
  if (run.status === 'interrupted') {
    const all = plannedTrials(plan);
    const todo = plan.gate
      ? 'Start it again: a gate measures base and head in one piece.'
      : `Go on with: chokepoint ${command} --resume ${run.id}`;
    throw problem('INTERRUPTED', { done: trials.filter((trial) => trial.problem?.code !== 'TRIAL_DISTURBED').length, all, todo });
  }
  requireMeasured(result);
  return plan.gate ? gateExit(result) : exitCodes.fine;
}

/** @throws Problem of the trials themselves if a setting has no trial that counts */
function requireMeasured({ run, plan, trials, summaries }: RunResult): void {
  const empty = summaries.filter((summary) => summary.trials === 0);
  if (empty.length === 0) return;
  const first = trials.find(
    (trial) => trial.problem && empty.some((summary) => summary.cell === trial.cell),
  )?.problem;
  if (first && empty.length === plan.cells.length) throw new Problem(first);
  throw problem('NOTHING_MEASURED', {
    cells: empty.map((summary) => summary.cell).join(', '),
    why: first ? `${first.code}: ${first.what}` : 'Nothing was measured there.',
    run: run.id,
  });
}

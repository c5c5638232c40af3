/** Runs a plan from the command line: progress, Ctrl-C, reports, and the exit code. */
import { join } from 'node:path';
import { run as events, type RunOptions } from '../lab.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import { exitCodes, Problem, problem } from '../model/problem.ts';
import type { RunResult } from '../model/verdict.ts';
import { openStore, type StoredRun } from '../store.ts';
import type { Values } from './options.ts';
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
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt).once('SIGHUP', interrupt);
  const shown = progress(process.stderr, values.verbose ?? false);
  const options: RunOptions = { signal: stop.signal };
  let result: RunResult | null = null;
  try {
    for await (const event of events(planned, store, options)) {
      shown.show(event);
      if (event.type === 'judged') result = event.result;
    }
  } finally {
    shown.end();
    process
      .removeListener('SIGINT', interrupt)
      .removeListener('SIGTERM', interrupt)
      .removeListener('SIGHUP', interrupt);
  }
  if (!result) throw new Error('the run ended without a result');
  return finish(command, result, values);
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
  if (run.status === 'interrupted') {
    const all = plannedTrials(plan);
    throw problem('INTERRUPTED', { done: trials.length, all, command, run: run.id });
  }
  return requireMeasured(result);
}

/** @throws Problem of the trials themselves if a setting has no trial that counts */
function requireMeasured({ run, plan, trials, summaries }: RunResult): number {
  const empty = summaries.filter((summary) => summary.trials === 0);
  if (empty.length === 0) return exitCodes.fine;
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

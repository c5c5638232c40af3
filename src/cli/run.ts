/** Runs a plan from the command line: progress, Ctrl-C, reports, and the exit code. */
import { join } from 'node:path';
import { problemOf } from '../run/failure.ts';
import { run as events } from '../run/run.ts';
import type { RunEvent } from '../model/event.ts';
import type { Lab } from '../model/experiment.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import { say } from '../messages/message.ts';
import { exitCodes, type Problem } from '../messages/problem.ts';
import type { CapacityResult } from '../model/capacity.ts';
import { foundIn, type RunResult } from '../model/verdict.ts';
import { openStore, type Store, type StoredRun } from '../store/store.ts';
import { interruptible } from './interruptible.ts';
import type { Arguments, Work } from './options/parse.ts';
import type { Values } from './options/table.ts';
import { gateExit, writeGate } from './output/gate-output.ts';
import { openReport } from './output/open-report.ts';
import { requireFolder, resultDocument, writeReport } from './output/reports.ts';
import { defaultReports } from './output/reports-index.ts';
import { print, printJson, printProblem, tell, tellMessage, textOptions } from './output/terminal.ts';
import { text } from '../report/report.ts';
import { progress, tickInterval } from './output/progress.ts';
import { requireResumable, withSecrets } from './options/resume.ts';

const defaultStore = join('.chokepoint', 'runs.db');

export function storeFile(values: Values): string {
  return values.store ?? defaultStore;
}

export function reportFolder(values: Values, run: string): string {
  return values.out ?? join(defaultReports, run);
}

/** Runs a new plan. @param lab if it is of the lab @returns the exit code */
export async function runPlan({ verb, values }: Arguments, plan: Plan, lab?: Lab): Promise<number> {
  using store = openStore(storeFile(values), 'write');
  return await carryOn(verb, plan, store, values, lab);
}

/** @returns the work that goes on with a stored run */
export function resumable(args: Arguments, id: string, lab?: Lab): Work {
  return async () => {
    using store = openStore(storeFile(args.values), 'write');
    return await carryOn(args.verb, storedRun(args, store.read(id)), store, args.values, lab);
  };
}

async function carryOn(
  verb: string,
  planned: Plan | StoredRun,
  store: Store,
  values: Values,
  lab?: Lab,
): Promise<number> {
  if (values.out !== undefined) requireFolder(values.out);
  const result = await interruptible((signal) => measure(planned, store, values, signal, lab));
  return finish(verb, result, values);
}

/** Runs a plan to its end or until it is interrupted, with its progress shown. @throws what `run` of run/run.ts throws */
export async function measure(
  planned: Plan | StoredRun,
  store: Store,
  values: Values,
  signal: AbortSignal,
  lab?: Lab,
): Promise<RunResult> {
  const shown = progress(process.stderr, {
    isVerbose: values.verbose ?? false,
    isQuiet: values.quiet ?? false,
  });
  const ticks = setInterval(() => shown.tick(), tickInterval);
  try {
    const going = events(planned, store, {
      signal,
      lab,
      tell: tellMessage,
      trustStore: values['trust-store'] ?? false,
      takeOver: values['take-over'] ?? false,
      allowsPublic: values.yes ?? false,
    });
    return await judgedIn(going, (event) => shown.show(event));
  } finally {
    clearInterval(ticks);
    shown.end();
  }
}

/** @returns what a run comes to. @param onEvent is told what goes on */
export async function judgedIn(
  going: AsyncIterable<RunEvent>,
  onEvent?: (event: RunEvent) => void,
): Promise<RunResult> {
  let judged: RunResult | null = null;
  for await (const event of going) {
    onEvent?.(event);
    if (event.type === 'judged') judged = event.result;
  }
  if (!judged) throw new Error('the run ended without a result');
  return judged;
}

/** @throws Problem RUN_NOT_RESUMABLE, SECRETS_NEEDED, OPTIONS_EXCLUSIVE */
function storedRun(args: Arguments, planned: StoredRun): StoredRun {
  requireResumable(planned, args.verb);
  return withSecrets(planned, args);
}

async function finish(command: string, result: RunResult, values: Values): Promise<number> {
  const { run, trials } = result;
  const failure = problemOf(command, result);
  const file = trials.length > 0 ? await writeReport(result, reportFolder(values, run.id)) : null;
  // One document, also where the run failed.
  if (values.json) printJson(resultDocument(result, failure, values), values);
  else if (file !== null) print(text(result, { ...textOptions(values), report: file }).trimEnd());
  await openReport(file, values);
  // An interrupted gate has no verdict.
  if (run.status !== 'interrupted') writeGate(result, values);
  if (failure) return printProblem(failure, outputOf(result, failure));
  // A script that goes on only where the limits are kept reads this exit code.
  if (foundIn(result).recommendation?.verdict === 'none feasible') return exitCodes.finding;
  if (result.answer.kind === 'capacity') return capacityExit(result.answer.capacity);
  return askedIn(result.plan).gate ? gateExit(result, values.undecided) : exitCodes.fine;
}

/** @returns 1 only if the server does not take the expected load, with 95% confidence: what is undecided is said */
function capacityExit({ expect }: CapacityResult): number {
  if (expect?.word === 'undecided') tell(say(expect.sentence));
  return expect?.word === 'missed' ? exitCodes.finding : exitCodes.fine;
}

/** The last output of the server in the first trial that failed with this problem. */
function outputOf({ trials }: RunResult, { code }: Problem): readonly string[] {
  return trials.find((trial) => trial.problem?.code === code)?.output ?? [];
}

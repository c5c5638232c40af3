/** Runs a plan from the command line: progress, Ctrl-C, reports, and the exit code. */
import { join } from 'node:path';
import { run as events } from '../run/run.ts';
import { ineffectiveFactor } from '../tune/ineffective-factor.ts';
import { askedIn, plannedTrials, type Plan } from '../model/plan.ts';
import { message, say, type AnyMessage } from '../messages/message.ts';
import { exitCodes, Problem, problem } from '../messages/problem.ts';
import type { CapacityResult } from '../model/capacity.ts';
import { redactPlan } from '../redact/redact-plan.ts';
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

/** Runs a new plan. @returns the exit code */
export async function runPlan({ verb, values }: Arguments, plan: Plan): Promise<number> {
  using store = openStore(storeFile(values), 'write');
  return await carryOn(verb, plan, store, values);
}

/** @returns what goes on with a stored run */
export function resumable(args: Arguments, id: string): Work {
  return async () => {
    using store = openStore(storeFile(args.values), 'write');
    return await carryOn(args.verb, storedRun(args, store.read(id)), store, args.values);
  };
}

async function carryOn(
  verb: string,
  planned: Plan | StoredRun,
  store: Store,
  values: Values,
): Promise<number> {
  if (values.out !== undefined) requireFolder(values.out);
  const result = await interruptible((signal) => measure(planned, store, values, signal));
  return finish(verb, result, values);
}

/** Runs it to its end or to the interruption, with its progress shown. @throws what `run` of run/run.ts throws */
export async function measure(
  planned: Plan | StoredRun,
  store: Store,
  values: Values,
  signal: AbortSignal,
): Promise<RunResult> {
  const shown = progress(process.stderr, {
    isVerbose: values.verbose ?? false,
    isQuiet: values.quiet ?? false,
  });
  const ticks = setInterval(() => shown.tick(), tickInterval);
  let judged: RunResult | null = null;
  try {
    const consent = {
      trustStore: values['trust-store'] ?? false,
      takeOver: values['take-over'] ?? false,
      allowsPublic: values.yes ?? false,
    };
    for await (const event of events(planned, store, { signal, tell: tellMessage, ...consent })) {
      shown.show(event);
      if (event.type === 'judged') judged = event.result;
    }
  } finally {
    clearInterval(ticks);
    shown.end();
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
  if (values.json) printJson(resultDocument(result, failure, values));
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

/** What the server of a failed trial said last, where that is why nothing was measured. */
function outputOf({ trials }: RunResult, { code }: Problem): readonly string[] {
  return trials.find((trial) => trial.problem?.code === code)?.output ?? [];
}

/** @param todo how to go on */
export function interrupted({ plan, trials }: Pick<RunResult, 'plan' | 'trials'>, todo: AnyMessage): Problem {
  const done = trials.length;
  // How many trials a search would have taken is not known.
  const isOpen = ['search', 'capacity'].includes(plan.strategy.kind);
  const planned = isOpen ? null : Math.max(done, plannedTrials(plan));
  return problem('INTERRUPTED', { stored: message('interrupted.stored', { done, planned }), todo });
}

/** Why the run as a whole is no result: it was interrupted, or a setting has no trial that counts. */
export function problemOf(
  command: string,
  { run, plan, trials, summaries, checks }: RunResult,
): Problem | null {
  if (run.status === 'interrupted') {
    // Secrets are not stored: whoever goes on gives them again.
    const { lost } = redactPlan(plan).secrets;
    const todo = askedIn(plan).gate
      ? message('interrupted.gate')
      : message('interrupted.resume', { verb: command, id: run.id, lost });
    return interrupted({ plan, trials }, todo);
  }
  const isSearch = plan.strategy.kind === 'search';
  const vain = isSearch ? ineffectiveFactor(plan, trials) : null;
  if (vain) return problem('SETTING_WITHOUT_EFFECT', { sentence: vain.sentence, todo: vain.todo });
  // Of a search most settings are never tried, and one that fails is told of: it is no result only without any answer.
  if (isSearch && summaries.some((summary) => summary.trials > 0)) return null;
  const tried = new Set(trials.map(({ cell }) => cell));
  const empty = summaries.filter((summary) => summary.trials === 0 && (!isSearch || tried.has(summary.cell)));
  if (empty.length === 0) return null;
  const isEmpty = (cell: string) => empty.some((summary) => summary.cell === cell);
  const first = trials.find((trial) => trial.problem && isEmpty(trial.cell))?.problem;
  const flaw = checks.find(
    ({ outcome, effect, cells }) => outcome === 'fail' && effect === 'void' && cells.some(isEmpty),
  );
  if (empty.length === (isSearch ? tried.size : plan.cells.length)) {
    if (first) return new Problem(first);
    if (flaw) return problem('SETTING_VOID', { check: flaw.id, sentence: flaw.sentence });
  }
  return problem('NOTHING_MEASURED', {
    cells: empty.map((summary) => summary.cell).join(', '),
    why: first
      ? message('unmeasured.problem', { code: first.code, what: first.what })
      : message('unmeasured.void'),
    run: run.id,
  });
}

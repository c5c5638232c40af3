/** Runs a plan from the command line: progress, Ctrl-C, reports, and the exit code. */
import { join } from 'node:path';
import { run as events, withoutEffect } from '../run/run.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import { exitCodes, Problem, problem } from '../model/problem.ts';
import { redactPlan } from '../model/redact/redact-plan.ts';
import { isDisturbed } from '../model/sample.ts';
import type { RunResult } from '../model/verdict.ts';
import { openStore, type Store, type StoredRun } from '../store/store.ts';
import { interruptible } from './interruptible.ts';
import type { Arguments, Values } from './options/table.ts';
import { gateExit, writeGate } from './output/gate-output.ts';
import { printProblem } from './output/problem-text.ts';
import { printJson, printText, requireFolder, writeReport } from './output/reports.ts';
import { progress } from './output/progress.ts';
import { withSecrets } from './options/resume.ts';

const defaultStore = join('.chokepoint', 'runs.db');

export function storeFile(values: Values): string {
  return values.store ?? defaultStore;
}

const defaultReports = join('.chokepoint', 'reports');

export function reportFolder(values: Values, run: string): string {
  return values.out ?? join(defaultReports, run);
}

/** Makes sure before anything starts that the report will have a place. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export function requireReportFolder({ out }: Values): void {
  requireFolder(out ?? defaultReports);
}

/**
 * @param command the verb, for the advice on how to go on
 * @returns the exit code
 */
export async function runPlan(
  command: string,
  what: Plan | { resume: string; args: Arguments },
  values: Values,
): Promise<number> {
  if (!('resume' in what)) requireNoConsent(values);
  using store = openStore(storeFile(values), 'write');
  const planned: Plan | StoredRun = 'resume' in what ? resumable(command, what, store) : what;
  if (values.out !== undefined) requireFolder(values.out);
  const result = await interruptible((signal) => measure(planned, store, values, signal));
  return finish(command, result, values);
}

/** What a stored run is allowed means nothing to a new one. @throws Problem OPTION_INVALID */
function requireNoConsent(values: Values): void {
  const given = (['trust-store', 'take-over'] as const).find((name) => values[name]);
  if (given === undefined) return;
  throw problem('OPTION_INVALID', {
    option: `--${given}`,
    value: 'without --resume',
    why: 'It is about a stored run, and this one is new.',
    todo: 'Leave it out, or write --resume RUN.',
  });
}

/** Runs it to its end or to the interruption, with its progress shown. @throws what `run` of run/run.ts throws */
export async function measure(
  planned: Plan | StoredRun,
  store: Store,
  values: Values,
  signal: AbortSignal,
): Promise<RunResult> {
  const shown = progress(process.stderr, values.verbose ?? false);
  let judged: RunResult | null = null;
  try {
    const consent = {
      trustStore: values['trust-store'] ?? false,
      takeOver: values['take-over'] ?? false,
    };
    for await (const event of events(planned, store, { signal, ...consent })) {
      shown.show(event);
      if (event.type === 'judged') judged = event.result;
    }
  } finally {
    shown.end();
  }
  if (!judged) throw new Error('the run ended without a result');
  return judged;
}

/** @throws Problem RUN_NOT_RESUMABLE, SECRETS_NEEDED, OPTION_INVALID */
function resumable(
  command: string,
  { resume, args }: { resume: string; args: Arguments },
  store: Store,
): StoredRun {
  const planned = store.read(resume);
  const verb = ['sweep', 'tune'].includes(planned.plan.name) ? planned.plan.name : 'lab';
  if (verb !== command) {
    throw problem('RUN_NOT_RESUMABLE', {
      id: planned.head.id,
      why: `It was begun with "chokepoint ${verb}".`,
      todo: `Write: chokepoint ${verb} --resume ${planned.head.id}`,
    });
  }
  // The base was checked out for one run, and the working tree may be another by now.
  if (!planned.plan.gate) return withSecrets(planned, args);
  throw problem('RUN_NOT_RESUMABLE', {
    id: planned.head.id,
    why: 'It is a gate: its base was checked out for that run alone, and the working tree may have changed since.',
    todo: 'Start it again; its trials stay readable.',
  });
}

async function finish(command: string, result: RunResult, values: Values): Promise<number> {
  const { run, trials } = result;
  const failure = problemOf(command, result);
  const file = trials.length > 0 ? await writeReport(result, reportFolder(values, run.id)) : null;
  // One document, also when it is bad news.
  if (values.json) printJson(result, failure);
  else if (file !== null) {
    printText(result, values);
    process.stdout.write(`\nReport: ${file}\nRun:    ${run.id} (chokepoint runs show ${run.id})\n`);
  }
  // A gate that was cut off has decided nothing that anybody waits for.
  if (run.status !== 'interrupted') writeGate(result, values);
  if (failure) return printProblem(failure, lastWords(result, failure));
  // Whoever goes on only if the limits are kept must hear that none keeps them.
  if (result.recommendation?.verdict === 'none feasible') return exitCodes.finding;
  return result.plan.gate ? gateExit(result) : exitCodes.fine;
}

/** What the server of a failed trial said last, where that is why nothing was measured. */
function lastWords({ trials }: RunResult, { code }: Problem): readonly string[] {
  return (
    trials
      .find((trial) => trial.problem?.code === code)
      ?.output.filter((line) => line.trim() !== '')
      .slice(-12) ?? []
  );
}

/** @param todo how to go on */
export function interrupted({ plan, trials }: Pick<RunResult, 'plan' | 'trials'>, todo: string): Problem {
  const done = trials.filter((trial) => !isDisturbed(trial)).length;
  // How many a search would have taken nobody knows.
  const all = plan.search ? done : Math.max(done, plannedTrials(plan));
  const of = plan.search ? '' : ` of ${all}`;
  return problem('INTERRUPTED', {
    stored: `${done}${of} ${all === 1 ? 'trial' : 'trials'} ${done === 1 ? 'is' : 'are'}`,
    todo,
  });
}

/** Secrets are not stored: whoever goes on gives them again. */
function goOn(text: string, plan: Plan): string {
  const { lost } = redactPlan(plan).secrets;
  return lost.length === 0 ? text : `${text}, and give again what is not stored: ${lost.join(' ')}`;
}

/** Why the run as a whole is no result: it was interrupted, or a setting has no trial that counts. */
export function problemOf(
  command: string,
  { run, plan, trials, summaries, checks }: RunResult,
): Problem | null {
  if (run.status === 'interrupted') {
    const todo = plan.gate
      ? 'Start it again: a gate measures base and head in one piece.'
      : goOn(`Go on with: chokepoint ${command} --resume ${run.id}`, plan);
    return interrupted({ plan, trials }, todo);
  }
  const vain = plan.search ? withoutEffect(plan, trials) : null;
  if (vain) return problem('SETTING_WITHOUT_EFFECT', { ...vain });
  // Of a search most settings are never tried, and one that fails is told of: it is no result only without any answer.
  if (plan.search && summaries.some((summary) => summary.trials > 0)) return null;
  const tried = new Set(trials.map(({ cell }) => cell));
  const empty = summaries.filter(
    (summary) => summary.trials === 0 && (!plan.search || tried.has(summary.cell)),
  );
  if (empty.length === 0) return null;
  const isEmpty = (cell: string) => empty.some((summary) => summary.cell === cell);
  // A disturbed trial was replaced: it is never why there is nothing.
  const first = trials.find((trial) => trial.problem && !isDisturbed(trial) && isEmpty(trial.cell))?.problem;
  const flaw = checks.find(
    ({ outcome, effect, cells }) => outcome === 'fail' && effect === 'void' && cells.some(isEmpty),
  );
  if (empty.length === (plan.search ? tried.size : plan.cells.length)) {
    if (first) return new Problem(first);
    if (flaw) return problem('SETTING_VOID', { check: flaw.id, sentence: flaw.sentence });
  }
  return problem('NOTHING_MEASURED', {
    cells: empty.map((summary) => summary.cell).join(', '),
    why: first
      ? `${first.code}: ${first.what}`
      : 'Its trials were voided by a validity check; the report says by which.',
    run: run.id,
  });
}

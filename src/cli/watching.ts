/** A watch that the command line shows: what the doctor and a first look have in common. */
import type { JudgedWatch } from '../report/next-step.ts';
import { join } from 'node:path';
import { doctor, type DoctorOptions } from '../doctor/doctor.ts';
import { keptWords } from '../format/last-words.ts';
import { oneLine } from '../format/printable.ts';
import { message, say } from '../messages/message.ts';
import { exitCodes, Problem, problem, reason, sayProblem } from '../messages/problem.ts';
import { severities, type DoctorEvent, type Severity } from '../model/diagnosis.ts';
import type { RunResult } from '../model/verdict.ts';
import { watchPage } from '../report/pages/find.ts';
import type { Values } from './options/table.ts';
import { openReport } from './output/open-report.ts';
import { writeReport } from './output/reports.ts';
import { printProblem, printProblemJson, tell } from './output/terminal.ts';
import { printWatch, writeWatch } from './output/watch-output.ts';

export type WatchOutcome = Pick<JudgedWatch, 'watch' | 'diagnosis'>;

interface WatchListener {
  readonly values: Values;
  /** Takes the last lines of a server that is started. */
  readonly output: string[];
  readonly show: (event: DoctorEvent) => void;
  readonly print: (line: string) => void;
}

/** @throws Problem as `doctor`, WATCH_INTERRUPTED */
export async function watched(
  options: DoctorOptions & { readonly signal: AbortSignal },
  { values, output, show, print }: WatchListener,
): Promise<WatchOutcome> {
  const onLine = (line: string) => {
    if (line.trim() !== '') output.push(oneLine(line));
    if (output.length > keptWords) output.shift();
    if (values.verbose) print(`| ${line}`);
  };
  try {
    for await (const event of doctor({ ...options, onLine, onSilent: (words) => print(say(words)) })) {
      show(event);
      if (event.type === 'ended') return { watch: event.watch, diagnosis: event.diagnosis };
    }
  } catch (error) {
    if (error instanceof Problem || !options.signal.aborted) throw error;
    throw problem('WATCH_INTERRUPTED', reason('interrupted.watch'), { cause: error });
  }
  throw new Error('the watch ended without a diagnosis');
}

/** Why the watch is not what was asked for; null if it is. */
export function cutShort(
  options: Pick<DoctorOptions, 'url'>,
  { watch, diagnosis }: WatchOutcome,
): Problem | null {
  const { end, duration, target } = watch;
  const seconds = (duration / 1000).toFixed(duration < 1000 ? 2 : 1);
  if (end === 'interrupted') return problem('WATCH_INTERRUPTED', reason('interrupted.early', { seconds }));
  // A script may end when it is done; a server that is asked at an address may not.
  const isServer = target.type === 'command' && Boolean(options.url);
  if (end !== 'ended' || !(isServer || diagnosis.status === 'cannot tell')) return null;
  return problem('WATCH_CUT_SHORT', {
    seconds,
    how: watch.exit ?? message('own-server.unknown'),
    todo: message(target.type === 'command' ? 'own-server.start-by-hand' : 'cut-short.pid'),
  });
}

/** The exit code of a watch. What cannot be told is no success; a proved setting is an answer, even where the limit stays unknown. */
function exitCode({ diagnosis, look }: JudgedWatch, failOn: Severity | null): number {
  const { status, findings } = diagnosis;
  const reached =
    failOn !== null && findings.some((one) => severities.indexOf(one.severity) <= severities.indexOf(failOn));
  if (reached) return exitCodes.finding;
  const isKnown = status !== 'cannot tell' || look?.proof?.verdict === 'proved';
  return isKnown ? exitCodes.fine : exitCodes.unmeasured;
}

interface Ending {
  readonly values: Values;
  /** What a started server wrote last. */
  readonly output: readonly string[];
  /** Why the watch was cut short. */
  readonly failure: Problem | null;
  /** Why no report can be kept where nobody named a folder. */
  readonly unkept: Problem | null;
  readonly failOn: Severity | null;
  /** Folder of the report; null: no files are written. */
  readonly dir: string | null;
  /** The judged run of a proof, which has a report of its own; null: there is none. */
  readonly run?: RunResult | null;
  /** Whether the head and the steps are printed already. */
  readonly isBegun?: boolean;
}

/** Writes the report, and prints the answer also where that fails. @returns the exit code */
export async function finishWatch(judged: JudgedWatch, ending: Ending): Promise<number> {
  const { values, output, failure, unkept, failOn, dir, run = null, isBegun = false } = ending;
  const ofProof = run !== null && run.trials.length > 0 ? run : null;
  const page = watchPage(judged, ofProof && 'proof/report.html');
  let file: string | null = null;
  let unwritten: Problem | null = null;
  try {
    if (dir !== null && ofProof) await writeReport(ofProof, join(dir, 'proof'));
    if (dir !== null) file = await writeWatch(judged, page, dir);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    unwritten = error;
  }
  printWatch(judged, page, { file, failure: failure ?? unwritten, isBegun, values });
  if (unkept) tell(say(message('output.unkept', { why: sayProblem(unkept).why })));
  await openReport(file, values);
  if (unwritten) printProblem(unwritten);
  if (failure) return printProblem(failure, failure.code === 'WATCH_CUT_SHORT' ? output : []);
  return unwritten?.exit ?? exitCode(judged, failOn);
}

/** Tells why there was no watch. @returns the exit code. @throws what is no Problem */
export function tellFailure(error: unknown, values: Values, output: readonly string[]): number {
  if (!(error instanceof Problem)) throw error;
  if (values.json) printProblemJson(error);
  // This problem has the last lines in its own words: they are not said twice.
  return printProblem(error, error.code === 'NO_NODE_PROCESS' ? [] : output);
}

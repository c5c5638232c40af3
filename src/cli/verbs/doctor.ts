/** `doctor`: watches a running server, says what holds it back, and leaves a report behind. */
import { diagnose, doctor, payload, type DoctorOptions } from '../../doctor/doctor.ts';
import { severities, type Diagnosis, type Severity } from '../../model/diagnosis.ts';
import { message, say, type Message } from '../../messages/message.ts';
import { exitCodes, Problem, problem, reason } from '../../messages/problem.ts';
import { redactWords } from '../../model/redact/redact.ts';
import type { Watch, WatchTarget } from '../../model/watch.ts';
import type { DoctorReport } from '../../report/pages/doctor.ts';
import { keptWords } from '../../format/last-words.ts';
import { oneLine } from '../../format/printable.ts';
import { deeperCommand, doctorArguments, type DoctorRequest } from '../options/doctor.ts';
import { openMetrics } from '../output/doctor-metrics.ts';
import { printDoctorJson, printDoctorText, writeDoctorReport } from '../output/doctor-output.ts';
import { readWatch } from '../options/doctor-replay.ts';
import { doctorView } from '../output/doctor-view.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { openReport } from '../output/open-report.ts';
import { requireFolder, tellUnkept, whyNoReports } from '../output/reports.ts';
import { print, printProblem, printProblemJson } from '../output/terminal.ts';
import { reportFolder } from '../run.ts';

type Watching = Extract<DoctorRequest, { type: 'watch' }>;
type Seen = { readonly watch: Watch; readonly diagnosis: Diagnosis };

export async function runDoctor(args: Arguments): Promise<Work> {
  const request = doctorArguments(args);
  const { values } = args;
  if (request.type === 'payload') return () => (print(payload()), exitCodes.fine);
  if (request.type === 'replay') {
    if (values.out !== undefined) requireFolder(values.out);
    return () => replay(request.file, request.failOn, values);
  }
  // Before anything starts.
  const unkept = whyNoReports(values.out);
  return () => watchAndTell(request, values, unkept);
}

async function watchAndTell(request: Watching, values: Values, unkept: Problem | null): Promise<number> {
  const output: string[] = [];
  try {
    const seen = await interruptible((signal) => watched(request, values, signal, output));
    const { failOn, options } = request;
    const deeper = deeperCommand(options, seen.watch);
    const dir = unkept ? null : reportFolder(values, seen.watch.id);
    const failure = cutShort(options, seen);
    return await finish({ ...seen, deeper }, { values, failOn, dir, failure, output, unkept });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (values.json) printProblemJson(error);
    // Where it has the last lines in its own words, they are not said twice.
    return printProblem(error, error.code === 'NO_NODE_PROCESS' ? [] : output);
  }
}

async function watched(
  request: Watching,
  values: Values,
  signal: AbortSignal,
  output: string[],
): Promise<Seen> {
  const { options, isLive, metrics } = request;
  const onLine = (line: string) => {
    if (line.trim() !== '') output.push(oneLine(line));
    if (output.length > keptWords) output.shift();
    if (values.verbose) view.print(`| ${line}`);
  };
  await using served = metrics === null ? null : await openMetrics(metrics);
  const target = shownTarget(options.target);
  using view = doctorView({ target, duration: options.duration, isLive, values });
  if (served) view.print(say(message('cli.metrics', { url: `http://127.0.0.1:${served.port}/metrics` })));
  try {
    const onSilent = (words: Message) => view.print(say(words));
    for await (const event of doctor({ ...options, signal, onLine, onSilent })) {
      served?.take(event);
      view.show(event);
      if (event.type === 'ended') return event;
    }
  } catch (error) {
    if (error instanceof Problem || !signal.aborted) throw error;
    throw problem('WATCH_INTERRUPTED', reason('interrupted.watch'), { cause: error });
  }
  throw new Error('the watch ended without a diagnosis');
}

function shownTarget(target: WatchTarget): WatchTarget {
  return target.type === 'pid' ? target : { ...target, command: redactWords(target.command) };
}

/** Its files are written only where that was asked for: it has a report already. */
function replay(file: string, failOn: Severity | null, values: Values): Promise<number> {
  const watch = readWatch(file);
  let diagnosis: Diagnosis;
  try {
    diagnosis = diagnose(watch);
  } catch (error) {
    throw problem('REPLAY_INVALID', { file, why: message('replay.form') }, { cause: error });
  }
  const dir = values.out ?? (values.open ? reportFolder(values, watch.id) : null);
  return finish({ watch, diagnosis, deeper: null }, { values, failOn, dir, failure: null, output: [] });
}

/** Why the watch is not what was asked for; null if it is. */
export function cutShort(options: Pick<DoctorOptions, 'url'>, { watch, diagnosis }: Seen): Problem | null {
  const { end, duration, target } = watch;
  const seconds = (duration / 1000).toFixed(duration < 1000 ? 2 : 1);
  if (end === 'interrupted') return problem('WATCH_INTERRUPTED', reason('interrupted.early', { seconds }));
  // A script may end when it is done; a server that is asked at an address may not.
  const isServer = target.type === 'command' && Boolean(options.url);
  if (end !== 'ended' || !(isServer || diagnosis.status === 'cannot tell')) return null;
  return problem('WATCH_CUT_SHORT', {
    seconds,
    how: watch.exit ?? message('own-server.unknown'),
    todo: message(target.type === 'command' ? 'cut-short.command' : 'cut-short.pid'),
  });
}

interface Ending {
  readonly values: Values;
  readonly failOn: Severity | null;
  /** Null: no files are written. */
  readonly dir: string | null;
  readonly failure: Problem | null;
  /** What a started server wrote last. */
  readonly output: readonly string[];
  /** Why there can be no report, though nobody forbade it. */
  readonly unkept?: Problem | null;
}

/** @returns the exit code */
async function finish(
  report: DoctorReport,
  { values, failOn, dir, failure, output, unkept }: Ending,
): Promise<number> {
  const code = exitCode(report.diagnosis, failOn);
  let file: string | null = null;
  let unwritten: Problem | null = null;
  try {
    if (dir !== null) file = writeDoctorReport(report, dir);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    unwritten = error;
  }
  if (values.json) printDoctorJson(report, values, failure ?? unwritten);
  else printDoctorText(report, file, values);
  if (unkept) tellUnkept(unkept);
  await openReport(file, values);
  if (unwritten) printProblem(unwritten);
  if (failure) return printProblem(failure, failure.code === 'WATCH_CUT_SHORT' ? output : []);
  if (unwritten) return unwritten.exit;
  return code;
}

/** What could not be told is no reason to go on as if all were well. */
export function exitCode({ status, findings }: Diagnosis, failOn: Severity | null): number {
  const reached =
    failOn !== null && findings.some((one) => severities.indexOf(one.severity) <= severities.indexOf(failOn));
  if (reached) return exitCodes.finding;
  return status === 'cannot tell' ? exitCodes.unmeasured : exitCodes.fine;
}

/** `doctor`: watches a running server, says what holds it back, and leaves a report behind. */
import { diagnose, payload } from '../../doctor/doctor.ts';
import type { Diagnosis, DoctorEvent, Severity } from '../../model/diagnosis.ts';
import { message, say } from '../../messages/message.ts';
import { exitCodes, problem, reasonOf, type Problem } from '../../messages/problem.ts';
import { nodeProcesses } from '../../host/listeners.ts';
import { hasProc, systemName } from '../../host/processes.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { pad } from '../../format/width.ts';
import { DoctorMetrics } from '../../metrics/doctor-metrics.ts';
import { openPage } from '../../metrics/page.ts';
import { redactWords } from '../../redact/redact.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { deeperCommand, doctorArguments, type DoctorRequest } from '../options/doctor.ts';
import { readWatch } from '../options/read-input.ts';
import { doctorView } from '../output/doctor-view.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { requireFolder, whyNoReports } from '../output/reports.ts';
import { print, printJson } from '../output/terminal.ts';
import { reportFolder } from '../run.ts';
import { cutShort, finishWatch, tellFailure, watched, type WatchOutcome } from '../watching.ts';

type Watching = Extract<DoctorRequest, { type: 'watch' }>;

export async function runDoctor(args: Arguments): Promise<Work> {
  const request = doctorArguments(args);
  const { values } = args;
  if (request.type === 'payload') return () => (print(payload()), exitCodes.fine);
  if (request.type === 'list') return () => list(values);
  if (request.type === 'replay') {
    if (values.out !== undefined) requireFolder(values.out);
    return () => replay(request.file, request.failOn, values);
  }
  // Found out before anything starts.
  const unkept = whyNoReports(values.out);
  return () => watchAndTell(request, values, unkept);
}

/** @throws Problem LOOK_NEEDS_LINUX */
function list(values: Values): number {
  if (!hasProc) throw problem('LOOK_NEEDS_LINUX', { platform: systemName });
  const processes = printable(nodeProcesses());
  if (values.json) printJson({ schema: 1, processes }, values);
  else
    for (const { pid, ports, command } of processes)
      print(
        oneLine(
          `${pad(String(pid), 8, 'left')} ${pad(ports.map((port) => `:${port}`).join(' '), 14, 'left')} ${command}`,
        ),
      );
  return exitCodes.fine;
}

async function watchAndTell(request: Watching, values: Values, unkept: Problem | null): Promise<number> {
  const output: string[] = [];
  try {
    const seen = await interruptible((signal) => watchShown(request, values, signal, output));
    const { failOn, options } = request;
    const deeper = deeperCommand(options, seen.watch);
    const dir = unkept ? null : reportFolder(values, seen.watch.id);
    const failure = cutShort(options, seen);
    return await finishWatch({ ...seen, deeper }, { values, failOn, dir, failure, output, unkept });
  } catch (error) {
    return tellFailure(error, values, output);
  }
}

async function watchShown(
  { options, isLive, metrics }: Watching,
  values: Values,
  signal: AbortSignal,
  output: string[],
): Promise<WatchOutcome> {
  await using served = metrics === null ? null : await openMetrics(metrics);
  const target = shownTarget(options.target);
  using view = doctorView({ target, duration: options.duration, isLive, values });
  if (served) view.print(say(message('cli.metrics', { url: `http://127.0.0.1:${served.port}/metrics` })));
  return await watched(
    { ...options, signal },
    {
      values,
      output,
      print: (line) => view.print(line),
      show(event) {
        served?.take(event);
        view.show(event);
      },
    },
  );
}

/** Serves the metrics of a watch to a Prometheus on this machine. @param port 0: any that is free. @throws Problem METRICS_PORT_TAKEN */
async function openMetrics(port: number) {
  const metrics = new DoctorMetrics();
  try {
    const page = await openPage({ host: '127.0.0.1', port, text: () => metrics.text() });
    return { ...page, take: (event: DoctorEvent) => metrics.take(event) };
  } catch (error) {
    throw problem('METRICS_PORT_TAKEN', { port, why: reasonOf(error) }, { cause: error });
  }
}

function shownTarget(target: WatchTarget): WatchTarget {
  return target.type === 'pid' ? target : { ...target, command: redactWords(target.command) };
}

/** Judges a stored watch again. It has a report already: files are written only where that was asked for. */
function replay(file: string, failOn: Severity | null, values: Values): Promise<number> {
  const { look, ...watch } = readWatch(file);
  let diagnosis: Diagnosis;
  try {
    diagnosis = diagnose(watch);
  } catch (error) {
    throw problem('REPLAY_INVALID', { file, why: message('replay.form') }, { cause: error });
  }
  const dir = values.out ?? (values.open ? reportFolder(values, watch.id) : null);
  const ending = { values, failOn, dir, failure: null, output: [], unkept: null };
  return finishWatch({ watch, diagnosis, deeper: null, ...(look && { look }) }, ending);
}

/** From the arguments of `doctor` to what is to be done. */
import { findTarget, originsOf, type DoctorOptions, type FoundTarget } from '../../doctor/doctor.ts';
import type { Severity } from '../../model/diagnosis.ts';
import { commandLine, mask, readCommandLine, typedLine, optionOfLoad } from '../../messages/command-line.ts';
import { atOrigin, isToBeFound } from '../../format/address.ts';
import { describeLoad } from '../../model/plan.ts';
import type { Milliseconds } from '../../model/units.ts';
import { redactAsked } from '../../redact/redact-asked.ts';
import type { Watch, WatchTarget } from '../../model/watch.ts';
import { requestWords } from './find.ts';
import { invalid, time } from './values.ts';
import type { Arguments } from './parse.ts';
import { addressOf, measuring } from './sweep.ts';
import { defaults } from './defaults.ts';
import { loadOptions } from './table.ts';

export type DoctorRequest =
  | { readonly type: 'payload' }
  | { readonly type: 'list' }
  | { readonly type: 'replay'; readonly file: string; readonly failOn: Severity | null }
  | {
      readonly type: 'watch';
      readonly options: DoctorOptions;
      readonly isLive: boolean;
      /** Port of the metrics; null: none are served. */
      readonly metrics: number | null;
      readonly failOn: Severity | null;
    };

/** A server that is watched until Ctrl-C is loaded until then; a window needs an end. */
const longestLoad: Milliseconds = 24 * 3_600_000;

/** @throws Problem OPTION_INVALID, OPTIONS_EXCLUSIVE, ARGUMENT_MISSING, LOAD_INVALID, URL_INVALID, SCENARIO_INVALID */
export function doctorArguments(args: Arguments): DoctorRequest {
  const { values, command, faults } = args;
  const {
    replay: file,
    pid: named,
    'fail-on': failOn = null,
    watch: isLive = false,
    capture = null,
  } = values;
  const found: FoundTarget | undefined =
    named && (faults.read(() => findTarget(named)) ?? { pid: 0, port: null });
  const pid = found?.pid;
  // Null: until it is interrupted, or the server has ended.
  const duration =
    values.duration ?? (isLive ? null : defaults.doctor.duration[pid === undefined ? 'command' : 'pid']);
  if (values.duration !== undefined) faults.read(() => time(1000)(`${values.duration}ms`, '--duration'));
  const isLoad = values.load !== 'none' && values.url === undefined;
  const isAsked = pid === undefined || (isLoad && loadOptions.some((name) => values[name] !== undefined));
  const asked = typedLine('', optionOfLoad(values.load ?? defaults.load));
  const origin =
    !found || found.pid === 0 || !isAsked ? null : (faults.read(() => originOf(found, asked)) ?? null);
  const load = isAsked ? loadOf(args, duration, origin) : {};
  const isChosen = pid !== undefined || values.load !== undefined;
  const sent = load.job && isChosen && { load: describeLoad(load.job.load) };
  const request = redactAsked(requestWords(args), () => mask);
  const way = { ...sent, ...(request.length > 0 && { request }) };
  const target: WatchTarget = found
    ? {
        type: 'pid',
        pid: found.pid,
        ...(found.port !== null && { port: found.port }),
        ...(found.app !== undefined && { app: found.app }),
        ...way,
      }
    : { type: 'command', command, ...way };
  if (capture !== null && duration !== null && capture >= duration)
    faults.add(invalid('--capture', `${capture / 1000}s`, 'capture.fit', { neededMs: 2 * capture }));
  faults.end();
  if (values.list) return { type: 'list' };
  if (values['print-payload']) return { type: 'payload' };
  if (file !== undefined) return { type: 'replay', file, failOn };
  return {
    type: 'watch',
    options: {
      target,
      duration,
      attach: values.attach ?? false,
      ...(values['try-binary'] && { tryBinary: true }),
      capture,
      profile: values.profile ?? false,
      ...load,
    },
    isLive,
    metrics: values.prometheus ?? null,
    failOn,
  };
}

/**
 * The command that would see more; null where all was asked for already. An unknown build is tried first: that starts
 * nothing in the process, and `--attach` has to know the build as well.
 */
export function deeperCommand(
  { target, attach = false, tryBinary }: DoctorOptions,
  watch: Watch,
): string | null {
  if (target.type !== 'pid') return null;
  const isUntried = watch.processes.some(
    ({ look }) => look.ok && !look.subject.peek.ok && look.subject.peek.code === 'PEEK_UNTRIED',
  );
  const next = isUntried && !tryBinary ? 'try-binary' : attach === false ? 'attach' : null;
  if (next === null) return null;
  const options = {
    ...readCommandLine(target.request ?? []).options,
    // The same load, or it would be looked at without any.
    load: target.load,
    attach: attach === false ? next === 'attach' : attach === 'unsure' ? [attach] : true,
    'try-binary': tryBinary || next === 'try-binary',
  };
  return commandLine('doctor', options, {
    words: [target.app ?? (target.port === undefined ? String(target.pid) : `:${target.port}`)],
  });
}

/** @returns where a running server is sent its load. @param load in words of the command line. @throws Problem OPTION_INVALID */
function originOf({ pid, port }: FoundTarget, load: string): string {
  const origins = originsOf(pid);
  const ports = [...origins.keys()].toSorted((one, other) => one - other);
  if (port === null && ports.length > 1)
    throw invalid('doctor', String(pid), 'port.several', { pid, ports, load });
  const origin = origins.get(port ?? ports[0] ?? 0);
  if (origin === undefined) throw invalid('doctor', String(pid), 'port.none', { pid, load });
  return origin;
}

/**
 * What the server is asked, and for how long; with `--load none` nothing.
 * @param origin of one that runs; null: the doctor starts it
 */
function loadOf(
  args: Arguments,
  duration: Milliseconds | null,
  origin: string | null,
): Partial<DoctorOptions> {
  const { values, cwd, faults } = args;
  const base = { cwd, startTimeout: values['start-timeout'] ?? defaults.startTimeout };
  if (values.load === 'none') return { ...base, url: faults.read(() => addressOf(values)) ?? null };
  const { load, requests: planned, warmup, timeout, seed } = measuring(args);
  if (
    load.kind === 'none' ||
    load.kind === 'batch' ||
    (load.kind === 'closed' && load.requestsEach !== undefined)
  ) {
    if (load.kind !== 'none') faults.add(invalid('--load', values.load ?? '', 'load.endless'));
    return base;
  }
  const requests = planned.map((request) =>
    origin !== null && isToBeFound(request.url)
      ? { ...request, url: atOrigin(origin, request.url) }
      : request,
  );
  return {
    ...base,
    url: requests[0]?.url ?? null,
    job: { load, requests, warmup, duration: duration ?? longestLoad, timeout, seed, traces: 0 },
  };
}

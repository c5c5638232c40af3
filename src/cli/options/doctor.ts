/** From the words of `doctor` to what is to be done; what is wrong with them is found here, before anything starts. */
import type { DoctorOptions } from '../../doctor/doctor.ts';
import type { Severity } from '../../model/diagnosis.ts';
import { problem } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Watch, WatchTarget } from '../../model/watch.ts';
import { severities } from '../../report/doctor/outline.ts';
import { milliseconds, wholeNumber } from './values.ts';
import { commonOptions, loadOptions, type Arguments, type OptionName, type Values } from './table.ts';
import { defaults, localUrl, measuring } from './sweep.ts';

export type DoctorRequest =
  | { readonly type: 'payload' }
  | { readonly type: 'replay'; readonly file: string; readonly failOn: Severity | null }
  | {
      readonly type: 'watch';
      readonly options: DoctorOptions;
      readonly isLive: boolean;
      /** Port of the metrics; null: none are served. */
      readonly metrics: number | null;
      readonly failOn: Severity | null;
    };

/** Trace events cost the target something each. */
const longestCapture: Milliseconds = 5000;
const usual = { pid: '4s', command: '10s' } as const;
/** A server that is watched until Ctrl-C is loaded until then; a window needs an end. */
const longestLoad: Milliseconds = 24 * 3_600_000;
const findPid = 'ps -C node -o pid,args lists them';

/** @throws Problem OPTION_INVALID, ARGUMENT_MISSING, LOAD_INVALID, URL_INVALID, SCENARIO_INVALID */
export function doctorArguments(args: Arguments): DoctorRequest {
  const { values, words } = args;
  if (words.length > 0) {
    throw problem('OPTION_INVALID', {
      option: 'doctor',
      value: words.join(' '),
      why: 'It takes options, and behind "--" the command of a server that it is to start.',
      todo: /^\d+$/.test(words[0] ?? '')
        ? `Write --pid ${words[0]}`
        : 'Write --pid N for a process that runs, or "--" before a command: chokepoint doctor -- node server.js',
    });
  }
  const failOn = severity(values['fail-on']);
  if (values['print-payload']) {
    requireAlone(args, 'print-payload', ['pid', 'attach']);
    return { type: 'payload' };
  }
  if (values.replay !== undefined) {
    requireAlone(args, 'replay', ['fail-on']);
    return { type: 'replay', file: values.replay, failOn };
  }
  const target = targetOf(args);
  const duration = durationOf(values, target);
  return {
    type: 'watch',
    options: {
      target,
      duration,
      attach: values.attach ?? false,
      ...(values['try-binary'] && { tryBinary: true }),
      capture: capture(values, target, duration),
      profile: values.profile ?? false,
      ...(target.type === 'command' ? loadOf(args, duration) : {}),
    },
    isLive: values.watch ?? false,
    metrics: values.prometheus === undefined ? null : port(values.prometheus),
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
  const consent = [
    ...(attach === false ? [] : [attach === 'unsure' ? '--attach=unsure' : '--attach']),
    ...(tryBinary ? ['--try-binary'] : []),
  ];
  const next = isUntried && !tryBinary ? '--try-binary' : attach === false ? '--attach' : null;
  return next && ['chokepoint doctor --pid', target.pid, ...consent, next].join(' ');
}

/** What else was asked for would be passed over. */
function requireAlone(
  { values, command }: Arguments,
  name: OptionName,
  besides: readonly OptionName[],
): void {
  const fits = new Set<OptionName>([name, ...besides, ...commonOptions]);
  const other = (Object.keys(values) as OptionName[]).find((each) => !fits.has(each));
  const given = other === undefined ? command[0] : `--${other}`;
  if (given === undefined) return;
  throw problem('OPTIONS_EXCLUSIVE', {
    option: `--${name}`,
    other: other === undefined ? `a command ("${command.join(' ')}")` : given,
    why:
      name === 'replay'
        ? 'What was watched is in the file: nothing is started, and nobody is asked again.'
        : 'It prints the code and ends: nothing is watched.',
    todo: 'Leave one of the two out.',
  });
}

function targetOf({ values, command }: Arguments): WatchTarget {
  const foreign = loadOptions.find((name) => values[name] !== undefined);
  if (values.pid === undefined && command.length === 0) throw nobodyMeant(values, foreign);
  if (values.pid === undefined) {
    if (values.attach) {
      throw problem('OPTIONS_EXCLUSIVE', {
        option: '--attach',
        other: `a command ("${command.join(' ')}")`,
        why: 'A server that the doctor starts has the probe in it from the beginning.',
        todo: 'Leave --attach out.',
      });
    }
    return { type: 'command', command };
  }
  const pid = wholeNumber('--pid', values.pid, 1, `Write the number of a Node process: ${findPid}.`);
  if (command.length > 0 || foreign !== undefined) {
    throw problem('OPTIONS_EXCLUSIVE', {
      option: '--pid',
      other: foreign === undefined ? `a command ("${command.join(' ')}")` : `--${foreign}`,
      why: 'A server that runs already is watched under the load that it has; the doctor sends it none.',
      todo: 'Leave one of the two out: --pid N, or --url U --load closed:64 -- COMMAND.',
    });
  }
  return { type: 'pid', pid };
}

/** @param foreign what says something of a load already */
function nobodyMeant({ url }: Values, foreign: OptionName | undefined) {
  if (foreign === undefined) {
    return problem('ARGUMENT_MISSING', {
      name: '--pid',
      why: 'It has to be known which server is meant.',
      todo: `Write --pid N (${findPid}), or start one: chokepoint doctor -- node server.js`,
    });
  }
  const address = url ?? 'http://127.0.0.1:3000/';
  const asked = /:(\d+)(?:[/?#]|$)/.exec(address)?.[1] ?? '3000';
  return problem('ARGUMENT_MISSING', {
    name: 'The command of the server',
    why: `--${foreign} belongs to a server that the doctor starts itself; one that runs already is watched by its number.`,
    todo: `Write chokepoint doctor --url ${address} -- node server.js, or --pid N alone (ss -ltnp "sport = :${asked}" names who listens there).`,
  });
}

/** Null: until it is interrupted, or the server has ended. */
function durationOf(values: Values, target: WatchTarget): Milliseconds | null {
  if (values.for !== undefined) return milliseconds('--for', values.for, 1000);
  return values.watch ? null : milliseconds('--for', usual[target.type]);
}

function capture(values: Values, target: WatchTarget, duration: Milliseconds | null): Milliseconds | null {
  if (values.capture === undefined) return null;
  const wanted = milliseconds('--capture', values.capture, 500);
  const refuse = (why: string, todo: string) =>
    problem('OPTION_INVALID', { option: '--capture', value: values.capture ?? '', why, todo });
  if (wanted > longestCapture)
    throw refuse('Trace events burden the process, so they are taken for 5 s at most.', 'Write --capture 3s');
  if (duration !== null && wanted >= duration)
    throw refuse(
      'It has to fit into the watch, with time before it.',
      `Watch longer: --for ${(2 * wanted) / 1000}s`,
    );
  if (target.type === 'pid' && !values.attach) {
    throw problem('ARGUMENT_MISSING', {
      name: '--attach',
      why: 'Trace events are taken from inside the process, and without consent nothing enters it.',
      todo: 'Add --attach, or leave --capture out.',
    });
  }
  return wanted;
}

function loadOf(args: Arguments, duration: Milliseconds | null): Partial<DoctorOptions> {
  const { values } = args;
  const startTimeout = milliseconds(
    '--start-timeout',
    values['start-timeout'] ?? defaults['start-timeout'],
    1,
  );
  const base = { cwd: process.cwd(), startTimeout };
  if (values.load === undefined) {
    const idle = loadOptions.find(
      (name) => !['url', 'start-timeout'].includes(name) && values[name] !== undefined,
    );
    if (idle === undefined) return { ...base, url: values.url === undefined ? null : localUrl(values.url) };
    throw problem('ARGUMENT_MISSING', {
      name: '--load',
      why: `--${idle} says something of a load, and without --load the doctor sends none.`,
      todo: 'Write --load closed:64, or leave it out.',
    });
  }
  const { load, requests, warmup, timeout, seed } = measuring(args);
  if (
    load.kind === 'none' ||
    load.kind === 'batch' ||
    (load.kind === 'closed' && load.requestsEach !== undefined)
  ) {
    throw problem('OPTION_INVALID', {
      option: '--load',
      value: values.load ?? '',
      why: 'The doctor loads the server for as long as it watches it; this load ends by its number of requests.',
      todo: 'Write --load closed:64, or --load rate:100',
    });
  }
  const url = requests[0]?.url ?? null;
  return {
    ...base,
    url,
    job: { load, requests, warmup, duration: duration ?? longestLoad, timeout, seed, traces: 0 },
  };
}

function port(text: string): number {
  const todo = 'Write --prometheus 9464, or --prometheus 0 for any that is free.';
  const value = wholeNumber('--prometheus', text, 0, todo);
  if (value < 65_536) return value;
  throw problem('OPTION_INVALID', {
    option: '--prometheus',
    value: text,
    why: 'Ports go up to 65535.',
    todo,
  });
}

function severity(text: string | undefined): Severity | null {
  if (text === undefined) return null;
  const found = severities.find((each) => each === text);
  if (found !== undefined) return found;
  throw problem('OPTION_INVALID', {
    option: '--fail-on',
    value: text,
    why: `It takes ${severities.join(', ')}.`,
    todo: 'Write --fail-on critical',
  });
}

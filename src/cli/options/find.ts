/** From the arguments of `chokepoint -- COMMAND` to what is to be found out: nothing has to be named. */
import type { DoctorOptions } from '../../doctor/doctor.ts';
import type { Severity } from '../../model/diagnosis.ts';
import type { Request } from '../../model/plan.ts';
import type { Milliseconds } from '../../model/units.ts';
import { optionWords, readCommandLine, requestNames } from '../../messages/command-line.ts';
import { atAnyPort } from '../../format/address.ts';
import { redactAsked } from '../../redact/redact-asked.ts';
import type { Arguments } from './parse.ts';
import { known } from '../output/terminal.ts';
import { measuring } from './sweep.ts';
import { time } from './values.ts';
import { defaults } from './defaults.ts';

const { find: usual } = defaults;
/** It is watched at least so long. */
const leastWatched: Milliseconds = 1000;
/** It has had seconds of load by then: new connections come up to speed. */
const warmup: Milliseconds = 500;

export interface FindRequest {
  readonly options: Omit<DoctorOptions, 'signal' | 'onLine' | 'approach'> & {
    readonly duration: Milliseconds;
  };
  /** As they are sent, at any port unless one was named. */
  readonly requests: readonly Request[];
  readonly command: readonly string[];
  readonly cwd: string;
  readonly seed: number;
  readonly timeout: Milliseconds;
  readonly startTimeout: Milliseconds;
  readonly failOn: Severity | null;
  /** The words that ask another verb for the same request. */
  readonly asked: readonly string[];
}

/** @throws Problem OPTION_INVALID, URL_INVALID */
export function findArguments(args: Arguments): FindRequest {
  const { values, command, faults } = args;
  const { requests: planned, cwd, seed, startTimeout } = measuring(args);
  const duration = values.duration ?? usual.duration;
  faults.read(() => time(leastWatched)(`${duration}ms`, '--duration'));
  faults.end();
  const asked = requestWords(args);
  const shown = redactAsked(asked, (value) => known.take(value));
  const requests = planned.map((one) => ({
    ...one,
    expectStatus: one.expectStatus ?? [...usual.expectStatus],
  }));
  const answerWithin = values.timeout ?? usual.timeout;
  const job = {
    load: { kind: 'closed', clients: 1 },
    requests,
    warmup,
    duration,
    timeout: answerWithin,
    seed,
    traces: 0,
  } as const;
  return {
    options: {
      target: { type: 'command', command, ...(shown.length > 0 && { request: shown }) },
      duration,
      cwd,
      url: requests[0]?.url ?? atAnyPort('/'),
      startTimeout,
      job,
    },
    requests,
    command,
    cwd,
    seed,
    timeout: answerWithin,
    startTimeout,
    failOn: values['fail-on'] ?? null,
    asked,
  };
}

/** @returns the options that say how the server is asked */
export function requestWords({ asked }: Pick<Arguments, 'asked'>): string[] {
  const { options } = readCommandLine(asked);
  return optionWords(Object.fromEntries(requestNames.map((name) => [name, options[name]])));
}

/** Without a proof, and with one: of a server that starts within two seconds. */
export const limits = { usual: 25_000, most: 90_000 } as const;

/** From the arguments of `chokepoint -- COMMAND` to what is to be found out: nothing has to be named. */
import type { DoctorOptions } from '../../doctor/doctor.ts';
import type { Severity } from '../../model/diagnosis.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { ProofOptions } from '../../run/proof.ts';
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
  /** How it is started and asked, at any port unless one was named; `asked` has the words that ask another verb for the same. */
  readonly server: Pick<
    ProofOptions,
    'command' | 'cwd' | 'requests' | 'seed' | 'timeout' | 'startTimeout' | 'asked'
  >;
  readonly failOn: Severity | null;
}

/** @throws Problem OPTION_INVALID, URL_INVALID */
export function findArguments(args: Arguments): FindRequest {
  const { values, faults } = args;
  const { command, requests: planned, cwd, seed, startTimeout } = measuring(args);
  const duration = values.duration ?? usual.duration;
  faults.read(() => time(leastWatched)(`${duration}ms`, '--duration'));
  faults.end();
  const asked = requestWords(args);
  const shown = redactAsked(asked, (value) => known.take(value));
  const requests = planned.map((one) => ({
    ...one,
    expectStatus: one.expectStatus ?? [...usual.expectStatus],
  }));
  const timeout = values.timeout ?? usual.timeout;
  const job = {
    load: { kind: 'closed', clients: 1 },
    requests,
    warmup,
    duration,
    timeout,
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
    server: { command, cwd, requests, seed, timeout, startTimeout, asked },
    failOn: values['fail-on'] ?? null,
  };
}

/** @returns the options that say how the server is asked */
export function requestWords({ asked }: Pick<Arguments, 'asked'>): string[] {
  const { options } = readCommandLine(asked);
  return optionWords(Object.fromEntries(requestNames.map((name) => [name, options[name]])));
}

/** Without a proof, and with one: of a server that starts within two seconds. */
export const limits = { usual: 25_000, most: 90_000 } as const;

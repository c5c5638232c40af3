/** From the words of `sweep` to a plan; what is wrong with them is found here, before anything starts. */
import { readFileSync } from 'node:fs';
import { cpus, planSweep } from '../../run/run.ts';
import { parseLoad } from '../../model/load-text.ts';
import { requireLocal } from '../../model/local-url.ts';
import { requestSchema, type Load, type Plan, type Request } from '../../model/plan.ts';
import { problem, reasonOf } from '../../model/problem.ts';
import { redactText } from '../../model/redact/redact.ts';
import { parseScenario } from '../../model/scenario.ts';
import { parseVary, type Factor } from '../../model/vary.ts';
import { milliseconds, share, wholeNumber } from './values.ts';
import { type Arguments, type Values } from './table.ts';
import { readInput } from './read-input.ts';
import { requestHeaders } from './request-headers.ts';

/** The keys that every command of a user understands. */
const keys = ['pool', 'processes', 'cpus'];

export const defaults = {
  load: 'closed:10',
  duration: '10s',
  warmup: '5s',
  timeout: '30s',
  'start-timeout': '30s',
  /** Of a run that stops by itself. */
  budget: '10m',
};

/** @throws Problem of every kind that a command line can have */
export function sweepArguments(args: Arguments): Plan {
  const { values } = args;
  const common = measuring(args);
  if (!values.vary?.length) {
    throw problem('ARGUMENT_MISSING', {
      name: '--vary',
      why: 'A sweep compares settings, so it needs to know which.',
      todo: 'Write --vary pool=1,4,16',
    });
  }
  requireGate(values);
  return planSweep({ ...common, factors: factors(values.vary), ...stopping(values) });
}

/** Levels of the user's own command. @throws Problem VARY_KEY_UNKNOWN, VARY_LEVEL_INVALID */
export function factors(vary: readonly string[]): Factor[] {
  const context = { keys, open: true, cpus: cpus() };
  return vary.map((text) => parseVary(text, context));
}

/** Options that mean nothing where nothing is held to anything. */
function requireGate(values: Values): void {
  const given = (['fail-if-worse', 'metric', 'prepare', 'summary', 'junit'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (given === undefined) return;
  throw problem('ARGUMENT_MISSING', {
    name: '--against',
    why: `--${given} belongs to a gate, and a gate holds the working tree to something.`,
    todo: 'Write --against main, or --against last for the newest stored run.',
  });
}

/** What a sweep and a gate have in common: the server, and how it is loaded. */
export function measuring({ asked, values, words, command }: Arguments, verb = 'sweep') {
  if (words.length > 0) {
    throw problem('OPTION_INVALID', {
      option: verb,
      value: words.join(' '),
      why: 'It takes options, and behind "--" the command of your server.',
      todo: `Put "--" before the command: chokepoint ${verb} … -- node server.js`,
    });
  }
  if (command.length === 0) throw problem('SERVER_COMMAND_MISSING', { verb });
  const load = parseLoad(values.load ?? defaults.load);
  const requests = values.scenario === undefined ? [request(values)] : scenario(values.scenario, values);
  for (const { url } of requests) requireLocal(url);
  const { duration, warmup } = times(values, load);
  return {
    asked,
    command,
    cwd: process.cwd(),
    requests,
    load,
    seed: seed(values),
    warmup,
    duration,
    timeout: milliseconds('--timeout', values.timeout ?? defaults.timeout, 1),
    startTimeout: milliseconds('--start-timeout', values['start-timeout'] ?? defaults['start-timeout'], 1),
  };
}

/** The last of the looks (stats/sequential.ts): whoever has not found a difference by then will hardly find it. */
export const mostBlocks = 28;

/** `--blocks` alone: exactly so many. Else it stops when enough is known, or the time is used up. */
function stopping({ blocks, precision, budget }: Values): Pick<Plan, 'blocks' | 'stopping'> {
  const most = blocks === undefined ? mostBlocks : wholeNumber('--blocks', blocks, 1);
  if (blocks !== undefined && precision === undefined && budget === undefined)
    return { blocks: most, stopping: null };
  const time = budget ?? (blocks === undefined ? defaults.budget : undefined);
  return {
    blocks: most,
    stopping: {
      delta: 0.05,
      ...(precision === undefined ? {} : { precision: share('--precision', precision) }),
      ...(time === undefined ? {} : { budget: milliseconds('--budget', time, 1000) }),
    },
  };
}

export function seed(values: Values): number {
  return values.seed === undefined
    ? Math.floor(Math.random() * 2 ** 31)
    : wholeNumber('--seed', values.seed, 0);
}

/** A load that ends by its number of requests has no duration, and no warm-up unless one is asked for. */
function times(values: Values, load: Load): { duration: number | null; warmup: number } {
  const isCounted = load.kind === 'batch' || (load.kind === 'closed' && load.requestsEach !== undefined);
  if (isCounted && values.duration !== undefined) {
    throw problem('OPTION_INVALID', {
      option: '--duration',
      value: values.duration,
      why: 'This load ends by its number of requests.',
      todo: 'Leave one of the two out: --load closed:32 --duration 10s, or --load closed:32x1000.',
    });
  }
  return {
    duration: isCounted ? null : milliseconds('--duration', values.duration ?? defaults.duration, 100),
    warmup: milliseconds('--warmup', values.warmup ?? (isCounted ? '0s' : defaults.warmup)),
  };
}

export function scenario(file: string, values: Values): Request[] {
  const given = (['url', 'method', 'header', 'body', 'expect-status'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (given !== undefined) {
    throw problem('OPTION_INVALID', {
      option: '--scenario',
      value: `--${given}`,
      why: 'The scenario says of each request where it goes and what it is.',
      todo: 'Leave one of the two out.',
    });
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw problem('SCENARIO_INVALID', {
      file,
      why: reasonOf(error),
    });
  }
  return parseScenario(text, file);
}

function request(values: Values): Request {
  const { url, method, header = [], body } = values;
  if (url === undefined) {
    throw problem('ARGUMENT_MISSING', {
      name: '--url',
      why: 'The load must know where your server listens.',
      todo: 'Write --url http://127.0.0.1:3000/',
    });
  }
  requireUrl(url);
  const { headers, hidden } = requestHeaders(header);
  const statuses = values['expect-status']?.split(',').map((code) => status(code));
  return requestSchema.parse({
    url,
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    headers,
    ...(hidden.length > 0 && { hidden: [...hidden] }),
    ...(body === undefined
      ? {}
      : body.startsWith('@')
        ? { body: readBody(body.slice(1)), hiddenBody: true }
        : { body }),
    ...(statuses === undefined ? {} : { expectStatus: statuses }),
  });
}

function status(text: string): number {
  const code = wholeNumber('--expect-status', text, 100);
  if (code < 600) return code;
  throw problem('OPTION_INVALID', {
    option: '--expect-status',
    value: text,
    why: 'HTTP statuses go from 100 to 599.',
    todo: 'Write --expect-status 200,304',
  });
}

const mostBody = 64 * 1024 * 1024;

export function readBody(file: string): string {
  try {
    return readInput(file, mostBody);
  } catch (error) {
    const why = reasonOf(error);
    throw problem('OPTION_INVALID', {
      option: '--body',
      value: `@${file}`,
      why,
      todo: 'Name a regular file of at most 64 MiB.',
    });
  }
}

function requireUrl(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw problem('URL_INVALID', { value: redactText(url), why: 'It is no http or https address.' });
}

/** Where a server of this machine listens. @throws Problem URL_INVALID */
export function localUrl(url: string): string {
  requireUrl(url);
  requireLocal(url);
  return url;
}

/** From the arguments of `sweep` to a plan, and what every verb that loads a server reads of its arguments. */
import { cpus } from '../../run/run.ts';
import { planSweep, trialTime } from '../../run/plans.ts';
import { requireShared } from '../../load/remote/split.ts';
import { scriptHash } from '../../run/engines.ts';
import { ownAddresses, requireLocal } from '../../host/network-place.ts';
import { describeLoad, requestSchema, type Load, type Plan, type Request } from '../../model/plan.ts';
import { problem } from '../../messages/problem.ts';
import { parseLoad } from '../../run/load-text.ts';
import { atAnyPort, atOrigin, hostOf, reachOf } from '../../format/address.ts';
import type { Milliseconds } from '../../model/units.ts';
import { parseVary } from '../../run/vary.ts';
import type { Factor } from '../../model/factor.ts';
import { invalid, localUrl } from './values.ts';
import type { Arguments } from './parse.ts';
import type { Values } from './table.ts';
import { defaults } from './defaults.ts';
import { readInput, readInputAs, whyUnread } from './read-input.ts';
import { requestHeaders } from './request-headers.ts';

/** The keys that every command of a user understands. */
const keys = ['pool', 'processes', 'cpus'];

/** @throws Problem of every kind that a command line can have */
export function sweepArguments(args: Arguments): Plan {
  const { values, faults } = args;
  const varied = factors(args);
  const common = measuring(args);
  faults.end();
  const plan = planSweep({ ...common, factors: varied, ...stopping(values) });
  requireTime(values.budget, plan, fewestBlocks * plan.cells.length);
  return plan;
}

/** Of what chooses its own windows, whatever the server. */
export const leastBudget: Milliseconds = 10_000;
/** Trials of a setting, before anything can be said of it. */
export const fewestBlocks = 2;

/** What would end before it has compared anything need not begin. @param trials that this takes. @throws Problem OPTION_INVALID */
export function requireTime(
  budget = Infinity,
  window: Parameters<typeof trialTime>[0],
  trials: number,
): void {
  const trialMs = trialTime(window);
  const neededMs = trials * trialMs;
  if (budget < neededMs)
    throw invalid('--budget', `${budget / 1000}s`, 'budget.short', { trialMs, neededMs });
}

/** @returns levels that are varied; of a faulty one, none. @param own keys of an experiment; else those of the user's own command */
export function factors({ values: { vary = [] }, faults }: Arguments, own?: readonly string[]): Factor[] {
  const context = { keys: own ?? keys, open: own === undefined, cpus: cpus() };
  return vary.flatMap((text) => faults.read(() => parseVary(text, context)) ?? []);
}

/** What a sweep and a gate have in common: the server, and how it is loaded. What is wrong with it is in `faults`. */
export function measuring(args: Arguments) {
  const { asked, values, command, cwd, faults } = args;
  const { timeout = defaults.timeout, duration } = values;
  const load: Load = faults.read(() => parseLoad(values.load ?? defaults.load)) ?? { kind: 'none' };
  const requests = faults.read(() => requestsOf(values)) ?? [];
  // A load that ends by its number of requests has no duration, and no warm-up unless one is asked for.
  const isCounted = load.kind === 'batch' || (load.kind === 'closed' && load.requestsEach !== undefined);
  if (isCounted && duration !== undefined)
    faults.add(invalid('--duration', `${duration / 1000}s`, 'value.duration-counted'));
  const { engine } = values;
  const sha256 = engine && faults.read(() => requireScript(engine.script, load));
  return {
    asked,
    command,
    cwd,
    requests,
    load,
    ...(engine && { engine: { ...engine, sha256 } }),
    seed: seed(values),
    warmup: values.warmup ?? (isCounted ? 0 : defaults.warmup),
    duration: isCounted ? null : (duration ?? defaults.duration),
    timeout,
    startTimeout: values['start-timeout'] ?? defaults.startTimeout,
    ...generatorsOf(args, load, requests),
  };
}

/** @returns its hash @throws Problem OPTION_INVALID if the file cannot be read, or k6 has no such load */
function requireScript(script: string, load: Load): string {
  let hash: string;
  try {
    hash = scriptHash(script);
  } catch (error) {
    throw invalid('--engine', `k6:${script}`, 'engine.script', { reason: whyUnread(error) });
  }
  const isTimed = load.kind === 'closed' && load.requestsEach === undefined;
  if (load.kind !== 'none' && load.kind !== 'rate' && !isTimed)
    throw invalid('--load', describeLoad(load), 'engine.load');
  return hash;
}

/** The commands of generators, if the load can be shared by so many, and may go where it goes. */
function generatorsOf({ values, faults }: Arguments, load: Load, requests: readonly Request[]) {
  const { generator: generators, yes = false } = values;
  if (!generators) return {};
  if (load.kind !== 'none') faults.read(() => requireShared(load, generators.length));
  const strange = requests.map(({ url }) => hostOf(url)).find((host) => reachOf(host) === 'public');
  if (strange !== undefined && !yes) faults.add(problem('CONSENT_NEEDED', { address: strange }));
  return { generators: [...generators] };
}

/** The last of the looks (stats/sequential.ts): whoever has not found a difference by then will hardly find it. */
export const mostBlocks = 28;

/** `--blocks` alone: exactly so many. Else it stops when enough is known, or the time is used up. */
function stopping({ blocks, precision, budget }: Values): Pick<Plan, 'blocks' | 'strategy'> {
  if (blocks !== undefined && precision === undefined && budget === undefined)
    return { blocks, strategy: { kind: 'all' } };
  const time = budget ?? (blocks === undefined ? defaults.budget : undefined);
  return {
    blocks: blocks ?? mostBlocks,
    strategy: {
      kind: 'sequence',
      stopping: {
        delta: 0.05,
        ...(precision !== undefined && { precision }),
        ...(time !== undefined && { budget: time }),
      },
    },
  };
}

export function seed(values: Values): number {
  return values.seed ?? Math.floor(Math.random() * 2 ** 31);
}

/** Several kinds of request with weights and checks. @throws Problem SCENARIO_INVALID */
export function scenario(file: string): Request[] {
  const read = readInputAs(file, mostBody, requestSchema.array().min(1));
  if ('why' in read) throw problem('SCENARIO_INVALID', { file, why: read.why });
  return read.data;
}

function requestsOf(values: Values): Request[] {
  if (values.scenario !== undefined) {
    const requests = scenario(values.scenario);
    for (const { url } of requests) requireLocal(url, ownIf(values));
    return requests;
  }
  const { method, header = [], body, 'expect-status': expectStatus } = values;
  const { headers: given, hidden } = requestHeaders(header);
  const headers =
    encodingIn(given) === undefined ? { ...given, 'accept-encoding': defaults.acceptEncoding } : given;
  const content = body === undefined ? {} : bodyOf(body);
  const request = {
    url: addressOf(values) ?? atAnyPort('/'),
    ...(method !== undefined && { method: method.toUpperCase() }),
    headers,
    ...(hidden.length > 0 && { hidden }),
    ...content,
    ...(expectStatus && { expectStatus }),
  };
  return [requestSchema.parse(request)];
}

/** @returns the name of the header, as it is written there */
function encodingIn(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(headers).find((name) => name.toLowerCase() === 'accept-encoding');
}

/**
 * The header that nobody asked for, as a stored run sent it, or left out as there: older runs had none, and what is held to
 * one of them is to be loaded alike. What the user chose stays, and a value that the store has only as a mask is not taken.
 */
export function encodedAsStored(
  requests: readonly Request[],
  stored: readonly Request[],
  { scenario: file, header = [] }: Pick<Values, 'scenario' | 'header'>,
): Request[] {
  const isChosen = file !== undefined || header.some((text) => /^\s*accept-encoding\s*:/i.test(text));
  return requests.map((request, index) => {
    const then = stored[index];
    const name = then && encodingIn(then.headers);
    if (isChosen || !then || (name !== undefined && then.hidden?.includes(name))) return request;
    const { 'accept-encoding': _, ...headers } = request.headers;
    const value = name === undefined ? undefined : then.headers[name];
    return { ...request, headers: value === undefined ? headers : { ...headers, 'accept-encoding': value } };
  });
}

/** The address that the options name; a path alone is one at any port. Null: they name none. @throws Problem URL_INVALID */
export function addressOf(values: Values): string | null {
  const { url, path } = values;
  if (url === undefined) return path === undefined ? null : atAnyPort(path);
  const address = localUrl(url, ownIf(values));
  return path === undefined ? address : atOrigin(new URL(address).origin, new URL(path, address).href);
}

/** A generator elsewhere needs an address of this machine that is not loopback. */
const ownIf = ({ generator }: Values) => (generator ? ownAddresses() : []);

const mostBody = 64 * 1024 * 1024;

/** A body that comes from a file is never shown. */
export function bodyOf(text: string): { body: string; hiddenBody?: true } {
  if (!text.startsWith('@')) return { body: text };
  try {
    return { body: readInput(text.slice(1), mostBody), hiddenBody: true };
  } catch (error) {
    throw invalid('--body', text, 'value.body', { reason: whyUnread(error) });
  }
}

/** The commands that reports print: the same once more, with another value, or the next question about the same server. */
import {
  amountNames,
  commandLine,
  readCommandLine,
  requestNames,
  type OptionValues,
} from '../../messages/command-line.ts';
import { hostOf, isToBeFound, reachOf } from '../../format/address.ts';
import { askedIn, describeLoad, type Cell, type Plan, type Setting } from '../../model/plan.ts';
import { startedUnder } from '../../apply/apply.ts';
import { nodeCommand } from '../../apply/node-command.ts';

/**
 * The command that measures the same again, in the same order.
 * @param blocks another number of them than the run had
 */
export function repeatCommand(plan: Plan, blocks = plan.blocks): string {
  const { seed, duration, warmup } = plan;
  // A time that was given would end it before the further blocks.
  if (plan.asked.length > 0)
    return again(plan, { seed, ...(blocks !== plan.blocks && { blocks, budget: undefined }) });
  const order = { ...(!askedIn(plan).leaving && { blocks }), seed };
  if (plan.subject.kind !== 'command')
    return commandLine('lab', { [plan.scale]: true, ...order }, { words: [plan.name] });
  const vary = plan.factors.map(({ key, levels }) => `${key}=${levels.join(',')}`);
  const window = { ...(duration !== null && { duration: `${duration}ms` }), warmup: `${warmup}ms` };
  return onward(plan.name, plan, { options: { vary, ...window, ...order } });
}

/** The command as it was typed, with other values of some options. */
export function again({ asked }: Pick<Plan, 'asked'>, other: OptionValues = {}): string {
  const { verb, options, ...rest } = readCommandLine(asked);
  return commandLine(verb, { ...options, ...other }, rest);
}

/** Options that say by whom the load is sent. */
const ofSender = ['engine', 'generator'];

/**
 * The command that asks the next question about the same server under the same load: every report that names one writes it here.
 * @param options in front of what was asked; a load among them takes the place of what was sent
 * @param setting what the server is to be started under; without it, as it was
 */
export function onward(
  verb: string,
  { asked, subject, cells = [] }: Pick<Plan, 'asked' | 'subject'> & Partial<Pick<Plan, 'cells'>>,
  { options = {}, setting = {} }: { readonly options?: OptionValues; readonly setting?: Setting } = {},
): string {
  const own = asked.length === 0 && cells[0] ? requestOptions(cells[0]) : readCommandLine(asked).options;
  const isOtherLoad = amountNames.some((name) => options[name] !== undefined);
  // The doctor sends its load itself.
  const names = [
    ...requestNames,
    ...(isOtherLoad ? [] : amountNames),
    ...(verb === 'doctor' ? [] : ofSender),
  ];
  const load = Object.fromEntries(names.map((name) => [name, own[name]]));
  const command = subject.kind === 'command' ? subject.command : [];
  const { variables, words } = startedUnder(setting, command);
  const line = commandLine(verb, { ...options, ...load }, { command: words });
  return [...variables, line].join(' ');
}

/** The command as it was typed, with twice the time, in which a search can end. */
export function longerCommand(plan: Plan): string {
  const minutes = Math.max(10, Math.ceil((2 * (plan.limit ?? 0)) / 60_000));
  return again(plan, { budget: `${minutes}m` });
}

/** The same search over processes, where the pool does not matter; null where the command starts no plain script, or there is one CPU. */
export function processesCommand(plan: Pick<Plan, 'asked' | 'subject'>, cpus: number): string | null {
  const { asked, subject } = plan;
  if (asked.length === 0 || cpus < 2 || subject.kind !== 'command' || !nodeCommand(subject.command))
    return null;
  return again(plan, { vary: 'processes=1,cores' });
}

/** Options that name the address; none for `/` of a server whose port is found, since that is what is asked by default. */
function addressOf(url: string): OptionValues {
  if (!isToBeFound(url) || reachOf(hostOf(url)) !== 'loopback') return { url };
  const { pathname, search } = new URL(url);
  return pathname + search === '/' ? {} : { path: pathname + search };
}

/** Options that name the requests of a cell. A scenario came from a file, whose name a plan does not keep. */
function requestOptions({ load, requests, engine }: Cell): OptionValues {
  const [request] = requests;
  const amount = { load: describeLoad(load) };
  if (request && typeof engine === 'object')
    return { ...addressOf(request.url), engine: `k6:${engine.script}`, ...amount };
  if (request === undefined || requests.length > 1) return { scenario: 'FILE', ...amount };
  const { url, method, headers, body } = request;
  return {
    ...addressOf(url),
    method: method === 'GET' ? undefined : method,
    header: Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    body,
    ...amount,
  };
}

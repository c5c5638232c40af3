/** The commands that reports print: the same once more, with another value, or the next question about the same server. */
import { hostOf, isToBeFound, reachOf } from '../../model/load-text.ts';
import { askedIn, describeLoad, type Cell, type Plan, type Setting } from '../../model/plan.ts';
import { startedUnder } from '../../model/apply/apply.ts';
import { nodeCommand } from '../../model/apply/node-command.ts';
import { typedAgain } from '../../model/redact/redact-asked.ts';

/**
 * The command that measures the same again, in the same order.
 * @param blocks another number of them than the run had
 */
export function repeatCommand(plan: Plan, blocks = plan.blocks): string {
  if (plan.asked.length > 0) {
    const words = withSeed(plan);
    return typedAgain(blocks === plan.blocks ? words : withOption(words, '--blocks', String(blocks)));
  }
  const order = [...(askedIn(plan).leaving ? [] : ['--blocks', String(blocks)]), '--seed', String(plan.seed)];
  if (plan.subject.kind !== 'command') return typedAgain(['lab', plan.name, `--${plan.scale}`, ...order]);
  return onward(plan.name, plan, {
    options: [
      ...plan.factors.flatMap(({ key, levels }) => ['--vary', `${key}=${levels.join(',')}`]),
      ...(plan.duration === null ? [] : ['--duration', `${plan.duration}ms`]),
      '--warmup',
      `${plan.warmup}ms`,
      ...order,
    ],
  });
}

/** Options that say what is sent, from where and by what, in front of their values: `-c 8`, `-qc8`, `--path=/list`. */
const ofRequest =
  /^(?:-[hqvV]*[mHb]|--(?:url|path|method|header|body|scenario|expect-status|timeout|start-timeout)(?==|$))/;
const ofAmount = /^(?:-[hqvV]*[cr]|--(?:clients|rate|load)(?==|$))/;
/** The doctor sends its load itself. */
const ofSender = /^--(?:engine|generator)(?==|$)/;

/**
 * The command that asks the next question about the same server under the same load: every report that names one writes it here.
 * @param options in front of what was asked; a load among them takes the place of what was sent
 * @param setting what the server is to be started under; without it, as it was
 */
export function onward(
  verb: string,
  { asked, subject, cells = [] }: Pick<Plan, 'asked' | 'subject'> & Partial<Pick<Plan, 'cells'>>,
  { options = [], setting = {} }: { readonly options?: readonly string[]; readonly setting?: Setting } = {},
): string {
  const own = asked.slice(0, endOfOwn(asked));
  const isOtherLoad = options.some((word) => ofAmount.test(word));
  const load =
    asked.length === 0 && cells[0] !== undefined
      ? requestOptions(cells[0])
      : own.flatMap((word, i) => {
          const isTaken = ofRequest.test(word) || (ofAmount.test(word) && !isOtherLoad);
          if (!isTaken && (verb === 'doctor' || !ofSender.test(word))) return [];
          return /^--.*=|^-[^-]*?[crmHb]./s.test(word) ? [word] : [word, own[i + 1] ?? ''];
        });
  const command = subject.kind === 'command' ? subject.command : [];
  const { variables, words } = startedUnder(setting, command);
  const first = verb === 'find' ? [] : [verb];
  return [...variables, typedAgain([...first, ...options, ...load, '--', ...words])].join(' ');
}

/** The command as it was typed, with twice the time, in which a search can end. */
export function longerCommand({ asked, limit }: Plan): string {
  const minutes = Math.max(10, Math.ceil((2 * (limit ?? 0)) / 60_000));
  return typedAgain(withOption(asked, '--budget', `${minutes}m`));
}

/** What may matter where the pool does not: the same search over processes; null where the command starts no plain script, or there is one CPU. */
export function processesCommand(
  { asked, subject }: Pick<Plan, 'asked' | 'subject'>,
  cpus: number,
): string | null {
  if (asked.length === 0 || cpus < 2 || subject.kind !== 'command' || !nodeCommand(subject.command))
    return null;
  return typedAgain(withOption(asked, '--vary', 'processes=1,cores'));
}

/** The words with another value of an option. */
export function withOption(asked: readonly string[], option: string, value: string): string[] {
  const at = endOfOwn(asked);
  const own = asked.slice(0, at);
  const kept = own.filter(
    (word, i) => word !== option && !word.startsWith(`${option}=`) && own[i - 1] !== option,
  );
  return [...kept, option, value, ...asked.slice(at)];
}

/** Where the words of the server's command begin. */
const endOfOwn = (asked: readonly string[]) => (asked.includes('--') ? asked.indexOf('--') : asked.length);

/** The words as they were typed; the seed was drawn if it was not among them. */
function withSeed({ asked, seed }: Plan): readonly string[] {
  return asked.some((word) => /^--seed(=|$)/.test(word)) ? asked : withOption(asked, '--seed', String(seed));
}

/** `/` is what is asked where nothing is said. */
function addressOptions(url: string): string[] {
  if (!isToBeFound(url) || reachOf(hostOf(url)) !== 'loopback') return ['--url', url];
  const { pathname, search } = new URL(url);
  return pathname + search === '/' ? [] : ['--path', pathname + search];
}

/** A scenario came from a file, whose name a plan does not keep. */
function requestOptions({ load, requests, engine }: Cell): string[] {
  const [request] = requests;
  const amount = ['--load', describeLoad(load)];
  if (request && typeof engine === 'object')
    return [...addressOptions(request.url), '--engine', `k6:${engine.script}`, ...amount];
  if (request === undefined || requests.length > 1) return ['--scenario', 'FILE', ...amount];
  const { url, method, headers, body } = request;
  return [
    ...addressOptions(url),
    ...(method === 'GET' ? [] : ['--method', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`]),
    ...(body === undefined ? [] : ['--body', body]),
    ...amount,
  ];
}

/**
 * The options of a program become the words of a command line, and are read as they are there: both have the same defaults,
 * limits and problems, and a stored run says how to repeat it.
 */
import { commands } from '../cli/commands.ts';
import { parseOptions, type Arguments } from '../cli/options/parse.ts';
import { kebab } from '../cli/options/values.ts';

/** Names of times: the command line reads bare numbers as seconds. */
const times = new Set(['timeout', 'startTimeout', 'warmup', 'duration', 'budget']);
/** They are no options of the command line. */
const others = new Set(['command', 'target', 'headers', 'signal', 'onEvent']);

type Value = string | number | boolean | undefined;

interface Given {
  readonly command?: readonly string[];
  readonly target?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the arguments of a verb, as its words on a command line would be read */
export function argumentsOf(verb: string, options: object): Arguments {
  const { command = [], target, headers = {} } = options as Given;
  const named = Object.entries(options as Record<string, Value>).filter(([name]) => !others.has(name));
  const words = [
    ...(target === undefined ? [] : [String(target)]),
    ...named.flatMap(([name, value]) => wordsOf(name, value)),
    ...Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`),
    ...(command.length > 0 ? ['--', ...command] : []),
  ];
  const known = commands.find(({ name }) => name === verb);
  if (!known) throw new Error(`there is no verb ${verb}`);
  return parseOptions(known, words, commands);
}

function wordsOf(name: string, value: Value | readonly Value[]): string[] {
  if (typeof value === 'object') return value.flatMap((one) => wordsOf(name, one));
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${kebab(name)}`];
  return [`--${kebab(name)}=${value}${times.has(name) ? 'ms' : ''}`];
}

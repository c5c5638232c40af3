/**
 * The options of a program become the words of a command line, and are read as they are there: both have the same defaults,
 * limits and problems, and a stored run says how to repeat it.
 */
import { commands } from '../cli/commands.ts';
import { parseOptions, type Arguments } from '../cli/options/parse.ts';
import { options as table, type Option, type OptionName } from '../cli/options/table.ts';
import { kebab } from '../cli/options/values.ts';
import { optionWords, type OptionValues } from '../messages/command-line.ts';

/** They are no options of the command line. */
const others = new Set(['command', 'target', 'headers', 'signal', 'onEvent']);

interface SpecialOptions {
  readonly command?: readonly string[];
  readonly target?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the arguments of a verb, as its words on a command line would be read */
export function argumentsOf(verb: string, options: object): Arguments {
  const { command = [], target, headers = {} } = options as SpecialOptions;
  const named = Object.entries(options as OptionValues).filter(([name]) => !others.has(name));
  // The command line reads a bare number as seconds.
  const isTime = (name: string) => (table[name as OptionName] as Option | undefined)?.value === 'TIME';
  const given = named.map(([name, value]) => {
    const typed = kebab(name);
    return [typed, typeof value === 'number' && isTime(typed) ? `${value}ms` : value];
  });
  const header = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const words = [
    ...(target === undefined ? [] : [String(target)]),
    ...optionWords({ ...Object.fromEntries(given), header }),
    ...(command.length > 0 ? ['--', ...command] : []),
  ];
  const known = commands.find(({ name }) => name === verb);
  if (!known) throw new Error(`there is no verb ${verb}`);
  return parseOptions(known, words, commands);
}

/** What a folder keeps (settings-file.ts), put before what was typed, which wins. */
import { requestNames } from '../../model/command-line.ts';
import type { Arguments, Command } from './parse.ts';
import type { Settings } from './settings-file.ts';
import { loadOptions, loads, options, type Option, type OptionName } from './table.ts';

export interface Settled {
  /** The whole command line: what is kept, then what was typed. */
  readonly args: readonly string[];
  /** Where the command is started. */
  readonly cwd: string;
  /** The words that come from the file; empty: none. */
  readonly kept: readonly string[];
  /** Options of the file that this verb does not have. */
  readonly foreign: readonly OptionName[];
}

/** @param args after the verb, as they were read in `typed` */
export function settled(
  command: Command,
  args: readonly string[],
  settings: Settings,
  { given, cwd }: Pick<Arguments, 'given' | 'cwd'>,
): Settled {
  const asTyped = { args, cwd, kept: [], foreign: [] };
  // A stored run, a list, a replay: they stand alone.
  if (Array.from(given, optionOf).some((option) => option?.alone)) return asTyped;
  const names = [...settings.words.keys()].filter((name) => isUsed(name, command, given));
  const words = names
    .filter((name) => hasWhatItRequires(name, new Set([...given, ...names])))
    .flatMap((name) => wordsOf(name, settings, isTyped(given)));
  const isStarted =
    command.takesCommand && settings.command.length > 0 && !given.has('command') && fits('command', given);
  const server = isStarted ? ['--', ...settings.command] : [];
  const foreign = [...settings.words.keys()].filter((name) => !command.options.includes(name));
  if (words.length + server.length === 0) return { ...asTyped, foreign };
  return {
    args: [...words, ...args, ...server],
    cwd: isStarted ? settings.folder : cwd,
    kept: [...words, ...server],
    foreign,
  };
}

/** Of somebody else's folder they would choose what is executed, sent or asked. */
const asking: ReadonlySet<string> = new Set(requestNames.filter((name) => !name.endsWith('timeout')));

/** Who types a command or a target has chosen what is started and asked: a folder may only say how long and how much. */
const isTyped = (given: ReadonlySet<string>) => given.has('command') || given.has('pid');

/** A variable or an argument of the server is no measure of it: only these are. */
function wordsOf(name: OptionName, settings: Settings, isLimited: boolean): readonly string[] {
  const words = settings.words.get(name) ?? [];
  const isServers =
    isLimited && name === 'vary' && words.some((word) => /^(?:--vary=)?(?:env|arg):/.test(word));
  return isServers ? [] : words;
}

function isUsed(name: OptionName, command: Command, given: ReadonlySet<string>): boolean {
  if (!command.options.includes(name) || given.has(name) || !fits(name, given)) return false;
  const isOf = (names: readonly string[]) => names.includes(name);
  // Nobody sends a load to a server in production because a folder keeps one.
  if (given.has('pid') && isOf(loadOptions) && !loads.some((one) => given.has(one))) return false;
  if (isTyped(given) && (asking.has(name) || given.has('against'))) return false;
  // A gate holds its settings; those that are kept are compared. Where its command is typed, nothing that the change under
  // test brings may set how it is measured.
  return !(given.has('against') && name === 'vary');
}

/** Whether neither of the two excludes the other. */
function fits(name: string, given: ReadonlySet<string>): boolean {
  const excludes = (one: string, other: string) => optionOf(one)?.excludes?.of.includes(other) ?? false;
  return [...given].every((other) => !excludes(name, other) && !excludes(other, name));
}

function hasWhatItRequires(name: OptionName, given: ReadonlySet<string>): boolean {
  const { requires }: Option = options[name];
  return !requires || requires.of.some((other) => given.has(other));
}

function optionOf(name: string): Option | undefined {
  return (options as Readonly<Record<string, Option>>)[name];
}

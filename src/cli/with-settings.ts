/** A command line with the settings that its folder keeps. They are said, so that nobody has to guess what was measured. */
import { oneLine } from '../format/printable.ts';
import { message, say } from '../messages/message.ts';
import { quoted } from '../messages/shell.ts';
import { redactAsked } from '../redact/redact-asked.ts';
import { parseOptions, type Arguments, type Command } from './options/parse.ts';
import { findSettings, settingsFiles, type Search, type Settings } from './options/settings-file.ts';
import { known, tellAside, tellMessage } from './output/terminal.ts';
import { requestNames } from '../messages/command-line.ts';
import { loadOptions, loads, options, type Option, type OptionName } from './options/table.ts';

/**
 * @param words after the verb
 * @param typed the same, read
 * @param verbs all of them
 * @throws Problem SETTINGS_INVALID
 */
export async function withSettings(
  command: Command,
  words: readonly string[],
  typed: Arguments,
  verbs: readonly Command[],
): Promise<Arguments> {
  if (typed.values.settings === false) return typed;
  const { settings: here, doubted } = findSettings(typed.cwd);
  if (doubted) tellDoubt(doubted);
  const ofBase = await settingsOfBase(typed);
  const settings = ofBase === undefined ? here : ofBase;
  const overruled = ofBase === undefined ? [] : differing(ofBase, here);
  if (!settings) return { ...typed, overruled };
  const { args, cwd, kept, foreign } = settled(command, words, settings, typed);
  // Options that this verb does not have are no mistake, since a file serves all verbs: only `--verbose` names them.
  if (typed.values.verbose && foreign.length > 0) {
    const names = foreign.map((name) => `--${name}`).join(', ');
    tellAside(oneLine(say(message('cli.settings-foreign', { file: settings.file, names }))));
  }
  if (kept.length === 0) return { ...typed, overruled };
  const shown = redactAsked(kept, (value) => known.take(value));
  const line = message('cli.from-settings', { file: settings.file, words: shown.map(quoted).join(' ') });
  if (!typed.values.quiet) tellAside(oneLine(say(line)));
  return { ...parseOptions(command, args, verbs, cwd), overruled };
}

/**
 * Reads the settings that the base of a gate keeps: a change that is tested must not say how it is tested.
 * @returns null: the base has none; undefined: there is no such base, or nothing of a folder is used
 */
async function settingsOfBase({ cwd, values, command }: Arguments): Promise<Settings | null | undefined> {
  const { against } = values;
  if (against === undefined || against === 'last' || command.length > 0) return undefined;
  const { isRevision, textAt } = await import('../server/base.ts');
  if (!(await isRevision(cwd, against))) return undefined;
  const texts = new Map<string, string | null>();
  for (const file of settingsFiles(cwd)) texts.set(file, await textAt(against, file));
  return findSettings(cwd, (path) => {
    const text = texts.get(path) ?? null;
    return text === null ? null : { path, text, doubt: null };
  }).settings;
}

/** @returns the keys in which one file says otherwise than another */
function differing(one: Settings | null, other: Settings | null): string[] {
  const valuesOf = (settings: Settings | null) =>
    new Map<string, string>([
      ['command', (settings?.command ?? []).join(' ')],
      ...Array.from(settings?.words ?? [], ([name, words]) => [name, words.join(' ')] as const),
    ]);
  const [first, second] = [valuesOf(one), valuesOf(other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (name) => first.get(name) !== second.get(name),
  );
}

/** Whether the folder keeps a command, or at least has a script that starts one. @throws Problem SETTINGS_INVALID */
export function searchHere(): { readonly hasCommand: boolean; readonly hasStart: boolean } {
  const { settings, doubted, hasStart } = findSettings(process.cwd());
  if (doubted) tellDoubt(doubted);
  return { hasCommand: settings !== null && settings.command.length > 0, hasStart };
}

function tellDoubt({ file, doubt }: NonNullable<Search['doubted']>): void {
  const uid = doubt.by === 'owner' ? doubt.uid : null;
  const note = message('cli.settings-doubted', { file, uid });
  tellMessage(message('cli.note', { note }));
}

interface Settled {
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
  // An option that stands alone (a stored run, a list, a replay) takes no settings.
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

/** Options that choose what is executed, sent or asked. Where a command or a target is typed, none comes from a folder. */
const asking: ReadonlySet<string> = new Set(requestNames.filter((name) => !name.endsWith('timeout')));

/** Whether a command or a target is typed: then a folder may only say how long and how much. */
const isTyped = (given: ReadonlySet<string>) => given.has('command') || given.has('pid');

/** The words of a kept option. @param isLimited leaves out variables and arguments of the server */
function wordsOf(name: OptionName, settings: Settings, isLimited: boolean): readonly string[] {
  const words = settings.words.get(name) ?? [];
  const isServers = isLimited && name === 'vary' && words.some((word) => /^--vary=(?:env|arg):/.test(word));
  return isServers ? [] : words;
}

function isUsed(name: OptionName, command: Command, given: ReadonlySet<string>): boolean {
  if (!command.options.includes(name) || given.has(name) || !fits(name, given)) return false;
  const isOfLoad = loadOptions.some((one) => one === name);
  // Nobody sends a load to a server in production because a folder keeps one.
  if (given.has('pid') && isOfLoad && !loads.some((one) => given.has(one))) return false;
  if (isTyped(given) && (asking.has(name) || given.has('against'))) return false;
  // A gate holds its settings; those that are kept are compared. Where its command is typed, nothing that the change under
  // test brings may set how it is measured.
  return !(given.has('against') && name === 'vary');
}

/** Whether this option and those that are given do not exclude each other. */
function fits(name: string, given: ReadonlySet<string>): boolean {
  const excludes = (one: string, other: string) => optionOf(one)?.excludes?.of.includes(other) ?? false;
  return [...given].every((other) => !excludes(name, other) && !excludes(other, name));
}

function hasWhatItRequires(name: OptionName, given: ReadonlySet<string>): boolean {
  return optionOf(name)?.requires?.of.some((other) => given.has(other)) ?? true;
}

function optionOf(name: string): Option | undefined {
  return (options as Readonly<Record<string, Option>>)[name];
}

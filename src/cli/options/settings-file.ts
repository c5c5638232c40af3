/**
 * `chokepoint.json`, or "chokepoint" in package.json: what a folder keeps of the command line. It names a program that will
 * be started, so it counts only where nobody but this user could have written it.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { doubtAbout, readRegular, type Doubt } from '../../files.ts';
import { message } from '../../messages/message.ts';
import { nearest, Problem, problem, reason, type Reason } from '../../messages/problem.ts';
import { optionWords } from '../../messages/command-line.ts';
import { parsedJson } from '../../model/schema/read.ts';
import { Faults } from './parse.ts';
import { options, type Option, type OptionName } from './table.ts';

/** The settings of a folder, checked against the table of the options. */
export interface Settings {
  /** As it is shown: `chokepoint.json`, `../package.json#chokepoint`. */
  readonly file: string;
  /** Where its command is started. */
  readonly folder: string;
  /** Empty: none is kept. */
  readonly command: readonly string[];
  /** The words of the command line that each option stands for. */
  readonly words: ReadonlyMap<OptionName, readonly string[]>;
}

export interface Search {
  readonly settings: Settings | null;
  /** A file that was found, and counts for nothing; null: there is none. */
  readonly doubted: { readonly file: string; readonly doubt: Doubt } | null;
  /** Whether `npm start` would start something here. */
  readonly hasStart: boolean;
}

const ownFile = 'chokepoint.json';
const manifest = 'package.json';
const ownKey = 'chokepoint';
const mostBytes = 1024 * 1024;

/** What an option takes in such a file: a text or a number, several of them, or true and false. */
type SettingKind = 'text' | 'list' | 'switch';

/** What a folder may keep: how its server is asked and measured, and nothing about the output. */
export const keptOptions: Readonly<Partial<Record<OptionName, SettingKind>>> = Object.fromEntries(
  Object.entries(options).flatMap(([name, option]: [string, Option]) =>
    option.kept ? [[name, option.type === 'boolean' ? 'switch' : option.multiple ? 'list' : 'text']] : [],
  ),
);

/** @returns the files that may hold settings for a command line typed in `cwd`: the first one with settings is used */
export function settingsFiles(cwd: string): readonly string[] {
  const root = packageRoot(cwd);
  const here = [ownFile, manifest].map((name) => join(cwd, name));
  return cwd === root || root === null ? here : [...here, ...settingsFiles(dirname(cwd))];
}

/**
 * Looks in `cwd`, and above it up to the root of its package; never in or above a folder that others own or write.
 * @param read reads a file, for another state of the files than that of the disk
 * @throws Problem SETTINGS_INVALID
 */
export function findSettings(cwd: string, read = readHeld): Search {
  const nothing = { settings: null, doubted: null, hasStart: hasStart(cwd) };
  const root = packageRoot(cwd);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = fileIn(folder, read);
    const doubt = doubtAbout(statSync(folder)) ?? found?.doubt ?? null;
    const file = found && shownPath(cwd, found);
    if (doubt !== null) return { ...nothing, doubted: file === null ? null : { file, doubt } };
    if (found && file !== null) return { ...nothing, settings: readFile(file, folder, found) };
    if (folder === root || root === null || folder === dirname(folder)) return nothing;
  }
}

/** @returns the folder of the nearest package.json; null where there is none */
function packageRoot(folder: string): string | null {
  if (existsSync(join(folder, manifest))) return folder;
  const above = dirname(folder);
  return above === folder ? null : packageRoot(above);
}

interface FoundFile {
  readonly path: string;
  readonly text: string;
  /** Null: the file as a whole. */
  readonly key: string | null;
  readonly doubt: Doubt | null;
}

function fileIn(folder: string, read: typeof readHeld): FoundFile | null {
  const own = read(join(folder, ownFile));
  if (own) return { ...own, key: null };
  const kept = read(join(folder, manifest));
  return kept && ownPart(kept.text) !== undefined ? { ...kept, key: ownKey } : null;
}

/** Owner and rights are those of the very file that is read. */
function readHeld(path: string): Omit<FoundFile, 'key'> | null {
  const read = readRegular(path, mostBytes);
  return read && { path, text: read.text, doubt: doubtAbout(read.found) };
}

/** @returns what a package.json keeps for this program; undefined where it keeps nothing, or is no JSON: npm says what is wrong with it */
function ownPart(text: string): unknown {
  return (parsedJson(text) as Record<string, unknown> | null)?.[ownKey];
}

function hasStart(cwd: string): boolean {
  const root = packageRoot(cwd);
  const text = root === null ? '' : (readHeld(join(root, manifest))?.text ?? '');
  const kept = parsedJson(text) as { readonly scripts?: { readonly start?: unknown } } | null;
  return typeof kept?.scripts?.start === 'string';
}

function shownPath(cwd: string, { path, key }: Pick<FoundFile, 'path' | 'key'>): string {
  return `${relative(cwd, path) || basename(path)}${key === null ? '' : `#${key}`}`;
}

/** @throws Problem SETTINGS_INVALID, one for each fault */
function readFile(file: string, folder: string, { text, key }: FoundFile): Settings {
  const faults = new Faults();
  const refuse = <Name extends Reason>(...why: Parameters<typeof reason<Name>>) =>
    faults.add(problem('SETTINGS_INVALID', { file, ...reason(...why) }));
  const json = key === null ? parsed(text, file) : ownPart(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('settings.form');
  const lines = keyLines(text, key);
  const known = ['command', ...Object.keys(keptOptions)];
  const words = new Map<OptionName, readonly string[]>();
  let command: readonly string[] = [];
  const inOrder = Object.entries(json ?? {}).toSorted(
    ([one], [other]) => known.indexOf(one) - known.indexOf(other),
  );
  for (const [name, value] of inOrder) {
    if (name === '$schema') continue;
    const line = lines.get(name) ?? 1;
    const kind = name === 'command' ? 'list' : keptOptions[name as OptionName];
    if (kind === undefined)
      refuse('settings.unknown', { line, key: name, near: nearest(name, known), known });
    else if (!isOfKind(value, kind) || (name === 'command' && typeof value === 'number'))
      refuse('settings.value', { line, key: name, kind });
    else if (name === 'command') {
      command = commandWords(value);
      if (command.length === 0) refuse('settings.command', { line });
    } else {
      const option: Option = options[name as OptionName];
      for (const each of [value].flat()) {
        const fault = faultOf(option, name, String(each));
        if (fault) refuse('settings.refused', { line, key: name, ...fault });
      }
      // The path of a file is relative to the folder of the settings, not to the current folder.
      const kept = name === 'scenario' ? resolve(folder, String(value)) : value;
      words.set(name as OptionName, optionWords({ [name]: kept }));
    }
  }
  faults.end();
  return { file, folder, command, words };
}

type SettingValue = string | number | boolean | readonly (string | number)[];

function isOfKind(value: unknown, kind: SettingKind): value is SettingValue {
  if (kind === 'switch') return typeof value === 'boolean';
  if (Array.isArray(value))
    return kind === 'list' && value.length > 0 && value.every((one) => isOfKind(one, 'text'));
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** @throws Problem SETTINGS_INVALID */
function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw problem('SETTINGS_INVALID', { file, ...reason('settings.json', { reason: why }) });
  }
}

/** Returns a list as it is, and a text as its words; none if the text has anything that a shell would interpret. */
function commandWords(value: SettingValue): readonly string[] {
  if (typeof value === 'object') return value.map(String);
  const text = String(value).trim();
  return /^[\w@%+=:,./\s-]+$/.test(text) ? text.split(/\s+/) : [];
}

/** Returns why the option's own parser refuses the value; null if it does not. */
function faultOf({ parse }: Option, name: string, text: string) {
  if (!parse) return null;
  try {
    parse(text, `--${name}`);
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'OPTION_INVALID') throw error;
    const { why = message('text', { text: error.why }), todo = message('text', { text: error.todo }) } =
      error.details as Partial<ReturnType<typeof reason>>;
    return { because: why, instead: todo };
  }
}

/** The tokens of a JSON document that show in which line its keys are: a parser does not keep the lines. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|\n/g;

/**
 * @param text of an object that `JSON.parse` reads
 * @param within the key of the inner object whose keys are wanted; null: the keys of the document itself
 * @returns the line of each key, counted from 1
 */
export function keyLines(text: string, within: string | null): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const wanted = within === null ? 1 : 2;
  let [line, depth] = [1, 0];
  let last: string | null = null;
  let outer: string | null = null;
  for (const [one] of text.matchAll(token)) {
    if (one === '\n') line++;
    else if (one === '{' || one === '[') depth++;
    else if (one === '}' || one === ']') depth--;
    else if (one === ':' && last !== null) {
      if (depth === 1) outer = last;
      if (depth === wanted && (within === null || outer === within) && !lines.has(last))
        lines.set(last, line);
    }
    last = one.startsWith('"') ? (JSON.parse(one) as string) : one === '\n' ? last : null;
  }
  return lines;
}

/** Reads a command line: its options, words and server. All its faults are found before anything starts, and reported together. */
import { parseArgs } from 'node:util';
import {
  nearest,
  Problem,
  problem,
  Problems,
  problemsOf,
  reason,
  type Reason,
} from '../../messages/problem.ts';
import { message, type AnyMessage, type MessageCode } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { quoted } from '../../messages/shell.ts';
import { optionWords, type OptionValues } from '../../messages/command-line.ts';
import { commonOptions, options, type Option, type OptionName, type Relation, type Values } from './table.ts';
import { invalid, isProgram } from './values.ts';
import type { Verb } from './verb-options.ts';

/** What help says of a verb. */
type HelpText = Exclude<Extract<MessageCode, `help.${string}`>, 'help.exit-codes'>;

/** A verb of the command line. */
export interface Command {
  readonly name: Verb;
  /** Nobody types it: no list has it. */
  readonly isHidden?: true;
  /** What can be typed, some with what it means. */
  readonly usage: readonly (string | readonly [line: string, note: HelpText])[];
  /** What most people type: help begins with it. */
  readonly examples: readonly [string, string, string];
  /** What exit code 1 says; absent where the verb does not end with it. */
  readonly fails?: HelpText;
  /** What ends with 0 although one may expect otherwise. */
  readonly passes?: HelpText;
  /** What to know before using it. */
  readonly notes?: readonly HelpText[];
  readonly options: readonly OptionName[];
  /** Words that it takes besides its options; with `actions` the first is one of them. */
  readonly words?: number;
  /** They are files: a shell completes them. */
  readonly takesFiles?: true;
  /** A first word of this form is the value of that option; one that has another is, if it stands alone and starts no server. */
  readonly subject?: { readonly option: OptionName; readonly isForm: (word: string) => boolean };
  /** Whether it starts what stands after `--`. */
  readonly takesCommand?: true;
  /** What is needed without any option that asks for it. */
  readonly needs?: readonly Need[];
  /** Its first word, and which of its options that action uses; the first action is meant where there is no word. */
  readonly actions?: Readonly<Record<string, readonly OptionName[]>>;
  /** Other words for them. */
  readonly actionAliases?: Readonly<Record<string, string>>;
  /** Reads the arguments. @returns what does the work, and returns the exit code */
  readonly run: (args: Arguments) => Promise<Work>;
}

export type Work = () => Promise<number> | number;

/** At least one of `of`, where one of `where` is given (always without it), and none of `unless`. */
interface Need extends Relation {
  readonly where?: readonly string[];
  readonly unless?: readonly string[];
}

export interface Arguments {
  /** The command line in the form that `readCommandLine` reads, but for what only concerns the output. */
  readonly asked: readonly string[];
  readonly verb: string;
  /** Options under their own names, and `command` for what stands after `--`. */
  readonly given: ReadonlySet<string>;
  /** Those that can be used; of those with a fault, none. */
  readonly values: Values;
  readonly words: readonly string[];
  /** What stands after `--`: the user's own command. */
  readonly command: readonly string[];
  /** The folder in which that is started. */
  readonly cwd: string;
  /** What the settings of a change under test say otherwise than those of its base, which count. */
  readonly overruled?: readonly string[];
  readonly faults: Faults;
}

/** What is wrong with a command line. */
export class Faults {
  readonly #found: Problem[] = [];

  add(...found: readonly Problem[]): void {
    for (const one of found) if (!this.#found.includes(one)) this.#found.push(one);
  }

  /** @returns what `read` returns; undefined where that is a problem, which is kept */
  read<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.add(...problemsOf(error));
      return undefined;
    }
  }

  /** @throws Problem if anything was wrong */
  end(): void {
    const [first, ...others] = this.#found;
    if (first) throw others.length === 0 ? first : new Problems([first, ...others]);
  }
}

/** They only say how a result is shown. A command that measures the same again does not need them. */
const display = new Set(['json', 'brief', 'open']);

function askedOptions(values: Readonly<Record<string, unknown>>): string[] {
  const asked = Object.entries(values).filter(([name]) => !display.has(name));
  const written = asked.map(([name, value]) => (value === false ? [`no-${name}`, true] : [name, value]));
  return optionWords(Object.fromEntries(written) as OptionValues);
}

/**
 * @param verbs all of them: of an option that only others have it is said which
 * @param cwd the folder in which its command is started
 * @returns the arguments, with what is wrong with them in `faults`
 */
export function parseOptions(
  command: Command,
  args: readonly string[],
  verbs: readonly Command[] = [],
  cwd = process.cwd(),
): Arguments {
  const at = args.indexOf('--');
  const table = tableOf(command);
  const { positionals: words, tokens } = parseArgs({
    args: at < 0 ? [...args] : args.slice(0, at),
    options: Object.fromEntries(Array.from(table, ([typed, [, option]]) => [typed, option])),
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  });
  const named = tokens.filter((token) => token.kind === 'option');
  const server = at < 0 ? null : args.slice(at + 1);
  return readOptions(command, { tokens: named, words, server }, { verbs, cwd, typed: args });
}

/** What is asked of a verb, by a command line or by a program. */
interface AskedVerb {
  readonly tokens: readonly OptionToken[];
  readonly words: string[];
  /** What stands after `--`; null: nothing does. */
  readonly server: readonly string[] | null;
}

/**
 * Reads options that are known one by one, with the checks and the values of the table.
 * @param typed the whole command line, to show how it was meant
 */
export function readOptions(
  command: Command,
  { tokens, words, server }: AskedVerb,
  { verbs = [] as readonly Command[], cwd = process.cwd(), typed: args = [] as readonly string[] } = {},
): Arguments {
  const faults = new Faults();
  const table = tableOf(command);
  canonical(command, words);
  const values: Record<string, unknown> = {};
  const [given, typed] = [new Set<string>(), new Set<string>()];
  const faulty = new Set<string>();
  const hasSubject = server !== null || tokens.some(({ name }) => name === command.subject?.option);
  const subject = subjectOf(command, words, hasSubject);
  for (const token of [...tokens, ...subject]) {
    const [name, option] = table.get(token.name) ?? [token.name];
    // `--no-color` switches `color` off.
    const isOff = token.rawName === `--no-${token.name}`;
    typed.add(name);
    if (!isOff) given.add(name);
    const fault = faultOf(command.name, token, values[name], table, verbs);
    if (fault) {
      faults.add(fault);
      faulty.add(name);
    } else if (option?.multiple) values[name] = [...((values[name] as string[]) ?? []), token.value];
    else values[name] = token.value ?? !isOff;
  }
  for (const name of faulty) delete values[name];
  const parsed: Arguments = {
    asked: [command.name, ...words, ...askedOptions(values), ...(server ? ['--', ...server] : [])],
    verb: command.name,
    given: new Set([...typed, ...(server ? ['command'] : [])]),
    values,
    words,
    command: server ?? [],
    cwd,
    faults,
  };
  requireForm(command, parsed, given, args);
  // Who wrote `doctor :3000` has typed no option.
  const typedAs = (name: string) => (subject.some((one) => one.name === name) ? command.name : `--${name}`);
  for (const [name, text] of Object.entries(values)) {
    const { parse, stands }: Option = options[name as OptionName];
    if (parse && typeof text === 'string') values[name] = faults.read(() => parse(text, typedAs(name)));
    if (stands && values[name] !== undefined) values[stands[0]] ??= `${stands[1]}${String(text)}`;
  }
  return parsed;
}

/** One option as it is given. */
export interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

/** The options of a verb by every name that can be typed, each with the name that is meant. */
type OptionTable = ReadonlyMap<string, readonly [OptionName, Option]>;

function tableOf(command: Command): OptionTable {
  const own = [...command.options, ...commonOptions];
  const aliases = own.flatMap((name) => {
    const option: Option = options[name];
    const { short: _, ...long } = option;
    return (option.aliases ?? []).map((alias) => [alias, [name, long]] as const);
  });
  return new Map<string, readonly [OptionName, Option]>([
    ...aliases,
    ...own.map((name) => [name, [name, options[name]]] as const),
  ]);
}

/** Replaces another word for an action by its name. */
function canonical({ actions, actionAliases = {} }: Command, words: string[]): void {
  if (!actions) return;
  const [word = Object.keys(actions)[0] ?? ''] = words;
  words[0] = actionAliases[word] ?? word;
}

/** `doctor 4711`, `doctor api`: takes a word that is the value of an option. @param isGiven an option or a command names it already */
function subjectOf({ subject }: Command, words: string[], isGiven: boolean): OptionToken[] {
  const [first = '', ...others] = words;
  if (!subject || first === '') return [];
  const isName = others.length === 0 && !isGiven && !isProgram(first);
  if (!isName && !subject.isForm(first)) return [];
  words.shift();
  return [{ name: subject.option, rawName: `--${subject.option}`, value: first }];
}

/** `--client` for `--clients`; `-C` for `-c`: one letter is near to every short name, but means the one of the other case. */
function nearOption(rawName: string, table: OptionTable): string | null {
  const letter = /^-(\w)$/.exec(rawName)?.[1];
  if (letter !== undefined) {
    const isMeant = ({ short }: Option) =>
      short !== undefined && short.toLowerCase() === letter.toLowerCase();
    const short = [...table.values()].find(([, option]) => isMeant(option))?.[1].short;
    return short === undefined ? null : `-${short}`;
  }
  const near = nearest(rawName.replace(/^-+/, ''), [...table.keys()]);
  return near && `--${near}`;
}

/** @param before the value that the option has so far */
function faultOf(
  command: string,
  { name: typed, rawName, value }: OptionToken,
  before: unknown,
  table: OptionTable,
  verbs: readonly Command[],
): Problem | null {
  const [name, option] = table.get(typed) ?? [];
  if (!name || !option) {
    const takers = verbs.filter(
      (verb) => !verb.isHidden && rawName === `--${typed}` && tableOf(verb).has(typed),
    );
    const near = takers.length > 0 ? null : nearOption(rawName, table);
    return problem('OPTION_UNKNOWN', {
      name: near ? message('name.near', { name: rawName, near }) : rawName,
      command,
      why:
        takers.length > 0
          ? message('unknown-option.here', { command, verbs: takers.map((verb) => verb.name) })
          : message('unknown-option.anywhere'),
    });
  }
  const { type, choices = [] } = option;
  // A body of blanks is one; nothing else is named by them.
  if (type === 'string' && !(name === 'body' ? value : value?.trim()))
    return problem('ARGUMENT_MISSING', {
      name: message('name.value', { option: rawName }),
      ...reason('value.empty', {
        option: rawName,
        value: option.value ?? 'VALUE',
        help: message(`option.${name}`),
      }),
    });
  if (type === 'boolean' && value !== undefined && !choices.includes(value))
    return invalid(rawName, value, 'value.switch', { option: rawName, choices });
  // Else the last counts, so that whoever calls a script may overrule what stands in it.
  if (!option.once || value === undefined) return null;
  if (typeof before === 'string' && before !== value)
    return invalid(rawName, value, 'conflict.twice', { before });
  return null;
}

/** Checks that words, command, options and action fit together. */
function requireForm(
  { name, words: most = 0, takesCommand, needs = [], actions, options: own, subject: subjectOption }: Command,
  { words, command, faults }: Arguments,
  given: ReadonlySet<string>,
  args: readonly string[],
): void {
  const shown = (subject: string) =>
    subject === 'command'
      ? message('name.of-command', { command: command.join(' ') })
      : subject === 'words'
        ? words.join(' ')
        : `--${subject}`;
  const isGiven = (subject: string) =>
    subject === 'command' ? command.length > 0 : subject === 'words' ? words.length > 0 : given.has(subject);
  const missing = (of: readonly string[], why: Reason, by: string) =>
    faults.add(
      problem('ARGUMENT_MISSING', {
        name:
          of[0] === 'command'
            ? message('name.command')
            : of[0] === subjectOption?.option
              ? message('name.target')
              : `--${of[0]}`,
        ...reasonOf(why, { verb: name, given: shown(by) }),
      }),
    );
  const conflict = (one: string, other: string | AnyMessage, why: Reason) =>
    faults.add(problem('OPTIONS_EXCLUSIVE', { option: one, other, ...reasonOf(why, {}) }));

  // After an unknown option a word may be its value.
  const known: readonly OptionName[] = [...own, ...commonOptions];
  const isKnown = (each: string) => known.some((one) => one === each);
  const rest = [...given].every(isKnown) ? words.slice(most) : [];
  const [first] = rest;
  if (first !== undefined) {
    const text = rest.join(' ');
    if (takesCommand && command.length === 0 && !given.has('pid'))
      faults.add(
        problem('SEPARATOR_MISSING', { words: text, command: withSeparator([name, ...args], words) }),
      );
    else faults.add(invalid(name, text, 'value.words', { verb: name, most }));
  }
  if (command.length > 0 && !takesCommand) faults.add(invalid(name, command.join(' '), 'value.command'));

  const subjects = [...own, 'command', 'words'].filter(isGiven);
  const [action = ''] = words;
  for (const each of known) {
    if (!given.has(each)) continue;
    const { requires, excludes, alone }: Option = options[each];
    if (requires?.of.some(isKnown) && !requires.of.some(isGiven)) missing(requires.of, requires.why, each);
    const other = excludes?.of.find(isGiven);
    if (excludes && other !== undefined) conflict(`--${each}`, shown(other), excludes.why);
    const besides = alone && subjects.find((one) => one !== each && !alone.of.includes(one));
    if (alone && besides !== undefined) conflict(`--${each}`, shown(besides), alone.why);
    const uses = actions?.[action];
    if (uses && own.includes(each) && !uses.includes(each))
      conflict(`--${each}`, `"${name} ${action}"`, 'conflict.action');
  }
  for (const { of, why, where, unless = [] } of needs) {
    const by = where ? where.find(isGiven) : 'command';
    // Words without the `--` were meant as a command, or as a PID.
    const isMeant = first !== undefined && of.includes('command');
    if (by !== undefined && !isMeant && !of.some(isGiven) && !unless.some(isGiven)) missing(of, why, by);
  }
}

/** @returns the command line with `--` before the words of the server */
function withSeparator(typed: readonly string[], words: readonly string[]): string {
  const first = typed.indexOf(words[0] ?? '', 1);
  return [program(), ...typed.toSpliced(first, 0, '--').map(quoted)].join(' ');
}

/** Texts of these reasons use the verb and the option that asks for something, or neither. */
const reasonOf = reason as (name: Reason, params: object) => ReturnType<typeof reason>;

/** What can be typed, as the completions of all shells need it: made from the verbs and the option table alone. */
import { message, say } from '../../messages/message.ts';
import type { Command } from '../options/parse.ts';
import { commonOptions, helpOf, options, type Option, type OptionName } from '../options/table.ts';

/** What may follow an option: nothing, anything, one of some words, or a path. */
export type Follows = 'nothing' | 'anything' | 'files' | 'folders' | readonly string[];

export interface CompletedOption {
  /** With its dashes: `--clients`. */
  readonly name: string;
  /** `-c`; null: none. */
  readonly short: string | null;
  readonly text: string;
  readonly follows: Follows;
}

export interface CompletedVerb {
  readonly name: string;
  readonly text: string;
  readonly options: readonly CompletedOption[];
  /** Words that it takes: an action, an experiment, a verb. */
  readonly words: readonly string[];
  /** Beside them, files. */
  readonly takesFiles: boolean;
}

export interface Vocabulary {
  readonly verbs: readonly CompletedVerb[];
  /** Without a verb: those that every verb takes. */
  readonly common: readonly CompletedOption[];
}

/**
 * @param commands the verbs
 * @param names words that a verb takes and that are in no table of the command line, by the verb
 */
export function vocabulary(
  commands: readonly Command[],
  names: Readonly<Record<string, readonly string[]>>,
): Vocabulary {
  const listed = commands.filter(({ isHidden }) => !isHidden);
  const verbs = listed.map((command): CompletedVerb => {
    const { name, summary, options: own, actions = {}, takesFiles = false } = command;
    return {
      name,
      text: say(message(summary)),
      options: [...own, ...commonOptions].map((option) => completed(option, command)),
      words: [...Object.keys(actions), ...(names[name] ?? [])],
      takesFiles,
    };
  });
  const help = { name: 'help', text: say(message('option.help')), options: [], takesFiles: false };
  return {
    verbs: [...verbs, { ...help, words: verbs.map(({ name }) => name) }],
    common: commonOptions.map((option) => completed(option, null)),
  };
}

function completed(name: OptionName, command: Command | null): CompletedOption {
  const option: Option = options[name];
  const special = command?.help?.[name];
  return {
    name: option.negated === 'only' ? `--no-${name}` : `--${name}`,
    short: option.short === undefined ? null : `-${option.short}`,
    text: say(special === undefined ? helpOf(name) : message(special)),
    follows: followsOf(option),
  };
}

function followsOf({ type, value = '', parse }: Option): Follows {
  if (type === 'boolean') return 'nothing';
  if (value === 'FILE') return 'files';
  if (value === 'DIR') return 'folders';
  // Stored runs have ids that nobody types; the newest has a name.
  if (value === 'RUN') return ['last'];
  return parse?.choices ?? 'anything';
}

/** The options that several verbs share, once each. */
export function distinctOptions({ verbs, common }: Vocabulary): readonly CompletedOption[] {
  const all = [...common, ...verbs.flatMap((verb) => verb.options)];
  return [...new Map(all.map((option) => [option.name, option])).values()];
}

/** A text as one word of bash, zsh and fish alike. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\"'\"'")}'`;
}

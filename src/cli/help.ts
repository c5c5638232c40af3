/** What `--help` says: examples first, then the options in groups. */
import { capital } from '../format/words.ts';
import { isSaid, message, say, type AnyMessage } from '../messages/message.ts';
import { program } from '../messages/program.ts';
import { helpText, type HelpRow } from './help-rows.ts';
import type { Command } from './options/parse.ts';
import {
  commonOptions,
  groups,
  options,
  type HelpGroup,
  type Option,
  typedNames,
  type OptionName,
} from './options/table.ts';
import type { Verb } from './options/verb-options.ts';

/** Column where the texts of the options begin; a longer name has a line of its own. */
const gutter = 28;

/** @param columns of the terminal */
export function help(command: Command, columns: number): string {
  return helpText(helpRows(command), columns);
}

/** The list of the verbs. @param columns of the terminal */
export function overview(commands: readonly Command[], columns: number): string {
  return helpText(overviewRows(commands), columns);
}

export function helpRows(command: Command): HelpRow[] {
  const { name, examples, usage, notes = [] } = command;
  const own: ReadonlySet<OptionName> = new Set([...command.options, ...commonOptions]);
  const sections = (Object.keys(groups) as HelpGroup[]).flatMap((group) => {
    const members = (Object.keys(groups[group]) as OptionName[]).filter((option) => own.has(option));
    if (members.length === 0) return [];
    return [
      '',
      `${capital(say(message(`word.${group}`)))}:`,
      ...members.map((option) => optionRow(option, name)),
    ];
  });
  return [
    { text: `chokepoint ${name}: ${summaryOf(name)}` },
    '',
    say(message('help.examples')),
    ...examples.map((each) => `  ${program()} ${each}`),
    '',
    say(message('help.usage')),
    ...usage.map((each) => ({ text: `${program()} ${usageLine(each)}`, hang: 8 })),
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((each) => ({ text: say(message(each)) })),
    ...sections,
    '',
    ...exitRows(command),
  ];
}

/** Command lines of the overview, with their explanations. The first ones have no verb: most people begin with these. */
const examples = [
  ['-- node server.js', 'help.example.command'],
  ['4711', 'help.example.pid'],
  [':3000', 'help.example.port'],
  ['tune -- node server.js', 'help.example.tune'],
] as const;
/** Columns where the texts beside examples and verbs begin. */
const [exampleGutter, verbGutter] = [38, 14];

export function overviewRows(commands: readonly Command[]): HelpRow[] {
  const listed = commands.filter(({ isHidden }) => !isHidden);
  return [
    say(message('help.what-it-is')),
    '',
    say(message('help.examples')),
    ...examples.map(([line, text]) => ({
      name: `  ${program()} ${line}`,
      text: say(message(text)),
      column: exampleGutter,
    })),
    '',
    say(message('help.usage-line')),
    '',
    ...listed.map(({ name }) => ({
      name: `  ${name}`,
      text: summaryOf(name),
      column: verbGutter,
    })),
    { name: '  version', text: say(message('help.version')), column: verbGutter },
    '',
    { text: say(message('help.topics')) },
    ...exitRows(null),
  ];
}

function usageLine(usage: Command['usage'][number]): string {
  if (typeof usage === 'string') return usage;
  const [line, note] = usage;
  return `${line}  (${say(message(note))})`;
}

function optionRow(name: OptionName, verb: Verb): HelpRow {
  const { value, negated, short }: Option = options[name];
  const typed = negated === 'too' ? `--[no-]${name}` : typedNames(name)[0];
  const left = `${short === undefined ? '   ' : `-${short},`} ${typed}${value === undefined ? '' : ` ${value}`}`;
  return { name: `  ${left}`, text: say(helpFor(name, verb)), column: gutter };
}

/** What a verb is for. */
export const summaryOf = (verb: Verb) => say(message(`help.${verb}`));

/** @returns what an option does; a verb may say it in words of its own */
export function helpFor(name: OptionName, verb?: Verb): AnyMessage {
  const code = `help.${verb}.${name}`;
  return isSaid(code) ? { code, params: {} } : message(`option.${name}`);
}

/** Rows about the exit codes: scripts rest on them, so they are said where they are looked for. */
function exitRows(command: Command | null): HelpRow[] {
  const fails = command === null ? 'help.fails' : command.fails;
  const passes = command?.passes;
  const finding = fails === undefined ? null : message(fails);
  const lines = [message('help.exit-codes', { finding }), ...(passes === undefined ? [] : [message(passes)])];
  return lines.map((line) => ({ text: say(line) }));
}

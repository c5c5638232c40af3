/** What `--help` says: examples first, then the options in groups. */
import { capital } from '../format/words.ts';
import { message, say, type AnyMessage } from '../messages/message.ts';
import { program } from '../messages/program.ts';
import { helpText, type HelpRow } from './help-rows.ts';
import type { Command } from './options/parse.ts';
import {
  commonOptions,
  groups,
  helpOf,
  options,
  type HelpGroup,
  type Option,
  type OptionName,
} from './options/table.ts';

/** Where the texts of the options begin; a longer name has a line of its own. */
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
  const { name, summary, examples, usage, notes = [] } = command;
  const own = [...command.options, ...commonOptions];
  const sections = (Object.keys(groups) as HelpGroup[]).flatMap((group) => {
    const members = own.filter((option) => option in groups[group]);
    if (members.length === 0) return [];
    return [
      '',
      `${capital(say(message(`word.${group}`)))}:`,
      ...members.map((option) => optionRow(option, command)),
    ];
  });
  return [
    { text: `chokepoint ${name}: ${say(message(summary))}` },
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

/** The first has no verb: it is what most people begin with. */
const examples = [
  ['-- node server.js', 'help.example.command'],
  ['4711', 'help.example.pid'],
  [':3000', 'help.example.port'],
  ['tune -- node server.js', 'help.example.tune'],
] as const;
/** Columns of the texts beside examples and verbs. */
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
    ...listed.map(({ name, summary }) => ({
      name: `  ${name}`,
      text: say(message(summary)),
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

function optionRow(name: OptionName, command: Command): HelpRow {
  const { value, negated }: Option = options[name];
  const { short, long } = namesInHelp(name);
  const typed = negated === 'too' ? `--[no-]${name}` : long;
  const left = `${short === undefined ? '   ' : `${short},`} ${typed}${value === undefined ? '' : ` ${value}`}`;
  return { name: `  ${left}`, text: say(helpFor(name, command)), column: gutter };
}

/** `--clients` and `-c`. */
export function namesInHelp(name: OptionName): { readonly long: string; readonly short?: string } {
  const { short, negated }: Option = options[name];
  const long = negated === 'only' ? `--no-${name}` : `--${name}`;
  return { long, ...(short !== undefined && { short: `-${short}` }) };
}

/** @returns what an option does; a verb may say it in words of its own */
export function helpFor(name: OptionName, command?: Command): AnyMessage {
  const special = command?.help?.[name];
  return special === undefined ? helpOf(name) : message(special);
}

/** Scripts rest on them: so they are said where they are looked for. */
function exitRows(command: Command | null): HelpRow[] {
  const fails = command === null ? 'help.fails' : command.fails;
  const passes = command?.passes;
  const finding = fails === undefined ? null : message(fails);
  const lines = [message('help.exit-codes', { finding }), ...(passes === undefined ? [] : [message(passes)])];
  return lines.map((line) => ({ text: say(line) }));
}

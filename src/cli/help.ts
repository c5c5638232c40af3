/** What `--help` prints: examples first, then the options in groups, no line wider than the terminal. */
import { pad, wrap } from '../format/width.ts';
import { message, say } from '../messages/message.ts';
import { program } from '../messages/program.ts';
import type { Command } from './options/parse.ts';
import { groupOf, groups } from './options/groups.ts';
import { commonOptions, helpOf, options, type Option, type OptionName } from './options/table.ts';

/** Where the texts of the options begin; a longer name has a line of its own. */
const gutter = 28;
/** Longer lines are hard to read, also where the terminal has room; shorter ones leave none beside the names. */
const [narrowest, widest] = [60, 100];
const widthOf = (columns: number) => Math.min(Math.max(columns, narrowest), widest);

/** @param columns of the terminal */
export function help(command: Command, columns: number): string {
  const { name, summary, examples, usage, notes = [] } = command;
  const width = widthOf(columns);
  const own = [...command.options, ...commonOptions];
  const sections = groups.flatMap((group) => {
    const members = own.filter((option) => groupOf[option] === group);
    if (members.length === 0) return [];
    return [
      '',
      `${say(message(`help.group.${group}`))}:`,
      ...members.flatMap((option) => optionLines(option, command, width)),
    ];
  });
  return [
    ...wrap(`chokepoint ${name}: ${say(message(summary))}`, width),
    '',
    say(message('help.examples')),
    ...examples.map((each) => `  ${program()} ${each}`),
    '',
    say(message('help.usage')),
    ...usage.flatMap((each) => hanging(`  ${program()} ${usageLine(each)}`, 8, width)),
    ...(notes.length > 0 ? [''] : []),
    ...notes.flatMap((each) => wrap(say(message(each)), width)),
    ...sections,
    '',
    ...exitLines(command, width),
  ].join('\n');
}

/** The first has no verb: it is what most people begin with. */
const examples = [
  ['-- node server.js', 'help.example.command'],
  ['4711', 'help.example.pid'],
  [':3000', 'help.example.port'],
  ['tune -- node server.js', 'help.example.tune'],
] as const;
const exampleGutter = 38;

/** The list of the verbs. */
export function overview(commands: readonly Command[], columns: number): string {
  const width = widthOf(columns);
  const listed = commands.filter(({ isHidden }) => !isHidden);
  return [
    say(message('help.what-it-is')),
    '',
    say(message('help.examples')),
    ...examples.flatMap(([line, text]) =>
      row(`  ${program()} ${line}`, say(message(text)), exampleGutter, width),
    ),
    '',
    say(message('help.usage-line')),
    '',
    ...listed.flatMap(({ name, summary }) => row(`  ${name}`, say(message(summary)), 14, width)),
    ...row('  version', say(message('help.version')), 14, width),
    '',
    ...wrap(say(message('help.topics')), width),
    ...exitLines(null, width),
  ].join('\n');
}

function usageLine(usage: Command['usage'][number]): string {
  if (typeof usage === 'string') return usage;
  const [line, note] = usage;
  return `${line}  (${say(message(note))})`;
}

function optionLines(name: OptionName, { help: texts }: Command, width: number): string[] {
  const { short, value }: Option = options[name];
  const left = `${short === undefined ? '   ' : `-${short},`} --${name === 'color' ? '[no-]color' : name}${value === undefined ? '' : ` ${value}`}`;
  const special = texts?.[name];
  return row(`  ${left}`, say(special === undefined ? helpOf(name) : message(special)), gutter, width);
}

/** A name, and its text beside it or below. */
function row(left: string, text: string, indent: number, width: number): string[] {
  const lines = wrap(text, width - indent);
  const isBeside = left.length + 2 <= indent;
  const [first = '', ...others] = lines;
  const below = (line: string) => ' '.repeat(indent) + line;
  return isBeside ? [pad(left, indent, 'left') + first, ...others.map(below)] : [left, ...lines.map(below)];
}

/** Its first line as it is, the further ones indented. */
function hanging(text: string, indent: number, width: number): string[] {
  const [first = '', ...others] = wrap(text.trimStart(), width - indent);
  return [`  ${first}`, ...others.map((line) => ' '.repeat(indent) + line)];
}

/** Scripts rest on them: so they are said where they are looked for. */
function exitLines(command: Command | null, width: number): string[] {
  const fails = command === null ? 'help.fails' : command.fails;
  const passes = command?.passes;
  const finding = fails === undefined ? null : message(fails);
  return [
    message('help.exit-codes', { finding }),
    ...(passes === undefined ? [] : [message(passes)]),
  ].flatMap((line) => wrap(say(line), width));
}

/** What `--help` prints: examples first, then the options in groups, no line wider than the terminal. */
import { pad, wrap } from '../format/width.ts';
import type { Command } from './options/parse.ts';
import { groupOf, groups } from './options/groups.ts';
import { commonOptions, options, type Option, type OptionName } from './options/table.ts';

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
    return ['', `${group}:`, ...members.flatMap((option) => optionLines(option, command, width))];
  });
  return [
    ...wrap(`chokepoint ${name}: ${summary}`, width),
    '',
    'Examples:',
    ...examples.map((each) => `  chokepoint ${each}`),
    '',
    'Usage:',
    ...usage.flatMap((each) => hanging(`  chokepoint ${each}`, 8, width)),
    ...(notes.length > 0 ? [''] : []),
    ...notes.flatMap((each) => wrap(each, width)),
    ...sections,
    '',
    ...exitLines(command, width),
  ].join('\n');
}

/** The list of the verbs. */
export function overview(commands: readonly Command[], columns: number): string {
  const width = widthOf(columns);
  return [
    'chokepoint: find, prove and fix the concurrency bottleneck of a Node.js service.',
    '',
    'Examples:',
    '  chokepoint doctor 4711                      what limits that process?',
    '  chokepoint tune -- node server.js           which setting is best?',
    '  chokepoint lab pool-size                    how does Node behave here?',
    '',
    'Usage: chokepoint COMMAND [options] [-- your server]',
    '',
    ...commands.flatMap(({ name, summary }) => row(`  ${name}`, summary, 13, width)),
    ...row('  version', 'the version (also -V)', 13, width),
    '',
    '"chokepoint help COMMAND" lists the options of a command.',
    ...exitLines(null, width),
  ].join('\n');
}

function optionLines(name: OptionName, { help: texts }: Command, width: number): string[] {
  const { short, value, help: text }: Option = options[name];
  const left = `${short === undefined ? '   ' : `-${short},`} --${name === 'color' ? '[no-]color' : name}${value === undefined ? '' : ` ${value}`}`;
  return row(`  ${left}`, texts?.[name] ?? text, gutter, width);
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
  const finding = command === null ? 'a gate or a limit failed' : (command.fails ?? null);
  const codes = [
    '0 fine',
    ...(finding === null ? [] : [`1 ${finding}`]),
    '2 usage',
    '3 could not measure',
    '70 an error of chokepoint itself',
    '130 interrupted',
  ];
  return [`Exit codes: ${codes.join(', ')}.`, ...(command?.passes ? [command.passes] : [])].flatMap((line) =>
    wrap(line, width),
  );
}

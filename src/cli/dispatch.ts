/** Finds the verb that a command line means, and does its work. */
import { isScript } from '../apply/node-command.ts';
import { ownVersion } from '../host/own-version.ts';
import { message, say } from '../messages/message.ts';
import { exitCodes, nearest, Problem, problem, problemsOf, reason } from '../messages/problem.ts';
import { program } from '../messages/program.ts';
import { commands } from './commands.ts';
import { help, overview } from './help.ts';
import { print, tellAside, textOptions } from './output/terminal.ts';
import { commonOptions, options, typedNames, type OptionName } from './options/table.ts';
import { verbOptions } from './options/verb-options.ts';
import { parseOptions, type Command, type Work } from './options/parse.ts';
import { isSuitable } from './this-node.ts';
import { quoted } from '../messages/shell.ts';
import { isNumbered, isProgram } from './options/values.ts';

/** @returns the exit code. @throws Problem */
export async function dispatch(args: readonly string[]): Promise<number> {
  if (args[0] === '__complete') {
    const { offers } = await import('./verbs/completion.ts');
    for (const one of await offers(commands, args.slice(1))) print(one);
    return exitCodes.fine;
  }
  const isBare = verbAt(args, commonOptions) >= args.length;
  if (isBare) return isSuitable() ? dispatchKept(args) : elsewhere(args);
  const [name, ...rest] = meant(args);
  const [topic] = rest;
  if (name === 'help' && topic !== undefined) return helpAbout(topic);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(overview(commands, textOptions({}).columns));
    return 0;
  }
  if (name === 'version' || name === '--version' || name === '-V' || name === '-v') {
    print(ownVersion());
    return 0;
  }
  if (!isSuitable() && !asksHelp(rest)) return elsewhere(args);
  if (!commands.some((one) => one.name === name) && (await isPm2App(name)))
    return dispatch(['doctor', name, ...rest]);
  const command = commandNamed(name, '');
  const typed = parseOptions(command, rest, commands);
  if (typed.values.help || (typed.words.length === 1 && typed.words[0] === 'help')) {
    print(help(command, textOptions({}).columns));
    return 0;
  }
  const parsed = command.takesCommand
    ? await (await import('./with-settings.ts')).withSettings(command, rest, typed, commands)
    : typed;
  let work: Work | undefined;
  try {
    work = await command.run(parsed);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parsed.faults.add(...problemsOf(error));
  }
  parsed.faults.end();
  return work?.() ?? exitCodes.fine;
}

/** Runs `chokepoint` without words: the command that the folder keeps; else prints the overview, and what could be typed here. */
async function dispatchKept(args: readonly string[]): Promise<number> {
  const { searchHere } = await import('./with-settings.ts');
  const { hasCommand, hasStart } = searchHere();
  if (hasCommand) return dispatch(meant([...args, '--']).slice(0, -1));
  // Only options of the output were typed: whoever wants JSON gets no page to read.
  if (args.length > 0)
    throw problem('ARGUMENT_MISSING', { name: message('name.command'), ...reason('missing.kept') });
  print(overview(commands, textOptions({}).columns));
  if (hasStart) print(`\n${say(message('cli.start-here'))} ${program()} -- npm start`);
  return exitCodes.fine;
}

/** Runs the command line on a Node that suits: this one can only tell what could be typed. */
async function elsewhere(args: readonly string[]): Promise<number> {
  const { startOnAnotherNode } = await import('./another-node.ts');
  return startOnAnotherNode(args);
}

function asksHelp(words: readonly string[]): boolean {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return own[0] === 'help' || own.includes('--help') || own.includes('-h');
}

/** @returns which of the two takes these options: of all verbs `find` and the doctor need none */
function verbLeftOut(words: readonly string[]): 'find' | 'doctor' {
  const hasServer = words.includes('--');
  const own = hasServer ? words.slice(0, words.indexOf('--')) : words;
  const takes = (verb: 'find' | 'doctor', word: string) =>
    verbOptions[verb].some((name) => typedNames(name).includes(word));
  const option = own.map(nameIn).find((word) => takes('doctor', word) && !takes('find', word));
  if (option === undefined) return 'find';
  if (hasServer) tellAside(say(message('cli.as-doctor', { option })));
  return 'doctor';
}

/** The option without its value: `--path` of `--path=/health`. */
const nameIn = (word: string) => word.split('=', 1)[0] ?? '';

/** Whether PM2 runs an application of this name: asked only for a word that is no verb. */
async function isPm2App(word: string): Promise<boolean> {
  const { pm2Apps } = await import('../doctor/doctor.ts');
  return pm2Apps().some(({ name }) => name === word);
}

/** `help help`, `help version`: the overview has both. @throws Problem COMMAND_UNKNOWN */
function helpAbout(topic: string): Promise<number> {
  if (topic === 'help' || topic === 'version') return dispatch(['help']);
  const { name } = commandNamed(topic.replace(/^-+/, ''), 'help ');
  return dispatch([name, '--help']);
}

/** @param before the name on the command line. @throws Problem COMMAND_UNKNOWN */
function commandNamed(name: string, before: '' | 'help '): Command {
  const command = commands.find((each) => each.name === name);
  if (command) return command;
  const known = commands.filter(({ isHidden }) => !isHidden).map((each) => each.name);
  const near = nearest(name, known);
  const hint = near ? message('hint.near', { near: `${program()} ${before}${near}` }) : message('hint.help');
  const also = before === '' ? message('command.no-app') : '';
  throw problem('COMMAND_UNKNOWN', { name, also, known: known.join(', '), todo: hint });
}

/** Whether a word stands alone: options before it are dropped, since the language has been read from them already. */
const isAlone = (word: string) => /^(?:help|version|-[hVv]|--help|--version)$/.test(word);

/**
 * @returns `--json runs list` as `runs --json list`, `:3000` as `doctor :3000`, `--path / -- node server.js` as
 *   `find --path / -- node server.js`; the rest as it is
 * @throws Problem SEPARATOR_MISSING for a server's command without a verb
 */
export function meant(args: readonly string[]): readonly string[] {
  const from = verbAt(args);
  const [verb = '', ...rest] = args.slice(from);
  const before = args.slice(0, from);
  if (isAlone(verb)) return [verb, ...rest];
  if (verb === '' || verb.startsWith('-')) return [verbLeftOut(args), ...args];
  // A PID, a port, an address: what `doctor` can look at needs no verb.
  if (isNumbered(verb)) return ['doctor', ...before, verb, ...rest];
  if (isProgram(verb)) {
    const server = [...(isScript(verb) ? ['node'] : []), verb, ...rest];
    const command = [program(), ...[...before, '--', ...server].map(quoted)].join(' ');
    throw problem('SEPARATOR_MISSING', { words: [verb, ...rest].join(' '), command });
  }
  return [verb, ...before, ...rest];
}

/** @returns where these options end, each with its value */
function verbAt(args: readonly string[], names = Object.keys(options) as readonly OptionName[]): number {
  let at = 0;
  for (;;) {
    const word = args[at] ?? '';
    const name = names.find((each) => typedNames(each).includes(nameIn(word)));
    // `-v` alone is the version.
    if (name === undefined || (isAlone(word) && (word !== '-v' || args.length === 1))) return at;
    at += options[name].type === 'string' && !word.includes('=') ? 2 : 1;
  }
}

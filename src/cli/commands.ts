/** The verbs, and what `--help` says of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest, problem } from '../model/problem.ts';
import type { Command } from './command.ts';
import { labCommand } from './lab-command.ts';
import { commonOptions, options, parseOptions, type OptionName } from './options.ts';
import { runPlan } from './run.ts';
import { runsCommand } from './runs-command.ts';
import { selftestCommand } from './selftest-command.ts';
import { sweepArguments } from './sweep-arguments.ts';

const sweepCommand: Command = {
  name: 'sweep',
  summary: 'every setting of a grid on your own server, in random blocks, with intervals',
  usage: ['sweep --url URL --vary KEY=LEVELS [--load LOAD] [--blocks N] -- COMMAND', 'sweep --resume RUN'],
  options: [
    'url',
    'vary',
    'load',
    'duration',
    'warmup',
    'blocks',
    'seed',
    'method',
    'header',
    'body',
    'scenario',
    'expect-status',
    'timeout',
    'start-timeout',
    'resume',
  ],
  run: (args) =>
    runPlan(
      'sweep',
      args.values.resume === undefined ? sweepArguments(args) : { resume: args.values.resume },
      args.values,
    ),
};

const commands: readonly Command[] = [labCommand, sweepCommand, runsCommand, selftestCommand];

/** @returns the exit code. @throws Problem */
export async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(overview());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) {
    const known = commands.map((each) => each.name);
    const near = nearest(name, known);
    const hint = near ? `Did you mean "chokepoint ${near}"?` : 'Run "chokepoint --help".';
    throw problem('COMMAND_UNKNOWN', { name, known: known.join(', '), hint });
  }
  const parsed = parseOptions(name, rest, command.options);
  if (parsed.values.help) {
    process.stdout.write(help(command));
    return 0;
  }
  return command.run(parsed);
}

function overview(): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`);
  return [
    'chokepoint: find, prove and fix the concurrency bottleneck of a Node.js service.',
    '',
    'usage: chokepoint COMMAND [options] [-- your server]',
    '',
    ...rows,
    '',
    'Begin with:  chokepoint lab pool-size --quick',
    'Your own:    chokepoint sweep --url http://127.0.0.1:3000/ --vary pool=1,4,16 -- node server.js',
    '"chokepoint COMMAND --help" has the options. Exit codes: 0 fine, 2 usage, 3 could not measure, 130 interrupted.',
    '',
  ].join('\n');
}

function help({ name, summary, usage, options: own }: Command): string {
  const line = (option: OptionName) => {
    const entry: { value?: string; help: string } = options[option];
    const left = `  --${option}${entry.value === undefined ? '' : ` ${entry.value}`}`;
    return left.length < 30 ? `${left.padEnd(30)}${entry.help}` : `${left}\n${' '.repeat(30)}${entry.help}`;
  };
  return [
    `chokepoint ${name}: ${summary}`,
    '',
    ...usage.map((each) => `usage: chokepoint ${each}`),
    '',
    ...own.map(line),
    '',
    ...commonOptions.map(line),
    '',
  ].join('\n');
}

function version(): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

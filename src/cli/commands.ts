/** The verbs, and what `--help` says of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest, problem } from '../model/problem.ts';
import type { Command } from './command.ts';
import {
  commonOptions,
  loadOptions,
  options,
  requestOptions,
  resumeOptions,
  trialOptions,
  type OptionName,
} from './options/table.ts';
import { parseOptions } from './options/parse.ts';

/** A verb's own code is loaded when it is called: `--help` need not wait for SQLite and the charts. */
const commands: readonly Command[] = [
  {
    name: 'lab',
    summary: 'named experiments: how Node really behaves on this machine',
    usage: [
      'lab [EXPERIMENT…] [--quick | --full | --as-published]  (without a name: all of them)',
      'lab pool-size --vary pool=4,8 --vary topology=node',
      'lab --list',
    ],
    options: ['quick', 'full', 'as-published', 'list', 'vary', 'blocks', 'seed', ...resumeOptions, 'node'],
    run: async (args) => (await import('./verbs/lab.ts')).lab(args),
  },
  {
    name: 'sweep',
    summary: 'every setting of a grid on your own server, in random blocks, with intervals',
    usage: [
      'sweep --url URL --vary KEY=LEVELS [--load LOAD] [--blocks N] -- COMMAND',
      'sweep --against REV|RUN --url URL [--fail-if-worse 5%] -- COMMAND',
      'sweep --resume RUN',
    ],
    options: [
      'url',
      'vary',
      'load',
      'duration',
      'warmup',
      'blocks',
      'precision',
      'budget',
      'seed',
      ...requestOptions,
      'against',
      'fail-if-worse',
      'metric',
      'prepare',
      'summary',
      'junit',
      ...resumeOptions,
    ],
    run: async (args) => (await import('./verbs/sweep.ts')).sweep(args),
  },
  {
    name: 'doctor',
    summary: 'what holds a running server back: the evidence, and what to change',
    usage: [
      'doctor --pid N [--for 4s] [--attach[=unsure]] [--watch]',
      'doctor [--url URL --load LOAD] [--for 10s] -- COMMAND  (starts it, with the probe in it)',
      'doctor --replay FILE',
    ],
    notes: [
      'Without --attach nothing enters the process: it is read from outside, and does not notice.',
      '--attach opens its inspector on 127.0.0.1 for about 15 ms and starts a thread in it, which ends with the watch;',
      'three lines about a debugger appear on its stderr. --print-payload shows what would be evaluated.',
      'A process whose signal handlers cannot be read is refused: one for SIGUSR1 would run, whatever it does.',
      '--attach=unsure is consent to that too.',
    ],
    options: [
      'pid',
      'for',
      'attach',
      'try-binary',
      'capture',
      'profile',
      'watch',
      'replay',
      'prometheus',
      'print-payload',
      'fail-on',
      ...loadOptions,
    ],
    run: async (args) => (await import('./verbs/doctor.ts')).runDoctor(args),
  },
  {
    name: 'tune',
    summary: 'the best setting of your own server in few trials, and how sure that is',
    usage: [
      'tune --url URL [--load LOAD] [--vary KEY=LEVELS] [--objective FIGURE] [--subject-to LIMITS] -- COMMAND',
      'tune --url URL --vary pool=1..1024 --vary processes=1,cores -- node server.js',
      'tune --resume RUN',
    ],
    notes: [
      'It measures few settings at first, then between and beside the best, then the best against each other until one is',
      'certified, or the budget ends. What runs today is kept wherever nothing is better for sure. Ctrl-C gives the best',
      'answer so far. Exit code 1: no setting keeps the limits of --subject-to.',
    ],
    options: [
      'url',
      'vary',
      'load',
      'objective',
      'subject-to',
      'within',
      'confidence',
      'certified',
      'budget',
      'duration',
      'warmup',
      'seed',
      ...requestOptions,
      ...resumeOptions,
    ],
    run: async (args) => (await import('./verbs/tune.ts')).tune(args),
  },
  {
    name: 'predict',
    summary: 'what another setting would do, from what one was measured to do',
    usage: [
      'predict --run RUN [--cell ID] --what-if pool=4,8,16 [--what-if cpus=8]',
      'predict --demands FILE --what-if processes=1,2,4  (a file that --json wrote)',
      'predict --url URL [--load LOAD] --what-if pool=8 -- COMMAND  (measures it as it is first)',
    ],
    options: ['what-if', 'load-elsewhere', 'run', 'cell', 'demands', ...trialOptions],
    run: async (args) => (await import('./verbs/predict.ts')).predict(args),
  },
  {
    name: 'serve',
    summary: "one of the lab's servers, started by hand on a port, for curl, ab, or a colleague",
    usage: [
      'serve SUBJECT [--topology TOPOLOGY] [--port PORT]  (until Ctrl-C)',
      'serve pool-size --pool 64 --corrected',
      'serve --list',
    ],
    options: [
      'list',
      'topology',
      'port',
      'host',
      'pool',
      'processes',
      'workers',
      'node',
      'as-published',
      'corrected',
      'set',
    ],
    run: async (args) => (await import('./verbs/serve.ts')).serveSubject(args),
  },
  {
    name: 'runs',
    summary: 'stored runs: list, show, compare, report, export, remove',
    usage: [
      'runs list',
      'runs show RUN [--checks]',
      'runs compare RUN RUN',
      'runs report RUN [--out DIR]',
      'runs export RUN --format json|csv [--out FILE]',
      'runs remove RUN',
    ],
    options: ['checks', 'format', 'take-over'],
    run: async (args) => (await import('./verbs/runs.ts')).runs(args),
  },
  {
    name: 'selftest',
    summary: 'the load engine against servers whose truth is known',
    usage: ['selftest [--quick]'],
    options: ['quick'],
    run: async (args) => (await import('./verbs/selftest.ts')).runSelftest(args),
  },
];

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
    'Running now: chokepoint doctor --pid N',
    'Your own:    chokepoint sweep --url http://127.0.0.1:3000/ --vary pool=1,4,16 -- node server.js',
    '"chokepoint COMMAND --help" has the options. Exit codes: 0 fine, 1 a gate failed, 2 usage, 3 could not measure,',
    '70 an error of chokepoint itself, 130 interrupted.',
    '',
  ].join('\n');
}

function help({ name, summary, usage, notes = [], options: own }: Command): string {
  const line = (option: OptionName) => {
    const entry: { value?: string; help: string } = options[option];
    const left = `  --${option}${entry.value === undefined ? '' : ` ${entry.value}`}`;
    return left.length < 30 ? `${left.padEnd(30)}${entry.help}` : `${left}\n${' '.repeat(30)}${entry.help}`;
  };
  return [
    `chokepoint ${name}: ${summary}`,
    '',
    ...usage.map((each) => `usage: chokepoint ${each}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
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

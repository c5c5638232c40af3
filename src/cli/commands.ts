/** The verbs, and what `--help` says of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../messages/message.ts';
import { exitCodes, nearest, Problem, problem, problemsOf } from '../messages/problem.ts';
import { help, overview } from './help.ts';
import { meant } from './meant.ts';
import { print, textOptions } from './output/terminal.ts';
import {
  loadOptions,
  loads,
  options,
  places,
  requestOptions,
  resumeOptions,
  trialOptions,
  type Option,
  type OptionName,
} from './options/table.ts';
import { parseOptions, type Command, type Work } from './options/parse.ts';
import { isNumbered } from './options/values.ts';

const server = { of: ['command'], unless: ['resume'], why: 'missing.command' } as const;

/** A verb's own code is loaded when it is called: `--help` need not wait for SQLite and the charts. */
export const commands: readonly Command[] = [
  {
    name: 'lab',
    summary: 'help.lab',
    examples: ['lab pool-size', 'lab pool-size --vary pool=4,8 --vary topology=node', 'lab --list'],
    usage: [['lab [EXPERIMENT…] [options]', 'help.lab.all']],
    help: { 'as-published': 'help.lab.as-published' },
    options: [
      'quick',
      'full',
      'as-published',
      'list',
      'vary',
      'blocks',
      'seed',
      ...resumeOptions,
      'node',
      ...places,
    ],
    words: Infinity,
    takesCommand: false,
    run: async (args) => (await import('./verbs/lab.ts')).lab(args),
  },
  {
    name: 'sweep',
    summary: 'help.sweep',
    examples: [
      'sweep --vary pool=1,4,16 -c 32 -d 5 -- node server.js',
      'sweep --against main -d 5 -- node server.js',
      'sweep --resume last',
    ],
    usage: [
      'sweep --vary KEY=LEVELS [options] -- COMMAND',
      'sweep --against REV|RUN [options] -- COMMAND',
      'sweep --resume RUN',
    ],
    fails: 'help.sweep.fails',
    passes: 'help.sweep.passes',
    options: [
      'url',
      'path',
      'vary',
      ...loads,
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
      ...places,
    ],
    words: 0,
    takesCommand: true,
    needs: [server, { of: ['vary'], unless: ['resume', 'against'], why: 'missing.vary' }],
    run: async (args) => (await import('./verbs/sweep.ts')).sweep(args),
  },
  {
    name: 'doctor',
    summary: 'help.doctor',
    examples: ['doctor 4711', 'doctor :3000 -c 32 --attach', 'doctor -c 32 -- node server.js'],
    usage: ['doctor PID|:PORT [options]', 'doctor [options] -- COMMAND', 'doctor --replay FILE'],
    notes: ['help.doctor.enters', 'help.doctor.refuses'],
    help: {
      duration: 'help.doctor.duration',
      verbose: 'help.doctor.verbose',
      load: 'help.doctor.load',
      clients: 'help.doctor.clients',
    },
    fails: 'help.doctor.fails',
    passes: 'help.doctor.passes',
    options: [
      'pid',
      'duration',
      'attach',
      'try-binary',
      'capture',
      'profile',
      'watch',
      'replay',
      'prometheus',
      'print-payload',
      'fail-on',
      'out',
      'open',
      ...loadOptions,
    ],
    words: 0,
    subject: { option: 'pid', isForm: isNumbered },
    takesCommand: true,
    needs: [
      {
        of: ['command'],
        where: loadOptions,
        unless: ['pid', 'replay', 'print-payload'],
        why: 'missing.doctor-command',
      },
      { of: ['pid', 'command'], unless: ['replay', 'print-payload', ...loadOptions], why: 'missing.target' },
    ],
    run: async (args) => (await import('./verbs/doctor.ts')).runDoctor(args),
  },
  {
    name: 'tune',
    summary: 'help.tune',
    examples: [
      'tune -- node server.js',
      'tune --vary processes=1,cores --vary pool=1..1024 -- node server.js',
      "tune --subject-to 'p99<200ms' -- node server.js",
    ],
    usage: ['tune [options] -- COMMAND', 'tune --resume RUN'],
    notes: ['help.tune.way'],
    help: {
      duration: 'help.tune.duration',
      warmup: 'help.tune.warmup',
      budget: 'help.tune.budget',
    },
    fails: 'help.tune.fails',
    options: [
      'url',
      'path',
      'vary',
      ...loads,
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
      ...places,
    ],
    words: 0,
    takesCommand: true,
    needs: [server],
    run: async (args) => (await import('./verbs/tune.ts')).tune(args),
  },
  {
    name: 'predict',
    summary: 'help.predict',
    examples: [
      'predict --run last --what-if pool=4,8,16 --what-if cpus=8',
      'predict --demands demands.json --what-if processes=1,2,4',
      'predict -- node server.js',
    ],
    usage: [
      'predict --run RUN [--cell ID] --what-if KEY=LEVELS',
      ['predict --demands FILE --what-if KEY=LEVELS', 'help.predict.file'],
      ['predict [options] -- COMMAND', 'help.predict.measures'],
    ],
    help: { blocks: 'help.predict.blocks' },
    options: ['what-if', 'load-elsewhere', 'run', 'cell', 'demands', ...trialOptions, 'store'],
    words: 0,
    takesCommand: true,
    needs: [{ of: ['run', 'demands', 'command'], why: 'missing.source' }],
    run: async (args) => (await import('./verbs/predict.ts')).predict(args),
  },
  {
    name: 'serve',
    summary: 'help.serve',
    examples: ['serve pool-size', 'serve pool-size --pool 64 --corrected', 'serve --list'],
    usage: [['serve SUBJECT [options]', 'help.serve.until']],
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
    words: 1,
    takesCommand: false,
    run: async (args) => (await import('./verbs/serve.ts')).serveSubject(args),
  },
  {
    name: 'runs',
    summary: 'help.runs',
    examples: ['runs', 'runs show last', 'runs export last --format csv -o run.csv'],
    usage: [
      'runs list  (ls)',
      'runs show [RUN] [--checks]',
      'runs compare RUN RUN',
      'runs report [RUN] [-o DIR] [--open]',
      'runs export [RUN] [--format json|csv] [-o FILE]',
      'runs remove RUN [--yes]  (rm, delete)',
    ],
    notes: ['help.runs.id'],
    help: {
      'take-over': 'help.runs.take-over',
    },
    options: ['checks', 'format', 'yes', 'take-over', 'out', 'open', 'store'],
    words: Infinity,
    takesCommand: false,
    actions: {
      list: ['store'],
      show: ['checks', 'store'],
      compare: ['store'],
      report: ['out', 'open', 'store'],
      export: ['format', 'out', 'store'],
      remove: ['yes', 'take-over', 'store'],
    },
    actionAliases: { ls: 'list', rm: 'remove', delete: 'remove' },
    run: async (args) => (await import('./verbs/runs.ts')).runs(args),
  },
  {
    name: 'selftest',
    summary: 'help.selftest',
    examples: ['selftest', 'selftest --quick', 'selftest --json'],
    usage: ['selftest [--quick]'],
    help: { quick: 'help.selftest.quick' },
    options: ['quick'],
    words: 0,
    takesCommand: false,
    run: async (args) => (await import('./verbs/selftest.ts')).runSelftest(args),
  },
];

/** @returns the exit code. @throws Problem */
export async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = meant(args);
  const [topic] = rest;
  if (name === 'help' && topic !== undefined) return helpAbout(topic);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(overview(commands, textOptions({}).columns));
    return 0;
  }
  if (name === 'version' || name === '--version' || name === '-V' || name === '-v') {
    print(version());
    return 0;
  }
  // `-c 8 :3000`, `-d 2 -- node server.js`: of all verbs the doctor needs none.
  if (isOfDoctor(name) && !namesVerb(rest)) return dispatch(['doctor', name, ...rest]);
  if (/^[^-]/.test(name) && !namesVerb([name]) && (await isPm2App(name)))
    return dispatch(['doctor', name, ...rest]);
  const command = commandNamed(name, '');
  const parsed = parseOptions(command, rest);
  if (parsed.values.help || (parsed.words.length === 1 && parsed.words[0] === 'help')) {
    print(help(command, textOptions({}).columns));
    return 0;
  }
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

function isOfDoctor(word: string): boolean {
  const typed = (option: OptionName) => {
    const { short }: Option = options[option];
    return [`--${option}`, ...(short === undefined ? [] : [`-${short}`])];
  };
  const [name = ''] = word.split('=');
  return commands.some((each) => each.name === 'doctor' && each.options.flatMap(typed).includes(name));
}

/** Only a word that is no verb is looked for among the processes of the machine. */
async function isPm2App(word: string): Promise<boolean> {
  const { pm2Apps } = await import('../doctor/doctor.ts');
  return pm2Apps().some(({ name }) => name === word);
}

function namesVerb(words: readonly string[]): boolean {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return own.some((word) => commands.some(({ name }) => name === word));
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
  const known = commands.map((each) => each.name);
  const near = nearest(name, known);
  const hint = near ? message('hint.near', { near: `chokepoint ${before}${near}` }) : message('hint.help');
  throw problem('COMMAND_UNKNOWN', { name, known: known.join(', '), hint });
}

function version(): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/** The verbs, and what `--help` says of them. */
import { loadOptions } from './options/table.ts';
import { verbOptions } from './options/verb-options.ts';
import { exitCodes } from '../messages/problem.ts';
import type { Command } from './options/parse.ts';
import { isNumbered, isRun } from './options/values.ts';

const server = { of: ['command'], unless: ['resume'], why: 'missing.command' } as const;

/** A verb's own code is loaded when it is called: `--help` need not wait for SQLite and the charts. */
const verbs: readonly Omit<Command, 'options'>[] = [
  {
    name: 'find',
    examples: [
      '-- node server.js',
      '--path /health -- npm start',
      '--fail-on critical --json -- node server.js',
    ],
    usage: ['[find] [options] -- COMMAND'],
    notes: ['help.find.way'],
    fails: 'help.doctor.fails',
    passes: 'help.doctor.passes',
    takesCommand: true,
    needs: [{ of: ['command'], why: 'missing.server' }],
    run: async (args) => (await import('./verbs/find.ts')).find(args),
  },
  {
    name: 'lab',
    examples: ['lab pool-size', 'lab pool-size --vary pool=4,8 --vary topology=node', 'lab --list'],
    usage: [['lab [EXPERIMENT…] [options]', 'help.lab.all']],
    words: Infinity,
    run: async (args) => (await import('./verbs/lab.ts')).lab(args),
  },
  {
    name: 'sweep',
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
    takesCommand: true,
    needs: [server, { of: ['vary'], unless: ['resume', 'against'], why: 'missing.vary' }],
    run: async (args) => (await import('./verbs/measure.ts')).measure(args),
  },
  {
    name: 'doctor',
    examples: ['doctor 4711', 'doctor :3000 -c 32 --attach', 'doctor -c 32 -- node server.js'],
    usage: [
      'doctor PID|:PORT [options]',
      'doctor [options] -- COMMAND',
      'doctor --replay FILE',
      ['doctor --list', 'help.doctor.list'],
    ],
    notes: ['help.doctor.enters', 'help.doctor.refuses'],
    fails: 'help.doctor.fails',
    passes: 'help.doctor.passes',
    subject: { option: 'pid', isForm: isNumbered },
    takesCommand: true,
    needs: [
      {
        of: ['command'],
        where: loadOptions,
        unless: ['pid', 'replay', 'print-payload', 'list'],
        why: 'missing.doctor-command',
      },
      {
        of: ['pid', 'command'],
        unless: ['replay', 'print-payload', 'list', ...loadOptions],
        why: 'missing.target',
      },
    ],
    run: async (args) => (await import('./verbs/doctor.ts')).runDoctor(args),
  },
  {
    name: 'tune',
    examples: [
      'tune -- node server.js',
      'tune --vary processes=1,cores --vary pool=1..1024 -- node server.js',
      "tune --subject-to 'p99<200ms' -- node server.js",
    ],
    usage: ['tune [options] -- COMMAND', 'tune --resume RUN'],
    notes: ['help.tune.way'],
    fails: 'help.tune.fails',
    takesCommand: true,
    needs: [server],
    run: async (args) => (await import('./verbs/measure.ts')).measure(args),
  },
  {
    name: 'capacity',
    examples: [
      "capacity --slo 'p99<200ms,errors<0.1%' -- node server.js",
      "capacity --slo 'p99<200ms' --expect 500/s -- node server.js",
      'capacity --vary pool=4,64 -- node server.js',
    ],
    usage: ['capacity [options] -- COMMAND', 'capacity --resume RUN'],
    notes: ['help.capacity.way'],
    fails: 'help.capacity.fails',
    passes: 'help.capacity.passes',
    takesCommand: true,
    needs: [server],
    run: async (args) => (await import('./verbs/measure.ts')).measure(args),
  },
  {
    name: 'predict',
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
    subject: { option: 'run', isForm: isRun },
    takesCommand: true,
    needs: [{ of: ['run', 'demands', 'command'], why: 'missing.source' }],
    run: async (args) => (await import('./verbs/predict.ts')).predict(args),
  },
  {
    name: 'serve',
    examples: ['serve pool-size', 'serve pool-size --pool 64 --corrected', 'serve --list'],
    usage: [['serve SUBJECT [options]', 'help.serve.until']],
    words: 1,
    run: async (args) => (await import('./verbs/serve.ts')).serveSubject(args),
  },
  {
    name: 'runs',
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
    words: Infinity,
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
    name: 'check',
    examples: [
      'check oha.json --clients 32',
      'check before.csv after.csv',
      'check a1.json a2.json a3.json vs b1.json b2.json b3.json',
    ],
    usage: ['check FILE… [--clients N | --rate R]', ['check FILE… vs FILE…', 'help.check.vs']],
    notes: ['help.check.way'],
    fails: 'help.check.fails',
    words: Infinity,
    takesFiles: true,
    run: async (args) => (await import('./verbs/check.ts')).check(args),
  },
  {
    name: 'selftest',
    examples: ['selftest', 'selftest --quick', 'selftest --json'],
    usage: ['selftest [--quick]'],
    run: async (args) => (await import('./verbs/selftest.ts')).runSelftest(args),
  },
  {
    name: 'completion',
    examples: ['completion bash', 'completion zsh', 'completion fish'],
    usage: ['completion bash|zsh|fish'],
    notes: ['help.completion.how'],
    words: 1,
    run: async (args) => (await import('./verbs/completion.ts')).completion(args),
  },
  {
    name: 'mcp',
    examples: ['mcp', 'mcp --allow start', 'mcp --lang ko'],
    usage: ['mcp [--allow start]'],
    notes: ['help.mcp.way'],
    run: async (args) => (await import('./verbs/mcp.ts')).mcp(args),
  },
  {
    name: 'action',
    isHidden: true,
    examples: ['action gate.json', 'action gate.json --lang ko', 'action gate.json --verbose'],
    usage: ['action FILE'],
    words: 1,
    run: async (args) => (await import('./verbs/action.ts')).action(args),
  },
  {
    name: 'generate',
    isHidden: true,
    examples: ['generate', 'generate --quiet', 'generate --lang ko'],
    usage: ['generate'],
    notes: ['help.generate.way'],
    run: async () => {
      const { generate } = await import('../run/generators.ts');
      return () => generate(process.stdin, process.stdout).then(() => exitCodes.fine);
    },
  },
];

/** The verbs with their options. One that takes a command has `settings` too: whether it uses the settings file of a folder. */
export const commands: readonly Command[] = verbs.map((verb) => ({
  ...verb,
  options: [...verbOptions[verb.name], ...(verb.takesCommand ? (['settings'] as const) : [])],
}));

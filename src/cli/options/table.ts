/** Every option of the command line, once: how its value is read, what `--help` says of it, what it needs and what it excludes. */
import { metrics, type Metric } from '../../model/metric.ts';
import { maximumPool } from '../../model/vary.ts';
import { objectives } from '../../model/tune.ts';
import type { Reason } from '../../messages/problem.ts';
import { severities } from '../../model/diagnosis.ts';
import { languages } from '../output/language.ts';
import {
  captureTime,
  choice,
  confidence,
  kebab,
  limits,
  path,
  processOrPort,
  share,
  statuses,
  time,
  whole,
  type Parse,
} from './values.ts';

/** Other options, `command` (the words after `--`) or `words` (the others that are no option). */
export interface Relation {
  readonly of: readonly string[];
  readonly why: Reason;
}

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** Older names, and those of other verbs for the same thing. */
  readonly aliases?: readonly string[];
  /** It is a shorter form of another option: that one's name, and what stands before the value there. */
  readonly stands?: readonly [option: string, before: string];
  readonly multiple?: true;
  /** Of a switch: words that may follow it after a `=`. */
  readonly choices?: readonly string[];
  /** Of two values neither may be ignored: they would be two subjects. */
  readonly once?: true;
  /** How help names the value. */
  readonly value?: string;
  /** Makes the value of its text; absent where that takes a schema or a file, for which `--help` need not wait. @throws Problem */
  readonly parse?: Parse<unknown>;
  readonly help: string;
  /** At least one of them, where the verb has it. */
  readonly requires?: Relation;
  readonly excludes?: Relation;
  /** Nothing but them, and what only concerns the output, may stand beside it. */
  readonly alone?: Relation;
}

/** How a server is asked: of every command that loads one. */
export const requestOptions = [
  'method',
  'header',
  'body',
  'scenario',
  'expect-status',
  'timeout',
  'start-timeout',
] as const satisfies readonly string[];

/** Of a server that `doctor` starts and loads, and of one that `predict` measures first. */
/** How much load, in one of three forms. */
export const loads = ['clients', 'rate', 'load'] as const;
export const loadOptions = ['url', 'path', ...loads, 'warmup', 'seed', ...requestOptions] as const;
export const trialOptions = [
  'url',
  'path',
  ...loads,
  'duration',
  'warmup',
  'blocks',
  'seed',
  ...requestOptions,
] as const;

/** Where it is kept, where its report goes, and whether that is opened. */
export const places = ['out', 'store', 'open'] as const;
/** What a run that goes on may be told. */
export const resumeOptions = ['resume', 'trust-store', 'take-over'] as const;
/** What may hold secrets: a resumed run is given it again. */
const secretOptions = ['header', 'url', 'path', 'body', 'vary', 'scenario'] as const;

/** @returns a switch */
function flag<const Rest extends Partial<Option>>(help: string, rest?: Rest) {
  return { type: 'boolean', help, ...rest } as { type: 'boolean'; help: string } & Rest;
}

/** @returns an option with a value, which help calls `value` */
function text<const Rest extends Partial<Option>>(value: string, help: string, rest?: Rest) {
  return { type: 'string', value, help, ...rest } as { type: 'string'; value: string; help: string } & Rest;
}

const gate = { of: ['against'], why: 'missing.gate' } as const satisfies Relation;
const resume = { of: ['resume'], why: 'missing.resume' } as const satisfies Relation;

/** Jobs are timed by the lab's own servers only. */
const gateMetrics = (Object.keys(metrics) as Metric[]).filter(
  (name) => !name.startsWith('job') && name !== 'loopUtilization',
);
const poolSize: Parse<number | 'default'> = (size, option) =>
  size === 'default' ? size : whole(1, maximumPool)(size, option);
/** The names of figures as they are typed: `cpu-per-request`. Those of the JSON document are read too. */
const typed = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.flatMap((name) => [kebab(name), name].map((one) => [one, name])));

export const options = {
  quick: flag('a reduced grid: some minutes at most for each experiment (default)', {
    excludes: { of: ['full', 'as-published'], why: 'conflict.scale' },
  }),
  full: flag('the whole grid with more blocks; says beforehand how long it takes', {
    excludes: { of: ['as-published'], why: 'conflict.scale' },
  }),
  'as-published': flag("the document's own constants"),
  corrected: flag("without what was wrong in the document's server", {
    excludes: { of: ['as-published'], why: 'conflict.corrected' },
  }),
  list: flag('list what can be named here, each with its source', {
    alone: { of: [], why: 'conflict.list' },
  }),
  topology: text('TOPOLOGY', 'how it is spread over processes and threads (default: one process)'),
  port: text('PORT', "where it listens (default: the document's own port)", {
    parse: whole(1, 65_535, '8080.'),
  }),
  host: text('HOST', 'the address that it listens on (default 127.0.0.1)'),
  pool: text('N', 'UV_THREADPOOL_SIZE, 1 to 1024, or "default" (without it: what the environment says)', {
    parse: poolSize,
  }),
  processes: text('N', 'processes, for a topology that has several', { parse: whole(1, 1024) }),
  workers: text('N', 'worker threads, for a topology that has them', { parse: whole(1, 1024) }),
  set: text('NAME=N', "another number for one of the server's constants: iterations=1000", {
    multiple: true,
  }),
  vary: text(
    'KEY=LEVELS',
    'pool, processes, cpus, env:NAME, arg:NAME; levels 1,4,16 or 1..1024, "cores", "default"',
    { multiple: true },
  ),
  url: text(
    'URL',
    'where your server listens: 3000, :3000, localhost:3000/path or a full address (default: found from the sockets of its processes)',
  ),
  path: text('PATH', 'the path that is asked for (default /)', { parse: path }),
  clients: text('N', 'that many clients, each of which waits for its answer (default 32)', {
    short: 'c',
    parse: whole(1),
    stands: ['load', 'closed:'],
    excludes: { of: ['rate', 'load'], why: 'conflict.load' },
  }),
  rate: text('N', 'that many requests per second, whether or not they are answered', {
    short: 'r',
    stands: ['load', 'rate:'],
    excludes: { of: ['load'], why: 'conflict.load' },
  }),
  load: text(
    'LOAD',
    'another load: closed:CLIENTSxREQUESTS, poisson:N, ramp:A..B (per second), batch:SIZExBATCHES',
  ),
  duration: text('TIME', 'length of the measured window: 10, 500ms, 2m (default 5s)', {
    short: 'd',
    aliases: ['for'],
    parse: time(100),
  }),
  warmup: text('TIME', 'load before the window, not counted (default 1s)', {
    parse: time(),
  }),
  method: text('METHOD', 'HTTP method (default GET)', { short: 'm' }),
  header: text(
    'NAME:VALUE',
    'a request header, several times if need be; NAME:@FILE and "NAME: Bearer $VARIABLE" keep its value out of sight',
    { multiple: true, short: 'H' },
  ),
  body: text('TEXT', 'the request body; @FILE reads it from a file', { short: 'b' }),
  scenario: text('FILE', 'JSON list of weighted requests with their checks, instead of --url', {
    excludes: { of: ['url', 'path', 'method', 'header', 'body', 'expect-status'], why: 'conflict.scenario' },
  }),
  'expect-status': text('CODES', 'statuses that count as an answer (default 200 to 299)', {
    parse: statuses,
  }),
  timeout: text('TIME', 'a request without an answer for so long has failed (default 30s)', {
    parse: time(1),
  }),
  'start-timeout': text('TIME', 'how long the server may take to answer first (default 30s)', {
    parse: time(1),
  }),
  blocks: text('N', 'run exactly N blocks (default: stop when every comparison is decided)', {
    parse: whole(1),
  }),
  precision: text('SHARE', 'go on until every ratio is known within ± this: 3%', { parse: share() }),
  budget: text('TIME', 'stop when the time is used up (default 10m, without --blocks)', {
    parse: time(1000),
  }),
  objective: text(
    'FIGURE',
    'what is to be best: throughput, p50, p99, cpu-per-request (default throughput)',
    { parse: choice(typed(objectives), 'p99') },
  ),
  'subject-to': text('LIMITS', "what the setting must keep: 'p99<200ms,errors=0'", { parse: limits }),
  within: text('SHARE', 'accept a setting within this of the best (default 5%)', { parse: share('5%') }),
  confidence: text('SHARE', 'how sure the answer has to be (default 95%)', { parse: confidence }),
  certified: flag('verify the winner against every remaining setting, not the most promising few (slower)'),
  seed: text('N', 'random seed (trial order, arrival times); saved with the run', { parse: whole(0) }),
  against: text(
    'REV|RUN',
    'a gate: compare the working tree with a git revision, measured in turns, or with a stored run',
    { excludes: { of: ['precision'], why: 'conflict.precision' } },
  ),
  'fail-if-worse': text(
    'SHARE',
    'exit code 1 if the loss is more than this with 95% confidence (default 5%)',
    { parse: share('5%'), requires: gate },
  ),
  metric: text(
    'METRIC',
    'what the gate decides on: throughput, p50, p90, p99, mean, cpu-per-request (default: what suits the load)',
    { parse: choice(typed(gateMetrics), 'throughput'), requires: gate },
  ),
  prepare: text(
    'COMMAND',
    "command to install and build the base revision: 'npm ci' (default: reuse this node_modules)",
    { requires: gate },
  ),
  summary: text('FILE', 'append a Markdown summary for a pull request (default $GITHUB_STEP_SUMMARY)', {
    requires: gate,
  }),
  junit: text('FILE', 'the gate and its validity checks as JUnit XML', { requires: gate }),
  resume: text('RUN', 'go on with a run that was cut off or left something open; give its secrets again', {
    alone: {
      of: [...secretOptions, 'trust-store', 'take-over', 'command', ...places],
      why: 'conflict.resume',
    },
  }),
  'trust-store': flag('with --resume: run the command of a run that somebody else may have stored', {
    requires: resume,
  }),
  'take-over': flag(
    'go on with, or remove, a run whose process cannot be seen from here: make sure first that it has ended',
    { requires: resume },
  ),
  run: text('RUN', 'the stored run that the model is taken from: an id, or "last"', {
    excludes: { of: ['demands', ...trialOptions, 'command'], why: 'conflict.stored' },
  }),
  cell: text('ID', "which of the run's settings (default: its baseline)", {
    requires: { of: ['run'], why: 'missing.cell' },
  }),
  demands: text('FILE', 'the model from a file that predict --json wrote', {
    excludes: { of: [...trialOptions, 'command'], why: 'conflict.stored' },
  }),
  'what-if': text(
    'KEY=LEVELS',
    'pool, processes, cpus, clients, rate: pool=4,8,16 or pool=cores,processes=2; every combination',
    { multiple: true, aliases: ['vary'] },
  ),
  'load-elsewhere': flag('the load comes from another machine: its CPU is left out'),
  node: text(
    'V',
    "what the lab's servers run on: a version (22), or a path; several for pool-map: 20,22,24,26",
  ),
  checks: flag('the twenty-two validity checks with their numbers'),
  yes: flag('remove it without asking'),
  format: text('FORMAT', 'json or csv', { parse: choice(['json', 'csv'], 'json') }),
  pid: text('N', 'the running process, or :PORT at which it listens; its workers are watched with it', {
    once: true,
    parse: processOrPort,
    excludes: { of: ['command', ...loadOptions], why: 'conflict.pid' },
  }),
  attach: flag(
    'allow attaching: opens the inspector for about 15 ms, and starts a thread that measures waits; =unsure: also where its own handler of SIGUSR1 might run',
    { choices: ['unsure'], excludes: { of: ['command'], why: 'conflict.attach' } },
  ),
  'try-binary': flag(
    'consent to start its Node once, for a build that is not known: to learn how its pool is read',
  ),
  capture: text(
    'TIME',
    'take trace events of its pool jobs for so long, at most 5s (needs --attach, or a command)',
    { parse: captureTime, requires: { of: ['attach', 'command'], why: 'missing.capture' } },
  ),
  profile: flag(
    'take a CPU profile even where the heap is large, which stops the server for about 1 ms per MB of it',
  ),
  watch: flag('show it live; the report comes at the end'),
  replay: text('FILE', 'judge a stored watch.json again', {
    alone: { of: ['fail-on', 'out', 'open'], why: 'conflict.replay' },
  }),
  prometheus: text('PORT', 'serve its metrics on 127.0.0.1:PORT/metrics while it is watched', {
    parse: whole(0, 65_535, '9464, or 0 for any free port'),
  }),
  'print-payload': flag('print what --attach would evaluate in the process, and end', {
    alone: { of: ['pid', 'attach'], why: 'conflict.payload' },
  }),
  'fail-on': text(
    'SEVERITY',
    'exit code 1 for a finding of this severity or above: critical, warning, info',
    { parse: choice(severities, 'critical') },
  ),
  json: flag('one JSON document on stdout, and nothing else'),
  out: text('DIR', 'where the reports go (default .chokepoint/reports/RUN)', { short: 'o' }),
  open: flag('open the report in the browser; ignored with --json and in CI'),
  store: text('FILE', 'where runs are kept (default .chokepoint/runs.db)'),
  lang: text('LANG', 'language of texts and reports: en, ko (default: CHOKEPOINT_LANG, then the locale)', {
    parse: choice(languages, 'ko'),
  }),
  color: flag('colours on or off (default: on a terminal; NO_COLOR and FORCE_COLOR are heeded)'),
  quiet: flag('print the verdict only', {
    short: 'q',
    excludes: { of: ['verbose'], why: 'conflict.quiet' },
  }),
  verbose: flag('the whole report in the terminal, and every trial as a line on stderr', {
    short: 'v',
  }),
  help: flag('show help', { short: 'h' }),
};

export type OptionName = keyof typeof options;

type ValueOf<Name extends OptionName> = (typeof options)[Name] extends { multiple: true }
  ? string[]
  : (typeof options)[Name] extends { choices: readonly (infer Choice)[] }
    ? boolean | Choice
    : (typeof options)[Name] extends { parse: Parse<infer Value> }
      ? Value
      : (typeof options)[Name]['type'] extends 'boolean'
        ? boolean
        : string;
export type Values = { readonly [Name in OptionName]?: ValueOf<Name> };

/** Every command takes these. */
export const commonOptions: readonly OptionName[] = ['json', 'lang', 'color', 'quiet', 'verbose', 'help'];

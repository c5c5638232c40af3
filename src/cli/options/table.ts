/** Every option of the command line, once: how its value is read, what it needs and what it excludes. What `--help` says is a message. */
import { metrics, type Metric } from '../../model/metric.ts';
import { amountNames, requestNames } from '../../messages/command-line.ts';
import { maximumPool } from '../../model/factor.ts';
import { objectives } from '../../model/tune.ts';
import type { Reason } from '../../messages/problem.ts';
import { severities } from '../../model/diagnosis.ts';
import { languages } from '../output/language.ts';
import {
  captureTime,
  choice,
  confidence,
  engine,
  kebab,
  limits,
  namedTarget,
  objective,
  path,
  perSecond,
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
  /** At least one of them, where the verb has it. */
  readonly requires?: Relation;
  readonly excludes?: Relation;
  /** A folder may keep it (settings-file.ts). */
  readonly kept?: true;
  /** It is on unless `--no-NAME` is typed: that is its form (`only`), or one of two. */
  readonly negated?: 'only' | 'too';
  /** Nothing but them, and what only concerns the output, may stand beside it. */
  readonly alone?: Relation;
}

/** How a server is asked: of every command that loads one. */
export const [, , ...requestOptions] = requestNames;

/** How much load, in one of three forms. */
export const loads = amountNames;
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
export const secretOptions = ['header', 'url', 'path', 'body', 'vary', 'scenario', 'generator'] as const;

/** @returns a switch */
function flag<const Rest extends Partial<Option>>(rest?: Rest) {
  return { type: 'boolean', ...rest } as { type: 'boolean' } & Rest;
}

/** @returns an option with a value, which help calls `value` */
function text<const Value extends string, const Rest extends Partial<Option>>(value: Value, rest?: Rest) {
  return { type: 'string', value, ...rest } as { type: 'string'; value: Value } & Rest;
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

/** The parts of `--help` in their order, each with its options. */
export const groups = {
  target: {
    corrected: flag({ excludes: { of: ['as-published'], why: 'conflict.corrected' } }),
    allow: text('WHAT', { parse: choice(['start'], 'start') }),
    list: flag({ alone: { of: [], why: 'conflict.list' } }),
    topology: text('TOPOLOGY'),
    port: text('PORT', { parse: whole(1, 65_535, '8080.') }),
    host: text('HOST'),
    pool: text('N', { parse: poolSize }),
    processes: text('N', { parse: whole(1, 1024) }),
    workers: text('N', { parse: whole(1, 1024) }),
    set: text('NAME=N', { multiple: true }),
    run: text('RUN', { excludes: { of: ['demands', ...trialOptions, 'command'], why: 'conflict.stored' } }),
    cell: text('ID', { requires: { of: ['run'], why: 'missing.cell' } }),
    demands: text('FILE', { excludes: { of: [...trialOptions, 'command'], why: 'conflict.stored' } }),
    pid: text('N', {
      once: true,
      parse: namedTarget,
      excludes: { of: ['command', 'url', 'start-timeout'], why: 'conflict.pid' },
    }),
    attach: flag({ choices: ['unsure'], excludes: { of: ['command'], why: 'conflict.attach' } }),
    'try-binary': flag(),
    capture: text('TIME', {
      parse: captureTime,
      requires: { of: ['attach', 'command'], why: 'missing.capture' },
    }),
    profile: flag(),
    replay: text('FILE', { alone: { of: ['fail-on', 'out', 'open'], why: 'conflict.replay' } }),
    'print-payload': flag({ alone: { of: ['pid', 'attach'], why: 'conflict.payload' } }),
    url: text('URL', { kept: true }),
    path: text('PATH', { kept: true, parse: path }),
    'start-timeout': text('TIME', { kept: true, parse: time(1) }),
    node: text('V'),
    yes: flag(),
    settings: flag({ negated: 'only' }),
  },
  settings: {
    quick: flag({ excludes: { of: ['full', 'as-published'], why: 'conflict.scale' } }),
    full: flag({ excludes: { of: ['as-published'], why: 'conflict.scale' } }),
    'as-published': flag(),
    vary: text('KEY=LEVELS', { kept: true, multiple: true }),
    objective: text('FIGURE', { kept: true, parse: choice(typed(objectives), 'p99') }),
    slo: text('LIMITS', { kept: true, parse: objective }),
    'subject-to': text('LIMITS', { kept: true, parse: limits }),
    within: text('SHARE', { kept: true, parse: share('5%') }),
    confidence: text('SHARE', { kept: true, parse: confidence }),
    certified: flag({ kept: true }),
    'what-if': text('KEY=LEVELS', { multiple: true, aliases: ['vary'] }),
    'load-elsewhere': flag(),
  },
  load: {
    clients: text('N', {
      kept: true,
      short: 'c',
      parse: whole(1),
      stands: ['load', 'closed:'],
      excludes: { of: ['rate', 'load'], why: 'conflict.load' },
    }),
    rate: text('N', {
      kept: true,
      short: 'r',
      stands: ['load', 'rate:'],
      excludes: { of: ['load'], why: 'conflict.load' },
    }),
    load: text('LOAD', { kept: true }),
    generator: text('COMMAND', { multiple: true }),
    method: text('METHOD', { kept: true, short: 'm' }),
    header: text('NAME:VALUE', { kept: true, multiple: true, short: 'H' }),
    body: text('TEXT', { kept: true, short: 'b' }),
    scenario: text('FILE', {
      kept: true,
      excludes: {
        of: ['url', 'path', 'method', 'header', 'body', 'expect-status'],
        why: 'conflict.scenario',
      },
    }),
    engine: text('k6:FILE', {
      parse: engine,
      excludes: { of: ['scenario', 'method', 'header', 'body', 'expect-status'], why: 'conflict.engine' },
    }),
    'expect-status': text('CODES', { kept: true, parse: statuses }),
    timeout: text('TIME', { kept: true, parse: time(1) }),
    seed: text('N', { kept: true, parse: whole(0) }),
  },
  stop: {
    duration: text('TIME', { kept: true, short: 'd', aliases: ['for'], parse: time(100) }),
    warmup: text('TIME', { kept: true, parse: time() }),
    blocks: text('N', { kept: true, parse: whole(1) }),
    precision: text('SHARE', { kept: true, parse: share() }),
    budget: text('TIME', { kept: true, parse: time(1000) }),
    resume: text('RUN', {
      alone: {
        of: [...secretOptions, 'trust-store', 'take-over', 'yes', 'command', ...places],
        why: 'conflict.resume',
      },
    }),
    'trust-store': flag({ requires: { of: ['resume', 'against'], why: 'missing.resume' } }),
    'take-over': flag({ requires: resume }),
  },
  gate: {
    expect: text('RATE', { kept: true, parse: perSecond }),
    against: text('REV|RUN', { excludes: { of: ['precision'], why: 'conflict.precision' } }),
    'fail-if-worse': text('SHARE', { kept: true, parse: share('5%'), requires: gate }),
    undecided: text('WORD', { kept: true, parse: choice(['pass', 'fail'], 'pass'), requires: gate }),
    metric: text('METRIC', { kept: true, parse: choice(typed(gateMetrics), 'throughput'), requires: gate }),
    prepare: text('COMMAND', { requires: gate }),
    summary: text('FILE', { requires: gate }),
    junit: text('FILE', { requires: gate }),
    'fail-on': text('SEVERITY', { kept: true, parse: choice(severities, 'critical') }),
  },
  output: {
    checks: flag(),
    format: text('FORMAT', { parse: choice(['json', 'csv'], 'json') }),
    watch: flag(),
    prometheus: text('PORT', { parse: whole(0, 65_535, '9464, or 0 for any free port') }),
    json: flag(),
    brief: flag({ requires: { of: ['json'], why: 'missing.json' } }),
    out: text('DIR', { short: 'o' }),
    open: flag(),
    store: text('FILE'),
    lang: text('LANG', { parse: choice(languages, 'ko') }),
    color: flag({ negated: 'too' }),
    quiet: flag({ short: 'q', excludes: { of: ['verbose'], why: 'conflict.quiet' } }),
    verbose: flag({ short: 'v' }),
    help: flag({ short: 'h' }),
  },
};
export type HelpGroup = keyof typeof groups;

export const options = {
  ...groups.target,
  ...groups.settings,
  ...groups.load,
  ...groups.stop,
  ...groups.gate,
  ...groups.output,
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

/** What a program gives for an option of the command line: times are milliseconds, several values a list. */
type GivenValue<Name extends OptionName> = (typeof options)[Name] extends { multiple: true }
  ? readonly string[]
  : (typeof options)[Name] extends { value: 'N' | 'TIME' | 'SHARE' | 'RATE' }
    ? number
    : ValueOf<Name> extends string | boolean
      ? ValueOf<Name>
      : string;
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** Options as the properties of an object: `start-timeout` is `startTimeout`. */
export type GivenOptions<Names extends OptionName> = {
  readonly [Name in Names as Camel<Name>]?: GivenValue<Name>;
};

/** All that can be typed for an option; the first is how help names it. */
export function typedNames(name: OptionName): readonly [string, ...string[]] {
  const { short, negated, aliases = [] }: Option = options[name];
  const long = [`--${name}`, `--no-${name}`] as const;
  const [first, second] = negated === 'only' ? long.toReversed() : long;
  return [first, second, ...(short === undefined ? [] : [`-${short}`]), ...aliases.map((one) => `--${one}`)];
}

/** Every command takes these. */
export const commonOptions: readonly OptionName[] = [
  'json',
  'brief',
  'lang',
  'color',
  'quiet',
  'verbose',
  'help',
];

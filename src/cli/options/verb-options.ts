/** Which options each verb takes. Help, parsing, completion, settings files and the types of the API read it here. */
import {
  loadOptions,
  loads,
  places,
  requestOptions,
  resumeOptions,
  trialOptions,
  type OptionName,
} from './table.ts';

/** Of what measures settings of a server, whatever the load. */
const measureOptions = [
  'url',
  'path',
  'vary',
  'generator',
  'yes',
  'budget',
  'seed',
  ...requestOptions,
  ...resumeOptions,
  ...places,
] as const;
/** Of a load that stays the same for the whole run. */
const windowOptions = [...loads, 'duration', 'warmup', ...measureOptions, 'engine'] as const;
/** A gate is a sweep of two revisions. */
const gateOptions = [
  'against',
  'fail-if-worse',
  'undecided',
  'metric',
  'prepare',
  'summary',
  'junit',
] as const;

export const verbOptions = {
  find: [
    'url',
    'path',
    'method',
    'header',
    'body',
    'expect-status',
    'timeout',
    'start-timeout',
    'duration',
    'seed',
    'fail-on',
    ...places,
  ],
  lab: [
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
  sweep: [...windowOptions, 'blocks', 'precision', ...gateOptions],
  doctor: [
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
  tune: [...windowOptions, 'objective', 'subject-to', 'within', 'confidence', 'certified'],
  capacity: ['slo', 'expect', 'precision', ...measureOptions],
  predict: ['what-if', 'load-elsewhere', 'run', 'cell', 'demands', ...trialOptions, 'store'],
  serve: [
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
  runs: ['checks', 'format', 'yes', 'take-over', 'out', 'open', 'store'],
  check: ['clients', 'rate'],
  selftest: ['quick'],
  completion: [],
  action: [],
  generate: [],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;

export type Verb = keyof typeof verbOptions;

/** What counts where an option is not given. Help says it too (`option_…` and `help_…` in cli.ftl). Times are in milliseconds. */
export const defaults = {
  duration: 5000,
  warmup: 1000,
  /** What load tools begin with: enough to keep a server at work, and few enough for its queue. */
  load: 'closed:32',
  timeout: 30_000,
  startTimeout: 30_000,
  /** What browsers send: a server that compresses does so under their load. `-H 'Accept-Encoding: identity'` asks for none. */
  acceptEncoding: 'gzip, deflate, br, zstd',
  /** Of a run that stops by itself. */
  budget: 10 * 60_000,
  failIfWorse: 0.05,
  find: {
    duration: 5000,
    /** Who answers later than this is slow, and not worth waiting for thrice as long. */
    timeout: 10_000,
    /** A first page may lead elsewhere; what it leads to is told, and one option away. */
    expectStatus: [200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308],
  },
  doctor: { duration: { pid: 4000, command: 10_000 } },
  tune: {
    objective: 'throughput',
    within: 0.05,
    confidence: 0.95,
    /** Enough for a certificate where settings differ or noise is low; else the answer says what is missing. */
    budget: 5 * 60_000,
  },
  capacity: {
    precision: 0.05,
    /** For each setting: enough for three or four blocks of most servers, ± 5 to 10%. */
    budget: 5 * 60_000,
  },
  /** Trials of a server that is measured first: enough for a spread. */
  predict: { blocks: 3 },
} as const;

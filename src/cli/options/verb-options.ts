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
    'list',
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
  mcp: ['allow'],
  action: [],
  generate: [],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;

export type Verb = keyof typeof verbOptions;

/** Every option of the command line, once: how it is parsed, what `--help` says of it, and which commands take it. */
export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: true;
  /** Of a switch: words that may stand behind it with a `=`. */
  readonly choices?: readonly string[];
  /** Of two values neither may be passed over in silence: they would be two subjects. */
  readonly once?: true;
  /** How help names the value. */
  readonly value?: string;
  readonly help: string;
}

export const options = {
  quick: {
    type: 'boolean',
    help: "a reduced but honest grid: some minutes at most for each experiment (the lab's default)",
  },
  full: { type: 'boolean', help: 'the whole grid with more blocks; says beforehand how long it takes' },
  'as-published': { type: 'boolean', help: "the document's own constants (lab: each cell once)" },
  corrected: { type: 'boolean', help: "without what was wrong in the document's server" },
  list: { type: 'boolean', help: 'what there is to name, each with its source' },
  topology: {
    type: 'string',
    value: 'TOPOLOGY',
    help: 'how it is spread over processes and threads (default: one process)',
  },
  port: { type: 'string', value: 'PORT', help: "where it listens (default: the document's own port)" },
  host: { type: 'string', value: 'HOST', help: 'the address that it listens on (default 127.0.0.1)' },
  pool: {
    type: 'string',
    value: 'N',
    help: 'UV_THREADPOOL_SIZE, 1 to 1024, or "default" (without it: what the environment says)',
  },
  processes: { type: 'string', value: 'N', help: 'processes, for a topology that has several' },
  workers: { type: 'string', value: 'N', help: 'worker threads, for a topology that has them' },
  set: {
    type: 'string',
    multiple: true,
    value: 'NAME=N',
    help: "another number for one of the server's constants: iterations=1000",
  },
  vary: {
    type: 'string',
    multiple: true,
    value: 'KEY=LEVELS',
    help: 'pool, processes, cpus, env:NAME, arg:NAME; levels 1,4,16 or 1..1024, "cores", "default"',
  },
  url: { type: 'string', value: 'URL', help: 'where your server listens' },
  load: {
    type: 'string',
    value: 'LOAD',
    help: 'closed:CLIENTS[xREQUESTS], rate:N, poisson:N, ramp:A..B (per second), batch:SIZExBATCHES; default closed:10',
  },
  duration: {
    type: 'string',
    value: 'TIME',
    help: 'length of the measured window: 10s, 500ms, 2m (default 10s)',
  },
  warmup: { type: 'string', value: 'TIME', help: 'load before the window, not counted (default 5s)' },
  method: { type: 'string', value: 'METHOD', help: 'HTTP method (default GET)' },
  header: {
    type: 'string',
    multiple: true,
    value: 'NAME:VALUE',
    help: 'a request header, several times if need be; NAME:@FILE and "NAME: Bearer $VARIABLE" keep its value out of sight',
  },
  body: { type: 'string', value: 'TEXT', help: 'the request body; @FILE reads it from a file' },
  scenario: {
    type: 'string',
    value: 'FILE',
    help: 'JSON list of weighted requests with their checks, instead of --url',
  },
  'expect-status': {
    type: 'string',
    value: 'CODES',
    help: 'statuses that count as an answer (default 200 to 299)',
  },
  timeout: {
    type: 'string',
    value: 'TIME',
    help: 'a request without an answer for so long has failed (default 30s)',
  },
  'start-timeout': {
    type: 'string',
    value: 'TIME',
    help: 'how long the server may take to answer first (default 30s)',
  },
  blocks: {
    type: 'string',
    value: 'N',
    help: 'measure each setting exactly so often; without it the run stops when enough is known',
  },
  precision: {
    type: 'string',
    value: 'SHARE',
    help: 'go on until every ratio is known within ± this: 3%',
  },
  budget: {
    type: 'string',
    value: 'TIME',
    help: 'stop when the time is used up (sweep: 10m without --blocks; tune: 15m)',
  },
  objective: {
    type: 'string',
    value: 'FIGURE',
    help: 'what is to be best: throughput, p50, p99, cpu-per-request (default throughput)',
  },
  'subject-to': {
    type: 'string',
    value: 'LIMITS',
    help: "what the setting must keep: 'p99<200ms,errors=0'",
  },
  within: {
    type: 'string',
    value: 'SHARE',
    help: 'so close to the best is good enough (default 5%)',
  },
  confidence: { type: 'string', value: 'SHARE', help: 'how sure the answer is to be (default 95%)' },
  certified: {
    type: 'boolean',
    help: 'hold the answer against every setting that the screening left, not the most promising few',
  },
  seed: {
    type: 'string',
    value: 'N',
    help: 'draws the order of the trials and random arrivals; stored with the run',
  },
  against: {
    type: 'string',
    value: 'REV|RUN',
    help: 'a gate: the working tree against a git revision, measured in turns, or against a stored run',
  },
  'fail-if-worse': {
    type: 'string',
    value: 'SHARE',
    help: 'exit code 1 if the loss is surely more than this (default 5%)',
  },
  metric: {
    type: 'string',
    value: 'METRIC',
    help: 'what the gate decides on: throughput, p50, p90, p99, mean, cpuPerRequest (default: what suits the load)',
  },
  prepare: {
    type: 'string',
    value: 'COMMAND',
    help: "a shell command that makes the base ready in its checkout: 'npm ci'; else node_modules are lent",
  },
  summary: {
    type: 'string',
    value: 'FILE',
    help: 'append a Markdown summary for a pull request (default $GITHUB_STEP_SUMMARY)',
  },
  junit: { type: 'string', value: 'FILE', help: 'the gate and its validity checks as JUnit XML' },
  resume: {
    type: 'string',
    value: 'RUN',
    help: 'go on with an interrupted run; its secrets are given again',
  },
  'trust-store': {
    type: 'boolean',
    help: 'with --resume: run the command of a run that somebody else may have stored',
  },
  'take-over': {
    type: 'boolean',
    help: 'go on with, or remove, a run whose process cannot be seen from here: make sure first that it has ended',
  },
  run: {
    type: 'string',
    value: 'RUN',
    help: 'the stored run that the model is taken from: an id, or "last"',
  },
  cell: { type: 'string', value: 'ID', help: "which of the run's settings (default: its baseline)" },
  demands: { type: 'string', value: 'FILE', help: 'the model from a file that predict --json wrote' },
  'what-if': {
    type: 'string',
    multiple: true,
    value: 'KEY=LEVELS',
    help: 'pool, processes, cpus, clients, rate: pool=4,8,16 or pool=cores,processes=2; every combination',
  },
  'load-elsewhere': {
    type: 'boolean',
    help: 'the load comes from another machine: its CPU is left out',
  },
  node: {
    type: 'string',
    value: 'V',
    help: "what the lab's servers run on: a version (22), or a path; several for pool-map: 20,22,24,26",
  },
  checks: { type: 'boolean', help: 'the twenty-two validity checks with their numbers' },
  format: { type: 'string', value: 'FORMAT', help: 'json or csv' },
  pid: {
    type: 'string',
    once: true,
    value: 'N',
    help: 'the running process; its workers are watched with it',
  },
  for: {
    type: 'string',
    value: 'TIME',
    help: 'how long it is watched (default 4s; 10s for a command; until Ctrl-C with --watch)',
  },
  attach: {
    type: 'boolean',
    choices: ['unsure'],
    help: 'consent to enter it: opens its inspector for about 15 ms, and starts a thread that measures waits; =unsure: also where its own handler of SIGUSR1 might run',
  },
  'try-binary': {
    type: 'boolean',
    help: 'consent to start its Node once, for a build that is not known: to learn how its pool is read',
  },
  capture: {
    type: 'string',
    value: 'TIME',
    help: 'take trace events of its pool jobs for so long, at most 5s (needs --attach, or a command)',
  },
  profile: {
    type: 'boolean',
    help: 'take a CPU profile even where the heap is large, which stops the server for about 1 ms per MB of it',
  },
  watch: { type: 'boolean', help: 'show it live; the report comes at the end' },
  replay: { type: 'string', value: 'FILE', help: 'judge a stored watch.json again' },
  prometheus: {
    type: 'string',
    value: 'PORT',
    help: 'serve its metrics on 127.0.0.1:PORT/metrics while it is watched',
  },
  'print-payload': { type: 'boolean', help: 'print what --attach would evaluate in the process, and end' },
  'fail-on': {
    type: 'string',
    value: 'SEVERITY',
    help: 'exit code 1 for a finding of this severity or above: critical, warning, info',
  },
  json: { type: 'boolean', help: 'one JSON document on stdout, and nothing else' },
  out: { type: 'string', value: 'DIR', help: 'where the reports go (default .chokepoint/reports/RUN)' },
  store: { type: 'string', value: 'FILE', help: 'where runs are kept (default .chokepoint/runs.db)' },
  color: { type: 'boolean', help: '--no-color: plain text' },
  verbose: {
    type: 'boolean',
    help: 'every trial as a line on stderr, also without a terminal; doctor: what every rule said',
  },
  help: { type: 'boolean', short: 'h', help: 'this text' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof options;

type ValueOf<Name extends OptionName> = (typeof options)[Name] extends { multiple: true }
  ? string[]
  : (typeof options)[Name] extends { choices: readonly (infer Choice)[] }
    ? boolean | Choice
    : (typeof options)[Name]['type'] extends 'boolean'
      ? boolean
      : string;
export type Values = { readonly [Name in OptionName]?: ValueOf<Name> };

export interface Arguments {
  /** The command line as it was, but for what only concerns the output. */
  readonly asked: readonly string[];
  readonly values: Values;
  readonly words: readonly string[];
  /** What stands behind `--`: the user's own command. */
  readonly command: readonly string[];
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
] as const satisfies readonly OptionName[];

/** Of a server that `doctor` starts and loads, and of one that `predict` measures first. */
export const loadOptions = [
  'url',
  'load',
  'warmup',
  'seed',
  ...requestOptions,
] as const satisfies readonly OptionName[];
export const trialOptions = [
  'url',
  'load',
  'duration',
  'warmup',
  'blocks',
  'seed',
  ...requestOptions,
] as const satisfies readonly OptionName[];

/** What a run that goes on may be told. */
export const resumeOptions = ['resume', 'trust-store', 'take-over'] as const satisfies readonly OptionName[];

/** Every command takes these. */
export const commonOptions: readonly OptionName[] = ['json', 'out', 'store', 'color', 'verbose', 'help'];

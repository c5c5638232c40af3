/**
 * A plan says everything about a run before anything starts: what is varied, what is held, how it is loaded, and
 * how often it is repeated. It is plain data: stored with the run, and enough to resume or repeat it.
 */
import { z } from 'zod';
import { objectiveFigures } from './objective.ts';
import { contestantSchema } from './schema/contestant.ts';
import { metrics } from './metric.ts';

/** One factor's level. Numbers stay numbers, so that a figure can put them on an axis. */
export const levelSchema = z.union([z.string(), z.number()]);
export type Level = z.infer<typeof levelSchema>;

/** Form of a key, which names a variable or an option in lines to be copied: in a stored plan it may be any text. */
export const keyPattern = /^\w[\w:.-]*$/;

/** The level of every factor: `{ pool: 4, topology: 'node' }`. */
export const settingSchema = z.record(z.string().regex(keyPattern), levelSchema);
export type Setting = Readonly<z.infer<typeof settingSchema>>;

const metricNames = Object.keys(metrics) as [keyof typeof metrics];
const positive = z.number().positive().finite();
const count = z.number().int().min(1);
/** Number of clients: no more connections than the generator can hold within its memory; more need a second machine. */
const clients = count.max(5000);

/**
 * How requests are asked for.
 * - `closed`: each client sends, waits for the answer, sends again; for a duration, or `requestsEach` times.
 * - `rate`, `poisson`, `ramp`: open; requests are due by the clock, whatever the server does.
 * - `batch`: `size` at once, wait for all of them, the next batch. What naive benchmark loops do; kept for the
 *   as-published runs, since the barrier hides part of the load.
 * - `none`: nothing is asked; the program under test finds out by itself, and leaves its facts (`subject.kind: program`).
 */
export const loadSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('closed'), clients, requestsEach: count.optional() }),
  z.strictObject({ kind: z.literal('rate'), perSecond: positive }),
  z.strictObject({ kind: z.literal('poisson'), perSecond: positive }),
  z.strictObject({ kind: z.literal('ramp'), from: z.number().min(0).finite(), to: positive }),
  z.strictObject({ kind: z.literal('batch'), size: clients, batches: count }),
  z.strictObject({ kind: z.literal('none') }),
]);
export type Load = z.infer<typeof loadSchema>;
/** A load with which an engine has something to do. */
export type Asking = Exclude<Load, { kind: 'none' }>;

/**
 * Proof of work: the request carries an id in `idHeader`; the answer must repeat it, and must carry
 * HMAC-SHA256(key, id) in hex, where `key` is the result of the work, which a server that skipped it cannot know.
 * Both are looked for in the answer's JSON body, as `id` and `proof`.
 */
export const proofSchema = z.strictObject({ idHeader: z.string(), key: z.string() });
export type Proof = z.infer<typeof proofSchema>;

/** One kind of request; several with weights make a scenario. */
export const requestSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.string().default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
  /** Headers that came from a file or the environment: their values are never shown, whatever they are called. */
  hidden: z.array(z.string()).optional(),
  body: z.string().optional(),
  /** The body came from a file: it is never shown. */
  hiddenBody: z.literal(true).optional(),
  weight: positive.default(1),
  /** Statuses that count as an answer; by default 200 to 299. */
  expectStatus: z.array(z.number().int()).optional(),
  /** Hex SHA-256 that every body must have. */
  expectSha256: z.string().optional(),
  /**
   * Milliseconds before which no honest answer can come: a single earlier one voids the setting. Node's timers may fire a
   * millisecond early, so a server that waits for one of 10 ms has a floor of 9.
   */
  floor: positive.optional(),
  proof: proofSchema.optional(),
});
export type Request = z.infer<typeof requestSchema>;

/** What is measured: the user's command, one of the lab's own servers under a topology, or a program that asks Node itself. */
export const subjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), command: z.array(z.string()).min(1), cwd: z.string() }),
  z.strictObject({
    kind: z.literal('workload'),
    workload: z.string(),
    /** Parameters that the workload gets as they are: iterations, sizes, whether it answers before the work. */
    parameters: z.record(z.string(), levelSchema),
  }),
  z.strictObject({
    kind: z.literal('program'),
    /** A file of `lab/workloads/programs/`, without its ending. */
    program: z.string(),
    parameters: z.record(z.string(), levelSchema),
  }),
]);
export type Subject = z.infer<typeof subjectSchema>;

/** One setting with its load: what a trial measures. `id` is unique in the plan and stays the same when resumed. */
export const cellSchema = z.strictObject({
  id: z.string(),
  setting: settingSchema,
  load: loadSchema,
  /** Kinds of requests; empty where the load is `none`. */
  requests: z.array(requestSchema),
  /** Parameters of the workload that this cell sets apart from the subject's. */
  parameters: z.record(z.string(), levelSchema).default({}),
  /** A copy of the baseline, measured to see what the method finds where nothing is (A/A′); compared with nothing else. */
  control: z.boolean().optional(),
  /**
   * Number of blocks, the first ones, that hold the cell if it only fills a table: it is compared with nothing, no verdict rests on it,
   * and its figures are shown without intervals.
   */
  blocks: count.optional(),
  /** Where this cell's command runs, if not where the subject's does: another checkout of the same server. */
  cwd: z.string().optional(),
  /** Warm-up and window in milliseconds, where the cell differs from the plan; a null duration ends by its number of requests. */
  warmup: z.number().min(0).optional(),
  duration: positive.nullable().optional(),
  /**
   * The engine that asks instead of the built-in one: ApacheBench, or k6 with a script (its full path, and the hash of that file alone,
   * not of what it imports).
   */
  engine: z
    .union([
      z.literal('ab'),
      z.strictObject({ name: z.literal('k6'), script: z.string(), sha256: z.string().optional() }),
    ])
    .optional(),
  /**
   * Its server is known to give answers that belong to other requests, and their number is what is measured. Its trials
   * count with the right answers that they have, even without any, and no validity check withholds a verdict on them.
   */
  expectsWrong: z.boolean().optional(),
  /**
   * Its server is known to answer before its work is done: its jobs are what is measured, and what its clients see is
   * compared with nothing.
   */
  answersFirst: z.boolean().optional(),
  /** The Node binary of this cell, where versions are compared. */
  node: z.string().optional(),
  /**
   * The work of a request, scaled while the server settles until it costs `cpu` milliseconds of the server's own CPU time. The last
   * part of the path is the number of units, which begins with `units`.
   */
  calibrate: z.strictObject({ cpu: positive, units: count }).optional(),
  /**
   * Load before the server settles: requests for `path` from `clients` clients, for `windows` windows of `Plan.settling`. A load
   * that is too small to get the server compiled would otherwise measure the compiler.
   */
  exercise: z.strictObject({ path: z.string(), clients: count, windows: count }).optional(),
});
export type Cell = z.infer<typeof cellSchema>;

/**
 * The question of a gate: has the working tree (head) lost more than `failIfWorse` against what it is held to (base)?
 * Against a revision both are cells of this plan, and base is its baseline; a stored run brings its own trials.
 */
export const gateSchema = z.strictObject({
  metric: z.enum(metricNames),
  /** 0.05: head may have 5% less throughput than base, or take 5% longer. */
  failIfWorse: positive.lt(1),
  against: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('revision'),
      /** The revision as it was asked for, and the commit that it named then. */
      name: z.string(),
      commit: z.string(),
      /** Number of files of the working tree that are not as in that commit; 0: base and head are the same. */
      changes: z.number().int().min(0),
      /** Kept settings in which the working tree differs: those of the commit were used. */
      settings: z.array(z.string()).readonly().optional(),
    }),
    z.strictObject({ kind: z.literal('run'), id: z.string(), cell: z.string() }),
  ]),
});
export type Gate = z.infer<typeof gateSchema>;

/** The search for the best setting (`tune`): `SearchOptions` of model/tune.ts, as far as the plan does not say it already. */
const searchSchema = z.strictObject({
  objective: z.enum(['throughput', 'p50', 'p99', 'cpuPerRequest']),
  /** Distance from the best within which a setting is as good as the best: 0.05 is 5%. */
  within: positive,
  confidence: positive,
  /** `certified`: every setting that the screening left is certified against every other; `fast`: the most promising few. */
  mode: z.enum(['fast', 'certified']),
  /** Constraints that a setting must keep, whatever its objective: `p99 < 200 ms`. Units are those of the metric. */
  constraints: z.array(
    z.strictObject({
      figure: z.enum([...metricNames, 'errors']),
      relation: z.enum(['at most', 'at least']),
      limit: z.number().min(0),
    }),
  ),
  /** The current setting; kept wherever nothing is better with confidence. It becomes part of the grid. */
  default: settingSchema,
  /** Levels that the first blocks hold in any case, by key. */
  anchors: z.record(z.string(), z.array(levelSchema)),
  /** What the first trial chooses for all (`Sample.chosen`); the plan's own values are a guess. Absent: nothing. */
  chooses: z.array(z.enum(['warmup', 'duration'])).optional(),
  /** The current setting is measured alone first, and the model says from that where to begin. */
  isGuided: z.boolean().optional(),
  /** What the command runs if it is `npm start` or the like, from package.json. */
  script: z.strictObject({ name: z.string(), text: z.string() }).optional(),
  /** Number of trials that such a search usually takes. */
  trials: count,
  /** Numbers of trials of nine in ten of such searches, if there were no budget. */
  range: z.strictObject({ low: count, high: count }).optional(),
});
export type Search = z.infer<typeof searchSchema>;

/** The search for the highest rate that keeps an objective (`capacity`). */
const capacitySchema = z.strictObject({
  /** Parts of the objective, `ObjectivePart` of model/objective.ts; empty: the knee is looked for. */
  objective: z.array(z.strictObject({ figure: z.enum(objectiveFigures), limit: positive })),
  /** Requests a second that the server is expected to take. */
  expect: positive.optional(),
  /** Half-width of the interval at which the search ends, as a share. */
  precision: positive,
});
export type CapacityPlan = z.infer<typeof capacitySchema>;

/** When a run stops before its last block: at the looks of stats/sequential.ts, and when the time is used up. */
const stoppingSchema = z.strictObject({
  /** Share within which every ratio must be known before the run stops, whatever the word. */
  precision: positive.optional(),
  /** Milliseconds for the whole run. */
  budget: positive.optional(),
  /** Half-width of equivalence. */
  delta: positive.default(0.05),
});
export type Stopping = z.infer<typeof stoppingSchema>;

/**
 * When settings leave a run. After `after` blocks those leave whose figures are as precise as their claims need; the others go on
 * until the time is used up. Only the precision of the figures decides, never what they say, so leaving costs no error. `usual`:
 * about as many blocks as there will be.
 */
const leavingSchema = z.strictObject({ after: count, usual: count });

/**
 * What a run asks of its trials, and what that decides of the next block.
 * - `all`: every block has every cell
 * - `sequence`, `gate`: each block has the cells that are not decided yet
 * - `leaving`: an experiment of the lab, whose settings leave
 * - `search`: each block is asked of the search for the best setting (`tune`)
 * - `capacity`: each window of a trial and each block is asked of the search for the highest rate
 */
const strategySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('sequence'), stopping: stoppingSchema }),
  z.strictObject({ kind: z.literal('gate'), gate: gateSchema, stopping: stoppingSchema }),
  z.strictObject({ kind: z.literal('leaving'), leaving: leavingSchema }),
  z.strictObject({ kind: z.literal('search'), search: searchSchema }),
  z.strictObject({ kind: z.literal('capacity'), capacity: capacitySchema }),
]);
export type Strategy = z.infer<typeof strategySchema>;

export const planSchema = z.strictObject({
  /** The words that asked for it on a command line, to repeat it; empty if nobody typed any. */
  asked: z.array(z.string()).default([]),
  /** Optional programs, and features of Node, that were looked for and not found: the cells that need them are left out. */
  absent: z.array(z.string()).optional(),
  /** Servers of other platforms that were looked for, found or not; absent where none was asked for. */
  contestants: z.array(contestantSchema).optional(),
  /** The experiment's name, or the verb: `sweep`, `tune`, `predict`. */
  name: z.string().regex(/^[\w-]+$/),
  /** `quick`, `full` and `as-published` are the lab's; a sweep is `full`. */
  scale: z.enum(['quick', 'full', 'as-published']),
  subject: subjectSchema,
  /** Every varied key with its levels, in the order that was asked for. */
  factors: z.array(
    z.strictObject({ key: z.string().regex(keyPattern), levels: z.array(levelSchema).min(1) }),
  ),
  cells: z.array(cellSchema).min(1),
  /** The cell that the others are compared with. */
  baseline: z.string(),
  blocks: count,
  strategy: strategySchema,
  /** Milliseconds of measuring after which no further block is begun: what `--quick` promises. */
  limit: positive.nullable().default(null),
  /** Seed of the order of trials within blocks, and of the random loads. */
  seed: z.number().int(),
  /**
   * Settling: before its warm-up each server is loaded in windows of `window` ms until two in a row agree (run/settle.ts), in at most
   * `most` windows. It is for servers that compile while they run. Absent: the warm-up is enough.
   */
  settling: z.strictObject({ window: positive, most: count }).optional(),
  /**
   * The servers of a block live side by side and are loaded in turn (run/in-turn.ts): each is warmed for `warmup` ms, and
   * `measured` ms of it in windows of `window` ms at least. Where that cannot be, fresh servers are measured by what follows.
   */
  turns: z.strictObject({ warmup: positive, window: positive, measured: positive }).optional(),
  /** Milliseconds of load before the window; nothing of it is counted. */
  warmup: z.number().min(0),
  /** Length of the window in milliseconds; null where the load ends by its number of requests. */
  duration: positive.nullable(),
  /** Milliseconds after which a request without an answer is an error. */
  timeout: positive,
  /** Milliseconds after which a server that does not answer is given up. */
  startTimeout: positive,
  /** About how long the whole run will take, in milliseconds: said before it starts. */
  expected: z.number().min(0),
  /** The Node binary that runs a lab subject; null for a user's command. */
  node: z.string().nullable(),
  /** Commands that reach the generators; absent: chokepoint's own, on this machine. */
  generators: z.array(z.string()).min(1).optional(),
  /** CPUs reserved for the generator and for the server; null where there are too few to part them. */
  affinity: z.strictObject({ server: z.array(z.number()), generator: z.array(z.number()) }).nullable(),
});
export type Plan = z.infer<typeof planSchema>;

/** The parts of a plan's strategy by their names; parts of other strategies are absent. */
type StrategyParts = { readonly kind: string } & {
  readonly [Part in 'stopping' | 'gate' | 'leaving' | 'search' | 'capacity']?: Extract<
    Strategy,
    { readonly [Key in Part]: unknown }
  >[Part];
};

export const askedIn = ({ strategy }: Pick<Plan, 'strategy'>): StrategyParts => strategy;

/** Blocks that hold the copy of the baseline: enough to see that nothing differs but the label. */
export const controlBlocks = 4;

/** Blocks that a cell is part of, unless the run ends before. */
export function blocksOfCell({ blocks }: Plan, cell: Cell): number {
  return Math.min(blocks, cell.blocks ?? (cell.control ? controlBlocks : blocks));
}

/** Blocks that a cell is expected to be part of: fewer where settings leave, or the time ends the run. */
export function usualBlocksOfCell(plan: Plan, cell: Cell): number {
  return Math.min(blocksOfCell(plan, cell), askedIn(plan).leaving?.usual ?? plan.blocks);
}

/** Trials of the whole plan if nothing is repeated, and no setting leaves. */
export function plannedTrials(plan: Plan): number {
  if (plan.strategy.kind === 'search') return plan.strategy.search.trials;
  return plan.cells.reduce((sum, cell) => sum + usualBlocksOfCell(plan, cell), 0);
}

/** Warm-up and window of one cell in milliseconds; a null duration ends by its number of requests. */
export function windowOf(plan: Plan, cell: Cell): Pick<Plan, 'warmup' | 'duration'> {
  const { warmup = plan.warmup, duration = plan.duration } = cell;
  return { warmup, duration };
}

/** @returns the verb that goes on with a run: what a prediction or a first look rests on is measured as a sweep is */
export function verbToResume({ subject, name }: Pick<Plan, 'subject' | 'name'>): string {
  if (subject.kind !== 'command') return 'lab';
  return name === 'predict' || name === 'find' ? 'sweep' : name;
}

/** A load in the words of the command line: `closed:15x1`, `rate:200`. */
export function describeLoad(load: Load): string {
  switch (load.kind) {
    case 'closed':
      return `closed:${load.clients}${load.requestsEach === undefined ? '' : `x${load.requestsEach}`}`;
    case 'rate':
    case 'poisson':
      return `${load.kind}:${load.perSecond}`;
    case 'ramp':
      return `ramp:${load.from}..${load.to}`;
    case 'batch':
      return `batch:${load.size}x${load.batches}`;
    case 'none':
      return 'none';
  }
}

/** The same after the name of the script, where k6 asks: `k6:shop.js rate:200`. */
export function describeAsked({ load, engine }: Pick<Cell, 'load' | 'engine'>): string {
  const script = typeof engine === 'object' ? `k6:${engine.script.replace(/^.*[/\\]/, '')} ` : '';
  return script + describeLoad(load);
}

/** Returns what is asked of the server, `POST /login`, or the first of several, `GET /a +2`; empty where it is only `GET /`. */
export function describeRoute(cells: readonly Pick<Cell, 'requests'>[]): string {
  const asked = cells.flatMap(({ requests }) =>
    requests.map(({ method, url }) => `${method} ${pathOf(url)}`),
  );
  const [first = '', ...others] = new Set(asked);
  return others.length > 0 ? `${first} +${others.length}` : first === 'GET /' ? '' : first;
}

/** The path without its query, which may differ from one request to the next. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

/** A setting in one line, in the order of its keys: `pool=4 topology=node`. */
export function describeSetting(setting: Setting): string {
  return Object.entries(setting)
    .map(([key, level]) => `${key}=${level}`)
    .join(' ');
}

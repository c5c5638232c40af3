/** Plans for a user's own server: a sweep, a gate and a search are experiments without claims. */
import { hostConditions } from '../host/host.ts';
import {
  controlBlocks,
  describeSetting,
  type CapacityPlan,
  type Cell,
  type Load,
  type Plan,
  type Request,
  type Search,
  type Setting,
} from '../model/plan.ts';
import { grid as settingsOf } from '../stats/grid.ts';
import type { Factor } from '../model/factor.ts';
import { partCpus } from '../server/preflight.ts';
import { gridOf } from '../tune/grid.ts';
import { isGuidable } from '../tune/run-search.ts';

/** Time that a trial costs besides its load: start, readiness, read-back, stop. */
const overhead = 600;
/** Time of a load that ends by its requests: a guess, as the server's speed is unknown; the first trials correct it. */
const countedLoad = 2000;

/** @returns the time of one trial, about */
export const trialTime = ({ warmup, duration }: Pick<Plan, 'warmup' | 'duration'>) =>
  overhead + warmup + (duration ?? countedLoad);

export interface SweepOptions {
  /** `Plan.asked`. */
  readonly asked?: readonly string[];
  readonly command: readonly string[];
  readonly cwd: string;
  readonly factors: readonly Factor[];
  readonly requests: readonly Request[];
  readonly load: Load;
  /** The sender of requests, if not chokepoint itself. */
  readonly engine?: Cell['engine'];
  /** Most blocks. */
  readonly blocks: number;
  readonly strategy: Plan['strategy'];
  readonly seed: number;
  readonly warmup: number;
  readonly duration: number | null;
  readonly timeout: number;
  readonly startTimeout: number;
  readonly generators?: Plan['generators'];
  /** Null: CPUs are not parted. Absent: they are, if there are enough of them and no generator runs elsewhere. */
  readonly affinity?: null;
}

export function planSweep({ factors, ...options }: SweepOptions): Plan {
  const settings = settingsOf(factors).map((setting): Cell => ({
    id: describeSetting(setting) || 'as it is',
    setting,
    ...loadedBy(options),
  }));
  return planOf(settings, baseline(settings), factors, options);
}

/** The load of each cell. */
function loadedBy({ load, requests, engine }: Pick<SweepOptions, 'load' | 'requests' | 'engine'>) {
  return { load, requests: [...requests], parameters: {}, ...(engine && { engine }) };
}

/** The parts that all plans over a user's own server share, however their settings were chosen. */
function planOf(
  settings: readonly Cell[],
  base: Cell,
  factors: readonly Factor[],
  options: Omit<SweepOptions, 'factors'>,
): Plan {
  const { asked = [], command, cwd, requests: _requests, load: _load, engine: _engine, ...rest } = options;
  const cells = [...settings];
  const { affinity = rest.generators ? null : partCpus(hostConditions()) } = rest;
  const turns = turnsOf(cells.length, options);
  return {
    asked: [...asked],
    name: 'sweep',
    scale: 'full',
    subject: { kind: 'command', command: [...command], cwd },
    factors: factors.map(({ key, levels }) => ({ key, levels: [...levels] })),
    cells,
    baseline: base.id,
    node: null,
    limit: null,
    expected: cells.length * rest.blocks * trialTime(rest) * (turns ? turnsCost : 1),
    ...(turns && { turns }),
    ...rest,
    affinity,
  };
}

/** Milliseconds of a window in turn: the machine's own noise lasts for a second, so it is shorter than that. */
const turnWindow = 250;

/** Factor on time, for the parts left out of each window: requests come up to speed, and the last are answered. */
const turnsCost = 1.3;

/**
 * Two or three servers are loaded in turn, each for as long as one alone would be. Not with a load that ends by itself or rises,
 * which is one window; nor with other generators, which would start again for each window.
 */
function turnsOf(
  servers: number,
  { strategy, load, duration, warmup, generators, engine }: Omit<SweepOptions, 'factors' | 'blocks'>,
): Plan['turns'] {
  const isOne = load.kind === 'closed' ? load.requestsEach !== undefined : !('perSecond' in load);
  const isCompared = strategy.kind !== 'capacity' && servers > 1 && servers < 4;
  if (!isCompared || isOne || duration === null || generators || engine) return undefined;
  return { warmup: Math.max(turnWindow, warmup), window: turnWindow, measured: duration };
}

/** The current setting, if not given: the one with a default pool, or one of 4, else the first. */
function baseline(cells: readonly Cell[]): Cell {
  const today =
    cells.find(({ setting }) => setting['pool'] === 'default') ??
    cells.find(({ setting }) => setting['pool'] === 4);
  const first = today ?? cells[0];
  if (!first) throw new Error('a plan without cells');
  return first;
}

/** Two checkouts of one server in the blocks of one run, or the working tree alone. */
export interface GateOptions extends Omit<SweepOptions, 'factors'> {
  /** Levels that base and head share, one for each key. */
  readonly held: Setting;
  /** Folder of the base's command; null if a stored run is the base. */
  readonly baseCwd: string | null;
}

/** Levels of the factor that a gate between revisions varies. */
const revisions = { base: 'base', head: 'head' } as const;

/** Plans a gate. The base is the baseline, and the control is its copy; with a stored run as the base, head is the baseline. */
export function planGate({ held, baseCwd, ...options }: GateOptions): Plan {
  const common = loadedBy(options);
  const cellOf = (setting: Setting): Cell => ({
    ...common,
    id: describeSetting(setting) || 'the working tree',
    setting,
  });
  const fixed: Factor[] = Object.entries(held).map(([key, level]) => ({ key, levels: [level] }));
  if (baseCwd === null) {
    const head = cellOf(held);
    return planOf([head], head, fixed, options);
  }
  const base = { ...cellOf({ revision: revisions.base, ...held }), cwd: baseCwd };
  const head = cellOf({ revision: revisions.head, ...held });
  const factors = [{ key: 'revision', levels: [revisions.base, revisions.head] }, ...fixed];
  // The control shows whether this machine finds differences where there are none; it costs four trials.
  const copy: Cell = { ...base, id: `${base.id} (A/A′)`, control: true };
  const cells = options.blocks >= controlBlocks ? [base, head, copy] : [base, head];
  return planOf(cells, base, factors, options);
}

/** A search is a sweep that asks after each block what is worth measuring next (tune/search.ts). */
export interface TunePlanOptions extends Omit<SweepOptions, 'blocks' | 'strategy'> {
  readonly search: Omit<Search, 'trials' | 'range'>;
  /** Milliseconds for the whole search. */
  readonly budget: number;
}

/** Most blocks, more than any search needs: two to bracket, two to refine, 27 to certify, and repeated trials. */
const mostBlocks = 64;
/** Sizes of grids: measured whole up to the first, and never more settings than the second (tune/grid.ts). */
const grids = { whole: 7, most: 20 } as const;
/** Blocks at the last look of a search (stats/ranking.ts), and settings left by then where noise hides every difference. */
const lastLook = 27;
const undecided = { fast: 4, certified: 16 } as const;

/**
 * The range of trials that holds for nine searches in ten, simulated on grids of 2 to 12 settings: from clear differences on a quiet
 * machine (three blocks of the best, two of most others) to noise of 20% (up to the last look with the settings left).
 */
export function usualTrials(settings: number, mode: Search['mode']): { low: number; high: number } {
  const looked = Math.min(settings, grids.most);
  const isWhole = settings <= grids.whole;
  return {
    low: isWhole ? looked + 4 : Math.round(1.5 * looked),
    high: (isWhole ? 2 : 4) * looked + lastLook * Math.min(looked, undecided[mode]),
  };
}

/** Plans a search over a grid, with the ids by which the search knows its settings. */
export function planTune({ search: asked, budget, factors, ...options }: TunePlanOptions): Plan {
  const anchored = factors.map(({ key, levels }) => ({ key, levels, anchors: asked.anchors[key] ?? [] }));
  const grid = gridOf({ factors: anchored, default: asked.default });
  const isGuided = !options.engine && isGuidable(grid, asked.objective, options.load);
  const search = { ...asked, ...(isGuided && { isGuided }) };
  const cells = grid.settings.map(({ id, setting }): Cell => ({ id, setting, ...loadedBy(options) }));
  const base = cells.find(({ id }) => id === grid.default.id);
  if (!base) throw new Error(`${grid.default.id} is not among the settings`);
  const blocks = { blocks: mostBlocks, strategy: { kind: 'all' } } as const;
  const plan = planOf(cells, base, factors, { ...options, ...blocks });
  const each = trialTime(options);
  const range = usualTrials(cells.length, search.mode);
  const trials = Math.max(
    1,
    Math.min(Math.round(Math.sqrt(range.low * range.high)), Math.floor(budget / each)),
  );
  const strategy = { kind: 'search', search: { ...search, trials, range } } as const;
  // The gain is measured with two servers in turn: the recommended and the current setting.
  const turns = turnsOf(2, { ...options, strategy });
  return {
    ...plan,
    name: 'tune',
    strategy,
    ...(turns && { turns }),
    limit: budget,
    expected: trials * each,
  };
}

/** A search for the highest rate that keeps an objective: every trial is loaded at several rates. */
export interface CapacityPlanOptions extends Omit<
  SweepOptions,
  'load' | 'blocks' | 'strategy' | 'duration' | 'warmup'
> {
  readonly capacity: CapacityPlan;
  /** Milliseconds for the whole run. */
  readonly budget: number;
}

/** Blocks of a capacity run: the first search, and those that follow it. */
const capacityBlocks = 10;
/** Usual times of a window, for estimates: the search chooses those of each. */
const usualWindow = { warmup: 3000, duration: 10_000 } as const;

export function planCapacity({ capacity, budget, ...options }: CapacityPlanOptions): Plan {
  // The search chooses the loads while it runs; the expected rate stands for them in the plan.
  const load: Load = { kind: 'poisson', perSecond: capacity.expect ?? 1 };
  const strategy = { kind: 'capacity', capacity } as const;
  const plan = planSweep({ ...options, ...usualWindow, blocks: capacityBlocks, strategy, load });
  return { ...plan, name: 'capacity', limit: budget, expected: budget };
}

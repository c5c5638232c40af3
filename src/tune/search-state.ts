/** The state of a search: a value that never changes. Only `reduce` makes the next one, from a named action. */
import type {
  TuneBlock,
  GridSetting,
  Leaving,
  Phase,
  TuneLook,
  SearchOptions,
  TuneStop,
  TuneTrial,
} from '../model/tune.ts';
import { ranking } from '../stats/ranking.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { scoreTable, marginOf, trialHistory, type TrialHistory } from './trial-history.ts';
import type { Message } from '../messages/message.ts';
import type { SearchRecord } from '../model/sample.ts';
import { gridOf, type Grid } from './grid.ts';

/**
 * `guide`: the current setting alone. `again`: those that the first block of the coarse grid has not shown to be far off. `around`:
 * those that a model points to. `rest`: those that it did not point to, since it was wrong.
 */
export type StepKind = 'guide' | 'bracket' | 'again' | 'around' | 'rest' | 'refine' | 'certify';

/** Blocks that are measured before the next decision, each with all of the cells. */
export interface FirstBlocks {
  readonly kind: StepKind;
  readonly blocks: readonly number[];
  readonly cells: readonly GridSetting[];
  readonly why: Message;
}

export interface SearchState {
  readonly options: SearchOptions;
  readonly grid: Grid;
  /** Distance from the best that is still as good, on the scale of scores. */
  readonly margin: number;
  /** All trials that the search was told of. */
  readonly history: TrialHistory;
  /** The step that is being measured; after the end, the last one. */
  readonly step: FirstBlocks | null;
  readonly phase: Phase;
  /** Settings that were asked for, in the order of the grid. */
  readonly tried: readonly GridSetting[];
  /** The best setting of the model, where the first blocks did not contradict it. */
  readonly predicted: GridSetting | null;
  /** Blocks that were asked for before CERTIFY, and those that were asked for in it. */
  readonly screening: readonly number[];
  readonly fresh: readonly number[];
  /** Whether the blocks of the screening certify as well: if noise is little, for a certificate about all settings tried. */
  readonly reuses: boolean;
  readonly finalists: readonly GridSetting[];
  /** Settings that have not left, and those of them that the next block measures. */
  readonly alive: readonly GridSetting[];
  readonly racing: readonly GridSetting[];
  readonly left: ReadonlyMap<string, Leaving>;
  readonly looks: readonly TuneLook[];
  readonly certified: readonly string[];
  /** Pairs `a b`: a look has shown that b is at most the margin above a. The next need not show it: all bounds hold together. */
  readonly cleared: ReadonlySet<string>;
  readonly stopped: TuneStop | null;
}

/** Ids of settings that leave, with the reason. */
export type Leavers = readonly (readonly [id: string, reason: Leaving['reason']])[];

export type Action =
  | { readonly type: 'told'; readonly trials: readonly TuneTrial[] }
  | { readonly type: 'asked'; readonly step: FirstBlocks }
  | { readonly type: 'prediction held'; readonly best: GridSetting | null }
  /** `alive` null: every setting breaks a constraint so far, and the search goes on beside the one that breaks it least. */
  | { readonly type: 'screened'; readonly alive: readonly GridSetting[] | null; readonly leavers: Leavers }
  | {
      readonly type: 'finalists chosen';
      readonly cells: readonly GridSetting[];
      readonly reuses: boolean;
    }
  | {
      readonly type: 'looked';
      /** Number of blocks that the look rests on. */
      readonly blocks: number;
      readonly leavers: Leavers;
      readonly certified: readonly string[];
      readonly cleared: ReadonlySet<string>;
      readonly racing: readonly GridSetting[];
    }
  | { readonly type: 'stopped'; readonly reason: TuneStop }
  | {
      readonly type: 'cut off';
      readonly reason: TuneStop;
      readonly alive: readonly GridSetting[];
    };

export function emptyState(options: SearchOptions): SearchState {
  return {
    options,
    grid: gridOf(options),
    margin: marginOf(options.objective, options.within),
    history: trialHistory([], options),
    step: null,
    phase: 'bracket',
    tried: [],
    predicted: null,
    screening: [],
    fresh: [],
    reuses: false,
    finalists: [],
    alive: [],
    racing: [],
    left: new Map(),
    looks: [],
    certified: [],
    cleared: new Set(),
    stopped: null,
  };
}

/** @returns the part of a state to store: without what follows from plan and trials, and with ids for settings */
export function stored(state: SearchState): SearchRecord {
  const { options, grid, margin: _, history: __, left, cleared, ...decided } = state;
  const named = (_key: string, value: unknown) =>
    grid.settings.includes(value as GridSetting) ? { setting: (value as GridSetting).id } : value;
  const { prediction } = options;
  const all = { prediction, ...decided, left: [...left], cleared: [...cleared] };
  return JSON.parse(JSON.stringify(all, named)) as SearchRecord;
}

/** @param trials all those that the search had been told of */
export function restored(
  options: SearchOptions,
  record: SearchRecord,
  trials: readonly TuneTrial[],
): SearchState {
  const empty = emptyState(options);
  const found = (_key: string, value: unknown): unknown => {
    const id = typeof value === 'object' && value !== null && 'setting' in value ? value.setting : null;
    return typeof id === 'string' ? empty.grid.get(id) : value;
  };
  const { left, cleared, ...decided } = JSON.parse(JSON.stringify(record), found) as SearchState;
  const history = trialHistory(trials, options);
  return { ...empty, ...decided, left: new Map(left), cleared: new Set(cleared), history };
}

/** @returns the state after the action; the given one stays as it is */
export function reduce(state: SearchState, action: Action): SearchState {
  switch (action.type) {
    case 'told': {
      const trials = [...state.history.trials, ...action.trials];
      return { ...state, history: trialHistory(trials, state.options) };
    }
    case 'asked':
      return asked(state, action.step);
    case 'prediction held':
      return { ...state, predicted: action.best };
    case 'screened': {
      const { alive, leavers } = action;
      const left = leaving(state, leavers);
      for (const { id } of alive ?? []) left.delete(id);
      return { ...state, left, ...(alive && { alive }) };
    }
    case 'finalists chosen': {
      const { cells, reuses } = action;
      const out = state.alive.filter((one) => !cells.includes(one));
      const left = leaving(
        state,
        out.map(({ id }) => [id, 'not in the final comparison']),
      );
      for (const { id } of cells) left.delete(id);
      return { ...state, left, phase: 'certify', finalists: cells, alive: cells, racing: cells, reuses };
    }
    case 'looked': {
      const { blocks, leavers, certified, cleared, racing } = action;
      const dropped = leavers.map(([id]) => id);
      const alive = state.alive.filter(({ id }) => !dropped.includes(id));
      const look = { blocks, alive: alive.map(({ id }) => id), dropped, certified };
      return {
        ...state,
        left: leaving(state, leavers),
        alive,
        racing,
        cleared,
        certified: [...state.certified, ...certified],
        looks: [...state.looks, look],
      };
    }
    case 'stopped':
      return { ...state, stopped: action.reason };
    case 'cut off': {
      const measured = new Set(state.history.trials.map(({ block }) => block));
      const fresh = state.fresh.filter((block) => measured.has(block));
      return { ...state, stopped: action.reason, alive: action.alive, fresh };
    }
  }
}

const phases: Readonly<Record<StepKind, Phase>> = {
  guide: 'bracket',
  bracket: 'bracket',
  again: 'bracket',
  around: 'bracket',
  rest: 'bracket',
  refine: 'refine',
  certify: 'certify',
};

function asked(state: SearchState, step: FirstBlocks): SearchState {
  const phase = phases[step.kind];
  if (phase === 'certify') return { ...state, step, fresh: [...state.fresh, ...step.blocks] };
  const tried = state.grid.settings.filter((one) => state.tried.includes(one) || step.cells.includes(one));
  return { ...state, step, phase, tried, screening: [...state.screening, ...step.blocks] };
}

/** Adds leavers to those that have left. A setting that has left before keeps its first reason. */
function leaving({ left, phase, screening, fresh }: SearchState, leavers: Leavers): Map<string, Leaving> {
  const all = new Map(left);
  const blocks = phase === 'certify' ? fresh.length : screening.length;
  for (const [id, reason] of leavers) if (!all.has(id)) all.set(id, { phase, blocks, reason });
  return all;
}

/** The gap in standard deviations of one trial, which is also that of a difference between two means of two. */
const gapDeviations = 3;

/** @returns the trials of a step still to be measured, repetitions of failed ones included */
export function missingOf({ history, options }: SearchState, step: FirstBlocks): TuneBlock[] {
  return step.blocks
    .map((block) => history.missing({ block, cells: orderOf(options.seed, step, block) }))
    .filter(({ cells }) => cells.length > 0);
}

/**
 * The order of cells in a block, drawn from the seed and the block's number: asked again it is the same. Two settings swap
 * in every second block, which takes a steady drift out of their difference.
 */
function orderOf(seed: number, { cells }: FirstBlocks, block: number): string[] {
  const ids = cells.map(({ id }) => id);
  const order = (number: number) => shuffled(ids, seeded(seed + 2 ** 32 * (number + 1)));
  return ids.length === 2 && block % 2 === 1 ? order(block - 1).toReversed() : order(block);
}

export interface Scores extends Map<string, number> {
  deviation?: number;
}

/** @returns the score of each setting that has one, from all screening blocks together; a single setting has the score 0 */
export function scoresOf({ history, options, tried, screening }: SearchState): Scores {
  const { y: table, covariate } = scoreTable(history, options.objective, tried, screening);
  const fitted = ranking(table, covariate);
  const columns =
    fitted?.columns ??
    tried.flatMap((_, column) => (table.some((row) => typeof row[column] === 'number') ? column : []));
  const scores: Scores = new Map(
    columns.map((column): [string, number] => [tried[column]?.id ?? '', fitted ? fitted.value(column) : 0]),
  );
  if (fitted) scores.deviation = fitted.deviation;
  return scores;
}

/** @returns the distance below the top from which two blocks show that a setting is not the best */
export function gapOf({ margin }: SearchState, { deviation = margin }: Scores): number {
  return Math.max(2 * margin, gapDeviations * deviation);
}

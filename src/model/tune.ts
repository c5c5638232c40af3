/** The search for the best setting: what is asked, what is to be measured next, and what is recommended. */
import type { Interval, Metric } from './metric.ts';
import type { Level, Setting } from './plan.ts';
import type { Ratio } from './units.ts';

/** What can be made best: the direction is that of the metric. */
export const objectives = ['throughput', 'p50', 'p99', 'cpuPerRequest'] as const satisfies readonly Metric[];
export type Objective = (typeof objectives)[number];

/** What a constraint can be about. `errors`: share of requests without a right answer, 0 to 1. */
export type Figure = Metric | 'errors';

/** `p99 < 200 ms`: what a setting must keep, whatever its objective. Units are those of the metric. */
export interface Constraint {
  readonly figure: Figure;
  readonly relation: 'at most' | 'at least';
  readonly limit: number;
}

export interface TuneFactor {
  readonly key: string;
  /** Numbers are an axis on which neighbours resemble each other; words are tried one by one. */
  readonly levels: readonly Level[];
  /** Levels that the first blocks hold in any case: as many threads as there are CPUs. */
  readonly anchors?: readonly Level[];
}

export interface TuneOptions {
  /** One factor, or two that form a grid. */
  readonly factors: readonly TuneFactor[];
  /** What runs today; kept wherever nothing is better for sure. It becomes part of the grid. */
  readonly default: Setting;
  readonly objective: Objective;
  /** A setting so close to the best is as good as the best: 0.05 is 5 %. */
  readonly within: Ratio;
  readonly confidence: Ratio;
  /** `certified`: every setting that the screening left is certified against every other; `fast`: the most promising few. */
  readonly mode: 'fast' | 'certified';
  readonly constraints: readonly Constraint[];
  /** Orders the trials within blocks. */
  readonly seed: number;
  /** Trials in all, repeated ones included; null: as many as it takes. */
  readonly budget: number | null;
  /** What runs today is measured alone first, so that a model may say where to begin. */
  readonly isGuided?: boolean;
  /** The objective as a model predicts it, by setting id. It decides nothing: who contradicts it is believed. */
  readonly prediction?: Readonly<Record<string, number>>;
}

/** One measured trial, as the search sees it. */
export interface TuneTrial {
  /** Id of the setting: `pool=16`. */
  readonly setting: string;
  readonly block: number;
  /** The server was there to the end and answered rightly. */
  readonly ok: boolean;
  /** Not ok, but for a reason that is not the setting's: something else disturbed the machine. */
  readonly disturbed?: boolean;
  /** Not ok for its answers alone: the server was there to the end, and `figures.errors` says how many were wrong. */
  readonly wrong?: boolean;
  /** Whatever was measured; the objective and the constraints are read from here. */
  readonly figures: Readonly<Partial<Record<Figure, number>>>;
}

export type Phase = 'bracket' | 'refine' | 'certify';

/** Trials to be run in this order. A block number that comes again holds repetitions of trials that failed in it. */
export interface TuneBlock {
  readonly block: number;
  readonly cells: readonly string[];
}

export type NextStep =
  | {
      readonly type: 'measure';
      readonly phase: Phase;
      readonly blocks: readonly TuneBlock[];
      readonly why: string;
    }
  | { readonly type: 'done'; readonly recommendation: Recommendation };

/** A setting of the grid. `place`: the index of its level on each axis, in ascending order of the levels. */
export interface GridSetting {
  readonly id: string;
  readonly setting: Setting;
  readonly place: readonly number[];
}

/**
 * What a setting's printed ratio to the recommended one says: one test for every word about the two.
 *
 * - `best`: recommended, or the best guess
 * - `as good`: the interval lies within the wanted share of 1
 * - `worse`, `better`: it lies beyond 1; better for sure, and not recommended, is what may break a constraint
 * - `not told apart`: it holds 1
 * - `screened out`: far behind for sure, though in its first blocks alone
 * - `looked behind`: it looked so in its first blocks, which do not suffice to be sure: nothing is said of it
 * - `not raced`: promising at first, but not among the few that a fast search certifies: nothing is said of it
 * - `breaks a constraint`, `failed`: not feasible
 */
export type Standing =
  | 'best'
  | 'as good'
  | 'better'
  | 'not told apart'
  | 'worse'
  | 'screened out'
  | 'looked behind'
  | 'not raced'
  | 'breaks a constraint'
  | 'failed';

/** Why and when a setting left. `blocks`: of that phase. */
export interface Leaving {
  readonly phase: Phase;
  readonly blocks: number;
  readonly reason: 'worse' | 'not raced' | 'constraint' | 'failed';
}

export interface TunedSetting {
  readonly id: string;
  readonly setting: Setting;
  /** Those that were disturbed and repeated apart: they say nothing of the setting. */
  readonly trials: number;
  readonly failed: number;
  readonly standing: Standing;
  readonly left: Leaving | null;
  /** Objective of this setting over that of the recommended one; the intervals of one search hold together. */
  readonly ratio: Interval | null;
  /** Whether that ratio rests on fresh blocks alone, which had no part in choosing. */
  readonly isFresh: boolean;
  /** One for each constraint, in their order. */
  readonly constraints: readonly Feasibility[];
}

export type Feasibility = 'kept' | 'broken' | 'undecided';

/** One look at the fresh blocks. */
export interface TuneLook {
  readonly blocks: number;
  readonly alive: readonly string[];
  readonly dropped: readonly string[];
  readonly certified: readonly string[];
}

/** What the reader must know besides. */
export interface Caution {
  readonly kind:
    | 'side effect'
    | 'better elsewhere'
    | 'check failed'
    | 'gain not sure'
    | 'edge'
    | 'failures'
    | 'constraint undecided'
    | 'default not measured';
  readonly text: string;
}

/**
 * - `certified`: within the wanted share of the best with the wanted confidence
 * - `not certified`: a regular result too: the best guess, how far from the best it may be, and the band
 * - `none feasible`, `nothing measured`: nothing is recommended
 */
export type TuneVerdict = 'certified' | 'not certified' | 'none feasible' | 'nothing measured';

export type TuneStop =
  | 'certificate'
  | 'one survivor'
  | 'last look'
  | 'budget'
  | 'no candidate'
  | 'not in force'
  | 'interrupted';

export interface Recommendation {
  readonly verdict: TuneVerdict;
  readonly id: string | null;
  readonly setting: Setting | null;
  /** Whether the advice is to leave all as it is. */
  readonly keepsDefault: boolean;
  readonly objective: Objective;
  readonly phase: Phase;
  readonly stopped: TuneStop;
  /** With the wanted confidence it is no further from the best than this; null where nothing can be said. */
  readonly atMost: Ratio | null;
  /** How sure it is, in a sentence. */
  readonly certainty: string;
  /** Why a validity check took its certainty away: `G1: …`. The ratios stay, since they were measured. */
  readonly withheld?: string;
  /**
   * The settings that it speaks of: those that are feasible, and were raced or are behind for sure. What only looked behind
   * in two noisy trials, or was left out by a fast search, is not among them: of that nothing is sure.
   */
  readonly among: readonly string[];
  /** What that sentence does not say: settings between those that were measured. */
  readonly scope: string | null;
  /** Recommended over default, from fresh blocks only. */
  readonly gain: { readonly ratio: Interval; readonly text: string } | null;
  /** Ids that the data cannot tell from the recommended one, itself among them. */
  readonly band: readonly string[];
  /** Every setting that was tried, in the order of the grid. */
  readonly settings: readonly TunedSetting[];
  readonly looks: readonly TuneLook[];
  readonly trials: { readonly all: number; readonly failed: number; readonly fresh: number };
  readonly cautions: readonly Caution[];
}

/** What runs today may be as good as what looks best: nobody should change anything for that. */
export function isUndecided(
  { keepsDefault, band }: Pick<Recommendation, 'keepsDefault' | 'band'>,
  today: string,
): boolean {
  return !keepsDefault && band.includes(today);
}

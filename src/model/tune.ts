/** The search for the best setting: what is asked, what is to be measured next, and what is recommended. */
import type { Message, OneOf } from '../messages/message.ts';
import type { Interval, Metric } from './metric.ts';
import type { Level, Search, Setting } from './plan.ts';
import type { SearchBlock, Trial } from './sample.ts';
import type { Ratio } from './units.ts';

/** Metrics that can be made best, each in its own direction. */
export const objectives = ['throughput', 'p50', 'p99', 'cpuPerRequest'] as const satisfies readonly Metric[];
export type Objective = (typeof objectives)[number];

/** What a constraint can be about. `errors`: share of requests without a right answer, 0 to 1. */
export type ConstraintFigure = Metric | 'errors';

export type Constraint = Search['constraints'][number];

export interface TuneFactor {
  readonly key: string;
  /** Levels to choose from. Numbers are an axis on which neighbours resemble each other; words are tried one by one. */
  readonly levels: readonly Level[];
  /** Levels that the first blocks hold in any case: as many threads as there are CPUs. */
  readonly anchors?: readonly Level[];
}

export interface SearchOptions extends Readonly<Pick<Search, 'within' | 'confidence' | 'mode' | 'default'>> {
  /** One factor, or two that form a grid. */
  readonly factors: readonly TuneFactor[];
  readonly objective: Objective;
  readonly constraints: readonly Constraint[];
  /** Seed of the order of trials within blocks. */
  readonly seed: number;
  /** The current setting is measured alone first, so that a model may predict where to begin. */
  readonly isGuided?: boolean;
  /** The objective as a model predicts it, by setting id. It decides nothing: a measurement that contradicts it is believed. */
  readonly prediction?: Readonly<Record<string, number>> | null;
}

/** One measured trial, as the search sees it. */
export interface TuneTrial {
  /** Id of the setting: `pool=16`. */
  readonly setting: string;
  readonly block: number;
  /** The server was there to the end and answered rightly. */
  readonly ok: boolean;
  /** Only its answers are not ok: the server was there to the end, and `figures.errors` says how many were wrong. */
  readonly wrong?: boolean;
  /** Figures that were measured; the objective and the constraints are read from here. */
  readonly figures: Readonly<Partial<Record<ConstraintFigure, number>>>;
  /** Lower bounds of percentiles that have too few requests behind them for a figure. */
  readonly atLeast?: Readonly<Partial<Record<ConstraintFigure, number>>>;
  /** The trial itself: the machine's speed in it is known only relative to the trials that it is compared with. */
  readonly of?: Trial;
}

export type Phase = Exclude<SearchBlock['phase'], 'gain'>;

/** Trials to be run in this order. A block number that comes again holds repetitions of trials that failed in it. */
export interface TuneBlock {
  readonly block: number;
  readonly cells: readonly string[];
}

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
 * - `equivalent`: the interval lies within the wanted share of 1
 * - `worse`, `better`: it lies beyond 1; one that is better with confidence is not recommended if it may break a constraint
 * - `undecided`: it includes 1
 * - `screened out`: far behind with confidence, though in its first blocks alone
 * - `dropped early`: it looked so in its first blocks, which do not suffice for confidence: nothing is said of it
 * - `not in the final comparison`: promising at first, but not among the few that a fast search certifies: nothing is said of it
 * - `breaks a constraint`, `failed`: not feasible
 */
export type Standing =
  | 'best'
  | 'equivalent'
  | 'better'
  | 'undecided'
  | 'worse'
  | 'screened out'
  | 'dropped early'
  | 'not in the final comparison'
  | 'breaks a constraint'
  | 'failed';

/** Why and when a setting left the search. `blocks`: those of that phase. */
export interface Leaving {
  readonly phase: Phase;
  readonly blocks: number;
  readonly reason: 'worse' | 'not in the final comparison' | 'constraint' | 'failed';
}

export interface TunedSetting {
  readonly id: string;
  readonly setting: Setting;
  readonly trials: number;
  readonly failed: number;
  readonly standing: Standing;
  readonly left: Leaving | null;
  /** Objective of this setting over that of the recommended one; the intervals of one search hold together. */
  readonly ratio: Interval | null;
  /** Whether that ratio rests on fresh blocks alone, which had no part in choosing. */
  readonly isFresh: boolean;
  /** Whether each constraint is kept, in their order. */
  readonly constraints: readonly Feasibility[];
  /** A lower bound of a percentile that was asked about, if the setting answered too few requests for the figure itself. */
  readonly bound?: PercentileBound;
}

/** A lower bound of a percentile: a setting may lose by it, and never wins by it. */
export interface PercentileBound {
  readonly figure: Metric;
  /** The bound in milliseconds: geometric mean of its trials. */
  readonly atLeast: number;
  /** Requests that were answered in one of its windows, on average. */
  readonly answers: number;
  /** The least ratio of the figure to that of the recommended setting; null where that is not known. */
  readonly ratio: number | null;
}

export type Feasibility = 'kept' | 'broken' | 'undecided';

/** One look at the fresh blocks. */
export interface TuneLook {
  readonly blocks: number;
  readonly alive: readonly string[];
  readonly dropped: readonly string[];
  readonly certified: readonly string[];
}

/** A warning that the reader must know besides the recommendation. */
export type TuneWarning = OneOf<
  | 'tune.side-effect'
  | 'tune.better-elsewhere'
  | 'tune.edge'
  | 'tune.failed-trials'
  | 'tune.wrong-answers'
  | 'tune.failed-settings'
  | 'tune.constraint-undecided'
  | 'tune.bounded'
  | 'tune.current-not-measured'
  | 'tune.check-failed'
  | 'tune.check-spared'
>;

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
  | 'pool unused'
  | 'interrupted';

export type Certainty = OneOf<
  | 'tune.nothing-measured'
  | 'tune.none-feasible'
  | 'tune.certified'
  | 'tune.not-certified'
  | 'tune.certainty-withheld'
  | 'tune.no-answer'
  | 'tune.same-certainty'
  | 'tune.pool-unused-seen'
>;

export interface Recommendation {
  readonly verdict: TuneVerdict;
  readonly id: string | null;
  readonly setting: Setting | null;
  /** Whether the advice is to leave all as it is. */
  readonly keepsDefault: boolean;
  /** Why all is left as it is, if the data say more than that nothing is better; also null where another setting is recommended. */
  readonly kept: OneOf<'tune.same' | 'tune.pool-unused'> | null;
  readonly objective: Objective;
  readonly phase: Phase;
  readonly stopped: TuneStop;
  /** Largest distance from the best, with the wanted confidence; null where nothing can be said. */
  readonly atMost: Ratio | null;
  /** How certain it is, and of what. */
  readonly certainty: Certainty;
  /** Why a validity check took its certainty away. The ratios stay, since they were measured. */
  readonly withheld?: Message<'check.withheld'>;
  /**
   * The settings that it speaks of: those that are feasible, and were in the final comparison or are behind with confidence. What was
   * dropped after two noisy trials, or left out by a fast search, is not among them: of that nothing is certain.
   */
  readonly among: readonly string[];
  /** What that sentence leaves open: settings between those that were measured. */
  readonly scope: Message<'tune.scope'> | null;
  /** The recommended setting over the current one, from fresh blocks only. */
  readonly gain: {
    readonly ratio: Interval;
    readonly text: OneOf<'tune.gain' | 'tune.gain-checked'>;
  } | null;
  /** Ids without a significant difference from the recommended one, itself among them. */
  readonly band: readonly string[];
  /** Every setting that was tried, in the order of the grid. */
  readonly settings: readonly TunedSetting[];
  readonly looks: readonly TuneLook[];
  readonly trials: { readonly all: number; readonly failed: number; readonly fresh: number };
  readonly warnings: readonly TuneWarning[];
}

/** How quiet a machine was during a run, and what can be seen on it. */
import type { Interval, Metric } from './metric.ts';
import type { Ratio } from './units.ts';

/** The baseline against a copy of itself (A/A′), which must not differ. */
export interface ControlResult {
  readonly metric: Metric;
  readonly baseline: string;
  /** Id of the copy's cell. */
  readonly cell: string;
  /** copy / baseline. */
  readonly ratio: Interval;
  readonly confidence: Ratio;
  readonly blocks: number;
  /** Whether the interval holds 1. If not, no comparison of the session is to be believed. */
  readonly isSound: boolean;
}

/** `CPU per job`: what the server itself needed for a job whose work is fixed; `window probe`: fixed work beside it. */
export type SpeedSource = 'window probe' | 'CPU per job';

/** What was seen of the machine's speed in a run. Speeds are ratios: 0.5 is half as fast. */
export interface SpeedReport {
  /** The source of the trials' speeds, by which ratios may be adjusted. */
  readonly source: SpeedSource;
  /** Number of trials whose speed is known. */
  readonly trials: number;
  /** Standard deviation of the logarithm of a trial's speed, settings taken out; null where nothing was repeated. */
  readonly spread: Ratio | null;
  /** The same deviation for the single readings of the window probe; null without them. */
  readonly readingSpread: Ratio | null;
  /** The share of slow readings, and their speed against the others, if the readings fall into two heaps; else null. */
  readonly slow: { readonly share: Ratio; readonly speed: Ratio } | null;
  /**
   * Settings under which the CPUs themselves are faster or slower when nothing disturbs them. That belongs to the
   * setting, and is never adjusted away.
   */
  readonly mediated: readonly {
    readonly cell: string;
    /** Its quiet speed ÷ that of the other settings under the same load. */
    readonly speed: Ratio;
    /** Standard error of the logarithm of that speed. */
    readonly error: Ratio;
  }[];
}

export interface NoiseReport {
  /** The metric that decides in this run, which the figures are about. */
  readonly metric: Metric;
  /** Trials that counted. */
  readonly trials: number;
  /**
   * Coefficient of variation of a trial: settings, blocks and the machine's speed taken out. Null where nothing was
   * repeated.
   */
  readonly trialCv: Interval | null;
  /** The same if the machine's speed is not taken out. */
  readonly unadjustedCv: Ratio | null;
  /** What was seen of the machine's speed; null where nobody looked. */
  readonly speed: SpeedReport | null;
  /** The smallest difference between two settings that this run could tell: half the width of its typical interval. */
  readonly resolution: Ratio | null;
  /** Steal over the trials in which the machine could tell it; null without any. */
  readonly steal: { readonly mean: Ratio; readonly max: Ratio } | null;
  readonly control: ControlResult | null;
}

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

export interface NoiseReport {
  /** What the figures are about: the metric that decides in this run. */
  readonly metric: Metric;
  /** Trials that counted. */
  readonly trials: number;
  /** Coefficient of variation of a trial, settings and blocks taken out; null where nothing was repeated. */
  readonly trialCv: Interval | null;
  /** The metric at the last trial of the run over that at the first, settings taken out. */
  readonly drift: Interval | null;
  /** Over the trials in which the machine could tell. */
  readonly steal: { readonly mean: Ratio; readonly max: Ratio } | null;
  readonly control: ControlResult | null;
  /** What it takes to tell two settings apart that differ by so much. */
  readonly needs: readonly BlocksNeeded[];
}

export interface BlocksNeeded {
  /** 0.05: five per cent. */
  readonly effect: Ratio;
  /** The mean number of blocks at which a run of two settings finds it. */
  readonly blocks: number;
  /** Share of runs that find it within the last look. */
  readonly found: Ratio;
}

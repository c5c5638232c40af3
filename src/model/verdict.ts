/** What was judged: numbers with intervals, and words that follow from them. */
import type { CheckResult } from './check.ts';
import type { Applications } from './apply/apply.ts';
import type { GateResult } from './gate.ts';
import type { Evidence, Interval, Metric } from './metric.ts';
import type { NoiseReport } from './noise.ts';
import type { HostConditions, Trial } from './sample.ts';
import type { RunModel } from './prediction.ts';
import type { Recommendation } from './tune.ts';
import type { Level, Plan, Setting } from './plan.ts';
import type { EpochMilliseconds, Ratio } from './units.ts';

export { metrics, type Evidence, type Interval, type Metric } from './metric.ts';

/** One metric over the trials of one cell: the geometric mean, its interval, and the spread of the trials. */
export interface Estimate {
  readonly value: number;
  /** Null for a single trial: nothing is known about its spread, and JSON has no infinity. */
  readonly low: number | null;
  readonly high: number | null;
  readonly trials: readonly number[];
  /** Standard deviation of the trials' logarithms: about the coefficient of variation. 0 for a single trial. */
  readonly spread: Ratio;
}

/** The figures of one trial that counts: what `Estimate` is made of, and what a picture of the order of trials needs. */
export interface Measurement {
  readonly ordinal: number;
  readonly block: number;
  readonly cell: string;
  readonly metrics: Readonly<Partial<Record<Metric, number>>>;
}

export interface Summary {
  readonly cell: string;
  readonly setting: Setting;
  /** Trials that count, and those that do not: together all that were run. */
  readonly trials: number;
  readonly failed: number;
  /** Codes of the problems that trials ended with, with their number. */
  readonly problems: Readonly<Record<string, number>>;
  /** A metric is absent where no trial has it, or where a percentile had too few requests behind it. */
  readonly metrics: Readonly<Partial<Record<Metric, Estimate>>>;
}

/** better, worse: the interval lies beyond 1; equivalent: inside ±δ; else undecided. */
export type Word = 'better' | 'worse' | 'equivalent' | 'undecided';

export interface Comparison {
  readonly metric: Metric;
  readonly baseline: string;
  readonly cell: string;
  /** cell / baseline. */
  readonly ratio: Interval;
  readonly confidence: Ratio;
  readonly method: 'wilcoxon' | 'paired-t' | 'block-anova';
  readonly blocks: number;
  /** Half-width of equivalence: 0.05 means 1/1.05 to 1.05. */
  readonly delta: Ratio;
  readonly word: Word;
  /**
   * Blocks after which it was decided, in a run that stops by itself: `confidence` is then what the intervals of all
   * looks hold together with, so that stopping at this one costs nothing. Absent where the number of blocks was fixed.
   */
  readonly look?: number;
  /** Why a validity check took its word away: `M1: …`. The ratio stays, since it was measured. */
  readonly withheld?: string;
}

/**
 * What an experiment may ask of its run when it judges a claim. Intervals are at 95 %, from block-wise logarithms;
 * null where the trials do not suffice.
 */
export interface Measured {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
  readonly summaries: readonly Summary[];
  estimate(metric: Metric, cell: string): Estimate | null;
  /** One pair of cells, paired within blocks. */
  compare(metric: Metric, cell: string, baseline: string): Comparison | null;
  /** Several cells against one, with simultaneous intervals: they hold together with 95 %. */
  compareAll(metric: Metric, cells: readonly string[], baseline: string): readonly Comparison[];
  /**
   * A value for each block (null leaves the block out), such as a ratio of two ratios: the geometric mean over the
   * blocks with its interval.
   */
  perBlock(
    value: (block: readonly Measurement[]) => number | null,
  ): (Interval & { readonly n: number }) | null;
}

/** `artefact`: the number is real, its reading is not. */
export type ClaimWord = 'holds' | 'refuted' | 'artefact' | 'undecided' | 'not run';

export interface ClaimVerdict {
  readonly id: string;
  /** The claim in one sentence, as the source makes it. */
  readonly text: string;
  readonly source: string;
  readonly verdict: ClaimWord;
  /** Why, in one or two sentences that contain this machine's figures. */
  readonly because: string;
  readonly evidence: readonly Evidence[];
  /** Settings whose figures its rule asked for, and which figures. */
  readonly cells?: readonly string[];
  readonly metrics?: readonly Metric[];
  /** Why a validity check took its verdict away: `R1: …`. */
  readonly withheld?: string;
}

/** A table as it is printed: every cell already has its text, since only the author knows the right digits. */
export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly { readonly label: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
}

/** Text in a fixed-width face, as a program printed it. */
export interface Listing {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A picture that the experiment draws from its own figures: lines over one numeric axis. */
export interface Picture {
  /** Unique in its run: `crossover`. */
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence with figures. */
  readonly sentence: string;
  readonly axis: { readonly label: string; readonly scale: 'log2' | 'linear' | 'category' };
  /** Of the values: `requests per second`. */
  readonly unit: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly {
      readonly level: Level;
      readonly value: number;
      readonly low: number | null;
      readonly high: number | null;
    }[];
  }[];
}

/** A passage of the report that an experiment writes itself. */
export interface Passage {
  readonly title: string;
  /** What the reader came for: it stands before everything else. */
  readonly leads?: boolean;
  readonly paragraphs: readonly string[];
  readonly tables: readonly Table[];
  readonly listings?: readonly Listing[];
  readonly pictures?: readonly Picture[];
}

/**
 * Two runs side by side. They were measured at different times, so what the machine did meanwhile is in the ratios;
 * `differences` names what else is not the same.
 */
export interface RunPair {
  readonly a: RunHead;
  readonly b: RunHead;
  readonly differences: readonly string[];
  /** b / a, for every cell that both runs measured under the same load. */
  readonly rows: readonly {
    readonly cell: string;
    readonly metric: Metric;
    readonly ratio: Interval;
    readonly word: Word;
  }[];
}

/** `unknown`: it was begun where its controller cannot be looked for, in another container or on another machine. */
export type RunStatus = 'running' | 'finished' | 'interrupted' | 'failed' | 'unknown';

export interface RunHead {
  readonly id: string;
  readonly createdAt: EpochMilliseconds;
  readonly status: RunStatus;
  /** Why it ended: `all trials done`, `interrupted by Ctrl-C`, … */
  readonly reason: string;
}

/** A whole run, judged: the document of `--json`, and all that a report is made of. */
export interface RunResult {
  /** Version of this document's form. */
  readonly schema: 1;
  /** Of an experiment of the lab. */
  readonly question?: string;
  readonly run: RunHead;
  readonly host: HostConditions;
  readonly plan: Plan;
  readonly trials: readonly Trial[];
  readonly measurements: readonly Measurement[];
  readonly summaries: readonly Summary[];
  readonly comparisons: readonly Comparison[];
  readonly claims: readonly ClaimVerdict[];
  /** All validity checks, in the order of `checkIds`. */
  readonly checks: readonly CheckResult[];
  /** How quiet the machine was. */
  readonly noise: NoiseReport | null;
  /** Of a run with a gate. */
  readonly gate?: GateResult;
  /** Of a search: the setting, how sure it is, and how it is put to work. */
  readonly recommendation?: Recommendation & { readonly apply: Applications | null };
  /** What a model foretells from the baseline alone; absent where the baseline was not watched from outside. */
  readonly model?: RunModel;
  /** What the experiment itself has to say, in order. */
  readonly passages: readonly Passage[];
  /** Things the reader must know before the figures: failed trials, too few blocks, settings not in force. */
  readonly warnings: readonly string[];
}

/** What was judged: numbers with intervals, and words that follow from them. */
import { message, type AnyMessage, type Message } from '../messages/message.ts';
import type { CapacityResult } from './capacity.ts';
import type { CheckResult } from './check.ts';
import type { Evidence, Interval, Metric } from './metric.ts';
import type { NoiseReport, SpeedSource } from './noise.ts';
import type { HostConditions, Trial } from './sample.ts';
import type { RunModel } from './prediction.ts';
import type { Recommendation } from './tune.ts';
import type { Level, Plan, Setting } from './plan.ts';
import type { EpochMilliseconds, Ratio } from './units.ts';

export { metrics, type Evidence, type Interval, type Metric } from './metric.ts';

/** One metric over the trials of one cell: the geometric mean, its interval, and the spread of the trials. */
export interface Estimate {
  readonly value: number;
  /** Bounds of its interval; null for a single trial, and for a cell that only fills a table: little is known about its spread. */
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
  /** The share of its throughput that one counted request makes; absent where the throughput is not counted. */
  readonly grain?: Ratio;
  /** How fast the machine was inside the trial's window; absent where nobody looked. */
  readonly speed?: SpeedReading;
}

/** The machine's speed in one trial, as logarithms for the estimator (stats/ratio.ts). */
export interface SpeedReading {
  /** Speed in the window over the quiet level of its own setting: −0.1 is a machine 10% slower than it can be. */
  readonly value: number;
  /** Standard error of that quiet level. */
  readonly error: number;
  /** The source of the speed: fixed work of a probe, or the server's own CPU time for a job. */
  readonly from: SpeedSource;
}

/** A figure that is no metric: an experiment reads it from each trial. Null where the trial does not have it. */
export interface Reading {
  (trial: Trial): number | null;
  /** The figure counts things that a server has, such as threads: a lack of CPU time does not change it. */
  readonly isCount?: true;
}

/** A part of a contrast: the logarithm of a figure of one setting, times a weight. */
export interface Term {
  readonly metric: Metric | Reading;
  readonly cell: string;
  readonly weight: number;
}

/** A ratio of figures, or a product of ratios: with the one interval that it has anywhere in the run. */
export interface MeasuredRatio extends Interval {
  readonly blocks: number;
  /** Its interval at another confidence than 95%: for the words of several ratios at once. It is shown nowhere. */
  readonly at: (confidence: number) => Interval;
  /**
   * Number of blocks after which the interval would no longer hold `bound`, at this spread; that of now if it does not hold it already.
   * `on the line`: more blocks would hardly help.
   */
  readonly blocksFor: (bound: number, confidence?: number) => number | 'on the line';
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

/** Why a validity check takes a word away; `params.check` is its id. */
export type Withheld = Message<'check.withheld'>;

export interface Comparison {
  readonly metric: Metric;
  readonly baseline: string;
  readonly cell: string;
  /** cell / baseline. */
  readonly ratio: Interval;
  readonly confidence: Ratio;
  readonly blocks: number;
  /** Half-width of equivalence: 0.05 means 1/1.05 to 1.05. */
  readonly delta: Ratio;
  readonly word: Word;
  /**
   * Number of blocks after which it was decided, in a run that stops by itself: `confidence` then holds for the intervals of all looks
   * together, so that stopping at this one costs nothing. Absent if the number of blocks was fixed.
   */
  readonly look?: number;
  /** Why a validity check took its word away. The ratio stays, since it was measured. */
  readonly withheld?: Withheld;
}

/** What an experiment may ask of its run when it judges a claim. */
export interface Measured {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
  readonly summaries: readonly Summary[];
  /** Results of the validity checks on these trials; absent if the checks were not run. */
  readonly checks?: readonly CheckResult[];
  /** Confidence of the words of a claim: 0.95 in the first answer of a run. */
  readonly confidence: number;
  estimate(metric: Metric, cell: string): Estimate | null;
  /**
   * Returns the ratio that the terms make: weights +1 and −1 for two settings, ±½ if two pairs count alike. Null if too few blocks have
   * all terms. With readings, or several metrics, each block gives one value, and only these values tell its error.
   * @param blocks as if only these had been measured
   */
  contrast(terms: readonly Term[], blocks?: readonly number[]): MeasuredRatio | null;
}

/** `misread`: the number is right, and what the source concludes from it is not. */
export type ClaimWord = 'holds' | 'refuted' | 'misread' | 'undecided' | 'not run';

/**
 * Why a claim is undecided, and whether more blocks would change it.
 * - `noise`: after about so many further blocks, which take so many seconds, it would be decided at this spread
 * - `on the line`: a figure lies too close to its bound
 * - `withheld`: a validity check took its verdict away
 */
export type Undecided =
  | { readonly kind: 'noise'; readonly blocks: number; readonly seconds: number }
  | { readonly kind: 'on the line' }
  | { readonly kind: 'withheld' };

export interface ClaimVerdict {
  readonly id: string;
  /** The claim in one sentence, as the source makes it. */
  readonly text: string;
  readonly source: string;
  readonly verdict: ClaimWord;
  /** Why the verdict is this word, with this machine's figures. */
  readonly because: Message;
  readonly evidence: readonly Evidence[];
  /** Why the verdict is `undecided`, for measured figures; absent for counts that differ from trial to trial, and other verdicts. */
  readonly undecided?: Undecided;
  /** Settings and metrics whose figures its rule asked for. */
  readonly cells?: readonly string[];
  readonly metrics?: readonly Metric[];
  /** The verdict stays the same if what throughputs lack, by failed checks, is added to them. */
  readonly isSameWithLack?: true;
  /** Why a validity check took its verdict away. */
  readonly withheld?: Withheld;
}

/** A text that an experiment's author wrote, or a message. */
export type Said = string | Message;

/** A table as it is printed: every cell already has its text, since only the author knows the right digits. */
export interface RunTable<Text extends Said = string> {
  readonly title: Text;
  readonly note?: Text;
  readonly columns: readonly { readonly label: Text; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly Text[])[];
}

/** Text in a fixed-width face, as a program printed it. */
export interface Listing<Text extends Said = string> {
  readonly title: Text;
  readonly lines: readonly string[];
}

/** A picture that the experiment draws from its own figures: lines over one numeric axis. */
export interface Picture {
  /** Unique in its run: `crossover`. */
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence with figures. */
  readonly sentence: Message;
  readonly axis: { readonly label: string; readonly scale: 'log2' | 'linear' | 'category' };
  /** Unit of the values: `requests per second`. */
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
export interface Passage<Text extends Said = string> {
  readonly title: Text;
  readonly paragraphs: readonly Said[];
  readonly tables: readonly RunTable<Text>[];
  readonly listings?: readonly Listing<Text>[];
  readonly pictures?: readonly Picture[];
}

/**
 * - `fail`: the whole interval of the loss lies above the threshold
 * - `pass`: the whole interval lies below it
 * - `undecided`: neither by the last look, or a failed validity check withholds the word
 * - `unmeasured`: there is no interval
 */
export type GateWord = 'pass' | 'fail' | 'undecided' | 'unmeasured';

export interface GateResult {
  readonly verdict: GateWord;
  readonly metric: Metric;
  /** Names of the two sides, base and head: `main (1a2b3c4)`, `the working tree`. */
  readonly base: Message;
  readonly head: Message;
  /** head / base; null if it was not measured. */
  readonly ratio: Interval | null;
  /** How much worse head is: 0.05 is 5% less throughput, or a time that is 5% longer; below 0 it is better. */
  readonly loss: Interval | null;
  /** The loss that is allowed. */
  readonly threshold: Ratio;
  /** The smallest loss that fails in nine of ten such runs; null where nothing was measured. */
  readonly sees: Ratio | null;
  readonly blocks: number;
  /** Why the verdict is this word: where the interval lies against the threshold, or what took the word away. */
  readonly because: Message;
  /** The whole decision in one or two sentences. */
  readonly sentence: Message;
  /** Notes for the reader on how the two were put side by side. */
  readonly notes: readonly Message[];
}

/**
 * Two runs side by side. They were measured at different times, so what the machine did meanwhile is in the ratios;
 * `differences` names what else is not the same.
 */
export interface RunPair {
  readonly a: RunHead;
  readonly b: RunHead;
  readonly differences: readonly Message[];
  /** b / a, for every cell that both runs measured under the same load; of two searches for a capacity, that of their capacities. */
  readonly rows: readonly {
    readonly cell: string;
    readonly metric: Metric | 'capacity';
    readonly ratio: Interval;
    readonly word: Word;
    /** The check of either run that took the word away. */
    readonly withheld?: Withheld;
  }[];
}

/** `unknown`: it was begun where its controller cannot be looked for, in another container or on another machine. */
export type RunStatus = 'running' | 'finished' | 'interrupted' | 'failed' | 'unknown';

export interface RunHead {
  readonly id: string;
  readonly createdAt: EpochMilliseconds;
  readonly status: RunStatus;
  /** Why it ended; null while it runs. */
  readonly reason: Message | null;
}

/** Text to be copied, and where it belongs. Each does the whole of what was recommended. */
export interface Application {
  readonly place: 'shell' | 'cluster.cjs' | 'Dockerfile' | 'systemd' | 'PM2' | 'Kubernetes' | 'package.json';
  /** The file that the text is or belongs to; null for a line that is typed. */
  readonly file: string | null;
  readonly text: string;
}

export interface Applications {
  readonly ways: readonly Application[];
  /** Notes for the reader: which ways are missing, and why. */
  readonly notes: readonly Message[];
}

/** The setting, how sure it is, and how it is put to work. */
export interface Recommended extends Recommendation {
  /** Ways to put it to work; null where nothing is to be changed, or the gain is not known. */
  readonly apply: Applications | null;
  /** What limited the current setting and the recommended one, and what a request cost in both. */
  readonly limits: readonly Message[];
  /** How certain it is, what is gained, and which others are as good. */
  readonly says: readonly Message[];
}

/**
 * What a run was asked, and what came of it.
 * - `sweep`: the comparisons are the answer
 * - `lab`: the claims of an experiment, and its answer in a sentence where it has one
 */
export type Answer =
  | { readonly kind: 'sweep' }
  | {
      readonly kind: 'lab';
      readonly question: string;
      /** Paragraphs that say how it is measured. */
      readonly design: readonly string[];
      readonly answer: AnyMessage | null;
      readonly claims: readonly ClaimVerdict[];
    }
  | { readonly kind: 'gate'; readonly gate: GateResult }
  | { readonly kind: 'tune'; readonly recommendation: Recommended }
  | { readonly kind: 'capacity'; readonly capacity: CapacityResult };

/** A whole run, judged: all that a report is made of. */
export interface RunResult {
  /** Version of this document's form. */
  readonly schema: 2;
  readonly answer: Answer;
  readonly run: RunHead;
  readonly host: HostConditions;
  readonly plan: Plan;
  readonly trials: readonly Trial[];
  readonly measurements: readonly Measurement[];
  readonly summaries: readonly Summary[];
  readonly comparisons: readonly Comparison[];
  /** All validity checks, in the order of `checkIds`. */
  readonly checks: readonly CheckResult[];
  /** How quiet the machine was. */
  readonly noise: NoiseReport | null;
  /** What a model predicts from the baseline alone; absent where the baseline was not watched from outside. */
  readonly model?: RunModel;
  /** What the experiment itself has to say, in order. */
  readonly passages: readonly Passage<Said>[];
  /** Things the reader must know before the figures: failed trials, too few blocks, settings not in force. */
  readonly warnings: readonly Message[];
}

/** The parts of an answer by their names; parts of other kinds of answers are absent. */
export interface Found {
  readonly question?: string;
  readonly design?: readonly string[];
  readonly answer?: AnyMessage | null;
  readonly claims: readonly ClaimVerdict[];
  readonly gate?: GateResult;
  readonly recommendation?: Recommended;
  readonly capacity?: CapacityResult;
}

export const foundIn = ({ answer }: Pick<RunResult, 'answer'>): Found => ({ claims: [], ...answer });

/** @returns a part of the document of `--json`: fields that are promised (docs/stability.md), whatever holds them here */
export function documentOf<Result extends Pick<RunResult, 'answer' | 'plan'>>({
  answer,
  plan,
  ...result
}: Result) {
  const { kind: _answer, ...found }: Found & { readonly kind: string } = { claims: [], ...answer };
  const {
    strategy: { kind: _strategy, ...asked },
    ...held
  } = plan;
  return { ...result, ...found, plan: { stopping: null, ...held, ...asked } };
}

/** The document of `--json` for a judged run, from which the comment of a gate is made. */
export type RunDocument = ReturnType<typeof documentOf<RunResult>>;

/**
 * What a gain in throughput costs: the slowest requests may take longer.
 * @returns null where the 99th percentile is no longer than with the baseline, or differs by less than what counts as the same
 */
export function lateCost(
  { comparisons, summaries }: Pick<RunResult, 'comparisons' | 'summaries'>,
  cell: string | undefined,
  baseline: string,
): Message<'find.cost.p99'> | null {
  const late = comparisons.find(
    (one) => one.metric === 'p99' && one.cell === cell && one.baseline === baseline,
  );
  const p99 = (id: string | undefined) => summaries.find((one) => one.cell === id)?.metrics.p99?.value ?? 0;
  const [from, to] = [p99(baseline), p99(cell)];
  if (!late || from === 0 || to <= from) return null;
  const isSure = late.word === 'worse';
  const isFelt = late.word === 'undecided' && late.ratio.value > 1 + late.delta;
  return isSure || isFelt ? message('find.cost.p99', { longer: to / from - 1, from, to, isSure }) : null;
}

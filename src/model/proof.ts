/** A setting that was advised, measured against the one that runs now. */
import type { Message } from '../messages/message.ts';
import type { RuleId } from './diagnosis.ts';
import type { Interval, Metric } from './metric.ts';
import type { Setting } from './plan.ts';

export interface Advice {
  /** One key each: what runs now, and what is tried. */
  readonly today: Setting;
  readonly setting: Setting;
  /** Of a finding that is not the first: the first has no setting from outside. `short jobs`: no finding advises it; the jobs are so short that fewer threads may do them at less cost. */
  readonly reason:
    | { readonly from: 'finding'; readonly rule: RuleId }
    | { readonly from: 'short jobs'; readonly work: number; readonly threads: number };
}

/**
 * Of the figure that decided, `metric`: throughput, or the 99th percentile where throughput is the same. Each may err in 5%.
 * - `proved`: better with 95% confidence
 * - `worse`: worse with 95% confidence
 * - `same`: the interval lies within what counts as equivalent
 * - `undecided`: neither, or a failed validity check withholds the word
 * - `unmeasured`: too few trials gave a result
 */
export type ProofWord = 'proved' | 'worse' | 'same' | 'undecided' | 'unmeasured';

export interface Proof extends Advice {
  /** The run in the store. */
  readonly run: string;
  readonly verdict: ProofWord;
  /** The figure that decided, with setting ÷ today; null where nothing was compared. */
  readonly metric: Metric;
  readonly ratio: Interval | null;
  readonly blocks: number;
  /** What was measured of both: `throughput` first. */
  readonly figures: readonly { readonly metric: Metric; readonly today: number; readonly tried: number }[];
  /** What the gain costs; null where nothing is gained, or it costs nothing. */
  readonly cost: Message<'find.cost.p99'> | null;
  /** Why it is undecided or unmeasured, where that is not noise. */
  readonly because: Message | null;
}

/** What came of the advice of a first look. */
export interface FirstLook {
  readonly proof: Proof | null;
  /** What was tried beside it, and is no gain: the first advice, or that of another finding after it. */
  readonly vain?: Proof | null;
  /** Why there is none; null where there is one. */
  readonly unproved: Message | null;
  /** What would decide a proof that noise leaves undecided; null where nothing has to. */
  readonly price: Message | null;
}

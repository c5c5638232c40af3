/** A setting that was advised, measured against the one that runs now. */
import type { Message } from '../messages/message.ts';
import type { RuleId } from './diagnosis.ts';
import type { Interval, Metric } from './metric.ts';
import type { Setting } from './plan.ts';

export interface Advice {
  /** The setting that runs now, and the one that is tried, with one key each. */
  readonly today: Setting;
  readonly setting: Setting;
  /** `finding`: its rule advises the setting. `short jobs`: none does; the jobs are so short that fewer threads may cost less. */
  readonly reason:
    | { readonly from: 'finding'; readonly rule: RuleId }
    | { readonly from: 'short jobs'; readonly work: number; readonly threads: number };
}

/**
 * The word for the figure that decided (`metric`): throughput, or p99 where throughput is the same. Each word errs in 5% at most.
 * - `proved`: better with 95% confidence
 * - `worse`: worse with 95% confidence
 * - `same`: the interval lies within what counts as equivalent
 * - `undecided`: neither, or a failed validity check withholds the word
 * - `unmeasured`: too few trials gave a result
 */
export type ProofWord = 'proved' | 'worse' | 'same' | 'undecided' | 'unmeasured';

export interface Proof extends Advice {
  /** Id of the run in the store. */
  readonly run: string;
  readonly verdict: ProofWord;
  /** The metric that decided, and its ratio, setting ÷ today, which is null where nothing was compared. */
  readonly metric: Metric;
  readonly ratio: Interval | null;
  readonly blocks: number;
  /** Figures that were measured of both settings, `throughput` first. */
  readonly figures: readonly { readonly metric: Metric; readonly today: number; readonly tried: number }[];
  /** What the gain costs; null where nothing is gained, or it costs nothing. */
  readonly cost: Message<'find.cost.p99'> | null;
  /** Why it is undecided or unmeasured, where that is not noise. */
  readonly because: Message | null;
}

/** What came of the advice of a first look. */
export interface FirstLook {
  readonly proof: Proof | null;
  /** Another advice that was tried and is no gain: the first one, or that of another finding after it. */
  readonly vain?: Proof | null;
  /** Why there is no proof; null where there is one. */
  readonly unproved: Message | null;
  /** What would decide a proof that noise leaves undecided; null where nothing has to. */
  readonly price: Message | null;
}

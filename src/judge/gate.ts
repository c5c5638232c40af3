/**
 * The gate: has head lost more than is allowed? Only the interval of the loss decides, never its value.
 *
 *     threshold                  |
 *     interval         [----]    |              pass
 *     of the loss             [--|--]           undecided: another look, and at the last one a warning
 *                                |   [-----]    fail
 */
import { message, type Message } from '../messages/message.ts';
import { standingOf } from '../stats/mean-and-spread.ts';
import type { CheckResult } from '../model/check.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import {
  metrics,
  type Comparison,
  type GateResult,
  type GateWord,
  type Interval,
  type Metric,
} from '../model/verdict.ts';
import { withheldUnless } from './withhold-verdicts.ts';

/** How much worse head is, from head / base: 0.05 for 0.95 times the throughput, and for 1.05 times the response time. */
export function lossOf({ value, low, high }: Interval, metric: Metric): Interval {
  return metrics[metric].better === 'higher'
    ? { value: 1 - value, low: 1 - high, high: 1 - low }
    : { value: value - 1, low: low - 1, high: high - 1 };
}

/** The ratio head / base at which the loss is just what is allowed. */
export function ratioAllowed(metric: Metric, threshold: number): number {
  return metrics[metric].better === 'higher' ? 1 - threshold : 1 + threshold;
}

export function gateWord(loss: Interval, threshold: number): 'pass' | 'fail' | 'undecided' {
  const standing = standingOf(loss, threshold);
  return standing === 'above' ? 'fail' : standing === 'below' ? 'pass' : 'undecided';
}

/** Returns the rule by which a run with a gate stops: it looks until the ratio lies on one side of what is allowed. */
export function gateRule(plan: Plan): { readonly metric?: Metric; readonly bound?: number } {
  const { gate } = askedIn(plan);
  if (gate?.against.kind !== 'revision') return {};
  return { metric: gate.metric, bound: ratioAllowed(gate.metric, gate.failIfWorse) };
}

/** The figures and conditions that a gate decides on, wherever they come from. */
export interface GateEvidence extends Pick<
  GateResult,
  'metric' | 'threshold' | 'base' | 'head' | 'ratio' | 'blocks' | 'notes'
> {
  /** Why the run ended, which an undecided gate tells. */
  readonly ended: Message | null;
  /** Why no word may be said: a failed validity check, or conditions that differ. */
  readonly withheld: Message | null;
}

/** Distance beyond the limit at which a loss is found in nine of ten runs, in half-widths of a 95% interval: (1.96 + 1.28) ÷ 1.96. */
const ninetyPercent = 1.65;

export function decideGate({ ended, withheld, ...evidence }: GateEvidence): GateResult {
  const { metric, threshold, ratio, blocks } = evidence;
  const { label } = metrics[metric];
  const loss = ratio && lossOf(ratio, metric);
  const { verdict, because } = decided(loss, { metric, threshold, ended, withheld });
  const half = loss && (loss.high - loss.low) / 2;
  const sees = half && threshold + ninetyPercent * half;
  const sentence = message('gate.sentence', {
    verdict,
    // Even no loss at all would not have passed: that none was found says nothing.
    blind: verdict === 'undecided' && half !== null && half > threshold ? sees : null,
    figures: ratio && loss && { ratio, loss, label, threshold, blocks },
    because: verdict === 'undecided' || verdict === 'unmeasured' ? because : null,
  });
  return { ...evidence, verdict, loss, sees, because, sentence };
}

function decided(
  loss: Interval | null,
  { metric, threshold, ended, withheld }: Pick<GateEvidence, 'metric' | 'threshold' | 'ended' | 'withheld'>,
): { readonly verdict: GateWord; readonly because: Message } {
  if (!loss)
    return { verdict: 'unmeasured', because: message('gate.no-interval', { label: metrics[metric].label }) };
  if (withheld) return { verdict: 'undecided', because: message('gate.withheld', { withheld }) };
  const limits = { low: loss.low, high: loss.high, threshold };
  const verdict = gateWord(loss, threshold);
  if (verdict === 'undecided') return { verdict, because: message('gate.undecided', { ...limits, ended }) };
  return { verdict, because: message(`gate.${verdict}`, limits) };
}

/** The gate of a plan whose base and head were measured together. Null if the plan has no such gate. */
export function gateOfRevision(
  plan: Plan,
  comparisons: readonly Comparison[],
  checks: readonly CheckResult[],
  ended: Message | null,
): GateResult | null {
  const { gate } = askedIn(plan);
  if (gate?.against.kind !== 'revision') return null;
  const { metric, failIfWorse, against } = gate;
  const found = comparisons.find((one) => one.metric === metric && one.baseline === plan.baseline);
  const word = (ratio: Interval) => gateWord(lossOf(ratio, metric), failIfWorse);
  return decideGate({
    metric,
    threshold: failIfWorse,
    base: message('gate.revision', { name: against.name, commit: against.commit.slice(0, 10) }),
    head: message('gate.working-tree', { isUnchanged: against.changes === 0 }),
    ratio: found?.ratio ?? null,
    blocks: found?.blocks ?? 0,
    ended,
    withheld: found ? withheldUnless(checks, found, (ratio) => word(ratio) === word(found.ratio)) : null,
    notes: [
      ...(against.changes === 0 ? [message('gate.same-files')] : []),
      ...(against.settings?.length ? [message('gate.settings', { names: against.settings })] : []),
    ],
  });
}

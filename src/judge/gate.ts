/**
 * The gate: has head lost more than is allowed? Only the interval of the loss decides, never its value.
 *
 *     threshold                  |
 *     interval         [----]    |              pass
 *     of the loss             [--|--]           undecided: another look, and at the last one a warning
 *                                |   [-----]    fail
 */
import { percent } from '../format/number.ts';
import type { GateResult, GateWord } from '../model/gate.ts';
import type { Plan } from '../model/plan.ts';
import { metrics, type Comparison, type Interval, type Metric, type Passage } from '../model/verdict.ts';

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
  if (loss.low > threshold) return 'fail';
  return loss.high < threshold ? 'pass' : 'undecided';
}

/** What a run with a gate is asked to find out: it looks until the ratio lies on one side of what is allowed. */
export function gateRule({ gate }: Plan): { readonly metric?: Metric; readonly bound?: number } {
  if (gate?.against.kind !== 'revision') return {};
  return { metric: gate.metric, bound: ratioAllowed(gate.metric, gate.failIfWorse) };
}

/** What the gate decides on, wherever it comes from. */
export interface GateEvidence {
  readonly metric: Metric;
  readonly threshold: number;
  readonly base: string;
  readonly head: string;
  readonly ratio: Interval | null;
  readonly blocks: number;
  /** Why the run ended: what an undecided gate says of itself. */
  readonly ended: string;
  /** A failed validity check, or conditions that differ: no word may be said. */
  readonly withheld: string | null;
  readonly notes: readonly string[];
}

export function decideGate(evidence: GateEvidence): GateResult {
  const { metric, threshold, base, head, ratio, blocks, withheld, notes } = evidence;
  const loss = ratio && lossOf(ratio, metric);
  const verdict: GateWord = !loss
    ? 'unmeasured'
    : withheld === null
      ? gateWord(loss, threshold)
      : 'undecided';
  const because = reasonOf(verdict, evidence, loss);
  const told = ratio && loss ? figures(ratio, loss, metric, threshold, blocks) : '';
  const why = verdict === 'undecided' || verdict === 'unmeasured' ? because : '';
  const sentence = [`Gate: ${verdict.toUpperCase()}.`, told, why].filter((part) => part !== '').join(' ');
  return { verdict, metric, base, head, ratio, loss, threshold, blocks, because, sentence, notes };
}

/** The gate of a plan whose base and head were measured together. Null if the plan has no such gate. */
export function gateOfRevision(
  plan: Plan,
  comparisons: readonly Comparison[],
  ended: string,
): GateResult | null {
  const { gate } = plan;
  if (gate?.against.kind !== 'revision') return null;
  const { metric, failIfWorse, against } = gate;
  const found = comparisons.find((one) => one.metric === metric && one.baseline === plan.baseline);
  const same =
    'Base and head are the same files: all that this gate can find is what the method finds in nothing.';
  return decideGate({
    metric,
    threshold: failIfWorse,
    base: `${against.name} (${against.commit.slice(0, 10)})`,
    head: against.changes === 0 ? 'the working tree, unchanged' : 'the working tree',
    ratio: found?.ratio ?? null,
    blocks: found?.blocks ?? 0,
    ended,
    withheld: found?.withheld ?? null,
    notes: against.changes === 0 ? [same] : [],
  });
}

/** The same decision for every form of report. */
export function gatePassage({ sentence, because, verdict, base, head, notes }: GateResult): Passage {
  const isTold = verdict === 'undecided' || verdict === 'unmeasured';
  return {
    title: 'Gate',
    paragraphs: [sentence, ...(isTold ? [] : [because]), `Base: ${base}. Head: ${head}.`, ...notes],
    tables: [],
  };
}

function reasonOf(
  verdict: GateWord,
  { metric, threshold, ended, withheld }: GateEvidence,
  loss: Interval | null,
): string {
  if (!loss)
    return `There is no interval for the ${metrics[metric].label}: too few trials that count, or too few requests in them.`;
  const interval = `the interval of the loss, ${percent(loss.low)} to ${percent(loss.high)},`;
  const allowed = `the ${percent(threshold)} that are allowed`;
  switch (verdict) {
    case 'fail':
      return `The whole of ${interval} lies above ${allowed}.`;
    case 'pass':
      return `The whole of ${interval} lies below ${allowed}.`;
    default:
      return withheld === null
        ? `Nothing is decided, since ${interval} holds ${allowed} (${ended}).`
        : `The word is withheld. ${withheld}`;
  }
}

/** `head has 0.89 times the throughput of base (0.86 to 0.93): at least 7 % lost, 5 % allowed; 9 blocks.` */
function figures(
  { value, low, high }: Interval,
  loss: Interval,
  metric: Metric,
  threshold: number,
  blocks: number,
): string {
  const { label, better } = metrics[metric];
  const [lost, won, none] =
    better === 'higher' ? ['lost', 'gained', 'nothing lost'] : ['more', 'less', 'no more than before'];
  const change = (share: number) => `${percent(Math.abs(share))} ${share < 0 ? won : lost}`;
  const range =
    loss.low > threshold
      ? `at least ${change(loss.low)}`
      : loss.high < threshold
        ? loss.high <= 0
          ? none
          : `at most ${change(loss.high)}`
        : `between ${change(loss.low)} and ${change(loss.high)}`;
  const [ratio, from, to] = [value, low, high].map((one) => one.toFixed(2));
  const counted = `${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;
  return `head has ${ratio} times the ${label} of base (${from} to ${to}): ${range}, ${percent(threshold)} allowed; ${counted}.`;
}

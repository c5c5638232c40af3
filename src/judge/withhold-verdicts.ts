/**
 * What failed checks take away: words only. A ratio was measured, and stays; why its word is withheld stands beside it.
 *
 *     silence      no comparing words in the whole run
 *     void         the cells' trials do not count (`withoutVoid`, before anything is computed)
 *     undecided    comparisons of these cells, and claims that rest on them, lose their word
 *     hide         comparisons in metrics that mean nothing lose theirs; claims may be about just that
 *     note         nothing: it is said
 */
import { message } from '../messages/message.ts';
import type { CheckEffect, CheckResult } from '../model/check.ts';
import { problem, problemData } from '../messages/problem.ts';
import type { Trial } from '../model/sample.ts';
import { wordFor } from './compare.ts';
import { factorOf, lackingChecks, lackOf, widened } from './lack.ts';
import {
  metrics as catalogue,
  type ClaimVerdict,
  type Comparison,
  type Interval,
  type Measured,
  type Metric,
  type Withheld,
} from '../model/verdict.ts';

/** Effects that withhold words, the strongest first: it is the one that is told. */
const strongest: readonly CheckEffect[] = ['silence', 'void', 'undecided', 'hide'];

export interface Judged {
  readonly comparisons: readonly Comparison[];
  readonly claims: readonly ClaimVerdict[];
}

export function withholdVerdicts(
  checks: readonly CheckResult[],
  comparisons: readonly Comparison[],
  claims: readonly ClaimVerdict[],
): Judged {
  const failed = failedOf(checks);
  const others = withoutLacking(checks);
  return {
    comparisons: comparisons.map((comparison) => {
      const { metric, delta, word } = comparison;
      const isSame = (ratio: Interval) => wordFor(ratio, catalogue[metric].better, delta) === word;
      const why = withheldUnless(checks, comparison, isSame);
      return why === null ? comparison : { ...comparison, word: 'undecided', withheld: why };
    }),
    claims: claims.map((claim) => {
      if (claim.verdict === 'undecided' || claim.verdict === 'not run') return claim;
      const taking = claim.isSameWithLack ? failed.filter((one) => others.includes(one)) : failed;
      const check = taking.find((one) => one.effect !== 'hide' && weighsOnClaim(one, claim));
      if (!check) return claim;
      const withheld = reason(check, claim.cells ?? []);
      return { ...claim, verdict: 'undecided', undecided: { kind: 'withheld' }, withheld };
    }),
  };
}

function failedOf(checks: readonly CheckResult[]): CheckResult[] {
  return strongest.flatMap((effect) =>
    checks.filter((check) => check.outcome === 'fail' && check.effect === effect),
  );
}

/** Why nothing may be said about these cells in this metric; null if it may. */
export function withheldFrom(
  checks: readonly CheckResult[],
  cells: readonly string[],
  metric: Metric,
): Withheld | null {
  const check = failedOf(checks).find((one) => concerns(one, cells, metric));
  return check ? reason(check, cells) : null;
}

/** The same; but checks that say how much throughputs lack are passed over, if the answer stays the same with that lack. */
export function withheldUnless(
  checks: readonly CheckResult[],
  { metric, cell, baseline, ratio }: Pick<Comparison, 'metric' | 'cell' | 'baseline' | 'ratio'>,
  isSame: (ratio: Interval) => boolean,
): Withheld | null {
  const lack = lackOf(checks);
  const factor = lack && factorOf(lack, metric, cell, baseline);
  const isSure = factor !== null && isSame(widened(ratio, factor));
  return withheldFrom(isSure ? withoutLacking(checks) : checks, [cell, baseline], metric);
}

function withoutLacking(checks: readonly CheckResult[]): readonly CheckResult[] {
  const lacking = lackingChecks(checks);
  return checks.filter((check) => !lacking.includes(check));
}

/** A check without cells is about all of them, one without metrics about every metric. */
function concerns({ cells, metrics }: CheckResult, among: readonly string[], metric: Metric): boolean {
  const isCell = cells.length === 0 || among.some((cell) => cells.includes(cell));
  return isCell && (metrics === undefined || metrics.includes(metric));
}

/** Whether a check weighs on a claim. A ratio in its evidence makes it a comparison; a count read back needs no second trial. */
function weighsOnClaim({ effect, cells, metrics }: CheckResult, claim: ClaimVerdict): boolean {
  const compares = claim.evidence.some(({ unit }) => unit === '×');
  if (effect === 'silence') return compares;
  // A late generator that reaches the 99th percentile takes nothing from a claim about throughput.
  if (metrics && claim.metrics && !claim.metrics.some((metric) => metrics.includes(metric))) return false;
  const rests = claim.cells ?? [];
  return rests.length > 0 && (cells.length === 0 || rests.some((cell) => cells.includes(cell)));
}

/** Returns the message about the first of the asked cells that failed, and how many others did. */
function reason({ id, sentence, cells, worst }: CheckResult, asked: readonly string[]): Withheld {
  const [setting = null, ...others] = asked.filter((cell) => cells.includes(cell));
  const own = setting === null ? undefined : worst?.[setting];
  return message('check.withheld', {
    check: id,
    setting,
    others: others.length,
    isWorstOfAll: !own && cells.length > 1,
    sentence: own ?? sentence,
  });
}

/** Returns the trials, with those of void cells marked as trials that do not count; they stay in the list. */
export function withoutVoid(checks: readonly CheckResult[], trials: readonly Trial[]): readonly Trial[] {
  const voiding = checks.filter(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  if (voiding.length === 0) return trials;
  return trials.map((trial) => {
    const check = voiding.find(({ cells }) => cells.length === 0 || cells.includes(trial.cell));
    if (!check || trial.problem) return trial;
    const { id, sentence } = check;
    return { ...trial, problem: problemData(problem('SETTING_VOID', { check: id, sentence })) };
  });
}

/**
 * Watches which cells and metrics a claim's rule asks for, so that a check of one cell, or of one metric, weighs on the
 * claims that rest on it alone.
 * @returns what the rule gets instead of `measured`, and what was asked for so far
 */
export function watched(measured: Measured): {
  readonly measured: Measured;
  readonly cells: ReadonlySet<string>;
  readonly metrics: ReadonlySet<Metric>;
} {
  const cells = new Set<string>();
  const metrics = new Set<Metric>();
  return {
    cells,
    metrics,
    measured: {
      ...measured,
      estimate(metric, cell) {
        metrics.add(metric);
        cells.add(cell);
        return measured.estimate(metric, cell);
      },
      contrast(terms, blocks) {
        for (const { metric, cell } of terms) {
          cells.add(cell);
          if (typeof metric === 'string') metrics.add(metric);
        }
        return measured.contrast(terms, blocks);
      },
    },
  };
}

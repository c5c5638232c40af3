/** The verdicts on the claims of a run's experiment, and the measurements that would decide the open ones. */
import { runChecks } from '../judge/checks/checks.ts';
import { comparisons, measured } from '../judge/comparisons.ts';
import { primaryMetric } from '../judge/groups.ts';
import { lackOf, withLack, type Lack } from '../judge/lack.ts';
import { watched, withholdVerdicts, withoutVoid } from '../judge/withhold-verdicts.ts';
import { message } from '../messages/message.ts';
import type { CheckResult } from '../model/check.ts';
import type { JudgedClaim } from '../model/experiment.ts';
import type { Plan } from '../model/plan.ts';
import { roundOf, spentInRound } from '../judge/rounds.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { ClaimVerdict, Measured } from '../model/verdict.ts';

/** Chance of error of each claim: chance alone gives one a word in one of twenty first answers at most. */
const spentInAll = 0.05;

/**
 * Judges claims by the trials of all rounds, each at the level of the round that decided it first: a decision of an earlier answer
 * need not be shown again at the lower level of a later one.
 * @param counted all trials, with void ones marked as not counting
 * @param lack part that throughputs lack according to failed checks
 * @param checks results, for figures beside a claim
 */
export function claimVerdicts(
  claims: readonly JudgedClaim[],
  plan: Plan,
  host: HostConditions,
  counted: readonly Trial[],
  lack: Lack | null = null,
  checks: readonly CheckResult[] = [],
): { readonly data: Measured; readonly verdicts: readonly ClaimVerdict[] } {
  const last = roundOf(counted);
  const dataOf = (trials: readonly Trial[], round: number) =>
    measured(plan, host, trials, 1 - spentInRound(round, spentInAll));
  const answers = Array.from({ length: last }, (_, round) =>
    dataOf(
      counted.filter((trial) => (trial.round ?? 0) <= round),
      round,
    ),
  );
  const data = { ...dataOf(counted, last), checks };
  const planned = new Set(plan.cells.map(({ id }) => id));
  const verdicts = claims.map(({ id, text, source, judge }): ClaimVerdict => {
    const first = answers.findIndex((answer) => !['undecided', 'not run'].includes(judge(answer).verdict));
    const { confidence } = answers[first] ?? data;
    const { measured: asked, cells, metrics } = watched({ ...data, confidence });
    const verdict = judge(asked);
    const isSame = lack !== null && judge(withLack(asked, lack)).verdict === verdict.verdict;
    // More blocks would not help a claim whose settings were not measured.
    const isLeftOut = [...cells].some((cell) => !planned.has(cell));
    const because =
      isLeftOut && verdict.because.code === 'claim.too-few-blocks'
        ? message('claim.settings-left-out')
        : verdict.because;
    const rests = {
      cells: [...cells],
      metrics: [...metrics],
      ...(isSame && { isSameWithLack: true as const }),
    };
    return { id, text, source, ...verdict, because, ...rests };
  });
  return { data, verdicts };
}

/** Something that an answer left open, and the effort to decide it. */
export interface Open {
  readonly cells: readonly string[];
  /** Further blocks that a round measures for it. */
  readonly blocks: number;
  /** Seconds until it would be decided at the present spread; null if that cannot be estimated. */
  readonly seconds: number | null;
}

/** Factor on the estimated blocks: an interval that just reaches its bound decides only every second time. */
const reserve = 2;

/**
 * Claims without a verdict; in a run without claims, settings without one. If the reason is not noise (a machine that was busy, a
 * figure close to its bound), it may be gone after as many blocks again.
 */
export function stillOpen(
  asked: readonly JudgedClaim[],
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
): Open[] {
  const checks = runChecks(plan, host, trials);
  const counted = withoutVoid(checks, trials);
  const blocks = new Set(trials.map(({ block }) => block)).size;
  const again = { blocks: blocks + 1, seconds: null };
  const judged = withholdVerdicts(
    checks,
    comparisons(plan, counted),
    claimVerdicts(asked, plan, host, counted, lackOf(checks)).verdicts,
  );
  const isCompared = new Set(
    plan.cells.flatMap((cell) => (cell.control || cell.blocks !== undefined ? [] : cell.id)),
  );
  const claims = judged.claims.flatMap(({ verdict, undecided, cells = [] }): Open[] => {
    const own = cells.filter((cell) => isCompared.has(cell));
    if (verdict !== 'undecided' || !undecided || own.length === 0) return [];
    if (undecided.kind !== 'noise') return [{ cells: own, ...again }];
    const wanted = Math.max(2, reserve * undecided.blocks);
    // Without a limit the user is not kept waiting for hours.
    const most = plan.limit === null ? again.blocks : Infinity;
    return [{ cells: own, blocks: Math.min(wanted, most), seconds: undecided.seconds }];
  });
  if (judged.claims.length > 0) return claims;
  return judged.comparisons.flatMap(({ word, metric, cell, baseline }): Open[] => {
    const load = plan.cells.find(({ id }) => id === cell)?.load;
    if (word !== 'undecided' || !load || primaryMetric(load) !== metric) return [];
    return [{ cells: [cell, baseline], blocks: plan.blocks, seconds: null }];
  });
}

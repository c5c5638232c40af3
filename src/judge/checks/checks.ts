/** All validity checks in one table: the order of `checkIds`, which is the order of every report. */
import { message } from '../../messages/message.ts';
import { checkIds, type CheckId, type CheckResult } from '../../model/check.ts';
import type { Plan } from '../../model/plan.ts';
import type { Observation } from '../../model/observation.ts';
import type { HostConditions, Trial } from '../../model/sample.ts';
import { aaControl } from '../noise.ts';
import { withSpeed } from '../machine-speed.ts';
import { observe } from '../observe.ts';
import type { Check, CheckSubject } from './check.ts';
import { errors, floor, late, proof, warnings } from './answers.ts';
import { barrier, bound, little, speedUp } from './concurrency.ts';
import { generator, inForce, machine, together } from './conditions.ts';
import { twoModes, workersAlike, ledger, repeated } from './table.ts';
import { hidden, nesting, resolution, percentiles, steady, window } from './window.ts';

const byId: Readonly<Record<CheckId, Check>> = {
  L1: little,
  L2: barrier,
  F1: floor,
  F2: late,
  P2: proof,
  B1: bound,
  S1: speedUp,
  T1: nesting,
  T2: hidden,
  E1: errors,
  E2: warnings,
  G1: generator,
  G2: together,
  M1: machine,
  D1: window,
  D2: percentiles,
  C1: resolution,
  W1: steady,
  V1: twoModes,
  I1: workersAlike,
  R1: repeated,
  Q1: ledger,
  P1: inForce,
};

export const checks: readonly Check[] = checkIds.map((id) => byId[id]);

/** Judges rows, wherever they come from. Pure: the same rows always give the same sentences. */
export function checkRows(subject: CheckSubject): CheckResult[] {
  return checks.map((check) => check.run(subject));
}

/**
 * Judges the trials of a run, with its A/A′ control where it has one.
 * @returns all checks in the order of `checkIds`; those without data say what they would need
 */
export function runChecks(plan: Plan, host: HostConditions, trials: readonly Trial[]): CheckResult[] {
  const control = aaControl(plan, trials);
  const results = checkRows({
    rows: observe(plan, host, trials),
    control: control && { name: control.baseline, ratio: control.ratio },
    speed: withSpeed(trials).report,
    isSearch: plan.strategy.kind === 'search',
  });
  const expected = observe(plan, host, trials, true);
  return expected.length > 0 ? withExpected(results, expected) : results;
}

/**
 * A server that is measured to show its wrong answers fails the checks that it deserves: that is said, and takes nothing
 * away. Where other settings fail the same check, what follows for them is what is told.
 */
function withExpected(results: readonly CheckResult[], rows: readonly Observation[]): CheckResult[] {
  const found = checkRows({ rows, control: null });
  return results.map((result) => {
    const own = found.find(({ id }) => id === result.id);
    if (result.outcome === 'fail' || own?.outcome !== 'fail') return result;
    return { ...own, effect: 'note', sentence: message('check.expected', { sentence: own.sentence }) };
  });
}

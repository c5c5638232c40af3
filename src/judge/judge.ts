/** From trials to comparisons and warnings: what every run gets, whatever it was about. */
import { compare } from './compare.ts';
import { gateRule } from './gate.ts';
import { cellGroups } from './groups.ts';
import { decide } from './sequence.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import { isDisturbed, type Trial } from '../model/sample.ts';
import type { Comparison } from '../model/verdict.ts';

/** Every cell against the baseline of its group; controls are compared by `aaControl`. */
export function comparisons(plan: Plan, trials: readonly Trial[]): readonly Comparison[] {
  const { stopping } = plan;
  if (stopping) return decide(plan, trials, { ...stopping, ...gateRule(plan), hasEnded: true }).comparisons;
  return cellGroups(plan).flatMap(({ baseline, cells }) => {
    const ids = new Set(cells.map((cell) => cell.id));
    return compare(
      { ...plan, cells: [...cells], baseline },
      trials.filter((trial) => ids.has(trial.cell)),
    );
  });
}

/** What the reader must know before the figures, each as a sentence. */
export function warnings(plan: Plan, trials: readonly Trial[]): string[] {
  const planned = plannedTrials(plan);
  const failed = trials.filter((trial) => trial.problem && !isDisturbed(trial));
  const repeated = trials.filter(isDisturbed).length;
  const list: string[] = [];
  if (repeated > 0) {
    list.push(
      `${repeated === 1 ? '1 trial was' : `${repeated} trials were`} disturbed by other programs or the host, and repeated.`,
    );
  }
  if (!plan.stopping && !plan.search && trials.length - repeated < planned)
    list.push(`${trials.length - repeated} of ${planned} planned trials were measured.`);
  if (failed.length > 0) {
    const codes = [...new Set(failed.map((trial) => trial.problem?.code))].join(', ');
    list.push(`${failed.length} of ${trials.length} trials failed and do not count (${codes}).`);
  }
  const isTimed = plan.subject.kind !== 'program';
  if (isTimed && plan.blocks === 1)
    list.push('Each setting was measured once: nothing can be said about differences.');
  else if (isTimed && plan.blocks < 4)
    list.push(`With ${plan.blocks} blocks the intervals are very wide; use 4 or more.`);
  // What the machine, the generator and the settings did to the figures is said by the validity checks. This is less
  // than what they fail for, and still worth knowing.
  const counted = trials.filter((trial) => !trial.problem && trial.sample);
  const foreign = counted.filter(({ host }) => (host.foreign ?? 0) > 0.1).length;
  if (foreign > 0) {
    list.push(
      `In ${foreign} of ${counted.length} trials other programs of this machine took more than 10 % of the CPU time while the load ran.`,
    );
  }
  return list;
}

/** From trials to comparisons and warnings: what every run gets, whatever it was about. */
import { compare } from './compare.ts';
import { gateRule } from './gate.ts';
import { cellGroups } from './groups.ts';
import { decide } from './sequence.ts';
import { describeSetting, plannedTrials, type Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
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
  const isDisturbed = (trial: Trial) => trial.problem?.code === 'TRIAL_DISTURBED';
  const failed = trials.filter((trial) => trial.problem && !isDisturbed(trial));
  const repeated = trials.filter(isDisturbed).length;
  const list: string[] = [];
  if (repeated > 0) {
    list.push(
      `${repeated} trials were disturbed by other programs or the host; they were repeated and do not count.`,
    );
  }
  if (!plan.stopping && trials.length - repeated < planned)
    list.push(`${trials.length - repeated} of ${planned} planned trials were measured.`);
  if (failed.length > 0) {
    const codes = [...new Set(failed.map((trial) => trial.problem?.code))].join(', ');
    list.push(`${failed.length} of ${trials.length} trials failed and do not count (${codes}).`);
  }
  if (plan.blocks === 1) list.push('Each setting was measured once: nothing can be said about differences.');
  else if (plan.blocks < 4)
    list.push(`With ${plan.blocks} blocks the intervals are very wide; use 4 or more.`);
  return [...list, ...notInForce(trials), ...unsound(trials)];
}

/** A pool size that was asked for and is not there: set again in code, or lost on the way through a wrapper. */
function notInForce(trials: readonly Trial[]): string[] {
  const seen = new Map<string, string>();
  for (const { setting, effective } of trials) {
    const asked = setting['pool'] === 'default' ? 4 : Number(setting['pool']);
    if (!(asked > 0)) continue;
    const other = effective.find(({ poolThreads }) => (poolThreads ?? 0) > 0 && poolThreads !== asked);
    if (other)
      seen.set(
        describeSetting(setting),
        `${asked} asked, ${other.poolThreads} in force in "${other.command}"`,
      );
  }
  return [...seen].map(([setting, text]) => `The pool size is not in force (${setting}): ${text}.`);
}

/** What the machine did to the figures; what the generator did is in the report's trust block. */
function unsound(trials: readonly Trial[]): string[] {
  const counted = trials.filter((trial) => !trial.problem && trial.sample);
  const share = (isSo: (trial: Trial) => boolean) => counted.filter(isSo).length;
  const sentences: [number, (count: string) => string][] = [
    [
      share(({ host }) => (host.steal ?? 0) > 0.02),
      (count) => `In ${count} another guest of the host took more than 2 % of the CPU time (steal).`,
    ],
    [
      share(({ host }) => (host.foreign ?? 0) > 0.1),
      (count) =>
        `In ${count} other programs of this machine took more than 10 % of the CPU time while the load ran.`,
    ],
    [
      share(({ host }) => (host.throttledPeriods ?? 0) > 0),
      (count) => `In ${count} the CPU quota throttled this cgroup.`,
    ],
    [
      share(({ sample }) => Object.values(sample?.outcome.errors ?? {}).some((errors) => errors > 0)),
      (count) => `In ${count} a few requests failed (at most 1 %); they are left out of the response times.`,
    ],
  ];
  return sentences
    .filter(([count]) => count > 0)
    .map(([count, sentence]) => sentence(`${count} of ${counted.length} trials`));
}

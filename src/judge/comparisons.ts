/** The comparisons and warnings that every run gets from its trials, whatever it was about. */
import { comparable, compare, comparedUnlessTold } from './compare.ts';
import { fitsOf } from './fits.ts';
import { gateRule } from './gate.ts';
import { cellGroups, primaryMetric } from './groups.ts';
import { decide } from './sequence.ts';
import { turnsRefusal } from './turns.ts';
import { summarize } from './summarize.ts';
import { spentInAll } from '../stats/spending.ts';
import { message, type Message } from '../messages/message.ts';
import { answerMetrics } from '../model/metric.ts';
import { askedIn, plannedTrials, type Plan } from '../model/plan.ts';
import { roundOf, spentInRound } from './rounds.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { Comparison, Measured, RunStatus } from '../model/verdict.ts';

/**
 * Every cell against the baseline of its group; controls are compared by `aaControl`.
 * @param status of the run: one that somebody interrupted may go on, and must not spend what is left
 */
export function comparisons(
  plan: Plan,
  trials: readonly Trial[],
  status: RunStatus = 'finished',
): readonly Comparison[] {
  const { stopping } = askedIn(plan);
  if (stopping) {
    const ended = status === 'finished' ? 'finished' : 'interrupted';
    return decide(plan, trials, { ...stopping, ...gateRule(plan), ended }).comparisons;
  }
  return cellGroups(plan).flatMap(({ baseline, cells, load }) => {
    const ids = cells.map((cell) => cell.id);
    const own = trials.filter((trial) => ids.includes(trial.cell));
    const jobs = comparedUnlessTold.filter((metric) => !answerMetrics.includes(metric));
    const options = cells.every(({ answersFirst }) => answersFirst)
      ? ({ metrics: jobs, deciding: 'jobMean' } as const)
      : { deciding: primaryMetric(load) };
    return compare(own, ids, baseline, { ...options, level: spentInRound(roundOf(trials), spentInAll) });
  });
}

/** @returns the warnings that the reader must know before the figures */
export function warnings(plan: Plan, trials: readonly Trial[]): Message[] {
  const planned = plannedTrials(plan);
  const refusal = turnsRefusal(trials);
  const own = refusal === null ? trials : trials.filter(({ problem }) => problem?.code !== 'TURNS_REFUSED');
  const failed = own.filter((trial) => trial.problem);
  const list: Message[] = [];
  // A proof ends when its time is used up.
  const isOpen = plan.strategy.kind !== 'all' || plan.name === 'find';
  if (!isOpen && trials.length < planned)
    list.push(message('warning.incomplete', { measured: trials.length, planned }));
  if (refusal !== null) list.push(message('warning.fresh-servers', { why: refusal }));
  if (failed.length > 0) {
    const codes = [...new Set(failed.flatMap((trial) => trial.problem?.code ?? []))];
    list.push(message('warning.failed', { failed: failed.length, trials: own.length, codes }));
  }
  const counted = trials.filter((trial) => !trial.problem && trial.sample);
  // Where nothing was measured, there is no interval to speak of.
  const isTimed = plan.subject.kind !== 'program' && counted.length > 0;
  if (isTimed && plan.blocks === 1) list.push(message('warning.one-block'));
  else if (isTimed && plan.blocks < 4) list.push(message('warning.few-blocks', { blocks: plan.blocks }));
  // What the machine, the generator and the settings did to the figures is said by the validity checks. This is less
  // than what they fail for, and still worth knowing.
  const foreign = counted.filter(({ host }) => (host.foreign ?? 0) > 0.1).length;
  if (foreign > 0) list.push(message('warning.foreign-cpu', { trials: foreign, of: counted.length }));
  return list;
}

/**
 * @param confidence of the words of its claims
 * @returns the toolbox with which an experiment judges its own claims
 */
export function measured(
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
  confidence = 0.95,
): Measured {
  const summaries = summarize(plan, trials);
  const compared = comparable(trials);
  const groups = cellGroups(plan).map(({ cells }) => cells.map(({ id }) => id));
  const fits = fitsOf(compared, groups, trials);
  const fitsIn = (blocks: readonly number[]) => {
    const isIn = ({ block }: { readonly block: number }) => blocks.includes(block);
    return fitsOf(compared.filter(isIn), groups, trials.filter(isIn));
  };
  return {
    plan,
    host,
    trials,
    summaries,
    confidence,
    contrast: (terms, blocks) => (blocks ? fitsIn(blocks) : fits).ratio(terms),
    estimate: (metric, cell) => summaries.find((one) => one.cell === cell)?.metrics[metric] ?? null,
  };
}

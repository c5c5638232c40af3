/** The toolbox with which an experiment judges its own claims. */
import { exponential, meanBounds } from '../stats/interval.ts';
import { comparable, compareCells } from './compare.ts';
import { measurement, summarize } from './summarize.ts';
import type { Plan } from '../model/plan.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { Measured } from '../model/verdict.ts';

export function measured(plan: Plan, host: HostConditions, trials: readonly Trial[]): Measured {
  const summaries = summarize(plan, trials);
  const compared = comparable(trials);
  const blocks = Map.groupBy(
    trials.flatMap((trial) => measurement(trial) ?? []),
    ({ block }) => block,
  );
  return {
    plan,
    host,
    trials,
    summaries,
    estimate: (metric, cell) => summaries.find((one) => one.cell === cell)?.metrics[metric] ?? null,
    compare: (metric, cell, baseline) => compareCells(compared, metric, [cell], baseline)[0] ?? null,
    compareAll: (metric, cells, baseline) => compareCells(compared, metric, cells, baseline),
    perBlock(value) {
      // A ratio of 0, or one that could not be computed, has no logarithm: its block is left out like a null.
      const logs = [...blocks.values()].flatMap((block) => {
        const figure = value(block);
        return figure !== null && Number.isFinite(figure) && figure > 0 ? Math.log(figure) : [];
      });
      const bounds = meanBounds(logs);
      return bounds && { ...exponential(bounds), n: logs.length };
    },
  };
}

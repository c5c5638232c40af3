/** What the trials of one cell say together. */
import { deviation, exponential, mean, meanBounds, type Bounds } from '../stats/mean-and-spread.ts';
import { metrics as catalogue } from '../model/verdict.ts';
import { fitsOf, type Fits } from './fits.ts';
import { cellGroups } from './groups.ts';
import { withSpeed } from './machine-speed.ts';
import { measurement, withoutPartial } from './measurement.ts';
import type { Cell, Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Estimate, Measurement, Metric, Summary } from '../model/verdict.ts';

const metricNames = Object.keys(catalogue) as readonly Metric[];

/** Returns a summary of each cell, in the plan's order; a cell that has not been measured yet has zero trials. */
export function summarize(plan: Plan, trials: readonly Trial[]): Summary[] {
  const all = withoutPartial(trials.flatMap((trial) => measurement(trial) ?? []));
  const counted = withSpeed(trials, all).measurements;
  const groups = cellGroups(plan).map(({ cells }) => cells.map(({ id }) => id));
  const fits = fitsOf(counted, groups);
  return plan.cells.map((cell) =>
    summary(
      cell,
      trials.filter((trial) => trial.cell === cell.id),
      counted.filter((one) => one.cell === cell.id),
      fits,
    ),
  );
}

function summary(cell: Cell, trials: readonly Trial[], counted: readonly Measurement[], fits: Fits): Summary {
  // A program that asks Node itself has facts, and no figures.
  const told = trials.filter(({ problem, facts }) => !problem && facts !== undefined).length;
  const problems: Record<string, number> = {};
  for (const { problem } of trials) {
    if (problem) problems[problem.code] = (problems[problem.code] ?? 0) + 1;
  }
  const metrics: Partial<Record<Metric, Estimate>> = {};
  for (const name of metricNames) {
    const values = counted.flatMap((one) => one.metrics[name] ?? []);
    if (values.length === 0) continue;
    // A cell that only fills a table has too few trials for an interval that anybody could use.
    const isBeside = cell.blocks !== undefined;
    metrics[name] = estimate(
      values,
      isBeside ? null : (fits.level(name, cell.id) ?? meanBounds(values.map(Math.log))),
    );
  }
  return {
    cell: cell.id,
    setting: cell.setting,
    trials: counted.length + told,
    failed: trials.length - counted.length - told,
    problems,
    metrics,
  };
}

/**
 * Estimates a value at the mean speed of the machine in this run, so that the ratio of two settings is that of their values; where nothing
 * is compared, the geometric mean with Student's interval.
 */
function estimate(trials: readonly number[], bounds: Bounds | null): Estimate {
  const logs = trials.map(Math.log);
  const { value, low, high } = bounds
    ? exponential(bounds)
    : { value: Math.exp(mean(logs)), low: null, high: null };
  return { value, low, high, trials, spread: deviation(logs) };
}

/** How quiet the machine was during a run, from the trials themselves. */
import { blockFit } from '../stats/blocks.ts';
import { effort } from '../stats/effort.ts';
import { exponential, mean } from '../stats/interval.ts';
import { deviationBounds, driftBounds } from '../stats/noise.ts';
import { aaControl } from './control.ts';
import { comparable, logTable } from './compare.ts';
import { cellGroups, primaryMetric, type CellGroup } from './groups.ts';
import type { NoiseReport } from '../model/noise.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Interval, Measurement, Metric } from '../model/verdict.ts';

/** Differences that a reader may ask about. */
const effects = [0.02, 0.05, 0.1];

/** Of all groups of cells that are decided in the same metric as the plan's baseline. */
export function noise(plan: Plan, trials: readonly Trial[]): NoiseReport {
  const all = cellGroups(plan);
  const first = all.find(({ cells }) => cells.some(({ id }) => id === plan.baseline)) ?? all[0];
  const measured = comparable(trials);
  // Where the server logs its jobs they are what the run is about; a burst is answered before its work is done.
  const hasJobs = measured.length > 0 && measured.every(({ metrics }) => metrics.jobRate !== undefined);
  const decides = first ? primaryMetric(first.load) : 'throughput';
  const metric = hasJobs ? 'jobRate' : decides;
  const groups = all.filter(({ load }) => primaryMetric(load) === decides);
  const ids = new Set(
    groups.flatMap(({ cells, control }) => [...cells, ...(control ? [control] : [])]).map(({ id }) => id),
  );
  const measurements = measured.filter(({ cell }) => ids.has(cell));
  const trialCv = cvOf(groups, measurements, metric);
  return {
    metric,
    trials: measurements.length,
    trialCv,
    drift: driftOf(measurements, metric),
    steal: stealOf(trials),
    control: aaControl(plan, trials),
    needs: trialCv ? effects.map((effect) => ({ effect, ...effort(effect, trialCv.value) })) : [],
  };
}

/** What is left of the logarithms once settings and blocks are fitted, pooled over the groups. */
function cvOf(
  groups: readonly CellGroup[],
  measurements: readonly Measurement[],
  metric: Metric,
): Interval | null {
  const fits = groups.flatMap(({ baseline, cells, control }) => {
    const others = [...cells, ...(control ? [control] : [])].flatMap(({ id }) => (id === baseline ? [] : id));
    return blockFit(logTable(measurements, metric, [baseline, ...others]), 0) ?? [];
  });
  const degrees = fits.reduce((sum, fit) => sum + fit.degrees, 0);
  if (degrees === 0) return null;
  const squares = fits.reduce((sum, fit) => sum + fit.degrees * fit.deviation ** 2, 0);
  return deviationBounds(Math.sqrt(squares / degrees), degrees);
}

function driftOf(measurements: readonly Measurement[], metric: Metric): Interval | null {
  const points = measurements.flatMap(({ cell, ordinal, metrics }) => {
    const figure = metrics[metric];
    return figure === undefined ? [] : { setting: cell, at: ordinal, value: Math.log(figure) };
  });
  const bounds = driftBounds(points);
  return bounds && exponential(bounds);
}

/** Also of trials that failed: the machine was the same. */
function stealOf(trials: readonly Trial[]): NoiseReport['steal'] {
  const shares = trials.flatMap(({ host }) => host.steal ?? []);
  return shares.length > 0 ? { mean: mean(shares), max: Math.max(...shares) } : null;
}

/** How quiet the machine was during a run, from the trials themselves, and what the A/A′ control says. */
import { contrast, ratioWeights, type Fit } from '../stats/ratio.ts';
import { deviationBounds, exponential, mean, median, standingOf, total } from '../stats/mean-and-spread.ts';
import { comparable } from './compare.ts';
import { fitOfMetric } from './fits.ts';
import { withSpeed } from './machine-speed.ts';
import { cellGroups, columnsOf, primaryMetric } from './groups.ts';
import type { ControlResult, NoiseReport } from '../model/noise.ts';
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';

/**
 * Confidence of the A/A′ interval. A failed control silences the session, so a sound one must rarely fail: once in a hundred, not once
 * in twenty. What must still be found is a difference that makes comparisons worthless, and that is not small.
 */
const controlConfidence = 0.99;

/** Reports the noise of all groups of cells that are decided in the same metric as the plan's baseline. */
export function noise(plan: Plan, trials: readonly Trial[]): NoiseReport {
  const all = cellGroups(plan);
  const first = all.find(({ cells }) => cells.some(({ id }) => id === plan.baseline)) ?? all[0];
  const measured = comparable(trials);
  // Where the server logs its jobs they are what the run is about; a burst is answered before its work is done.
  const hasJobs = measured.length > 0 && measured.every(({ metrics }) => metrics.jobRate !== undefined);
  const decides = first ? primaryMetric(first.load) : 'throughput';
  const metric = hasJobs ? 'jobRate' : decides;
  const groups = all
    .filter(({ load }) => primaryMetric(load) === decides)
    .map((group) => [...columnsOf(group), ...(group.control ? [group.control.id] : [])]);
  const ids = new Set(groups.flat());
  const measurements = measured.filter(({ cell }) => ids.has(cell));
  const fits = groups.flatMap((columns) => fitOfMetric(measurements, metric, columns) ?? []);
  const degrees = total(fits.map((one) => one.degrees));
  const pooled = (deviationOf: (one: Fit) => number) =>
    Math.sqrt(total(fits.map((one) => one.degrees * deviationOf(one) ** 2)) / degrees);
  return {
    metric,
    trials: measurements.length,
    trialCv:
      degrees > 0
        ? deviationBounds(
            pooled((one) => one.deviation),
            degrees,
          )
        : null,
    unadjustedCv: degrees > 0 ? pooled((one) => one.unadjusted) : null,
    speed: withSpeed(trials).report,
    resolution: resolutionOf(fits),
    steal: stealOf(trials),
    control: aaControl(plan, trials),
  };
}

/** Returns half the width of the median interval against the baseline, as a ratio; null without any. */
function resolutionOf(fits: readonly Fit[]): number | null {
  const halves = fits.flatMap((one) =>
    one.columns.flatMap((column) => {
      const ratio = column === 0 ? null : contrast(one, ratioWeights(column, 0));
      return ratio ? ratio.high - ratio.value : [];
    }),
  );
  return halves.length === 0 ? null : Math.expm1(median(halves));
}

/** Returns the steal over all trials, also those that failed: the machine was the same. */
function stealOf(trials: readonly Trial[]): NoiseReport['steal'] {
  const shares = trials.flatMap(({ host }) => host.steal ?? []);
  return shares.length > 0 ? { mean: mean(shares), max: Math.max(...shares) } : null;
}

/** Returns the A/A′ comparison, with the noise of its whole group; null without a control, or with fewer than two blocks of it. */
export function aaControl(plan: Plan, trials: readonly Trial[]): ControlResult | null {
  const group = cellGroups(plan).find(({ control }) => control);
  if (!group?.control) return null;
  const { baseline, control } = group;
  const metric = primaryMetric(group.load);
  const [, ...others] = columnsOf(group);
  const columns = [baseline, control.id, ...others];
  const fitted = fitOfMetric(comparable(trials), metric, columns);
  const found = fitted && contrast(fitted, ratioWeights(1, 0), controlConfidence);
  if (!found) return null;
  const { blocks, value, low, high } = found;
  const ratio = exponential({ value, low, high });
  const isSound = standingOf(found) === 'undecided';
  return { metric, baseline, cell: control.id, ratio, confidence: controlConfidence, blocks, isSound };
}

/**
 * Decides whether a setting keeps a constraint: only its whole interval counts, never its value alone.
 *
 *     limit                  |
 *     interval      [----]   |              kept
 *     of p99           [-----|--]           undecided: never recommended as certain
 *                            |   [----]     broken
 */
import type { Constraint, Feasibility, GridSetting } from '../model/tune.ts';
import { certificateCritical } from '../stats/ranking.ts';
import { metrics, percentiles, type Metric } from '../model/metric.ts';
import { fit } from '../stats/ratio.ts';
import { deviation, mean, total } from '../stats/mean-and-spread.ts';
import type { SearchState } from './search-state.ts';
import { scoreTable } from './trial-history.ts';

/**
 * @param settings those that are judged: their scatter is pooled
 * @param family settings at the start of the phase: the chance of error is divided among them
 * @returns for each setting whether it keeps the constraint. That is about its own level, which blocks move as well, so nothing is
 * taken out: the scatter is that within settings over all blocks. It is pooled, since three trials of one setting show
 * little of their own scatter; a setting that scatters more than the others is judged by its own.
 */
export function feasibilityOf(
  { options: { confidence }, history }: SearchState,
  constraint: Constraint,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  family: number,
): ReadonlyMap<string, Feasibility> {
  const { figure, limit, relation } = constraint;
  const isShare = figure === 'errors';
  const atUsualSpeed = isShare ? null : adjusted(history, figure, settings, blocks);
  const samples = settings.map(({ id }, column) => ({
    id,
    values:
      atUsualSpeed?.[column] ??
      blocks.flatMap((block) => {
        const value = history.value(id, block, figure);
        return value === null ? [] : isShare ? value : Math.log(value);
      }),
  }));
  const bound = isShare ? limit : Math.log(limit);
  const pooled = pooledScatter(samples.map(({ values }) => values));
  return new Map(
    samples.map(({ id, values }): [string, Feasibility] => {
      // No error in any trial: there is no scatter to estimate, and the share is kept.
      if (isShare && values.length > 0 && values.every((value) => value === 0)) return [id, 'kept'];
      if (values.length === 0 || !pooled) return [id, 'undecided'];
      const critical = certificateCritical(confidence, Math.max(1, family), pooled.degrees);
      const half = (critical * Math.max(pooled.deviation, deviation(values))) / Math.sqrt(values.length);
      const [low, high] = [mean(values) - half, mean(values) + half];
      const word = wordOf(constraint, bound, low, high);
      // A percentile that is only bounded from below may prove too high, but never low enough.
      const isAtLeast = figure in percentiles && history.isBounded(id, blocks);
      const isShown = relation === 'at most' ? word === 'broken' : word === 'kept';
      return [id, isAtLeast && !isShown ? 'undecided' : word];
    }),
  );
}

/**
 * Logarithms of a figure by setting, adjusted to the mean speed of the run. Null where the speed explains nothing, or a trial
 * would be left out.
 */
function adjusted(
  history: SearchState['history'],
  figure: Metric,
  settings: readonly GridSetting[],
  blocks: readonly number[],
): readonly (readonly number[])[] | null {
  const { y, covariate } = scoreTable(history, figure, settings, blocks);
  const found = fit(y, covariate);
  const count = total(y.map((row) => row.filter((one) => one !== null).length));
  if (!found || found.slope === 0 || found.design.observations.length < count) return null;
  const sign = metrics[figure].better === 'higher' ? 1 : -1;
  return settings.map((_, column) =>
    found.values.flatMap((row) => (typeof row[column] === 'number' ? sign * row[column] : [])),
  );
}

/**
 * @returns for a setting its word on all constraints together: `broken` if any is, else `undecided` if any is. A setting whose
 * percentile is only known from below may break a constraint, and lose; it is never known to keep one, nor to be the best.
 */
export function feasible(
  state: SearchState,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  family: number,
): (id: string) => Feasibility {
  const words = state.options.constraints.map((constraint) =>
    feasibilityOf(state, constraint, settings, blocks, family),
  );
  return (id) => {
    const all = words.map((word) => word.get(id) ?? 'undecided');
    if (state.history.isBounded(id, blocks)) all.push('undecided');
    return all.find((word) => word === 'broken') ?? all.find((word) => word === 'undecided') ?? 'kept';
  };
}

/** @returns how far a setting exceeds the constraint that it breaks most: a logarithm, or for errors a share */
export function excessOf(
  { options: { constraints }, history }: SearchState,
  { id }: GridSetting,
  blocks: readonly number[],
): number {
  const excesses = constraints.map(({ figure, relation, limit }) => {
    const values = blocks.flatMap((block) => history.value(id, block, figure) ?? []);
    const beyond = figure === 'errors' ? mean(values) - limit : mean(values.map(Math.log)) - Math.log(limit);
    return relation === 'at most' ? beyond : -beyond;
  });
  return Math.max(...excesses);
}

function wordOf({ relation }: Constraint, bound: number, low: number, high: number): Feasibility {
  if (high <= bound) return relation === 'at most' ? 'kept' : 'broken';
  if (low > bound) return relation === 'at most' ? 'broken' : 'kept';
  return low === bound && relation === 'at least' ? 'kept' : 'undecided';
}

/**
 * Pooled standard deviation within settings. Settings of one block share its effect, so their deviations are not
 * independent: Satterthwaite's degrees of freedom for the sum of the two mean squares (1946), between the blocks less
 * one, if all scatter is the blocks', and all that the trials would give, if none is.
 */
function pooledScatter(
  samples: readonly (readonly number[])[],
): { deviation: number; degrees: number } | null {
  const usable = samples.filter((values) => values.length > 1);
  const blocks = Math.min(...usable.map((values) => values.length));
  const settings = usable.length;
  if (settings === 0) return null;
  const squares = usable.reduce((sum, values) => sum + (values.length - 1) * deviation(values) ** 2, 0);
  const all = usable.reduce((sum, values) => sum + values.length - 1, 0);
  const own = Math.sqrt(squares / all);
  if (settings === 1) return { deviation: own, degrees: all };
  const centred = usable.map((values) => {
    const first = values.slice(0, blocks);
    const centre = mean(first);
    return first.map((value) => value - centre);
  });
  const effects = Array.from({ length: blocks }, (_, block) => mean(centred.map((row) => row[block] ?? 0)));
  const between = (settings * effects.reduce((sum, value) => sum + value ** 2, 0)) / (blocks - 1);
  const left = centred.reduce(
    (sum, row) => sum + row.reduce((part, value, block) => part + (value - (effects[block] ?? 0)) ** 2, 0),
    0,
  );
  const noise = left / ((settings - 1) * (blocks - 1));
  const squared = between ** 2 + (settings - 1) * noise ** 2;
  const degrees =
    squared === 0 ? all : Math.floor(((blocks - 1) * (between + (settings - 1) * noise) ** 2) / squared);
  return { deviation: own, degrees: Math.max(1, Math.min(all, degrees)) };
}

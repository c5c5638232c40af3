/** The figures of the first screen: what came out, against what is there now. */
import { claimWords, countOf, metricName, wordName } from './names.ts';
import { message } from '../../messages/message.ts';
import { foundIn, metrics, type ClaimVerdict, type Metric } from '../../model/verdict.ts';
import { brief, duration, percent } from '../../format/number.ts';
import type { Tile } from '../page.ts';
import type { ShownRun } from './shown-run.ts';

/** Most tiles: more are not taken in at a glance. */
export const mostTiles = 4;

export function tiles(result: ShownRun): Tile[] {
  const { claims, gate } = foundIn(result);
  if (claims.length > 0) return claimTiles(claims);
  const { focus, comparisons } = result;
  const { metric: objective, cell, baseline } = focus;
  const wanted = new Set<Metric>([objective, 'throughput', 'p99', 'p50', 'cpuPerRequest', 'jobMean']);
  const shown = [...wanted].flatMap((metric): Tile[] => {
    const value = valueOf(result, cell, metric);
    if (value === undefined) return [];
    const before = cell === baseline ? undefined : valueOf(result, baseline, metric);
    const pair = comparisons.find(
      (one) => one.cell === cell && one.baseline === baseline && one.metric === metric,
    );
    const was = before !== undefined && { value: figureText(metric, before) };
    return [
      {
        label: metricName(metric),
        value: figureText(metric, value),
        note: was ? message(gate ? 'page.tile.base' : 'page.tile.was', was) : '',
        tone: pair?.word === 'better' ? 'good' : pair?.word === 'worse' ? 'bad' : 'quiet',
      },
    ];
  });
  return shown.slice(0, mostTiles);
}

/** How many claims have each verdict. */
export const claimTiles = (claims: readonly ClaimVerdict[]): Tile[] =>
  claimWords
    .filter((word) => countOf(claims, word) > 0)
    .map((word) => ({ label: wordName(word), value: String(countOf(claims, word)) }))
    .slice(0, mostTiles);

const valueOf = ({ summaries }: ShownRun, id: string, metric: Metric) =>
  summaries.find(({ cell }) => cell === id)?.metrics[metric]?.value;

/** A figure with its unit. */
export function figureText(metric: Metric, value: number): string {
  const { unit } = metrics[metric];
  return unit === '1/s' ? `${brief(value)}/s` : unit === 'ms' ? duration(value) : percent(value);
}

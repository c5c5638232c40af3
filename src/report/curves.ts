/** The summaries as lines: which metric, which series, which panel. */
import { metrics, type Metric, type RunResult } from '../model/verdict.ts';
import { cellGrid, levelLabel } from './cells.ts';
import type { CurveChart, CurveLine } from './chart/curve.ts';
import { brief, duration, range } from './number.ts';

/** More panels than this are read in the table. */
const mostPanels = 12;

/**
 * One chart of `shown`, which share a unit. Lines that differ in two ways at once cannot be followed: either the levels of
 * the series factor are the lines and each metric has its own panels, or the other way round.
 */
export function curveChart(
  { plan, summaries }: RunResult,
  shown: readonly Metric[],
  lines: 'levels' | 'metrics' = 'levels',
): CurveChart {
  const grid = cellGrid(plan);
  const { axis } = grid;
  const series = lines === 'levels' ? grid.series : null;
  const panels = new Map<string, Map<string, CurveLine>>();
  for (const { cell, metrics: m } of summaries) {
    for (const [i, metric] of shown.entries()) {
      const estimate = m[metric];
      if (estimate === undefined) continue;
      const metricName = shown.length > 1 ? metrics[metric].label.replace('response time ', '') : '';
      const level = series === null ? null : grid.levelOf(cell, series);
      const title = [series === null ? '' : metricName, grid.panelOf(cell, series)]
        .filter((part) => part !== '')
        .join(' · ');
      const label = series === null || level === null ? metricName : levelLabel(series.key, level);
      const place = series === null || level === null ? i : series.levels.indexOf(level);
      const found = panels.get(title) ?? new Map<string, CurveLine>();
      panels.set(title, found);
      const { value, low, high } = estimate;
      const points = [
        ...(found.get(label)?.points ?? []),
        { level: grid.levelOf(cell, axis), value, low, high },
      ];
      found.set(label, { label, series: place, dash: series === null ? i : 0, points });
    }
  }
  const drawn = readable([...panels]);
  return {
    kind: 'curve',
    axis: { label: axis.key, levels: axis.levels, scale: grid.axisScale },
    unit: shown[0] === 'throughput' ? 'requests per second' : metrics[shown[0] ?? 'p50'].unit,
    omitted: Math.max(0, drawn.length - mostPanels),
    panels: drawn.slice(0, mostPanels).map(([title, found]) => ({
      title,
      lines: [...found.values()].map((one) => ({
        ...one,
        points: one.points.toSorted((p, q) => axis.levels.indexOf(p.level) - axis.levels.indexOf(q.level)),
      })),
    })),
  };
}

/** A panel whose lines have one point each says nothing that the table does not say better. */
function readable<Panel extends readonly [string, ReadonlyMap<string, CurveLine>]>(
  panels: readonly Panel[],
): readonly Panel[] {
  const curved = panels.filter(([, lines]) => [...lines.values()].some(({ points }) => points.length > 1));
  return curved.length > 0 ? curved : panels;
}

/**
 * One sentence with the two ends of each metric: `Throughput is highest at pool 16 (123/s, 95 % interval 115 to 131)
 * and lowest at pool 1 (10.3/s).` The interval is left to the table where several metrics share the sentence.
 */
export function extremes(result: RunResult, shown: readonly Metric[]): string {
  const parts = shown.map((metric) => ends(result, metric, shown.length === 1)).filter((part) => part !== '');
  if (parts.length === 0) return 'There is one setting only.';
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function ends({ plan, summaries }: RunResult, metric: Metric, withInterval: boolean): string {
  const grid = cellGrid(plan);
  const those = summaries
    .flatMap(({ cell, metrics: m }) => (m[metric] === undefined ? [] : [{ cell, estimate: m[metric] }]))
    .toSorted((a, b) => b.estimate.value - a.estimate.value);
  const [top] = those;
  const bottom = those.at(-1);
  if (top === undefined || bottom === undefined || top === bottom) return '';
  const { label, unit } = metrics[metric];
  const written = (value: number) => (unit === '1/s' ? `${brief(value)}/s` : duration(value));
  const cells = those.map(({ cell }) => cell);
  const { value, low, high } = top.estimate;
  const both =
    low === null || high === null
      ? ''
      : unit === '1/s'
        ? range({ low, high })
        : `${duration(low)} to ${duration(high)}`;
  const interval = !withInterval || both === '' ? '' : `, 95 % interval ${both}`;
  return (
    `${label} is highest at ${grid.labelAmong(top.cell, cells)} (${written(value)}${interval}) ` +
    `and lowest at ${grid.labelAmong(bottom.cell, cells)} (${written(bottom.estimate.value)})`
  );
}

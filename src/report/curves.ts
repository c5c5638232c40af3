/** The summaries as lines: which metric, which series, which panel. */
import { metrics, type Metric, type RunResult } from '../model/verdict.ts';
import { cellGrid, levelLabel } from './cells.ts';
import type { CurveChart, CurveLine } from './chart/curve.ts';
import { brief, duration, range } from './number.ts';

/** More panels than this are read in the table. */
const mostPanels = 8;

/** One chart of `shown`, which share a unit. Several metrics of one series differ in their dashes. */
export function curveChart({ plan, summaries }: RunResult, shown: readonly Metric[]): CurveChart {
  const grid = cellGrid(plan);
  const { axis, series } = grid;
  const panels = new Map<string, Map<string, CurveLine>>();
  for (const { cell, metrics: m } of summaries) {
    const place = series === null ? 0 : series.levels.indexOf(grid.levelOf(cell, series));
    const name = series === null ? '' : levelLabel(series.key, grid.levelOf(cell, series));
    const title = grid.panelOf(cell);
    if (shown.every((metric) => m[metric] === undefined)) continue;
    const lines = panels.get(title) ?? new Map<string, CurveLine>();
    panels.set(title, lines);
    for (const [i, metric] of shown.entries()) {
      const estimate = m[metric];
      if (estimate === undefined) continue;
      const label = [shown.length > 1 ? metrics[metric].label.replace('response time ', '') : '', name]
        .filter((part) => part !== '')
        .join(', ');
      const { value, low, high } = estimate;
      const points = [
        ...(lines.get(label)?.points ?? []),
        { level: grid.levelOf(cell, axis), value, low, high },
      ];
      // Without a series factor the metrics themselves are told apart by colour and shape.
      lines.set(label, {
        label,
        series: series === null ? i : place,
        dash: shown.length > 1 ? i : 0,
        points,
      });
    }
  }
  return {
    kind: 'curve',
    axis: { label: axis.key, levels: axis.levels, scale: grid.axisScale },
    unit: shown[0] === 'throughput' ? 'requests per second' : metrics[shown[0] ?? 'p50'].unit,
    panels: readable([...panels])
      .slice(0, mostPanels)
      .map(([title, lines]) => ({
        title,
        lines: [...lines.values()].map((one) => ({
          ...one,
          points: one.points.toSorted((a, b) => axis.levels.indexOf(a.level) - axis.levels.indexOf(b.level)),
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
  const { value, low, high } = top.estimate;
  const interval =
    !withInterval || low === null || high === null ? '' : `, 95 % interval ${range({ low, high })}`;
  return (
    `${label} is highest at ${grid.label(top.cell)} (${written(value)}${interval}) ` +
    `and lowest at ${grid.label(bottom.cell)} (${written(bottom.estimate.value)})`
  );
}

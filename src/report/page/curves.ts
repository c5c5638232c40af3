/** The summaries as lines: which metric, which series, which panel. */
import { metrics, type Metric, type RunResult } from '../../model/verdict.ts';
import type { RunModel } from '../../model/prediction.ts';
import { cellGrid, levelLabel, type CellGrid, type Factor } from './cells.ts';
import type { CurveChart, CurveLine } from '../chart/curve.ts';
import { shownInterval } from '../outline/interval.ts';
import { brief, duration, range } from '../../format/number.ts';

/** More panels than this are read in the table. */
const mostPanels = 12;

/**
 * One chart of `shown`, which share a unit. Lines that differ in two ways at once cannot be followed: either the levels of
 * the series factor are the lines and each metric has its own panels, or the other way round.
 */
export function curveChart(
  { plan, summaries, model }: RunResult,
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
      const { title, label, place } = placeOf(grid, cell, metric, shown, series);
      const found = panels.get(title) ?? new Map<string, CurveLine>();
      panels.set(title, found);
      const { low, high } = shownInterval(estimate) ?? { low: null, high: null };
      const points = [
        ...(found.get(label)?.points ?? []),
        { level: grid.levelOf(cell, axis), value: estimate.value, low, high },
      ];
      found.set(label, { label, series: place, dash: series === null ? i : 0, points });
    }
  }
  if (model) addModel(panels, grid, model, shown, series);
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

/** Which panel and which line a figure of a cell belongs to. */
function placeOf(
  grid: CellGrid,
  cell: string,
  metric: Metric,
  shown: readonly Metric[],
  series: Factor | null,
): { title: string; label: string; place: number } {
  const metricName = shown.length > 1 ? metrics[metric].label.replace('response time ', '') : '';
  const panel = grid.panelOf(cell, series);
  if (series === null) return { title: panel, label: metricName, place: shown.indexOf(metric) };
  const level = grid.levelOf(cell, series);
  const title = [metricName, panel].filter((part) => part !== '').join(' · ');
  return { title, label: levelLabel(series.key, level), place: series.levels.indexOf(level) };
}

/** The model's line behind the first metric of a chart, where it has one. */
function addModel(
  panels: Map<string, Map<string, CurveLine>>,
  grid: CellGrid,
  { cells }: RunModel,
  shown: readonly Metric[],
  series: Factor | null,
): void {
  const [metric] = shown;
  if (metric !== 'throughput' && metric !== 'p50') return;
  for (const foretold of cells) {
    const value = foretold[metric];
    const { title, label, place } = placeOf(grid, foretold.cell, metric, shown, series);
    const lines = panels.get(title);
    if (value === null || !lines?.has(label)) continue;
    const name = `${label} model`.trim();
    const points = [
      ...(lines.get(name)?.points ?? []),
      { level: grid.levelOf(foretold.cell, grid.axis), value, low: null, high: null },
    ];
    lines.set(name, { label: name, series: place, dash: 1, isModel: true, points });
    // A line that has the chart to itself needs no name; beside a model it does.
    const measured = lines.get('');
    if (measured) lines.set('', { ...measured, label: 'measured' });
  }
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
  const known = withInterval ? shownInterval(top.estimate) : null;
  const both = known && (unit === '1/s' ? range(known) : `${duration(known.low)} to ${duration(known.high)}`);
  const interval = both ? `, 95 % interval ${both}` : '';
  return (
    `${label} is highest at ${grid.labelAmong(top.cell, cells)} (${written(top.estimate.value)}${interval}) ` +
    `and lowest at ${grid.labelAmong(bottom.cell, cells)} (${written(bottom.estimate.value)})`
  );
}

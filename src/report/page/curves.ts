/** The summaries as lines: which metric, which series, which panel. */
import { counted, shortMetricName } from '../outline/names.ts';
import { metrics, type Metric, type RunResult } from '../../model/verdict.ts';
import { message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { RunModel } from '../../model/prediction.ts';
import { levelLabel, type PlotLayout, type Factor } from '../outline/plot-layout.ts';
import { isCut, type CurveChart, type CurveLine, type Role } from '../chart/curve.ts';
import { bestComparison } from '../outline/headline.ts';
import { metricTable } from '../outline/tables.ts';
import type { Figure } from '../page.ts';
import { shownInterval, type ShownRun } from '../outline/shown-run.ts';
import { brief, duration } from '../../format/number.ts';
import { capital } from '../../format/words.ts';

/** More panels than this are read in the table. */
const mostPanels = 12;

/**
 * One chart of `shown`, which share a unit. Lines that differ in two ways at once cannot be followed: either the levels of
 * the series factor are the lines and each metric has its own panels, or the other way round.
 */
function curveChart(
  result: ShownRun,
  shown: readonly Metric[],
  lines: 'levels' | 'metrics' = 'levels',
): CurveChart {
  const { layout: grid, summaries, model } = result;
  const roles = rolesOf(result);
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
        {
          level: grid.levelOf(cell, axis),
          value: estimate.value,
          low,
          high,
          trials: estimate.trials.length,
          ...roles(cell, metric),
        },
      ];
      found.set(label, { label, series: place, dash: series === null ? i : 0, points });
    }
  }
  if (model) addModel(panels, grid, model, shown, series);
  const drawn = readable([...panels]);
  return {
    kind: 'curve',
    axis: { label: axis.key, levels: axis.levels, scale: grid.axisScale },
    unit:
      shown[0] === 'throughput' ? say(message('word.requests-per-second')) : metrics[shown[0] ?? 'p50'].unit,
    ...(shown[0] === 'throughput' ? { suffix: '/s' } : {}),
    omitted: Math.max(0, drawn.length - mostPanels),
    roles: { best: say(message('word.recommended')), now: say(message('word.now')) },
    panels: drawn.slice(0, mostPanels).map(([title, found]) => ({
      title,
      lines: [...found.values()].map((one) => ({
        ...one,
        points: one.points.toSorted((p, q) => axis.levels.indexOf(p.level) - axis.levels.indexOf(q.level)),
      })),
    })),
  };
}

/** Marks the recommended setting and the current one, on the line of the metric that decides. */
function rolesOf(result: ShownRun): (cell: string, metric: Metric) => { role?: Role } {
  const { recommendation, plan, claims } = result;
  // An experiment of the lab has a baseline for each of its questions.
  if (claims.length > 0) return () => ({});
  const best = recommendation ? recommendation.id : (bestComparison(result)?.cell ?? null);
  return (cell) => (cell === best ? { role: 'best' } : cell === plan.baseline ? { role: 'now' } : {});
}

/** Which panel and which line a figure of a cell belongs to. */
function placeOf(
  grid: PlotLayout,
  cell: string,
  metric: Metric,
  shown: readonly Metric[],
  series: Factor | null,
): { title: string; label: string; place: number } {
  const metricName = shown.length > 1 ? shortMetricName(metric) : '';
  const panel = grid.panelOf(cell, series);
  if (series === null) return { title: panel, label: metricName, place: shown.indexOf(metric) };
  const level = grid.levelOf(cell, series);
  const title = [metricName, panel].filter((part) => part !== '').join(' · ');
  return { title, label: levelLabel(series.key, level), place: series.levels.indexOf(level) };
}

/** The model's line behind the first metric of a chart, where it has one. */
function addModel(
  panels: Map<string, Map<string, CurveLine>>,
  grid: PlotLayout,
  { cells }: RunModel,
  shown: readonly Metric[],
  series: Factor | null,
): void {
  const [metric] = shown;
  if (metric !== 'throughput' && metric !== 'p50') return;
  for (const predicted of cells) {
    const value = predicted[metric];
    const { title, label, place } = placeOf(grid, predicted.cell, metric, shown, series);
    const lines = panels.get(title);
    if (value === null || !lines?.has(label)) continue;
    const key = `model of ${label}`;
    const name = say(message('figure.modelled', { line: label }));
    const points = [
      ...(lines.get(key)?.points ?? []),
      { level: grid.levelOf(predicted.cell, grid.axis), value, low: null, high: null },
    ];
    lines.set(key, { label: name, series: place, dash: 1, isModel: true, points });
    // A line that has the chart to itself needs no name; beside a model it does.
    const measured = lines.get('');
    if (measured) lines.set('', { ...measured, label: say(message('word.measured')) });
  }
}

/** A panel whose lines have one point each says nothing that the table does not say better. */
function readable<Panel extends readonly [string, ReadonlyMap<string, CurveLine>]>(
  panels: readonly Panel[],
): readonly Panel[] {
  const curved = panels.filter(([, lines]) => [...lines.values()].some(({ points }) => points.length > 1));
  return curved.length > 0 ? curved : panels;
}

/** More names than this are counted. */
const mostNamed = 5;

/** The finding in one sentence: which settings are better or worse, where they were compared; else where the ends are. */
function finding(result: ShownRun, shown: readonly Metric[]): string {
  const { comparisons, layout: grid } = result;
  const metric = shown.find((one) => comparisons.some((other) => other.metric === one));
  if (metric === undefined) return ends(result, shown);
  const those = comparisons.filter((one) => one.metric === metric);
  const [first] = those;
  if (first === undefined) return '';
  const isOne = those.every(({ baseline }) => baseline === first.baseline);
  const isNamed = isOne && those.length <= mostNamed;
  const ids = [first.baseline, ...those.map(({ cell }) => cell)];
  const told = message('figure.metric-against', {
    metric: message('report.name', { name: metrics[metric].label }),
    baseline: isOne ? grid.labelAmong(first.baseline, ids) : message('report.group-baseline'),
    counts: counted(those, isNamed ? ({ cell }) => grid.labelAmong(cell, ids) : null),
  });
  return `${capital(say(told))}.`;
}

/** From the lowest to the highest, of the first metric that differs. */
function ends({ layout: grid, summaries }: ShownRun, shown: readonly Metric[]): string {
  for (const metric of shown) {
    const those = summaries
      .flatMap(({ cell, metrics: m }) => (m[metric] === undefined ? [] : [{ cell, value: m[metric].value }]))
      .toSorted((a, b) => a.value - b.value);
    const [bottom] = those;
    const top = those.at(-1);
    if (bottom === undefined || top === undefined || top === bottom) continue;
    const { label, unit } = metrics[metric];
    const written = (value: number) => (unit === '1/s' ? `${brief(value)}/s` : duration(value));
    const ids = those.map(({ cell }) => cell);
    return say(
      message('page.caption.range', {
        label,
        low: { value: written(bottom.value), setting: grid.labelAmong(bottom.cell, ids) },
        high: { value: written(top.value), setting: grid.labelAmong(top.cell, ids) },
      }),
    );
  }
  return say(message('page.caption.single'));
}

/** @returns the figure of the metrics that share a unit; null where the run has none of them */
export function curveFigure(
  result: ShownRun,
  title: string,
  wanted: readonly Metric[],
  lines: 'levels' | 'metrics' = 'levels',
): Figure | null {
  const shown = wanted.filter((metric) => result.summaries.some(({ metrics: m }) => m[metric] !== undefined));
  const [first] = shown;
  if (first === undefined) return null;
  const { layout: grid } = result;
  const chart = curveChart(result, shown, lines);
  const heading = say(message('figure.against', { title: titleOf(title), axis: grid.axis.key }));
  return {
    id: title.replaceAll(' ', '-'),
    title: heading,
    sentence: finding(result, shown),
    note: [
      ...(chart.omitted > 0 ? [message('figure.panels-left', { panels: chart.omitted })] : []),
      ...marksNotes(chart),
      ...modelNotes(result, first),
    ]
      .map(say)
      .join(' '),
    chart,
    table: metricTable(result, heading, shown),
  };
}

function titleOf(title: string): Message {
  if (title === 'throughput') return message('word.throughput');
  if (title === 'latency') return message('word.latency');
  return title === 'job completion'
    ? message('word.job-completion')
    : message('report.name', { name: title });
}

/** What a mark without a whisker means, and one whose whisker ends in an arrow. */
function marksNotes(chart: CurveChart): AnyMessage[] {
  const measured = chart.panels.flatMap(({ lines }) =>
    lines.flatMap((one) => (one.isModel ? [] : one.points)),
  );
  const hollow = measured.filter(({ low }) => low === null).length;
  return [
    ...(hollow > 0 && hollow < measured.length ? [message('figure.hollow')] : []),
    ...(isCut(chart) ? [message('figure.arrow')] : []),
  ];
}

/** What the dashed line is, and how good; or why there is none. */
function modelNotes({ model }: RunResult, first: Metric): AnyMessage[] {
  if (!model) return [];
  if (first === 'throughput')
    return [...(model.cells.length > 0 ? [message('figure.model-line')] : []), model.sentence];
  const isDrawn = first === 'p50' && model.cells.some(({ p50 }) => p50 !== null);
  return isDrawn ? [message('figure.model-median')] : [];
}

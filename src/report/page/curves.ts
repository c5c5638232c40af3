/** The summaries as lines: which metric, which series, which panel. */
import { counted, shortMetricName } from '../outline/names.ts';
import {
  foundIn,
  metrics,
  type Comparison,
  type Metric,
  type Picture,
  type RunResult,
} from '../../model/verdict.ts';
import { brief } from '../../format/number.ts';
import { message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { RunModel } from '../../model/prediction.ts';
import { levelLabel, type PlotLayout, type Factor } from '../outline/plot-layout.ts';
import { isCut, type CurveChart, type CurveLine, type Role } from '../chart/curve.ts';
import { metricTable } from '../outline/tables.ts';
import type { Figure } from '../page.ts';
import { shownInterval, type ShownRun } from '../outline/shown-run.ts';
import { figureText } from '../outline/tiles.ts';

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
          ...roles(cell),
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

/** Marks the recommended setting and the current one. */
function rolesOf(result: ShownRun): (cell: string) => { role?: Role } {
  const { focus, plan } = result;
  // An experiment of the lab has a baseline for each of its questions.
  if (foundIn(result).claims.length > 0) return () => ({});
  const best = focus.cell === focus.baseline ? foundIn(result).recommendation?.id : focus.cell;
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

/** Which settings are better or worse than what they were compared with, in one sentence: by name, or of many how many. */
export function captionOf(those: readonly Comparison[], grid: PlotLayout): AnyMessage {
  const [{ metric, baseline }] = those as [Comparison];
  const isOne = those.every((one) => one.baseline === baseline);
  const ids = [baseline, ...those.map(({ cell }) => cell)];
  const isNamed = isOne && those.length <= mostNamed;
  return message('page.caption.against', {
    label: metrics[metric].label,
    baseline: isOne ? grid.labelAmong(baseline, ids) : message('report.group-baseline'),
    counts: counted(those, isNamed ? ({ cell }) => grid.labelAmong(cell, ids) : null),
  });
}

/** What was compared; else from the lowest to the highest, of the first metric that differs. */
function finding({ comparisons, layout: grid, summaries }: ShownRun, shown: readonly Metric[]): AnyMessage {
  const compared = shown.find((one) => comparisons.some(({ metric }) => metric === one));
  if (compared)
    return captionOf(
      comparisons.filter(({ metric }) => metric === compared),
      grid,
    );
  for (const metric of shown) {
    const those = summaries
      .flatMap(({ cell, metrics: m }) => (m[metric] === undefined ? [] : [{ cell, value: m[metric].value }]))
      .toSorted((a, b) => a.value - b.value);
    const [bottom, top] = [those[0], those.at(-1)];
    if (bottom === undefined || top === undefined || top === bottom) continue;
    const ids = those.map(({ cell }) => cell);
    const end = ({ cell, value }: typeof top) => ({
      value: figureText(metric, value),
      setting: grid.labelAmong(cell, ids),
    });
    return message('page.caption.range', { label: metrics[metric].label, low: end(bottom), high: end(top) });
  }
  return message('page.caption.single');
}

/** @returns the figure of the metrics that share a unit; null where the run has none of them */
export function curveFigure(
  result: ShownRun,
  title: string,
  wanted: readonly Metric[],
  lines: 'levels' | 'metrics' = 'levels',
): (Figure & { readonly chart: CurveChart }) | null {
  const shown = wanted.filter((metric) => result.summaries.some(({ metrics: m }) => m[metric] !== undefined));
  const [first] = shown;
  if (first === undefined) return null;
  const { layout: grid } = result;
  const chart = curveChart(result, shown, lines);
  const heading = say(
    message('figure.against', {
      title: titles[title] ?? message('report.name', { name: title }),
      axis: grid.axis.key,
    }),
  );
  return {
    id: title.replaceAll(' ', '-'),
    title: heading,
    sentence: say(finding(result, shown)),
    note: notesOf(chart, result, first).map(say).join(' '),
    chart,
    table: metricTable(result, heading, shown),
  };
}

const titles: Readonly<Record<string, Message>> = {
  throughput: message('word.throughput'),
  latency: message('word.latency'),
  'job completion': message('word.job-completion'),
};

/** What a mark without a whisker means, one whose whisker ends in an arrow, and the dashed line of the model, or why there is none. */
function notesOf(chart: CurveChart, { model }: RunResult, first: Metric): AnyMessage[] {
  const measured = chart.panels.flatMap(({ lines }) =>
    lines.flatMap((one) => (one.isModel ? [] : one.points)),
  );
  const hollow = measured.filter(({ low }) => low === null).length;
  const hasLine = model?.cells.some((cell) => first === 'throughput' || cell.p50 !== null);
  return [
    ...(chart.omitted > 0 ? [message('figure.panels-left', { panels: chart.omitted })] : []),
    ...(hollow > 0 && hollow < measured.length ? [message('figure.hollow')] : []),
    ...(isCut(chart) ? [message('figure.arrow')] : []),
    ...(hasLine && first === 'throughput' ? [message('figure.model-line')] : []),
    ...(hasLine && first === 'p50' ? [message('figure.model-median')] : []),
    ...(model && first === 'throughput' ? [model.sentence] : []),
  ];
}

/** An experiment's own picture, drawn as a curve and told as a table. */
export function pictureFigure({ id, title, sentence, axis, unit, lines }: Picture): Figure {
  const levels = [...new Set(lines.flatMap(({ points }) => points.map(({ level }) => level)))].toSorted(
    (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0),
  );
  return {
    id,
    title,
    sentence: say(sentence),
    chart: {
      kind: 'curve',
      axis: { label: axis.label, levels, scale: axis.scale },
      unit,
      omitted: 0,
      panels: [{ title: '', lines: lines.map((line, i) => ({ ...line, series: i, dash: i % 3 })) }],
    },
    table: {
      title,
      note: say(message('report.picture-note', { unit })),
      columns: [axis, ...lines].map(({ label }) => ({ label, align: 'right', rank: 0 })),
      rows: levels.map((level) => [
        { text: String(level) },
        ...lines.map(({ points }) => {
          const point = points.find((one) => one.level === level);
          if (!point) return { text: '–' };
          const [low, high] = [point.low, point.high];
          const text = brief(point.value);
          return low === null || high === null
            ? { text }
            : { text, detail: say(message('report.range', { low: brief(low), high: brief(high) })) };
        }),
      ]),
    },
  };
}

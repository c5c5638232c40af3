/** Which figures a run has: each with one sentence, its data as a table, and what is to be drawn as plain data. */
import { message, say } from '../../messages/message.ts';

import { metrics, type Comparison, type Metric } from '../../model/verdict.ts';
import type { PlotLayout } from '../outline/plot-layout.ts';
import type { ForestGroup } from '../chart/forest.ts';
import { captionOf, curveFigure } from './curves.ts';
import { requestGantts } from './gantts.ts';
import { column, textCells, type Figure, type Table } from '../page.ts';
import { comparisonTable } from '../outline/tables.ts';
import { fixed } from '../../format/number.ts';
import { rateOf, type ShownRun } from '../outline/shown-run.ts';
import { seriesShapes } from '../chart/svg.ts';

/** @param comparisons the table of the run's comparisons, which is the data of one figure */
export function figures(result: ShownRun, comparisons: Table): Figure[] {
  if (result.measurements.length === 0) return [];
  return [
    curveFigure(result, 'throughput', ['throughput']),
    curveFigure(result, 'latency', ['p50', 'p99']),
    // The distance between first, average and last is the picture here, so that they share a panel.
    curveFigure(result, 'job completion', ['jobMin', 'jobMean', 'jobMax'], 'metrics'),
    forestFigure(result, comparisons),
    order(result),
    ...requestGantts(result),
  ].filter((figure) => figure !== null);
}

/** More rows than this are read in the table. */
const mostRows = 24;
/** More groups than this as well. */
const mostGroups = 6;

/** @param table what it draws, as a table; made of the comparisons where none is given */
export function forestFigure(result: ShownRun, table?: Table): Figure | null {
  const { comparisons, layout: grid } = result;
  const [first] = comparisons;
  if (first === undefined) return null;
  const preferred: readonly Metric[] = ['throughput', 'p99', 'jobMean', 'p50'];
  const present = preferred.filter((metric) => comparisons.some((one) => one.metric === metric)).slice(0, 2);
  const shown = comparisons.filter(({ metric }) => present.length === 0 || present.includes(metric));
  const groups = [...Map.groupBy(shown, ({ metric, baseline }) => `${metric} ${baseline}`).values()];
  const left = groups.length - mostGroups;
  return {
    id: 'forest',
    title: say(message('figure.forest')),
    sentence: [
      ...Array.from(Map.groupBy(shown, ({ metric }) => metric).values(), (own) => captionOf(own, grid)),
      ...(left > 0 ? [message('figure.groups-left', { groups: left })] : []),
    ]
      .map(say)
      .join(' '),
    chart: {
      kind: 'forest',
      delta: first.delta,
      groups: groups.slice(0, mostGroups).map((group) => forestGroup(group, grid)),
    },
    table: table ?? comparisonTable(result),
  };
}

/** Rows that share metric and baseline. What all of them have in common is said once, in the title. */
function forestGroup(rows: readonly Comparison[], grid: PlotLayout): ForestGroup {
  const { metric, baseline } = rows[0] ?? { metric: 'throughput', baseline: '' };
  const ids = [baseline, ...rows.map(({ cell }) => cell)];
  const { better, label } = metrics[metric];
  const common = grid.common(ids);
  return {
    title: say(
      message('figure.forest-group', {
        metric: message('report.name', { name: label }),
        better,
        common,
        rows: Math.min(mostRows, rows.length),
        all: rows.length,
      }),
    ),
    baseline: grid.labelAmong(baseline, ids),
    rows: rows
      .slice(0, mostRows)
      .map(({ cell, ratio, word }) => ({ label: grid.labelAmong(cell, ids), ratio, word })),
  };
}

function order(result: ShownRun): Figure | null {
  const { layout: grid } = result;
  const means = new Map(result.summaries.map(({ cell, metrics: m }) => [cell, rateOf(m)?.value]));
  const values = new Map(result.measurements.map((one) => [one.ordinal, rateOf(one.metrics)]));
  const ids = result.plan.cells.map(({ id }) => id);
  const told = ids.length <= seriesShapes;
  const marks = result.trials
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ cell, block, ordinal }) => {
      const usual = means.get(cell);
      const value = values.get(ordinal);
      const ratio = usual === undefined || value === undefined ? null : value / usual;
      return { place: ordinal + 1, block, ratio, cell, value, series: told ? ids.indexOf(cell) : null };
    });
  const known = marks.flatMap(({ ratio }) => ratio ?? []);
  if (known.length < 2) return null;
  const half = Math.floor(known.length / 2);
  const drift = mean(known.slice(half)) / mean(known.slice(0, half)) - 1;
  const most = Math.max(...known.map((ratio) => Math.abs(ratio - 1)));
  return {
    id: 'order',
    title: say(message('figure.order')),
    sentence: say(message('figure.order-sentence', { most, drift })),
    chart: {
      kind: 'order',
      label: say(message('figure.order-label')),
      series: told ? ids.map((cell) => grid.label(cell)) : [],
      marks,
    },
    table: {
      title: say(message('figure.order')),
      note: say(message('figure.order-note')),
      columns: [
        ...(['trial', 'block'] as const).map((name) => column(name, 'right')),
        column('setting'),
        ...(['rate', 'of-mean'] as const).map((name) => column(name, 'right')),
      ],
      rows: marks.map(({ place, block, cell, value, ratio }) =>
        textCells(
          `${place}`,
          `${block + 1}`,
          grid.label(cell),
          value === undefined ? say(message('figure.span.failed')) : fixed(value, 1),
          ratio === null ? '–' : ratio.toFixed(3),
        ),
      ),
    },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

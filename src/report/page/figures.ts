/** Which figures a run has: each with one sentence, its data as a table, and what is to be drawn as plain data. */
import { metrics, type Comparison, type Metric, type RunResult, type Word } from '../../model/verdict.ts';
import { cellGrid, type CellGrid } from './cells.ts';
import type { ForestGroup } from '../chart/forest.ts';
import { isCut, type CurveChart } from '../chart/curve.ts';
import { curveChart, extremes } from './curves.ts';
import { requestGantts } from './gantts.ts';
import type { Figure } from './figure.ts';
import { counted, fixed, percent } from '../../format/number.ts';
import { rateOf } from '../outline/rate.ts';
import { comparisonTable, metricTable } from '../outline/tables.ts';
import { seriesShapes } from '../chart/svg.ts';
import { capital } from '../../format/words.ts';

export function figures(result: RunResult): Figure[] {
  if (result.measurements.length === 0) return [];
  return [
    curve(result, 'throughput', ['throughput']),
    curve(result, 'latency', ['p50', 'p99']),
    // The distance between first, average and last is the picture here, so that they share a panel.
    curve(result, 'job completion', ['jobMin', 'jobMean', 'jobMax'], 'metrics'),
    forest(result),
    order(result),
    ...requestGantts(result),
  ].filter((figure) => figure !== null);
}

function curve(
  result: RunResult,
  title: string,
  wanted: readonly Metric[],
  lines: 'levels' | 'metrics' = 'levels',
): Figure | null {
  const shown = wanted.filter((metric) => result.summaries.some(({ metrics: m }) => m[metric] !== undefined));
  const [first] = shown;
  if (first === undefined) return null;
  const grid = cellGrid(result.plan);
  const chart = curveChart(result, shown, lines);
  const heading = `${capital(title)} against ${grid.axis.key}`;
  return {
    id: title.replaceAll(' ', '-'),
    title: heading,
    sentence:
      extremes(result, shown) +
      leftOut(chart.omitted, 'panel') +
      marksSentence(chart) +
      modelSentence(result, first),
    chart,
    table: metricTable(result, heading, shown),
  };
}

/** What a mark without a whisker means, and one whose whisker ends in an arrow. */
function marksSentence(chart: CurveChart): string {
  const measured = chart.panels.flatMap(({ lines }) =>
    lines.flatMap((one) => (one.isModel ? [] : one.points)),
  );
  const hollow = measured.filter(({ low }) => low === null).length;
  return (
    (hollow > 0 && hollow < measured.length ? ' Hollow marks have too few trials for an interval.' : '') +
    (isCut(chart) ? ' An arrow: the interval goes on beyond the plot.' : '')
  );
}

/** What the dashed line is, and how good; or why there is none. */
function modelSentence({ model }: RunResult, first: Metric): string {
  if (!model) return '';
  if (first === 'throughput')
    return `${model.cells.length > 0 ? " The dashed line is the model's." : ''} ${model.sentence}`;
  const isDrawn = first === 'p50' && model.cells.some(({ p50 }) => p50 !== null);
  return isDrawn ? ' The dashed line without marks is the median as the same model has it.' : '';
}

/** More rows than this are read in the table. */
const mostRows = 24;
/** More groups than this as well. */
const mostGroups = 6;

function forest(result: RunResult): Figure | null {
  const { comparisons, plan } = result;
  const [first] = comparisons;
  if (first === undefined) return null;
  const grid = cellGrid(plan);
  const preferred: readonly Metric[] = ['throughput', 'p99', 'jobMean', 'p50'];
  const present = preferred.filter((metric) => comparisons.some((one) => one.metric === metric)).slice(0, 2);
  const shown = comparisons.filter(({ metric }) => present.length === 0 || present.includes(metric));
  const groups = [...Map.groupBy(shown, ({ metric, baseline }) => `${metric} ${baseline}`).values()];
  return {
    id: 'forest',
    title: 'Each setting against its baseline',
    sentence:
      `${capital(groups.map((group) => balance(group, grid)).join('; '))}.` +
      leftOut(groups.length - mostGroups, 'group'),
    chart: {
      kind: 'forest',
      delta: first.delta,
      groups: groups.slice(0, mostGroups).map((group) => forestGroup(group, grid)),
    },
    table: comparisonTable(result),
  };
}

/** Rows that share metric and baseline. What all of them have in common is said once, in the title. */
function forestGroup(rows: readonly Comparison[], grid: CellGrid): ForestGroup {
  const { metric, baseline } = rows[0] ?? { metric: 'throughput', baseline: '' };
  const ids = [baseline, ...rows.map(({ cell }) => cell)];
  const { label, better } = metrics[metric];
  const common = grid.common(ids);
  const part = rows.length > mostRows ? `, the first ${mostRows} of ${rows.length}` : '';
  return {
    title: `${label}, ${better} is better${common === '' ? '' : ` (${common})`}${part}`,
    baseline: grid.labelAmong(baseline, ids),
    rows: rows
      .slice(0, mostRows)
      .map(({ cell, ratio, word }) => ({ label: grid.labelAmong(cell, ids), ratio, word })),
  };
}

/** Nothing is dropped in silence. */
function leftOut(n: number, noun: string): string {
  return n > 0 ? ` ${counted(n, `further ${noun}`)} in the table only.` : '';
}

function balance(those: readonly Comparison[], grid: CellGrid): string {
  const words: readonly Word[] = ['better', 'equivalent', 'worse', 'undecided'];
  const counts = words.flatMap((word) => {
    const n = those.filter((one) => one.word === word).length;
    return n === 0 ? [] : [`${n} ${word}`];
  });
  const [first] = those;
  if (first === undefined) return '';
  return `${metrics[first.metric].label} against ${grid.label(first.baseline)}: ${counts.join(', ')}`;
}

function order(result: RunResult): Figure | null {
  const grid = cellGrid(result.plan);
  const means = new Map(result.summaries.map(({ cell, metrics: m }) => [cell, rateOf(m)?.value]));
  const values = new Map(result.measurements.map((one) => [one.ordinal, rateOf(one.metrics)]));
  const cells = result.plan.cells.map(({ id }) => id);
  const told = cells.length <= seriesShapes;
  const marks = result.trials
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ cell, block, ordinal }) => {
      const usual = means.get(cell);
      const value = values.get(ordinal);
      const ratio = usual === undefined || value === undefined ? null : value / usual;
      return { place: ordinal + 1, block, ratio, cell, value, series: told ? cells.indexOf(cell) : null };
    });
  const known = marks.flatMap(({ ratio }) => ratio ?? []);
  if (known.length < 2) return null;
  const half = Math.floor(known.length / 2);
  const drift = mean(known.slice(half)) / mean(known.slice(0, half)) - 1;
  const most = Math.max(...known.map((ratio) => Math.abs(ratio - 1)));
  return {
    id: 'order',
    title: 'The trials in their order',
    sentence:
      `No trial is further than ${percent(most)} from the mean of its setting; the second half of the run is ` +
      `${percent(Math.abs(drift))} ${drift < 0 ? 'slower' : 'faster'} than the first.`,
    chart: {
      kind: 'order',
      label: 'rate ÷ mean of its setting',
      series: told ? cells.map((cell) => grid.label(cell)) : [],
      marks: marks.map(({ place, block, ratio, series }) => ({ place, block, ratio, series })),
    },
    table: {
      title: 'The trials in their order',
      note: 'Rate: requests, or jobs where the server answers before its work is done.',
      columns: [
        { label: 'trial', align: 'right', rank: 0 },
        { label: 'block', align: 'right', rank: 0 },
        { label: 'setting', align: 'left', rank: 0 },
        { label: 'rate 1/s', align: 'right', rank: 0 },
        { label: '÷ mean', align: 'right', rank: 0 },
      ],
      rows: marks.map(({ place, block, cell, value, ratio }) => [
        { text: `${place}` },
        { text: `${block + 1}` },
        { text: grid.label(cell) },
        { text: value === undefined ? 'failed' : fixed(value, 1) },
        { text: ratio === null ? '–' : ratio.toFixed(3) },
      ]),
    },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

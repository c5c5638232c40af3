/** Which figures a run has: each with one sentence, its data as a table, and what is to be drawn as plain data. */
import { metrics, type Comparison, type Metric, type RunResult, type Word } from '../model/verdict.ts';
import { cellGrid } from './cells.ts';
import type { Chart } from './chart/chart.ts';
import { curveChart, extremes } from './curves.ts';
import { requestGantts } from './gantts.ts';
import type { Grid } from './grid.ts';
import { fixed, percent } from './number.ts';
import { comparisonTable, metricTable } from './tables.ts';
import { seriesShapes } from './chart/svg.ts';

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What is to be seen, in one sentence. */
  readonly sentence: string;
  readonly chart: Chart;
  readonly table: Grid;
}

export function figures(result: RunResult): Figure[] {
  if (result.measurements.length === 0) return [];
  return [
    curve(result, 'throughput', ['throughput']),
    curve(result, 'latency', ['p50', 'p99']),
    curve(result, 'job completion', ['jobMin', 'jobMean', 'jobMax']),
    forest(result),
    order(result),
    ...requestGantts(result),
  ].filter((figure) => figure !== null);
}

function curve(result: RunResult, title: string, wanted: readonly Metric[]): Figure | null {
  const shown = wanted.filter((metric) => result.summaries.some(({ metrics: m }) => m[metric] !== undefined));
  const [first] = shown;
  if (first === undefined) return null;
  const grid = cellGrid(result.plan);
  const heading = `${capital(title)} against ${grid.axis.key}`;
  return {
    id: title.replaceAll(' ', '-'),
    title: heading,
    sentence: extremes(result, shown),
    chart: curveChart(result, shown),
    table: metricTable(result, heading, shown),
  };
}

/** More rows than this are read in the table. */
const mostRows = 24;

function forest(result: RunResult): Figure | null {
  const { comparisons, plan } = result;
  const [first] = comparisons;
  if (first === undefined) return null;
  const grid = cellGrid(plan);
  const preferred: readonly Metric[] = ['throughput', 'p99', 'jobMean', 'p50'];
  const present = preferred.filter((metric) => comparisons.some((one) => one.metric === metric)).slice(0, 2);
  const shown = present.length > 0 ? present : [first.metric];
  const groups = shown.map((metric) => {
    const { label, better } = metrics[metric];
    const rows = comparisons.filter((one) => one.metric === metric);
    return {
      title: `${label} (${better} is better)${rows.length > mostRows ? `, the first ${mostRows} of ${rows.length}` : ''}`,
      rows: rows
        .slice(0, mostRows)
        .map(({ cell, ratio, word }) => ({ label: grid.label(cell), ratio, word })),
    };
  });
  return {
    id: 'forest',
    title: `Each setting against ${grid.label(first.baseline)}`,
    sentence: `${capital(shown.map((metric) => balance(comparisons.filter((one) => one.metric === metric))).join('; '))}.`,
    chart: { kind: 'forest', baseline: grid.label(first.baseline), delta: first.delta, groups },
    table: comparisonTable(result),
  };
}

function balance(those: readonly Comparison[]): string {
  const words: readonly Word[] = ['better', 'equivalent', 'worse', 'undecided'];
  const counts = words.flatMap((word) => {
    const n = those.filter((one) => one.word === word).length;
    return n === 0 ? [] : [`${n} ${word}`];
  });
  const label = metrics[those[0]?.metric ?? 'throughput'].label;
  return `by ${label}, of ${those.length} settings ${counts.join(', ')}`;
}

function order(result: RunResult): Figure | null {
  const grid = cellGrid(result.plan);
  const means = new Map(result.summaries.map(({ cell, metrics: m }) => [cell, m.throughput?.value]));
  const values = new Map(result.measurements.map((one) => [one.ordinal, one.metrics.throughput]));
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
      label: 'throughput ÷ mean of its setting',
      series: told ? cells.map((cell) => grid.label(cell)) : [],
      marks: marks.map(({ place, block, ratio, series }) => ({ place, block, ratio, series })),
    },
    table: {
      title: 'The trials in their order',
      note: '',
      columns: [
        { label: 'trial', align: 'right', rank: 0 },
        { label: 'block', align: 'right', rank: 0 },
        { label: 'setting', align: 'left', rank: 0 },
        { label: 'requests/s', align: 'right', rank: 0 },
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

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A metric against a factor: a line with its interval band for each series, one panel for each further factor. */
import type { Level } from '../../model/plan.ts';
import type { Drawing } from './drawing.ts';
import { legend } from './legend.ts';
import { levelScale, valueScale } from './scale.ts';
import { element, estimatedWidth, line, polyline, rectangle, symbol, words } from './svg.ts';

export interface CurvePoint {
  readonly level: Level;
  readonly value: number;
  /** Null where a single trial says nothing about its spread. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CurveLine {
  readonly label: string;
  /** Colour and shape. */
  readonly series: number;
  /** 0 solid, 1 dashed, 2 dotted: tells several metrics of one series apart. */
  readonly dash: number;
  /** Foretold, not measured: no marks and no band. */
  readonly isModel?: true;
  readonly points: readonly CurvePoint[];
}

export interface CurveChart {
  readonly kind: 'curve';
  readonly axis: {
    readonly label: string;
    readonly levels: readonly Level[];
    readonly scale: 'log2' | 'linear' | 'category';
  };
  readonly unit: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly CurveLine[] }[];
  /** Panels left out because there are too many to be looked at. */
  readonly omitted: number;
}

const margin = { left: 52, right: 16, top: 30, bottom: 44 };
/** Room for the titles of panels, where there are any. */
const titleHeight = 22;
const gutter = 20;

export function drawCurve(chart: CurveChart, width: number): Drawing {
  const columns = width < 500 || chart.panels.length < 2 ? 1 : 2;
  const panelWidth = (width - gutter * (columns - 1)) / columns;
  const titled = chart.panels.some(({ title }) => title !== '') ? titleHeight : 0;
  const panelHeight = (columns === 1 && width >= 500 ? 320 : 250) + titled;
  const lines = new Map(chart.panels.flatMap((one) => one.lines).map((one) => [one.label, one]));
  const key = legend(
    [...lines.values()]
      .filter(() => lines.size > 1)
      .map(({ label, series, dash, isModel }) => ({
        label,
        key: (x, y) =>
          line(x - 12, y, x + 12, y, `line series-${series} dash-${dash}`) +
          (isModel ? '' : symbol(series, x, y)),
      })),
    0,
    0,
    width,
  );
  const values = chart.panels.flatMap((one) => one.lines.flatMap(({ points }) => points.flatMap(valuesOf)));
  const rows = Math.ceil(chart.panels.length / columns);
  const body = chart.panels.map(({ title, lines: shown }, i) =>
    element(
      'g',
      {
        transform: `translate(${(i % columns) * (panelWidth + gutter)},${key.height + Math.floor(i / columns) * panelHeight})`,
      },
      (title === '' ? '' : words(title, 0, 16, 'start', 'panel')) +
        panel(chart, shown, values, panelWidth, titled, panelHeight),
    ),
  );
  return { height: key.height + rows * panelHeight, body: key.body + body.join('') };
}

function panel(
  chart: CurveChart,
  lines: readonly CurveLine[],
  values: readonly number[],
  width: number,
  top: number,
  height: number,
): string {
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const y = valueScale(values, bottom, top + margin.top);
  const x = levelScale(chart.axis.levels, chart.axis.scale, margin.left + 14, right - 14, estimatedWidth);
  const unit = `${chart.unit}${y.log ? ' (log scale)' : ''}`;
  const scaleName = chart.axis.scale === 'log2' ? `${chart.axis.label} (log₂ scale)` : chart.axis.label;
  const grid = y.ticks.map(
    ({ at, label }) =>
      line(margin.left, at, right, at, 'grid') + words(label, margin.left - 8, at + 4, 'end', 'tick'),
  );
  const axis = x.ticks.map(
    ({ at, label }) =>
      line(at, bottom, at, bottom + 4, 'axis') + words(label, at, bottom + 18, 'middle', 'tick'),
  );
  return [
    ...grid,
    line(margin.left, bottom, right, bottom, 'axis'),
    ...axis,
    words(unit, 0, top + 14, 'start', 'unit'),
    words(scaleName, right, bottom + 36, 'end', 'unit'),
    ...lines.map((one) => curve(one, x.at, y.at)),
  ].join('');
}

function curve(
  { points, series, dash, isModel }: CurveLine,
  x: (level: Level) => number,
  y: (value: number) => number,
): string {
  const upper = points.flatMap(({ level, high }): [number, number][] =>
    high === null ? [] : [[x(level), y(high)]],
  );
  const lower = points.flatMap(({ level, low }): [number, number][] =>
    low === null ? [] : [[x(level), y(low)]],
  );
  const whiskers = points.map(({ level, low, high }) =>
    low === null || high === null
      ? ''
      : rectangle(x(level) - 0.75, y(high), 1.5, y(low) - y(high), `whisker series-${series}`),
  );
  return [
    upper.length > 1 ? polyline([...upper, ...lower.toReversed()], `band series-${series}`) : '',
    ...whiskers,
    polyline(
      points.map(({ level, value }) => [x(level), y(value)]),
      `line series-${series} dash-${dash}`,
    ),
    ...(isModel ? [] : points).map(({ level, value, low }) =>
      symbol(series, x(level), y(value), low === null ? 'mark hollow' : 'mark'),
    ),
  ].join('');
}

function valuesOf({ value, low, high }: CurvePoint): number[] {
  return [value, low ?? value, high ?? value];
}

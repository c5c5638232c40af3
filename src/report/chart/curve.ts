/** A metric against a factor: a line with its interval band for each series, one panel for each further factor. */
import type { Level } from '../../model/plan.ts';
import { message, say } from '../../messages/message.ts';
import { brief } from '../../format/number.ts';
import { rounded } from '../../format/words.ts';
import {
  beyond,
  datum,
  type Drawing,
  entry,
  legend,
  element,
  estimatedWidth,
  line,
  polyline,
  rectangle,
  symbol,
  valueMark,
  words,
} from './svg.ts';
import { levelScale, valueScale, type Scale } from './scale.ts';

export interface CurvePoint {
  readonly level: Level;
  readonly value: number;
  /** Null where the trials say nothing about their spread. */
  readonly low: number | null;
  readonly high: number | null;
  /** `best`: the setting that is recommended; `now`: the one that the others are compared with. */
  readonly role?: Role;
  /** How many trials it is made of, where that is known. */
  readonly trials?: number;
}

export type Role = 'best' | 'now';

export interface CurveLine {
  readonly label: string;
  /** Colour and shape. */
  readonly series: number;
  /** 0 solid, 1 dashed, 2 dotted: tells several metrics of one series apart. */
  readonly dash: number;
  /** Predicted, not measured: no marks and no band. */
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
  /** Behind a figure; the unit where it is absent. */
  readonly suffix?: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly CurveLine[] }[];
  /** Panels left out because there are too many to be looked at. */
  readonly omitted: number;
  /** What the legend calls them. */
  readonly roles?: Readonly<Record<Role, string>>;
}

const margin = { left: 52, right: 16, top: 30, bottom: 44 };
/** Room for the titles of panels, where there are any. */
const titleHeight = 22;
const gutter = 20;

/** More series than this are drawn with error bars alone, because overlapping bands cannot be read. */
const mostBands = 2;

/** @param height of a panel; without it, its own choice */
export function drawCurve(chart: CurveChart, width: number, height?: number): Drawing {
  const columns = columnsOf(chart.panels.length, width);
  const panelWidth = (width - gutter * (columns - 1)) / columns;
  const titled = chart.panels.some(({ title }) => title !== '') ? titleHeight : 0;
  const panelHeight = (height ?? (columns === 1 && width >= 500 ? 320 : 250)) + titled;
  const lines = new Map(chart.panels.flatMap((one) => one.lines).map((one) => [one.label, one]));
  const named = [...lines.values()].filter(() => lines.size > 1);
  const key = legend(
    [
      ...named.map(({ label, series, dash, isModel }) => ({
        label,
        key: (x: number, y: number) =>
          line(x - 12, y, x + 12, y, `line series-${series} dash-${dash}`) +
          (isModel ? '' : symbol(series, x, y)),
      })),
      ...rolesOf(chart).map((role) => ({
        label: chart.roles?.[role] ?? role,
        key: (x: number, y: number) => roleMark(role, x, y),
      })),
    ],
    0,
    0,
    width,
  );
  const reach = reachOf(chart);
  const rows = Math.ceil(chart.panels.length / columns);
  const body = chart.panels.map(({ title, lines: shown }, i) =>
    element(
      'g',
      {
        transform: `translate(${(i % columns) * (panelWidth + gutter)},${key.height + Math.floor(i / columns) * panelHeight})`,
      },
      (title === '' ? '' : words(title, 0, 16, 'start', 'panel')) +
        panel(chart, shown, reach, panelWidth, titled, panelHeight),
    ),
  );
  return { height: key.height + rows * panelHeight, body: key.body + body.join('') };
}

/** Three beside each other leave no empty quarter. */
function columnsOf(panels: number, width: number): number {
  if (width < 500 || panels < 2) return 1;
  return panels % 3 === 0 && width >= 800 ? 3 : 2;
}

function rolesOf({ panels }: Pick<CurveChart, 'panels'>): Role[] {
  const present = new Set(pointsOf({ panels }).map(({ role }) => role));
  return (['best', 'now'] as const).filter((role) => present.has(role));
}

/** A star; a ring around the mark. */
function roleMark(role: Role, x: number, y: number): string {
  if (role === 'now') return element('circle', { cx: x, cy: y, r: 8, class: 'now' });
  return element('path', {
    d: 'M0,-7L1.8,-2.2L6.7,-2.2L2.7,.9L4.1,5.7L0,2.8L-4.1,5.7L-2.7,.9L-6.7,-2.2L-1.8,-2.2Z',
    transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`,
    class: 'best',
  });
}

function panel(
  chart: CurveChart,
  lines: readonly CurveLine[],
  reach: Reach,
  width: number,
  top: number,
  height: number,
): string {
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const y = valueScale(valuesOf(chart, reach), bottom, top + margin.top);
  const x = levelScale(chart.axis.levels, chart.axis.scale, margin.left + 14, right - 14, estimatedWidth);
  const unit = y.log ? say(message('figure.log', { unit: chart.unit })) : chart.unit;
  const scaleName =
    chart.axis.scale === 'log2' ? say(message('figure.log2', { axis: chart.axis.label })) : chart.axis.label;
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
    ...lines.map((one) => entry(one.label, curve(one, chart, x.at, y, reach, lines.length <= mostBands))),
  ].join('');
}

function curve(
  { label, points, series, dash, isModel }: CurveLine,
  chart: Pick<CurveChart, 'axis' | 'unit' | 'suffix' | 'roles'>,
  x: (level: Level) => number,
  axis: Scale,
  reach: Reach,
  hasBands: boolean,
): string {
  const y = axis.at;
  const whisker = ({ level, low, high }: CurvePoint) => {
    if (low === null || high === null) return '';
    const name = `whisker series-${series}`;
    const [top, bottom] = [y(Math.min(high, reach.high)), y(Math.max(low, reach.low))];
    return [
      rectangle(x(level) - 0.75, top, 1.5, bottom - top, name),
      high > reach.high ? beyond(x(level), top, 'up', rounded(high), name) : '',
      low < reach.low ? beyond(x(level), bottom, 'down', rounded(low), name) : '',
    ].join('');
  };
  return [
    ...(hasBands ? bands(points) : []).map((band) => {
      const edge = (of: (point: Bounded) => number) =>
        band.map((point): [number, number] => [x(point.level), y(of(point))]);
      const upper = edge(({ high }) => Math.min(high, reach.high));
      const lower = edge(({ low }) => Math.max(low, reach.low));
      return polyline([...upper, ...lower.toReversed()], `band series-${series}`);
    }),
    polyline(
      points.map(({ level, value }) => [x(level), y(value)]),
      `line series-${series} dash-${dash}`,
    ),
    ...points.map((point) => {
      const [at, top] = [x(point.level), y(point.value)];
      const mark = isModel
        ? rectangle(at - 5, top - 5, 10, 10, 'target')
        : whisker(point) +
          valueMark(axis, point.value, at, series, {
            text: rounded(point.value),
            name: point.low === null ? 'mark hollow' : 'mark',
          });
      return datum(pointText(point, label, chart, isModel), mark);
    }),
    ...points.flatMap(({ level, value, high, role }) => {
      if (role === undefined) return [];
      const top = y(Math.min(high ?? value, reach.high));
      const mark = roleMark(role, x(level), role === 'now' ? y(value) : Math.min(top, y(value)) - 12);
      return entry(chart.roles?.[role] ?? role, mark);
    }),
  ].join('');
}

function pointText(
  { level, value: figure, low, high, trials }: CurvePoint,
  label: string,
  { axis, unit, suffix = ` ${unit}` }: Pick<CurveChart, 'axis' | 'unit' | 'suffix'>,
  isModel = false,
): string {
  const name = `${label === '' ? '' : `${label}, `}${axis.label} ${level}`;
  const value = brief(figure) + suffix;
  if (isModel) return say(message('mark.modelled', { name, value }));
  const bounds = low === null || high === null ? null : `${brief(low)}–${brief(high)}`;
  return say(message('mark.estimate', { name, value, bounds, trials: trials ?? null }));
}

type Bounded = CurvePoint & { readonly low: number; readonly high: number };

/** Neighbours with an interval: over a point that has none there is no band. */
function bands(points: readonly CurvePoint[]): Bounded[][] {
  const found: Bounded[][] = [[]];
  for (const { low, high, ...point } of points) {
    if (low === null || high === null) found.push([]);
    else found.at(-1)?.push({ ...point, low, high });
  }
  return found.filter((band) => band.length > 1);
}

/** How far an interval is drawn: values that are to be compared must not shrink to a line because one of them is not known well. */
interface Reach {
  readonly low: number;
  readonly high: number;
}

/** Of the lowest and the highest value. */
const farthest = 2;

function reachOf({ panels }: Pick<CurveChart, 'panels'>): Reach {
  const values = pointsOf({ panels }).flatMap(({ value }) => (value > 0 ? value : []));
  if (values.length === 0) return { low: 0, high: Infinity };
  return { low: Math.min(...values) / farthest, high: Math.max(...values) * farthest };
}

/** Whether an interval goes on beyond the plot, at an arrow. */
export function isCut(chart: Pick<CurveChart, 'panels'>): boolean {
  const reach = reachOf(chart);
  return pointsOf(chart).some(
    ({ low, high }) => (low !== null && low < reach.low) || (high !== null && high > reach.high),
  );
}

function pointsOf({ panels }: Pick<CurveChart, 'panels'>): CurvePoint[] {
  return panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points));
}

/** All that has to find room on the axis. */
function valuesOf(chart: CurveChart, reach: Reach): number[] {
  return pointsOf(chart).flatMap(({ value, low, high }) => [
    value,
    Math.max(low ?? value, reach.low),
    Math.min(high ?? value, reach.high),
  ]);
}

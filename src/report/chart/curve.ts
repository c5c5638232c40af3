/** A metric against a factor: a line with its interval band for each series. */
import type { Level } from '../../model/plan.ts';
import { message, say } from '../../messages/message.ts';
import { brief } from '../../format/number.ts';
import { rounded } from '../../format/words.ts';
import { levelScale, valueScale } from './scale.ts';
import { xyPlots, type Space } from './plot.ts';
import {
  beyond,
  datum,
  type Drawing,
  element,
  lineKey,
  polyline,
  rectangle,
  symbol,
  valueMark,
} from './svg.ts';

export interface CurvePoint {
  readonly level: Level;
  readonly value: number;
  /** Bounds of the value; null where the trials say nothing about their spread. */
  readonly low: number | null;
  readonly high: number | null;
  /** `best`: the setting that is recommended; `now`: the one that the others are compared with. */
  readonly role?: Role;
  /** How many trials it is made of, where that is known. */
  readonly trials?: number;
  /** What a browser shows at the mark, instead of its figures. */
  readonly shown?: string;
}

export type Role = 'best' | 'now';

export interface CurveLine {
  readonly label: string;
  /** Number of the colour and shape. */
  readonly series: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  readonly dash: number;
  readonly points: readonly CurvePoint[];
}

export interface CurveChart {
  readonly kind: 'curve';
  /** What its settings have in common; empty where nothing is to be said. */
  readonly title: string;
  readonly axis: {
    readonly label: string;
    readonly levels: readonly Level[];
    readonly scale: 'log2' | 'linear' | 'category';
  };
  readonly unit: string;
  /** What stands behind a figure; the unit where this is absent. */
  readonly suffix?: string;
  readonly lines: readonly CurveLine[];
  /** Names of the roles in the legend. */
  readonly roles?: Readonly<Record<Role, string>>;
}

/** Most series that are drawn with bands. More would overlap and could not be read: they have error bars alone. */
const mostBands = 2;

/** @param height of a panel; without it, its own choice */
export function drawCurve(chart: CurveChart, width: number, height?: number): Drawing {
  const { title, axis, lines, unit, roles } = chart;
  const points = lines.flatMap((one) => one.points);
  const reach = reachOf(points);
  // All that has to find room on the axis.
  const values = points.flatMap(({ value, low, high }) => [
    value,
    Math.max(low ?? value, reach.low),
    Math.min(high ?? value, reach.high),
  ]);
  const axisName = axis.scale === 'log2' ? say(message('figure.log2', { axis: axis.label })) : axis.label;
  return xyPlots<Level>(
    [
      ...(lines.length > 1 ? lines : []).map(({ label: name, series, dash }) => ({
        label: name,
        key: (x: number, y: number) =>
          lineKey(`line series-${series} dash-${dash}`)(x, y) + symbol(series, x, y),
      })),
      ...(['best', 'now'] as const)
        .filter((role) => points.some((point) => point.role === role))
        .map((role) => ({
          label: roles?.[role] ?? role,
          key: (x: number, y: number) => roleMark(role, x, y),
        })),
    ],
    [
      {
        title,
        x: { label: axisName, scale: (from, to) => levelScale(axis.levels, axis.scale, from + 14, to - 14) },
        y: { label: unit, scale: (from, to) => valueScale(values, from, to) },
        layers: (space) => lines.map((one) => curve(one, chart, space, reach, lines.length <= mostBands)),
      },
    ],
    width,
    { height },
  );
}

/** The mark of a role: a star for `best`, a ring around the mark for `now`. */
function roleMark(role: Role, x: number, y: number): string {
  if (role === 'now') return element('circle', { cx: x, cy: y, r: 8, class: 'now' });
  return element('path', {
    d: 'M0,-7L1.8,-2.2L6.7,-2.2L2.7,.9L4.1,5.7L0,2.8L-4.1,5.7L-2.7,.9L-6.7,-2.2L-1.8,-2.2Z',
    transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`,
    class: 'best',
  });
}

function curve(
  { label, points, series, dash }: CurveLine,
  chart: Pick<CurveChart, 'axis' | 'unit' | 'suffix'>,
  { x, y: axis }: Space<Level>,
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
      const at = x(point.level);
      const mark = valueMark(axis, point.value, at, series, {
        text: rounded(point.value),
        name: point.low === null ? 'mark hollow' : 'mark',
      });
      return datum(pointText(point, label, chart), whisker(point) + mark);
    }),
    ...points.flatMap(({ level, value, high, role }) => {
      if (role === undefined) return [];
      const top = y(Math.min(high ?? value, reach.high));
      return roleMark(role, x(level), role === 'now' ? y(value) : Math.min(top, y(value)) - 12);
    }),
  ].join('');
}

function pointText(
  { level, value: figure, low, high, trials, shown }: CurvePoint,
  label: string,
  { axis, unit, suffix = ` ${unit}` }: Pick<CurveChart, 'axis' | 'unit' | 'suffix'>,
): string {
  if (shown !== undefined) return shown;
  const name = [label, `${axis.label} ${level}`].filter(Boolean).join(', ');
  const value = brief(figure) + suffix;
  const bounds = low === null || high === null ? null : `${brief(low)}–${brief(high)}`;
  return say(message('mark.estimate', { name, value, bounds, trials: trials ?? null }));
}

type Bounded = CurvePoint & { readonly low: number; readonly high: number };

/** Bands of neighbours that have an interval: over a point that has none there is no band. */
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

/** Factor up to which an interval may pass the lowest and the highest value. */
const farthest = 2;

function reachOf(points: readonly CurvePoint[]): Reach {
  const values = points.flatMap(({ value }) => (value > 0 ? value : []));
  if (values.length === 0) return { low: 0, high: Infinity };
  return { low: Math.min(...values) / farthest, high: Math.max(...values) * farthest };
}

/** Values over time, panels above each other or side by side, all on one time axis: what happened at the same moment stands in line. */
import { brief, percent } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import {
  beyond,
  datum,
  type Drawing,
  element,
  entry,
  legend,
  line,
  polyline,
  rectangle,
  words,
} from './svg.ts';
import { linearScale, roundStep, valueScale, type Scale } from './scale.ts';

export interface TimelineLine {
  readonly label: string;
  /** Colour. */
  readonly series: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  readonly dash: number;
  /** Seconds and value; null: nothing was seen there, and the line is broken. */
  readonly points: readonly (readonly [at: number, value: number | null])[];
}

export interface TimelinePanel {
  readonly title: string;
  readonly unit: string;
  /** Its values are shares, written as percentages. */
  readonly isShare?: boolean;
  readonly lines: readonly TimelineLine[];
  /** A level that matters: what there is at most. */
  readonly level: { readonly label: string; readonly value: number } | null;
  /** Logarithmic where the values span much; a share never is. */
  readonly axis: 'linear' | 'by range';
}

export interface TimelineChart {
  readonly kind: 'timeline';
  /** The axis goes from 0 to here, in seconds. */
  readonly end: number;
  readonly panels: readonly TimelinePanel[];
}

const margin = { left: 52, right: 16, top: 26, bottom: 36 };
/** Room for the titles of panels, where there are any. */
const titleHeight = 18;
const usualHeight = 190;
const gutter = 24;

/** @param panelHeight with its title and axis */
export function drawTimeline(
  { end, panels }: TimelineChart,
  width: number,
  panelHeight = usualHeight,
): Drawing {
  // One scale for all: a small wave in one panel must not look like the storm in another.
  const values = panels.flatMap(({ lines: shown, level }) => [
    ...shown.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])),
    ...(level === null ? [] : [level.value]),
  ]);
  const columns = width < 500 || panels.length < 3 ? 1 : 2;
  const panelWidth = (width - gutter * (columns - 1)) / columns;
  const lines = new Map(panels.flatMap((one) => one.lines).map((one) => [one.label, one]));
  const levels = new Set(panels.flatMap(({ level }) => (level === null ? [] : [level.label])));
  const entries = [
    ...[...lines.values()].map(({ label, series, dash }) => ({
      label,
      key: (x: number, y: number) => line(x - 12, y, x + 12, y, `line series-${series} dash-${dash}`),
    })),
    ...[...levels].map((label) => ({
      label,
      key: (x: number, y: number) => line(x - 12, y, x + 12, y, 'block'),
    })),
  ];
  // The title has the name of a line that is alone.
  const key = entries.length < 2 ? { height: 0, body: '' } : legend(entries, 0, 0, width);
  const body = panels.map((one, i) =>
    element(
      'g',
      {
        transform: `translate(${(i % columns) * (panelWidth + gutter)},${key.height + Math.floor(i / columns) * panelHeight})`,
      },
      panel(one, values, end, panelWidth, panelHeight),
    ),
  );
  return {
    height: key.height + Math.ceil(panels.length / columns) * panelHeight,
    body: key.body + body.join(''),
  };
}

function panel(
  { title, unit, isShare = false, lines, level, axis }: TimelinePanel,
  values: readonly number[],
  end: number,
  width: number,
  panelHeight: number,
): string {
  const right = width - margin.right;
  const bottom = panelHeight - margin.bottom;
  const above = title === '' ? 0 : titleHeight;
  const { scale, isLog } = valueAxis(values, axis, bottom, margin.top + above);
  const x = timeScale(end, margin.left, right);
  return [
    title === '' ? '' : words(title, 0, 14, 'start', 'panel'),
    words(isLog ? say(message('figure.log', { unit })) : unit, 0, above + 13, 'start', 'unit'),
    ...scale.ticks.map(
      ({ at, label }) =>
        line(margin.left, at, right, at, 'grid') + words(label, margin.left - 8, at + 4, 'end', 'tick'),
    ),
    line(margin.left, bottom, right, bottom, 'axis'),
    ...x.ticks.map(
      ({ at, label }, i) =>
        line(at, bottom, at, bottom + 4, 'axis') +
        words(
          i === x.ticks.length - 1 ? `${label} s` : label,
          at,
          bottom + 18,
          i === x.ticks.length - 1 ? 'end' : 'middle',
          'tick',
        ),
    ),
    level === null
      ? ''
      : entry(level.label, line(margin.left, scale.at(level.value), right, scale.at(level.value), 'block')),
    ...lines.map(({ label, points, series, dash }) => {
      const drawn = pieces(points).map((piece) =>
        piece.length === 1
          ? dot(x.at(piece[0]?.[0] ?? 0), scale.at(piece[0]?.[1] ?? 0), series)
          : polyline(
              piece.map(([at, value]) => [x.at(at), scale.at(value)]),
              `line series-${series} dash-${dash}`,
            ),
      );
      // The moments say the figures.
      const cut = points.flatMap(([at, value]) => {
        const way = value === null ? null : scale.beyond(value);
        return way ? beyond(x.at(at), scale.at(value ?? 0), way, '', `mark series-${series}`) : [];
      });
      return entry(label, [...drawn, ...cut].join(''));
    }),
    ...moments(lines, isShare ? percent : (value) => `${brief(value)} ${unit}`, x.at, [margin.top, bottom]),
  ].join('');
}

/** A strip for each moment, as high as the plot, that says what every line shows there. */
function moments(
  lines: readonly TimelineLine[],
  text: (value: number) => string,
  x: (seconds: number) => number,
  [top, bottom]: readonly [number, number],
): string[] {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].toSorted(
    (a, b) => a - b,
  );
  return times.flatMap((at, i) => {
    const values = lines.flatMap(({ label, points }) => {
      const value = points.find(([time]) => time === at)?.[1] ?? null;
      return value === null ? [] : { name: label, value: text(value) };
    });
    if (values.length === 0) return [];
    const [from, to] = [(times[i - 1] ?? at) + at, at + (times[i + 1] ?? at)].map((sum) => x(sum / 2));
    const strip = rectangle(from ?? 0, top, (to ?? 0) - (from ?? 0), bottom - top, 'target');
    return datum(say(message('mark.moment', { at, values })), strip);
  });
}

/** It ends where the watch ended, not at the next round number: an empty strip would look like nothing happening. */
function timeScale(end: number, from: number, to: number): Omit<Scale, 'beyond'> {
  const last = Math.max(end, 0.001);
  const step = roundStep(last / 4);
  const at = (seconds: number) => from + (seconds / last) * (to - from);
  const ticks = Array.from({ length: Math.floor(last / step + 1e-9) + 1 }, (_, i) => ({
    at: at(i * step),
    label: String(Number((i * step).toPrecision(6))),
  }));
  return { at, ticks };
}

function valueAxis(
  values: readonly number[],
  axis: TimelinePanel['axis'],
  bottom: number,
  upper: number,
): { scale: Scale; isLog: boolean } {
  const top = Math.max(0, ...values);
  if (axis === 'by range' && top > 0) {
    const { log, ...scale } = valueScale(values, bottom, upper);
    return { scale, isLog: log };
  }
  return { scale: linearScale(0, top > 0 ? top : 1, bottom, upper), isLog: false };
}

/** What is not seen is not bridged. */
function pieces(points: TimelineLine['points']): (readonly [number, number])[][] {
  const found: (readonly [number, number])[][] = [[]];
  for (const [at, value] of points) {
    if (value === null) found.push([]);
    else found.at(-1)?.push([at, value]);
  }
  return found.filter((piece) => piece.length > 0);
}

function dot(cx: number, cy: number, series: number): string {
  return element('circle', { cx, cy, r: 2.5, class: `mark series-${series}` });
}

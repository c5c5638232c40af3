/** Values over time, panels above each other or side by side, all on one time axis: what happened at the same moment stands in line. */
import type { Drawing } from './drawing.ts';
import { legend } from './legend.ts';
import { linearScale, roundStep, valueScale, type Scale } from './scale.ts';
import { element, line, polyline, words } from './svg.ts';

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

const margin = { left: 52, right: 16, top: 44, bottom: 36 };
const panelHeight = 190;
const gutter = 24;

export function drawTimeline({ end, panels }: TimelineChart, width: number): Drawing {
  // One scale for all: a small wave in one panel must not look like the storm in another.
  const values = panels.flatMap(({ lines: shown, level }) => [
    ...shown.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])),
    ...(level === null ? [] : [level.value]),
  ]);
  const columns = width < 500 || panels.length < 3 ? 1 : 2;
  const panelWidth = (width - gutter * (columns - 1)) / columns;
  const lines = new Map(panels.flatMap((one) => one.lines).map((one) => [one.label, one]));
  const levels = new Set(panels.flatMap(({ level }) => (level === null ? [] : [level.label])));
  const key = legend(
    [
      ...[...lines.values()].map(({ label, series, dash }) => ({
        label,
        key: (x: number, y: number) => line(x - 12, y, x + 12, y, `line series-${series} dash-${dash}`),
      })),
      ...[...levels].map((label) => ({
        label,
        key: (x: number, y: number) => line(x - 12, y, x + 12, y, 'block'),
      })),
    ],
    0,
    0,
    width,
  );
  const body = panels.map((one, i) =>
    element(
      'g',
      {
        transform: `translate(${(i % columns) * (panelWidth + gutter)},${key.height + Math.floor(i / columns) * panelHeight})`,
      },
      panel(one, values, end, panelWidth),
    ),
  );
  return {
    height: key.height + Math.ceil(panels.length / columns) * panelHeight,
    body: key.body + body.join(''),
  };
}

function panel(
  { title, unit, lines, level, axis }: TimelinePanel,
  values: readonly number[],
  end: number,
  width: number,
): string {
  const right = width - margin.right;
  const bottom = panelHeight - margin.bottom;
  const { scale, isLog } = valueAxis(values, axis, bottom);
  const x = timeScale(end, margin.left, right);
  return [
    words(title, 0, 14, 'start', 'panel'),
    words(`${unit}${isLog ? ' (log scale)' : ''}`, 0, 31, 'start', 'unit'),
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
    level === null ? '' : line(margin.left, scale.at(level.value), right, scale.at(level.value), 'block'),
    ...lines.flatMap(({ points, series, dash }) =>
      pieces(points).map((piece) =>
        piece.length === 1
          ? dot(x.at(piece[0]?.[0] ?? 0), scale.at(piece[0]?.[1] ?? 0), series)
          : polyline(
              piece.map(([at, value]) => [x.at(at), scale.at(value)]),
              `line series-${series} dash-${dash}`,
            ),
      ),
    ),
  ].join('');
}

/** It ends where the watch ended, not at the next round number: an empty strip would look like nothing happening. */
function timeScale(end: number, from: number, to: number): Scale {
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
): { scale: Scale; isLog: boolean } {
  const top = Math.max(0, ...values);
  if (axis === 'by range' && top > 0) {
    const { log, ...scale } = valueScale(values, bottom, margin.top);
    return { scale, isLog: log };
  }
  return { scale: linearScale(0, top > 0 ? top : 1, bottom, margin.top), isLog: false };
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

/** Values over time, panels above each other or side by side, all on one time axis: what happened at the same moment stands in line. */
import { brief, percent } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import { linearScale, roundStep, valueScale } from './scale.ts';
import { xyPlots, type Space } from './plot.ts';
import { beyond, datum, type Drawing, element, line, lineKey, polyline, rectangle } from './svg.ts';

export interface TimelineLine {
  readonly label: string;
  /** Number of the line's colour. */
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

const usualHeight = 172;

/** @param height of a panel, without its title */
export function drawTimeline({ end, panels }: TimelineChart, width: number, height = usualHeight): Drawing {
  // One scale for all: a small wave in one panel must not look like the storm in another.
  const values = panels.flatMap(({ lines: shown, level }) => [
    ...shown.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])),
    ...(level === null ? [] : [level.value]),
  ]);
  const most = Math.max(0, ...values);
  const lines = new Map(panels.flatMap((one) => one.lines).map((one) => [one.label, one]));
  const levels = new Set(panels.flatMap(({ level }) => (level === null ? [] : [level.label])));
  const entries = [
    ...Array.from(lines.values(), ({ label, series, dash }) => ({
      label,
      key: lineKey(`line series-${series} dash-${dash}`),
    })),
    ...Array.from(levels, (label) => ({ label, key: lineKey('block') })),
  ];
  return xyPlots<number>(
    // The title has the name of a line that is alone.
    entries.length < 2 ? [] : entries,
    panels.map((panel) => ({
      title: panel.title,
      x: { label: '', scale: (from, to) => timeScale(end, from, to) },
      y: {
        label: panel.unit,
        scale: (from, to) =>
          panel.axis === 'by range' ? valueScale(values, from, to) : linearScale(0, most || 1, from, to),
      },
      layers: (space) => panelLayers(panel, space),
    })),
    width,
    { columns: width < 500 || panels.length < 3 ? 1 : 2, height },
  );
}

function panelLayers({ unit, isShare = false, lines, level }: TimelinePanel, space: Space<number>): string[] {
  const { x, y, left, right } = space;
  return [
    level === null ? '' : line(left, y.at(level.value), right, y.at(level.value), 'block'),
    ...lines.flatMap(({ points, series, dash }) => {
      const drawn = pieces(points).map((piece) => {
        const course = piece.map(([at, value]) => [x(at), y.at(value)] as const);
        const [[cx, cy] = [0, 0], ...more] = course;
        return more.length === 0
          ? element('circle', { cx, cy, r: 2.5, class: `mark series-${series}` })
          : polyline(course, `line series-${series} dash-${dash}`);
      });
      // The triangles have no text: the strips of the moments say the figures.
      const cut = points.flatMap(([at, value]) => {
        const way = value === null ? null : y.beyond(value);
        return way ? beyond(x(at), y.at(value ?? 0), way, '', `mark series-${series}`) : [];
      });
      return [...drawn, ...cut];
    }),
    ...moments(lines, isShare ? percent : (value) => `${brief(value)} ${unit}`, space),
  ];
}

/** A strip for each moment, as high as the plot, that says what every line shows there. */
function moments(
  lines: readonly TimelineLine[],
  text: (value: number) => string,
  { x, top, bottom }: Space<number>,
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

/** The time axis. It ends where the watch ended, not at the next round number: an empty strip would look like nothing happening. */
function timeScale(end: number, from: number, to: number) {
  const last = Math.max(end, 0.001);
  const step = roundStep(last / 4);
  const at = (seconds: number) => from + (seconds / last) * (to - from);
  const count = Math.floor(last / step + 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, i) => ({
    at: at(i * step),
    label: `${Number((i * step).toPrecision(6))}${i === count ? ' s' : ''}`,
  }));
  return { at, ticks };
}

/** The parts of a line that are drawn: what was not seen is not bridged. */
function pieces(points: TimelineLine['points']): (readonly [number, number])[][] {
  const found: (readonly [number, number])[][] = [[]];
  for (const [at, value] of points) {
    if (value === null) found.push([]);
    else found.at(-1)?.push([at, value]);
  }
  return found.filter((piece) => piece.length > 0);
}

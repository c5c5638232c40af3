/** A figure of a server at each rate that it was asked at: windows as marks, the objective as a line, the interval of the crossing as a band. */
import { logScale, linearScale } from './scale.ts';
import { time } from '../../format/words.ts';
import {
  datum,
  type Drawing,
  entry,
  legend,
  line,
  polyline,
  rectangle,
  symbol,
  valueMark,
  words,
} from './svg.ts';

export interface RateMark {
  readonly rate: number;
  readonly value: number;
  /** What a browser shows at the mark. */
  readonly text: string;
}

export interface RateSeries {
  readonly label: string;
  /** Colour and shape. */
  readonly series: number;
  /** Short windows of the first search: they are not what the interval rests on. */
  readonly isHollow: boolean;
  readonly marks: readonly RateMark[];
}

export interface RatesChart {
  readonly kind: 'rates';
  readonly axis: string;
  readonly unit: string;
  readonly limit: { readonly label: string; readonly value: number };
  readonly series: readonly RateSeries[];
  /** A vertical band for each setting; `high` null: open above. */
  readonly intervals: readonly {
    readonly label: string;
    readonly series: number;
    readonly value: number;
    readonly low: number;
    readonly high: number | null;
  }[];
  readonly models: readonly {
    readonly label: string;
    readonly series: number;
    readonly points: readonly { readonly rate: number; readonly value: number }[];
  }[];
  readonly expect: { readonly label: string; readonly rate: number } | null;
}

const margin = { left: 52, right: 16, top: 30, bottom: 44 };
/** Of an overload the figure is as long as the window: beyond so many limits it is a triangle at the edge. */
const [below, above] = [30, 10];

/** @param given height of the plot; without it, its own choice */
export function drawRates(chart: RatesChart, width: number, given?: number): Drawing {
  const { limit, series, intervals, models, expect } = chart;
  const key = legend(entries(chart), 0, 0, width);
  const height = given ?? (width >= 500 ? 320 : 250);
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const marks = series.flatMap((one) => one.marks);
  const inside = (value: number) => Math.max(limit.value / below, Math.min(limit.value * above, value));
  const values = [limit.value, ...marks.map(({ value }) => inside(value))];
  const y = logScale(Math.min(...values) / 1.2, Math.max(...values) * 1.2, bottom, margin.top);
  const rates = [
    ...marks.map(({ rate }) => rate),
    ...intervals.flatMap(({ low, high }) => [low, high ?? low]),
    ...(expect ? [expect.rate] : []),
  ];
  const x = linearScale(0, Math.max(...rates, 1), margin.left, right);
  const plot = [
    ...y.ticks.map(
      ({ at, label }) =>
        line(margin.left, at, right, at, 'grid') + words(label, margin.left - 8, at + 4, 'end', 'tick'),
    ),
    line(margin.left, bottom, right, bottom, 'axis'),
    ...x.ticks.map(
      ({ at, label }) =>
        line(at, bottom, at, bottom + 4, 'axis') + words(label, at, bottom + 18, 'middle', 'tick'),
    ),
    words(chart.unit, 0, 14, 'start', 'unit'),
    words(chart.axis, right, bottom + 36, 'end', 'unit'),
    ...intervals.map(({ label, series: n, low, high, value }) => {
      const [from, to] = [x.at(low), high === null ? right : x.at(high)];
      const band = rectangle(from, margin.top, to - from, bottom - margin.top, `band series-${n}`);
      return entry(
        label,
        band + line(x.at(value), margin.top, x.at(value), bottom, `line series-${n} dash-1`),
      );
    }),
    ...models.map(({ label, series: n, points }) => {
      const seen = points.filter(({ value, rate }) => value <= limit.value * above && x.at(rate) <= right);
      const course = seen.map(({ rate, value }): [number, number] => [x.at(rate), y.at(value)]);
      return entry(label, polyline(course, `line series-${n} dash-2`));
    }),
    entry(limit.label, line(margin.left, y.at(limit.value), right, y.at(limit.value), 'axis')),
    ...(expect
      ? [entry(expect.label, line(x.at(expect.rate), margin.top, x.at(expect.rate), bottom, 'axis'))]
      : []),
    ...series.map(({ label, series: n, isHollow, marks: own }) =>
      entry(
        label,
        own
          .map(({ rate, value, text }) => {
            const look = { text: time(value), name: isHollow ? 'mark hollow' : 'mark' };
            return datum(text, valueMark(y, value, x.at(rate), n, look));
          })
          .join(''),
      ),
    ),
    words(limit.label, right, y.at(limit.value) - 5, 'end', 'tick'),
    ...(expect ? [words(expect.label, x.at(expect.rate) - 4, margin.top + 10, 'end', 'tick')] : []),
  ];
  return {
    height: key.height + height,
    body: `${key.body}<g transform="translate(0,${key.height})">${plot.join('')}</g>`,
  };
}

function entries({ series, intervals, models }: RatesChart) {
  return [
    ...series.map(({ label, series: n, isHollow }) => ({
      label,
      key: (x: number, y: number) => symbol(n, x, y, isHollow ? 'mark hollow' : 'mark'),
    })),
    ...intervals.map(({ label, series: n }) => ({
      label,
      key: (x: number, y: number) => rectangle(x - 10, y - 6, 20, 12, `band series-${n}`),
    })),
    ...models.map(({ label, series: n }) => ({
      label,
      key: (x: number, y: number) => line(x - 12, y, x + 12, y, `line series-${n} dash-2`),
    })),
  ];
}

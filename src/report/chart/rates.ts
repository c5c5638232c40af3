/** A server's figure at each rate that it was asked at: windows as marks, the objective as a line, the crossing's interval as a band. */
import { time } from '../../format/words.ts';
import { linearScale, logScale } from './scale.ts';
import { xyPlots } from './plot.ts';
import { datum, type Drawing, line, rectangle, symbol, valueMark, words } from './svg.ts';

export interface RateMark {
  readonly rate: number;
  readonly value: number;
  /** What a browser shows at the mark. */
  readonly text: string;
}

export interface RateSeries {
  readonly label: string;
  /** Number of the colour and shape. */
  readonly series: number;
  /** Whether these are short windows of the first search, on which the interval does not rest. */
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
  readonly expect: { readonly label: string; readonly rate: number } | null;
}

/** Factors below and above the limit that the axis reaches. In an overload the figure is as long as the window: a triangle at the edge. */
const [below, above] = [30, 10];

/** @param height of the plot; without it, its own choice */
export function drawRates(chart: RatesChart, width: number, height?: number): Drawing {
  const { limit, series, intervals, expect } = chart;
  const marks = series.flatMap((one) => one.marks);
  const inside = (value: number) => Math.max(limit.value / below, Math.min(limit.value * above, value));
  const values = [limit.value, ...marks.map(({ value }) => inside(value))];
  const rates = [
    ...marks.map(({ rate }) => rate),
    ...intervals.flatMap(({ low, high }) => [low, high ?? low]),
    ...(expect ? [expect.rate] : []),
  ];
  return xyPlots<number>(
    entries(chart),
    [
      {
        title: '',
        x: { label: chart.axis, scale: (from, to) => linearScale(0, Math.max(...rates, 1), from, to) },
        y: {
          label: chart.unit,
          scale: (from, to) => logScale(Math.min(...values) / 1.2, Math.max(...values) * 1.2, from, to),
        },
        layers: ({ x, y, left, right, top, bottom }) => [
          ...intervals.map(({ series: n, low, high, value }) => {
            const [from, to] = [x(low), high === null ? right : x(high)];
            const band = rectangle(from, top, to - from, bottom - top, `band series-${n}`);
            return band + line(x(value), top, x(value), bottom, `line series-${n} dash-1`);
          }),
          line(left, y.at(limit.value), right, y.at(limit.value), 'axis'),
          ...(expect ? [line(x(expect.rate), top, x(expect.rate), bottom, 'axis')] : []),
          ...series.flatMap(({ series: n, isHollow, marks: own }) =>
            own.map(({ rate, value, text }) => {
              const look = { text: time(value), name: isHollow ? 'mark hollow' : 'mark' };
              return datum(text, valueMark(y, value, x(rate), n, look));
            }),
          ),
          words(limit.label, right, y.at(limit.value) - 5, 'end', 'tick'),
          ...(expect ? [words(expect.label, x(expect.rate) - 4, top + 10, 'end', 'tick')] : []),
        ],
      },
    ],
    width,
    { height },
  );
}

function entries({ series, intervals }: RatesChart) {
  return [
    ...series.map(({ label, series: n, isHollow }) => ({
      label,
      key: (x: number, y: number) => symbol(n, x, y, isHollow ? 'mark hollow' : 'mark'),
    })),
    ...intervals.map(({ label, series: n }) => ({
      label,
      key: (x: number, y: number) => rectangle(x - 10, y - 6, 20, 12, `band series-${n}`),
    })),
  ];
}

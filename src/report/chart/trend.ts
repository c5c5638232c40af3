/** One figure from run to run, the oldest at the left: a point for each with its interval. */
import { rounded } from '../../format/words.ts';
import { datum, type Drawing, line, polyline, valueMark, words } from './svg.ts';
import { valueScale } from './scale.ts';

export interface TrendPoint {
  readonly value: number;
  /** Null where no interval is known. */
  readonly low: number | null;
  readonly high: number | null;
  /** What a browser shows at the mark. */
  readonly text: string;
}

const height = 130;
const margin = { left: 46, right: 14, top: 10, bottom: 12 };

export function drawTrend(points: readonly TrendPoint[], width: number): Drawing {
  const bounds = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const y = valueScale(bounds, height - margin.bottom, margin.top);
  const right = width - margin.right;
  const step = (right - margin.left) / points.length;
  const x = (i: number) => margin.left + (i + 0.5) * step;
  const grid = y.ticks.map(
    ({ at, label }) =>
      line(margin.left, at, right, at, 'grid') + words(label, margin.left - 8, at + 4, 'end', 'tick'),
  );
  const marks = points.map(({ value, low, high, text }, i) => {
    const at = x(i);
    const interval = low === null || high === null ? '' : line(at, y.at(low), at, y.at(high), 'interval');
    return datum(text, interval + valueMark(y, value, at, 0, { text: rounded(value) }));
  });
  const course = polyline(
    points.map(({ value }, i) => [x(i), y.at(value)] as const),
    'line',
  );
  return { height, body: `${grid.join('')}<g class="series-0">${course}</g>${marks.join('')}` };
}

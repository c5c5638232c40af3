/**
 * Every trial in the order in which it ran, against the mean of its own setting. Points around 1 say that the
 * machine stayed the same; a slope is drift, one low block is a disturbance.
 */
import { message, say } from '../../messages/message.ts';
import { datum, type Drawing, entry, legend, line, symbol, words } from './svg.ts';
import { linearScale } from './scale.ts';

export interface OrderMark {
  /** 1 for the first trial. */
  readonly place: number;
  readonly block: number;
  /** Metric of the trial ÷ mean of its setting; null: the trial failed. */
  readonly ratio: number | null;
  /** Colour and shape; null where there are too many settings to distinguish. */
  readonly series: number | null;
}

export interface OrderChart {
  readonly kind: 'order';
  readonly label: string;
  /** Names of the series; empty where marks carry none. */
  readonly series: readonly string[];
  readonly marks: readonly OrderMark[];
}

const height = 240;
const margin = { left: 52, right: 12, top: 30, bottom: 44 };

export function drawOrder(chart: OrderChart, width: number): Drawing {
  const failed = say(message('figure.span.failed'));
  const { marks } = chart;
  const key = legend(
    [
      ...chart.series.map((label, n) => ({ label, key: (x: number, y: number) => symbol(n, x, y) })),
      ...(marks.some(({ ratio }) => ratio === null) ? [{ label: failed, key: cross }] : []),
    ],
    0,
    0,
    width,
  );
  const ratios = marks.flatMap(({ ratio }) => ratio ?? []);
  const reach = Math.max(0.05, ...ratios.map((ratio) => Math.abs(ratio - 1)));
  const bottom = key.height + height - margin.bottom;
  const y = linearScale(1 - reach, 1 + reach, bottom, key.height + margin.top);
  const last = Math.max(1, ...marks.map(({ place }) => place));
  const step = (width - margin.left - margin.right) / last;
  const x = (place: number) => margin.left + (place - 0.5) * step;
  const right = width - margin.right;
  const grid = y.ticks.map(
    ({ at, label }) =>
      line(
        margin.left,
        at,
        right,
        at,
        label === y.ticks.find((tick) => tick.label === '1.00')?.label ? 'one' : 'grid',
      ) + words(label, margin.left - 8, at + 4, 'end', 'tick'),
  );
  const firsts = marks.filter(({ block }, i) => i > 0 && block !== marks[i - 1]?.block);
  const every = Math.max(1, Math.ceil(last / (width / 40)));
  return {
    height: key.height + height,
    body: [
      key.body,
      words(chart.label, 0, key.height + 14, 'start', 'unit'),
      ...grid,
      ...firsts.map(({ place }) =>
        line(x(place) - step / 2, key.height + margin.top, x(place) - step / 2, bottom, 'block'),
      ),
      ...marks
        .filter(({ place }) => place === 1 || place % every === 0)
        .map(({ place }) => words(String(place), x(place), bottom + 18, 'middle', 'tick')),
      words(say(message('figure.order-axis')), right, bottom + 36, 'end', 'unit'),
      ...marks.map(({ place, block, ratio, series }) => {
        const setting = series === null ? null : (chart.series[series] ?? null);
        const mark =
          ratio === null ? cross(x(place), bottom - 8) : symbol(series ?? 0, x(place), y.at(ratio));
        const text = say(message('mark.trial', { place, block: block + 1, setting, ratio }));
        return entry(ratio === null ? failed : (setting ?? ''), datum(text, mark));
      }),
    ].join(''),
  };
}

function cross(x: number, y: number): string {
  return line(x - 4, y - 4, x + 4, y + 4, 'cross') + line(x - 4, y + 4, x + 4, y - 4, 'cross');
}

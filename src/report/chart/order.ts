/**
 * Every trial in the order in which it ran, against the mean of its own setting. Points around 1 say that the
 * machine stayed the same; a slope is drift, one low block is a disturbance.
 */
import { message, say } from '../../messages/message.ts';
import { linearScale } from './scale.ts';
import { xyPlots } from './plot.ts';
import { datum, type Drawing, entry, line, symbol } from './svg.ts';

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

export function drawOrder(chart: OrderChart, width: number): Drawing {
  const failed = say(message('figure.span.failed'));
  const { marks, series, label } = chart;
  const ratios = marks.flatMap(({ ratio }) => ratio ?? []);
  const reach = Math.max(0.05, ...ratios.map((ratio) => Math.abs(ratio - 1)));
  const last = Math.max(1, ...marks.map(({ place }) => place));
  const every = Math.max(1, Math.ceil(last / (width / 40)));
  return xyPlots<number>(
    [
      ...series.map((name, n) => ({ label: name, key: (x: number, y: number) => symbol(n, x, y) })),
      ...(marks.some(({ ratio }) => ratio === null) ? [{ label: failed, key: cross }] : []),
    ],
    [
      {
        title: '',
        x: {
          label: say(message('figure.order-axis')),
          scale: (from, to) => {
            const at = (place: number) => from + ((place - 0.5) * (to - from)) / last;
            const told = marks.filter(({ place }) => place === 1 || place % every === 0);
            return { at, ticks: told.map(({ place }) => ({ at: at(place), label: String(place) })) };
          },
        },
        y: { label, scale: (from, to) => linearScale(1 - reach, 1 + reach, from, to) },
        layers: ({ x, y, left, right, top, bottom }) => [
          line(left, y.at(1), right, y.at(1), 'one'),
          ...marks
            .filter(({ block }, i) => i > 0 && block !== marks[i - 1]?.block)
            .map(({ place }) => line(x(place - 0.5), top, x(place - 0.5), bottom, 'block')),
          ...marks.map(({ place, block, ratio, series: n }) => {
            const setting = n === null ? null : (series[n] ?? null);
            const mark = ratio === null ? cross(x(place), bottom - 8) : symbol(n ?? 0, x(place), y.at(ratio));
            const text = say(message('mark.trial', { place, block: block + 1, setting, ratio }));
            return entry(ratio === null ? failed : (setting ?? ''), datum(text, mark));
          }),
        ],
      },
    ],
    width,
    { height: 240 },
  );
}

function cross(x: number, y: number): string {
  return line(x - 4, y - 4, x + 4, y + 4, 'cross') + line(x - 4, y + 4, x + 4, y - 4, 'cross');
}

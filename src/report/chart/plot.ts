/** Two axes with their grid, ticks and names, and what is drawn between them: every chart of values is made of it. */
import { message, say } from '../../messages/message.ts';
import type { Axis, Scale } from './scale.ts';
import { element, legend, line, words, type Drawing, type LegendEntry } from './svg.ts';

/** What a layer is drawn with: the scales, and the edges of the plot in pixels. */
export interface Space<X> {
  readonly x: (value: X) => number;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @template X what stands on the horizontal axis */
export interface XyPlot<X> {
  readonly title: string;
  readonly x: { readonly label: string; readonly scale: (from: number, to: number) => Axis<X> };
  readonly y: { readonly label: string; readonly scale: (from: number, to: number) => Scale };
  readonly layers: (space: Space<X>) => readonly string[];
}

const margin = { left: 52, right: 16, top: 30, bottom: 44 };
/** Room for the titles of plots, where there are any. */
const titleHeight = 22;
/** Height of the name of the horizontal axis. */
const nameHeight = 14;
const gutter = 20;

/** Plots beside and below each other, under one legend. @param height of each, without its title */
export function xyPlots<X>(
  entries: readonly LegendEntry[],
  plots: readonly XyPlot<X>[],
  width: number,
  {
    columns = 1,
    height = width >= 500 && columns === 1 ? 320 : 250,
  }: { columns?: number; height?: number | undefined },
): Drawing {
  const key = legend(entries, width);
  const own = (width - gutter * (columns - 1)) / columns;
  const above = plots.some(({ title }) => title !== '') ? titleHeight : 0;
  const each = height + above;
  const body = plots.map((one, i) => {
    const [x, y] = [(i % columns) * (own + gutter), key.height + Math.floor(i / columns) * each];
    return element('g', { transform: `translate(${x},${y})` }, xyPlot(one, own, each, above));
  });
  return { height: key.height + Math.ceil(plots.length / columns) * each, body: key.body + body.join('') };
}

function xyPlot<X>(plot: XyPlot<X>, width: number, height: number, above: number): string {
  const [left, right, top] = [margin.left, width - margin.right, above + margin.top];
  const bottom = height - margin.bottom + (plot.x.label === '' ? nameHeight : 0);
  const [x, y] = [plot.x.scale(left, right), plot.y.scale(bottom, top)];
  const unit = plot.y.label;
  return [
    plot.title === '' ? '' : words(plot.title, 0, 16, 'start', 'panel'),
    ...y.ticks.map(
      ({ at, label }) => line(left, at, right, at, 'grid') + words(label, left - 8, at + 4, 'end', 'tick'),
    ),
    line(left, bottom, right, bottom, 'axis'),
    ...x.ticks.map(
      ({ at, label }) =>
        line(at, bottom, at, bottom + 4, 'axis') + words(label, at, bottom + 18, 'middle', 'tick'),
    ),
    words(y.isLog ? say(message('figure.log', { unit })) : unit, 0, above + 14, 'start', 'unit'),
    plot.x.label === '' ? '' : words(plot.x.label, right, bottom + 36, 'end', 'unit'),
    ...plot.layers({ x: x.at, y, left, right, top, bottom }),
  ].join('');
}

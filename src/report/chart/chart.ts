/** What can be drawn, as plain data; each kind has its own file. */
import { drawCurve, type CurveChart } from './curve.ts';
import { type Drawing, element, escaped } from './svg.ts';
import { drawForest, type ForestChart } from './forest.ts';
import { drawRates, type RatesChart } from './rates.ts';
import { drawTimeline, type TimelineChart } from './timeline.ts';

export type Chart = CurveChart | ForestChart | TimelineChart | RatesChart;

export interface Frame {
  /** Unique in the page: the ids of title and description are made from it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Width in CSS pixels. Below 500 the layout is the one for phones. */
  readonly width: number;
  readonly className: string;
  /** Height of a panel in CSS pixels, where it is not left to the chart. */
  readonly height?: number;
}

/** One SVG element that names and describes itself to those who cannot see it. */
export function draw(
  chart: Chart,
  { id, title, description, width, className, height: wanted }: Frame,
): string {
  const { height, body } = drawing(chart, width, wanted);
  const attributes = {
    class: `chart ${className}`,
    'data-kind': chart.kind,
    viewBox: `0 0 ${width} ${Math.ceil(height)}`,
    width,
    height: Math.ceil(height),
    role: 'img',
    'aria-labelledby': `${id}-title`,
    'aria-describedby': `${id}-desc`,
  };
  const named =
    element('title', { id: `${id}-title` }, escaped(title)) +
    element('desc', { id: `${id}-desc` }, escaped(description));
  return element('svg', attributes, named + body);
}

function drawing(chart: Chart, width: number, height?: number): Drawing {
  switch (chart.kind) {
    case 'curve':
      return drawCurve(chart, width, height);
    case 'forest':
      return drawForest(chart, width);
    case 'rates':
      return drawRates(chart, width, height);
    case 'timeline':
      return drawTimeline(chart, width, height);
  }
}

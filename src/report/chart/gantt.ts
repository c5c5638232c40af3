/** Single requests, or jobs, of one trial as bars over time: who waited, and who was served. */
import { message, say } from '../../messages/message.ts';
import { datum, type Drawing, legend, line, rectangle, words } from './svg.ts';
import { linearScale } from './scale.ts';

/** One part of a bar, in milliseconds. */
export interface Span {
  readonly kind: 'wait' | 'server' | 'receive' | 'job' | 'failed';
  readonly from: number;
  readonly to: number;
}

export interface GanttChart {
  readonly kind: 'gantt';
  readonly axis: string;
  readonly panels: readonly { readonly title: string; readonly rows: readonly (readonly Span[])[] }[];
}

const nameOf = (kind: Span['kind']) => say(message(`figure.span.${kind}`));
const margin = { left: 8, right: 20, top: 26, bottom: 40 };

export function drawGantt(chart: GanttChart, width: number): Drawing {
  const kinds = [...new Set(chart.panels.flatMap(({ rows }) => rows.flat().map(({ kind }) => kind)))];
  const key = legend(
    kinds.map((kind) => ({
      label: nameOf(kind),
      key: (x, y) => rectangle(x - 11, y - 5, 22, 10, `span ${kind}`),
    })),
    width,
  );
  const end = Math.max(...chart.panels.flatMap(({ rows }) => rows.flat().map(({ to }) => to)), 0.001);
  const x = linearScale(0, end, margin.left, width - margin.right);
  const parts: string[] = [];
  let y = key.height;
  for (const { title, rows } of chart.panels) {
    const rowHeight = Math.max(1.2, Math.min(11, 220 / Math.max(1, rows.length)));
    const top = y + margin.top;
    const bottom = top + rows.length * rowHeight;
    parts.push(
      words(title, 0, y + 16, 'start', 'panel'),
      ...x.ticks.map(({ at }) => line(at, top, at, bottom, 'grid')),
      ...rows.map((spans, i) => datum(spansText(spans), bars(spans, x.at, top + i * rowHeight, rowHeight))),
      line(margin.left, bottom, width - margin.right, bottom, 'axis'),
      ...x.ticks.map(({ at, label }) => words(label, at, bottom + 16, 'middle', 'tick')),
    );
    y = bottom + 26;
  }
  parts.push(words(chart.axis, width - margin.right, y + 8, 'end', 'unit'));
  return { height: y + margin.bottom - 24, body: key.body + parts.join('') };
}

function spansText(row: readonly Span[]): string {
  const spans = row
    .filter(({ from, to }) => to > from)
    .map(({ kind, from, to }) => ({ what: nameOf(kind), from, to }));
  return say(message('mark.spans', { spans }));
}

function bars(spans: readonly Span[], x: (ms: number) => number, top: number, height: number): string {
  const gap = height > 4 ? 1.5 : 0.2;
  return spans
    .filter(({ from, to }) => to > from)
    .map(({ kind, from, to }) =>
      rectangle(x(from), top, Math.max(0.6, x(to) - x(from)), height - gap, `span ${kind}`),
    )
    .join('');
}

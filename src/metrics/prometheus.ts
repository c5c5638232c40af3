/** The text format of Prometheus (0.0.4), and the names that it gives to the table's. */
import { telemetry, type Instrument } from '../model/telemetry.ts';
import type { Families, Series } from './series.ts';

/** The page of several processes, ending with a line break: a metric's series of all of them stand together. */
export function pageText(all: readonly Families[]): string {
  const names = Object.keys(telemetry) as (keyof Families)[];
  return names
    .map((name) => {
      const series = all.flatMap((families) => families[name] ?? []);
      return series.length > 0 ? written(telemetry[name], series) : '';
    })
    .join('');
}

/** The type of a metric to Prometheus, which knows no counter that goes down: to it that is a gauge. */
export const prometheusType = ({ instrument }: Instrument) =>
  instrument === 'updowncounter' ? 'gauge' : instrument;

function written(metric: Instrument, series: readonly Series[]): string {
  const name = prometheusName(metric);
  const lines = series.map(({ suffix = '', labels, value }) => {
    const list = Object.entries(labels).map(([key, text]) => `${labelName(key)}="${labelText(text)}"`);
    return `${name}${suffix}{${list.join(',')}} ${Number(value.toPrecision(12))}\n`;
  });
  return `# HELP ${name} ${metric.description}\n# TYPE ${name} ${prometheusType(metric)}\n${lines.join('')}`;
}

/** Escapes the value of a label: a kind may hold the name of an add-on's file. */
function labelText(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

/**
 * The name as Prometheus has it, by the rules of OpenTelemetry's exporters: `nodejs_thread_pool_queue_wait_seconds`. One rule
 * differs. Prometheus reserves `_count` for histograms, so `thread.count` is `threads` there.
 */
export function prometheusName({
  name,
  instrument,
  unit,
}: Pick<Instrument, 'name' | 'instrument' | 'unit'>): string {
  const words = labelName(name).replace(/_count$/, 's');
  if (unit === 's') return `${words}_seconds${instrument === 'counter' ? '_total' : ''}`;
  if (unit === '1' && instrument === 'gauge') return `${words}_ratio`;
  return instrument === 'counter' ? `${words}_total` : words;
}

/** The key of an attribute as Prometheus has it: `nodejs_thread_pool_lane`. */
export function labelName(key: string): string {
  return key.replaceAll('.', '_');
}

/**
 * The metrics of this process in a registry of the application's own (guest): `@prometheus-io/client`, or prom-client 15. That page
 * is silent while the main thread hangs, as all that it serves; CHOKEPOINT_METRICS serves one that is not.
 */
import { createRequire } from 'node:module';
import type { RegisterModule } from '../probe/register.cts';
import type { FamiliesTold, WorkerCommand } from '../probe/worker.cts';
import { labelName, prometheusName, prometheusType } from '../../metrics/prometheus.ts';
import type { Families } from '../../metrics/series.ts';
import { telemetry, type Instrument, type Telemetry } from '../../model/telemetry.ts';
import type { Milliseconds } from '../../model/units.ts';

const extension = import.meta.filename.endsWith('.ts') ? '.cts' : '.cjs';

/** The part of a registry that is used. */
export interface MetricsRegistry {
  registerMetric(metric: never): void;
  getSingleMetric(name: string): unknown;
}

/** Longest wait for the probe's thread. */
const timeout: Milliseconds = 1000;

/**
 * Adds the metrics to a registry. A name that the registry has already stays as it is.
 *
 * @throws Error if no probe can be in this process
 */
export function collect(registry: MetricsRegistry): void {
  // The probe that came with the process, or one from now on.
  const { wanted } = createRequire(import.meta.url)(`../probe/register${extension}`) as RegisterModule;
  const worker = wanted();
  if (typeof worker === 'string') throw new Error(`chokepoint has no metrics of this process: ${worker}`);
  const ask = asker(worker);
  for (const [key, metric] of Object.entries(telemetry) as [keyof Telemetry, Instrument][]) {
    const name = prometheusName(metric);
    if (metric.from === 'look' || registry.getSingleMetric(name) !== undefined) continue;
    const told = {
      name,
      help: metric.description,
      type: prometheusType(metric),
      aggregator: aggregatorOf(metric),
    };
    const get = async () => ({ ...told, values: valuesOf(name, (await ask())[key]) });
    registry.registerMetric({ ...told, get, reset() {} } as never);
  }
  // Readings begin now, not with the first scrape.
  void ask();
}

/** How the registry adds up those of several processes. */
function aggregatorOf({ instrument, unit }: Instrument): string {
  if (instrument !== 'gauge') return 'sum';
  return unit === 's' ? 'max' : unit === '1' ? 'average' : 'sum';
}

const valuesOf = (name: string, series: Families[keyof Telemetry] = []) =>
  series.map(({ suffix = '', labels, value }) => ({
    metricName: `${name}${suffix}`,
    labels: Object.fromEntries(Object.entries(labels).map(([key, text]) => [labelName(key), text])),
    value,
  }));

/** @returns what asks for the series: all metrics of one page at once */
function asker(worker: Exclude<ReturnType<RegisterModule['wanted']>, string>): () => Promise<Families> {
  let asked: Promise<Families> | null = null;
  return () => {
    asked ??= new Promise<Families>((resolve) => {
      const end = (families: Families) => {
        clearTimeout(timer);
        worker.off('message', hear);
        asked = null;
        resolve(families);
      };
      const hear = (told: FamiliesTold | { readonly type: 'reading' }) => {
        if (told.type === 'families') end(told.families);
      };
      const timer = setTimeout(() => end({}), timeout);
      worker.on('message', hear);
      worker.unref();
      worker.postMessage({ type: 'families' } satisfies WorkerCommand);
    });
    return asked;
  };
}

/**
 * What the probe sees, as OpenTelemetry metrics, if the application has `@opentelemetry/api` and has set a provider for
 * metrics (guest). The application's own copy is used, found from its main script; there is none in this package.
 */
import type { ProbeReading } from '../../model/reading.ts';

const nodeModule = require('node:module') as typeof import('node:module');
const path = require('node:path') as typeof import('node:path');

/** What is used of the API, version 1. */
interface Meter {
  createHistogram(
    name: string,
    options: { unit: string; description: string; advice?: { explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Record<string, string>): void };
  createObservableGauge(
    name: string,
    options: { unit: string; description: string },
  ): { addCallback(callback: (result: { observe(value: number): void }) => void): void };
}

interface Api {
  readonly metrics: {
    getMeterProvider(): { readonly constructor: { readonly name: string } };
    getMeter(name: string): Meter;
  };
}

/** The readings as the probe posts them to this thread. */
type Posted = ProbeReading & { readonly poolThreads: number | null };

/** Milliseconds to the first look for a provider, each time twice as many to the next: an application starts in a minute. */
const first = 1000;
const attempts = 6;
/** Seconds, from no wait to one that a client notices. */
const boundaries = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function api(): Api | null {
  try {
    const script = process.argv[1];
    const from = nodeModule.createRequire(
      script ? path.resolve(script) : path.join(process.cwd(), 'index.js'),
    );
    return from('@opentelemetry/api') as Api;
  } catch {
    return null;
  }
}

/** Before one is set there is one that does nothing, and instruments made of it stay so: there is no proxy for metrics. */
const hasProvider = ({ metrics }: Api) => !metrics.getMeterProvider().constructor.name.startsWith('Noop');

/** @returns what takes a reading */
function publish(meter: Meter): (reading: Posted) => void {
  let last: Posted | null = null;
  const wait = meter.createHistogram('nodejs.threadpool.wait', {
    unit: 's',
    description: 'How long a job that comes now waits for a thread of the libuv pool.',
    advice: { explicitBucketBoundaries: boundaries },
  });
  const gauge = (
    name: string,
    unit: string,
    description: string,
    value: (reading: Posted) => number | null,
  ) =>
    meter.createObservableGauge(name, { unit, description }).addCallback((result) => {
      const seen = last && value(last);
      if (seen !== null) result.observe(seen);
    });
  gauge(
    'nodejs.threadpool.threads',
    '{thread}',
    'Threads of the libuv pool; 0 before its first use.',
    ({ poolThreads }) => poolThreads,
  );
  gauge(
    'nodejs.threadpool.oldest_probe.age',
    's',
    'Age of the oldest probe without an answer; 0 if all were answered.',
    ({ fast, slow }) => Math.max(fast.oldest ?? 0, slow.oldest ?? 0) / 1000,
  );
  return (reading) => {
    last = reading;
    for (const milliseconds of reading.fast.waits) wait.record(milliseconds / 1000, { lane: 'fast' });
    for (const milliseconds of reading.slow.waits) wait.record(milliseconds / 1000, { lane: 'slow' });
  };
}

/** Publishes what the probe posts, from when the application has a provider on. */
function exporter(worker: import('node:worker_threads').Worker): void {
  let timer: NodeJS.Timeout | undefined;
  const look = (attempt: number) => {
    timer = setTimeout(
      () => {
        const found = api();
        if (found && hasProvider(found)) {
          worker.on('message', publish(found.metrics.getMeter('chokepoint')));
          worker.postMessage('export');
          worker.unref();
        } else if (found && attempt + 1 < attempts) look(attempt + 1);
      },
      first * 2 ** attempt,
    );
    timer.unref();
  };
  look(0);
  worker.once('exit', () => clearTimeout(timer));
}

export interface OtelModule {
  readonly exporter: typeof exporter;
}

module.exports = { exporter } satisfies OtelModule;

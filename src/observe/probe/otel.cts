/**
 * Publishes what the probe sees as OpenTelemetry metrics, if the application has `@opentelemetry/api` and has set a provider
 * for metrics (guest). The application's own copy is used, found from its main script; this package has none.
 */
import type { ConnectionsReading, ProbeReading } from '../../model/reading.ts';
import type { Telemetry } from '../../model/telemetry.ts';
import type { Contain } from './contained.cts';
import type { WorkerCommand } from './worker.cts';

const nodeModule = require('node:module') as typeof import('node:module');
const path = require('node:path') as typeof import('node:path');

/** The part of the API, version 1, that is used. */
interface Meter {
  createHistogram(
    name: string,
    options: { unit: string; description: string; advice?: { explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Record<string, string>): void };
  createObservableGauge(name: string, options: { unit: string; description: string }): Observable;
  createObservableUpDownCounter(name: string, options: { unit: string; description: string }): Observable;
}

interface Observable {
  addCallback(
    callback: (result: { observe(value: number, attributes?: Record<string, string>): void }) => void,
  ): void;
}

interface Api {
  readonly metrics: {
    getMeterProvider(): { readonly constructor: { readonly name: string } };
    getMeter(name: string): Meter;
  };
}

/** The readings as the probe posts them to this thread. */
type Posted = ProbeReading & { readonly poolThreads: number | null };

/** Milliseconds to the first look for a provider, twice as many each time to the next: an application starts in a minute. */
const first = 1000;
const attempts = 6;

type MetricNames<Name extends keyof Telemetry> = Pick<Telemetry[Name], 'name' | 'unit' | 'description'>;

/**
 * The rows of the table in model/telemetry.ts that are published here, repeated: a guest on Node 20 cannot load that file. Its
 * types make sure that both say the same.
 */
type Published =
  | 'queueWait'
  | 'threadCount'
  | 'probeAge'
  | `connection${'Count' | 'Max' | 'Pending' | 'Wait'}`;
const told: { readonly [Name in Published]: MetricNames<Name> } = {
  queueWait: {
    name: 'nodejs.thread_pool.queue.wait',
    unit: 's',
    description: 'How long a job that comes now waits for a thread of the pool.',
  },
  threadCount: {
    name: 'nodejs.thread_pool.thread.count',
    unit: '{thread}',
    description: 'Threads of the libuv thread pool; 0 before its first use.',
  },
  probeAge: {
    name: 'nodejs.thread_pool.probe.age',
    unit: 's',
    description: 'Age of the oldest probe without an answer; 0 if all were answered.',
  },
  connectionCount: {
    name: 'db.client.connection.count',
    unit: '{connection}',
    description: 'The number of connections that are currently in the state of the attribute.',
  },
  connectionMax: {
    name: 'db.client.connection.max',
    unit: '{connection}',
    description: 'The maximum number of open connections allowed.',
  },
  connectionPending: {
    name: 'db.client.connection.pending_requests',
    unit: '{request}',
    description: 'The number of current pending requests for an open connection.',
  },
  connectionWait: {
    name: 'db.client.connection.wait_time',
    unit: 's',
    description: 'The time it took to obtain an open connection from the pool, of a sample of them.',
  },
};
const [poolKey, stateKey]: readonly [
  Telemetry['connectionCount']['attributes'][0]['key'],
  Telemetry['connectionCount']['attributes'][1]['key'],
] = ['db.client.connection.pool.name', 'db.client.connection.state'];
const laneKey: Telemetry['queueWait']['attributes'][0]['key'] = 'nodejs.thread_pool.lane';
const boundaries: Telemetry['queueWait']['boundaries'] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

function ownApi(): Api | null {
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

/** Whether a provider is set. Before that there is one that does nothing, and instruments made of it never do: metrics have no proxy. */
const hasProvider = ({ metrics }: Api) => !metrics.getMeterProvider().constructor.name.startsWith('Noop');

/** Whether the application has a package that publishes the same of this client: a second source would count twice. */
function isInstrumented(client: string): boolean {
  const files = Object.keys(Reflect.get(nodeModule, '_cache') as object);
  const own = ['', '@opentelemetry', `instrumentation-${client}`, ''].join(path.sep);
  return files.some((file) => file.includes(own));
}

interface MetricRow {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

/** @returns a function that records waits in milliseconds */
function histogramOf(meter: Meter, { name, ...options }: MetricRow) {
  const advice = { explicitBucketBoundaries: [...boundaries] };
  const histogram = meter.createHistogram(name, { ...options, advice });
  return (waits: readonly number[], attributes: Record<string, string>) => {
    for (const milliseconds of waits) histogram.record(milliseconds / 1000, attributes);
  };
}

/** @returns a function that publishes what is told of the pools of connections */
function publishPools(meter: Meter): (pools: readonly ConnectionsReading[]) => void {
  let known = new Map<string, ConnectionsReading>();
  const record = histogramOf(meter, told.connectionWait);
  const observe = (
    { name, ...options }: MetricRow,
    figures: (pool: ConnectionsReading) => readonly (readonly [number, Record<string, string>])[],
    mayBeTold = false,
  ) =>
    meter.createObservableUpDownCounter(name, options).addCallback((result) => {
      for (const [pool, reading] of known)
        if (!mayBeTold || !isInstrumented(reading.client))
          for (const [value, state] of figures(reading)) result.observe(value, { [poolKey]: pool, ...state });
    });
  const states = ({ size, used }: ConnectionsReading) =>
    [
      [used, { [stateKey]: 'used' }],
      [size - used, { [stateKey]: 'idle' }],
    ] as const;
  observe(told.connectionCount, states, true);
  observe(told.connectionMax, ({ limit }) => (limit > 0 ? [[limit, {}]] : []));
  observe(told.connectionPending, ({ waiting }) => [[waiting, {}]], true);
  return (pools) => {
    known = new Map();
    for (const one of pools) {
      if (one.kind !== 'pool' || one.protocol === 'http') continue;
      const name = [one.client, one.place].filter(Boolean).join(' ');
      const { size = 0, used = 0, limit = 0, waiting = 0 } = known.get(name) ?? {};
      // Two pools that lead to the same place are one series.
      known.set(name, {
        ...one,
        size: size + one.size,
        used: used + one.used,
        limit: limit + one.limit,
        waiting: waiting + one.waiting,
      });
      record(one.waits, { [poolKey]: name });
    }
  };
}

/** @returns a function that publishes a reading */
function publish(meter: Meter): (reading: Posted) => void {
  let last: Posted | null = null;
  const record = histogramOf(meter, told.queueWait);
  const { name: countName, ...countOptions } = told.threadCount;
  meter.createObservableUpDownCounter(countName, countOptions).addCallback((result) => {
    const threads = last?.poolThreads ?? null;
    if (threads !== null) result.observe(threads);
  });
  const { name: ageName, ...ageOptions } = told.probeAge;
  meter.createObservableGauge(ageName, ageOptions).addCallback((result) => {
    if (last === null) return;
    for (const lane of ['fast', 'slow'] as const)
      result.observe((last[lane].oldest ?? 0) / 1000, { [laneKey]: lane });
  });
  const tellPools = publishPools(meter);
  return (reading) => {
    // It answers other questions by the same way.
    if (reading.type !== 'reading') return;
    last = reading;
    if (reading.pools) tellPools(reading.pools);
    for (const lane of ['fast', 'slow'] as const) record(reading[lane].waits, { [laneKey]: lane });
  };
}

/** Publishes what the probe posts, once the application has a provider. */
function exporter(worker: import('node:worker_threads').Worker, contain: Contain): void {
  let timer: NodeJS.Timeout | undefined;
  const look = contain('exporter', (attempt: number) => {
    const found = ownApi();
    if (found && hasProvider(found)) {
      worker.on('message', contain('exporter', publish(found.metrics.getMeter('chokepoint'))));
      worker.postMessage({ type: 'export' } satisfies WorkerCommand);
      worker.unref();
    } else if (found && attempt + 1 < attempts) later(attempt + 1);
  });
  const later = (attempt: number) => {
    timer = setTimeout(look, first * 2 ** attempt, attempt);
    timer.unref();
  };
  later(0);
  worker.once('exit', () => clearTimeout(timer));
}

const api = { exporter };
export type OtelModule = typeof api;
module.exports = api;

/**
 * The metrics that chokepoint publishes, by the naming rules of OpenTelemetry: the one table that the Prometheus page, the
 * OpenTelemetry exporter of the probe and docs/metrics.md are made from. A name is a promise: dashboards and alerts rest on it.
 */

/** An attribute, which Prometheus calls a label. */
export interface Attribute {
  readonly key: string;
  readonly description: string;
  /** The known values; others begin with `addon:`. */
  readonly values: readonly string[];
}

export interface Instrument {
  readonly name: string;
  readonly instrument: 'counter' | 'updowncounter' | 'gauge' | 'histogram';
  /** Unit as UCUM writes it: `s`, `1`; in braces what is counted. */
  readonly unit: string;
  readonly description: string;
  /** `look`: read from outside the process. `probe`: measured inside it. */
  readonly from: 'look' | 'probe' | 'look or probe';
  /** Whether the probe publishes it through the application's own OpenTelemetry SDK. */
  readonly inOpenTelemetry: boolean;
  readonly attributes: readonly Attribute[];
  /** Upper limits of a histogram's buckets, in its unit; absent for other instruments. */
  readonly boundaries?: readonly number[];
}

const lane = {
  key: 'nodejs.thread_pool.lane',
  description:
    'Which queue: libuv keeps name resolution in a slow one, which may hold half of the threads at most.',
  values: ['fast', 'slow'],
} as const satisfies Attribute;

const workType = {
  key: 'nodejs.thread_pool.work.type',
  description: 'What kind of work; that of a native add-on by the name of its package.',
  values: ['fs', 'dns', 'random', 'crypto', 'zlib', 'node_api', 'addon:NAME', 'other'],
} as const satisfies Attribute;

const threadState = {
  key: 'nodejs.thread_pool.thread.state',
  description:
    'What a thread in a job does: on a CPU, ready but without a CPU, blocked in the kernel, or at a lock that another of them holds.',
  values: ['running', 'runnable', 'blocked', 'lock'],
} as const satisfies Attribute;

const poolName = {
  key: 'db.client.connection.pool.name',
  description: 'The client, and where its connections lead.',
  values: ['CLIENT ADDRESS'],
} as const satisfies Attribute;

const connectionState = {
  key: 'db.client.connection.state',
  description: 'Whether the connection is in use.',
  values: ['idle', 'used'],
} as const satisfies Attribute;

/** From the wait in an idle pool to one that nobody would bear. */
const waitBoundaries = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** The attribute of every series on the Prometheus page. In OpenTelemetry it is one of the resource, and set by the SDK. */
export const processAttribute = {
  key: 'process.pid',
  description: 'The process.',
  values: [],
} as const satisfies Attribute;

/** The attribute of every series on the page of a process itself: it stays the same when a worker is replaced. */
export const workerAttribute = {
  key: 'worker',
  description:
    'The process among those that share a page: 0 to n, a new one takes the place of one that ended.',
  values: [],
} as const satisfies Attribute;

const loopDelay = <const Figure extends string>(figure: Figure, description: string) =>
  ({
    name: `nodejs.eventloop.delay.${figure}`,
    instrument: 'gauge',
    unit: 's',
    description,
    from: 'probe',
    inOpenTelemetry: false,
    attributes: [],
  }) as const;

export const telemetry = {
  threadCount: {
    name: 'nodejs.thread_pool.thread.count',
    instrument: 'updowncounter',
    unit: '{thread}',
    description: 'Threads of the libuv thread pool; 0 before its first use.',
    from: 'look or probe',
    inOpenTelemetry: true,
    attributes: [],
  },
  threadBusy: {
    name: 'nodejs.thread_pool.thread.busy',
    instrument: 'gauge',
    unit: '{thread}',
    description: 'Threads of the pool that have a job in hand.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  queueLength: {
    name: 'nodejs.thread_pool.queue.length',
    instrument: 'updowncounter',
    unit: '{work_item}',
    description: 'Jobs that wait for a thread of the pool.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [workType],
  },
  queueWait: {
    name: 'nodejs.thread_pool.queue.wait',
    instrument: 'histogram',
    unit: 's',
    description: 'How long a job that comes now waits for a thread of the pool.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [lane],
    boundaries: waitBoundaries,
  },
  probeAge: {
    name: 'nodejs.thread_pool.probe.age',
    instrument: 'gauge',
    unit: 's',
    description: 'Age of the oldest probe without an answer; 0 if all were answered.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [lane],
  },
  threadTime: {
    name: 'nodejs.thread_pool.time',
    instrument: 'counter',
    unit: 's',
    description: 'Time that the threads of the pool spent in jobs.',
    from: 'look',
    inOpenTelemetry: false,
    attributes: [threadState],
  },
  loopUtilization: {
    name: 'nodejs.eventloop.utilization',
    instrument: 'gauge',
    unit: '1',
    description: 'Event loop utilization.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  loopDelayMean: loopDelay('mean', 'Event loop mean delay.'),
  loopDelayP50: loopDelay('p50', 'Event loop 50 percentile delay.'),
  loopDelayP99: loopDelay('p99', 'Event loop 99 percentile delay.'),
  loopDelayMax: loopDelay('max', 'Event loop maximum delay.'),
  connectionCount: {
    name: 'db.client.connection.count',
    instrument: 'updowncounter',
    unit: '{connection}',
    description: 'The number of connections that are currently in the state of the attribute.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [poolName, connectionState],
  },
  connectionMax: {
    name: 'db.client.connection.max',
    instrument: 'updowncounter',
    unit: '{connection}',
    description: 'The maximum number of open connections allowed.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [poolName],
  },
  connectionPending: {
    name: 'db.client.connection.pending_requests',
    instrument: 'updowncounter',
    unit: '{request}',
    description: 'The number of current pending requests for an open connection.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [poolName],
  },
  connectionWait: {
    name: 'db.client.connection.wait_time',
    instrument: 'histogram',
    unit: 's',
    description: 'The time it took to obtain an open connection from the pool, of a sample of them.',
    from: 'probe',
    inOpenTelemetry: true,
    attributes: [poolName],
    boundaries: waitBoundaries,
  },
  cpuUtilization: {
    name: 'process.cpu.utilization',
    instrument: 'gauge',
    unit: '1',
    description: 'CPU time of the process, as a share of what its affinity and quota allow.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  // No convention has these, so their names are our own: others may come to mean something else.
  poolKnown: {
    name: 'chokepoint.thread_pool.known',
    instrument: 'gauge',
    unit: '1',
    description:
      'Whether the build of Node is one whose pool can be read from inside; 0: nobody knows its queue.',
    from: 'probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  loopSilence: {
    name: 'chokepoint.eventloop.silence',
    instrument: 'gauge',
    unit: 's',
    description: 'How long the event loop has said nothing, beyond what is usual: a hang, while it lasts.',
    from: 'probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  cpuQuota: {
    name: 'chokepoint.cpu.quota',
    instrument: 'gauge',
    unit: '{cpu}',
    description: 'CPUs that the quota of the cgroup allows.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [],
  },
  cpuThrottled: {
    name: 'chokepoint.cpu.throttled',
    instrument: 'gauge',
    unit: '1',
    description: 'Share of the periods of the scheduler in which the quota stopped the process.',
    from: 'look or probe',
    inOpenTelemetry: false,
    attributes: [],
  },
} as const satisfies Readonly<Record<string, Instrument>>;

export type Telemetry = typeof telemetry;

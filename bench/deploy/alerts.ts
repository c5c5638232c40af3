/** The alerts: each on a wait, one for each pod. */
import { telemetry } from '../../src/model/telemetry.ts';
import { labelName } from '../../src/metrics/prometheus.ts';
import { figure, growth, worker, type Metric } from './expressions.ts';

interface Wait {
  readonly name: string;
  readonly metric: Metric;
  /** A histogram that gets no value meanwhile: what waits is in none while it waits. */
  readonly without?: Metric;
  /** Seconds, a share, or a number. */
  readonly limit: number;
  /** How long it must hold. A time that grows while it lasts needs none. */
  readonly for?: string;
  /** Something does nothing at all. */
  readonly isCritical?: true;
  /** POD, VALUE and QUEUE (a lane of libuv's pool, or a pool of connections) are filled in. */
  readonly summary: string;
  /** What it means, and what the command shows. */
  readonly description: string;
  /** Figures for its test: of a process that makes it fire, as the alert writes it, and of one that does not. */
  readonly example: { readonly ill: number; readonly shown: string; readonly healthy: number };
}

/** About what people notice in an answer; no request needs such a wait. */
const wait = { limit: 0.1, for: '5m' } as const;
/** No job waits that long in a pool that moves, and no loop at work is silent for so long. */
const stuck = { limit: 5, isCritical: true } as const;
/** The one bucket of all values ends at 0.25 s, begins at 0.1 s, and p99 lies at 0.99 of it. */
const waited = { ill: 0.2, shown: '248.5ms', healthy: 0.004 } as const;

const waits: readonly Wait[] = [
  {
    ...wait,
    name: 'NodeThreadPoolWait',
    metric: 'queueWait',
    summary: 'Jobs of POD wait VALUE for a thread of the pool (p99, QUEUE lane).',
    description:
      'Files, DNS, crypto, zlib and add-ons wait while all threads are busy. The event loop and the CPUs may look idle. The command shows which work holds the threads.',
    example: waited,
  },
  {
    ...stuck,
    name: 'NodeThreadPoolStuck',
    metric: 'probeAge',
    summary: 'No thread of the pool of POD has taken a job for VALUE (QUEUE lane).',
    description:
      'Jobs hold all threads, and none of them ends. Requests that need a file, a name or a hash get no answer. The command shows which work holds the threads.',
    example: { ill: 6, shown: '6s', healthy: 0.02 },
  },
  {
    ...stuck,
    name: 'NodeEventLoopHangs',
    metric: 'loopSilence',
    summary: 'The event loop of POD has said nothing for VALUE.',
    description:
      'The process answers no request meanwhile. Its main thread runs code that does not end, or waits in a synchronous call. The command shows which.',
    example: { ill: 6, shown: '6s', healthy: 0 },
  },
  {
    ...wait,
    name: 'NodeEventLoopLate',
    metric: 'loopDelayP99',
    summary: 'The event loop of POD is VALUE late (p99).',
    description:
      'Some code runs for long without a break, and all requests wait for its end. The command shows what the main thread does.',
    example: { ill: 0.2, shown: '200ms', healthy: 0.012 },
  },
  {
    ...wait,
    name: 'NodeConnectionWait',
    metric: 'connectionWait',
    summary: 'Requests of POD wait VALUE for a connection (p99, pool QUEUE).',
    description:
      'Connections are in use for long, are never given back, or take long to open. The command shows how long each is in use, and which are not given back.',
    example: waited,
  },
  {
    name: 'NodeConnectionsStuck',
    metric: 'connectionPending',
    without: 'connectionWait',
    limit: 0,
    for: '1m',
    isCritical: true,
    summary: 'No request of POD has got a connection for five minutes, and VALUE wait (pool QUEUE).',
    description:
      'All connections are in use and none is given back, or the service gives none. The command shows which code has taken them.',
    example: { ill: 30, shown: '30', healthy: 0 },
  },
  {
    name: 'NodeCpuThrottled',
    metric: 'cpuThrottled',
    // A quarter of the periods: the quota then decides how long a request takes.
    limit: 0.25,
    for: '5m',
    summary: 'The CPU quota stopped POD in VALUE of the periods.',
    description:
      'The container has used up its quota, and all its threads wait for the next period. The command shows what uses the CPUs.',
    example: { ill: 0.4, shown: '40%', healthy: 0.01 },
  },
];

export const alerts = waits.map((one) => ({
  ...one,
  // The worst of the processes that share a page, with all labels of their pod.
  expression: `max without (${worker}) (${figure(one.metric, '5m')}${one.without ? ` unless ${growth(one.without, '5m')} > 0` : ''}) > ${one.limit}`,
  /** The label that distinguishes the queues of a pod. */
  queue: telemetry[one.metric].attributes.map(({ key }) => labelName(key))[0],
}));
export type Alert = (typeof alerts)[number];

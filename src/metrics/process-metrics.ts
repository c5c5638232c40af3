/** What is published of one process: figures of now, and what was counted since it was first heard. */
import type { JobKinds } from '../model/process-snapshot.ts';
import type { ConnectionsReading, LoopReading, ProbeReading, QueueReading } from '../model/reading.ts';
import { telemetry, type Telemetry } from '../model/telemetry.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { CumulativeHistogram, type Families, type Labels, type Series } from './series.ts';

const [{ key: laneKey, values: lanes }] = telemetry.queueWait.attributes;
const [{ key: kindKey }] = telemetry.queueLength.attributes;
const [{ key: stateKey, values: states }] = telemetry.threadTime.attributes;
const [{ key: poolKey }, { key: connectionKey }] = telemetry.connectionCount.attributes;
export type ThreadState = (typeof states)[number];

/** What is known beside the readings; null or absent: it is not known. */
export interface Figures {
  readonly threads?: number | null | undefined;
  readonly busy?: number | null | undefined;
  /** Jobs that wait for a thread, by queue. */
  readonly queues?: readonly JobKinds[] | null | undefined;
  /** Time that threads of the pool have spent in jobs. */
  readonly threadTime?: Readonly<Record<ThreadState, Milliseconds>> | null | undefined;
  readonly utilization?: Ratio | null | undefined;
  readonly delay?: LoopReading['delay'] | null | undefined;
  /** CPU time as a share of what the process may use. */
  readonly cpu?: Ratio | null | undefined;
  readonly quota?: number | null | undefined;
  readonly throttled?: Ratio | null | undefined;
  /** Time for which the main thread has said nothing. */
  readonly silence?: Milliseconds | null | undefined;
  /** Whether the pool can be read from inside; absent where that is no question. */
  readonly isPoolKnown?: boolean;
}

/** The series of each metric. A metric of the table that is missing here does not compile. */
const sources: Readonly<Record<keyof Telemetry, (known: ProcessMetrics, labels: Labels) => Series[]>> = {
  threadCount: gauge(({ threads }) => threads),
  threadBusy: gauge(({ busy }) => busy),
  poolKnown: gauge(({ isPoolKnown }) => (isPoolKnown === undefined ? null : Number(isPoolKnown))),
  queueLength({ figures: { queues }, kinds }, labels) {
    if (!queues) return [];
    // An empty queue has no kinds, and is known to be empty all the same.
    const named = kinds.size === 0 ? ['fs'] : [...kinds];
    const waiting = (kind: string) => queues.reduce((sum, queue) => sum + (queue[kind] ?? 0), 0);
    return named.map((kind) => ({ labels: { ...labels, [kindKey]: kind }, value: waiting(kind) }));
  },
  queueWait: ({ reading, waits }, labels) =>
    reading === null ? [] : lanes.flatMap((lane) => waits[lane].series({ ...labels, [laneKey]: lane })),
  probeAge: ({ reading }, labels) =>
    reading === null ? [] : lanes.flatMap((lane) => one({ ...labels, [laneKey]: lane }, age(reading[lane]))),
  threadTime: ({ figures: { threadTime } }, labels) =>
    threadTime
      ? states.map((state) => ({ labels: { ...labels, [stateKey]: state }, value: threadTime[state] / 1000 }))
      : [],
  loopUtilization: gauge(({ utilization }) => utilization),
  loopDelayMean: gauge(({ delay }) => seconds(delay?.mean)),
  loopDelayP50: gauge(({ delay }) => seconds(delay?.p50)),
  loopDelayP99: gauge(({ delay }) => seconds(delay?.p99)),
  loopDelayMax: gauge(({ delay }) => seconds(delay?.max)),
  loopSilence: gauge(({ silence }) => seconds(silence)),
  connectionCount: ({ pools }, labels) =>
    byPool(pools, labels, ({ size, used }) => [
      { labels: { [connectionKey]: 'used' }, value: used },
      { labels: { [connectionKey]: 'idle' }, value: size - used },
    ]),
  connectionMax: ({ pools }, labels) =>
    byPool(pools, labels, ({ limit }) => (limit > 0 ? [{ labels: {}, value: limit }] : [])),
  connectionPending: ({ pools }, labels) =>
    byPool(pools, labels, ({ waiting }) => [{ labels: {}, value: waiting }]),
  connectionWait: ({ connectionWaits }, labels) =>
    [...connectionWaits].flatMap(([name, waits]) => waits.series({ ...labels, [poolKey]: name })),
  cpuUtilization: gauge(({ cpu }) => cpu),
  cpuQuota: gauge(({ quota }) => quota),
  cpuThrottled: gauge(({ throttled }) => throttled),
};
const names = Object.keys(telemetry) as (keyof Telemetry)[];

/** What is known of one process: what the sources of its series read. */
export class ProcessMetrics {
  figures: Figures = {};
  /** Its last reading; null: none was heard. */
  reading: ProbeReading | null = null;
  readonly waits = {
    fast: new CumulativeHistogram(telemetry.queueWait.boundaries),
    slow: new CumulativeHistogram(telemetry.queueWait.boundaries),
  };
  /** Waits for a connection by the name of its pool, and what was last told of the pools. */
  readonly connectionWaits = new Map<string, CumulativeHistogram>();
  pools: readonly ConnectionsReading[] = [];
  /** Kinds of jobs that were ever seen waiting: a series that has begun goes on at 0. */
  readonly kinds = new Set<string>();

  /** Takes what is known now. */
  know(figures: Figures): void {
    this.figures = figures;
    for (const kind of (figures.queues ?? []).flatMap((queue) => Object.keys(queue))) this.kinds.add(kind);
  }

  /** Takes a reading of its probe. */
  hear(reading: ProbeReading): void {
    this.reading = reading;
    for (const lane of lanes) for (const wait of reading[lane].waits) this.waits[lane].add(wait / 1000);
    if (!reading.pools) return;
    this.pools = reading.pools.filter(({ kind, protocol }) => kind === 'pool' && protocol !== 'http');
    for (const pool of this.pools) {
      const waits =
        this.connectionWaits.get(poolName(pool)) ??
        new CumulativeHistogram(telemetry.connectionWait.boundaries);
      this.connectionWaits.set(poolName(pool), waits);
      for (const wait of pool.waits) waits.add(wait / 1000);
    }
  }

  /** @param which what is asked for: all, or what is counted alone */
  families(labels: Labels, which: 'all' | 'counted' = 'all'): Families {
    const asked = names.filter(
      (name) => which === 'all' || /^(?:counter|histogram)$/.test(telemetry[name].instrument),
    );
    return Object.fromEntries(asked.map((name) => [name, sources[name](this, labels)]));
  }
}

function gauge(of: (figures: Figures) => number | null | undefined) {
  return ({ figures }: ProcessMetrics, labels: Labels) => one(labels, of(figures));
}

/** The series of one value; none for what is not known. */
function one(labels: Labels, value: number | null | undefined): Series[] {
  return value === null || value === undefined || !Number.isFinite(value) ? [] : [{ labels, value }];
}

const seconds = (value: Milliseconds | null | undefined) =>
  value === undefined || value === null ? null : value / 1000;

const age = ({ pending, oldest }: QueueReading) => (pending === 0 ? 0 : (oldest ?? 0) / 1000);

const poolName = ({ client, place }: ConnectionsReading) => [client, place].filter(Boolean).join(' ');

/** The series of each pool; those of two that lead to the same place are added up. */
function byPool(
  pools: readonly ConnectionsReading[],
  labels: Labels,
  of: (pool: ConnectionsReading) => readonly Series[],
): Series[] {
  const sums = new Map<string, Series>();
  for (const pool of pools)
    for (const { labels: own, value } of of(pool)) {
      const all = { ...labels, [poolKey]: poolName(pool), ...own };
      const key = JSON.stringify(all);
      sums.set(key, { labels: all, value: value + (sums.get(key)?.value ?? 0) });
    }
  return [...sums.values()];
}

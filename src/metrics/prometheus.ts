/** What the doctor watches as Prometheus metrics (text format 0.0.4): gauges of now, counts of the whole watch. */
import type { DoctorEvent } from '../model/diagnosis.ts';
import type { JobKinds } from '../model/process-snapshot.ts';
import type { ConnectionsReading, QueueReading, ProbeReading } from '../model/reading.ts';
import { processAttribute, telemetry, type Instrument, type Telemetry } from '../model/telemetry.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Vitals } from '../model/vitals.ts';
import type { SamplePoint } from '../model/watch.ts';

type Labels = Readonly<Record<string, string>>;
interface Series {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels: Labels;
  readonly value: number;
}

const { boundaries } = telemetry.queueWait;
const [{ key: laneKey, values: lanes }] = telemetry.queueWait.attributes;
const [{ key: kindKey }] = telemetry.queueLength.attributes;
const [{ key: stateKey, values: states }] = telemetry.threadTime.attributes;
const [{ key: poolKey }, { key: connectionKey }] = telemetry.connectionCount.attributes;
type State = (typeof states)[number];

/** A histogram whose counts only ever grow: it is kept for as long as the watch, also for a process that has ended. */
class CumulativeHistogram {
  readonly #counts = boundaries.map(() => 0);
  #count = 0;
  #sum = 0;

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    for (const [i, bound] of boundaries.entries())
      if (value <= bound) this.#counts[i] = (this.#counts[i] ?? 0) + 1;
  }

  series(labels: Labels): Series[] {
    return [
      ...boundaries.map((bound, i) => ({
        suffix: '_bucket' as const,
        labels: { ...labels, le: String(bound) },
        value: this.#counts[i] ?? 0,
      })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: this.#count },
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: this.#count },
    ];
  }
}

/** Milliseconds that pool threads spent in jobs: the points of the watch, added up. They are samples, so this is an estimate. */
class ThreadTime {
  readonly #spent: Record<State, Milliseconds> = { running: 0, runnable: 0, blocked: 0, lock: 0 };
  #since: Milliseconds | null = null;
  #isTold = false;

  add({ at, busy, running, waitedForCpu }: SamplePoint, { pool }: Vitals): void {
    const span = this.#since === null ? 0 : Math.max(0, at - this.#since);
    this.#since = at;
    if (busy === null || running === null || waitedForCpu === null || pool.size === null || span === 0)
      return;
    this.#isTold = true;
    const spent = { running: running * pool.size * span, runnable: waitedForCpu * pool.size * span };
    // The kernel counts these two. What is left of the busy time is divided as the threads were found.
    const rest = Math.max(0, busy * span - spent.running - spent.runnable);
    const { atLock, blocked } = pool.time ?? { atLock: 0, blocked: 1 };
    const lock = atLock + blocked > 0 ? (rest * atLock) / (atLock + blocked) : 0;
    this.#spent.running += spent.running;
    this.#spent.runnable += spent.runnable;
    this.#spent.lock += lock;
    this.#spent.blocked += rest - lock;
  }

  series(labels: Labels): Series[] {
    if (!this.#isTold) return [];
    return states.map((state) => ({
      labels: { ...labels, [stateKey]: state },
      value: this.#spent[state] / 1000,
    }));
  }
}

interface ProcessSeries {
  readonly waits: Readonly<Record<(typeof lanes)[number], CumulativeHistogram>>;
  readonly time: ThreadTime;
  /** Waits for a connection by the name of its pool, and what was last told of the pools. */
  readonly connectionWaits: Map<string, CumulativeHistogram>;
  pools: readonly ConnectionsReading[];
  /** Kinds of jobs that were ever seen waiting: a series that has begun goes on at 0. */
  readonly kinds: Set<string>;
  isAlive: boolean;
  point: SamplePoint | null;
  vitals: Vitals | null;
  reading: ProbeReading | null;
}

/** Makes the series of a metric. A metric of the table that is missing in `sources` does not compile. */
type MetricSource = (known: ProcessSeries, labels: Labels) => Series[];

const gauge =
  (of: (known: ProcessSeries) => number | null | undefined): MetricSource =>
  (known, labels) =>
    one(labels, of(known));

const delay = (which: 'mean' | 'p50' | 'p99' | 'max') =>
  gauge(({ vitals }) => seconds(vitals?.loop.delay?.[which]));

const sources: Readonly<Record<keyof Telemetry, MetricSource>> = {
  threadCount: gauge(({ vitals }) => vitals?.pool.size),
  threadBusy: gauge(({ point, vitals }) => point?.busy ?? vitals?.pool.busy),
  queueLength: (known, labels) => queue(labels, known),
  queueWait: ({ reading, waits }, labels) =>
    reading === null ? [] : lanes.flatMap((lane) => waits[lane].series({ ...labels, [laneKey]: lane })),
  probeAge: ({ reading }, labels) =>
    reading === null ? [] : lanes.flatMap((lane) => one({ ...labels, [laneKey]: lane }, age(reading[lane]))),
  threadTime: ({ time }, labels) => time.series(labels),
  loopUtilization: gauge(
    ({ reading, vitals, point }) => reading?.loop?.utilization ?? vitals?.loop.utilization ?? point?.loop,
  ),
  loopDelayMean: delay('mean'),
  loopDelayP50: delay('p50'),
  loopDelayP99: delay('p99'),
  loopDelayMax: delay('max'),
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
  cpuQuota: gauge(({ vitals }) => vitals?.cpu.quota),
  cpuThrottled: gauge(({ vitals }) => vitals?.cpu.throttled),
};

/** The metrics of a watch: it is told of every event, and says at any time what they are. */
export class DoctorMetrics {
  readonly #processes = new Map<number, ProcessSeries>();

  take(event: DoctorEvent): void {
    if (event.type === 'processes') {
      const alive = new Set(event.processes.map(({ pid }) => pid));
      for (const pid of alive) this.#of(pid);
      for (const [pid, known] of this.#processes) known.isAlive = alive.has(pid);
    }
    if (event.type !== 'pulse') return;
    for (const vitals of event.diagnosis?.processes ?? []) {
      const known = this.#of(vitals.pid);
      known.vitals = vitals;
      for (const kind of Object.keys(kindsOf(vitals))) known.kinds.add(kind);
    }
    for (const [pid, point] of event.points) {
      const known = this.#of(pid);
      known.point = point;
      if (known.vitals) known.time.add(point, known.vitals);
    }
    for (const [pid, readings] of event.readings)
      for (const reading of readings) this.#hear(this.#of(pid), reading);
  }

  #hear(known: ProcessSeries, reading: ProbeReading): void {
    known.reading = reading;
    for (const lane of lanes) for (const wait of reading[lane].waits) known.waits[lane].add(wait / 1000);
    if (!reading.pools) return;
    known.pools = reading.pools.filter(({ kind, protocol }) => kind === 'pool' && protocol !== 'http');
    for (const pool of known.pools) {
      const waits = known.connectionWaits.get(poolName(pool)) ?? new CumulativeHistogram();
      known.connectionWaits.set(poolName(pool), waits);
      for (const wait of pool.waits) waits.add(wait / 1000);
    }
  }

  #of(pid: number): ProcessSeries {
    const known = this.#processes.get(pid) ?? {
      waits: { fast: new CumulativeHistogram(), slow: new CumulativeHistogram() },
      time: new ThreadTime(),
      connectionWaits: new Map<string, CumulativeHistogram>(),
      pools: [],
      kinds: new Set<string>(),
      isAlive: true,
      point: null,
      vitals: null,
      reading: null,
    };
    this.#processes.set(pid, known);
    return known;
  }

  /** The page, ending with a line break. */
  text(): string {
    const all = [...this.#processes].map(([pid, known]) => ({
      labels: { [processAttribute.key]: String(pid) },
      known,
    }));
    const names = Object.keys(telemetry) as (keyof Telemetry)[];
    return names
      .map((name) => {
        const metric: Instrument = telemetry[name];
        const isCounted = metric.instrument === 'histogram' || metric.instrument === 'counter';
        const series = all
          .filter(({ known }) => isCounted || known.isAlive)
          .flatMap(({ known, labels }) => sources[name](known, labels));
        return series.length > 0 ? written(metric, series) : '';
      })
      .join('');
  }
}

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

/** The series of one value; none for what is not known: a zero would be a claim. */
function one(labels: Labels, value: number | null | undefined): Series[] {
  return value === null || value === undefined || !Number.isFinite(value) ? [] : [{ labels, value }];
}

function seconds(value: number | undefined): number | null {
  return value === undefined ? null : value / 1000;
}

function age({ pending, oldest }: QueueReading): number {
  return pending === 0 ? 0 : (oldest ?? 0) / 1000;
}

function kindsOf({ pool: { queue: fast, slow } }: Vitals): JobKinds {
  const kinds: Record<string, number> = { ...fast?.kinds };
  for (const [kind, jobs] of Object.entries(slow.queue?.kinds ?? {})) kinds[kind] = (kinds[kind] ?? 0) + jobs;
  return kinds;
}

function queue(labels: Labels, { vitals, kinds }: ProcessSeries): Series[] {
  if (vitals === null || vitals.pool.queue === null) return [];
  const now = kindsOf(vitals);
  // An empty queue has no kinds, and is known to be empty all the same.
  const named = kinds.size === 0 ? ['fs'] : [...kinds];
  return named.map((kind) => ({ labels: { ...labels, [kindKey]: kind }, value: now[kind] ?? 0 }));
}

/** The type of a metric to Prometheus, which knows no counter that goes down: to it that is a gauge. */
const typeOf = ({ instrument }: Instrument) => (instrument === 'updowncounter' ? 'gauge' : instrument);

function written(metric: Instrument, series: readonly Series[]): string {
  const name = prometheusName(metric);
  const lines = series.map(({ suffix = '', labels, value }) => {
    const list = Object.entries(labels).map(([key, text]) => `${labelName(key)}="${labelText(text)}"`);
    return `${name}${suffix}{${list.join(',')}} ${Number(value.toPrecision(12))}\n`;
  });
  return `# HELP ${name} ${metric.description}\n# TYPE ${name} ${typeOf(metric)}\n${lines.join('')}`;
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

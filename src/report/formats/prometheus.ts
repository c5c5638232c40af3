/** What the doctor watches as Prometheus metrics (text format 0.0.4): gauges of now, histograms of the whole watch. */
import type { DoctorEvent } from '../../model/diagnosis.ts';
import type { JobKinds } from '../../model/process-snapshot.ts';
import type { QueueReading, ProbeReading } from '../../model/reading.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { SamplePoint } from '../../model/watch.ts';

type Labels = Readonly<Record<string, string>>;
interface Series {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels: Labels;
  readonly value: number;
}
interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'histogram';
  readonly help: string;
  readonly series: readonly Series[];
}

/** Seconds: from what an idle pool takes to what nobody waits for. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const lanes = ['fast', 'slow'] as const;

/** Counts only ever grow: they are kept for as long as the watch, also those of a process that has ended. */
class Histogram {
  readonly #counts = bounds.map(() => 0);
  #count = 0;
  #sum = 0;

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    for (const [i, bound] of bounds.entries())
      if (value <= bound) this.#counts[i] = (this.#counts[i] ?? 0) + 1;
  }

  series(labels: Labels): Series[] {
    return [
      ...bounds.map((bound, i) => ({
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

interface Known {
  readonly waits: Readonly<Record<(typeof lanes)[number], Histogram>>;
  /** Kinds of jobs that were ever seen waiting: a series that has begun goes on at 0. */
  readonly kinds: Set<string>;
  isAlive: boolean;
  point: SamplePoint | null;
  vitals: Vitals | null;
  reading: ProbeReading | null;
}

/** Told of every event of a watch; says at any time what the metrics are. */
export class DoctorMetrics {
  readonly #processes = new Map<number, Known>();

  take(event: DoctorEvent): void {
    if (event.type === 'processes') {
      const alive = new Set(event.processes.map(({ pid }) => pid));
      for (const pid of alive) this.#of(pid);
      for (const [pid, known] of this.#processes) known.isAlive = alive.has(pid);
    }
    if (event.type !== 'pulse') return;
    for (const [pid, point] of event.points) this.#of(pid).point = point;
    for (const [pid, readings] of event.readings)
      for (const reading of readings) this.#hear(this.#of(pid), reading);
    for (const vitals of event.diagnosis?.processes ?? []) {
      const known = this.#of(vitals.pid);
      known.vitals = vitals;
      for (const kind of Object.keys(kindsOf(vitals))) known.kinds.add(kind);
    }
  }

  #hear(known: Known, reading: ProbeReading): void {
    known.reading = reading;
    for (const lane of lanes) for (const wait of reading[lane].waits) known.waits[lane].add(wait / 1000);
  }

  #of(pid: number): Known {
    const known = this.#processes.get(pid) ?? {
      waits: { fast: new Histogram(), slow: new Histogram() },
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
    const all = [...this.#processes].map(([pid, known]) => ({ labels: { pid: String(pid) }, known }));
    const alive = all.filter(({ known }) => known.isAlive);
    const gauge = (
      name: string,
      help: string,
      value: (known: Known) => number | null | undefined,
    ): Family => ({
      name,
      type: 'gauge',
      help,
      series: alive.flatMap(({ labels, known }) => one(labels, value(known))),
    });
    const families: Family[] = [
      {
        name: 'nodejs_threadpool_wait_seconds',
        type: 'histogram',
        help: 'How long a job waits for a libuv pool thread, by tiny jobs on a schedule; lane slow: name resolution.',
        series: all.flatMap(({ labels, known }) =>
          known.reading !== null
            ? lanes.flatMap((lane) => known.waits[lane].series({ ...labels, lane }))
            : [],
        ),
      },
      {
        name: 'nodejs_threadpool_oldest_probe_age_seconds',
        type: 'gauge',
        help: 'Age of the oldest probe without an answer; 0: all were answered.',
        series: alive.flatMap(({ labels, known: { reading } }) =>
          reading === null ? [] : lanes.flatMap((lane) => one({ ...labels, lane }, age(reading[lane]))),
        ),
      },
      gauge(
        'nodejs_threadpool_threads',
        'Threads of the libuv pool; 0 before its first job.',
        ({ vitals }) => vitals?.pool.size,
      ),
      gauge(
        'nodejs_threadpool_busy_threads',
        'Pool threads in a job.',
        ({ point, vitals }) => point?.busy ?? vitals?.pool.busy,
      ),
      {
        name: 'nodejs_threadpool_queue_length',
        type: 'gauge',
        help: 'Jobs that wait for a pool thread, by kind.',
        series: alive.flatMap(({ labels, known }) => queue(labels, known)),
      },
      gauge(
        'nodejs_threadpool_cpu_wait_ratio',
        "Share of the busy pool threads' time in which they were ready and had no CPU.",
        ({ vitals }) => vitals?.pool.time?.waitedForCpu,
      ),
      gauge(
        'nodejs_threadpool_blocked_ratio',
        "Share of the busy pool threads' time in which they were blocked in the kernel.",
        ({ vitals }) => vitals?.pool.time?.blocked,
      ),
      gauge(
        'nodejs_eventloop_utilization',
        'Share of the time in which the event loop had something to do.',
        ({ reading, vitals, point }) => reading?.loop?.utilization ?? vitals?.loop.utilization ?? point?.loop,
      ),
      ...(['mean', 'p50', 'p99', 'max'] as const).map((which) =>
        gauge(
          `nodejs_eventloop_lag_${which}_seconds`,
          `How late a timer of the event loop fires: ${which}.`,
          ({ vitals }) => seconds(vitals?.loop.delay?.[which]),
        ),
      ),
      gauge(
        'container_cpu_quota_cores',
        'CPUs that the quota of the cgroup allows.',
        ({ vitals }) => vitals?.cpu.quota,
      ),
      gauge(
        'container_cpu_throttled_ratio',
        'Share of the periods of the scheduler in which the quota stopped the process.',
        ({ vitals }) => vitals?.cpu.throttled,
      ),
    ];
    return families
      .filter(({ series }) => series.length > 0)
      .map(written)
      .join('');
  }
}

/** No series for what is not known: a zero would be a claim. */
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

function queue(labels: Labels, { vitals, kinds }: Known): Series[] {
  if (vitals === null || vitals.pool.queue === null) return [];
  const now = kindsOf(vitals);
  // An empty queue has no kinds, and is known to be empty all the same.
  const named = kinds.size === 0 ? ['fs'] : [...kinds];
  return named.map((kind) => ({ labels: { ...labels, kind }, value: now[kind] ?? 0 }));
}

function written({ name, type, help, series }: Family): string {
  const lines = series.map(({ suffix = '', labels, value }) => {
    const list = Object.entries(labels).map(([key, text]) => `${key}="${labelText(text)}"`);
    return `${name}${suffix}{${list.join(',')}} ${Number(value.toPrecision(12))}\n`;
  });
  return `# HELP ${name} ${help.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** A kind may hold the name of an add-on's file. */
function labelText(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

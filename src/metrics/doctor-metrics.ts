/** What the doctor watches as metrics: gauges of now, counts of the whole watch, also those of a process that has ended. */
import type { DoctorEvent } from '../model/diagnosis.ts';
import { processAttribute } from '../model/telemetry.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Vitals } from '../model/vitals.ts';
import type { SamplePoint } from '../model/watch.ts';
import { ProcessMetrics, type ThreadState } from './process-metrics.ts';
import { pageText } from './prometheus.ts';

/** Milliseconds that pool threads spent in jobs: the points of the watch, added up. They are samples, so this is an estimate. */
class ThreadTime {
  readonly #spent: Record<ThreadState, Milliseconds> = { running: 0, runnable: 0, blocked: 0, lock: 0 };
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

  /** @returns null while nothing tells */
  sums(): Readonly<Record<ThreadState, Milliseconds>> | null {
    return this.#isTold ? { ...this.#spent } : null;
  }
}

interface WatchedProcess {
  readonly metrics: ProcessMetrics;
  readonly time: ThreadTime;
  isAlive: boolean;
  point: SamplePoint | null;
  vitals: Vitals | null;
}

/** The metrics of a watch: it is told of every event, and says at any time what they are. */
export class DoctorMetrics {
  readonly #processes = new Map<number, WatchedProcess>();

  take(event: DoctorEvent): void {
    if (event.type === 'processes') {
      const alive = new Set(event.processes.map(({ pid }) => pid));
      for (const pid of alive) this.#of(pid);
      for (const [pid, known] of this.#processes) known.isAlive = alive.has(pid);
    }
    if (event.type !== 'pulse') return;
    for (const vitals of event.diagnosis?.processes ?? []) this.#of(vitals.pid).vitals = vitals;
    for (const [pid, point] of event.points) {
      const known = this.#of(pid);
      known.point = point;
      if (known.vitals) known.time.add(point, known.vitals);
    }
    for (const [pid, readings] of event.readings)
      for (const reading of readings) this.#of(pid).metrics.hear(reading);
    for (const known of this.#processes.values()) know(known);
  }

  #of(pid: number): WatchedProcess {
    const known = this.#processes.get(pid) ?? {
      metrics: new ProcessMetrics(),
      time: new ThreadTime(),
      isAlive: true,
      point: null,
      vitals: null,
    };
    this.#processes.set(pid, known);
    return known;
  }

  /** The page, ending with a line break. */
  text(): string {
    return pageText(
      [...this.#processes].map(([pid, { metrics, isAlive }]) =>
        metrics.families({ [processAttribute.key]: String(pid) }, isAlive ? 'all' : 'counted'),
      ),
    );
  }
}

function know({ metrics, time, point, vitals }: WatchedProcess): void {
  const { reading } = metrics;
  metrics.know({
    threads: vitals?.pool.size,
    busy: point?.busy ?? vitals?.pool.busy,
    queues: vitals?.pool.queue ? [vitals.pool.queue.kinds, vitals.pool.slow.queue?.kinds ?? {}] : null,
    threadTime: time.sums(),
    utilization: reading?.loop?.utilization ?? vitals?.loop.utilization ?? point?.loop,
    delay: vitals?.loop.delay,
    silence: reading?.silent,
    cpu: vitals && vitals.cpu.available > 0 ? vitals.cpu.used / vitals.cpu.available : null,
    quota: vitals?.cpu.quota,
    throttled: vitals?.cpu.throttled,
  });
}

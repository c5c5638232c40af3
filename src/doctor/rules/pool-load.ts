/** How heavily a pool is used, in the few words that its rules share: how long jobs wait, and what the threads do. */
import type { FleetVitals, PoolWait, Vitals } from '../../model/vitals.ts';
import { ownPool } from '../../model/vary.ts';
import { total } from '../../judge/sums.ts';

/**
 * `none`, `short`: nobody feels it. `long`: felt. `severe`: jobs wait longer than they work, or so long that people
 * notice. `unknown`: neither queue nor probe was seen.
 */
export type WaitGrade = 'none' | 'short' | 'long' | 'severe' | 'unknown';

export interface PoolLoad {
  readonly size: number;
  readonly grade: WaitGrade;
  readonly wait: PoolWait | null;
  /** Threads in a job, jobs that wait: means; null where the queue cannot be read. */
  readonly busy: number | null;
  readonly queued: number | null;
  readonly queuedP95: number | null;
  /** Part of a job's time in the pool in which it only waits: queue / (busy + queue), by Little's law. */
  readonly waitShare: number | null;
}

const limits = {
  /** A fast job takes as long as this: who waits less does not notice. */
  felt: 1,
  /** So long is noticed whatever the job takes. */
  long: 10,
  severe: 50,
  /** A third: it waits half as long as it works. A half: as long as it works. A pool in good order stays below. */
  longShare: 1 / 3,
  severeShare: 1 / 2,
  /** A short job that finds all threads taken half of the time. */
  full: 0.5,
  /** Where the queue is not seen, an average over a burst or two may be this high. */
  longAlone: 5,
  severeAlone: 20,
} as const;

/** @returns null where the pool is not in use, or its size is not known */
export function poolLoad({ pool }: Pick<Vitals, 'pool'>): PoolLoad | null {
  const { busy, queue, wait } = pool;
  // Off Linux nothing counts the threads; what was asked for is most likely in force.
  const size = pool.size ?? (wait?.from === 'probe' ? (pool.asked ?? ownPool) : null);
  if (!size) return null;
  const queued = queue?.mean ?? null;
  const waitShare = busy !== null && queued !== null ? queued / Math.max(busy + queued, 1e-9) : null;
  return {
    size,
    wait,
    busy,
    queued,
    queuedP95: queue?.p95 ?? null,
    waitShare,
    grade: gradeOf({ pool }, waitShare),
  };
}

function gradeOf(
  { pool: { wait, full, queue, busy } }: Pick<Vitals, 'pool'>,
  waitShare: number | null,
): WaitGrade {
  if (queue && queue.mean < leastQueue && !(wait && wait.mean >= limits.felt)) return 'none';
  const middle = wait?.mean ?? null;
  if (middle === null) {
    // A queue that never moved: nothing left it, so how long is not told, but that jobs wait is.
    if (queue && busy !== null && waitShare !== null) {
      return waitShare >= limits.severeShare ? 'severe' : waitShare >= limits.longShare ? 'long' : 'short';
    }
    return 'unknown';
  }
  if (middle < limits.felt) return middle < waitNone ? 'none' : 'short';
  if (waitShare === null) {
    return middle >= limits.severeAlone ? 'severe' : middle >= limits.longAlone ? 'long' : 'short';
  }
  const isFull = (full ?? 0) >= limits.full;
  if (waitShare >= limits.severeShare && middle >= limits.felt * 5) return 'severe';
  if (isFull && middle >= limits.severe) return 'severe';
  if (waitShare >= limits.longShare || (isFull && middle >= limits.long)) return 'long';
  return 'short';
}

const leastQueue = 0.1;
const waitNone = 0.2;

export function isWaiting(load: PoolLoad | null): load is PoolLoad {
  return load?.grade === 'long' || load?.grade === 'severe';
}

/** What its threads spend their time on, and whether the CPUs are the reason. */
export interface PoolWork {
  /** On a CPU or ready for one, of the time that it is not at a lock. */
  readonly cpu: number;
  readonly isCpuBound: boolean;
  /** The CPUs have nothing left for a further thread: more of them would share the same time. */
  readonly isStarved: boolean;
}

const starving = {
  /** Half of their time: what a further thread would mostly ask for is a CPU. */
  cpuBound: 0.5,
  /** Ready and without a CPU, of the time in which they wanted one. Measured: 72 of 97 % with 8 jobs on 2 CPUs; 0.1 % blocked. */
  waited: 0.2,
  throttled: 0.2,
  /** CPUs that threads of a job's library want, in all and for each pool thread in a job. */
  helpers: 0.5,
  helpersEach: 0.2,
  /** CPUs left over. */
  free: 0.3,
} as const;

export function poolWork(vitals: Vitals, fleet: FleetVitals): PoolWork | null {
  const { time, busy } = vitals.pool;
  if (!time) return null;
  const helpers = ofHelpers(vitals, busy ?? 0);
  // At a lock a thread asks for nothing: what counts is what it does once it goes on.
  const wanted = (time.running + time.waitedForCpu) / Math.max(1 - time.atLock, 1e-9);
  const isCpuBound = wanted >= starving.cpuBound || helpers.isMuch;
  const waited = helpers.isMuch
    ? helpers.waited
    : time.waitedForCpu / Math.max(time.running + time.waitedForCpu, 1e-9);
  const isStarved =
    isCpuBound &&
    (waited >= starving.waited ||
      (vitals.cpu.throttled ?? 0) >= starving.throttled ||
      freeCpus(vitals, fleet) < starving.free);
  return { cpu: helpers.isMuch ? 1 : wanted, isCpuBound, isStarved };
}

/**
 * A job may compute on threads of its library's own while its pool thread waits for them: libvips under sharp does. What is
 * neither the loop's, nor a worker's, nor the pool's own CPU time is theirs, where it is more than V8's helpers take.
 */
function ofHelpers({ cpu, loop, pool, workers }: Vitals, busy: number): { isMuch: boolean; waited: number } {
  const running = busy * (pool.time?.running ?? 0);
  const waiting = busy * (pool.time?.waitedForCpu ?? 0);
  const used = cpu.used - (loop.ran ?? 1) - total(workers.map(({ ran }) => ran)) - running;
  const waited =
    (cpu.waited ?? 0) -
    (loop.waitedForCpu ?? 0) -
    total(workers.map((worker) => worker.waitedForCpu)) -
    waiting;
  // What they wanted, not what they got: on a busy machine they get little.
  const wanted = Math.max(0, used) + Math.max(0, waited);
  const isMuch = wanted >= starving.helpers && wanted >= busy * starving.helpersEach;
  return { isMuch, waited: isMuch ? Math.max(0, waited) / wanted : 0 };
}

/** CPUs that this process could have besides those that it uses. */
export function freeCpus({ cpu }: Pick<Vitals, 'cpu'>, fleet: FleetVitals): number {
  return Math.max(0, Math.min(cpu.available - cpu.used, fleet.free));
}

/** What all rules about the pool use: how long jobs wait, what the threads do, and figures for both. */
import { saturation } from '../../saturation/saturation.ts';
import { inEnglish, message } from '../../messages/message.ts';
import type { Change, Figure, Severity } from '../../model/diagnosis.ts';
import { ownPool } from '../../model/factor.ts';
import type { Ratio } from '../../model/units.ts';
import type { PoolWait, ServiceVitals, StateShare, Vitals } from '../../model/vitals.ts';
import { waitFloor } from '../../format/words.ts';
import { total } from '../../stats/mean-and-spread.ts';
import {
  type Declared,
  type ProcessRule,
  type RuleResult,
  type Signals,
  figures,
  kindsText,
  notApplicable,
  processRule,
} from './rule.ts';
import { change } from './changes.ts';

interface PoolRule extends Omit<Declared<ProcessRule>, 'judge' | 'signals'> {
  /** Default: the figures of a pool, that is how long its jobs wait, and what its threads do. */
  readonly signals?: ProcessRule['signals'];
  readonly judge: (
    vitals: Vitals,
    load: PoolLoad | null,
    work: PoolWork | null,
    service: ServiceVitals,
  ) => RuleResult;
}

/** @returns a rule about a pool that is in use; a finding rests on the figures of the pool, unless it has signals of its own */
export function poolRule({ judge, signals = poolSignals, ...rule }: PoolRule): ProcessRule {
  return processRule({
    ...rule,
    signals,
    judge(vitals, service) {
      if (vitals.pool.size === 0) return notApplicable('pool jobs');
      const load = poolLoad(vitals);
      const result = judge(vitals, load, poolWork(vitals, service), service);
      if (result.status !== 'finding' || signals !== poolSignals || !load) return result;
      return { ...result, evidence: [...poolEvidence(vitals, load), ...(result.also ?? [])] };
    },
  });
}

/**
 * How noticeable the wait is. `none`, `short`: no request is noticeably later. `long`: noticed. `severe`: jobs wait longer than they
 * work, or so long that people notice. `unknown`: neither queue nor probe was seen.
 */
type WaitGrade = 'none' | 'short' | 'long' | 'severe' | 'unknown';

export interface PoolLoad {
  readonly size: number;
  readonly grade: WaitGrade;
  readonly wait: PoolWait | null;
  /** Threads in a job, and jobs that wait, on average; null where the queue cannot be read. */
  readonly busy: number | null;
  readonly queued: number | null;
  readonly queuedP95: number | null;
  /** Whether the wait is long enough to be noticed. */
  readonly isWaiting: boolean;
  /** Severity of a finding about the wait, and its weight against the same finding of another process. */
  readonly ranked: { readonly severity: Severity; readonly weight: number };
  /** The wait that the texts of a finding name. */
  readonly named: { readonly size: number; readonly queued: number | null; readonly wait: number | null };
  /** The kind of job to limit: the one that holds the threads, or else the one that waits most. */
  readonly heldBy: string;
}

const limits = {
  /** Milliseconds that a fast job takes: a shorter wait is not noticed. */
  felt: 1,
  /** Milliseconds that are noticed however long the job takes. */
  long: 10,
  severe: 50,
  /** Part of a job's time in the pool that it waits. A third: half as long as it works; a half: as long. A sound pool has less. */
  longShare: 1 / 3,
  severeShare: 1 / 2,
  /** Part of the time with all threads busy. */
  full: 0.5,
  /** Part of the time with all threads busy below which a job waits for a thread to wake up, not for other jobs. */
  rarelyFull: 0.05,
  /** Part of the threads in a job below which most of the time some are free. */
  mostlyFree: 0.5,
  /** Milliseconds of wait where the queue is not seen: an average over a burst or two may be high. */
  longAlone: 5,
  severeAlone: 20,
  /** Waiting jobs on average below which none waits. */
  queued: 0.1,
} as const;

/** @returns null where the pool is not in use, or its size is not known */
export function poolLoad({ pool }: Pick<Vitals, 'pool'>): PoolLoad | null {
  const { busy, queue, wait } = pool;
  // Off Linux the threads are not counted; the size that was asked for is most likely in force.
  const size = pool.size ?? (wait?.from === 'probe' ? (pool.asked ?? ownPool) : null);
  if (!size) return null;
  const queued = queue?.mean ?? null;
  const grade = gradeOf(pool);
  const mean = wait?.mean ?? null;
  return {
    size,
    wait,
    busy,
    queued,
    queuedP95: queue?.p95 ?? null,
    grade,
    isWaiting: grade === 'long' || grade === 'severe',
    ranked: { severity: grade === 'severe' ? 'critical' : 'warning', weight: mean ?? queued ?? 0 },
    named: { size, queued, wait: mean },
    heldBy: mainHolder(pool) ?? Object.keys(queue?.kinds ?? {})[0] ?? 'other',
  };
}

function gradeOf({ wait, full, queue, busy, size }: Vitals['pool']): WaitGrade {
  if (queue && queue.mean < limits.queued && !(wait && wait.mean >= limits.felt)) return 'none';
  // Share of a job's time in the pool in which it only waits, by Little's law.
  const part = queue && busy !== null ? queue.mean / Math.max(busy + queue.mean, 1e-9) : null;
  const graded = (value: number, long: number, severe: number): WaitGrade =>
    value >= severe ? 'severe' : value >= long ? 'long' : 'short';
  // A queue that never moved gives no waiting time, but shows that jobs wait.
  if (!wait) return part === null ? 'unknown' : graded(part, limits.longShare, limits.severeShare);
  const { mean } = wait;
  if (mean < limits.felt) return mean < waitFloor ? 'none' : 'short';
  if (part === null) return graded(mean, limits.longAlone, limits.severeAlone);
  if (full !== null && full < limits.rarelyFull && mean < limits.long) return 'short';
  // Jobs come in bursts while most threads are free: a burst is served before it is noticed.
  if (busy !== null && size !== null && busy < size * limits.mostlyFree && mean < limits.felt * 5)
    return 'short';
  const isFull = (full ?? 0) >= limits.full;
  if (part >= limits.severeShare && mean >= limits.felt * 5) return 'severe';
  if (isFull && mean >= limits.severe) return 'severe';
  return part >= limits.longShare || (isFull && mean >= limits.long) ? 'long' : 'short';
}

export const waitLabel = 'wait for a thread';
export const timeLabel = "busy threads' time";

/** Part of the busy threads from which the kind of job that holds them keeps the others waiting. */
export const mostHeld = 0.6;

/** @returns the kind that holds most of the busy threads; null if none does, or that was not seen */
function mainHolder({ holders }: Vitals['pool']): string | null {
  const [first] = holders ?? [];
  return first && first.part >= mostHeld ? first.kind : null;
}

/** The figures that most rules about the pool use. */
function poolSignals(vitals: Vitals): Signals {
  const load = poolLoad(vitals);
  return load ? poolFigures(vitals, load) : { 'pool threads': null };
}

/** All figures of a pool in which jobs wait, with the states of its threads. */
export function poolEvidence(vitals: Vitals, load: PoolLoad): Figure[] {
  return [...figures(poolFigures(vitals, load)), ...foundIn(vitals.pool.whereabouts)];
}

export function poolFigures({ pool }: Vitals, load: PoolLoad) {
  const { wait, busy, queued, queuedP95, size } = load;
  const { time, queue, holders } = pool;
  return {
    'pool threads': String(size),
    'threads in a job': busy === null ? null : message('evidence.average', { mean: busy }),
    'jobs that wait':
      queued === null ? null : message('evidence.average-p95', { mean: queued, p95: queuedP95 ?? 0 }),
    'by kind': kindsText(queue?.kinds ?? {}) || null,
    'what holds the threads': holders && message('evidence.holders', { holders: holders.slice(0, 3) }),
    [waitLabel]:
      wait &&
      message('evidence.pool-wait', { mean: wait.mean, p95: wait.p95, isProbe: wait.from === 'probe' }),
    [timeLabel]: time && message('evidence.pool-time', time),
  };
}

/** Where threads are found off a CPU, by name: all locks have one name, and a state that is rare beside the first is left out. */
export function foundIn(whereabouts: readonly StateShare[]): Figure[] {
  const off = whereabouts.filter(({ doing: { state } }) => state === 'blocked' || state === 'waiting');
  const sums = Array.from(
    Map.groupBy(off, ({ doing }) => inEnglish(message('thread.state', doing))).values(),
    (same) => ({
      state: same[0]?.doing ?? ({ state: 'asleep' } as const),
      part: total(same.map((each) => each.share)),
    }),
  );
  return sums
    .toSorted((one, other) => other.part - one.part)
    .slice(0, 2)
    .filter(({ part }, index) => index === 0 || part >= 0.01)
    .map(({ state, part }) => ({ label: 'found in', value: message('evidence.found-in', { state, part }) }));
}

/** How the pool threads spend their time, and whether the CPUs are the cause. */
export interface PoolWork {
  /** Part of the time that threads are on a CPU or ready for one, of the time not at a lock. */
  readonly cpu: number;
  readonly isCpuBound: boolean;
  /** CPUs that threads of the jobs' own library use, while its pool threads wait for them; null if hardly any. */
  readonly helpers: number | null;
  /** Whether no CPU is left for a further thread: more threads would share the same time. */
  readonly isStarved: boolean;
}

const starving = {
  /** Part of their time that they want a CPU: a further thread would mostly want one too. */
  cpuBound: 0.5,
  /** Part of that in which they had none. Measured: 72 of 97% with 8 jobs on 2 CPUs; 0.1% with blocked jobs. */
  waited: 0.2,
  throttled: 0.2,
  /** CPUs that threads of a job's library want, in all and for each pool thread in a job. */
  helpers: 0.5,
  helpersEach: 0.2,
  /** CPUs left over for a further thread. */
  free: 0.3,
} as const;

export function poolWork(vitals: Vitals, service: ServiceVitals): PoolWork | null {
  const { time, busy } = vitals.pool;
  // Where the kernel does not tell of threads, jobs that wait while hardly a CPU is free wait for that.
  if (!time)
    return seemsFull(vitals, service) ? { cpu: 1, isCpuBound: true, isStarved: true, helpers: null } : null;
  const helpers = ofHelpers(vitals, busy ?? 0);
  // At a lock a thread asks for nothing: its time outside counts.
  const wanted = (time.running + time.waitedForCpu) / Math.max(1 - time.atLock, 1e-9);
  const isCpuBound = wanted >= starving.cpuBound || helpers.isMuch;
  const lacked = helpers.isMuch
    ? helpers.lacked
    : time.waitedForCpu / Math.max(time.running + time.waitedForCpu, 1e-9);
  const isStarved =
    isCpuBound &&
    (lacked >= starving.waited ||
      (vitals.cpu.throttled ?? 0) >= starving.throttled ||
      !areCpusFree(vitals, service));
  const isWaitingForHelpers = helpers.isMuch && wanted < starving.cpuBound;
  return { cpu: wanted, isCpuBound, isStarved, helpers: isWaitingForHelpers ? helpers.used : null };
}

/**
 * CPUs used by a library's own threads, which compute while the pool thread of their job waits: libvips under sharp does that. They
 * are the CPU time that belongs to neither loop, workers nor pool, if it is more than V8's helpers take.
 */
function ofHelpers({ cpu, loop, pool, workers }: Vitals, busy: number) {
  const running = busy * (pool.time?.running ?? 0);
  const waiting = busy * (pool.time?.waitedForCpu ?? 0);
  const used = cpu.used - (loop.ran ?? 1) - total(workers.map(({ ran }) => ran)) - running;
  const lacked =
    (cpu.waited ?? 0) -
    (loop.waitedForCpu ?? 0) -
    total(workers.map((worker) => worker.waitedForCpu)) -
    waiting;
  // Wanted time, not used time: on a busy machine they get little.
  const wanted = Math.max(0, used) + Math.max(0, lacked);
  const isMuch = wanted >= starving.helpers && wanted >= busy * starving.helpersEach;
  return { isMuch, used: Math.max(0, used), lacked: isMuch ? Math.max(0, lacked) / wanted : 0 };
}

/** Whether a further thread would find a CPU. */
export function areCpusFree(vitals: Pick<Vitals, 'cpu'>, service: ServiceVitals): boolean {
  return freeCpus(vitals, service) >= starving.free;
}

/** Part of the CPUs in use from which waiting threads wait for a CPU, unless a loop is out of time itself: they use none. */
export const nearlyFull = 0.8;
/** Where the kernel does not tell of such waits: what others do, and what a host takes away, is seen in part. */
export const seeminglyFull = 0.7;

/**
 * Whether all CPUs that the server may use, or all of the machine, are in use.
 * @param without CPUs whose use does not count
 * @param full the part of the CPUs from which they count as full
 */
export function areCpusFull(
  { used, cpus, machineUsed, machineCpus }: ServiceVitals,
  without = 0,
  full: Ratio = saturation.measured.CPU,
): boolean {
  return (used - without) / cpus >= full || (machineUsed - without) / machineCpus >= full;
}

/** Whether the CPUs are so full that what waits, waits for one, where the kernel does not tell how long threads wait for them. */
export function seemsFull({ loop }: Pick<Vitals, 'loop'>, service: ServiceVitals): boolean {
  return loop.waitedForCpu === null && areCpusFull(service, 0, seeminglyFull);
}

/** CPUs that programs outside the watch use. */
export function usedByOthers({ machineUsed, used }: ServiceVitals): number {
  return Math.max(0, machineUsed - used);
}

/** Requests in flight, counted by the probe or else by the kernel; null if neither saw any. */
export function inFlight({ requests, sockets }: Vitals): number | null {
  return requests?.pending ?? sockets?.inbound.pending ?? null;
}

/** CPUs that this process could still use. */
export function freeCpus({ cpu }: Pick<Vitals, 'cpu'>, service: ServiceVitals): number {
  return Math.max(0, Math.min(cpu.available - cpu.used, service.free));
}

/** @returns the native threads with the most CPU time; null where there are none */
export function nativeFigure({ native }: Pick<Vitals, 'native'>): Figure['value'] | null {
  return native.length === 0 ? null : message('evidence.native', { threads: native.slice(0, 3) });
}

/** CPUs that native threads want: with less they take little from others. */
const leastForAdvice = 0.5;

/** @returns how a known library uses fewer threads per job: as many jobs run at once as there are pool threads */
export function fewerNativeThreads({ native }: Pick<Vitals, 'native'>): Change[] {
  const isMuch = native.some(
    ({ name, ran, waitedForCpu }) => /vips/i.test(name ?? '') && ran + waitedForCpu >= leastForAdvice,
  );
  if (!isMuch) return [];
  return [change('code', 'change.one-thread-each', `import sharp from 'sharp';\nsharp.concurrency(1);`)];
}

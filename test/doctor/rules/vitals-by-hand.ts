/** Figures of a process as rules get them: a healthy server with an idle pool, but for what a case says. */
import { message } from '../../../src/messages/message.ts';
import type { ThreadState, JobKinds } from '../../../src/model/process-snapshot.ts';
import type { ProfiledFunction } from '../../../src/model/reading.ts';
import type {
  ServiceVitals,
  LoopVitals,
  PoolVitals,
  PoolWait,
  QueueVitals,
  Vitals,
} from '../../../src/model/vitals.ts';

export type Parts = Partial<Omit<Vitals, 'pool' | 'loop' | 'cpu' | 'memory'>> & {
  readonly pool?: Partial<PoolVitals>;
  readonly loop?: Partial<LoopVitals>;
  readonly cpu?: Partial<Vitals['cpu']>;
  readonly memory?: Partial<Vitals['memory']>;
};

export function vitalsByHand({ pool, loop, cpu, memory, ...rest }: Parts = {}): Vitals {
  return {
    pid: 42,
    role: 'single',
    command: 'node server.js',
    script: null,
    startedAs: null,
    load: null,
    node: '24.21.0',
    seen: 10_000,
    age: 3_600_000,
    isProduction: null,
    clients: [],
    stopped: 0,
    pool: {
      size: 4,
      asked: 4,
      askedText: null,
      busy: 0.2,
      full: 0,
      queue: { mean: 0, p95: 0, kinds: {} },
      holders: null,
      captured: null,
      started: 10,
      time: { running: 0.5, waitedForCpu: 0.02, atLock: 0, blocked: 0.48 },
      whereabouts: [],
      stuck: [],
      wait: waitOf(0.06),
      slow: {
        cap: 2,
        running: 0,
        queue: { mean: 0, p95: 0, kinds: {} },
        wait: waitOf(0.07),
      },
      ...pool,
    },
    loop: {
      utilization: 0.2,
      from: 'probe',
      ran: 0.18,
      waitedForCpu: 0.01,
      blockedIn: [],
      delay: { mean: 0.2, p50: 0.1, p99: 1.5, max: 6 },
      silent: 0,
      stalls: 0,
      functions: null,
      profileStopped: null,
      ...loop,
    },
    gc: { share: 0.01, full: 0, longest: 4, count: 12 },
    memory: {
      rss: 80 * 2 ** 20,
      growth: 0,
      isSteady: false,
      limit: null,
      heap: 30 * 2 ** 20,
      external: 4 * 2 ** 20,
      room: 2 ** 34,
      heapLimit: 2 ** 31,
      kept: null,
      keptGrowth: null,
      ...memory,
    },
    cpu: { used: 0.3, available: 8, quota: null, throttled: null, waited: 0.02, ...cpu },
    v8: 0.01,
    workers: [],
    native: [],
    sockets: null,
    requests: { pending: 0.3, rate: 100, mean: 3 },
    calls: null,
    connections: [],
    taskRoom: null,
    withoutPeek: null,
    withoutProbe: null,
    ...rest,
  };
}

export function serviceByHand(
  processes: readonly Vitals[],
  parts: Partial<ServiceVitals> = {},
): ServiceVitals {
  const used = processes.reduce((sum, { cpu }) => sum + cpu.used, 0);
  const cpus = Math.max(...processes.map(({ cpu }) => cpu.available));
  const machineCpus = Math.max(8, cpus);
  const machineUsed = parts.machineUsed ?? used + 0.1;
  return {
    cpus,
    machineCpus,
    machineUsed,
    areOthersSeen: true,
    load: 0,
    steal: 0,
    used,
    free: Math.max(0, Math.min(cpus - used, machineCpus - machineUsed)),
    serving: processes.length,
    requests: null,
    ...parts,
  };
}

/** Waits around a mean, as a probe tells them. */
export function waitOf(mean: number, parts: Partial<PoolWait> = {}): PoolWait {
  return {
    from: 'probe',
    mean,
    p50: mean,
    p95: mean * 2,
    jobs: 200,
    oldest: null,
    ...parts,
  };
}

export function queueOf(kinds: JobKinds): QueueVitals {
  const mean = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return { mean, p95: mean * 1.02, kinds };
}

export const inCall = (syscall: string, on: string | null = null): ThreadState => ({
  state: 'blocked',
  syscall,
  on,
});

export const atLock = (lock: string): ThreadState => ({ state: 'waiting', at: 'other', lock, by: 'mutex' });

export const atCondition = (lock: string): ThreadState => ({
  state: 'waiting',
  at: 'other',
  lock,
  by: 'condition',
});

/** Busy threads' time, of which the rest is blocked. */
export function timeOf(running: number, waitedForCpu: number, lock = 0): NonNullable<PoolVitals['time']> {
  return { running, waitedForCpu, atLock: lock, blocked: 1 - running - waitedForCpu - lock };
}

export const pool = (parts: Partial<PoolVitals>): Parts => ({ pool: parts });
/** A full pool whose jobs compute on more CPUs than there are. */
export const computing = (kinds: JobKinds = { crypto: 28 }, parts: Partial<PoolVitals> = {}): Parts =>
  pool({
    busy: 4,
    full: 1,
    queue: queueOf(kinds),
    started: 20,
    time: timeOf(0.25, 0.74),
    wait: waitOf(1400),
    ...parts,
  });
/** A full pool whose jobs are blocked: the example of 64 clients, a call of 20 ms and 4 threads. */
export const blocked = (kinds: JobKinds = { node_api: 59.4 }, parts: Partial<PoolVitals> = {}): Parts =>
  pool({
    busy: 3.96,
    full: 0.99,
    queue: queueOf(kinds),
    started: 192,
    time: timeOf(0.01, 0),
    whereabouts: [{ doing: inCall('nanosleep'), share: 0.98, threads: 4 }],
    wait: waitOf(309),
    ...parts,
  });
/** Whose jobs the threads have in hand, and which share of them. */
export const held = (parts: JobKinds): Partial<PoolVitals> => ({
  holders: Object.entries(parts).map(([kind, part]) => ({ kind, part })),
});
export const stuck = (threads: number, doing: ThreadState, since = 5000): Partial<PoolVitals> => ({
  stuck: Array.from({ length: threads }, (_, tid) => ({ tid, doing, since })),
});

export const loop = (utilization: number, ran = utilization, waitedForCpu = 0.01): Parts => ({
  loop: { utilization, ran, waitedForCpu },
});
/** Milliseconds by which the loop was late. */
export const late = (mean: number, p50: number, p99: number, max: number, stalls = 0): Parts => ({
  loop: { delay: { mean, p50, p99, max }, stalls },
});
/** What a profile shows; a function of the application unless told. */
export const profiled = (parts: Partial<ProfiledFunction> = {}): ProfiledFunction => ({
  name: 'render',
  file: '/srv/app.js',
  line: 12,
  self: 0.9,
  total: 0.95,
  calledBy: null,
  ...parts,
});
/** A loop that is always busy, with these functions in its profile. */
export const saturated = (functions: readonly ProfiledFunction[] = [], stalls = 0): Parts => ({
  loop: { utilization: 0.98, ran: 0.97, functions, stalls },
  cpu: { used: 1.05 },
});
export const found = (doing: ThreadState, share: number): Parts => ({
  loop: { blockedIn: [{ doing, share, threads: 1 }] },
});
export const cpu = (used: number, available = 8, waited = 0.02): Parts => ({
  cpu: { used, available, waited },
});
export const twoCpus = cpu(1.95, 2, 3);
export const collected = (share: number, longest: number, count: number, full = 0): Parts => ({
  gc: { share, full, longest, count },
});
type Memory = Partial<Vitals['memory']>;
/** Figures of memory in MiB, a growth in MiB a second. */
export const mebibytes = (parts: Memory): Parts => ({
  memory: Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, typeof value === 'number' ? value * 2 ** 20 : value]),
  ),
});
export const noProbe: Parts = {
  loop: { delay: null, stalls: null, silent: null },
  gc: null,
  withoutProbe: message('unseen.probe-not-wanted'),
};

/** The age of what is open, of which the middle one is so old. */
export const agesOf = (p50: number) => ({ p50, p95: p50 * 2, max: p50 * 3 });

/** Connections with nothing known of them but for what a case says. */
export function socketsOf({ inbound, ...rest }: SocketParts = {}): NonNullable<Vitals['sockets']> {
  return {
    listening: [],
    overflows: 0,
    inbound: { connections: 0, active: null, pending: null, rate: null, age: null, ...inbound },
    outbound: [],
    ...rest,
  };
}

type SocketParts = Partial<Omit<NonNullable<Vitals['sockets']>, 'inbound'>> & {
  readonly inbound?: Partial<NonNullable<Vitals['sockets']>['inbound']>;
};

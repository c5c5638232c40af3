/**
 * One process in figures: what the rules judge and the reports show. Made from a watch, by `doctor/vitals.ts`. What
 * could not be seen is null, never a zero.
 */
import type { ThreadState, JobKinds, Unseen } from './process-snapshot.ts';
import type { ConnectionsReading, ProfiledFunction } from './reading.ts';
import type { ProcessRole, Sockets } from './watch.ts';
import type { Bytes, Milliseconds, PerSecond, Ratio } from './units.ts';

/** How long a job that comes now would wait for a pool thread. */
export interface PoolWait {
  /** `probe`: tiny jobs on a schedule. `queue`: from the queue alone, by how fast it moves (Little's law). */
  readonly from: 'probe' | 'queue';
  readonly mean: Milliseconds;
  readonly p50: Milliseconds;
  readonly p95: Milliseconds;
  readonly jobs: number;
  /** Age of the oldest job without an answer at the end; null if all were answered. */
  readonly oldest: Milliseconds | null;
}

export interface QueueVitals {
  readonly mean: number;
  readonly p95: number;
  /** Jobs that waited, by kind, on average. */
  readonly kinds: JobKinds;
}

/** A state in which threads were found, over all their readings. */
export interface StateShare {
  readonly doing: ThreadState;
  /** Share of the threads' time in this state. */
  readonly share: Ratio;
  readonly threads: number;
}

export interface PoolVitals {
  /** Threads in force; 0: not used yet; null: nothing tells. */
  readonly size: number | null;
  /** What the environment asked for, as libuv reads it; null: it may not be read. */
  readonly asked: number | null;
  /** The same as it was written; null: not set. */
  readonly askedText: string | null;
  /** Threads in a job, on average. */
  readonly busy: number | null;
  /** Share of the time in which no thread was free. */
  readonly full: Ratio | null;
  readonly queue: QueueVitals | null;
  /** Parts of the busy threads that jobs of each kind hold while no thread is free, the most first; null where that was not seen. */
  readonly holders: readonly { readonly kind: string; readonly part: Ratio }[] | null;
  /** Jobs of a capture by kind, with the mean of their whole time, from their sending to their end; null without one. */
  readonly captured:
    | readonly { readonly kind: string; readonly jobs: number; readonly mean: Milliseconds }[]
    | null;
  /** Jobs a second that got a thread; null where the queue did not show it. */
  readonly started: PerSecond | null;
  /**
   * Shares of the busy threads' time: on a CPU; ready and without one; at a lock that others of them wait for too;
   * blocked in the kernel, or until they are woken. Null if none was busy.
   */
  readonly time: {
    readonly running: Ratio;
    readonly waitedForCpu: Ratio;
    readonly atLock: Ratio;
    readonly blocked: Ratio;
  } | null;
  /** States of the pool threads, the most frequent first. */
  readonly whereabouts: readonly StateShare[];
  /** Threads in a job that got no CPU until the end, for longer than almost any job takes. */
  readonly stuck: readonly {
    readonly tid: number;
    readonly doing: ThreadState;
    readonly since: Milliseconds;
  }[];
  readonly wait: PoolWait | null;
  readonly slow: {
    /** Threads that name resolution may hold: half, rounded up. */
    readonly cap: number | null;
    readonly running: number | null;
    readonly queue: QueueVitals | null;
    readonly wait: PoolWait | null;
  };
}

export interface LoopVitals {
  /** Share of the time in which the main thread had something to do. */
  readonly utilization: Ratio | null;
  readonly from: 'probe' | 'threads' | null;
  /** Shares of the main thread's time: on a CPU, and runnable but waiting for one. */
  readonly ran: Ratio | null;
  readonly waitedForCpu: Ratio | null;
  /** System calls in which it was found blocked: synchronous files, locks. */
  readonly blockedIn: readonly StateShare[];
  readonly delay: {
    readonly mean: Milliseconds;
    readonly p50: Milliseconds;
    readonly p99: Milliseconds;
    readonly max: Milliseconds;
  } | null;
  /** Longest time in which the main thread said nothing at all. */
  readonly silent: Milliseconds | null;
  /** Readings, about four a second, in which it was 100 ms late or more; null without a probe. */
  readonly stalls: number | null;
  /** Functions in which its time went, by a CPU profile; null without one. */
  readonly functions: readonly ProfiledFunction[] | null;
  /** How long the start of that profile stopped it; not in the figures above. Null without one. */
  readonly profileStopped: Milliseconds | null;
}

export interface MemoryVitals {
  readonly rss: Bytes;
  /** Growth of `rss` a second, over the watch; null if the watch was too short to say. */
  readonly growth: Bytes | null;
  /** Whether it grew in each third of the watch, and in the last hardly less than in the first; null if the watch was too short. */
  readonly isSteady: boolean | null;
  readonly limit: Bytes | null;
  /** Bytes in use of V8's heap at the end; null without a probe. */
  readonly heap: Bytes | null;
  /** Buffers outside the heap; null without a probe. */
  readonly external: Bytes | null;
  /** Memory of the machine, or that of the cgroup where it has less. */
  readonly room: Bytes;
  /** Limit of V8's heap for objects that are not young, by a flag or by a probe; null where neither tells. */
  readonly heapLimit: Bytes | null;
  /** Bytes of such objects that the last full collection left (null: none was seen), and their growth a second (null: none). */
  readonly kept: Bytes | null;
  readonly keptGrowth: Bytes | null;
}

export interface CpuVitals {
  /** CPUs kept busy on average, and those that it may use: min(affinity, quota). */
  readonly used: number;
  readonly available: number;
  readonly quota: number | null;
  /** Share of the scheduler's periods in which the quota stopped it; null without a quota. */
  readonly throttled: Ratio | null;
  /** Number of its threads that were ready and had no CPU, on average; null where that is not told. */
  readonly waited: number | null;
}

export interface NativeThreads {
  /** Name of the threads; null: they have that of the thread that started them. */
  readonly name: string | null;
  /** Number of threads that were there at a time. */
  readonly threads: number;
  readonly ran: number;
  readonly waitedForCpu: number;
}

export interface TrafficVitals {
  /** Mean number in flight. */
  readonly pending: number;
  readonly rate: PerSecond;
  /** Standard error of the rate, as a share of it, where it is estimated from a sample; absent: all were counted. */
  readonly rateError?: Ratio;
  readonly mean: Milliseconds | null;
}

/** A pool of connections, over the watch. Numbers are means. */
export interface ConnectionVitals {
  /** The package, and the address or socket of the service; null: no connection has said it. */
  readonly client: string;
  /** What is waited for: a connection, a turn on the one that there is, or a thread of a pool of workers. */
  readonly kind: ConnectionsReading['kind'];
  readonly place: string | null;
  readonly limit: number;
  readonly used: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
  /** Connections taken a second, and the part of them that was opened for it. */
  readonly rate: PerSecond;
  readonly fresh: Ratio;
  /** How long for; null: none was taken. */
  readonly wait: {
    readonly mean: Milliseconds;
    /** Null: each wait is not known, by itself. */
    readonly p95: Milliseconds | null;
    readonly longest: Milliseconds;
  } | null;
  /** How long one was in use; `alone`: while no other was, since the process began. Null: none was given back. */
  readonly held: Milliseconds | null;
  readonly alone: Milliseconds | null;
  /** At the end: those in use for two seconds and more, by how many more than at the begin, and the line that took one, if known. */
  readonly old: {
    readonly count: number;
    readonly grown: number;
    readonly age: Milliseconds;
    readonly by: string | null;
  };
  /** What the service speaks; null: not known. */
  readonly protocol: ConnectionsReading['protocol'];
  /** The command whose turns take most of the time of the one connection, how long each, and whether it is one that waits. */
  readonly command: {
    readonly name: string;
    readonly part: Ratio;
    readonly each: Milliseconds;
    readonly isBlocking: boolean;
  } | null;
  /** Of a pool of workers: the threads that there may be; else 0. */
  readonly threads: number;
  /** Part of the connections that were asked for and not got, and the code of the last such error. */
  readonly failed: { readonly part: Ratio; readonly code: string | null };
  /** The variable of the environment that seems to set the limit; null: none. */
  readonly variable: string | null;
}

export interface Vitals {
  readonly pid: number;
  readonly role: ProcessRole;
  readonly command: string;
  /** The file that it runs, with its whole path; null: not told. */
  readonly script: string | null;
  /** The command with which the doctor started the server, which ends with the watch; null: the server goes on. */
  readonly startedAs: readonly string[] | null;
  /** The load that the doctor was asked to send, `closed:32`; null: none was named. */
  readonly load: string | null;
  readonly node: string | null;
  /** How long it was seen. */
  readonly seen: Milliseconds;
  /** How long it lived by the end; null where that is not told. */
  readonly age: Milliseconds | null;
  /** Whether it was started with NODE_ENV=production; null where that is not told. */
  readonly isProduction: boolean | null;
  /** Clients of services that its package.json names. */
  readonly clients: readonly string[];
  /** Share of `seen` in which it was stopped, by SIGSTOP or a debugger; null where that is not seen. */
  readonly stopped: Ratio | null;
  readonly pool: PoolVitals;
  readonly loop: LoopVitals;
  /** `full`: the share of full collections alone. */
  readonly gc: {
    readonly share: Ratio;
    readonly full: Ratio;
    readonly longest: Milliseconds;
    readonly count: number;
  } | null;
  readonly memory: MemoryVitals;
  readonly cpu: CpuVitals;
  /** CPUs that V8's own threads used: the median of half seconds; null: too few half seconds, or not known. */
  readonly v8: number | null;
  /** Its own worker threads: share of the time on a CPU, and runnable but waiting for one. */
  readonly workers: readonly { readonly tid: number; readonly ran: Ratio; readonly waitedForCpu: Ratio }[];
  /** Threads of native code beside the pool, by their names, the busiest first: CPUs that they kept busy, and waited for. */
  readonly native: readonly NativeThreads[];
  readonly sockets: Sockets | null;
  readonly requests: TrafficVitals | null;
  readonly calls: TrafficVitals | null;
  /** The pools of connections that the probe knows; the one for which most wait comes first. */
  readonly connections: readonly ConnectionVitals[];
  /** Number of further threads that the cgroup allows; null without a limit. */
  readonly taskRoom: number | null;
  /** Why the pool could not be read from its memory, and why there is no probe; null where there is. */
  readonly withoutPeek: Unseen | null;
  readonly withoutProbe: Unseen | null;
}

/** The machine and the processes together. */
export interface ServiceVitals {
  /** The machine's CPUs that these processes may use together: min(affinity, quota). */
  readonly cpus: number;
  /** CPUs of the machine, and those in use by anyone: at least those of the processes, where that is not told. */
  readonly machineCpus: number;
  readonly machineUsed: number;
  /** Whether it was seen what other programs use. */
  readonly areOthersSeen: boolean;
  readonly steal: Ratio | null;
  /** CPUs that the processes kept busy together, and those that the doctor's own load took; 0 without such a load. */
  readonly used: number;
  readonly load: number;
  /** CPUs that the processes could use besides: what is left of their own and of the machine's. */
  readonly free: number;
  /** Processes that answer requests: not the primary, not launchers. */
  readonly serving: number;
  /** Requests of all processes; null: nobody counted any. `alone`: the time with one client. Times are null where not known. */
  readonly requests: {
    readonly rate: PerSecond;
    /** The highest rate that the same run measured on the way to its load; absent where the load was given. */
    readonly best?: PerSecond;
    readonly mean: Milliseconds | null;
    readonly p99: Milliseconds | null;
    readonly alone: Milliseconds | null;
  } | null;
}

/** @returns the ports at which requests can be sent, each once; none: nothing listens, or that was not seen */
export function openPorts(processes: readonly Pick<Vitals, 'sockets'>[]): number[] {
  const open = processes.flatMap(({ sockets }) => sockets?.listening ?? []);
  const ports = open.map(({ address }) => Number(address.slice(address.lastIndexOf(':') + 1)));
  return [...new Set(ports)].filter((port) => port > 0);
}

/** What was seen of a running Node process from outside, without touching it: plain data. Nothing here is judged. */
import type { MessageCode, OneOf } from '../messages/message.ts';
import type { ProblemCode } from '../messages/problem.ts';
import type { Bytes, EpochMilliseconds, Microseconds, Milliseconds, PerSecond, Ratio } from './units.ts';

/** Why something was not seen, as half a sentence. `text`: recorded before reasons had codes. */
export type Unseen = OneOf<Extract<MessageCode, `unseen.${string}`> | 'text'>;

/** A part that is out of reach: the reason, and its code in the catalogue of problems if it has one. */
export interface OutOfReach {
  readonly ok: false;
  readonly why: Unseen;
  readonly code?: ProblemCode;
}

/** What could be read, or why not: a part that is out of reach does not end the look. */
export type Readable<T> = (T & { readonly ok: true }) | OutOfReach;

/**
 * Jobs by kind: `fs`, `dns`, `random` by libuv's own function; `crypto`, `zlib`, `node_api` and what else Node calls
 * its jobs; `addon:NAME` for those of a native add-on, by its package, or else the file that its code is in; `other`.
 */
export type JobKinds = Readonly<Record<string, number>>;

/** How far a queue moved. */
export interface Dequeued {
  /** Jobs that left it: they got a thread. */
  readonly jobs: number;
  readonly within: Milliseconds;
  /** Told by a glimpse right after the first reading, since all its jobs had gone at the second; else from reading to reading. */
  readonly isGlimpse: boolean;
  /** All jobs had gone already: perhaps more could have. */
  readonly isLeast: boolean;
}

/** libuv's thread pool at one instant, as its own variables have it. */
export interface PoolReading {
  /** Threads in force; 0: nothing has used the pool yet. */
  readonly threads: number;
  readonly idle: number;
  /** Threads that are not waiting for a job: in one, or between two. */
  readonly busy: number;
  /** Jobs that wait for a thread, without those of the slow-I/O queue. */
  readonly queued: number;
  readonly queuedKinds: JobKinds;
  /** Name resolution, which may hold half of the threads at most. */
  readonly slow: {
    readonly running: number;
    readonly queued: number;
    readonly queuedKinds: JobKinds;
    readonly started: Dequeued | null;
  };
  /**
   * Jobs that got a thread after the reading before. Null where that cannot be known: there was no reading before, its
   * queue was empty (jobs may have come and gone), or the jobs of the two cannot be told from each other.
   */
  readonly started: Dequeued | null;
  /** Jobs that threads have in hand, by kind, as far as they were found; absent where none was looked for. */
  readonly inHand?: JobKinds;
  /** A queue was too long to be read to its end: the numbers above are the least that waited. */
  readonly isCut: boolean;
}

/** What a thread did when it was looked at. */
export type ThreadState =
  /** A pool thread that waits for a job. */
  | { readonly state: 'idle' }
  /** A thread that is on a CPU, or waits for one. */
  | { readonly state: 'running' }
  /** An event loop that has nothing to do. */
  | { readonly state: 'polling' }
  /** A thread at a lock or a condition: of libuv's pool itself, or another one. */
  | {
      readonly state: 'waiting';
      readonly at: 'pool lock' | 'other';
      /** Its address: threads with the same address wait at the same one. Absent for libuv's own. */
      readonly lock?: string;
      /** `mutex`: another thread holds it. `condition`: it waits to be woken. Absent where that cannot be told. */
      readonly by?: 'mutex' | 'condition';
    }
  | {
      readonly state: 'blocked';
      /** Name of the system call, or its number where the name is not known. */
      readonly syscall: string;
      /** The file, pipe or socket that it is about; null if it has none, or that cannot be read. */
      readonly on: string | null;
    }
  /** A thread that does not run; what it waits for cannot be read (no ptrace rights). */
  | { readonly state: 'asleep' };

/** `main` runs the application's loop, `worker` one of its worker threads, `v8` compiles and collects garbage. */
export type ThreadRole = 'main' | 'pool' | 'worker' | 'v8' | 'other';

export interface ThreadReading {
  readonly tid: number;
  readonly name: string;
  readonly role: ThreadRole;
  readonly doing: ThreadState;
  /** When its counters were read: an instant on the clock of the process that looks. */
  readonly at: Milliseconds;
  /** Time on a CPU, and time ready to run without one, since the thread began; null where the kernel does not count. */
  readonly ran: Milliseconds | null;
  readonly waitedForCpu: Milliseconds | null;
  /** How often it was given a CPU since it began: the number grows for a thread that sleeps and wakes, not for one that is stuck. */
  readonly slices: number | null;
}

/** One thread over the whole look. */
export interface ThreadSpan {
  readonly tid: number;
  readonly name: string;
  readonly role: ThreadRole;
  /** Shares of the time between its first and its last reading; null where the kernel does not count. */
  readonly ran: Ratio | null;
  readonly waitedForCpu: Ratio | null;
  readonly readings: number;
  /** Never given a CPU between its first and its last reading: stuck, or with nothing to do. Null: not known. */
  readonly isStill: boolean | null;
  /** How long before its last reading it was given a CPU last, as far as that was seen. */
  readonly stillFor: Milliseconds | null;
  /** What it did at its last reading. */
  readonly last: ThreadState;
  /** What it was found doing, the most frequent first; at most eight. */
  readonly doing: readonly { readonly doing: ThreadState; readonly readings: number }[];
}

/** A limit, and how much of it is in use. */
export interface Limit {
  readonly limit: number;
  readonly used: number | null;
}

/** What the process was given from outside. */
export interface Environment {
  /** UV_THREADPOOL_SIZE as it was when the process was started; `value` null: not set. */
  readonly poolSize: Readable<{
    readonly value: string | null;
    /** The size that libuv makes of that. */
    readonly asked: number;
  }>;
  readonly nodeOptions: string | null;
  /** NODE_ENV is `production` there; null: it may not be read. */
  readonly isProduction: boolean | null;
  /** Clients of services that its package.json names. */
  readonly clients: readonly string[];
  /** CPUs that its main thread may run on; null where the system does not say. */
  readonly affinity: readonly number[] | null;
  /** The smallest quota between its cgroup and the root, in CPUs; null if there is none. */
  readonly quota: number | null;
  /** CPUs that it may use: min(affinity, quota). Fractional under a quota. */
  readonly cpus: number;
  /** Limits of memory (bytes) and of tasks that leave the least room between its cgroup and the root; null if there is none. */
  readonly memory: Limit | null;
  readonly tasks: Limit | null;
  readonly rss: Bytes;
}

/** Why the layout of a pool is believed. */
export interface PoolSelfTest {
  readonly node: string;
  /** How long the trial took; 0 where none was needed. */
  readonly duration: Milliseconds;
  /**
   * `build`: it is an official build that was tried beforehand. `trial`: a child of the same binary with known jobs was
   * read.
   */
  readonly source: 'build' | 'trial';
}

/** The process that is looked at. */
export interface SnapshotSubject {
  readonly pid: number;
  /** Its process id in its own container, if that is another one. */
  readonly ownPid: number | null;
  readonly command: string;
  /** The file that it runs, with its whole path; null: not told. */
  readonly script: string | null;
  /** How long it lived when it was first looked at; null: not told. */
  readonly age: Milliseconds | null;
  readonly binary: string;
  /** Version of its Node, as its binary has it; null if it does not say. */
  readonly node: string | null;
  readonly environment: Environment;
  readonly peek: Readable<PoolSelfTest>;
}

export interface ProcessSample {
  /** Time since the look began. */
  readonly at: Milliseconds;
  /** The pool; null where peeking is impossible, or no reading was consistent this time. */
  readonly pool: PoolReading | null;
  readonly threads: readonly ThreadReading[];
  /** CPU time of all its threads since the process began. */
  readonly cpu: Milliseconds;
  readonly rss: Bytes;
  /** Stopped by a signal, or by a debugger (SIGCONT lets it go on): it does nothing at all. */
  readonly isStopped: boolean;
  /** What taking the sample cost this process; the target pays nothing. */
  readonly cost: Microseconds;
}

/** Throttling by a CPU quota during the look, in the cgroup that it hit most. */
export interface Throttling {
  readonly periods: number;
  readonly throttled: number;
  /** Throttled time, summed over the CPUs of the cgroup: it may be longer than the look. */
  readonly time: Milliseconds;
}

/** How pool threads are told from the others: by libuv's own list, or by the name that Node 22 and newer give. */
export type PoolKnownBy = 'libuv' | 'name';

/** How long a job that comes now waits for a thread, told by how fast the queue moves: over all moments of the look. */
export interface QueueWait {
  readonly mean: Milliseconds;
  readonly p50: Milliseconds;
  readonly p95: Milliseconds;
  readonly max: Milliseconds;
  /** Number of moments that the figures are made of. */
  readonly readings: number;
  /** Jobs that got a thread, a second, while some waited; null if no two readings showed it. */
  readonly rate: PerSecond | null;
  /** Share of the moments whose wait is only a lower bound: the queue had not moved that far by the end. */
  readonly unfinished: Ratio;
}

export interface ProcessSnapshot {
  readonly subject: SnapshotSubject;
  readonly startedAt: EpochMilliseconds;
  readonly duration: Milliseconds;
  /** The pool at each sample that gave a reading; of a long look every second, fourth, … of them, evenly. */
  readonly pool: readonly (PoolReading & { readonly at: Milliseconds })[];
  /** Waits in both queues; null where the queue cannot be read, or did not move while it was not empty. */
  readonly wait: { readonly fast: QueueWait | null; readonly slow: QueueWait | null };
  readonly threads: readonly ThreadSpan[];
  /**
   * Share of the time in which the main thread had something to do: on a CPU, waiting for one, or blocked in what is
   * no polling. Null where the kernel does not count.
   */
  readonly loop: Ratio | null;
  /**
   * CPUs that V8's own threads used: the median of the look's half seconds, since compilation is over after some and garbage collection
   * is not. Null with fewer than four half seconds, or where the kernel does not count.
   */
  readonly v8: Ratio | null;
  /** How the pool threads are told from the others; null: they cannot be told, or nothing has used the pool yet. */
  readonly poolKnownBy: PoolKnownBy | null;
  /** Threads that the pool has, 0 before its first use; null where nothing tells. */
  readonly poolSize: number | null;
  /** CPUs that the process kept busy on average. */
  readonly cpuUsed: number;
  /** Share of the samples in which the process was stopped (SIGSTOP, a debugger). */
  readonly stopped: Ratio;
  /** Throttling by a quota; null if none is set. */
  readonly throttling: Throttling | null;
  readonly samples: {
    readonly taken: number;
    /** Samples without a consistent reading of the pool, though peeking is possible. */
    readonly inconsistent: number;
    readonly meanCost: Microseconds;
    readonly maxCost: Microseconds;
  };
  /** The process ended during the look. */
  readonly hasEnded: boolean;
}

/** One Node process of a tree: a cluster's primary and its workers, or PM2 and what it started. */
export interface NodeProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly rss: Bytes;
}

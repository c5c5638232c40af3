/** What was measured: plain data, stored as it is. Nothing here is judged. */
import type { RatePurpose } from './objective.ts';
import type { Asking, Load, Setting } from './plan.ts';
import type { ProblemData } from '../messages/problem.ts';
import type { HistogramData } from '../stats/histogram.ts';
import type { GeneratorOutcome } from './schema/outcome.ts';
import type { Bytes, EpochMilliseconds, Milliseconds, PerSecond, Ratio } from './units.ts';

/** @returns the mean of a histogram in milliseconds; null where nothing was recorded */
export function meanTime({ count, sum }: Pick<HistogramData, 'count' | 'sum'>): Milliseconds | null {
  return count === 0 ? null : sum / count / 1000;
}

/** @returns the mean response time of each bin, in ms; null where nothing was answered */
export const meanTimes = ({ done, responseSum }: LoadOutcome['series']) =>
  done.map((count, bin) => (count > 0 ? (responseSum[bin] ?? 0) / count : null));

/** One raw request of the bounded sample; times are milliseconds since the start of the window. */
export type RequestTrace = GeneratorOutcome['traces'][number];

/** What one of several generators did, and how well it went with the others. */
export interface GeneratorShare {
  /** The command that reaches it, without its secrets. */
  readonly name: string;
  /** It runs on the machine of the server: its CPU time is taken from it. */
  readonly isHere: boolean;
  readonly sent: number;
  readonly verified: number;
  readonly utilization: Ratio;
  readonly cpu: Milliseconds;
  readonly lateShare: Ratio;
  /** Share of its clients' waiting time that they waited for late requests to be sent. */
  readonly lateTime: Ratio;
  /** The shortest of ten round trips to it: its clock is known to half of that. */
  readonly roundTrip: Milliseconds;
  /** What the network adds to a TCP connect from it to the server; null: it asks over loopback, as the built-in one does. */
  readonly path: Milliseconds | null;
  /** Time from the start of the first window of all to that of its own; known to half of the round trip, as its clock is. */
  readonly skew: Milliseconds;
  /** The least share of its window in which all others were in theirs: what is not known of the clocks is taken off. */
  readonly overlap: Ratio;
}

/** What a load saw, by one generator or by several together. */
export interface LoadOutcome extends GeneratorOutcome {
  /** What each generator did; absent for chokepoint's own alone. If present, `generator` has the busiest, and the CPU of those here. */
  readonly generators?: readonly GeneratorShare[];
}

/** Jobs as the server itself timed them (lab subjects only): from the submission to the callback. */
export interface JobSample {
  readonly count: number;
  readonly min: Milliseconds;
  readonly mean: Milliseconds;
  readonly max: Milliseconds;
  /** Time from the first submission to the last completion, over all processes. */
  readonly makespan: Milliseconds;
  /** Share of the jobs that ended after the last response had reached the client. */
  readonly afterLastResponse: Ratio;
  /** Submission and end of a bounded number of jobs, since the window's start, for the picture. */
  readonly traces: readonly {
    readonly pid: number;
    /** Id of the worker thread whose loop had it; absent: the main thread. */
    readonly thread?: number;
    readonly start: Milliseconds;
    readonly end: Milliseconds;
  }[];
}

/** One process of the server, as it was found in /proc: what is in force, not what was asked for. */
export interface EffectiveProcess {
  readonly pid: number;
  readonly parent: number;
  /** The command line, shortened. */
  readonly command: string;
  /** Version of the Node that it runs on; null if it is no Node, or cannot be asked. */
  readonly node: string | null;
  /** `UV_THREADPOOL_SIZE` and every `env:` key of the plan, from /proc/PID/environ; null if unset there. */
  readonly env: Readonly<Record<string, string | null>>;
  /** 0 where the kernel does not tell; so `rss`. */
  readonly threads: number;
  /** Threads named `libuv-worker` (Node 22 and newer); null where the name cannot tell. 0: the pool is not in use yet. */
  readonly poolThreads: number | null;
  readonly cpusAllowed: number | null;
  readonly rss: Bytes;
  /** CPU time that the process used during the window. */
  readonly cpu: Milliseconds;
}

/** Pieces of fixed work that the window probe times; `host/window-probe-thread.ts` says what they are and why these. */
export const probeWorks = ['hash', 'table'] as const;
export type ProbeWork = (typeof probeWorks)[number];

/**
 * How fast the CPUs of the server were inside the window: wall time of pieces of fixed work, some tens of them a second
 * on each CPU. Times compare within a run only.
 */
export interface WindowSpeed {
  /** Readings of each CPU of the server's set; of more than 16 CPUs, of an even choice. */
  readonly cpus: readonly {
    readonly cpu: number;
    readonly readings: Readonly<Record<ProbeWork, HistogramData>>;
    /** The readings that were taken while a main thread of the server was on this CPU. */
    readonly beside: Readonly<Record<ProbeWork, HistogramData>>;
  }[];
  /** Share of the server's CPU time that its main threads used; absent where it was not seen, or too little was used. */
  readonly mainShare?: Ratio;
  /** CPU time of the probe itself in the window. */
  readonly cpu: Milliseconds;
}

/** The machine over one trial. */
export interface HostReading {
  readonly loadAverage: number;
  /** Share of CPU time that the hypervisor took away, and that anybody used, during the trial; null if unknown. */
  readonly steal: Ratio | null;
  readonly busy: Ratio | null;
  /**
   * Share of the machine's CPU time, while the load ran, that other programs used: neither server, generator, controller
   * nor window probe, and no interrupts; null if unknown. The kernel counts in ticks of 10 ms, so a short window gives a rough figure.
   */
  readonly foreign: Ratio | null;
  /**
   * Shares of the same time that server, generator, controller and probe used, and that the hypervisor took; null if
   * unknown.
   */
  readonly own: Ratio | null;
  readonly stolen: Ratio | null;
  /** Readings of the window probe; absent if it did not run, as for a load without a window, or was killed. */
  readonly window?: WindowSpeed;
  /** Periods in which the cgroup was throttled, during the trial; null if there is no quota. */
  readonly throttledPeriods: number | null;
}

/** The machine and its software, taken once for each run. */
export interface HostConditions {
  readonly cpuModel: string;
  readonly logicalCpus: number;
  readonly physicalCores: number | null;
  /** CPUs that this process may run on. */
  readonly affinity: readonly number[] | null;
  /** The smallest CPU quota on the way to the cgroup root, in CPUs; null if none. */
  readonly cgroupCpus: number | null;
  /** CPUs that can be used: min(affinity, quota). Fractional under a quota. */
  readonly effectiveCpus: number;
  readonly memory: Bytes;
  readonly cgroupMemory: Bytes | null;
  readonly loadAverage: number;
  readonly node: string;
  readonly uv: string;
  readonly platform: string;
  readonly kernel: string;
  readonly chokepoint: string;
}

/** Keys whose values make two machines: a ratio between them says nothing about the code. */
export const machineKeys = ['cpuModel', 'logicalCpus', 'effectiveCpus', 'platform'] as const;
/** Keys whose values make two systems: their trials are not mixed in one run. */
export const systemKeys = [...machineKeys, 'kernel', 'node'] as const;

/** @returns the first of `keys` in which the two differ; undefined if in none */
export function differingKey<Key extends keyof HostConditions>(
  a: HostConditions,
  b: HostConditions,
  keys: readonly Key[],
): Key | undefined {
  return keys.find((key) => a[key] !== b[key]);
}

/**
 * Where the server's time went in the window, told from outside: sums over its processes. By the utilisation law, what a
 * resource was busy divided by the answers is what one request asks of it.
 */
export interface Usage {
  /** Processes that were seen, launchers and a cluster's primary apart. */
  readonly processes: number;
  readonly duration: Milliseconds;
  /** CPU time of all threads, of the main threads, and of the pool threads. */
  readonly cpu: Milliseconds;
  readonly loopCpu: Milliseconds;
  readonly poolCpu: Milliseconds;
  /** Time in which main threads were ready and had no CPU. */
  readonly loopWaitedForCpu: Milliseconds;
  /** Time in which pool threads were in a job, on a CPU or not; null where libuv's pool could not be read. */
  readonly poolHeld: Milliseconds | null;
  /** Time in which pool threads were ready and had no CPU. */
  readonly poolWaitedForCpu: Milliseconds;
  /** Threads of each pool, and jobs that waited for one in all pools, on average; null as above. */
  readonly poolSize: number | null;
  readonly queued: number | null;
  /** The service on whose connections most calls waited, on average; absent: nobody looked, or none did. */
  readonly calls?: { readonly to: string; readonly connections: number; readonly pending: number };
}

/** Warm-up and window in milliseconds, as in a plan. */
export interface ChosenWindow {
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds | null;
}

/** How a server became steady before its window (`Plan.settling`). */
export interface Settling {
  /** Time of load until the first of the two windows that agree; all of it where none did. */
  readonly duration: Milliseconds;
  readonly isSteady: boolean;
  /** The windows in order; CPU time is null where no answer was right. */
  readonly windows: readonly {
    readonly throughput: PerSecond;
    readonly cpuPerRequest: Milliseconds | null;
  }[];
  /** Right answers a second in each window of `Cell.exercise`, before `windows`. */
  readonly exercise?: readonly PerSecond[];
  /** The units of work (`Cell.calibrate`) with which the window was measured. */
  readonly units?: number;
}

/** One window of a trial that is loaded at several rates, one after the other (`capacity`). */
export interface RateWindow {
  readonly purpose: RatePurpose;
  readonly load: Asking;
  /** The outcome without raw requests; null: the server ended before it had answered. */
  readonly outcome: LoadOutcome | null;
  readonly usage?: Usage;
}

export interface Sample {
  /** What the load saw; of a trial with several rates, at the highest rate that kept its objective, or else in the first window. */
  readonly outcome: LoadOutcome;
  /** Every window of a trial with several rates, in the order in which they were measured. */
  readonly rates?: readonly RateWindow[];
  /** Event loop utilisation of each process of a lab server over the window; absent where nobody said. */
  readonly loops?: readonly { readonly pid: number; readonly utilization: Ratio }[];
  /** The windows of a server that was loaded in turn with others; together they are the outcome. */
  readonly turns?: {
    /** Right answers a second in each window, and whether the window before it was of the same server. */
    readonly rates: readonly PerSecond[];
    readonly afterOwn: readonly boolean[];
    /** CPUs that it used while another one was loaded. */
    readonly idle: number;
  };
  /** Number of windows that were measured until one was steady; the last is the outcome, those before it were warm-up. */
  readonly windows?: number;
  /** How the server settled; absent where the plan settles nothing. */
  readonly settling?: Settling;
  /** The window that the first trial of a search chose for itself and all others, where the search was not told how long to measure. */
  readonly chosen?: ChosenWindow;
  readonly jobs: JobSample | null;
  /** Where the server's time went; absent off Linux, where its processes may not be looked at, and for loads without a window. */
  readonly usage?: Usage;
}

/** What a program that asks Node itself found out: one value for each question. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Where a trial belongs in a search (`tune`): a run counts its blocks on, the search repeats a failed trial in its block. */
export interface SearchBlock {
  /** `gain`: after the search, what it recommends against the current setting. */
  readonly phase: 'bracket' | 'refine' | 'certify' | 'gain';
  readonly block: number;
  /** What the search had decided before this block (tune/search-state.ts); only in the trial that begins the block. */
  readonly state?: SearchRecord;
}

/** The state of a search as JSON, with settings by their ids. `prediction` is null where no model could say anything. */
export interface SearchRecord {
  readonly prediction?: Readonly<Record<string, number>> | null;
}

/** One fresh server under one setting, loaded once. The unit of every statistic. */
export interface Trial {
  readonly ordinal: number;
  readonly block: number;
  /** Its place in a search; absent without one. */
  readonly search?: SearchBlock;
  /** Number of answers that the run had given before (judge/rounds.ts); absent: none. */
  readonly round?: number;
  /** `Cell.id` of the plan. */
  readonly cell: string;
  readonly setting: Setting;
  readonly load: Load;
  readonly startedAt: EpochMilliseconds;
  /** Where the server was found, if the plan did not say: `http://127.0.0.1:3000`. */
  readonly address?: string;
  /** Times from launch to the first answer, and of the whole trial. */
  readonly readyAfter: Milliseconds | null;
  readonly duration: Milliseconds;
  readonly effective: readonly EffectiveProcess[];
  readonly host: HostReading;
  /** What was measured, kept even if a problem came up later. */
  readonly sample: Sample | null;
  /** Facts of each process of a program; or those that a server of `Plan.contestants` answers at `/facts`. */
  readonly facts?: readonly Facts[];
  /** The problem for which the trial does not count; null if it counts. */
  readonly problem: ProblemData | null;
  /** The last lines that the server wrote. */
  readonly output: readonly string[];
}

/** @returns the window of every trial but the first, where that one chose it; null where none did */
export function chosenWindow(trials: readonly Trial[]): ChosenWindow | null {
  const inOrder = trials.toSorted((a, b) => a.ordinal - b.ordinal);
  return inOrder.find(({ sample }) => sample?.chosen)?.sample?.chosen ?? null;
}

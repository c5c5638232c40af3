/**
 * What the probe says from inside a process: lines of JSON over a unix socket, and the words that it understands.
 * Types alone: the probe is guest code, and imports nothing that runs.
 */
import type { Bytes, Milliseconds, PerSecond, Ratio } from './units.ts';

/** How the probe came into the process: by a flag at its start, or through the inspector. */
export type ProbeEntry = 'flag' | 'attached';

/** The first line. */
export interface ProbeHello {
  readonly type: 'hello';
  readonly schema: 1;
  readonly pid: number;
  /** `process.version` without the v. */
  readonly node: string;
  readonly entry: ProbeEntry;
  /** The script that the process runs; null for `-e` and the REPL. */
  readonly script: string | null;
  /** UV_THREADPOOL_SIZE as it is now in the process: perhaps set in code. Null: not set. */
  readonly poolSize: string | null;
  /** From one tick to the next. */
  readonly period: Milliseconds;
  /** The tiny jobs that are sent: through the ordinary queue, and through that of name resolution. */
  readonly lanes: { readonly fast: 'readlink' | 'randomFill'; readonly slow: 'getaddrinfo' };
  /** The probe's own thread as the kernel numbers it; null where no kernel tells. */
  readonly tid: number | null;
}

/** One lane over the span of a reading. */
export interface QueueReading {
  /**
   * How long each job that was answered in this span waited for a thread, what the probe's own thread waited for a
   * CPU taken out. Each stands for a tick; while nothing waits a job is sent at every other one, and its wait is told
   * twice. In the order of the answers.
   */
  readonly waits: readonly Milliseconds[];
  readonly sent: number;
  /** Ticks at which nothing was sent, because too many are without an answer. */
  readonly skipped: number;
  /** Sent and not answered, at the end of the span; and how long the oldest of them has waited. */
  readonly pending: number;
  readonly oldest: Milliseconds | null;
}

/** The main thread's event loop over the span. */
export interface LoopReading {
  readonly utilization: Ratio;
  /** How late a timer fires beyond its due time. */
  readonly delay: {
    readonly mean: Milliseconds;
    readonly p50: Milliseconds;
    readonly p99: Milliseconds;
    readonly max: Milliseconds;
  };
}

/** Requests to the process's own HTTP servers, or its own HTTP calls to others. */
export interface TrafficReading {
  /** Begun and not ended, at the end of the span; and the age of the oldest. */
  readonly pending: number;
  readonly oldest: Milliseconds | null;
  readonly started: number;
  readonly finished: number;
  /** Of those that ended in the span, from the first byte to the last; null if none did. */
  readonly mean: Milliseconds | null;
  readonly max: Milliseconds | null;
  /** Of those that started, those that were seen to; the other figures are estimated of these. Absent: all were. */
  readonly counted?: number;
}

/** About four a second. */
export interface ProbeReading {
  readonly type: 'reading';
  /** End of the span, on the probe's own clock, from its first tick. */
  readonly at: Milliseconds;
  readonly span: Milliseconds;
  /** The pool was not seen in use yet, so nothing was sent: the probe is never its first user. */
  readonly isPoolUnused: boolean;
  readonly fast: QueueReading;
  readonly slow: QueueReading;
  /** Null if the main thread has said nothing in this span: it was busy with one thing throughout. */
  readonly loop: LoopReading | null;
  /** How long the main thread has said nothing, beyond what is usual: a blocked loop, seen while it is blocked. */
  readonly silent: Milliseconds;
  /**
   * How long the probe itself has stopped the main thread, where `loop`, `silent` or the requests of this reading may
   * hold that; absent: it has not.
   */
  readonly ownStop?: Milliseconds;
  /**
   * The probe took a CPU profile meanwhile: its signals wake the loop each millisecond, and Node counts most of its idle
   * time as busy then (0.7 of an idle process's).
   */
  readonly isProfiled?: true;
  readonly gc: {
    readonly count: number;
    readonly time: Milliseconds;
    readonly longest: Milliseconds;
    /** Of `time`, that of full collections. */
    readonly full: Milliseconds;
    /** Of V8's heap without young objects, after the last full collection; absent: there was none in this span. */
    readonly kept?: Bytes;
  };
  readonly memory: {
    readonly rss: Bytes;
    readonly heapUsed: Bytes;
    /** Of the whole heap, as V8 tells it. */
    readonly heapLimit: Bytes;
    readonly external: Bytes;
    readonly arrayBuffers: Bytes;
  };
  /** CPU of the whole process in this span, and of the probe in it. */
  readonly cpu: Milliseconds;
  readonly ownCpu: Milliseconds | null;
  /** Null where the process has no such traffic, or its Node does not tell. */
  readonly requests: TrafficReading | null;
  readonly calls: TrafficReading | null;
}

/** A function in a CPU profile of the main thread. */
export interface ProfiledFunction {
  /** Its name; `(anonymous)` where it has none. */
  readonly name: string;
  /** File and line, `node:…` for Node's own; empty for what is not JavaScript. */
  readonly file: string;
  readonly line: number | null;
  /** Share of the profile's time in itself, and in itself and what it called. */
  readonly self: Ratio;
  readonly total: Ratio;
  /** The nearest function of the application that called Node's own, or a package's: `name file:line`. */
  readonly calledBy: string | null;
  /** Of what is not JavaScript: the file of the JavaScript that called it, `node:…` for Node's own. */
  readonly calledIn?: string | undefined;
}

export interface ProbeProfile {
  readonly type: 'profile';
  readonly duration: Milliseconds;
  /** How long its start stopped the main thread: V8 walks over the whole heap. Before `duration`. */
  readonly stopped: Milliseconds;
  /** Share of it in which the main thread had nothing to do. */
  readonly idle: Ratio;
  readonly gc: Ratio;
  /** The most expensive first; at most twenty. */
  readonly functions: readonly ProfiledFunction[];
}

/** What trace events say of the pool's jobs (the capture): the whole time of each, from its sending to its end. */
export interface ProbeCapture {
  readonly type: 'capture';
  readonly duration: Milliseconds;
  /** Ended early: more events a second than a live process should be asked for. */
  readonly isAborted: boolean;
  readonly rate: PerSecond;
  readonly kinds: readonly {
    readonly kind: string;
    readonly jobs: number;
    readonly mean: Milliseconds;
    readonly p50: Milliseconds;
    readonly p99: Milliseconds;
  }[];
}

/** Something that the probe could not do, in words. */
export interface ProbeNote {
  readonly type: 'note';
  readonly about: 'profile' | 'capture' | 'lane' | 'loop';
  readonly why: string;
}

export type ProbeMessage = ProbeHello | ProbeReading | ProbeProfile | ProbeCapture | ProbeNote;

/** What the probe is asked. `use pool`: the pool is in use already, seen from outside, so the lanes may begin. */
export type ProbeCommand =
  | { readonly type: 'use pool' }
  | { readonly type: 'profile'; readonly duration: Milliseconds }
  | { readonly type: 'capture'; readonly duration: Milliseconds }
  | { readonly type: 'period'; readonly period: Milliseconds };

/** What was seen of a running server, of all its processes, over a while: plain data. Nothing here is judged. */
import type { Approach } from './approach.ts';
import type { ProcessSnapshot, Readable } from './process-snapshot.ts';
import type { ProbeCapture, ProbeHello, ProbeNote, ProbeProfile, ProbeReading } from './reading.ts';
import type { MessageCode, OneOf } from '../messages/message.ts';
import type { HostConditions, LoadOutcome } from './sample.ts';
import type { Bytes, EpochMilliseconds, Milliseconds, PerSecond, Ratio } from './units.ts';

/** Requests or calls that wait for an answer, told from outside by the kernel's own clocks of each connection. */
export interface Pending {
  /** Number of connections: the mean of those to the process; the most at a time of those to others. */
  readonly connections: number;
  /** Mean number that waited, over the readings; null where the kernel's clocks cannot be read (no `ss`). */
  readonly pending: number | null;
  /** Ages of those that waited, over all readings. */
  readonly age: {
    readonly p50: Milliseconds;
    readonly p95: Milliseconds;
    readonly max: Milliseconds;
  } | null;
}

/** Requests to the process. */
export interface Inbound extends Pending {
  /** Connections that brought data while it was watched; null where that is not told. */
  readonly active: number | null;
  /** Requests a second, if each came in a packet of its own; null where that is not told. */
  readonly rate: PerSecond | null;
}

export interface ListenQueue {
  /** `127.0.0.1:3000` */
  readonly address: string;
  /** Connections that the kernel has accepted and the process has not: mean and most of the readings. */
  readonly mean: number;
  readonly max: number;
  /** Length of the queue at which the kernel begins to refuse; null where it is not told. */
  readonly limit: number | null;
}

/** Connections as the kernel has them, for one process. */
export interface Sockets {
  readonly listening: readonly ListenQueue[];
  /** Connections that found a full queue during the watch, anywhere on the machine's network; null if not told. */
  readonly overflows: number | null;
  /** Connections to its own ports. */
  readonly inbound: Inbound;
  /** Its connections to others, by whom: `10.0.0.5:5432`, or the path of a unix socket; the most pending first. */
  readonly outbound: readonly (Pending & { readonly to: string })[];
}

/** All that the probe said. */
export interface Probed {
  readonly hello: ProbeHello;
  readonly readings: readonly ProbeReading[];
  readonly profile: ProbeProfile | null;
  readonly capture: ProbeCapture | null;
  readonly notes: readonly ProbeNote[];
}

/** A moment of one process, about four a second: for the eye, not for the rules. Null where it could not be read. */
export interface SamplePoint {
  /** Time since the watch began. */
  readonly at: Milliseconds;
  /** CPUs that it kept busy since the point before. */
  readonly cpu: number;
  readonly rss: Bytes | null;
  /** Means since the point before: pool threads in a job, jobs that wait, those of the slow-I/O queue. */
  readonly busy: number | null;
  readonly queued: number | null;
  readonly slowQueued: number | null;
  /** Shares of the pool threads' time since the point before. */
  readonly running: Ratio | null;
  readonly waitedForCpu: Ratio | null;
  /** Share of the time in which the main thread had something to do. */
  readonly loop: Ratio | null;
}

/** `primary`: starts others and answers nothing itself; `launcher`: npm, npx, PM2's daemon and the like. */
export type ProcessRole = 'single' | 'primary' | 'worker' | 'launcher';

export interface WatchedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly role: ProcessRole;
  /** When it was first and last seen, since the watch began: a restart leaves two rows. */
  readonly from: Milliseconds;
  readonly to: Milliseconds;
  /** What was seen from outside; `ok: false` off Linux, where the probe alone speaks. */
  readonly look: Readable<ProcessSnapshot>;
  readonly series: readonly SamplePoint[];
  readonly sockets: Readable<Sockets>;
  /** What the probe said; `ok: false` with the reason: not asked for, refused, or nothing was heard. */
  readonly probe: Readable<Probed>;
}

/**
 * `load`: what the doctor was asked to send it, `closed:32`; absent: nothing to a process, the default to a command.
 * `request`: what it was asked to request, as options without secrets: `--path=/login`.
 * `port`: where it listens, if that was typed. `app`: only the processes below `pid` that belong to this application of PM2.
 */
export type WatchTarget = { readonly load?: string; readonly request?: readonly string[] } & (
  | { readonly type: 'pid'; readonly pid: number; readonly port?: number; readonly app?: string }
  | { readonly type: 'command'; readonly command: readonly string[] }
);

export type Note = OneOf<Extract<MessageCode, `note.${string}`>>;

/** A program of this machine that holds connections to the server, and the CPUs that it used. */
export interface LocalClient {
  readonly pid: number;
  readonly name: string;
  readonly cpu: number;
}

export interface Watch {
  readonly schema: 1;
  readonly id: string;
  readonly target: WatchTarget;
  readonly startedAt: EpochMilliseconds;
  readonly duration: Milliseconds;
  readonly host: HostConditions;
  /** Shares of the CPU time of the machine: in use by all programs, and taken by a hypervisor. Null where it is not known. */
  readonly machine: { readonly busy: Ratio; readonly steal: Ratio } | null;
  readonly processes: readonly WatchedProcess[];
  /** The load that the doctor itself sent; null: it watched somebody else's. */
  readonly load: LoadOutcome | null;
  /** Programs of this machine that send it somebody else's load, as far as that is seen; empty for parts of a watch. */
  readonly clients: readonly LocalClient[];
  /** How the doctor's own load was found; absent where it was named. */
  readonly approach?: Approach;
  readonly end: 'time' | 'interrupted' | 'ended';
  /** How a server that the doctor started has ended: `exit code 3`; absent: it has not, or nobody told. */
  readonly exit?: string;
  /**
   * The longest part of the watch in which every look found a bottleneck, with its times since the watch began, and what was seen in it.
   * Absent: there is none, or the watch was too short to have parts.
   */
  readonly worst?: { readonly from: Milliseconds; readonly to: Milliseconds; readonly seen: Watch };
  /** What was left out or has gone wrong. */
  readonly notes: readonly Note[];
}

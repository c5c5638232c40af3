/**
 * What the probe says from inside a process: lines of JSON over a unix socket, and the words that it understands. The probe is guest
 * code and takes the types alone. It runs in somebody else's process, and whatever that process writes comes here: what is read is a
 * copy that holds the known fields alone, each of its type and of a bounded size.
 */
import { z } from 'zod';
import type { Bytes, Milliseconds, PerSecond, Ratio } from './units.ts';

/** The largest figure that is accepted: sums of larger ones are no whole numbers any more, and at last infinite. */
const largest = 2 ** 53;
/** Text of at most the length that a path can have on Linux. */
const text = z.string().max(4096);
/** Most waits in one reading: the 32 that may be in flight, then two for each tick of the shortest period. */
const mostWaits = 512;
/** Most rows of a table: a profile has twenty functions, and there are about ten kinds of jobs. */
const mostRows = 100;

const number = z.number().min(-largest).max(largest);
const time: z.ZodType<Milliseconds> = number;
const share: z.ZodType<Ratio> = number;
const perSecond: z.ZodType<PerSecond> = number;
const memory: z.ZodType<Bytes> = number;
const pid = z.int().min(1);
const rows = <Row extends z.ZodType>(row: Row) => z.array(row).max(mostRows).readonly();

/** The first line of a probe. */
const helloSchema = z.object({
  type: z.literal('hello'),
  schema: z.literal(1),
  pid,
  /** `process.version` without the v. */
  node: text,
  /** How the probe came into the process: by a flag at its start, or through the inspector. */
  entry: z.enum(['flag', 'attached']),
  /** The script that the process runs; null for `-e` and the REPL. */
  script: text.nullable(),
  /** UV_THREADPOOL_SIZE as it is now in the process: perhaps set in code. Null: not set. */
  poolSize: text.nullable(),
  /** Time from one tick to the next. */
  period: time,
  /** The tiny jobs that are sent: through the ordinary queue, and through that of name resolution. */
  lanes: z.object({ fast: z.enum(['readlink', 'randomFill']), slow: z.literal('getaddrinfo') }),
  /** The probe's own thread as the kernel numbers it; null where no kernel tells. */
  tid: pid.nullable(),
});
export type ProbeHello = Readonly<z.infer<typeof helloSchema>>;
export type ProbeEntry = ProbeHello['entry'];

/** One lane over the span of a reading. */
const queueSchema = z.object({
  /**
   * Waits for a thread of the jobs that were answered in this span, in the order of the answers, without the time that the probe's own
   * thread waited for a CPU. Each stands for a tick; while nothing waits a job is sent at every other tick, and its wait is told
   * twice.
   */
  waits: z.array(time).max(mostWaits).readonly(),
  sent: number,
  /** Ticks at which nothing was sent, because too many are without an answer. */
  skipped: number,
  /** Jobs without an answer at the end of the span, and how long the oldest of them has waited. */
  pending: number,
  oldest: time.nullable(),
});
export type QueueReading = Readonly<z.infer<typeof queueSchema>>;

/** The main thread's event loop over the span. */
const loopSchema = z.object({
  utilization: share,
  /** How late a timer fires beyond its due time. */
  delay: z.object({ mean: time, p50: time, p99: time, max: time }).readonly(),
});
export type LoopReading = Readonly<z.infer<typeof loopSchema>>;

/** Requests to the process's own HTTP servers, or its own HTTP calls to others. */
const trafficSchema = z.object({
  /** Requests that have begun and not ended at the end of the span, and the age of the oldest. */
  pending: number,
  oldest: time.nullable(),
  started: number,
  finished: number,
  /** Times of requests that ended in the span, from the first byte to the last; null if none did. */
  mean: time.nullable(),
  max: time.nullable(),
  /** Number of started requests that were observed; the other figures are estimated from these. Absent: all were. */
  counted: number.exactOptional(),
});
export type TrafficReading = Readonly<z.infer<typeof trafficSchema>>;

/** What requests wait for in a client of a service: as a rule one of its pool's connections. */
const poolSchema = z.object({
  /** The package: `pg`, `mysql2`, `knex`. */
  client: text,
  /** What is waited for: a connection, a turn on the one that there is, or a thread of a pool of workers. */
  kind: z.enum(['pool', 'order', 'tasks']),
  /** The address or socket of the service; null where no connection has said it. */
  place: text.nullable(),
  /** 0: it is not told. */
  limit: number,
  /** Open connections, those in use, and requests that wait for one, at the end of the span. */
  size: number,
  used: number,
  waiting: number,
  /** Connections that were taken in the span, those that nobody had taken before, and the waits: sum, longest, and some of them. */
  taken: number,
  fresh: number,
  waited: time,
  longest: time,
  waits: z.array(time).max(mostWaits).readonly(),
  /** Connections that were given back, and the time for which these had been in use. */
  given: number,
  held: time,
  /** The same of those that were taken and given back while no other was in use, since the process began. */
  alone: z.object({ count: number, held: time }).readonly(),
  /** Those that have been in use for two seconds and more: the age of the oldest, and the line that took one, if it was noted. */
  old: z.object({ count: number, age: time, by: text.nullable() }).readonly(),
  /** What the service speaks; null: not known. */
  protocol: z.enum(['postgresql', 'mysql', 'redis', 'mongodb', 'http']).nullable(),
  /** Connections that were asked for in the span and not got, and the code of the last such error. */
  failed: z.object({ count: number, code: text.nullable() }).readonly(),
  /** The command whose turns on the one connection took the longest in all, and whether it is one that waits; null: not known. */
  command: z.object({ name: text, count: number, held: time, isBlocking: z.boolean() }).readonly().nullable(),
  /** Of a pool of workers: the threads that there may be; else 0. */
  threads: number,
  /** The variable of the environment whose value is the limit; null where none is, or several are. */
  variable: text.nullable(),
});
export type ConnectionsReading = Readonly<z.infer<typeof poolSchema>>;

/** A reading of the probe, about four a second. */
const readingSchema = z.object({
  type: z.literal('reading'),
  /** End of the span, on the probe's own clock, from its first tick. */
  at: time,
  span: time,
  /** The pool was not seen in use yet, so nothing was sent: the probe is never its first user. */
  isPoolUnused: z.boolean(),
  fast: queueSchema,
  slow: queueSchema,
  /** The event loop; null if the main thread has said nothing in this span: it was busy with one thing throughout. */
  loop: loopSchema.nullable(),
  /** How long the main thread has said nothing, beyond what is usual: a blocked loop, seen while it is blocked. */
  silent: time,
  /**
   * How long the probe itself has stopped the main thread, where `loop`, `silent` or the requests of this reading may
   * hold that; absent: it has not.
   */
  ownStop: time.exactOptional(),
  /**
   * The probe took a CPU profile meanwhile: its signals wake the loop each millisecond, and Node counts most of its idle
   * time as busy then (0.7 of an idle process's).
   */
  isProfiled: z.literal(true).exactOptional(),
  gc: z.object({
    count: number,
    time,
    longest: time,
    /** Part of `time` that full collections took. */
    full: time,
    /** Bytes of V8's heap without young objects, after the last full collection; absent: there was none in this span. */
    kept: memory.exactOptional(),
  }),
  /** Memory of the process. `rss`: null where the system does not tell. `heapLimit`: the limit of the whole heap, as V8 tells it. */
  memory: z.object({
    rss: memory.nullable(),
    heapUsed: memory,
    heapLimit: memory,
    external: memory,
  }),
  /** CPU time of the whole process in this span, and the probe's part of it. */
  cpu: time.nullable(),
  ownCpu: time.nullable(),
  /** Requests to the process, and its calls to others; null where it has no such traffic, or its Node does not tell. */
  requests: trafficSchema.nullable(),
  calls: trafficSchema.nullable(),
  /** The pools of connections, that for which most wait first; absent where none is known, or the main thread has said nothing. */
  pools: rows(poolSchema).exactOptional(),
});
export type ProbeReading = Readonly<z.infer<typeof readingSchema>>;

/** A function in a CPU profile of the main thread. */
const functionSchema = z.object({
  /** Its name; `(anonymous)` where it has none. */
  name: text,
  /** File and line, `node:…` for Node's own; empty for what is not JavaScript. */
  file: text,
  line: number.nullable(),
  /** Shares of the profile's time: in the function itself, and in it with all that it called. */
  self: share,
  total: share,
  /** The nearest function of the application that called Node's own, or a package's: `name file:line`. */
  calledBy: text.nullable(),
  /** File of the JavaScript that called it, where the function itself is not JavaScript; `node:…` for Node's own. */
  calledIn: text.optional(),
});
export type ProfiledFunction = Readonly<z.infer<typeof functionSchema>>;

const profileSchema = z.object({
  type: z.literal('profile'),
  duration: time,
  /** How long its start stopped the main thread: V8 walks over the whole heap. Before `duration`. */
  stopped: time,
  /** Share of `duration` in which the main thread had nothing to do. */
  idle: share,
  gc: share,
  /** Functions, the most expensive first; at most twenty. */
  functions: rows(functionSchema),
});
export type ProbeProfile = Readonly<z.infer<typeof profileSchema>>;

/** What trace events say of the pool's jobs (the capture): the whole time of each, from its sending to its end. */
const captureSchema = z.object({
  type: z.literal('capture'),
  duration: time,
  /** The capture ended early: more events a second than a live process should be asked for. */
  isAborted: z.boolean(),
  rate: perSecond,
  kinds: rows(z.object({ kind: text, jobs: number, mean: time, p50: time, p99: time }).readonly()),
});
export type ProbeCapture = Readonly<z.infer<typeof captureSchema>>;

/** Something that the probe could not do or tell, in words. */
const noteSchema = z.object({
  type: z.literal('note'),
  about: z.enum([
    'profile',
    'capture',
    'pool',
    'loop',
    'heap',
    'memory',
    'CPU',
    'collections',
    'requests',
    'calls',
    'connections',
    'exporter',
    'metrics',
    'probe',
  ]),
  why: text,
});
export type ProbeNote = Readonly<z.infer<typeof noteSchema>>;

export const probeMessageSchema = z.discriminatedUnion('type', [
  helloSchema,
  readingSchema,
  profileSchema,
  captureSchema,
  noteSchema,
]);
export type ProbeMessage = ProbeHello | ProbeReading | ProbeProfile | ProbeCapture | ProbeNote;

/** What the probe is asked. `use pool`: the pool is in use already, seen from outside, so the lanes may begin. */
export type ProbeCommand =
  | { readonly type: 'use pool' }
  | { readonly type: 'profile'; readonly duration: Milliseconds }
  | { readonly type: 'capture'; readonly duration: Milliseconds }
  | { readonly type: 'period'; readonly period: Milliseconds };

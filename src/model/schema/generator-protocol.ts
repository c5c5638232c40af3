/**
 * What a controller and a generator on another machine say to each other: one JSON document a line, over the stdin and
 * stdout of the command that reaches it. Neither trusts the other: what does not have this form is refused.
 *
 *     generator ──▶ hello                        (once, unasked)
 *     ping ──▶ pong                              (its clock)
 *     path ──▶ path                              (TCP connects to the server)
 *     k6   ──▶ k6                                (which one it has)
 *     job  ──▶ ready      start ──▶ phase … ──▶ outcome | failed
 *     cancel ──▶ cancelled
 */
import { z } from 'zod';
import { hasDetails } from '../../messages/problem.ts';
import type { Milliseconds } from '../units.ts';
import { parsedJson } from './read.ts';
import { loadSchema, requestSchema, type Asking } from '../plan.ts';
import { outcomeSchema, some } from './outcome.ts';

/** Version of this protocol: two sides with different versions do not understand each other. */
export const generatorProtocol = 2;

const amount = z.number().min(0).finite();
const instant = z.number().finite();
const count = z.number().int().min(0);
const id = count;
const word = z.string().max(300);

const time: z.ZodType<Milliseconds> = z.number().positive().finite();

const jobSchema = z.strictObject({
  load: loadSchema.refine(({ kind }) => kind !== 'none').transform((load) => load as Asking),
  requests: z.array(requestSchema).min(1).max(1000).readonly(),
  /** Milliseconds of load of the same kind before the window; nothing of it is counted. 0 for bursts. */
  warmup: amount,
  /** Length of the window; null if the load ends by its number of requests (for each client, or in batches). */
  duration: time.nullable(),
  /** Time after which a request without its whole answer is an error of kind `timeout`. */
  timeout: time,
  /** Seed of the arrivals, of the choice among weighted requests, and of the ids of proofs. */
  seed: z.number().int(),
  /** How many raw requests to keep. */
  traces: count.max(10_000),
  /**
   * This generator's part of a schedule that several keep together: every `of`-th request (k6: iteration), from number `at` on.
   * Absent: the whole schedule.
   */
  share: z.strictObject({ of: count.min(1), at: count }).exactOptional(),
});
export type GeneratorJob = z.infer<typeof jobSchema>;

/** The largest archive that is sent, in bytes before base64. */
export const mostArchive = 64 * 1024 * 1024;

/** A script of k6 with all that it imports and opens. */
const parcelSchema = z.strictObject({
  /** Path of the script, as it is shown. */
  script: z.string().max(4096),
  /** Version of the k6 that packed the archive: another version has another form of archive. */
  version: word,
  /** The beginning of the line in k6's log that marks the start of the load. */
  mark: word,
  /** The archive in base64. */
  archive: z.string().max(Math.ceil(mostArchive / 3) * 4),
});
export type K6Parcel = z.infer<typeof parcelSchema>;

/** A line from the controller. Times are milliseconds of the generator's own monotonic clock. */
export const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ping'), id }),
  z.strictObject({ kind: z.literal('path'), id, host: word, port: count.min(1).max(65_535) }),
  z.strictObject({ kind: z.literal('k6'), id }),
  z.strictObject({
    kind: z.literal('job'),
    id,
    job: jobSchema,
    pinned: z.array(count).max(4096).readonly().nullable(),
    /** The script that makes the requests; absent: the requests are those of the job. */
    k6: parcelSchema.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('start'), id, at: instant }),
  z.strictObject({ kind: z.literal('cancel'), id }),
]);
export type GeneratorOrder = z.infer<typeof orderSchema>;

/** The part of a malformed job that must be known to refuse it. */
export const refusedSchema = z.object({ kind: z.literal('job'), id });

/** @returns what the other side would refuse in an order, with its limit; null if nothing */
export function faultOf(order: unknown): string | null {
  const [fault] = orderSchema.safeParse(order).error?.issues ?? [];
  return fault ? `${fault.path.join('.')}: ${fault.message}` : null;
}

/** The first line of a generator. It shows who answers, such as another version or another machine. */
const helloSchema = z.strictObject({
  kind: z.literal('hello'),
  protocol: z.number(),
  version: word,
  node: word,
  host: word,
  /** Ids of the running kernel, the same in all containers of a machine, and of its network; null where the system does not tell. */
  boot: word.nullable(),
  network: word.nullable(),
  /** Addresses of its own machine, without those of loopback. */
  addresses: z
    .array(z.strictObject({ address: word, cidr: word.nullable() }))
    .max(1000)
    .readonly(),
  /** The address from which its command was called, where sshd tells it. */
  calledFrom: word.nullable(),
});
export type GeneratorHello = z.infer<typeof helloSchema>;

/** The part of a hello that must be known if the rest has the form of another version. */
export const strangerSchema = z.object({ kind: z.literal('hello'), version: word });

/** Codes of problems whose cause is the script, not the generator. */
export const scriptProblems = ['K6_FAILED', 'K6_NO_REQUEST', 'K6_THREW', 'K6_ELSEWHERE'] as const;

/** A problem that the script caused, with all details that its texts need. */
const problemSchema = z
  .strictObject({
    code: z.enum(scriptProblems),
    details: z.record(z.string().max(40), z.union([z.string().max(4000), z.number()])),
  })
  .refine(({ code, details }) => hasDetails(code, details));
export type ScriptProblem = z.infer<typeof problemSchema>;

/** `ScriptPart` of load/engine.ts. */
const scriptPartSchema = z.strictObject({ empty: problemSchema.nullable(), wrong: some });
export type ScriptPartTold = z.infer<typeof scriptPartSchema>;

/** Phases of a load, in their order. */
export const loadPhases = ['warmup', 'window', 'drain'] as const;

/** A line from the generator. Times are those of `orderSchema`. */
export const reportSchema = z.discriminatedUnion('kind', [
  helloSchema,
  z.strictObject({ kind: z.literal('pong'), id, at: instant }),
  /** Median times of TCP connects to the server and to a listener of its own; null if none succeeded, for the reason `why`. */
  z.strictObject({
    kind: z.literal('path'),
    id,
    there: amount.nullable(),
    own: amount,
    why: z.string().max(500),
  }),
  /** The version of its k6; null if there is none that may be run, for the reason `why`. */
  z.strictObject({ kind: z.literal('k6'), id, version: word.nullable(), why: z.string().max(4000) }),
  z.strictObject({ kind: z.literal('ready'), id }),
  z.strictObject({ kind: z.literal('phase'), id, phase: z.enum(loadPhases) }),
  /** `start`: when its window began. */
  z.strictObject({
    kind: z.literal('outcome'),
    id,
    outcome: outcomeSchema,
    start: instant,
    script: scriptPartSchema.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    id,
    why: z.string().max(4000),
    problem: problemSchema.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('cancelled'), id }),
]);
export type GeneratorReport = z.infer<typeof reportSchema>;

/** @returns the document of a line; null where it does not have the form */
export function readLine<Document>(line: string, schema: z.ZodType<Document>): Document | null {
  return schema.safeParse(parsedJson(line)).data ?? null;
}

/**
 * What a controller and a generator on another machine say to each other: one JSON document a line, over the stdin and
 * stdout of the command that reaches it. Neither trusts the other: what has not this form is refused.
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

/** Another number: the two do not understand each other. */
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
  /** Load of the same kind before the window; nothing of it is counted. 0 for loads that are bursts. */
  warmup: amount,
  /** The window; null where the load itself ends (requests for each client, batches). */
  duration: time.nullable(),
  /** A request without its whole answer after so long is an error of kind `timeout`. */
  timeout: time,
  /** Seeds arrivals, the choice among weighted requests, and the ids of proofs. */
  seed: z.number().int(),
  /** How many raw requests to keep. */
  traces: count.max(10_000),
  /**
   * Of a schedule that several generators keep together: every `of`-th request (k6: iteration), beginning with number `at`.
   * Absent: the whole schedule.
   */
  share: z.strictObject({ of: count.min(1), at: count }).exactOptional(),
});
export type GeneratorJob = z.infer<typeof jobSchema>;

/** Of an archive, before it is written in base64. */
export const mostArchive = 64 * 1024 * 1024;

/** A script of k6 with all that it imports and opens. */
const parcelSchema = z.strictObject({
  /** As it is shown. */
  script: z.string().max(4096),
  /** Of the k6 that packed it: the form of an archive is its own. */
  version: word,
  /** What its log tells the begin of the load by. */
  mark: word,
  /** In base64. */
  archive: z.string().max(Math.ceil(mostArchive / 3) * 4),
});
export type K6Parcel = z.infer<typeof parcelSchema>;

/** From the controller. Times are milliseconds of the generator's own monotonic clock. */
export const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ping'), id }),
  z.strictObject({ kind: z.literal('path'), id, host: word, port: count.min(1).max(65_535) }),
  z.strictObject({ kind: z.literal('k6'), id }),
  z.strictObject({
    kind: z.literal('job'),
    id,
    job: jobSchema,
    pinned: z.array(count).max(4096).readonly().nullable(),
    /** Absent: the requests are those of the job. */
    k6: parcelSchema.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('start'), id, at: instant }),
  z.strictObject({ kind: z.literal('cancel'), id }),
]);
export type GeneratorOrder = z.infer<typeof orderSchema>;

/** Of a job that has another form: all that has to be known of it to refuse it. */
export const refusedSchema = z.object({ kind: z.literal('job'), id });

/** @returns what the far side would refuse of an order, with its limit; null if nothing */
export function faultOf(order: unknown): string | null {
  const [fault] = orderSchema.safeParse(order).error?.issues ?? [];
  return fault ? `${fault.path.join('.')}: ${fault.message}` : null;
}

/** Who answers: another version, or another machine, is seen here. */
const helloSchema = z.strictObject({
  kind: z.literal('hello'),
  protocol: z.number(),
  version: word,
  node: word,
  host: word,
  /** Of the kernel that runs, the same in all containers of a machine, and of the network that it is in; null where the system tells neither. */
  boot: word.nullable(),
  network: word.nullable(),
  /** Its own, without those of loopback. */
  addresses: z
    .array(z.strictObject({ address: word, cidr: word.nullable() }))
    .max(1000)
    .readonly(),
  /** The address from which its command was called, where sshd tells it. */
  calledFrom: word.nullable(),
});
export type GeneratorHello = z.infer<typeof helloSchema>;

/** Of a version whose hello has another form: all that has to be known of it. */
export const strangerSchema = z.object({ kind: z.literal('hello'), version: word });

/** Of these the script is the reason, and not the generator. */
export const scriptProblems = ['K6_FAILED', 'K6_NO_REQUEST', 'K6_THREW', 'K6_ELSEWHERE'] as const;

/** What its texts are made of has to be there. */
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

/** In their order. */
export const loadPhases = ['warmup', 'window', 'drain'] as const;

/** From the generator. Times as above. */
export const reportSchema = z.discriminatedUnion('kind', [
  helloSchema,
  z.strictObject({ kind: z.literal('pong'), id, at: instant }),
  /** Median times of TCP connects to the server and to a listener of its own; null: none came about, and why. */
  z.strictObject({
    kind: z.literal('path'),
    id,
    there: amount.nullable(),
    own: amount,
    why: z.string().max(500),
  }),
  /** Null: none that may be run, and why. */
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

/** @returns the document of a line; null where it has not the form */
export function readLine<Document>(line: string, schema: z.ZodType<Document>): Document | null {
  return schema.safeParse(parsedJson(line)).data ?? null;
}

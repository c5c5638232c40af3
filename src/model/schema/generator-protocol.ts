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
import { loadSchema, requestSchema, type Asking } from '../plan.ts';
import { errorKinds, type ErrorKind, type LoadOutcome } from '../sample.ts';

/** Another number: the two do not understand each other. */
export const generatorProtocol = 2;

const amount = z.number().min(0).finite();
const instant = z.number().finite();
const count = z.number().int().min(0);
const id = count;
const word = z.string().max(300);

/** Asked for by what a load generator is to do: `LoadJob` of load/engine.ts. */
const jobSchema = z.strictObject({
  load: loadSchema.refine(({ kind }) => kind !== 'none').transform((load) => load as Asking),
  requests: z.array(requestSchema).min(1).max(1000),
  warmup: amount,
  duration: z.number().positive().finite().nullable(),
  timeout: z.number().positive().finite(),
  seed: z.number().int(),
  traces: count.max(10_000),
  share: z.strictObject({ of: count.min(1), at: count }).exactOptional(),
});

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
    pinned: z.array(count).max(4096).nullable(),
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
  /** Of the kernel that runs, and of the network that it is in; null where the system tells neither. */
  boot: word.nullable(),
  network: word.nullable(),
  /** Its own, without those of loopback. */
  addresses: z.array(z.strictObject({ address: word, cidr: word.nullable() })).max(1000),
  /** The address from which its command was called, where sshd tells it. */
  calledFrom: word.nullable(),
});
export type GeneratorHello = z.infer<typeof helloSchema>;

/** Of a version whose hello has another form: all that has to be known of it. */
export const strangerSchema = z.object({ kind: z.literal('hello'), version: word });

/** The shape of stats/histogram.ts; a test holds the two together. */
const subBuckets = 128;
const slots = 26 * subBuckets;
/** More than a generator sends in a day. */
const mostRequests = 1e9;
const some = count.max(mostRequests);

/** As a histogram is written: what has other buckets cannot be added up, and what counts otherwise has other percentiles. */
const histogram = z
  .strictObject({
    subBuckets: z.literal(subBuckets),
    count: some,
    min: count,
    max: count,
    sum: amount,
    buckets: z.array(z.tuple([count.max(slots - 1), some.min(1)])).max(slots),
  })
  .refine(({ buckets }) => buckets.every(([slot], at) => at === 0 || slot > (buckets[at - 1]?.[0] ?? 0)))
  .refine(({ buckets, count: all }) => buckets.reduce((sum, [, more]) => sum + more, 0) === all)
  .refine(({ min, max }) => min <= max)
  .refine(({ count: all, min, max, sum }) => {
    const rounding = 1e-9 * sum;
    return sum >= all * min - rounding && sum <= all * max + rounding;
  });
const trace = z.strictObject({
  client: z.number().int(),
  due: instant,
  sent: instant,
  firstByte: instant.nullable(),
  done: instant,
  status: count,
  error: z.enum(errorKinds).nullable(),
  serverTime: instant.exactOptional(),
});
const bins = z.array(amount).max(2400);

const outcomeSchema = z
  .strictObject({
    engine: word,
    window: z.strictObject({ start: instant, duration: amount }),
    counts: z.strictObject({ due: some, sent: some, answered: some, verified: some }),
    errors: z.strictObject(
      Object.fromEntries(errorKinds.map((kind) => [kind, count])) as Record<ErrorKind, typeof count>,
    ),
    timeouts: z
      .strictObject({ count, begun: count, status: count, isEventStream: z.boolean() })
      .exactOptional(),
    errorExamples: z.array(z.string().max(2000)).max(3),
    throughput: amount,
    response: histogram,
    service: histogram,
    serverTime: histogram.exactOptional(),
    lateness: histogram,
    concurrency: amount,
    bytesReceived: amount,
    generator: z.strictObject({
      utilization: amount,
      cpu: amount,
      peakRss: amount,
      lateShare: amount.max(1),
      pid: count,
    }),
    traces: z.array(trace).max(10_000),
    series: z.strictObject({
      binWidth: z.number().positive().finite(),
      done: bins,
      errors: bins,
      responseSum: z.array(instant).max(2400),
    }),
    warmup: z.strictObject({ duration: amount, requests: count }),
    iterations: z
      .strictObject({ due: some, begun: some, checks: z.strictObject({ passed: count, failed: count }) })
      .exactOptional(),
  })
  // Of each right answer both times are kept, and of each request that was sent at most its lateness. Of a script also those of
  // answers are kept that a check found wrong, and the lateness is that of an iteration.
  .refine(({ counts: { answered, verified } }) => verified <= answered)
  .refine(({ counts: { answered, verified }, response, service, iterations }) =>
    [response, service].every(
      ({ count: all }) => all >= verified && all <= (iterations ? answered : verified),
    ),
  )
  .refine(({ counts, serverTime }) => (serverTime?.count ?? 0) <= counts.verified)
  .refine(({ iterations }) => !iterations || iterations.begun <= iterations.due)
  .refine(
    ({ counts, lateness, iterations }) => lateness.count <= (iterations?.begun ?? counts.sent),
  ) satisfies z.ZodType<LoadOutcome>;

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

const phases = z.enum(['warmup', 'window', 'drain']);

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
  z.strictObject({ kind: z.literal('phase'), id, phase: phases }),
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
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

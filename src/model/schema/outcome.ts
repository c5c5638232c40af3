/** What one generator saw, from its side of the wire. It may come from another machine, so it is held to what a recorder can see. */
import { z } from 'zod';
import { slots, subBuckets, type HistogramData } from '../../stats/histogram.ts';
import { errorKinds, type ErrorKind } from '../error-kind.ts';
import type { Bytes, EpochMilliseconds, Milliseconds, PerSecond, Ratio } from '../units.ts';

const amount = z.number().min(0).finite();
const instant: z.ZodType<Milliseconds> = z.number().finite();
const duration: z.ZodType<Milliseconds> = amount;
const epoch: z.ZodType<EpochMilliseconds> = z.number().finite();
const rate: z.ZodType<PerSecond> = amount;
const bytes: z.ZodType<Bytes> = amount;
const ratio: z.ZodType<Ratio> = amount;
const count = z.number().int().min(0);
/** The largest count that is accepted: more requests than a generator sends in a day. */
const mostRequests = 1e9;
export const some = count.max(mostRequests);

/** A histogram with our own buckets and a consistent count: others cannot be added up, or have other percentiles. */
const histogram: z.ZodType<HistogramData> = z
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

const traceSchema = z.strictObject({
  client: z.number().int(),
  /** Time at which it should have been sent: in a closed loop the same as `sent`. */
  due: instant,
  sent: instant,
  firstByte: instant.nullable(),
  done: instant,
  /** HTTP status; 0 if none came. */
  status: count,
  error: z.enum(errorKinds).nullable(),
  /** Time that the server says it took (as in `LoadOutcome.serverTime`); absent if it says nothing. */
  serverTime: instant.exactOptional(),
});

const bins = z.array(amount).max(2400).readonly();

export const outcomeSchema = z
  .strictObject({
    engine: z.string().max(300),
    window: z.strictObject({ start: epoch, duration }),
    /**
     * `due`: requests whose time came in the window; `sent`; `answered`: a whole HTTP answer came;
     * `verified`: the answer was the right one. In a sound run all four are equal but for the tail in flight.
     */
    counts: z.strictObject({ due: some, sent: some, answered: some, verified: some }),
    errors: z.strictObject(
      Object.fromEntries(errorKinds.map((kind) => [kind, count])) as Record<ErrorKind, typeof count>,
    ),
    /**
     * Requests that timed out, in the window or outside it: a load may end before the first one does. `begun`: those whose status line
     * had come; `status`: the first of these statuses. An event stream ends only when somebody closes it. Absent: none timed out.
     */
    timeouts: z
      .strictObject({ count, begun: count, status: count, isEventStream: z.boolean() })
      .exactOptional(),
    /** First wrong answers, shortened, for the problem's text. */
    errorExamples: z.array(z.string().max(2000)).max(3).readonly(),
    /** Verified requests per second of the window. */
    throughput: rate,
    /** Times since the request was *due*, as a user waits for it. Verified requests only. */
    response: histogram,
    /** Times since the request was *sent*: what the server took, without the generator's own lateness. */
    service: histogram,
    /**
     * Times that the server says it took for the same requests (`Server-Timing: app;dur=` or `total;dur=`, milliseconds);
     * absent if it says nothing.
     */
    serverTime: histogram.exactOptional(),
    /** The generator's lateness: sent minus due. Empty in a closed loop. */
    lateness: histogram,
    /** Requests in flight, averaged over the window's time: must be X·R (Little's law). */
    concurrency: amount,
    bytesReceived: bytes,
    /** The generator's own cost, so that a reader can see whether it measured the server or itself. */
    generator: z.strictObject({
      utilization: ratio,
      cpu: duration,
      peakRss: bytes,
      /** Share of requests that were sent more than max(1 ms, 1% of the interval) after they were due. */
      lateShare: amount.max(1),
      pid: count,
    }),
    /** A bounded uniform sample, in order of `due`. */
    traces: z.array(traceSchema).max(10_000).readonly(),
    /** The window in equal bins: finished requests, errors, and the sum of their response times. */
    series: z.strictObject({
      binWidth: z.number().positive().finite(),
      done: bins,
      errors: bins,
      responseSum: z.array(instant).max(2400).readonly(),
    }),
    warmup: z.strictObject({ duration, requests: count }),
    /**
     * Iterations of a k6 script, which may send several requests and wait between them. `due`: in the window; `begun`: those of them that
     * began. The others were dropped, because no virtual user was free. `checks`: those of the script itself. Absent: each request is one
     * of the load itself.
     */
    iterations: z
      .strictObject({ due: some, begun: some, checks: z.strictObject({ passed: count, failed: count }) })
      .exactOptional(),
  })
  // Each right answer has both times, and each request that was sent has at most one lateness. With a script, answers that a check
  // found wrong may have times too, and the lateness is that of an iteration.
  .refine(({ counts: { answered, verified } }) => verified <= answered)
  .refine(({ counts: { answered, verified }, response, service, iterations }) =>
    [response, service].every(
      ({ count: all }) => all >= verified && all <= (iterations ? answered : verified),
    ),
  )
  .refine(({ counts, serverTime }) => (serverTime?.count ?? 0) <= counts.verified)
  .refine(({ iterations }) => !iterations || iterations.begun <= iterations.due)
  .refine(({ counts, lateness, iterations }) => lateness.count <= (iterations?.begun ?? counts.sent));

export type GeneratorOutcome = Readonly<z.infer<typeof outcomeSchema>>;

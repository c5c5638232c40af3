/** Counts what came back. One method per request, which allocates nothing; everything is bounded. */
import type { LoadOutcome, RequestTrace } from '../model/sample.ts';
import { errorKinds, type ErrorKind } from '../model/error-kind.ts';
import type { EpochMilliseconds, Milliseconds, Ratio } from '../model/units.ts';
import { Histogram } from '../stats/histogram.ts';
import { seeded } from '../stats/random.ts';

/**
 * Which requests a window counts. An open loop owes an answer to all that were *due* in it, however late it comes.
 * A timed closed loop counts those that were *done* in it: since it always has the same number in flight, the ones
 * it cuts off at the end are balanced by those in flight at the start, and throughput is not biased.
 */
export type Membership = 'due' | 'done';

export interface RecorderOptions {
  readonly membership: Membership;
  /** A request that was sent later than this after it was due counts as late. */
  readonly lateAfter: Milliseconds;
  readonly traces: number;
  readonly seed: number;
}

/** What one window saw; all that a `LoadOutcome` needs but the generator's own cost and the wall clock. */
export type Record = Omit<LoadOutcome, 'engine' | 'window' | 'generator' | 'warmup'> & {
  readonly duration: Milliseconds;
  readonly lateShare: Ratio;
  readonly warmupRequests: number;
};

/** What an engine adds to its record. */
interface Own {
  readonly engine: string;
  readonly start: EpochMilliseconds;
  readonly warmup: Milliseconds;
  readonly generator: Omit<LoadOutcome['generator'], 'lateShare'>;
}

export function outcomeOf(record: Record, { engine, start, warmup, generator }: Own): LoadOutcome {
  const { duration, lateShare, warmupRequests, ...seen } = record;
  return {
    engine,
    window: { start, duration },
    ...seen,
    generator: { ...generator, lateShare },
    warmup: { duration: warmup, requests: warmupRequests },
  };
}

/** Counts so many of the answers that were taken for right ones as wrong. @param duration of the window */
export function withWrong<Seen extends Pick<LoadOutcome, 'counts' | 'errors' | 'throughput'>>(
  seen: Seen,
  wrong: number,
  duration: Milliseconds,
): Seen {
  const { counts, errors, throughput } = seen;
  return {
    ...seen,
    counts: { ...counts, verified: counts.verified - wrong },
    errors: { ...errors, body: errors.body + wrong },
    throughput: Math.max(0, throughput - (wrong / duration) * 1000),
  };
}

const keptExamples = 3;

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #response = new Histogram();
  readonly #service = new Histogram();
  readonly #lateness = new Histogram();
  /** Times that the server tells of itself; null until one does: most do not. */
  #serverTime: Histogram | null = null;
  readonly #series = new Series();
  readonly #sample: TraceSample;
  readonly #errors = Object.fromEntries(errorKinds.map((kind) => [kind, 0])) as { [K in ErrorKind]: number };
  readonly #examples: string[] = [];
  readonly #timeouts = { count: 0, begun: 0, status: 0, isEventStream: false };
  #start: Milliseconds = Infinity;
  #end: Milliseconds = Infinity;
  #due = 0;
  #sent = 0;
  #late = 0;
  #answered = 0;
  #verified = 0;
  #verifiedInWindow = 0;
  #warmup = 0;
  #requestTime: Milliseconds = 0;
  #bytes = 0;
  #lastDone: Milliseconds = 0;
  #failedConnects = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#sample = new TraceSample(options.traces, seeded(options.seed));
  }

  /** Sets the edges of the window: before it, everything is warm-up. `end` is Infinity where the load ends by its number of requests. */
  openWindow(start: Milliseconds, end: Milliseconds): void {
    this.#start = start;
    this.#end = end;
  }

  /** When the last request of the window was done. */
  get lastDone(): Milliseconds {
    return this.#lastDone;
  }

  ended(request: Finished, error: ErrorKind | null, done: Milliseconds): void {
    const { due, sent } = request;
    if (error === 'connect') this.#failedConnects++;
    if (error === 'timeout') this.#countTimeout(request);
    if (due < this.#start) this.#warmup++;
    const inWindow = done >= this.#start && done < this.#end;
    this.#requestTime += Math.max(0, Math.min(done, this.#end) - Math.max(due, this.#start));
    if (inWindow && error === null) this.#verifiedInWindow++;
    if (inWindow) this.#series.add(done - this.#start, done - due, error !== null);
    const wasDue = due >= this.#start && due < this.#end;
    if (wasDue) this.#countSent(due, sent);
    if (this.#options.membership === 'due' ? wasDue : inWindow) this.#count(request, error, done);
  }

  #countTimeout({ status, isEventStream = false }: Finished): void {
    const all = this.#timeouts;
    all.count++;
    if (status === 0) return;
    if (all.begun++ === 0) Object.assign(all, { status, isEventStream });
  }

  #countSent(due: Milliseconds, sent: Milliseconds): void {
    this.#due++;
    if (Number.isNaN(sent)) return;
    this.#sent++;
    this.#lateness.record((sent - due) * 1_000);
    if (sent - due > this.#options.lateAfter) this.#late++;
  }

  #count(request: Finished, error: ErrorKind | null, done: Milliseconds): void {
    this.#bytes += request.bytesReceived;
    if (done > this.#lastDone) this.#lastDone = done;
    this.#sample.add(request, done, error);
    if (error !== null) this.#countError(request, error);
    else this.#countVerified(request, done);
  }

  #countError(request: Finished, error: ErrorKind): void {
    this.#errors[error]++;
    const isAnswer = error === 'status' || error === 'body' || error === 'proof';
    if (isAnswer) this.#answered++;
    if ((isAnswer || error === 'protocol') && this.#examples.length < keptExamples) {
      this.#examples.push(request.excerpt());
    }
  }

  #countVerified(request: Finished, done: Milliseconds): void {
    this.#answered++;
    this.#verified++;
    this.#response.record((done - request.due) * 1_000);
    this.#service.record((done - request.sent) * 1_000);
    const { serverTime = Number.NaN } = request;
    if (serverTime >= 0) (this.#serverTime ??= new Histogram()).record(serverTime * 1_000);
  }

  /** The result of a window that ended at `end`. */
  finish(end: Milliseconds): Record {
    const duration = Math.max(0, end - this.#start);
    const open = this.#options.membership === 'due' && this.#options.lateAfter < Infinity;
    const perMillisecond = duration > 0 ? 1 / duration : 0;
    return {
      duration,
      counts: {
        due: this.#due,
        sent: this.#sent,
        answered: this.#answered,
        verified: this.#verified,
      },
      errors: { ...this.#errors },
      ...(this.#timeouts.count > 0 && { timeouts: { ...this.#timeouts } }),
      errorExamples: this.#examples,
      throughput: this.#verifiedInWindow * perMillisecond * 1_000,
      response: this.#response.toData(),
      service: this.#service.toData(),
      ...(this.#serverTime && { serverTime: this.#serverTime.toData() }),
      lateness: (open ? this.#lateness : new Histogram()).toData(),
      concurrency: this.#requestTime * perMillisecond,
      bytesReceived: this.#bytes,
      lateShare: open && this.#sent > 0 ? this.#late / this.#sent : 0,
      traces: this.#sample.toTraces(this.#start),
      series: this.#series.toData(duration),
      warmupRequests: this.#warmup,
    };
  }

  /**
   * The result where nothing ever listened: the attempts of the warm-up are all there is to tell, so they become the
   * window.
   */
  finishUnreachable(start: Milliseconds, end: Milliseconds): Record {
    const attempts = this.#failedConnects;
    this.openWindow(start, end);
    return {
      ...this.finish(end),
      counts: { due: attempts, sent: attempts, answered: 0, verified: 0 },
      errors: { ...this.#errors, connect: attempts },
      warmupRequests: 0,
    };
  }
}

/** One finished request, in the generator's own time; NaN where something never happened. */
export interface Finished {
  readonly client: number;
  readonly due: Milliseconds;
  readonly sent: Milliseconds;
  readonly firstByte: Milliseconds;
  readonly status: number;
  readonly bytesReceived: number;
  /** Time that the server says it took; NaN or absent if it says nothing. */
  readonly serverTime?: Milliseconds;
  /** The answer is a stream of server-sent events; absent: it is not. */
  readonly isEventStream?: boolean;
  /** A wrong answer in one line; only asked for the first few. */
  excerpt(): string;
}

const fields = 8;

/**
 * A uniform sample of bounded size from a stream of unknown length (Vitter 1985, algorithm R): the n-th request takes
 * a place with probability size/n. Held in one typed array, so that ten million requests leave no garbage.
 */
export class TraceSample {
  readonly #size: number;
  readonly #random: () => number;
  readonly #values: Float64Array;
  #seen = 0;

  constructor(size: number, random: () => number) {
    this.#size = size;
    this.#random = random;
    this.#values = new Float64Array(size * fields);
  }

  add(request: Finished, done: Milliseconds, error: ErrorKind | null): void {
    const n = this.#seen++;
    const place = n < this.#size ? n : Math.floor(this.#random() * (n + 1));
    if (place >= this.#size) return;
    const at = place * fields;
    this.#values[at] = request.client;
    this.#values[at + 1] = request.due;
    this.#values[at + 2] = request.sent;
    this.#values[at + 3] = request.firstByte;
    this.#values[at + 4] = done;
    this.#values[at + 5] = request.status;
    this.#values[at + 6] = error === null ? -1 : errorKinds.indexOf(error);
    this.#values[at + 7] = request.serverTime ?? Number.NaN;
  }

  /** The sampled requests in order of `due`, with times since `origin`. One that was never sent has its end as `sent`. */
  toTraces(origin: Milliseconds): readonly RequestTrace[] {
    const traces: RequestTrace[] = [];
    for (let i = 0; i < Math.min(this.#seen, this.#size); i++) {
      const field = (offset: number) => this.#values[i * fields + offset] ?? Number.NaN;
      const done = field(4) - origin;
      traces.push({
        client: field(0),
        due: field(1) - origin,
        sent: Number.isNaN(field(2)) ? done : field(2) - origin,
        firstByte: Number.isNaN(field(3)) ? null : field(3) - origin,
        done,
        status: field(5),
        error: errorKinds[field(6)] ?? null,
        ...(!Number.isNaN(field(7)) && { serverTime: field(7) }),
      });
    }
    return traces.toSorted((a, b) => a.due - b.due);
  }
}

const maxBins = 2_400;

/** The window in equal bins of 250 ms; when there are more than 2,400 (ten minutes), pairs are joined. */
export class Series {
  readonly #done = new Float64Array(maxBins);
  readonly #errors = new Float64Array(maxBins);
  readonly #responseSum = new Float64Array(maxBins);
  #binWidth: Milliseconds = 250;
  #used = 0;

  /** Adds a request that ended `at` after the window's start; `response` only counts if it succeeded. */
  add(at: Milliseconds, response: Milliseconds, failed: boolean): void {
    while (at >= maxBins * this.#binWidth) this.#joinPairs();
    const bin = at > 0 ? Math.floor(at / this.#binWidth) : 0;
    if (bin >= this.#used) this.#used = bin + 1;
    if (failed) {
      this.#errors[bin] = (this.#errors[bin] ?? 0) + 1;
    } else {
      this.#done[bin] = (this.#done[bin] ?? 0) + 1;
      this.#responseSum[bin] = (this.#responseSum[bin] ?? 0) + response;
    }
  }

  /** The series, with as many bins as the window has, also those at its end in which nothing came back. */
  toData(window: Milliseconds): LoadOutcome['series'] {
    while (window > maxBins * this.#binWidth) this.#joinPairs();
    const bins = Math.max(this.#used, Math.ceil(window / this.#binWidth));
    return {
      binWidth: this.#binWidth,
      done: [...this.#done.subarray(0, bins)],
      errors: [...this.#errors.subarray(0, bins)],
      responseSum: [...this.#responseSum.subarray(0, bins)],
    };
  }

  #joinPairs(): void {
    for (const bins of [this.#done, this.#errors, this.#responseSum]) {
      for (let i = 0; i < maxBins / 2; i++) bins[i] = (bins[2 * i] ?? 0) + (bins[2 * i + 1] ?? 0);
      bins.fill(0, maxBins / 2);
    }
    this.#binWidth *= 2;
    this.#used = Math.ceil(this.#used / 2);
  }
}

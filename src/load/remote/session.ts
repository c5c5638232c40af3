/**
 * A generator on the far side of a command, seen from the controller.
 *
 *     opened ──hello──▶ idle ──begin──▶ preparing ──ready, start──▶ running ──outcome──▶ idle
 *        │                ▲                 │                          │
 *        │                └──── cancelled ──┴──────────────────────────┤ failed
 *        └── garbage, silence, another version, end of the command ──▶ broken: opened anew for the next job
 */
import { finished, type Readable, type Writable } from 'node:stream';
import { within } from '../../host/clock.ts';
import { problem, type Problem } from '../../messages/problem.ts';
import {
  generatorProtocol,
  loadPhases,
  readLine,
  reportSchema,
  strangerSchema,
  type GeneratorHello,
  type GeneratorOrder,
  type GeneratorReport,
  type K6Parcel,
} from '../../model/schema/generator-protocol.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { LoadJob, LoadPhase } from '../engine.ts';
import { Lines } from '../lines.ts';
import { sharedNow } from '../pacer.ts';
import { problemThere } from './script-part.ts';

/** A command that runs, and its streams. */
export interface Channel {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when the command has ended: `exit code 255`, and what it last wrote to stderr. */
  readonly ended: Promise<{ readonly how: string; readonly said: string }>;
  /** Closes the command's stdin, and ends the command if that is not enough. Resolves when it has ended. */
  close(): Promise<void>;
}

export interface SessionOptions {
  /** The generator as messages show it: the command without its secrets. */
  readonly name: string;
  readonly version: string;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Called once if the first answer is slow. @param most time that is left until we give up */
  readonly onSlow?: (most: Milliseconds) => void;
}

/** The clock of a generator: our own plus `offset`. */
export interface ClockOffset {
  readonly offset: Milliseconds;
  readonly roundTrip: Milliseconds;
}

/** Longest line of a report, in characters: an outcome has at most some 300 kB. */
const longestLine = 4_000_000;
/** Time for the first answer: `npx` may have to fetch the package first. */
const helloTime: Milliseconds = 60_000;
/** Time after which the user is told that a first answer is slow. */
const slowTime: Milliseconds = 3_000;
/** Time for an answer that takes no work. */
const answerTime: Milliseconds = 20_000;
const cancelTime: Milliseconds = 3_000;
/** A ping is sent each `heartbeat`. After `silence`, a far side without pings ends itself (`answer.ts`); we give up one without answers. */
const heartbeat: Milliseconds = 10_000;
export const silence: Milliseconds = 60_000;
/** Speed of the slowest link in bytes a millisecond, 1 Mb/s: the archive of a script may have many megabytes. */
const slowestLink = 125;
const roundTrips = 10;

type Kind = GeneratorReport['kind'];
type Of<One extends Kind> = Extract<GeneratorReport, { kind: One }>;
/** Reports that answer an order, and have its number. */
type ReportKind = 'pong' | 'path' | 'k6' | 'ready' | 'cancelled';

interface Waiter {
  readonly fits: (report: GeneratorReport) => boolean;
  readonly resolve: (report: GeneratorReport) => void;
  readonly reject: (error: Error) => void;
}

/** What is known of the job that runs: a report may come before anybody waits for it. */
interface RunningJob {
  readonly id: number;
  readonly onPhase: (phase: LoadPhase) => void;
  /** Index of the last phase that the generator reported; −1 before the first. */
  rank: number;
  outcome: Of<'outcome'> | null;
  /** Why the job failed while the generator goes on; null: the job has not failed. */
  failure: Problem | null;
}

export class GeneratorSession {
  readonly name: string;
  readonly #channel: Channel;
  readonly #options: SessionOptions;
  readonly #waiters = new Set<Waiter>();
  readonly #beats: NodeJS.Timeout;
  #hello: GeneratorHello | null = null;
  #broken: Problem | null = null;
  #heard: Milliseconds = performance.now();
  #ids = 0;
  #job: RunningJob | null = null;

  private constructor(channel: Channel, options: SessionOptions) {
    this.name = options.name;
    this.#channel = channel;
    this.#options = options;
    channel.input.on('error', () => {}); // the end of the command reports it
    const lines = new Lines(
      longestLine,
      (line) => this.#read(line),
      (begin) => this.#garbled(begin),
    );
    channel.output.setEncoding('utf8').on('data', (part: string) => lines.push(part));
    finished(channel.output, () => void this.#ended());
    void channel.ended.then(() => this.#ended());
    this.#beats = setInterval(() => this.#beat(), heartbeat);
    this.#beats.unref();
  }

  /** @throws Problem GENERATOR_NOT_STARTED, GENERATOR_GARBLED, GENERATOR_SILENT, GENERATOR_VERSION; the signal's reason */
  static async open(channel: Channel, options: SessionOptions): Promise<GeneratorSession> {
    const session = new GeneratorSession(channel, options);
    try {
      const { version, clock, signal } = options;
      const called = session.#expect('hello', () => true, helloTime, signal);
      // A command that only repeats its input, as `cat` does, is detected at once.
      session.#send({ kind: 'ping', id: 0 });
      const early = await within(called, slowTime, clock, signal);
      if (early === null && !signal?.aborted) options.onSlow?.(helloTime - slowTime);
      const hello = await called;
      if (hello.protocol !== generatorProtocol || hello.version !== version)
        throw problem('GENERATOR_VERSION', { name: options.name, theirs: hello.version, ours: version });
      session.#hello = hello;
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  get hello(): GeneratorHello {
    if (this.#hello === null) throw new Error('a session that is not open');
    return this.#hello;
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /** Compares the clocks by the shortest of ten round trips: it contains the least time besides that of the network. */
  async clock(signal: AbortSignal | undefined): Promise<ClockOffset> {
    let best: ClockOffset = { offset: 0, roundTrip: Infinity };
    for (let i = 0; i < roundTrips; i++) {
      const sent = sharedNow();
      const { at } = await this.#ask('pong', { kind: 'ping', id: this.#next() }, signal);
      const came = sharedNow();
      const roundTrip = came - sent;
      if (roundTrip < best.roundTrip) best = { offset: at - (sent + came) / 2, roundTrip };
    }
    return best;
  }

  /** Asks how much time the network to a server adds to a TCP connect; `added` is null if a connect failed, and `why` says why. */
  async path(
    place: { readonly host: string; readonly port: number },
    signal: AbortSignal | undefined,
  ): Promise<{ readonly added: Milliseconds | null; readonly why: string }> {
    const order = { kind: 'path', id: this.#next(), ...place } as const;
    const { there, own, why } = await this.#ask('path', order, signal);
    return { added: there === null ? null : Math.max(0, there - own), why };
  }

  /** Asks for the version of its k6; null if it has none that may be run, and `why` says why. */
  k6(signal: AbortSignal | undefined): Promise<Of<'k6'>> {
    return this.#ask('k6', { kind: 'k6', id: this.#next() }, signal);
  }

  /** Gives the generator a job; resolves when it is ready for the first request. @param time limit, once the order has arrived */
  async prepare(
    order: { readonly job: LoadJob; readonly pinned: readonly number[] | null; readonly k6?: K6Parcel },
    onPhase: (phase: LoadPhase) => void,
    time: Milliseconds,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const id = this.#next();
    this.#job = { id, onPhase, rank: -1, outcome: null, failure: null };
    await this.#ask('ready', { kind: 'job', id, ...order }, signal, time);
  }

  /** @param at the instant of the first request, by the generator's clock */
  start(at: Milliseconds): void {
    if (this.#job) this.#send({ kind: 'start', id: this.#job.id, at });
  }

  /** Resolves when the phase, or a later one, has begun. */
  async reached(phase: LoadPhase, time: Milliseconds, signal: AbortSignal | undefined): Promise<void> {
    const job = this.#job;
    const isReached = () => (job?.rank ?? -1) >= loadPhases.indexOf(phase);
    if (job?.failure || !isReached()) await this.#expect('phase', isReached, time, signal);
  }

  /** @param time Infinity where the load ends by its number of requests: then only the heartbeat shows that the generator lives */
  async outcome(time: Milliseconds, signal: AbortSignal | undefined): Promise<Of<'outcome'>> {
    const job = this.#job;
    const found =
      job?.outcome ?? (await this.#expect('outcome', (one) => one === job?.outcome, time, signal));
    this.#job = null;
    return found;
  }

  /** Cancels a job. A generator that goes on with it is no longer used. */
  async cancel(): Promise<void> {
    const job = this.#job;
    this.#job = null;
    // Another generator may be the cause of the cancelling: reports that are awaited here would come too late, or never.
    this.#reject(new Error('called off'));
    if (!job || job.failure || job.outcome || this.#broken) return;
    const gone = this.#ask('cancelled', { kind: 'cancel', id: job.id }, undefined, cancelTime);
    await gone.catch(() => this.close());
  }

  /** Closes the session; resolves when its command has ended. */
  async close(): Promise<void> {
    clearInterval(this.#beats);
    this.#broken ??= this.#lost('closed', '');
    await this.#channel.close();
  }

  #next(): number {
    return ++this.#ids;
  }

  /** @param time limit for the answer, once the order has arrived */
  #ask<One extends ReportKind>(
    answer: One,
    order: GeneratorOrder,
    signal: AbortSignal | undefined,
    time: Milliseconds = answerTime,
  ): Promise<Of<One>> {
    const size = this.#send(order);
    const isIts = (report: Of<ReportKind>) => report.id === order.id;
    return this.#expect(answer, isIts, time + size / slowestLink, signal);
  }

  /** @returns the number of characters that are on their way */
  #send(order: GeneratorOrder): number {
    const line = `${JSON.stringify(order)}\n`;
    if (this.#channel.input.writable) this.#channel.input.write(line);
    return line.length;
  }

  /** @throws Problem of a session that broke, GENERATOR_SILENT after `time`; the signal's reason */
  async #expect<One extends Kind>(
    kind: One,
    fits: (report: Of<One>) => boolean,
    time: Milliseconds,
    signal: AbortSignal | undefined,
  ): Promise<Of<One>> {
    signal?.throwIfAborted();
    const failure = this.#broken ?? this.#job?.failure;
    if (failure) throw failure;
    let waiter: Waiter | null = null;
    const found = new Promise<GeneratorReport>((resolve, reject) => {
      waiter = { fits: (one) => one.kind === kind && fits(one as Of<One>), resolve, reject };
      this.#waiters.add(waiter);
    });
    try {
      const bound = Math.min(time, 2 ** 31 - 1);
      const report = await within(found, bound, this.#options.clock, signal);
      signal?.throwIfAborted();
      if (report === null) throw this.#silent(kind, time);
      return report as Of<One>;
    } finally {
      if (waiter) this.#waiters.delete(waiter);
    }
  }

  #silent(expected: string, time: Milliseconds): Problem {
    const late = problem('GENERATOR_SILENT', { name: this.name, expected, seconds: time / 1000 });
    this.#break(late);
    return late;
  }

  #read(line: string): void {
    this.#heard = performance.now();
    const report = readLine(line, reportSchema);
    if (report === null || (this.#hello !== null && report.kind === 'hello')) return this.#strange(line);
    if ('id' in report && report.id === this.#job?.id) this.#follow(this.#job, report);
    for (const waiter of this.#waiters) if (waiter.fits(report)) waiter.resolve(report);
  }

  #follow(job: RunningJob, report: GeneratorReport): void {
    if (report.kind === 'outcome') job.outcome = report;
    if (report.kind === 'phase') {
      job.rank = Math.max(job.rank, loadPhases.indexOf(report.phase));
      job.onPhase(report.phase);
    }
    if (report.kind !== 'failed') return;
    const { why, problem: found } = report;
    job.failure = found
      ? problemThere(this.name, found)
      : problem('GENERATOR_FAILED', { how: this.name, why });
    this.#reject(job.failure);
  }

  /** Breaks the session at a line that is not of the protocol. The hello of another version gets a problem of its own. */
  #strange(line: string): void {
    const { name, version: ours } = this.#options;
    const theirs = this.#hello === null ? readLine(line, strangerSchema)?.version : undefined;
    if (theirs === undefined || theirs === ours) this.#garbled(line);
    else this.#break(problem('GENERATOR_VERSION', { name, theirs, ours }));
  }

  #garbled(line: string): void {
    this.#break(problem('GENERATOR_GARBLED', { name: this.name, line: line.slice(0, 200) }));
  }

  async #ended(): Promise<void> {
    // All that the command wrote is read before its end is handled. A command may also close its stdout and go on.
    const time = new Promise<null>((resolve) => setTimeout(() => resolve(null), 1000).unref());
    const end = await Promise.race([this.#channel.ended, time]);
    this.#break(this.#lost(end?.how ?? 'stdout was closed', end?.said ?? ''));
  }

  #lost(how: string, said: string): Problem {
    const details = { name: this.name, how, said: said.slice(-500) || '—' };
    return problem(this.#hello ? 'GENERATOR_LOST' : 'GENERATOR_NOT_STARTED', details);
  }

  #beat(): void {
    // No answer can come while an order is still on its way: the time for `ready` is the limit then.
    if (this.#channel.input.writableLength > 0) this.#heard = performance.now();
    else if (performance.now() - this.#heard > silence) this.#silent('pong', silence);
    else this.#send({ kind: 'ping', id: 0 });
  }

  #break(why: Problem): void {
    if (this.#broken) return;
    this.#broken = why;
    clearInterval(this.#beats);
    this.#reject(why);
    void this.#channel.close();
  }

  #reject(why: Error): void {
    for (const waiter of this.#waiters) waiter.reject(why);
  }
}

/**
 * Generators elsewhere as one engine: each is a command that speaks the protocol of model/schema/generator-protocol.ts. The
 * job is split, begun by all at one instant, and what they saw becomes one outcome. Commands stay open from job to job.
 */
import { networkPlace, type NetworkPlace } from '../../host/network-place.ts';
import { message } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { atOrigin, hostOf, reachOf } from '../../model/load-text.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import { faultOf } from '../../model/schema/generator-protocol.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Engine, EngineOptions, LoadJob, LoadPhase } from '../engine.ts';
import { sharedNow } from '../pacer.ts';
import { checkEnds, needs } from '../pacing.ts';
import { scenario } from '../scenario.ts';
import { mergeOutcomes } from './merge.ts';
import { addressFor, isSameMachine, isSameNetwork } from './place.ts';
import { GeneratorSession, type Channel, type ClockOffset } from './session.ts';
import { splitJob } from './split.ts';

export interface RemoteOptions {
  readonly generators: readonly {
    /** As it is shown. */
    readonly name: string;
    readonly open: () => Channel;
  }[];
  /** Of this package: both sides must be the same. */
  readonly version: string;
  readonly clock: Clock;
  /** Requests may go to addresses that are neither loopback nor for private use. */
  readonly allowsPublic: boolean;
}

export interface RemoteEngine extends Engine, AsyncDisposable {
  /**
   * Calls every generator, so that a command that does not work is found before anything starts.
   * @throws Problem GENERATOR_NOT_STARTED, GENERATOR_GARBLED, GENERATOR_SILENT, GENERATOR_VERSION; the signal's reason
   */
  open(signal: AbortSignal): Promise<void>;
}

/** What a phase, and the last answer, may be late: the way there and back, and a busy machine. */
const grace: Milliseconds = 15_000;
/** From "all are ready" to the first request, besides the way there. */
const lead: Milliseconds = 50;

export function remoteEngine(options: RemoteOptions): RemoteEngine {
  const generators = new Generators(options);
  return {
    name: 'http',
    needs,
    run: (job, given) => generators.run(job, given),
    open: async (signal) => void (await generators.sessions(signal)),
    [Symbol.asyncDispose]: () => generators.close(),
  };
}

/** Where requests go from one generator, and what the way adds. */
interface Way {
  readonly job: LoadJob;
  readonly isHere: boolean;
  readonly path: Milliseconds | null;
}

class Generators {
  readonly #options: RemoteOptions;
  readonly #here: NetworkPlace = networkPlace();
  readonly #sessions: (GeneratorSession | null)[];

  constructor(options: RemoteOptions) {
    this.#options = options;
    this.#sessions = options.generators.map(() => null);
  }

  /** Those that broke are opened again. */
  async sessions(signal: AbortSignal | undefined): Promise<GeneratorSession[]> {
    const { generators, version, clock } = this.#options;
    const opened = generators.map(async ({ name, open }, at) => {
      const known = this.#sessions[at];
      if (known && !known.isBroken) return known;
      await known?.close();
      const session = await GeneratorSession.open(open(), { name, version, clock, signal });
      this.#sessions[at] = session;
      return session;
    });
    // All of them are waited for: what has been opened has to be known when it is closed.
    await Promise.allSettled(opened);
    return Promise.all(opened);
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map(async (session) => session?.close()));
  }

  async run(job: LoadJob, options: EngineOptions = {}): Promise<LoadOutcome> {
    const { signal } = options;
    checkEnds(job);
    scenario(job.requests, job.seed);
    const all = this.#options.generators.length;
    // A search begins with one client, which one generator is.
    const jobs = splitJob(job, job.load.kind === 'closed' ? Math.min(all, job.load.clients) : all);
    requireTaken(jobs);
    signal?.throwIfAborted();
    const sessions = (await this.sessions(signal)).slice(0, jobs.length);
    try {
      return await this.#together(sessions, jobs, job, options);
    } catch (error) {
      await Promise.all(sessions.map((session) => session.cancel()));
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #together(
    sessions: readonly GeneratorSession[],
    jobs: readonly LoadJob[],
    whole: LoadJob,
    { signal, onPhase, affinity = null }: EngineOptions,
  ): Promise<LoadOutcome> {
    const each = <Value>(ask: (session: GeneratorSession, at: number) => Promise<Value>) =>
      Promise.all(sessions.map(ask));
    const ways = await each((session, at) => this.#way(session, jobs[at] ?? whole, signal));
    const told = allInPhase(sessions.length, onPhase);
    await each((session, at) => {
      const { job, isHere } = ways[at] ?? { job: whole, isHere: false };
      return session.prepare(job, isHere ? affinity : null, (phase) => told(at, phase), signal);
    });
    // As late as can be: clocks drift apart.
    const clocks = await each((session) => session.clock(signal));
    const offset = (at: number): ClockOffset => clocks[at] ?? { offset: 0, roundTrip: 0 };
    const begin = sharedNow() + lead + 2 * Math.max(...clocks.map(({ roundTrip }) => roundTrip));
    for (const [at, session] of sessions.entries()) session.start(begin + offset(at).offset);

    const { warmup, duration, timeout } = whole;
    if (duration !== null) {
      await each((session) => session.reached('window', begin - sharedNow() + warmup + grace, signal));
      await each((session) => session.reached('drain', duration + grace, signal));
    }
    const ended = await each((session) =>
      session.outcome(duration === null ? Infinity : timeout + grace, signal),
    );
    return mergeOutcomes(
      ended.map(({ outcome, start }, at) => ({
        outcome,
        start: start - offset(at).offset,
        name: sessions[at]?.name ?? '',
        isHere: ways[at]?.isHere ?? false,
        path: ways[at]?.path ?? null,
        roundTrip: offset(at).roundTrip,
      })),
      {
        endsByCount: duration === null,
        traces: whole.traces,
        epoch: (at) => performance.timeOrigin + performance.now() - sharedNow() + at,
      },
    );
  }

  /**
   * The job with the address that leads to the server from there.
   * @throws Problem GENERATOR_CANNOT_REACH, CONSENT_NEEDED
   */
  async #way(session: GeneratorSession, job: LoadJob, signal: AbortSignal | undefined): Promise<Way> {
    const { name, hello } = session;
    const isHere = isSameMachine(this.#here, hello);
    const requests = isSameNetwork(this.#here, hello)
      ? job.requests
      : job.requests.map((request) => ({ ...request, url: this.#fromThere(session, request.url) }));
    const url = requests[0]?.url ?? '';
    const strange = requests.map((request) => hostOf(request.url)).find((host) => reachOf(host) === 'public');
    if (strange !== undefined && !this.#options.allowsPublic)
      throw problem('CONSENT_NEEDED', { address: strange });
    const there = { job: { ...job, requests }, isHere };
    if (reachOf(hostOf(url)) === 'loopback') return { ...there, path: null };
    const { port, protocol } = new URL(url);
    const number = Number(port) || (protocol === 'https:' ? 443 : 80);
    const { added, why } = await session.path(hostOf(url), number, signal);
    if (added === null) {
      const reason = message('reach.refused', { reason: why });
      throw problem('GENERATOR_CANNOT_REACH', { name, address: `${hostOf(url)}:${number}`, why: reason });
    }
    return { ...there, path: added };
  }

  /** An address of loopback is the generator's own there. */
  #fromThere({ name, hello }: GeneratorSession, url: string): string {
    if (reachOf(hostOf(url)) !== 'loopback') return url;
    const address = addressFor(this.#here, hello);
    if (address === null) {
      const addresses = this.#here.addresses.map((one) => one.address);
      const why = message('reach.which', { addresses });
      throw problem('GENERATOR_CANNOT_REACH', { name, address: url, why });
    }
    const { protocol, port } = new URL(url);
    const host = address.includes(':') ? `[${address}]` : address;
    return atOrigin(`${protocol}//${host}${port === '' ? '' : `:${port}`}`, url);
  }
}

/**
 * What the far side would refuse is found before it is sent.
 * @throws Problem LOAD_NOT_SHARED
 */
function requireTaken(jobs: readonly LoadJob[]): void {
  // They differ in nothing that has a limit.
  const fault = faultOf({ kind: 'job', id: 0, job: jobs[0], pinned: null });
  if (fault === null) return;
  const why = message('share.refused', { fault });
  throw problem('LOAD_NOT_SHARED', { generators: jobs.length, why });
}

const order = ['warmup', 'window', 'drain'] as const satisfies readonly LoadPhase[];

/** A phase of all begins when the last of them is in it; one that nobody was in is left out. */
function allInPhase(
  generators: number,
  onPhase: EngineOptions['onPhase'],
): (at: number, phase: LoadPhase) => void {
  const reached = Array.from({ length: generators }, () => -1);
  const seen = new Set<LoadPhase>();
  const told = new Set<LoadPhase>();
  return (at, phase) => {
    seen.add(phase);
    reached[at] = Math.max(reached[at] ?? -1, order.indexOf(phase));
    const all = Math.min(...reached);
    for (const one of order.slice(0, all + 1)) {
      if (!seen.has(one) || told.has(one)) continue;
      told.add(one);
      onPhase?.(one);
    }
  };
}

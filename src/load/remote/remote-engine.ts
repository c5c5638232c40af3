/**
 * Generators elsewhere as one engine: each is a command that speaks the protocol of model/schema/generator-protocol.ts. The
 * job is split, begun by all at one instant, and what they saw becomes one outcome. Commands stay open from job to job.
 */
import { networkPlace, type NetworkPlace } from '../../host/network-place.ts';
import { message } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { atOrigin, hostOf, reachOf } from '../../model/load-text.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import { faultOf, type K6Parcel } from '../../model/schema/generator-protocol.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Engine, EngineOptions, Hold, LoadJob, LoadPhase } from '../engine.ts';
import { longestEnd, longestStart } from '../k6/k6-engine.ts';
import { k6Scenario } from '../k6/wrapper.ts';
import { sharedNow } from '../pacer.ts';
import { checkEnds, needs } from '../pacing.ts';
import { scenario } from '../scenario.ts';
import { mergeOutcomes } from './merge.ts';
import { K6Parcels } from '../k6/parcel.ts';
import { addressFor, isSameMachine, isSameNetwork } from './place.ts';
import { partThere, wholeScript } from './script-part.ts';
import { GeneratorSession, type Channel, type ClockOffset } from './session.ts';
import { segmentJob, splitJob } from './split.ts';

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
  /** For k6, where it packs a script. */
  readonly hold?: Hold;
  /** Told of a generator that takes its time. @param most until it is given up */
  readonly onSlow?: (name: string, most: Milliseconds) => void;
}

export interface RemoteEngine extends Engine, AsyncDisposable {
  /**
   * Calls every generator, so that a command that does not work is found before anything starts, and a script that cannot run there.
   * @param scripts of k6, in full
   * @throws Problem GENERATOR_NOT_STARTED, GENERATOR_GARBLED, GENERATOR_SILENT, GENERATOR_VERSION, GENERATOR_K6, and what `packScript`
   * throws; the signal's reason
   */
  open(signal: AbortSignal, scripts: readonly string[]): Promise<void>;
  readonly withScript: (script: string) => Engine;
}

/** What a phase, and the last answer, may be late: the way there and back, and a busy machine. */
const grace: Milliseconds = 15_000;
/** From "all are ready" to the first request, besides the way there. */
const lead: Milliseconds = 50;
/** A script asks for the instant by HTTP, and waits for it. */
const scriptLead: Milliseconds = 300;
/** The generator's process has to start, and to warm its own code. */
const readyTime: Milliseconds = 60_000;
/** k6's samples, of which a million take so long to be read. */
const readingTime: Milliseconds = 60_000;

export function remoteEngine(options: RemoteOptions): RemoteEngine {
  const generators = new Generators(options);
  return {
    name: 'http',
    needs,
    run: (job, given) => generators.run(job, null, given),
    withScript: (script) => ({
      name: 'k6',
      needs,
      run: (job, given) => generators.run(job, script, given),
    }),
    open: (signal, scripts) => generators.open(signal, scripts),
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
  readonly #parcels: K6Parcels;

  constructor(options: RemoteOptions) {
    this.#options = options;
    this.#parcels = new K6Parcels(options.hold);
    this.#sessions = options.generators.map(() => null);
  }

  /** Those that broke are opened again. */
  async sessions(signal: AbortSignal | undefined): Promise<GeneratorSession[]> {
    const { generators, version, clock, onSlow } = this.#options;
    const opened = generators.map(async ({ name, open }, at) => {
      const known = this.#sessions[at];
      if (known && !known.isBroken) return known;
      await known?.close();
      const session = await GeneratorSession.open(open(), {
        name,
        version,
        clock,
        signal,
        onSlow: (most) => onSlow?.(name, most),
      });
      this.#sessions[at] = session;
      return session;
    });
    // All of them are waited for: what has been opened has to be known when it is closed.
    await Promise.allSettled(opened);
    return Promise.all(opened);
  }

  async open(signal: AbortSignal, scripts: readonly string[]): Promise<void> {
    const sessions = await this.sessions(signal);
    for (const script of scripts) {
      const { version } = await this.#parcels.tried(script, signal);
      await Promise.all(sessions.map((session) => requireK6(session, version, signal)));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map(async (session) => session?.close()));
  }

  /** @param script of k6; null: the requests are those of the job */
  async run(job: LoadJob, script: string | null, options: EngineOptions = {}): Promise<LoadOutcome> {
    const { signal } = options;
    checkEnds(job);
    scenario(job.requests, job.seed);
    const all = this.#options.generators.length;
    // A search begins with one client, which one generator is.
    const parts = job.load.kind === 'closed' ? Math.min(all, job.load.clients) : all;
    const jobs = script === null ? splitJob(job, parts) : segmentJob(job, parts);
    requireTaken(jobs);
    signal?.throwIfAborted();
    const sessions = (await this.sessions(signal)).slice(0, jobs.length);
    try {
      return await this.#together(sessions, jobs, job, script, options);
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
    script: string | null,
    { signal, onPhase, affinity = null }: EngineOptions,
  ): Promise<LoadOutcome> {
    const each = <Value>(ask: (session: GeneratorSession, at: number) => Promise<Value>) =>
      Promise.all(sessions.map(ask));
    const ways = await each((session, at) => this.#way(session, jobs[at] ?? whole, signal));
    const k6 = script === null ? null : await this.#parcel(script, jobs[0] ?? whole, ways, signal);
    const times = script === null ? timesOf(whole) : scriptTimes(jobs[0] ?? whole);
    const told = allInPhase(sessions.length, onPhase);
    await each((session, at) => {
      const { job, isHere } = ways[at] ?? { job: whole, isHere: false };
      const order = { job, pinned: isHere ? affinity : null, ...(k6 && { k6 }) };
      return session.prepare(order, (phase) => told(at, phase), times.ready, signal);
    });
    // As late as can be: clocks drift apart.
    const clocks = await each((session) => session.clock(signal));
    const offset = (at: number): ClockOffset => clocks[at] ?? { offset: 0, roundTrip: 0 };
    const begin = sharedNow() + times.lead + 2 * Math.max(...clocks.map(({ roundTrip }) => roundTrip));
    for (const [at, session] of sessions.entries()) session.start(begin + offset(at).offset);

    const { duration } = whole;
    if (duration !== null) {
      await each((session) => session.reached('window', begin - sharedNow() + times.warmup + grace, signal));
      await each((session) => session.reached('drain', duration + grace, signal));
    }
    const ended = await each((session) =>
      session.outcome(duration === null ? Infinity : times.end + grace, signal),
    );
    const merged = mergeOutcomes(
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
    const seen = ended.flatMap((one, at) =>
      one.script ? partThere(sessions[at]?.name ?? '', one.script) : [],
    );
    return wholeScript(merged, seen);
  }

  #parcel(
    script: string,
    job: LoadJob,
    ways: readonly Way[],
    signal: AbortSignal | undefined,
  ): Promise<K6Parcel> {
    const urls = ways.map((way) => way.job.requests[0]?.url ?? '');
    return this.#parcels.of(script, k6Scenario(job), urls, signal);
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

/** How long a generator may take. */
interface Times {
  /** To be ready for the first request. */
  readonly ready: Milliseconds;
  /** From "all are ready" to the first request. */
  readonly lead: Milliseconds;
  /** From there to its window. */
  readonly warmup: Milliseconds;
  /** From the end of its window to its outcome. */
  readonly end: Milliseconds;
}

const timesOf = ({ warmup, timeout }: LoadJob): Times => ({ ready: readyTime, lead, warmup, end: timeout });

function scriptTimes(job: LoadJob): Times {
  const { warmup, duration, longest } = k6Scenario(job);
  return {
    ready: readyTime + longestStart,
    lead: scriptLead,
    warmup,
    end: longest - warmup - duration + longestEnd + readingTime,
  };
}

/** @throws Problem GENERATOR_K6 */
async function requireK6(session: GeneratorSession, ours: string, signal: AbortSignal): Promise<void> {
  const { version: theirs, why } = await session.k6(signal);
  if (theirs === ours) return;
  const reason = theirs === null ? why : message('k6.other-there', { theirs });
  throw problem('GENERATOR_K6', { name: session.name, ours, why: reason });
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

/**
 * Generators elsewhere as one engine: each is a command that speaks the protocol of model/schema/generator-protocol.ts. The
 * job is split, begun by all at one instant, and what they saw becomes one outcome. Commands stay open from job to job.
 */
import { networkPlace, type NetworkPlace } from '../../host/network-place.ts';
import { message } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { atOrigin, endpointOf, hostOf, reachOf } from '../../format/address.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import { faultOf, loadPhases, type GeneratorHello } from '../../model/schema/generator-protocol.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Engine, EngineOptions, EngineHold, LoadJob, LoadPhase } from '../engine.ts';
import { longestEnd, longestStart } from '../k6/k6-engine.ts';
import { k6Scenario } from '../k6/wrapper.ts';
import { sharedNow } from '../pacer.ts';
import { checkEnds } from '../pacing.ts';
import { scenario } from '../scenario.ts';
import { mergeOutcomes } from './merge.ts';
import { K6Parcels } from '../k6/parcel.ts';
import { partThere, wholeScript } from './script-part.ts';
import { GeneratorSession, type Channel } from './session.ts';
import { segmentJob, splitJob } from './split.ts';
import { BlockList, isIPv4 } from 'node:net';

export interface RemoteOptions {
  readonly generators: readonly {
    /** The generator as messages show it. */
    readonly name: string;
    readonly open: () => Channel;
  }[];
  /** Version of this package: both sides must have the same. */
  readonly version: string;
  readonly clock: Clock;
  /** Whether requests may go to addresses that are neither loopback nor for private use. */
  readonly allowsPublic: boolean;
  /** Hooks for k6 while it packs a script. */
  readonly hold?: EngineHold;
  /** Called for a generator that is slow to answer. @param most time until it is given up */
  readonly onSlow?: (name: string, most: Milliseconds) => void;
}

export interface RemoteEngine extends Engine, AsyncDisposable {
  /**
   * Calls every generator, so that a command that does not work, or a script that cannot run there, is found before anything starts.
   * @param scripts absolute paths of k6 scripts
   * @throws Problem GENERATOR_NOT_STARTED, GENERATOR_GARBLED, GENERATOR_SILENT, GENERATOR_VERSION, GENERATOR_K6, and what `packScript`
   * throws; the signal's reason
   */
  open(signal: AbortSignal, scripts: readonly string[]): Promise<void>;
  readonly withScript: (script: string) => Engine;
}

/** How late a phase, or the last answer, may come: the way there and back takes time, and a machine may be busy. */
const grace: Milliseconds = 15_000;
/** Time from "all are ready" to the first request, besides the way there. */
const lead: Milliseconds = 50;
/** The lead of a script, which asks for the instant by HTTP and waits for it. */
const scriptLead: Milliseconds = 300;
/** Time to get ready: the generator's process has to start, and to warm its own code. */
const readyTime: Milliseconds = 60_000;
/** Time to read k6's samples: a million of them take so long. */
const readingTime: Milliseconds = 60_000;

export function remoteEngine(options: RemoteOptions): RemoteEngine {
  const generators = new Generators(options);
  return {
    run: (job, given) => generators.run(job, null, given),
    withScript: (script) => ({ run: (job, given) => generators.run(job, script, given) }),
    open: (signal, scripts) => generators.open(signal, scripts),
    [Symbol.asyncDispose]: () => generators.close(),
  };
}

/** A generator and its part of the load. */
interface Member {
  readonly session: GeneratorSession;
  /** Its job, with the addresses that lead to the server from there. */
  readonly job: LoadJob;
  readonly isHere: boolean;
  /** Time that the way to the server adds to a connect; null for a server on its loopback. */
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

  /** The sessions of all generators; those that broke are opened again. */
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
    // One client cannot be shared: a search begins with one.
    const parts = job.load.kind === 'closed' ? Math.min(all, job.load.clients) : all;
    const jobs = script === null ? splitJob(job, parts) : segmentJob(job, parts);
    requireTaken(jobs);
    signal?.throwIfAborted();
    const sessions = (await this.sessions(signal)).slice(0, jobs.length);
    try {
      const ways = sessions.map((session, at) => this.#member(session, jobs[at] ?? job, signal));
      return await this.#together(await Promise.all(ways), job, script, options);
    } catch (error) {
      await Promise.all(sessions.map((session) => session.cancel()));
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #together(
    members: readonly Member[],
    whole: LoadJob,
    script: string | null,
    { signal, onPhase, affinity = null }: EngineOptions,
  ): Promise<LoadOutcome> {
    const each = <Value>(ask: (member: Member, at: number) => Promise<Value>) =>
      Promise.all(members.map(ask));
    const [first = whole] = members.map(({ job }) => job);
    const urls = members.map(({ job }) => job.requests[0]?.url ?? '');
    const k6 = script === null ? null : await this.#parcels.of(script, k6Scenario(first), urls, signal);
    const times = script === null ? timesOf(whole) : scriptTimes(first);
    const told = allInPhase(members.length, onPhase);
    await each(({ session, job, isHere }, at) => {
      const order = { job, pinned: isHere ? affinity : null, ...(k6 && { k6 }) };
      return session.prepare(order, (phase) => told(at, phase), times.ready, signal);
    });
    // The clocks are compared as late as possible: they drift apart.
    const timed = await each(async (one) => ({ ...one, clock: await one.session.clock(signal) }));
    const way = Math.max(...timed.map(({ clock }) => clock.roundTrip));
    const begin = sharedNow() + times.lead + 2 * way;
    for (const { session, clock } of timed) session.start(begin + clock.offset);

    const { duration } = whole;
    if (duration !== null) {
      const warmedUp = begin - sharedNow() + times.warmup + grace;
      await each(({ session }) => session.reached('window', warmedUp, signal));
      await each(({ session }) => session.reached('drain', duration + grace, signal));
    }
    const most = duration === null ? Infinity : times.end + grace;
    const ended = await Promise.all(
      timed.map(async ({ session, isHere, path, clock }) => {
        const { outcome, start, script: part } = await session.outcome(most, signal);
        const place = { name: session.name, isHere, path, roundTrip: clock.roundTrip };
        return { ...place, outcome, start: start - clock.offset, part };
      }),
    );
    const merged = mergeOutcomes(ended, {
      endsByCount: duration === null,
      traces: whole.traces,
      epoch: (at) => performance.timeOrigin + performance.now() - sharedNow() + at,
    });
    return wholeScript(
      merged,
      ended.flatMap(({ name, part }) => (part ? partThere(name, part) : [])),
    );
  }

  /**
   * A generator with the addresses that lead to the server from there.
   * @throws Problem GENERATOR_CANNOT_REACH, CONSENT_NEEDED
   */
  async #member(session: GeneratorSession, job: LoadJob, signal: AbortSignal | undefined): Promise<Member> {
    const { name, hello } = session;
    const isHere = isSameMachine(this.#here, hello);
    const requests = isSameNetwork(this.#here, hello)
      ? job.requests
      : job.requests.map((request) => ({ ...request, url: this.#fromThere(session, request.url) }));
    const url = requests[0]?.url ?? '';
    const strange = requests.map((request) => hostOf(request.url)).find((host) => reachOf(host) === 'public');
    if (strange !== undefined && !this.#options.allowsPublic)
      throw problem('CONSENT_NEEDED', { address: strange });
    const there = { session, job: { ...job, requests }, isHere };
    if (reachOf(hostOf(url)) === 'loopback') return { ...there, path: null };
    const { host, port } = endpointOf(url);
    const { added, why } = await session.path({ host, port }, signal);
    if (added === null) {
      const reason = message('reach.refused', { reason: why });
      throw problem('GENERATOR_CANNOT_REACH', { name, address: `${host}:${port}`, why: reason });
    }
    return { ...there, path: added };
  }

  /** The address of the server for a generator: loopback would be the generator's own machine. */
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

/** The times that a generator gets. */
interface Times {
  /** Time to be ready for the first request. */
  readonly ready: Milliseconds;
  /** Time from "all are ready" to the first request. */
  readonly lead: Milliseconds;
  /** Time from there to its window. */
  readonly warmup: Milliseconds;
  /** Time from the end of its window to its outcome. */
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
 * Finds what the far side would refuse before it is sent.
 * @throws Problem LOAD_NOT_SHARED
 */
function requireTaken(jobs: readonly LoadJob[]): void {
  // One is enough: the jobs differ in nothing that has a limit.
  const fault = faultOf({ kind: 'job', id: 0, job: jobs[0], pinned: null });
  if (fault === null) return;
  const why = message('share.refused', { fault });
  throw problem('LOAD_NOT_SHARED', { generators: jobs.length, why });
}

/** Calls `onPhase` when the last of all generators is in a phase; one that nobody was in is left out. */
function allInPhase(
  generators: number,
  onPhase: EngineOptions['onPhase'],
): (at: number, phase: LoadPhase) => void {
  const reached = Array.from({ length: generators }, () => -1);
  const seen = new Set<LoadPhase>();
  const told = new Set<LoadPhase>();
  return (at, phase) => {
    seen.add(phase);
    reached[at] = Math.max(reached[at] ?? -1, loadPhases.indexOf(phase));
    const all = Math.min(...reached);
    for (const one of loadPhases.slice(0, all + 1)) {
      if (!seen.has(one) || told.has(one)) continue;
      told.add(one);
      onPhase?.(one);
    }
  };
}

/** Whether both are one machine: then a generator takes its CPU time from the server. */
export function isSameMachine(one: NetworkPlace, other: NetworkPlace): boolean {
  return one.boot === null ? other.boot === null && one.host === other.host : one.boot === other.boot;
}

/**
 * Whether both have the same loopback: a container has its own. Copies of one virtual machine may differ in their addresses alone, so one
 * must hold all addresses of the other; some may come or go between two looks (a VPN).
 */
export function isSameNetwork(one: NetworkPlace, other: NetworkPlace): boolean {
  return (
    isSameMachine(one, other) && one.network === other.network && (holds(one, other) || holds(other, one))
  );
}

const holds = (all: NetworkPlace, some: NetworkPlace) =>
  some.addresses.every(({ address }) => all.addresses.some((one) => one.address === address));

/**
 * The address of this machine for a generator. One that the generator has itself (`172.17.0.1` on any machine with Docker)
 * would lead to its own machine.
 * @returns the one that sshd saw; else the only one in a network of the generator; else the only one. Null: several, or none
 */
export function addressFor(
  here: NetworkPlace,
  there: Pick<GeneratorHello, 'addresses' | 'calledFrom'>,
): string | null {
  const own = here.addresses.filter(({ address }) => !there.addresses.some((one) => one.address === address));
  const called = own.find(({ address }) => address === there.calledFrom);
  if (called) return called.address;
  const near = own.filter(({ cidr }) => there.addresses.some(({ address }) => isIn(address, cidr)));
  const [first, ...others] = near.length > 0 ? near : own;
  return first && others.length === 0 ? first.address : null;
}

function isIn(address: string, cidr: string | null): boolean {
  const [network = '', bits = ''] = cidr?.split('/') ?? [];
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  if (network === '' || isIPv4(address) !== (family === 'ipv4')) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}

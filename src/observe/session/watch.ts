/** A running server, watched: all its processes on one schedule, from outside, and by the probe where there is one. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { httpEngine } from '../../load/http-engine.ts';
import type { LoadJob } from '../../load/engine.ts';
import { type Clock, type Milliseconds, runId } from '../../model/units.ts';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import { message, type Message } from '../../messages/message.ts';
import { noted, Problem, problem } from '../../messages/problem.ts';
import type { Approach, FirstAnswer, SendClients } from '../../model/approach.ts';
import type { Note, SamplePoint, Watch, WatchTarget } from '../../model/watch.ts';
import { systemClock, within } from '../../host/clock.ts';
import { hostConditions, watchHost } from '../../host/host.ts';
import { identity, isAlive, pidOf } from '../../host/processes.ts';
import { LocalClients } from './local-clients.ts';
import { firstAnswer, requireRightAnswer } from './first-answer.ts';
import { familyOf, treeMembers, membersOf, type Family, type Member } from './process-tree.ts';
import {
  endedAtOnce,
  exitOf,
  ownLoad,
  ownServer,
  requireNode,
  type OwnLoad,
  type OwnServer,
} from './own-server.ts';
import { requireTarget } from './port-target.ts';
import { ProbeConnections } from './probe-connections.ts';
import { ticks } from './ticks.ts';
import { ProcessCollector } from './process-collector.ts';

export interface WatchOptions {
  readonly target: WatchTarget;
  /** Null: until the signal, or until the server has ended. */
  readonly duration: Milliseconds | null;
  /** From one look to the next (default 20 ms). */
  readonly interval?: Milliseconds;
  /** Brings the probe into a process that was started without it, `unsure` also where an own handler of SIGUSR1 might run. */
  readonly attach?: boolean | 'unsure';
  /** Starts a binary that is not known, for a trial. Its owner must have agreed; a command is the user's own. */
  readonly tryBinary?: boolean;
  /** How long trace events are taken; null or absent: not at all. */
  readonly capture?: Milliseconds | null;
  /** Takes a CPU profile even of a process with a large heap, which stops it for about 1 ms per MB of it. */
  readonly profile?: boolean;
  /** For a command: where it listens. */
  readonly url?: string | null;
  /** The load that the server gets while it is watched. */
  readonly job?: LoadJob | null;
  /** For a command with a job: finds the number of clients once the server answers. Without it the job says it. */
  readonly approach?: (server: Approachable) => Promise<Approach>;
  readonly cwd?: string;
  readonly startTimeout?: Milliseconds;
  /** Told of each line that a command prints. */
  readonly onLine?: (line: string) => void;
  /** Told at once where a command does not listen yet after some seconds. */
  readonly onSilent?: (words: Message) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A server that answers, and has had no load yet. */
export interface Approachable {
  readonly first: FirstAnswer;
  readonly send: SendClients;
  readonly clock: Clock;
}

export type WatchEvent =
  | Extract<DoctorEvent, { type: 'processes' | 'note' }>
  | Omit<Extract<DoctorEvent, { type: 'pulse' }>, 'diagnosis'>;

const pulseEvery: Milliseconds = 250;
/** What holds its end of the pipe after the process has gone is not waited for longer. */
const lastLinesWithin = 1000;

/** New processes, sockets and throttling cost more to read: after the first seconds there are enough of them. */
const slowPeriod: Milliseconds = 500;
const [soon, later]: readonly [Milliseconds, Milliseconds] = [5000, 1000];
/** Of one CPU, over longer times: what this thread may take for one process, and for each further one. */
const shares = { first: 0.01, further: 0.0025 };
/** The probe lives some 50 ms after it was sent for; a first visit tries the binary before. */
const visitTimeout: Milliseconds = 5000;
const nodeTimeout: Milliseconds = 10_000;
/** Of one CPU: less than this is not worth a word. */
const muchOfCpu = 0.1;

/** @throws Problem as `doctor` */
export async function openWatch(options: WatchOptions): Promise<OpenWatch> {
  const watch = new OpenWatch(options);
  try {
    await watch.begin();
    return watch;
  } catch (error) {
    await watch[Symbol.asyncDispose]();
    throw error;
  }
}

class OpenWatch implements AsyncDisposable {
  readonly #options: WatchOptions;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #id: string;
  readonly #startedAt;
  readonly #host = hostConditions();
  readonly #hostSince = watchHost();
  readonly #notes: Note[] = [];
  readonly #events: WatchEvent[] = [];
  readonly #probes: ProbeConnections;
  #own: OwnServer | null = null;
  #load: OwnLoad | null = null;
  /** Its identity: the same number may be another's before the watch ends. */
  #root = '';
  #launched = 0;
  #approach: Approach | null = null;
  #start = 0;
  #ownSince = process.cpuUsage();
  #collectors: ProcessCollector[] = [];
  readonly #clients = new LocalClients();
  #gone: ProcessCollector[] = [];
  #end: Watch['end'] = 'time';
  #exit: string | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#startedAt = this.#clock.epoch();
    this.#id = runId(this.#startedAt, randomBytes(2).toString('hex'));
    const { target, attach = false, capture = null, profile = false } = options;
    this.#family = familyOf(target.type === 'pid' ? target.app : undefined);
    const tryBinary = this.#mayTry;
    this.#probes = new ProbeConnections({
      attach,
      tryBinary,
      capture,
      profile,
      clock: this.#clock,
      onNote: this.#note,
    });
  }

  async begin(): Promise<void> {
    const { target } = this.#options;
    if (target.type === 'pid') {
      this.#root = identity(target.pid) ?? '';
      await this.#admit(membersOf(target.pid, this.#note, target.app));
      await this.#probesWithin(visitTimeout);
    } else {
      await this.#startOwn(target.command);
    }
    this.#start = this.#clock.now();
    this.#ownSince = process.cpuUsage();
    const { job } = this.#options;
    if (!job) return;
    const requests = this.#own?.requests ?? job.requests;
    if (target.type === 'pid') await requireTarget(target.pid, requests);
    const [first] = requests;
    if (target.type === 'pid' && first) await requireRightAnswer(first, this.#signal);
    const load = (await this.#approached({ ...job, requests })) ?? job.load;
    this.#load = ownLoad(httpEngine(), { ...job, load, requests }, this.#signal);
    await this.#load.begun;
    this.#start = this.#clock.now();
  }

  /** @returns the load that was found; null where it was named */
  async #approached(job: LoadJob): Promise<LoadJob['load'] | null> {
    const { approach } = this.#options;
    const [request] = job.requests;
    if (!approach || !this.#own || !request) return null;
    const { server } = this.#own;
    const found = await firstAnswer(server, request, this.#signal);
    const first = { ...found, readyAfter: this.#clock.now() - this.#launched };
    const dead = new AbortController();
    // A launcher that hands over to its server (npm, a shell) may end before it.
    void server.exited.then((how) => server.pids().length > 0 || dead.abort(problem('SERVER_DIED', { how })));
    const engine = httpEngine();
    const signal = AbortSignal.any([this.#signal, dead.signal]);
    const send: SendClients = (clients, window) =>
      engine.run({ ...job, ...window, load: { kind: 'closed', clients } }, { signal });
    this.#approach = await approach({ first, send, clock: this.#clock });
    return { kind: 'closed', clients: this.#approach.clients };
  }

  /** What the probe sees should cover the watch; but one that is slow to come holds nothing up for long. */
  async #probesWithin(timeout: Milliseconds): Promise<void> {
    await within(this.#probes.settled(), timeout, this.#clock, this.#signal);
  }

  async #startOwn(command: readonly string[]): Promise<void> {
    const { cwd = process.cwd(), url = null, startTimeout = 30_000, onLine = () => {} } = this.#options;
    const env = await this.#probes.listen();
    const [clock, signal] = [this.#clock, this.#signal];
    const told = { onLine, onSilent: this.#options.onSilent, onNote: this.#note };
    this.#launched = clock.now();
    const requests = this.#options.job?.requests ?? [];
    this.#own = await ownServer({ command, cwd, env, url, requests, startTimeout, clock, signal, ...told });
    const { server } = this.#own;
    void server.exited.then((how) => (this.#exit = how));
    this.#root = server.root ?? '';
    const deadline = clock.now() + nodeTimeout;
    let members: Member[] = [];
    while (members.length === 0 && this.#exit === null && clock.now() < deadline) {
      await clock.sleep(20, signal);
      members = treeMembers(server.pid);
    }
    // Its last lines may still be on their way: they are what the refusal shows.
    if (this.#exit !== null) await within(server.silent, lastLinesWithin, clock, signal);
    requireNode(members.length, command, this.#exit, server.output());
    try {
      await this.#admit(members);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PROCESS_NOT_FOUND') throw error;
      throw endedAtOnce(await exitOf(this.#own, clock));
    }
  }

  /** A command that the user gives is consent to run its Node. */
  get #mayTry(): boolean {
    return this.#options.tryBinary ?? this.#options.target.type === 'command';
  }

  readonly #note = (note: Note): void => {
    if (this.#notes.some((known) => isDeepStrictEqual(known, note))) return;
    this.#notes.push(note);
    this.#events.push({ type: 'note', note });
  };

  /** Takes new processes in; what a process is for may become clear later. */
  async #admit(members: readonly Member[]): Promise<void> {
    let isNew = false;
    for (const member of members) {
      const known = this.#collectors.find(({ pid }) => pid === member.pid);
      if (known) {
        known.member = member;
        continue;
      }
      try {
        const collector = await ProcessCollector.open(member, this.#now, this.#mayTry);
        this.#collectors.push(collector);
        isNew = true;
        if (member.role !== 'launcher') this.#probes.request(collector);
      } catch (error) {
        // Of one process the user asked for this very one; a member of a family may end before it was looked at.
        if (!(error instanceof Problem) || members.length === 1) throw error;
        if (error.code !== 'PROCESS_NOT_FOUND') this.#note(message('note.problem', noted(error)));
      }
    }
    if (isNew) this.#tellProcesses();
  }

  #tellProcesses(): void {
    const processes = this.#collectors.map(({ member: { pid, role, command } }) => ({ pid, role, command }));
    this.#events.push({ type: 'processes', processes });
  }

  get #now(): Milliseconds {
    return this.#start === 0 ? 0 : this.#clock.now() - this.#start;
  }

  /** Ends with the duration, with the last process, or with the signal. */
  async *events(): AsyncGenerator<WatchEvent> {
    const { duration, interval = 20 } = this.#options;
    const [clock, signal] = [this.#clock, this.#signal];
    let pulse = pulseEvery;
    let points = new Map<number, SamplePoint>();
    const share = () => shares.first + shares.further * Math.max(0, this.#collectors.length - 1);
    for await (const at of ticks({ duration, interval, clock, signal, now: () => this.#now, share })) {
      for (const one of this.#collectors) {
        const point = one.sample(at);
        if (point) points.set(one.pid, point);
      }
      this.#slowTick(at);
      this.#probes.profileIfBusy(this.#collectors, at);
      yield* this.#events.splice(0);
      if (at >= pulse) {
        pulse = at + pulseEvery;
        const readings = new Map(this.#collectors.map((one) => [one.pid, one.takeNew()]));
        yield { type: 'pulse', at, points, readings };
        points = new Map();
      }
      if (this.#dropEnded() === 0) {
        this.#end = 'ended';
        break;
      }
    }
    // Without a time that was asked for it lasts until somebody ends it.
    if (signal.aborted && this.#options.duration !== null) this.#end = 'interrupted';
    await this.#busy;
    yield* this.#events.splice(0);
  }

  #nextSlowTick = 0;
  readonly #family: Family;
  #busy: Promise<void> = Promise.resolve();

  /** Beside the schedule: what takes longer must not hold the looks up. */
  #slowTick(at: Milliseconds): void {
    if (at < this.#nextSlowTick) return;
    this.#nextSlowTick = at + (at < soon ? slowPeriod : later);
    const before = this.#busy;
    this.#busy = (async () => {
      await before;
      try {
        const members = at > 0 && isAlive(this.#root) ? this.#family.changed(pidOf(this.#root)) : null;
        if (members) await this.#admit(members);
        await Promise.all(this.#collectors.map((one) => one.sampleSlow(at)));
        const pids = this.#collectors.map(({ pid }) => pid);
        const ports = new Set(this.#collectors.flatMap((one) => [...one.ports]));
        if (!this.#load && !this.#own) await this.#clients.look(pids, ports, at);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#note(message('note.problem', noted(error)));
      }
    })();
  }

  /** @returns how many live */
  #dropEnded(): number {
    const ended = this.#collectors.filter((one) => one.hasEnded);
    if (ended.length === 0) return this.#collectors.length;
    this.#gone.push(...ended);
    this.#collectors = this.#collectors.filter((one) => !ended.includes(one));
    for (const { pid, member } of ended)
      this.#note(message('note.process-ended', { pid, command: member.command }));
    this.#tellProcesses();
    return this.#collectors.length;
  }

  /** What was seen, of the last milliseconds only if they are given. */
  seen(last: Milliseconds = Infinity): Watch {
    const now = this.#now;
    const since = Math.max(0, now - last);
    const { busy, steal } = this.#hostSince();
    const all = Number.isFinite(last) ? this.#collectors : [...this.#gone, ...this.#collectors];
    return {
      schema: 1,
      id: this.#id,
      target: {
        ...this.#options.target,
        ...(this.#approach && { load: `closed:${this.#approach.clients}` }),
      },
      startedAt: this.#startedAt,
      duration: now - since,
      host: this.#host,
      machine: busy === null || steal === null ? null : { busy, steal },
      processes: all.map((one) => one.seen(since, now)),
      load: null,
      clients: [],
      ...(this.#approach && { approach: this.#approach }),
      end: this.#end,
      ...(this.#end === 'ended' && this.#exit !== null ? { exit: this.#exit } : {}),
      notes: this.#notes,
    };
  }

  /** @returns the whole watch, after its last event. @throws Problem GENERATOR_FAILED */
  async end(): Promise<Watch> {
    if (this.#own && this.#end === 'ended') this.#exit = await exitOf(this.#own, this.#clock);
    await this.#probes.stop();
    this.#noteOwnShare();
    const seen = this.seen();
    // Its own window is as long as the watch: it is about to end by itself.
    if (this.#end !== 'time') this.#load?.stop();
    const load = (await this.#load?.outcome) ?? null;
    await this.#own?.[Symbol.asyncDispose]();
    return { ...seen, load, clients: this.#clients.used, notes: this.#notes };
  }

  /** Whoever pointed the doctor at a process should know when it took much of what that process could have had. */
  #noteOwnShare(): void {
    const { user, system } = process.cpuUsage(this.#ownSince);
    const share = (user + system) / 1000 / Math.max(1, this.#now);
    if (share <= muchOfCpu || this.#own || this.#load) return;
    this.#note(message('note.own-cpu', { share }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#load?.stop();
    await this.#load?.outcome.catch(() => null);
    for (const one of [...this.#collectors, ...this.#gone]) one[Symbol.dispose]();
    await this.#probes[Symbol.asyncDispose]();
    await this.#own?.[Symbol.asyncDispose]();
  }
}

export type { OpenWatch };

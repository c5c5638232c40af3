/** Watches a running server: all its processes on one schedule, from outside, and by the probe where there is one. */
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
import { systemClock as clock, within } from '../../host/clock.ts';
import { hostConditions, watchHost } from '../../host/host.ts';
import { hasProc, identity, isAlive, pidOf } from '../../host/processes.ts';
import { LocalClients } from './local-clients.ts';
import { firstAnswer, requireRightAnswer } from './first-answer.ts';
import { familyOf, treeMembers, membersOf, toldMembers, type Member } from './process-tree.ts';
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
  /** Brings the probe into a process that was started without it, `unsure` also where an own handler of SIGUSR1 might run. */
  readonly attach?: boolean | 'unsure';
  /** Starts a binary that is not known, for a trial. Its owner must have agreed; a command is the user's own. */
  readonly tryBinary?: boolean;
  /** Time for which trace events are taken; null or absent: they are not. */
  readonly capture?: Milliseconds | null;
  /** Takes a CPU profile even of a process with a large heap, which stops it for about 1 ms per MB of it. */
  readonly profile?: boolean;
  /** The address at which a command listens. */
  readonly url?: string | null;
  /** The load that the server gets while it is watched. */
  readonly job?: LoadJob | null;
  /** Finds the number of clients once the server of a command answers. Absent: the job says it. */
  readonly approach?: (server: Approachable) => Promise<Approach>;
  readonly cwd?: string;
  readonly startTimeout?: Milliseconds;
  /** Called with each line that a command prints. */
  readonly onLine?: (line: string) => void;
  /** Called if a command does not listen after some seconds. */
  readonly onSilent?: (words: Message) => void;
  readonly signal?: AbortSignal;
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

/** Time from one look to the next. */
const interval: Milliseconds = 20;
const pulseEvery: Milliseconds = 250;
/** Longest wait, in milliseconds, for whatever holds its end of the pipe after the process has gone. */
const lastLinesWithin = 1000;

/** Time between readings of new processes, sockets and throttling, which cost more; after the first seconds they are rarer. */
const slowPeriod: Milliseconds = 500;
const [soon, later]: readonly [Milliseconds, Milliseconds] = [5000, 1000];
/** Times for which it is kept what the machine did since: those of the longest time that anybody asks for. */
const mostMachineTimes = 30;
/** Parts of one CPU that this thread may take, over longer times, for one process and for each further one. */
const shares = { first: 0.01, further: 0.0025 };
/** Longest wait for the probes: one lives some 50 ms after it was sent for, but a first visit tries the binary before. */
const visitTimeout: Milliseconds = 5000;
const nodeTimeout: Milliseconds = 10_000;
/** Part of one CPU above which the doctor notes its own use. */
const muchOfCpu = 0.1;

/** @throws Problem as `doctor` */
export async function openWatch(options: WatchOptions) {
  const { target, duration, job, approach, signal = new AbortController().signal } = options;
  // A command that the user gives is consent to run its Node.
  const tryBinary = options.tryBinary ?? target.type === 'command';
  const startedAt = clock.epoch();
  const id = runId(startedAt, randomBytes(2).toString('hex'));
  const host = hostConditions();
  /** What the machine did since each of these times: the first of the watch, and those of the last seconds. */
  let machineSince = [{ at: 0, told: watchHost() }];
  const notes: Note[] = [];
  const events: WatchEvent[] = [];
  const { attach = false, capture = null, profile = false } = options;
  const probes = new ProbeConnections({ attach, tryBinary, capture, profile, onNote: note });
  const grownFamily = familyOf(target.type === 'pid' ? target.app : undefined);
  const clients = new LocalClients();
  let own: OwnServer | null = null;
  let load: OwnLoad | null = null;
  /** The identity of the root: its number may be another process's before the watch ends. */
  let root = '';
  let found: Approach | null = null;
  let [start, launched, nextSlowTick] = [0, 0, 0];
  let ownSince = process.cpuUsage();
  let collectors: ProcessCollector[] = [];
  const gone: ProcessCollector[] = [];
  let ending: Watch['end'] = 'time';
  let exit: string | null = null;
  let busy: Promise<void> = Promise.resolve();
  try {
    await begin();
  } catch (error) {
    await dispose();
    throw error;
  }
  return { events: watched, seen, end, [Symbol.asyncDispose]: dispose };

  async function begin(): Promise<void> {
    if (target.type === 'pid') {
      root = identity(target.pid) ?? '';
      await admit(membersOf(target.pid, note, target.app));
      // What the probe sees should cover the watch; but one that is slow to come holds nothing up for long.
      await within(probes.settled(), visitTimeout, clock, signal);
    } else {
      await startOwn(target.command);
    }
    startCounting();
    ownSince = process.cpuUsage();
    if (!job) return;
    const requests = own?.requests ?? job.requests;
    if (target.type === 'pid') await requireTarget(target.pid, requests);
    const [first] = requests;
    if (target.type === 'pid' && first) await requireRightAnswer(first, signal);
    const wanted = (await approached({ ...job, requests })) ?? job.load;
    load = ownLoad(httpEngine(), { ...job, load: wanted, requests }, signal);
    await load.begun;
    startCounting();
  }

  function startCounting(): void {
    start = clock.now();
    machineSince = [{ at: 0, told: watchHost() }];
  }

  /** @returns the load that was found; null where it was named */
  async function approached(asked: LoadJob): Promise<LoadJob['load'] | null> {
    const [request] = asked.requests;
    if (!approach || !own || !request) return null;
    const { server } = own;
    const answer = await firstAnswer(server, request, signal);
    const first = { ...answer, readyAfter: clock.now() - launched };
    const dead = new AbortController();
    // A launcher that hands over to its server (npm, a shell) may end before it.
    void server.exited.then((how) => server.pids().length > 0 || dead.abort(problem('SERVER_DIED', { how })));
    const engine = httpEngine();
    const either = AbortSignal.any([signal, dead.signal]);
    const send: SendClients = (count, window) =>
      engine.run({ ...asked, ...window, load: { kind: 'closed', clients: count } }, { signal: either });
    found = await approach({ first, send, clock });
    return { kind: 'closed', clients: found.clients };
  }

  async function startOwn(command: readonly string[]): Promise<void> {
    const { cwd = process.cwd(), url = null, startTimeout = 30_000, onLine = () => {} } = options;
    const env = await probes.listen();
    const told = { onLine, onSilent: options.onSilent, onNote: note };
    launched = clock.now();
    const requests = job?.requests ?? [];
    own = await ownServer({ command, cwd, env, url, requests, startTimeout, signal, ...told });
    const { server } = own;
    void server.exited.then((how) => (exit = how));
    root = server.root ?? '';
    const deadline = clock.now() + nodeTimeout;
    let members: Member[] = [];
    const isRunning = () => exit === null;
    while (members.length === 0 && isRunning() && clock.now() < deadline) {
      await clock.sleep(20, signal);
      members = hasProc ? treeMembers(server.pid) : toldMembers(server.told());
    }
    // Its last lines may still be on their way: they are what the refusal shows.
    if (!isRunning()) await within(server.silent, lastLinesWithin, clock, signal);
    requireNode(members.length, command, exit, server.output());
    try {
      await admit(members);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PROCESS_NOT_FOUND') throw error;
      throw endedAtOnce(await exitOf(own));
    }
  }

  function note(one: Note): void {
    if (notes.some((known) => isDeepStrictEqual(known, one))) return;
    notes.push(one);
    events.push({ type: 'note', note: one });
  }

  /** Takes new processes in; what a process is for may become clear later. */
  async function admit(members: readonly Member[]): Promise<void> {
    let isNew = false;
    for (const member of members) {
      const known = collectors.find(({ pid }) => pid === member.pid);
      if (known) {
        known.member = member;
        continue;
      }
      try {
        const collector = await ProcessCollector.open(member, now(), tryBinary);
        collectors.push(collector);
        isNew = true;
        if (member.role !== 'launcher') probes.request(collector);
      } catch (error) {
        // A single process is the one that the user asked for; a member of a family may end before it was looked at.
        if (!(error instanceof Problem) || members.length === 1) throw error;
        if (error.code !== 'PROCESS_NOT_FOUND') note(message('note.problem', noted(error)));
      }
    }
    if (isNew) tellProcesses();
  }

  function tellProcesses(): void {
    const processes = collectors.map(({ member: { pid, role, command } }) => ({ pid, role, command }));
    events.push({ type: 'processes', processes });
  }

  function now(): Milliseconds {
    return start === 0 ? 0 : clock.now() - start;
  }

  /** Ends with the duration, with the last process, or with the signal. */
  async function* watched(): AsyncGenerator<WatchEvent> {
    let pulse = pulseEvery;
    let points = new Map<number, SamplePoint>();
    const share = () => shares.first + shares.further * Math.max(0, collectors.length - 1);
    for await (const at of ticks({ duration, interval, clock, signal, now, share })) {
      for (const one of collectors) {
        const point = one.sample(at);
        if (point) points.set(one.pid, point);
      }
      slowTick(at);
      probes.profileIfBusy(collectors, at);
      yield* events.splice(0);
      if (at >= pulse) {
        pulse = at + pulseEvery;
        const readings = new Map(collectors.map((one) => [one.pid, one.takeNew()]));
        yield { type: 'pulse', at, points, readings };
        points = new Map();
      }
      if (dropEnded() === 0) {
        ending = 'ended';
        break;
      }
    }
    // A watch without a duration lasts until somebody ends it.
    if (signal.aborted && duration !== null) ending = 'interrupted';
    await busy;
    yield* events.splice(0);
  }

  /** Reads beside the schedule what takes longer, so that it does not hold the looks up. */
  function slowTick(at: Milliseconds): void {
    if (at < nextSlowTick) return;
    nextSlowTick = at + (at < soon ? slowPeriod : later);
    machineSince.push({ at, told: watchHost() });
    if (machineSince.length > mostMachineTimes) machineSince.splice(1, 1);
    const before = busy;
    busy = (async () => {
      await before;
      try {
        await admit(newMembers(at));
        await Promise.all(collectors.map((one) => one.sampleSlow(at)));
        const pids = collectors.map(({ pid }) => pid);
        const ports = new Set(collectors.flatMap((one) => [...one.ports]));
        if (!load && !own) await clients.look(pids, ports, at);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        note(message('note.problem', noted(error)));
      }
    })();
  }

  /** Members of the family, if it may have grown. */
  function newMembers(at: Milliseconds): readonly Member[] {
    if (!hasProc) return toldMembers(own?.server.told() ?? []);
    return (at > 0 && isAlive(root) ? grownFamily(pidOf(root)) : null) ?? [];
  }

  /** @returns how many live */
  function dropEnded(): number {
    const ended = collectors.filter((one) => one.hasEnded);
    if (ended.length === 0) return collectors.length;
    gone.push(...ended);
    collectors = collectors.filter((one) => !ended.includes(one));
    for (const { pid, member } of ended)
      note(message('note.process-ended', { pid, command: member.command }));
    tellProcesses();
    return collectors.length;
  }

  /** Returns what was seen; only of the last milliseconds if they are given. */
  function seen(last: Milliseconds = Infinity): Watch {
    const until = now();
    const since = Math.max(0, until - last);
    // The first is of time 0.
    const machine = machineSince.findLast(({ at }) => at <= since)?.told();
    const all = Number.isFinite(last) ? collectors : [...gone, ...collectors];
    return {
      schema: 1,
      id,
      target: { ...target, ...(found && { load: `closed:${found.clients}` }) },
      startedAt,
      duration: until - since,
      host,
      machine:
        typeof machine?.busy !== 'number' || machine.steal === null
          ? null
          : { busy: machine.busy, steal: machine.steal },
      processes: all.map((one) => one.seen(since, until)),
      load: null,
      clients: [],
      ...(found && { approach: found }),
      end: ending,
      ...(ending === 'ended' && exit !== null ? { exit } : {}),
      notes,
    };
  }

  /** @returns the whole watch, after its last event. @throws Problem GENERATOR_FAILED */
  async function end(): Promise<Watch> {
    if (own && ending === 'ended') exit = await exitOf(own);
    await probes.stop();
    noteOwnShare();
    const all = seen();
    // If the watch ended by time, the load is about to end by itself: its window is as long.
    if (ending !== 'time') load?.stop();
    const outcome = (await load?.outcome) ?? null;
    await own?.[Symbol.asyncDispose]();
    return { ...all, load: outcome, clients: clients.used, notes };
  }

  /** Notes it if the doctor itself took much CPU time, which the watched process could have had. */
  function noteOwnShare(): void {
    const { user, system } = process.cpuUsage(ownSince);
    const share = (user + system) / 1000 / Math.max(1, now());
    if (share > muchOfCpu && !own && !load) note(message('note.own-cpu', { share }));
  }

  async function dispose(): Promise<void> {
    load?.stop();
    await load?.outcome.catch(() => null);
    for (const one of [...collectors, ...gone]) one[Symbol.dispose]();
    await probes[Symbol.asyncDispose]();
    await own?.[Symbol.asyncDispose]();
  }
}

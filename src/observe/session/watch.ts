/** A running server, watched: all its processes on one schedule, from outside, and by the probe where there is one. */
import { randomBytes } from 'node:crypto';
import { httpEngine } from '../../load/http-engine.ts';
import type { LoadJob } from '../../load/engine.ts';
import type { Clock } from '../../model/clock.ts';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import { Problem } from '../../model/problem.ts';
import { runId } from '../../model/run-id.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { CoursePoint, Watch, WatchTarget } from '../../model/watch.ts';
import { systemClock } from '../../host/clock.ts';
import { hostConditions, watchHost } from '../../host/host.ts';
import { identity, isAlive, pidOf } from '../../host/processes.ts';
import { family, membersOf, type Member } from './family.ts';
import { endedAtOnce, exitOf, ownServer, OwnLoad, requireNode, type OwnServer } from './own-server.ts';
import { Probes } from './probes.ts';
import { ticks } from './ticks.ts';
import { Watched } from './watched.ts';
import { wholePercent } from '../../format/words.ts';

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
  /** For a command: where it listens, and the load that it gets while it is watched. */
  readonly url?: string | null;
  readonly job?: LoadJob | null;
  readonly cwd?: string;
  readonly startTimeout?: Milliseconds;
  /** Told of each line that a command prints. */
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

export type WatchNews =
  | Extract<DoctorEvent, { type: 'processes' | 'note' }>
  | Omit<Extract<DoctorEvent, { type: 'pulse' }>, 'diagnosis'>;

const pulseEvery: Milliseconds = 250;
/** New processes, sockets and throttling cost more to read. */
const rarely: Milliseconds = 500;
/** The probe lives some 50 ms after it was sent for; a first visit tries the binary before. */
const visitPatience: Milliseconds = 5000;
const nodePatience: Milliseconds = 10_000;
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
  readonly #notes: string[] = [];
  readonly #news: WatchNews[] = [];
  readonly #probes: Probes;
  #own: OwnServer | null = null;
  #load: OwnLoad | null = null;
  /** Its identity: the same number may be another's before the watch ends. */
  #root = '';
  #start = 0;
  #ownSince = process.cpuUsage();
  #watched: Watched[] = [];
  #gone: Watched[] = [];
  #end: Watch['end'] = 'time';
  #exit: string | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#startedAt = this.#clock.epoch();
    this.#id = runId(this.#startedAt, randomBytes(2).toString('hex'));
    const { attach = false, capture = null, profile = false } = options;
    const tryBinary = this.#mayTry;
    this.#probes = new Probes({
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
      await this.#admit(membersOf(target.pid, this.#note));
      await this.#probesWithin(visitPatience);
    } else {
      await this.#startOwn(target.command);
    }
    this.#start = this.#clock.now();
    this.#ownSince = process.cpuUsage();
    const { job } = this.#options;
    if (!job) return;
    this.#load = new OwnLoad(httpEngine(), job, this.#signal);
    await this.#load.begun;
    this.#start = this.#clock.now();
  }

  /** What the probe sees should cover the watch; but one that is slow to come holds nothing up for long. */
  async #probesWithin(patience: Milliseconds): Promise<void> {
    const enough = new AbortController();
    const either = AbortSignal.any([enough.signal, this.#signal]);
    await Promise.race([this.#probes.settled(), this.#clock.sleep(patience, either).catch(() => {})]);
    enough.abort();
  }

  async #startOwn(command: readonly string[]): Promise<void> {
    const { cwd = process.cwd(), url = null, startTimeout = 30_000, onLine = () => {} } = this.#options;
    const env = await this.#probes.listen();
    const [clock, signal] = [this.#clock, this.#signal];
    const told = { onLine, onNote: this.#note };
    this.#own = await ownServer({ command, cwd, env, url, startTimeout, clock, signal, ...told });
    const { server } = this.#own;
    void server.exited.then((how) => (this.#exit = how));
    this.#root = server.root ?? '';
    const deadline = clock.now() + nodePatience;
    let members: Member[] = [];
    while (members.length === 0 && this.#exit === null && clock.now() < deadline) {
      await clock.sleep(20, signal);
      members = family(server.pid);
    }
    requireNode(members.length, command, this.#exit, server.output());
    try {
      await this.#admit(members);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PROCESS_NOT_FOUND') throw error;
      throw endedAtOnce(await exitOf(this.#own, clock));
    }
  }

  /** Whoever has a command started has agreed that its Node runs here. */
  get #mayTry(): boolean {
    return this.#options.tryBinary ?? this.#options.target.type === 'command';
  }

  readonly #note = (text: string): void => {
    if (this.#notes.includes(text)) return;
    this.#notes.push(text);
    this.#news.push({ type: 'note', text });
  };

  /** Takes new processes in; what a process is for may become clear later. */
  async #admit(members: readonly Member[]): Promise<void> {
    let isNew = false;
    for (const member of members) {
      const known = this.#watched.find(({ pid }) => pid === member.pid);
      if (known) {
        known.member = member;
        continue;
      }
      try {
        const watched = await Watched.open(member, this.#now, this.#mayTry);
        this.#watched.push(watched);
        isNew = true;
        if (member.role !== 'launcher') this.#probes.want(watched);
      } catch (error) {
        // Of one process the user asked for this very one; a member of a family may end before it was looked at.
        if (!(error instanceof Problem) || members.length === 1) throw error;
        if (error.code !== 'PROCESS_NOT_FOUND') this.#note(`${error.message} ${error.why}`);
      }
    }
    if (isNew) this.#tellProcesses();
  }

  #tellProcesses(): void {
    const processes = this.#watched.map(({ member: { pid, role, command } }) => ({ pid, role, command }));
    this.#news.push({ type: 'processes', processes });
  }

  get #now(): Milliseconds {
    return this.#start === 0 ? 0 : this.#clock.now() - this.#start;
  }

  /** Ends with the duration, with the last process, or with the signal. */
  async *news(): AsyncGenerator<WatchNews> {
    const { duration, interval = 20 } = this.#options;
    const [clock, signal] = [this.#clock, this.#signal];
    let pulse = pulseEvery;
    let points = new Map<number, CoursePoint>();
    for await (const at of ticks({ duration, interval, clock, signal, now: () => this.#now })) {
      for (const one of this.#watched) {
        const point = one.sample(at);
        if (point) points.set(one.pid, point);
      }
      this.#rarely(at);
      this.#probes.profileIfBusy(this.#watched, at);
      yield* this.#news.splice(0);
      if (at >= pulse) {
        pulse = at + pulseEvery;
        const readings = new Map(this.#watched.map((one) => [one.pid, one.takeNew()]));
        yield { type: 'pulse', at, points, readings };
        points = new Map();
      }
      if (this.#dropEnded() === 0) {
        this.#end = 'ended';
        break;
      }
    }
    if (signal.aborted) this.#end = 'interrupted';
    await this.#busy;
    yield* this.#news.splice(0);
  }

  #nextRarely = 0;
  #busy: Promise<void> = Promise.resolve();

  /** Beside the schedule: what takes longer must not hold the looks up. */
  #rarely(at: Milliseconds): void {
    if (at < this.#nextRarely) return;
    this.#nextRarely = at + rarely;
    const before = this.#busy;
    this.#busy = (async () => {
      await before;
      try {
        if (at > 0 && isAlive(this.#root)) await this.#admit(family(pidOf(this.#root)));
        await Promise.all(this.#watched.map((one) => one.sampleRarely(at)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#note(error.message);
      }
    })();
  }

  /** @returns how many live */
  #dropEnded(): number {
    const ended = this.#watched.filter((one) => one.hasEnded);
    if (ended.length === 0) return this.#watched.length;
    this.#gone.push(...ended);
    this.#watched = this.#watched.filter((one) => !ended.includes(one));
    for (const { pid, member } of ended) this.#note(`The process ${pid} (${member.command}) has ended.`);
    this.#tellProcesses();
    return this.#watched.length;
  }

  /** What was seen, of the last milliseconds only if they are given. */
  seen(last: Milliseconds = Infinity): Watch {
    const now = this.#now;
    const since = Math.max(0, now - last);
    const { busy, steal } = this.#hostSince();
    const all = Number.isFinite(last) ? this.#watched : [...this.#gone, ...this.#watched];
    return {
      schema: 1,
      id: this.#id,
      target: this.#options.target,
      startedAt: this.#startedAt,
      duration: now - since,
      host: this.#host,
      machine: busy === null || steal === null ? null : { busy, steal },
      processes: all.map((one) => one.seen(since, now)),
      load: null,
      end: this.#end,
      ...(this.#end === 'ended' && this.#exit !== null ? { exit: this.#exit } : {}),
      notes: this.#notes,
    };
  }

  /** The whole, when the news have ended. @throws Problem GENERATOR_FAILED */
  async end(): Promise<Watch> {
    if (this.#own && this.#end === 'ended') this.#exit = await exitOf(this.#own, this.#clock);
    await this.#probes.stop();
    this.#noteOwnShare();
    const seen = this.seen();
    // Its own window is as long as the watch: it is about to end by itself.
    if (this.#end !== 'time') this.#load?.stop();
    const load = (await this.#load?.outcome()) ?? null;
    await this.#own?.[Symbol.asyncDispose]();
    return { ...seen, load, notes: this.#notes };
  }

  /** Whoever pointed the doctor at a process should know when it took much of what that process could have had. */
  #noteOwnShare(): void {
    const { user, system } = process.cpuUsage(this.#ownSince);
    const share = (user + system) / 1000 / Math.max(1, this.#now);
    if (share <= muchOfCpu || this.#own) return;
    this.#note(`The doctor itself used ${wholePercent(share)} of one CPU while it watched.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#load?.stop();
    await this.#load?.outcome().catch(() => null);
    for (const one of [...this.#watched, ...this.#gone]) one[Symbol.dispose]();
    await this.#probes[Symbol.asyncDispose]();
    await this.#own?.[Symbol.asyncDispose]();
  }
}

export type { OpenWatch };

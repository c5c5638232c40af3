/**
 * Brings the probe into a running process that was started with no flag, through its inspector, which is open for a
 * few milliseconds. While it is open every user of the machine could run code in the process, so all that can be
 * known is known before, all that is to be done there goes in one message, and the last of it closes the inspector.
 * A process apart (`closer.ts`), which is ready before the signal, closes it if this one cannot any more.
 *
 *   examined ─▶ signalled ─▶ open ─▶ asked ─▶ closed ─▶ live
 */
import type { Socket } from 'node:net';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { message } from '../../messages/message.ts';
import { Problem, problem, reasonOf } from '../../messages/problem.ts';
import type { Note } from '../../model/watch.ts';
import { systemClock, within } from '../../host/clock.ts';
import { type Attachable, requireAttachable, requireSame } from './attach-preconditions.ts';
import { type Closer, closerAtWork, earlierCloser, startCloser } from './closer.ts';
import { type PrivateSocket, openPrivateSocket, rootOf } from './private-socket.ts';
import { type SessionResult, type SessionStep, sessionOnThread } from './inspector-session.ts';
import type { Answer } from './inspector.ts';
import { type Guarded, InspectorGuard } from './guard.ts';
import { linkOf, type ProbeLink, refusal } from './link.ts';
import { alone } from './lock.ts';
import { answerIn } from './message.ts';
import { payload } from './payload.ts';

export type AttachStep = 'examined' | SessionStep | 'live';

export interface AttachOptions {
  /**
   * Signals the process also where it cannot be known whether its application handles SIGUSR1 itself: then that handler
   * runs. Its owner must have agreed.
   */
  readonly unsure?: boolean;
  /** From one measurement of the probe to the next (default 50). */
  readonly period?: Milliseconds;
  /** Whether a binary that is not known may be started for a trial: to read which signals it handles. */
  readonly tryBinary?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** For each step (default 10 s). */
  readonly timeout?: Milliseconds;
  /** Told what the user should know of the process's inspector. */
  readonly onNote?: (note: Note) => void;
  /** Told of each step as it is done. */
  readonly onStep?: (step: AttachStep) => void;
}

/** For each step. 330 ms is the longest of all together that was measured, on a loaded machine. */
const usualTimeout: Milliseconds = 10_000;
/** A thread starts in 30 ms; on a loaded machine it takes longer. */
const soonEnough: Milliseconds = 2000;
const closesSoon: Milliseconds = 20;
/** One attach may need the timeouts of all its steps. */
const lockTimeout: Milliseconds = 4 * usualTimeout;

/**
 * Attaches to a process: it must be a Node, of this user or of anyone if this is root, in this network. Several
 * attaches wait for each other.
 * @throws Problem as `candidate`; ATTACH_BUSY, ATTACH_FOLDER, ATTACH_UNGUARDED, ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED,
 *   INSPECTOR_SILENT, INSPECTOR_LEFT_OPEN, PROBE_PRESENT, PROBE_REFUSED, PROBE_SILENT; the signal's reason
 */
export function attach(pid: number, options: AttachOptions = {}): Promise<ProbeLink> {
  const { clock = systemClock, signal } = options;
  return alone((hold) => new Attach(pid, options, hold).run(), lockTimeout, clock, signal);
}

interface Visiting {
  readonly door: PrivateSocket;
  /** The probe has called. */
  readonly called: Promise<Socket>;
  readonly closer: Closer | null;
}

class Attach {
  readonly #pid: number;
  readonly #options: AttachOptions;
  readonly #clock: Clock;
  readonly #timeout: Milliseconds;
  readonly #hold: (until: Promise<unknown>) => void;
  #isSignalled = false;

  constructor(pid: number, options: AttachOptions, hold: (until: Promise<unknown>) => void) {
    this.#pid = pid;
    this.#options = options;
    this.#hold = hold;
    this.#clock = options.clock ?? systemClock;
    this.#timeout = options.timeout ?? usualTimeout;
  }

  async run(): Promise<ProbeLink> {
    const found = await this.#examined();
    const calls = Promise.withResolvers<Socket>();
    await using door = await this.#privateSocket(found, calls.resolve);
    const closer = found.open ? null : await this.#closer(found);
    try {
      return await this.#visit(found, { door, called: calls.promise, closer });
    } catch (error) {
      // It may call yet; a probe whose call is taken would stay.
      void calls.promise.then((socket) => socket.destroy());
      throw error;
    }
  }

  /** The closer that an earlier attach left may be about to close an inspector: that one is not open for others to use. */
  async #examined(): Promise<Attachable> {
    const { unsure = false, tryBinary = false, signal } = this.#options;
    const end = this.#clock.now() + soonEnough;
    for (;;) {
      const found = await requireAttachable(this.#pid, this.#clock, { unsure, tryBinary, signal });
      if (!found.open || this.#clock.now() > end || earlierCloser(found.target.identity) === null)
        return found;
      await this.#clock.sleep(closesSoon, signal);
    }
  }

  #closer({ target: { pid, identity }, options, listening }: Attachable): Promise<Closer> {
    const [timeout, clock, { signal }] = [this.#timeout, this.#clock, this.#options];
    const { port } = options.inspector;
    const order = { pid, identity, port, before: listening, stalled: 2 * timeout };
    return startCloser(order, { timeout: usualTimeout, clock, signal });
  }

  async #visit(found: Attachable, { door, called, closer }: Visiting): Promise<ProbeLink> {
    const { signal } = this.#options;
    const pid = this.#pid;
    const text = payload({
      socket: door.path,
      period: this.#options.period ?? 50,
      pid: found.target.ownPid ?? pid,
    });
    let begun = 0;
    let isAgain = false;
    let exchanged: SessionResult;
    try {
      signal?.throwIfAborted();
      this.#step('examined');
      begun = this.#clock.now();
      exchanged = await this.#session(found, text, closer);
      // The visit before this one may have closed this one's inspector: then nothing was heard.
      isAgain = exchanged.answer.type === 'none' && !(await this.#calls(called));
      if (isAgain) exchanged = await this.#session(found, text, closer);
    } catch (error) {
      this.#leave(closer, error);
      throw error;
    }
    const { answer, address, wasOpen, isLocal, openFor, guarded } = exchanged;
    if (wasOpen && !isLocal) this.#notePublic(address);
    const guard = this.#guard(guarded, closer);
    // Then the probe that is there may be the one that was brought in first, and its call is late.
    const isOurs = async () => isAgain && (await this.#calls(called));
    await this.#judge(answer, found, isOurs);

    const link = await this.#called(called, found, signal);
    this.#step('live');
    if (guard) void link.closed.then(() => guard.end());
    return link.with({
      address,
      wasOpen,
      openFor,
      liveAfter: this.#clock.now() - begun,
      threadsBefore: found.threads,
      handlers: found.handlers,
    });
  }

  /** Whether it calls soon. */
  async #calls(called: Promise<Socket>): Promise<boolean> {
    return (await within(called, soonEnough, this.#clock)) !== null;
  }

  /** The closer's work is done when the inspector has stayed closed; it never was, where it was open before. */
  #guard(guarded: Guarded | null, closer: Closer | null): InspectorGuard | null {
    if (!guarded) {
      closer?.done();
      return null;
    }
    const onNote = (note: Note) => this.#note(note);
    const guard = new InspectorGuard(guarded, { clock: this.#clock, onNote });
    const settled = guard.settled.then(() => (guard.isLeftOpen ? closer?.leave() : closer?.done()));
    this.#hold(settled);
    return guard;
  }

  /** Nothing opens without the signal. After it the closer takes over. */
  #leave(closer: Closer | null, error: unknown): void {
    const isKnown = error instanceof Problem || this.#options.signal?.aborted;
    if (!this.#isSignalled && isKnown) return closer?.done();
    closer?.leave();
    // A problem says it in its own words.
    if (!this.#isSignalled || !closer || error instanceof Problem) return;
    const left = closerAtWork(closer.pid, this.#clock);
    this.#note(message('note.attach-cut-short', { pid: this.#pid, closer: left }));
  }

  #notePublic(address: string): void {
    this.#note(message('note.inspector-public', { pid: this.#pid, address }));
  }

  #note(note: Note): void {
    this.#options.onNote?.(note);
  }

  #step(step: AttachStep): void {
    this.#options.onStep?.(step);
  }

  async #session(found: Attachable, text: string, closer: Closer | null): Promise<SessionResult> {
    const order = { found, text, timeout: this.#timeout, closer: closer?.pid ?? null };
    return sessionOnThread(order, {
      signal: this.#options.signal,
      onStep: (step) => {
        if (step === 'signalled') this.#isSignalled = true;
        if (step === 'open') closer?.opened();
        this.#step(step);
      },
      arm: async () => closer?.arm(),
    });
  }

  async #privateSocket({ target }: Attachable, call: (socket: Socket) => void) {
    const root = rootOf(target.pid);
    try {
      return await openPrivateSocket(call, { owner: target.owner, root });
    } catch (error) {
      throw problem('ATTACH_FOLDER', { pid: target.pid, why: reasonOf(error) }, { cause: error });
    }
  }

  /** @throws Problem PROBE_PRESENT, PROBE_REFUSED, ATTACH_WRONG_PROCESS, INSPECTOR_SILENT */
  async #judge(
    answer: Answer,
    { target: { pid } }: Attachable,
    isOurs: () => Promise<boolean>,
  ): Promise<void> {
    if (answer.type === 'none') return; // whether the probe calls will tell
    if (answer.type === 'late') {
      const why = message('attach.no-answer');
      throw problem('INSPECTOR_SILENT', { pid, seconds: this.#timeout / 1000, why });
    }
    if (answer.type === 'error')
      throw problem('PROBE_REFUSED', { pid, why: message('attach.said', { said: answer.why }) });
    const said = answerIn(answer.value);
    if (!said) throw refusal(pid, 'its main thread gave no known answer');
    if (said.ok) return;
    if (said.isThere && (await isOurs())) return;
    if (said.isThere) throw problem('PROBE_PRESENT', { pid });
    if (said.isOther) {
      const why = message('attach.foreign-inspector', { pid: said.why ?? '' });
      throw problem('ATTACH_WRONG_PROCESS', { pid, why });
    }
    throw problem('PROBE_REFUSED', { pid, why: message('attach.said', { said: said.why ?? '' }) });
  }

  async #called(called: Promise<Socket>, { target }: Attachable, signal: AbortSignal | undefined) {
    const { pid } = target;
    const socket = await within(called, this.#timeout, this.#clock, signal);
    const link = socket && (await linkOf(socket, this.#timeout, this.#clock, pid));
    if (link && link.hello.pid === (target.ownPid ?? pid)) return link;
    link?.close();
    signal?.throwIfAborted();
    requireSame(pid, target.identity);
    const why = message('attach.thread-late');
    throw problem('PROBE_SILENT', { pid, seconds: this.#timeout / 1000, why });
  }
}

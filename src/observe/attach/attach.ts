/**
 * Brings the probe into a running process that was started with no flag, through its inspector, which is open for a
 * few milliseconds. While it is open every user of the machine could run code in the process, so all that can be
 * known is known before, all that is to be done there goes in one message, and the last of it closes the inspector.
 * A process apart (`closer.ts`), which is ready before the signal, closes it if this one cannot any more.
 *
 *   examined ─▶ signalled ─▶ open ─▶ asked ─▶ closed ─▶ live
 */
import type { Socket } from 'node:net';
import type { Clock } from '../../model/clock.ts';
import { Problem, problem, reasonOf } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { type Candidate, candidate, requireSame } from './candidate.ts';
import { type Closer, closerSentence, earlierCloser, startCloser } from './closer.ts';
import { type Door, openDoor, rootOf } from './door.ts';
import type { Exchanged, ExchangeStep } from './exchange.ts';
import { exchangeOnThread } from './exchange-on-thread.ts';
import type { Answer } from './inspector.ts';
import { type Guarded, InspectorGuard } from './guard.ts';
import { linkOf, type ProbeLink, refusal } from './link.ts';
import { alone } from './lock.ts';
import { answerIn } from './message.ts';
import { payload } from './payload.ts';

export type AttachStep = 'examined' | ExchangeStep | 'live';

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
  readonly patience?: Milliseconds;
  /** Told what the user should know of the process's inspector. */
  readonly onNote?: (text: string) => void;
  /** Told of each step as it is done. */
  readonly onStep?: (step: AttachStep) => void;
}

/** For each step. 330 ms is the longest of all together that was measured, on a loaded machine. */
const usualPatience: Milliseconds = 10_000;
/** A thread starts in 30 ms; on a loaded machine it takes longer. */
const soonEnough: Milliseconds = 2000;
const closesSoon: Milliseconds = 20;
/** One attach may need all its steps' patience. */
const lockPatience: Milliseconds = 4 * usualPatience;

/**
 * Attaches to a process: it must be a Node, of this user or of anyone if this is root, in this network. Several
 * attaches wait for each other.
 * @throws Problem as `candidate`; ATTACH_BUSY, ATTACH_FOLDER, ATTACH_UNGUARDED, ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED,
 *   INSPECTOR_SILENT, INSPECTOR_LEFT_OPEN, PROBE_PRESENT, PROBE_REFUSED, PROBE_SILENT; the signal's reason
 */
export function attach(pid: number, options: AttachOptions = {}): Promise<ProbeLink> {
  const { clock = systemClock, signal } = options;
  return alone((hold) => new Attach(pid, options, hold).run(), lockPatience, clock, signal);
}

interface Visiting {
  readonly door: Door;
  /** The probe has called. */
  readonly called: Promise<Socket>;
  readonly closer: Closer | null;
}

class Attach {
  readonly #pid: number;
  readonly #options: AttachOptions;
  readonly #clock: Clock;
  readonly #patience: Milliseconds;
  readonly #hold: (until: Promise<unknown>) => void;
  #isSignalled = false;

  constructor(pid: number, options: AttachOptions, hold: (until: Promise<unknown>) => void) {
    this.#pid = pid;
    this.#options = options;
    this.#hold = hold;
    this.#clock = options.clock ?? systemClock;
    this.#patience = options.patience ?? usualPatience;
  }

  async run(): Promise<ProbeLink> {
    const found = await this.#examined();
    const calls = Promise.withResolvers<Socket>();
    await using door = await this.#door(found, calls.resolve);
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
  async #examined(): Promise<Candidate> {
    const { unsure = false, tryBinary = false, signal } = this.#options;
    const end = this.#clock.now() + soonEnough;
    for (;;) {
      const found = await candidate(this.#pid, this.#clock, { unsure, tryBinary, signal });
      if (!found.open || this.#clock.now() > end || earlierCloser(found.who.identity) === null) return found;
      await this.#clock.sleep(closesSoon, signal);
    }
  }

  #closer({ who: { pid, identity }, options, listening }: Candidate): Promise<Closer> {
    const [patience, clock, { signal }] = [this.#patience, this.#clock, this.#options];
    const { port } = options.inspector;
    const order = { pid, identity, port, before: listening, stalled: 2 * patience };
    return startCloser(order, { patience: usualPatience, clock, signal });
  }

  async #visit(found: Candidate, { door, called, closer }: Visiting): Promise<ProbeLink> {
    const { signal } = this.#options;
    const pid = this.#pid;
    const text = payload({
      socket: door.path,
      period: this.#options.period ?? 50,
      pid: found.who.ownPid ?? pid,
    });
    let begun = 0;
    let isAgain = false;
    let exchanged: Exchanged;
    try {
      signal?.throwIfAborted();
      this.#step('examined');
      begun = this.#clock.now();
      exchanged = await this.#exchange(found, text, closer);
      // The visit before this one may have closed this one's inspector: then nothing was heard.
      isAgain = exchanged.answer.type === 'none' && !(await this.#calls(called));
      if (isAgain) exchanged = await this.#exchange(found, text, closer);
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
    const late = new AbortController();
    const soon = this.#clock.sleep(soonEnough, late.signal).then(
      () => false,
      () => false,
    );
    const isCalling = await Promise.race([called.then(() => true), soon]);
    late.abort();
    return isCalling;
  }

  /** The closer's work is done when the inspector has stayed closed; it never was, where it was open before. */
  #guard(guarded: Guarded | null, closer: Closer | null): InspectorGuard | null {
    if (!guarded) {
      closer?.done();
      return null;
    }
    const onNote = (text: string) => this.#note(text);
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
    this.#note(
      `The attach to process ${this.#pid} ended after its signal, before its inspector was closed. ${closerSentence(closer.pid, this.#clock)}`,
    );
  }

  #notePublic(address: string): void {
    this.#note(
      `The inspector of process ${this.#pid} (${address}) is open to the network: whoever reaches that port can run code in the process. It was so before, and was left so.`,
    );
  }

  #note(text: string): void {
    this.#options.onNote?.(text);
  }

  #step(step: AttachStep): void {
    this.#options.onStep?.(step);
  }

  async #exchange(found: Candidate, text: string, closer: Closer | null): Promise<Exchanged> {
    const order = { found, text, patience: this.#patience, closer: closer?.pid ?? null };
    return exchangeOnThread(order, {
      signal: this.#options.signal,
      onStep: (step) => {
        if (step === 'signalled') this.#isSignalled = true;
        if (step === 'open') closer?.opened();
        this.#step(step);
      },
      arm: async () => closer?.arm(),
    });
  }

  async #door({ who }: Candidate, call: (socket: Socket) => void) {
    const root = rootOf(who.pid);
    try {
      return await openDoor(call, { owner: who.owner, root });
    } catch (error) {
      throw problem('ATTACH_FOLDER', { pid: who.pid, why: reasonOf(error) }, { cause: error });
    }
  }

  /** @throws Problem PROBE_PRESENT, PROBE_REFUSED, ATTACH_WRONG_PROCESS, INSPECTOR_SILENT */
  async #judge(answer: Answer, { who: { pid } }: Candidate, isOurs: () => Promise<boolean>): Promise<void> {
    if (answer.type === 'none') return; // whether the probe calls will tell
    if (answer.type === 'late') {
      const why =
        'Its inspector is open, but its main thread does not answer: it is in one long call, or halted by a debugger.';
      throw problem('INSPECTOR_SILENT', { pid, seconds: this.#patience / 1000, why });
    }
    if (answer.type === 'error') throw problem('PROBE_REFUSED', { pid, why: `It said: ${answer.why}.` });
    const said = answerIn(answer.value);
    if (!said) throw refusal(pid, 'its main thread gave no known answer');
    if (said.ok) return;
    if (said.isThere && (await isOurs())) return;
    if (said.isThere) throw problem('PROBE_PRESENT', { pid });
    if (said.isOther) {
      const why = `Its inspector belongs to a process that calls itself ${said.why}.`;
      throw problem('ATTACH_WRONG_PROCESS', { pid, why });
    }
    throw problem('PROBE_REFUSED', { pid, why: `It said: ${said.why}.` });
  }

  async #called(called: Promise<Socket>, { who }: Candidate, signal: AbortSignal | undefined) {
    const { pid } = who;
    const late = new AbortController();
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const end = this.#clock.sleep(this.#patience, either).then(
      () => null,
      () => null,
    );
    const socket = await Promise.race([called, end]);
    late.abort();
    const link = socket && (await linkOf(socket, this.#patience, this.#clock, pid));
    if (link && link.hello.pid === (who.ownPid ?? pid)) return link;
    link?.close();
    signal?.throwIfAborted();
    requireSame(pid, who.identity);
    const why = 'It was let in, but its thread has not come up: the machine may be too busy to start it.';
    throw problem('PROBE_SILENT', { pid, seconds: this.#patience / 1000, why });
  }
}

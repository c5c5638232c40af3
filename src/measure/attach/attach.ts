/**
 * Brings the probe into a running process that was started with no flag, through its inspector, which is open for a
 * few milliseconds. While it is open every user of the machine could run code in the process, so all that can be
 * known is known before, all that is to be done there goes in one message, and the last of it closes the inspector.
 *
 *   examined ─▶ signalled ─▶ open ─▶ asked ─▶ closed ─▶ live
 */
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Clock } from '../../model/clock.ts';
import { problem, reasonOf } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../clock.ts';
import {
  candidate,
  interruptible,
  reachable,
  requireSame,
  signalInspector,
  type Candidate,
} from './candidate.ts';
import { type Door, openDoor, rootOf } from './door.ts';
import { addressText, type Answer, evaluate, type Inspector, inspectorAt } from './inspector.ts';
import { linkOf, type ProbeLink } from './link.ts';
import { hasSocket, type Listener, listeners } from './listeners.ts';
import { alone } from './lock.ts';
import { closeExpression, payload } from './payload.ts';

export const attachSteps = ['examined', 'signalled', 'open', 'asked', 'closed', 'live'] as const;
export type AttachStep = (typeof attachSteps)[number];

export interface AttachOptions {
  /** From one measurement of the probe to the next (default 50). */
  readonly period?: Milliseconds;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** For each step (default 10 s). */
  readonly patience?: Milliseconds;
  /** Told of each step as it is done. */
  readonly onStep?: (step: AttachStep) => void;
}

/** For each step. 330 ms is the longest of all together that was measured, on a loaded machine. */
const usualPatience: Milliseconds = 10_000;
/** Between two looks whether it is open, or closed: each costs 50 µs of this process. */
const lookEvery: Milliseconds = 1;
/** One attach may need all its steps' patience. */
const lockPatience: Milliseconds = 4 * usualPatience;
/** How long an inspector that opens too late is waited for, to close it. */
const lateOpening: Milliseconds = 600_000;
const lateLook: Milliseconds = 250;

/**
 * Attaches to a process: it must be a Node, of this user or of anyone if this is root, in this network. Several
 * attaches wait for each other.
 * @throws Problem as `candidate`; ATTACH_BUSY, ATTACH_FOLDER, ATTACH_WRONG_PROCESS, INSPECTOR_SILENT,
 *   INSPECTOR_LEFT_OPEN, PROBE_REFUSED, PROBE_SILENT; the signal's reason
 */
export function attach(pid: number, options: AttachOptions = {}): Promise<ProbeLink> {
  const { clock = systemClock, signal } = options;
  return alone(() => new Attach(pid, options).run(), lockPatience, clock, signal);
}

interface Opened extends Inspector {
  /** Its listening socket; null if it was open before. */
  readonly socket: string | null;
  readonly at: Milliseconds;
}

class Attach {
  readonly #pid: number;
  readonly #options: AttachOptions;
  readonly #clock: Clock;
  readonly #patience: Milliseconds;

  constructor(pid: number, options: AttachOptions) {
    this.#pid = pid;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#patience = options.patience ?? usualPatience;
  }

  async run(): Promise<ProbeLink> {
    const pid = this.#pid;
    const found = await candidate(pid, this.#clock);
    const calls = Promise.withResolvers<Socket>();
    await using door = await this.#door(found, calls.resolve);
    try {
      return await this.#visit(found, door, calls.promise);
    } catch (error) {
      // It may call yet; a probe whose call is taken would stay.
      void calls.promise.then((socket) => socket.destroy());
      throw error;
    }
  }

  async #visit(found: Candidate, door: Door, called: Promise<Socket>): Promise<ProbeLink> {
    const { signal } = this.#options;
    const pid = this.#pid;
    const text = payload({
      socket: door.path,
      period: this.#options.period ?? 50,
      pid: found.who.ownPid ?? pid,
    });
    signal?.throwIfAborted();
    this.#step('examined');

    const begun = this.#clock.now();
    const opened = await this.#open(found);
    const expressions = opened.socket === null ? [text] : [text, closeExpression()];
    const answer = await evaluate(opened, expressions, {
      patience: this.#patience,
      clock: this.#clock,
      onSent: () => this.#step('asked'),
    });
    const closed = opened.socket === null ? null : await this.#closed(opened, opened.socket, answer);
    this.#step('closed');
    this.#judge(answer, found);

    const link = await this.#called(called, found, signal);
    this.#step('live');
    return link.with({
      address: addressText(opened.address),
      wasOpen: opened.socket === null,
      openFor: closed === null ? null : closed - opened.at,
      liveAfter: this.#clock.now() - begun,
      threadsBefore: found.threads,
      handlers: found.handlers,
    });
  }

  #step(step: AttachStep): void {
    this.#options.onStep?.(step);
  }

  async #door({ who }: Candidate, call: (socket: Socket) => void) {
    const root = rootOf(who.pid);
    try {
      return await openDoor(call, { owner: who.owner, root });
    } catch (error) {
      throw problem('ATTACH_FOLDER', { pid: who.pid, why: reasonOf(error) }, { cause: error });
    }
  }

  async #open(found: Candidate): Promise<Opened> {
    const { pid } = found.who;
    if (found.open) {
      requireSame(pid, found.who.identity);
      return { ...found.open, socket: null, at: this.#clock.now() };
    }
    const before = new Set(listeners(pid).map(({ socket }) => socket));
    let end = this.#clock.now() + this.#patience;
    for (let call = interruptible(pid); call !== null; call = interruptible(pid)) {
      if (this.#clock.now() > end) {
        throw problem('MAIN_THREAD_BLOCKED', { pid, call, seconds: this.#patience / 1000 });
      }
      await this.#clock.sleep(lookEvery, this.#options.signal);
    }
    signalInspector(found);
    this.#step('signalled');
    end = this.#clock.now() + this.#patience;
    do {
      const opened = await newInspector(found, before, this.#clock);
      if (opened) {
        this.#step('open');
        return opened;
      }
      requireSame(pid, found.who.identity);
      await this.#clock.sleep(lookEvery);
    } while (this.#clock.now() < end);
    void closeLate(found, before, this.#clock);
    throw problem('INSPECTOR_SILENT', {
      pid,
      seconds: this.#patience / 1000,
      why: found.handlers.ok
        ? 'It has not opened its inspector: its main thread is in one long call that is not JavaScript (execSync, for one). If it opens it later, it is closed again, as long as chokepoint runs.'
        : `It has not opened its inspector. Its application may handle SIGUSR1 itself, which could not be known before: ${found.handlers.why}. Or its main thread is in one long call that is not JavaScript.`,
    });
  }

  /** @returns when its port was seen closed */
  async #closed(opened: Opened, socket: string, answer: Answer): Promise<Milliseconds> {
    // Its messages are in the process: they run as soon as the main thread does.
    const end = this.#clock.now() + (answer.type === 'late' ? 0 : this.#patience);
    for (let isAskedAgain = false; ;) {
      if (!listeners(this.#pid).some((one) => one.socket === socket)) return this.#clock.now();
      if (this.#clock.now() >= end) {
        if (isAskedAgain || answer.type === 'late') break;
        isAskedAgain = true;
        await evaluate(opened, [closeExpression()], { patience: lateLook, clock: this.#clock });
      }
      await this.#clock.sleep(lookEvery);
    }
    const [pid, address] = [this.#pid, addressText(opened.address)];
    if (answer.type !== 'late') throw problem('INSPECTOR_LEFT_OPEN', { pid, address });
    throw problem('INSPECTOR_SILENT', {
      pid,
      seconds: this.#patience / 1000,
      why: `It has opened its inspector at ${address}, but its main thread is in one long call that is not JavaScript (execSync, for one). When that ends, the inspector closes by itself.`,
    });
  }

  /** @throws Problem PROBE_REFUSED, ATTACH_WRONG_PROCESS, INSPECTOR_SILENT */
  #judge(answer: Answer, { who: { pid } }: Candidate): void {
    if (answer.type === 'none') return; // whether the probe calls will tell
    if (answer.type === 'late') {
      const why =
        'Its inspector is open, but its main thread does not answer: it is in one long call, or halted by a debugger.';
      throw problem('INSPECTOR_SILENT', { pid, seconds: this.#patience / 1000, why });
    }
    if (answer.type === 'error') throw problem('PROBE_REFUSED', { pid, why: `It said: ${answer.why}.` });
    const said = JSON.parse(answer.value) as { ok: boolean; why?: string; isOther?: true };
    if (said.ok) return;
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
    const link = socket && (await linkOf(socket, this.#patience, this.#clock));
    late.abort();
    if (link && link.hello.pid === (who.ownPid ?? pid)) return link;
    link?.close();
    signal?.throwIfAborted();
    requireSame(pid, who.identity);
    const why = 'It was let in, but its thread has not come up: the machine may be too busy to start it.';
    throw problem('PROBE_SILENT', { pid, seconds: this.#patience / 1000, why });
  }
}

/** A socket of the process that listens since, at the port where its inspector is meant to be, or that is one. */
async function newInspector(
  { who: { pid }, options }: Candidate,
  before: ReadonlySet<string>,
  clock: Clock,
): Promise<Opened | null> {
  const isNew = ({ socket }: Listener) => !before.has(socket) && hasSocket(pid, socket);
  const found = listeners(pid).filter(isNew);
  // Its port may have been changed since its start (process.debugPort).
  const isMeant = ({ port }: Listener) => port === options.inspector.port;
  for (const one of found.toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))) {
    const at = clock.now();
    const inspector = await inspectorAt({ host: reachable(one.address), port: one.port });
    if (inspector) return { ...inspector, socket: one.socket, at };
  }
  return null;
}

/**
 * The signal cannot be taken back: an inspector that opens when nobody waits for it any more is closed, for as long as
 * this process has something else to do.
 */
async function closeLate(found: Candidate, before: ReadonlySet<string>, clock: Clock): Promise<void> {
  const end = clock.now() + lateOpening;
  while (clock.now() < end && existsSync(`/proc/${found.who.pid}`)) {
    const opened = await newInspector(found, before, clock).catch(() => null);
    if (opened) {
      await evaluate(opened, [closeExpression()], { patience: usualPatience, clock });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, lateLook).unref());
  }
}

/**
 * Brings the probe into a running process that was started with no flag, through its inspector, which is open for a
 * few milliseconds. While it is open every user of the machine could run code in the process, so all that can be
 * known is known before, all that is to be done there goes in one message, and the last of it closes the inspector.
 * A process apart (`visitor.ts`) does that, and closes it also if this one cannot wait any more.
 *
 *   examined ─▶ signalled ─▶ open ─▶ asked ─▶ closed ─▶ live
 */
import type { Socket } from 'node:net';
import type { Milliseconds } from '../../model/units.ts';
import { message } from '../../messages/message.ts';
import { Problem, problem, reasonOf } from '../../messages/problem.ts';
import type { Note } from '../../model/watch.ts';
import { systemClock as clock, within } from '../../host/clock.ts';
import { type Address, addressText, hasSocket, listeners } from '../../host/listeners.ts';
import {
  type Attachable,
  type AttachConsent,
  requireAttachable,
  requireSame,
} from './attach-preconditions.ts';
import { closerAtWork, earlierCloser } from './closer.ts';
import { type PrivateSocket, openPrivateSocket, rootOf } from './private-socket.ts';
import type { SessionResult, SessionStep } from './inspector-session.ts';
import type { EvaluationResult } from './inspector.ts';
import { linkOf, type ProbeLink, refusal } from './link.ts';
import { alone } from './lock.ts';
import { answerIn } from './message.ts';
import { payload } from './payload.ts';
import { startVisitor } from './visitor.ts';

export type AttachStep = 'examined' | SessionStep | 'live';

export interface AttachOptions extends AttachConsent {
  /** Longest time for each step (default 10 s). */
  readonly timeout?: Milliseconds;
  /** Called with what the user should know of the process's inspector. */
  readonly onNote?: (note: Note) => void;
  /** Called with each step when it is done. */
  readonly onStep?: (step: AttachStep) => void;
}

/** Longest time for each step. All together took 330 ms at most when it was measured, on a loaded machine. */
const usualTimeout: Milliseconds = 10_000;
/** Longest wait for the probe's first call: a thread starts in 30 ms, later on a loaded machine. */
const soonEnough: Milliseconds = 2000;
const closesSoon: Milliseconds = 20;
const closesWithin: Milliseconds = 1000;
/** Longest wait for other attaches: one may need the timeouts of all its steps. */
const lockTimeout: Milliseconds = 4 * usualTimeout;

/**
 * Attaches to a process: it must be a Node, of this user or of anyone if this is root, in this network. Several
 * attaches wait for each other.
 * @throws Problem as `candidate`; ATTACH_BUSY, ATTACH_FOLDER, ATTACH_UNGUARDED, ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED,
 *   INSPECTOR_SILENT, INSPECTOR_LEFT_OPEN, PROBE_PRESENT, PROBE_REFUSED, PROBE_SILENT; the signal's reason
 */
export function attach(pid: number, options: AttachOptions = {}): Promise<ProbeLink> {
  return alone((hold) => attachAlone(pid, options, hold), lockTimeout, clock, options.signal);
}

async function attachAlone(
  pid: number,
  { unsure = false, tryBinary = false, timeout = usualTimeout, ...options }: AttachOptions,
  hold: (until: Promise<unknown>) => void,
): Promise<ProbeLink> {
  const { signal, onNote = () => {}, onStep = () => {} } = options;
  const found = await examined();
  const { target } = found;
  const { promise: called, resolve: onCall } = Promise.withResolvers<Socket>();
  await using door = await socketFor(found, onCall);
  const text = payload({ socket: door.path, pid: target.ownPid ?? pid });
  const order = { found, text, timeout };
  const visitor = await startVisitor(order, { startTimeout: usualTimeout, clock, signal, onNote });
  try {
    return await visit();
  } catch (error) {
    // The probe may still call; if its connection stayed open, it would stay too.
    void called.then((socket) => socket.destroy());
    throw error;
  }

  /** Examines the process. An inspector that the closer of an earlier attach may be about to close is waited for. */
  async function examined(): Promise<Attachable> {
    const end = clock.now() + soonEnough;
    for (;;) {
      const one = await requireAttachable(pid, clock, { unsure, tryBinary, signal });
      if (!one.open || clock.now() > end || earlierCloser(one.target.identity) === null) return one;
      await clock.sleep(closesSoon, signal);
    }
  }

  async function visit(): Promise<ProbeLink> {
    let isAgain = false;
    let exchanged: SessionResult;
    try {
      signal?.throwIfAborted();
      onStep('examined');
      exchanged = await visitor.go(onStep);
      // The visit before this one may have closed this one's inspector: then nothing was heard.
      isAgain = exchanged.answer.type === 'none' && !(await calls(soonEnough));
      if (isAgain) exchanged = await visitor.go(onStep);
    } catch (error) {
      leave(error);
      throw error;
    }
    const { answer, address, wasOpen, isLocal, opened } = exchanged;
    if (wasOpen && !isLocal) onNote(message('note.inspector-public', { pid, address }));
    // The visitor's work is done when the inspector has stayed closed; one that was open before stays open.
    if (opened) hold(visitor.settled.then(() => visitor.leave()));
    else visitor.leave();
    // After a second visit, the probe that is there may be the one of the first, whose call is late.
    const isOurs = async () => isAgain && (await calls(timeout));
    await requireStarted(answer, pid, timeout, isOurs);
    const link = await linked();
    onStep('live');
    if (opened) void link.closed.then(() => tellForeign(opened));
    link.visit = { address, wasOpen, handlers: found.handlers };
    return link;
  }

  /** Whether the probe calls in time. */
  async function calls(time: Milliseconds): Promise<boolean> {
    return (await within(called, time, clock)) !== null;
  }

  /** Leaves the visitor, which takes over after the signal. Without the signal nothing opens. */
  function leave(error: unknown): void {
    visitor.leave();
    // A problem has its own words for it.
    if (visitor.isSignalled && !(error instanceof Problem))
      onNote(message('note.attach-cut-short', { pid, closer: closerAtWork(visitor.pid, clock) }));
  }

  /** Notes, at the end of the connection, an inspector that is open again: it had stayed closed, so somebody else opened it. */
  async function tellForeign(address: Address): Promise<void> {
    if (!(await visitor.settled)) return;
    const isOpen = () =>
      listeners(pid).some(
        ({ port, socket }) =>
          port === address.port && !found.listening.includes(socket) && hasSocket(pid, socket),
      );
    // A loop that turns only now opens it, and closes it in the same turn.
    for (const end = clock.now() + closesWithin; isOpen() && clock.now() < end;) await clock.sleep(1);
    if (isOpen()) onNote(message('note.inspector-foreign', { pid, address: addressText(address) }));
  }

  async function linked(): Promise<ProbeLink> {
    const socket = await within(called, timeout, clock, signal);
    const link = socket && (await linkOf(socket, timeout, clock, pid));
    if (link && link.hello.pid === (target.ownPid ?? pid)) return link;
    link?.close();
    signal?.throwIfAborted();
    requireSame(pid, target.identity);
    const why = message('attach.thread-late');
    throw problem('PROBE_SILENT', { pid, seconds: timeout / 1000, why });
  }
}

/** @throws Problem ATTACH_FOLDER */
async function socketFor({ target }: Attachable, call: (socket: Socket) => void): Promise<PrivateSocket> {
  try {
    return await openPrivateSocket(call, { owner: target.owner, root: rootOf(target.pid) });
  } catch (error) {
    throw problem('ATTACH_FOLDER', { pid: target.pid, why: reasonOf(error) }, { cause: error });
  }
}

/**
 * @param isOurs whether the probe that is there was brought in by this attach
 * @throws Problem PROBE_PRESENT, PROBE_REFUSED, ATTACH_WRONG_PROCESS, INSPECTOR_SILENT
 */
async function requireStarted(
  answer: EvaluationResult,
  pid: number,
  timeout: Milliseconds,
  isOurs: () => Promise<boolean>,
): Promise<void> {
  if (answer.type === 'none') return; // whether the probe calls will tell
  if (answer.type === 'late') {
    const why = message('attach.no-answer');
    throw problem('INSPECTOR_SILENT', { pid, seconds: timeout / 1000, why });
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

/**
 * One visit to the inspector of a process: the signal that opens it, the one message, and its closing.
 * Every millisecond counts, so it runs in a process of its own (`visitor-process.ts`).
 */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { problem } from '../../messages/problem.ts';
import { type Attachable, interruptible, requireSame, signalInspector } from './attach-preconditions.ts';
import { closerAtWork, endEarlierCloser } from './closer.ts';
import { type EvaluationResult, evaluate, newInspector, type Opened } from './inspector.ts';
import { type Address, addressText, isLoopback, listeners } from '../../host/listeners.ts';
import { closeExpression } from './payload.ts';

export type SessionStep = 'signalled' | 'open' | 'asked' | 'closed';

export interface SessionResult {
  readonly answer: EvaluationResult;
  readonly address: string;
  readonly wasOpen: boolean;
  /** Whether it is bound to a loopback address: nobody but users of this machine reaches it. */
  readonly isLocal: boolean;
  /** The address at which it was opened for this, and is to stay closed; null where it was open before. */
  readonly opened: Address | null;
}

interface SessionOptions {
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly onStep: (step: SessionStep) => void;
  /** Ends the visit at any time: an inspector that is open then is closed by whoever began the visit. */
  readonly signal: AbortSignal;
}

/** Time between two looks whether it is open, or closed: each costs 50 µs. */
const lookEvery: Milliseconds = 1;
/** Time after which the signal is sent again: the visit before may have closed what the first one opened, unseen. */
const signalAgain: Milliseconds = 2000;
const lastTimeout: Milliseconds = 250;

/** An inspector with its listening socket; null if it was open before. */
type Entered = Omit<Opened, 'socket'> & { readonly socket: string | null };

/**
 * @throws Problem ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED, SIGUSR1_NOT_CAUGHT, INSPECTOR_SILENT, INSPECTOR_NOT_LOCAL,
 *   INSPECTOR_LEFT_OPEN; the signal's reason
 */
export async function inspectorSession(
  found: Attachable,
  text: string,
  options: SessionOptions,
): Promise<SessionResult> {
  const { timeout, clock, onStep, signal } = options;
  const opened = await open(found, options);
  const { socket } = opened;
  const isLocal = isLoopback(opened.bound);
  // An address that nothing told beforehand (a title in place of the command line, an --env-file) shows now: it is only closed.
  const isRefused = socket !== null && !isLocal;
  const expressions = [...(isRefused ? [] : [text]), ...(socket === null ? [] : [closeExpression()])];
  const answer = await evaluate(opened, expressions, {
    timeout,
    clock,
    signal,
    onSent: () => onStep('asked'),
  });
  if (answer.type === 'late') signal.throwIfAborted();
  if (socket !== null) await whenClosed(found.target.pid, opened, socket, answer, options);
  onStep('closed');
  if (isRefused) {
    const address = addressText({ host: opened.bound, port: opened.address.port });
    throw problem('INSPECTOR_NOT_LOCAL', {
      pid: found.target.pid,
      address,
      how: 'so it was closed immediately, without the probe',
    });
  }
  return {
    answer,
    address: addressText(opened.address),
    wasOpen: socket === null,
    isLocal,
    opened: socket === null ? null : opened.address,
  };
}

async function open(found: Attachable, options: SessionOptions): Promise<Entered> {
  const { timeout, clock, onStep, signal } = options;
  const { pid } = found.target;
  if (found.open) {
    requireSame(pid, found.target.identity);
    return { ...found.open, socket: null };
  }
  const { port } = found.options.inspector;
  // A process may listen at many ports, and answer slowly at each.
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  await whenUninterrupted(pid, options);
  endEarlierCloser(found.target.identity);
  await whenUninterrupted(pid, options);
  const all = listeners(pid);
  // The inspector may be open since it was examined, by somebody else's signal: another signal would open nothing.
  const there = await newInspector({ pid, port, before: found.listening }, all, limited());
  if (there) return { ...there, socket: null };
  const before = all.map(({ socket }) => socket);
  signal.throwIfAborted();
  signalInspector(found);
  onStep('signalled');
  let again = clock.now() + signalAgain;
  const end = clock.now() + timeout;
  const limit = limited();
  do {
    if (clock.now() > again && found.handlers.ok && interruptible(pid) === null) {
      signalInspector(found);
      again = clock.now() + signalAgain;
    }
    const opened = await newInspector({ pid, port, before }, listeners(pid), limit);
    if (opened) {
      onStep('open');
      return opened;
    }
    requireSame(pid, found.target.identity);
    await clock.sleep(lookEvery, signal);
  } while (clock.now() < end);
  const closer = closerAtWork(process.pid, clock);
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: timeout / 1000,
    why: found.handlers.ok
      ? message('attach.not-opened', { closer })
      : message('attach.not-opened-unsure', { why: found.handlers.why, closer }),
  });
}

/** @throws Problem MAIN_THREAD_BLOCKED */
async function whenUninterrupted(pid: number, { timeout, clock, signal }: SessionOptions): Promise<void> {
  const end = clock.now() + timeout;
  for (let call = interruptible(pid); call !== null; call = interruptible(pid)) {
    if (clock.now() > end) {
      throw problem('MAIN_THREAD_BLOCKED', { pid, call, seconds: timeout / 1000 });
    }
    await clock.sleep(lookEvery, signal);
  }
}

/** Waits until its port is closed. @throws Problem INSPECTOR_LEFT_OPEN, INSPECTOR_SILENT */
async function whenClosed(
  pid: number,
  opened: Entered,
  socket: string,
  answer: EvaluationResult,
  { timeout, clock, signal }: SessionOptions,
): Promise<void> {
  // The messages are in the process: they run as soon as the main thread does.
  const end = clock.now() + (answer.type === 'late' ? 0 : timeout);
  for (let isAskedAgain = false; ;) {
    if (!listeners(pid).some((one) => one.socket === socket)) return;
    if (clock.now() >= end) {
      if (isAskedAgain || answer.type === 'late') break;
      isAskedAgain = true;
      await evaluate(opened, [closeExpression()], { timeout: lastTimeout, clock, signal });
    }
    await clock.sleep(lookEvery, signal);
  }
  const [address, closer] = [addressText(opened.address), closerAtWork(process.pid, clock)];
  if (answer.type !== 'late') throw problem('INSPECTOR_LEFT_OPEN', { pid, address, closer });
  const why = message('attach.opened-late', { address, closer });
  throw problem('INSPECTOR_SILENT', { pid, seconds: timeout / 1000, why });
}

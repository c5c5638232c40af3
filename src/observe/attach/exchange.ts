/**
 * What is said to a process through its inspector: the signal that opens it, the one message, and that it is closed.
 * Every millisecond counts, so it runs on a thread of its own (`exchange-thread.ts`).
 */
import type { Clock } from '../../model/clock.ts';
import { problem, type ProblemData } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { type Candidate, interruptible, requireSame, signalInspector } from './candidate.ts';
import { closerSentence } from './closer.ts';
import { addressText, type Answer, evaluate, type Inspector } from './inspector.ts';
import type { Guarded } from './guard.ts';
import { isLoopback, listeners } from '../../host/listeners.ts';
import { newInspector } from './opened.ts';
import { closeExpression } from './payload.ts';

export type ExchangeStep = 'signalled' | 'open' | 'asked' | 'closed';

/** What the thread gets. */
export interface ExchangeOrder {
  readonly found: Candidate;
  /** The expression that starts the probe. */
  readonly text: string;
  readonly patience: Milliseconds;
  /** The process that closes the inspector where this one cannot; null where it is open already. */
  readonly closer: number | null;
}

export interface Exchanged {
  readonly answer: Answer;
  readonly address: string;
  readonly wasOpen: boolean;
  /** It is bound to a loopback address: nobody but users of this machine reaches it. */
  readonly isLocal: boolean;
  readonly openFor: Milliseconds | null;
  /** What is to stay closed; null where it was open before. */
  readonly guarded: Guarded | null;
}

/** What the thread says. */
export type ExchangeNews =
  | { readonly type: 'step'; readonly step: ExchangeStep }
  /** The signal is due: it waits for the word `armed`. */
  | { readonly type: 'arm' }
  | { readonly type: 'stopped' }
  | { readonly type: 'done'; readonly exchanged: Exchanged }
  | { readonly type: 'problem'; readonly problem: ProblemData };

/** What the thread is told. */
export type ExchangeWord = 'armed' | 'call off';

interface ExchangeOptions {
  readonly patience: Milliseconds;
  readonly clock: Clock;
  readonly onStep: (step: ExchangeStep) => void;
  /** Resolves when the closer knows that the signal is about to be sent. */
  readonly arm: () => Promise<void>;
  readonly closer: number | null;
  /** Ends it at any time: what is open then is the closer's. */
  readonly signal: AbortSignal;
}

/** Between two looks whether it is open, or closed: each costs 50 µs. */
const lookEvery: Milliseconds = 1;
/** The visit before this one may have closed what the signal opened, before it was seen. */
const signalAgain: Milliseconds = 2000;
const lastPatience: Milliseconds = 250;

interface Entered extends Inspector {
  /** Its listening socket; null if it was open before. */
  readonly socket: string | null;
  readonly bound: string;
  /** Sockets that listened before the signal. */
  readonly before: readonly string[];
  readonly at: Milliseconds;
}

/**
 * @throws Problem ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED, SIGUSR1_NOT_CAUGHT, INSPECTOR_SILENT, INSPECTOR_NOT_LOCAL,
 *   INSPECTOR_LEFT_OPEN; the signal's reason
 */
export async function exchange(found: Candidate, text: string, options: ExchangeOptions): Promise<Exchanged> {
  const { patience, clock, onStep, signal } = options;
  const opened = await open(found, options);
  const { socket } = opened;
  const isLocal = isLoopback(opened.bound);
  // What nothing told beforehand (a title in place of the command line, an --env-file) shows now: it is only closed.
  const isRefused = socket !== null && !isLocal;
  const expressions = [...(isRefused ? [] : [text]), ...(socket === null ? [] : [closeExpression()])];
  const answer = await evaluate(opened, expressions, {
    patience,
    clock,
    signal,
    onSent: () => onStep('asked'),
  });
  if (answer.type === 'late') signal.throwIfAborted();
  const closed = socket === null ? null : await whenClosed(found.who.pid, opened, socket, answer, options);
  onStep('closed');
  if (isRefused) {
    const address = addressText({ host: opened.bound, port: opened.address.port });
    throw problem('INSPECTOR_NOT_LOCAL', {
      pid: found.who.pid,
      address,
      how: 'so it was closed again at once, without the probe',
    });
  }
  return {
    answer,
    address: addressText(opened.address),
    wasOpen: socket === null,
    isLocal,
    openFor: closed === null ? null : closed - opened.at,
    guarded:
      socket === null
        ? null
        : { pid: found.who.pid, address: opened.address, before: opened.before, closer: options.closer },
  };
}

async function open(found: Candidate, options: ExchangeOptions): Promise<Entered> {
  const { patience, clock, onStep, signal, arm } = options;
  const { pid } = found.who;
  if (found.open) {
    requireSame(pid, found.who.identity);
    return { ...found.open, socket: null, before: [], at: clock.now() };
  }
  const { port } = found.options.inspector;
  // A process may listen at many ports, and answer slowly at each.
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  await whenUninterrupted(pid, options);
  await arm();
  await whenUninterrupted(pid, options);
  const all = listeners(pid);
  // Opened since it was examined, by somebody else's signal: another one would open nothing.
  const there = await newInspector({ pid, port, before: found.listening }, all, clock, limited());
  if (there) return { ...there, socket: null, before: [] };
  const before = all.map(({ socket }) => socket);
  signal.throwIfAborted();
  signalInspector(found);
  onStep('signalled');
  let again = clock.now() + signalAgain;
  const end = clock.now() + patience;
  const limit = limited();
  do {
    if (clock.now() > again && found.handlers.ok && interruptible(pid) === null) {
      signalInspector(found);
      again = clock.now() + signalAgain;
    }
    const opened = await newInspector({ pid, port, before }, listeners(pid), clock, limit);
    if (opened) {
      onStep('open');
      return { ...opened, before };
    }
    requireSame(pid, found.who.identity);
    await clock.sleep(lookEvery, signal);
  } while (clock.now() < end);
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: patience / 1000,
    why: `${
      found.handlers.ok
        ? 'It has not opened its inspector: its main thread is in one long call that is not JavaScript (execSync, for one).'
        : `It has not opened its inspector. Its application may handle SIGUSR1 itself, which could not be known before: ${found.handlers.why}. Or its main thread is in one long call that is not JavaScript.`
    } ${closerSentence(options.closer, clock)}`,
  });
}

/** @throws Problem MAIN_THREAD_BLOCKED */
async function whenUninterrupted(pid: number, { patience, clock, signal }: ExchangeOptions): Promise<void> {
  const end = clock.now() + patience;
  for (let call = interruptible(pid); call !== null; call = interruptible(pid)) {
    if (clock.now() > end) {
      throw problem('MAIN_THREAD_BLOCKED', { pid, call, seconds: patience / 1000 });
    }
    await clock.sleep(lookEvery, signal);
  }
}

/** @returns when its port was seen closed */
async function whenClosed(
  pid: number,
  opened: Entered,
  socket: string,
  answer: Answer,
  { patience, clock, signal, closer }: ExchangeOptions,
): Promise<Milliseconds> {
  // Its messages are in the process: they run as soon as the main thread does.
  const end = clock.now() + (answer.type === 'late' ? 0 : patience);
  for (let isAskedAgain = false; ;) {
    if (!listeners(pid).some((one) => one.socket === socket)) return clock.now();
    if (clock.now() >= end) {
      if (isAskedAgain || answer.type === 'late') break;
      isAskedAgain = true;
      await evaluate(opened, [closeExpression()], { patience: lastPatience, clock, signal });
    }
    await clock.sleep(lookEvery, signal);
  }
  const address = addressText(opened.address);
  if (answer.type !== 'late') {
    throw problem('INSPECTOR_LEFT_OPEN', { pid, address, closer: closerSentence(closer, clock) });
  }
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: patience / 1000,
    why: `It has opened its inspector at ${address}, but its main thread is in one long call that is not JavaScript (execSync, for one). When that ends, the inspector closes by itself. ${closerSentence(closer, clock)}`,
  });
}

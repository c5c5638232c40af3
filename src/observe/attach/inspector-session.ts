/**
 * What is said to a process through its inspector: the signal that opens it, the one message, and that it is closed.
 * Every millisecond counts, so it runs on a thread of its own (`inspector-session-thread.ts`).
 */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { problem, type ProblemData, Problem } from '../../messages/problem.ts';
import { type Attachable, interruptible, requireSame, signalInspector } from './attach-preconditions.ts';
import { closerAtWork } from './closer.ts';
import { type Answer, evaluate, type Inspector, newInspector } from './inspector.ts';
import type { Guarded } from './guard.ts';
import { addressText, isLoopback, listeners } from '../../host/listeners.ts';
import { closeExpression } from './payload.ts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type SessionStep = 'signalled' | 'open' | 'asked' | 'closed';

/** What the thread gets. */
export interface SessionOrder {
  readonly found: Attachable;
  /** The expression that starts the probe. */
  readonly text: string;
  readonly timeout: Milliseconds;
  /** The process that closes the inspector where this one cannot; null where it is open already. */
  readonly closer: number | null;
}

export interface SessionResult {
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
export type SessionNews =
  | { readonly type: 'step'; readonly step: SessionStep }
  /** The signal is due: it waits for the word `armed`. */
  | { readonly type: 'arm' }
  | { readonly type: 'stopped' }
  | { readonly type: 'done'; readonly exchanged: SessionResult }
  | { readonly type: 'problem'; readonly problem: ProblemData };

/** What the thread is told. */
export type SessionWord = 'armed' | 'call off';

interface SessionOptions {
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly onStep: (step: SessionStep) => void;
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
const lastTimeout: Milliseconds = 250;

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
export async function inspectorSession(
  found: Attachable,
  text: string,
  options: SessionOptions,
): Promise<SessionResult> {
  const { timeout, clock, onStep, signal } = options;
  const opened = await open(found, options);
  const { socket } = opened;
  const isLocal = isLoopback(opened.bound);
  // What nothing told beforehand (a title in place of the command line, an --env-file) shows now: it is only closed.
  const isRefused = socket !== null && !isLocal;
  const expressions = [...(isRefused ? [] : [text]), ...(socket === null ? [] : [closeExpression()])];
  const answer = await evaluate(opened, expressions, {
    timeout,
    clock,
    signal,
    onSent: () => onStep('asked'),
  });
  if (answer.type === 'late') signal.throwIfAborted();
  const closed = socket === null ? null : await whenClosed(found.target.pid, opened, socket, answer, options);
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
    openFor: closed === null ? null : closed - opened.at,
    guarded:
      socket === null
        ? null
        : { pid: found.target.pid, address: opened.address, before: opened.before, closer: options.closer },
  };
}

async function open(found: Attachable, options: SessionOptions): Promise<Entered> {
  const { timeout, clock, onStep, signal, arm } = options;
  const { pid } = found.target;
  if (found.open) {
    requireSame(pid, found.target.identity);
    return { ...found.open, socket: null, before: [], at: clock.now() };
  }
  const { port } = found.options.inspector;
  // A process may listen at many ports, and answer slowly at each.
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
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
  const end = clock.now() + timeout;
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
    requireSame(pid, found.target.identity);
    await clock.sleep(lookEvery, signal);
  } while (clock.now() < end);
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: timeout / 1000,
    why: found.handlers.ok
      ? message('attach.not-opened', { closer: closerAtWork(options.closer, clock) })
      : message('attach.not-opened-unsure', {
          why: found.handlers.why,
          closer: closerAtWork(options.closer, clock),
        }),
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

/** @returns when its port was seen closed */
async function whenClosed(
  pid: number,
  opened: Entered,
  socket: string,
  answer: Answer,
  { timeout, clock, signal, closer }: SessionOptions,
): Promise<Milliseconds> {
  // Its messages are in the process: they run as soon as the main thread does.
  const end = clock.now() + (answer.type === 'late' ? 0 : timeout);
  for (let isAskedAgain = false; ;) {
    if (!listeners(pid).some((one) => one.socket === socket)) return clock.now();
    if (clock.now() >= end) {
      if (isAskedAgain || answer.type === 'late') break;
      isAskedAgain = true;
      await evaluate(opened, [closeExpression()], { timeout: lastTimeout, clock, signal });
    }
    await clock.sleep(lookEvery, signal);
  }
  const address = addressText(opened.address);
  if (answer.type !== 'late') {
    throw problem('INSPECTOR_LEFT_OPEN', { pid, address, closer: closerAtWork(closer, clock) });
  }
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: timeout / 1000,
    why: message('attach.opened-late', { address, closer: closerAtWork(closer, clock) }),
  });
}

export interface OnThreadOptions {
  readonly signal: AbortSignal | undefined;
  readonly onStep: (step: SessionStep) => void;
  /** The signal is sent when this resolves. */
  readonly arm: () => Promise<void>;
}

/**
 * Holds the session on its own thread: this one may be busy with what it watches, and the application would wait for it.
 * @throws Problem as `inspectorSession`; what `arm` throws; the signal's reason
 */
export async function sessionOnThread(
  workerData: SessionOrder,
  { signal, onStep, arm }: OnThreadOptions,
): Promise<SessionResult> {
  const entry = new URL(`./inspector-session-thread${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, { workerData });
  const tell = (word: SessionWord) => worker.postMessage(word);
  const callOff = () => tell('call off');
  signal?.addEventListener('abort', callOff);
  if (signal?.aborted) callOff();
  try {
    return await new Promise<SessionResult>((resolve, reject) => {
      worker.on('message', (news: SessionNews) => {
        if (news.type === 'step') onStep(news.step);
        else if (news.type === 'done') resolve(news.exchanged);
        else if (news.type === 'problem') reject(new Problem(news.problem));
        else if (news.type === 'stopped') reject(signal?.reason);
        else {
          void arm().then(
            () => tell('armed'),
            (error: unknown) => {
              reject(error);
              callOff();
            },
          );
        }
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(new Error('The thread of the inspector session has ended without a word.')),
      );
    });
  } finally {
    signal?.removeEventListener('abort', callOff);
    worker.unref();
  }
}

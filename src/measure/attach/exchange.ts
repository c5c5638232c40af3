/**
 * What is said to a process through its inspector: the signal that opens it, the one message, and that it is closed.
 * Every millisecond counts, so it runs on a thread of its own (`exchange-thread.ts`).
 */
import { existsSync } from 'node:fs';
import type { Clock } from '../../model/clock.ts';
import { problem, type ProblemData } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { type Candidate, interruptible, requireSame, signalInspector } from './candidate.ts';
import { addressText, type Answer, evaluate, type Inspector, inspectorAt } from './inspector.ts';
import type { Guarded } from './guard.ts';
import { hasSocket, type Listener, listeners, reachable } from './listeners.ts';
import { closeExpression } from './payload.ts';

export type ExchangeStep = 'signalled' | 'open' | 'asked' | 'closed';

/** What the thread gets. */
export interface ExchangeOrder {
  readonly found: Candidate;
  /** The expression that starts the probe. */
  readonly text: string;
  readonly patience: Milliseconds;
}

export interface Exchanged {
  readonly answer: Answer;
  readonly address: string;
  readonly wasOpen: boolean;
  readonly openFor: Milliseconds | null;
  /** What is to stay closed; null where it was open before. */
  readonly guarded: Guarded | null;
}

/** What the thread says. */
export type ExchangeNews =
  | { readonly type: 'step'; readonly step: ExchangeStep }
  | { readonly type: 'done'; readonly exchanged: Exchanged }
  | { readonly type: 'problem'; readonly problem: ProblemData };

interface ExchangeOptions {
  readonly patience: Milliseconds;
  readonly clock: Clock;
  readonly onStep: (step: ExchangeStep) => void;
  /** Heeded until the signal is sent; then it is gone through with. */
  readonly signal: AbortSignal;
}

/** Between two looks whether it is open, or closed: each costs 50 µs. */
const lookEvery: Milliseconds = 1;
/** The visit before this one may have closed what the signal opened, before it was seen. */
const signalAgain: Milliseconds = 2000;
/** How long an inspector that opens too late is waited for, to close it. */
const lateOpening: Milliseconds = 600_000;
const lateLook: Milliseconds = 250;
const lastPatience: Milliseconds = 10_000;

interface Opened extends Inspector {
  /** Its listening socket; null if it was open before. */
  readonly socket: string | null;
  /** Sockets that listened before the signal. */
  readonly before: readonly string[];
  readonly at: Milliseconds;
}

/**
 * @throws Problem ATTACH_WRONG_PROCESS, MAIN_THREAD_BLOCKED, SIGUSR1_NOT_CAUGHT, INSPECTOR_SILENT, INSPECTOR_LEFT_OPEN
 */
export async function exchange(found: Candidate, text: string, options: ExchangeOptions): Promise<Exchanged> {
  const { patience, clock, onStep } = options;
  const opened = await open(found, options);
  const { socket } = opened;
  const expressions = socket === null ? [text] : [text, closeExpression()];
  const answer = await evaluate(opened, expressions, { patience, clock, onSent: () => onStep('asked') });
  const closed = socket === null ? null : await whenClosed(found.who.pid, opened, socket, answer, options);
  onStep('closed');
  return {
    answer,
    address: addressText(opened.address),
    wasOpen: socket === null,
    openFor: closed === null ? null : closed - opened.at,
    guarded: socket === null ? null : { pid: found.who.pid, address: opened.address, before: opened.before },
  };
}

async function open(found: Candidate, { patience, clock, onStep, signal }: ExchangeOptions): Promise<Opened> {
  const { pid } = found.who;
  if (found.open) {
    requireSame(pid, found.who.identity);
    return { ...found.open, socket: null, before: [], at: clock.now() };
  }
  let end = clock.now() + patience;
  for (let call = interruptible(pid); call !== null; call = interruptible(pid)) {
    if (clock.now() > end) {
      throw problem('MAIN_THREAD_BLOCKED', { pid, call, seconds: patience / 1000 });
    }
    await clock.sleep(lookEvery, signal);
  }
  const all = listeners(pid);
  // Opened since it was examined, by somebody else's signal: another one would open nothing.
  const there = await newInspector(found, all, found.listening, clock);
  if (there) return { ...there, socket: null, before: [] };
  const before = all.map(({ socket }) => socket);
  signalInspector(found);
  onStep('signalled');
  let again = clock.now() + signalAgain;
  end = clock.now() + patience;
  do {
    if (clock.now() > again && found.handlers.ok && interruptible(pid) === null) {
      signalInspector(found);
      again = clock.now() + signalAgain;
    }
    const opened = await newInspector(found, listeners(pid), before, clock);
    if (opened) {
      onStep('open');
      return opened;
    }
    requireSame(pid, found.who.identity);
    await clock.sleep(lookEvery);
  } while (clock.now() < end);
  void closeLate(found, before, clock);
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: patience / 1000,
    why: found.handlers.ok
      ? 'It has not opened its inspector: its main thread is in one long call that is not JavaScript (execSync, for one). If it opens it later, it is closed again, as long as chokepoint runs.'
      : `It has not opened its inspector. Its application may handle SIGUSR1 itself, which could not be known before: ${found.handlers.why}. Or its main thread is in one long call that is not JavaScript.`,
  });
}

/** @returns when its port was seen closed */
async function whenClosed(
  pid: number,
  opened: Opened,
  socket: string,
  answer: Answer,
  { patience, clock }: ExchangeOptions,
): Promise<Milliseconds> {
  // Its messages are in the process: they run as soon as the main thread does.
  const end = clock.now() + (answer.type === 'late' ? 0 : patience);
  for (let isAskedAgain = false; ;) {
    if (!listeners(pid).some((one) => one.socket === socket)) return clock.now();
    if (clock.now() >= end) {
      if (isAskedAgain || answer.type === 'late') break;
      isAskedAgain = true;
      await evaluate(opened, [closeExpression()], { patience: lateLook, clock: clock });
    }
    await clock.sleep(lookEvery);
  }
  const address = addressText(opened.address);
  if (answer.type !== 'late') throw problem('INSPECTOR_LEFT_OPEN', { pid, address });
  throw problem('INSPECTOR_SILENT', {
    pid,
    seconds: patience / 1000,
    why: `It has opened its inspector at ${address}, but its main thread is in one long call that is not JavaScript (execSync, for one). When that ends, the inspector closes by itself.`,
  });
}

/** A socket of the process that listens since, at the port where its inspector is meant to be, or that is one. */
async function newInspector(
  { who: { pid }, options }: Candidate,
  now: readonly Listener[],
  before: readonly string[],
  clock: Clock,
): Promise<Opened | null> {
  const isNew = ({ socket }: Listener) => !before.includes(socket) && hasSocket(pid, socket);
  const found = now.filter(isNew);
  // Its port may have been changed since its start (process.debugPort).
  const isMeant = ({ port }: Listener) => port === options.inspector.port;
  for (const one of found.toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))) {
    const at = clock.now();
    const inspector = await inspectorAt({ host: reachable(one.address), port: one.port });
    if (inspector) return { ...inspector, socket: one.socket, before, at };
  }
  return null;
}

/**
 * The signal cannot be taken back: an inspector that opens when nobody waits for it any more is closed, for as long as
 * this process lives.
 */
async function closeLate(found: Candidate, before: readonly string[], clock: Clock): Promise<void> {
  const end = clock.now() + lateOpening;
  while (clock.now() < end && existsSync(`/proc/${found.who.pid}`)) {
    const opened = await newInspector(found, listeners(found.who.pid), before, clock).catch(() => null);
    if (opened) {
      await evaluate(opened, [closeExpression()], { patience: lastPatience, clock });
      return;
    }
    await clock.sleep(lateLook);
  }
}

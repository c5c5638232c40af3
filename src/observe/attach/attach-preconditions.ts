/** Whether a process can be attached to: all that can be known before it is signalled. Nothing here touches it. */
import { message } from '../../messages/message.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Readable } from '../../model/process-snapshot.ts';
import { problem } from '../../messages/problem.ts';
import { syscallOf } from '../external/syscalls.ts';
import { inspectTarget, type TargetProcess } from '../external/target-process.ts';
import { commandLine, identity, linkOf, statFields, statusOf } from '../../host/processes.ts';
import { type Inspector, inspectorAt } from './inspector.ts';
import {
  addressText,
  hasSocket,
  holderOf,
  isInTheWay,
  isLoopback,
  type Listener,
  listeners,
  reachable,
} from '../../host/listeners.ts';
import { type NodeOptions, optionsOf } from './options-of.ts';
import { areCaught, handledSignals } from './signal-handlers.ts';

export interface Attachable {
  readonly target: TargetProcess;
  readonly options: NodeOptions;
  /** Its inspector, if that is open already: it needs no signal. `bound` is the address that it is bound to. */
  readonly open: (Inspector & { readonly bound: string }) | null;
  /** Sockets that listened then, the whole machine's. */
  readonly listening: readonly string[];
  /** Whether it is sure that the application does not handle SIGUSR1 itself. */
  readonly handlers: Readable<object>;
  readonly threads: number;
}

export interface AttachConsent {
  /**
   * Signals the process also where it cannot be known whether its application handles SIGUSR1 itself: then that handler
   * runs. Its owner must have agreed.
   */
  readonly unsure?: boolean;
  /** Starts a binary that is not known, for a trial: to read which signals it handles. Its owner must have agreed. */
  readonly tryBinary?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const { SIGUSR1 } = constants.signals;
/** To ask what listens where its inspector would be: that may be many, and each may be slow. */
const askedWithin: Milliseconds = 3000;

/**
 * @throws Problem as `inspectTarget`; PROCESS_STOPPED, NETWORK_OTHER, PERMISSION_MODEL, INSPECTOR_NOT_LOCAL, SIGUSR1_DISABLED,
 *   SIGUSR1_NOT_CAUGHT, SIGUSR1_HANDLED, SIGUSR1_UNKNOWN, INSPECTOR_PORT_TAKEN; the signal's reason
 */
export async function requireAttachable(
  pid: number,
  clock: Clock,
  { unsure = false, tryBinary = false, signal }: AttachConsent = {},
): Promise<Attachable> {
  const target = inspectTarget(pid);
  requireRunning(pid);
  requireSameNetwork(pid);
  const options = optionsOf(pid);
  // Workers are refused under it, even where an inspector is open.
  if (options.permission !== null) throw problem('PERMISSION_MODEL', { pid, flag: options.permission });
  const all = listeners(pid);
  const open = await openInspector(pid, options, all, signal);
  const rest = { target, options, listening: all.map(({ socket }) => socket), threads: threadsOf(pid) };
  if (open) return { ...rest, open, handlers: { ok: true } };
  requireLocal(pid, options);
  requireSignal(pid, options);
  const handlers = await requireNoHandler(target, clock, unsure, tryBinary);
  signal?.throwIfAborted();
  requireFreePort(pid, options, all);
  return { ...rest, open: null, handlers };
}

/**
 * A process that is stopped takes the signal when it goes on, and opens its inspector when nobody waits for it any more.
 * @throws Problem PROCESS_STOPPED
 */
function requireRunning(pid: number): void {
  const state = statFields(pid)?.[0];
  if (state === 'T')
    throw problem('PROCESS_STOPPED', { pid, state, todo: message('attach.stopped', { pid }) });
  if (state === 't')
    throw problem('PROCESS_STOPPED', {
      pid,
      state,
      todo: message('attach.traced', { tracer: Number(statusOf(pid)?.('TracerPid') ?? 0) }),
    });
}

/** Threads of the process, 0 if it has ended. */
function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

function requireSameNetwork(pid: number): void {
  const [other, own] = [pid, 'self'].map((one) => linkOf(`/proc/${one}/ns/net`));
  // Where it has ended, what follows will say so.
  if (other && own && other !== own) throw problem('NETWORK_OTHER', { pid });
}

/**
 * Asked are only its own sockets at the port where its inspector would be. Of a port that was left to the kernel only
 * that it is a loopback address is known.
 */
async function openInspector(
  pid: number,
  { inspector: meant, isInspected }: NodeOptions,
  all: readonly Listener[],
  signal?: AbortSignal,
): Promise<Attachable['open']> {
  const limit = AbortSignal.timeout(askedWithin);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const isAny = meant.port === 0 && isInspected;
  const likely = all.filter((one) =>
    isAny ? one.address === meant.host : isInTheWay(one, meant.host, meant.port),
  );
  for (const { address: bound, port, socket } of likely) {
    if (!hasSocket(pid, socket)) continue;
    const inspector = await inspectorAt({ host: reachable(bound), port }, either);
    if (inspector) return { ...inspector, bound };
  }
  signal?.throwIfAborted();
  return null;
}

/** An inspector that others in the network can reach lets them run code in the process. @throws Problem INSPECTOR_NOT_LOCAL */
function requireLocal(pid: number, { inspector: { host, port } }: NodeOptions): void {
  if (isLoopback(host)) return;
  const address = addressText({ host, port });
  throw problem('INSPECTOR_NOT_LOCAL', { pid, address, how: 'so it was not signalled' });
}

/** A process that does not catch the signal is ended by it. @throws Problem SIGUSR1_DISABLED, SIGUSR1_NOT_CAUGHT */
function requireSignal(pid: number, { isSigusr1Disabled }: NodeOptions): void {
  if (areCaught(pid, [SIGUSR1])) return;
  throw problem(isSigusr1Disabled ? 'SIGUSR1_DISABLED' : 'SIGUSR1_NOT_CAUGHT', { pid });
}

async function requireNoHandler(
  target: TargetProcess,
  clock: Clock,
  unsure: boolean,
  tryBinary: boolean,
): Promise<Readable<object>> {
  const found = await handledSignals(target, clock, tryBinary);
  if (!found.ok) {
    if (unsure) return found;
    // A trial is the safer consent: the handlers are read then.
    const first =
      found.code === 'PEEK_UNTRIED' && !tryBinary ? message('attach.try-binary') : message('attach.be-sure');
    throw problem('SIGUSR1_UNKNOWN', { pid: target.pid, why: found.why, first });
  }
  if (found.signals.includes(SIGUSR1)) throw problem('SIGUSR1_HANDLED', { pid: target.pid });
  return { ok: true };
}

function requireFreePort(pid: number, { inspector }: NodeOptions, all: readonly Listener[]): void {
  const { host, port } = inspector;
  const taken = port === 0 ? undefined : all.find((one) => isInTheWay(one, host, port));
  if (!taken) return;
  const holder = holderOf(taken.socket);
  const command = holder === null ? '' : commandLine(holder);
  throw problem('INSPECTOR_PORT_TAKEN', { pid, port, why: message('attach.port-held', { holder, command }) });
}

/** What a signal may interrupt without a trace: libuv and the C library begin these again. */
const restarted = /^(epoll_|futex|restart_syscall|mmap|munmap|mprotect|madvise|brk)/;

/**
 * The system call that the main thread is in, if a signal could make it fail; null if not, or if it may not be known.
 * Node catches SIGUSR1 without SA_RESTART, and the kernel gives it to the main thread first.
 */
export function interruptible(pid: number): string | null {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/syscall`, 'utf8').trim().split(' ');
    if (first === 'running') return null;
    const name = Number(first) < 0 ? 'of a stopped process' : syscallOf(Number(first)).name;
    return restarted.test(name) ? null : name;
  } catch {
    return null;
  }
}

/**
 * Sends the signal, if that is still the same process, and it still catches it: a number that was given to another
 * process meanwhile is never signalled.
 * @throws Problem ATTACH_WRONG_PROCESS, PROCESS_STOPPED, SIGUSR1_NOT_CAUGHT
 */
export function signalInspector({ target: { pid, identity: before }, options }: Attachable): void {
  requireSame(pid, before);
  requireRunning(pid);
  requireSignal(pid, options);
  process.kill(pid, 'SIGUSR1');
}

/** @throws Problem ATTACH_WRONG_PROCESS */
export function requireSame(pid: number, before: string): void {
  const now = identity(pid);
  if (now === before) return;
  const why = message(now === null ? 'attach.exited' : 'attach.pid-reused');
  throw problem('ATTACH_WRONG_PROCESS', { pid, why });
}

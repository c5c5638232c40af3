/** Checks whether a process can be attached to: all that can be known before it is signalled. Nothing here touches it. */
import { message } from '../../messages/message.ts';
import { constants } from 'node:os';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Readable } from '../../model/process-snapshot.ts';
import { problem } from '../../messages/problem.ts';
import { syscallOf } from '../external/syscalls.ts';
import { inspectTarget, type TargetProcess } from '../external/target-process.ts';
import { takesNext } from '../../apply/node-command.ts';
import { linkOf, textOf } from '../../host/kernel-files.ts';
import { commandLine, identity, statFields, statusOf, variableOf, wordsOf } from '../../host/processes.ts';
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
import { areCaught, handledSignals } from './signal-handlers.ts';

export interface Attachable {
  readonly target: TargetProcess;
  readonly options: NodeOptions;
  /** Its inspector, if that is open already, so that no signal is needed; else null. `bound` is the address that it is bound to. */
  readonly open: (Inspector & { readonly bound: string }) | null;
  /** Sockets that listened at that time, the whole machine's. */
  readonly listening: readonly string[];
  /** Whether it is sure that the application does not handle SIGUSR1 itself. */
  readonly handlers: Readable<object>;
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
/** Longest time to ask all that listens where its inspector would be: that may be many, and each may be slow. */
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
  // Workers are refused under the permission model, even where an inspector is open.
  if (options.permission !== null) throw problem('PERMISSION_MODEL', { pid, flag: options.permission });
  const all = listeners(pid);
  const open = await openInspector(pid, options, all, signal);
  const rest = { target, options, listening: all.map(({ socket }) => socket) };
  if (open) return { ...rest, open, handlers: { ok: true } };
  requireLocal(pid, options);
  requireSignal(pid, options);
  const handlers = await requireNoHandler(target, clock, unsure, tryBinary);
  signal?.throwIfAborted();
  requireFreePort(pid, options, all);
  return { ...rest, open: null, handlers };
}

/**
 * Refuses a stopped process: it would take the signal when it goes on, and open its inspector when nobody waits any more.
 * @throws Problem PROCESS_STOPPED
 */
function requireRunning(pid: number): void {
  const state = statFields(pid)?.[0];
  if (state !== 'T' && state !== 't') return;
  const tracer = Number(statusOf(pid)?.('TracerPid') ?? 0);
  const todo = state === 'T' ? message('attach.stopped', { pid }) : message('attach.traced', { tracer });
  throw problem('PROCESS_STOPPED', { pid, state, todo });
}

function requireSameNetwork(pid: number): void {
  const [other, own] = [pid, 'self'].map((one) => linkOf(`/proc/${one}/ns/net`));
  // If it has ended, what follows will say so.
  if (other && own && other !== own) throw problem('NETWORK_OTHER', { pid });
}

/**
 * Finds its inspector if that is open. Only its own sockets at the port where that would be are asked. If the kernel chose
 * the port, only the address is known.
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

/** Refuses an inspector that others in the network could reach, to run code in the process. @throws Problem INSPECTOR_NOT_LOCAL */
function requireLocal(pid: number, { inspector: { host, port } }: NodeOptions): void {
  if (isLoopback(host)) return;
  const address = addressText({ host, port });
  throw problem('INSPECTOR_NOT_LOCAL', { pid, address, how: 'so it was not signalled' });
}

/** Refuses a process that does not catch the signal: it would end it. @throws Problem SIGUSR1_DISABLED, SIGUSR1_NOT_CAUGHT */
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

/** System calls that a signal may interrupt without a trace: libuv and the C library begin them again. */
const restarted = /^(epoll_|futex|restart_syscall|mmap|munmap|mprotect|madvise|brk)/;

/**
 * The system call that the main thread is in, if a signal could make it fail; null if not, or if it may not be known.
 * Node catches SIGUSR1 without SA_RESTART, and the kernel gives it to the main thread first.
 */
export function interruptible(pid: number): string | null {
  const [first = ''] = (textOf(`/proc/${pid}/task/${pid}/syscall`) ?? 'running').trim().split(' ');
  if (first === 'running') return null;
  const name = Number(first) < 0 ? 'of a stopped process' : syscallOf(Number(first)).name;
  return restarted.test(name) ? null : name;
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

interface NodeOptions {
  /** The flag that switched the permission model on; null if none did. */
  readonly permission: string | null;
  readonly isSigusr1Disabled: boolean;
  /** The address at which its inspector opens, or is open; port 0 means any. */
  readonly inspector: { readonly host: string; readonly port: number };
  /** Whether it was started with its inspector open. */
  readonly isInspected: boolean;
}

/** The address at which Node opens its inspector unless told. */
const usual = { host: '127.0.0.1', port: 9229 };

/** Reads the options that a process was started with: its words, and NODE_OPTIONS, which count less. */
function optionsOf(pid: number): NodeOptions {
  // If the process gave itself a title, only that is left of its words.
  return readOptions(wordsOf(pid), variableOf(pid, 'NODE_OPTIONS') ?? '');
}

/**
 * @param words the command line, the program first
 * @param variable the value of NODE_OPTIONS
 */
export function readOptions(words: readonly string[], variable: string): NodeOptions {
  const options = [...pairs(splitVariable(variable)), ...pairs(words.slice(1))];
  const inspector = { ...usual };
  let isInspected = false;
  for (const [option, value] of options) {
    if (!/^--(inspect(-brk|-wait|-port)?|debug-port)$/.test(option)) continue;
    if (!option.endsWith('-port')) isInspected = true;
    const { host, port } = /^(?:(?<host>.*):)?(?<port>\d+)$/.exec(value)?.groups ?? {};
    if (port !== undefined) inspector.port = Number(port);
    const name = host ?? (port === undefined && value !== '' ? value : undefined);
    // A value without a name before its colon leaves the address as it was.
    if (name) inspector.host = name === 'localhost' ? usual.host : name.replace(/^\[|\]$/g, '');
  }
  const has = (pattern: RegExp) => options.find(([option]) => pattern.test(option))?.[0] ?? null;
  return {
    permission: has(/^--(experimental-)?permission$/),
    isSigusr1Disabled: has(/^--disable-sigusr1$/) !== null,
    inspector,
    isInspected,
  };
}

/** Returns options with their values, up to the script: what stands behind that is the application's own. */
function pairs(words: readonly string[]): [option: string, value: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || !word.startsWith('-')) break;
    const [, option = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    // Node takes an underscore for a hyphen in its long options.
    const name = option.replace(/(?!^)_/g, '-');
    if (value === undefined && takesNext.has(name)) found.push([name, words[++at] ?? '']);
    else found.push([name, value ?? '']);
  }
  return found;
}

/** Splits NODE_OPTIONS as Node does: at spaces, but not within quotes. */
function splitVariable(text: string): string[] {
  return Array.from(text.matchAll(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g), ([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"/g, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1')),
  );
}

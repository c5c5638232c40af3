/** The process that carries a run on, and how it is found again later: its PID alone may be another process's one day. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { parsedJson } from '../model/schema/read.ts';
import { linkOf, textOf } from './kernel-files.ts';
import { isThere, statFields } from './processes.ts';

/** A process and where it runs. A text is empty where the system does not say. */
export interface Controller {
  readonly pid: number;
  /** Ticks between the start of the machine and that of the process. */
  readonly start: string;
  readonly boot: string;
  readonly pidNamespace: string;
  readonly host: string;
}

/** `unknown`: the process cannot be looked for from here. */
export type ControllerState = 'alive' | 'dead' | 'unknown';

/** Returns the start of a process of this machine and namespace; null if there is none; undefined if it is hidden. */
export type StartOf = (pid: number) => string | null | undefined;

let own: string | null = null;

/** Returns this process as it is stored. The text stays the same as long as the process lives. */
export function ownController(): string {
  own ??= JSON.stringify(here());
  return own;
}

export function here(): Controller {
  return {
    pid: process.pid,
    start: startTicks('self') ?? '',
    boot: (textOf('/proc/sys/kernel/random/boot_id') ?? '').trim(),
    pidNamespace: linkOf('/proc/self/ns/pid') ?? '',
    host: `${hostname()} ${machine()}`.trim(),
  };
}

/** @param text of the store's column */
export function controllerState(
  text: string,
  now: Controller = here(),
  startOf: StartOf = processStart,
): ControllerState {
  const stored = parse(text);
  if (stored === null) return 'unknown';
  if (stored.host !== now.host) return 'unknown';
  if (stored.boot !== now.boot) return 'dead';
  if (stored.pidNamespace !== now.pidNamespace) return 'unknown';
  const start = startOf(stored.pid);
  if (start === undefined) return 'unknown';
  return start === stored.start ? 'alive' : 'dead';
}

/** Names the process that carries a run on, and its host. */
export function placeOf(text: string): string {
  const stored = parse(text);
  if (stored === null) return 'a controller that this version cannot read';
  return `process ${stored.pid} on ${stored.host.split(' ')[0] ?? ''}`;
}

function parse(text: string): Controller | null {
  const { pid, start, boot, pidNamespace, host } = (parsedJson(text) ?? {}) as Record<string, unknown>;
  if (typeof pid !== 'number') return null;
  return {
    pid,
    start: String(start),
    boot: String(boot),
    pidNamespace: String(pidNamespace),
    host: String(host),
  };
}

/** Looks in /proc, if it is that of this namespace; else only the signal 0 tells whether there is such a process. */
function processStart(pid: number): string | null | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const start = linkOf('/proc/self') === String(process.pid) ? startTicks(pid) : null;
  if (start !== null) return start;
  // A zombie has ended; it waits for its parent.
  if (!isThere(pid) || statFields(pid)?.[0] === 'Z') return null;
  // Off Linux the PID is all there is, and what is stored has no start either.
  return process.platform === 'linux' ? undefined : '';
}

/** @returns the start of a process; null for a zombie */
function startTicks(pid: number | 'self'): string | null {
  const fields = statFields(pid);
  return fields === null || fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/** Returns a hash of the machine's id, which itself must not leave the machine (machine-id(5)). */
function machine(): string {
  const id = (textOf('/etc/machine-id') ?? '').trim();
  return id === '' ? '' : createHash('sha256').update(`chokepoint ${id}`).digest('hex').slice(0, 16);
}

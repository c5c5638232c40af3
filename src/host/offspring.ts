/**
 * The processes that a command has brought up, each known by its identity, and the signals that end them. A number alone
 * is never enough: the kernel gives it to another process as soon as its own has ended.
 */
import { textOf } from './kernel-files.ts';
import {
  allProcesses,
  commandLine,
  identity,
  isAlive,
  isMarked,
  pidOf,
  seesProcesses,
  statusOf,
} from './processes.ts';
import type { ProcessRow } from './ps.ts';

/** The marks by which the processes of one command are found. */
export interface Descent {
  /** The identity of the process that was started. It leads a session of its own. */
  readonly root: string;
  /** The value of CHOKEPOINT_RUN that they carry. Nobody else knows it. */
  readonly mark: string;
}

/** `sent`; `gone`: it has ended before; `refused`: it belongs to another user. */
export type Told = 'sent' | 'gone' | 'refused';

/**
 * Finds the processes of a command that live: its root, whoever was seen before, whoever carries its mark, whoever is in
 * its session, and what descends from these. This process is never among them.
 * @param seen identities of those that were seen before: a child that leaves its parent and empties its environment (a
 *   daemon) can be found in no other way
 * @returns identities, parents first
 */
export function offspring({ root, mark }: Descent, seen: Iterable<string> = []): string[] {
  const known = new Set(seen);
  if (!seesProcesses()) return [...new Set([root, ...known])].filter(isAlive);
  const rows = allProcesses().filter(({ pid }) => pid !== process.pid);
  const found = new Map<string, ProcessRow>();
  add(rows.filter(({ who }) => who === root));
  add(rows.filter(({ who, pid }) => known.has(who) || isMarked(pid, mark)));
  if (isOwnSession(root, found.values())) add(rows.filter(({ session }) => session === pidOf(root)));
  return [...found.keys()];

  function add(some: readonly ProcessRow[]): void {
    for (const row of some) found.set(row.who, row);
    for (const one of found.values()) for (const row of rows) if (isChild(row, one)) found.set(row.who, row);
  }
}

/** Whether a process is a child of another. If it is older, its parent has ended, and that number went to a younger process. */
function isChild(row: ProcessRow, parent: ProcessRow): boolean {
  return row.parent === parent.pid && !(startOf(row.who) < startOf(parent.who));
}

function startOf(who: string): number {
  return Number(who.slice(who.indexOf(':') + 1));
}

/**
 * Whether the session that `root` has begun is still its own. The kernel gives a number to nobody else while it names a
 * session with a member (pid_namespaces(7), free_pid in kernel/pid.c): so one member that is known proves it.
 */
function isOwnSession(root: string, known: Iterable<ProcessRow>): boolean {
  const session = pidOf(root);
  for (const row of known) if (row.who === root || row.session === session) return true;
  return false;
}

/** Signals one process. Between the look at its identity and the signal lie microseconds. */
export function signalProcess(who: string, signal: NodeJS.Signals): Told {
  return isAlive(who) ? send(pidOf(who), signal) : 'gone';
}

/** Signals the process group that `root` has begun, as long as it is known to be its own. */
export function signalGroup({ root, mark }: Descent, seen: Iterable<string>, signal: NodeJS.Signals): Told {
  const known = new Set([root, ...seen]);
  if (!seesProcesses()) return isAlive(root) ? send(-pidOf(root), signal) : 'gone';
  const rows = allProcesses().filter(({ who, pid }) => known.has(who) || isMarked(pid, mark));
  return isOwnSession(root, rows) ? send(-pidOf(root), signal) : 'gone';
}

/**
 * Kills what is left of the group that `root` has begun, where processes are not seen: a child that tells nothing of itself is found
 * in no other way. A number stays the group's for as long as it has a member.
 */
export function killUnseen({ root }: Descent): void {
  if (!seesProcesses()) send(-pidOf(root), 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): Told {
  try {
    process.kill(pid, signal);
    return 'sent';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return 'gone';
    if (code === 'EPERM') return 'refused';
    throw error;
  }
}

/** `4711 node server.js (of root)`: a process as the user looks for it; null if it has ended. */
export function described(who: string): string | null {
  const pid = pidOf(who);
  const status = statusOf(pid);
  const owner = status ? ` (of ${userName(status('Uid').split(/\s+/)[1] ?? '')})` : '';
  return identity(pid) === who ? `${pid} ${commandLine(pid)}${owner}` : null;
}

/** @returns the user's name; `user NUMBER` where the number has none */
function userName(uid: string): string {
  const users = (textOf('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  return users.find(([, , id]) => id === uid)?.[0] ?? `user ${uid}`;
}

/** Who is looked at: whether that process can be, and if not, which mistake it is. */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { problem } from '../../model/problem.ts';
import { commandLine, executable, identity, isNode, statusOf } from '../../host/processes.ts';
import { exportsNode } from '../../host/binary/elf.ts';
import type { Owner } from './tried-child.ts';

export interface Who {
  readonly pid: number;
  /** Its number in its own container; null if that is the same. */
  readonly ownPid: number | null;
  /** As `identity` gives it: the number alone may be another process's one day. */
  readonly identity: string;
  readonly command: string;
  /** Its path where the process runs; `/proc/PID/exe` opens it from here. */
  readonly binary: string;
  /** Whether it is called as Node is. If not, it may be an application packed into one file. */
  readonly isPlainNode: boolean;
  readonly owner: Owner;
}

/** @throws Problem LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, OTHER_USER, PID_NAMESPACE_OTHER, NOT_A_NODE */
export function whoIs(pid: number): Who {
  if (process.platform !== 'linux') throw problem('LOOK_NEEDS_LINUX', { platform: process.platform });
  const found = identity(pid);
  const status = statusOf(pid);
  const group = Number(status?.('Tgid'));
  if (status && group !== pid) {
    throw problem('PROCESS_NOT_FOUND', { pid, why: `${pid} is a thread of the process ${group}.` });
  }
  if (found === null || !status) {
    meantFromInside(pid, 'nothing');
    throw problem('PROCESS_NOT_FOUND', { pid, why: 'It has ended, or never was.' });
  }
  const [uid = 0] = status('Uid').split(/\s+/).map(Number);
  const [gid = 0] = status('Gid').split(/\s+/).map(Number);
  const binary = binaryOf(pid, uid);
  const isPlainNode = isNode(pid);
  if (binary === null || !(isPlainNode || isNodeRenamed(pid))) {
    meantFromInside(pid, `no Node process (${binary ?? status('Name')})`);
    throw problem('NOT_A_NODE', { pid, binary: binary ?? `the kernel's own ${status('Name')}` });
  }
  const ownPid = ownPidOf(status);
  return {
    pid,
    ownPid: ownPid === pid ? null : ownPid,
    identity: found,
    command: commandLine(pid),
    binary,
    isPlainNode,
    owner: { uid, gid },
  };
}

/** Of its numbers in the namespaces that it is in, from here inwards, the innermost. */
function ownPidOf(status: (name: string) => string): number | null {
  const innermost = status('NSpid').split(/\s+/).at(-1);
  return innermost ? Number(innermost) : null;
}

/** The number that a thread has where it runs: what the process itself knows it by. */
export function ownThreadId(pid: number, tid: number): number {
  const status = statusOf(`${pid}/task/${tid}`);
  return (status && ownPidOf(status)) ?? tid;
}

/** @returns null for the kernel's own. @throws Problem OTHER_USER, PID_NAMESPACE_OTHER */
function binaryOf(pid: number, uid: number): string | null {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return executable(pid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') return null;
    meantFromInside(pid, `a process of user ${uid} that may not be looked at`);
    const own = process.getuid?.() ?? 0;
    const why =
      own === uid
        ? 'It is of the same user, but guards itself: it has more rights, or its binary may not be read.'
        : `It belongs to user ${uid}; this is user ${own}.`;
    throw problem('OTHER_USER', { pid, uid, why });
  }
}

function isNodeRenamed(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}/exe`).isFile() && exportsNode(`/proc/${pid}/exe`);
  } catch {
    return false; // may not be read: then it cannot be told
  }
}

/** `docker exec … ps` and the application's own log tell numbers that mean another process out here, or none. */
function meantFromInside(pid: number, here: string): void {
  const candidates = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== pid)
    .map(Number)
    .filter((other) => {
      const status = statusOf(other);
      return status && ownPidOf(status) === pid && isNode(other);
    });
  const [first] = candidates;
  if (first === undefined) return;
  throw problem('PID_NAMESPACE_OTHER', { pid, here, first, candidates: candidates.join(', ') });
}

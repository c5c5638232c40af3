/** The process that is looked at: whether it can be, and if not, by which mistake; and what it was given from outside. */
import { type AnyMessage, message } from '../../messages/message.ts';
import { existsSync, readlinkSync, statSync } from 'node:fs';
import { resolve, dirname, join } from 'node:path';
import { problem } from '../../messages/problem.ts';
import { linkOf, textOf } from '../../host/kernel-files.ts';
import {
  commandLine,
  executable,
  identity,
  isNode,
  statusOf,
  environment,
  allPids,
  variableOf,
  hasProc,
  systemName,
  wordsOf,
} from '../../host/processes.ts';
import { podName } from './memory.ts';
import { exportsNode } from '../../host/binary/elf.ts';
import { cpus } from 'node:os';
import { parsedJson } from '../../model/schema/read.ts';
import type { Environment } from '../../model/process-snapshot.ts';
import { nodeCommand } from '../../apply/node-command.ts';
import { redactNodeOptions, redactText } from '../../redact/redact.ts';
import { poolThreads } from '../../topologies/guest-protocol.ts';
import { cgroupLimits } from '../../host/cgroup.ts';
import { affinity } from '../../host/host.ts';
import { clientsOfServices } from '../../model/service-clients.ts';

/** The user as whom a child of its binary runs: root must not run the binary of another user with its own rights. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface TargetProcess {
  readonly pid: number;
  /** Its PID in its own container; null if that is the same. */
  readonly ownPid: number | null;
  /** Its identity, as `identity` gives it: the PID alone may be another process's one day. */
  readonly identity: string;
  readonly command: string;
  /** The file that it runs, with its whole path; null for `-e`, or where its command line does not tell. */
  readonly script: string | null;
  /** The path of its binary where the process runs; `/proc/PID/exe` opens it from here. */
  readonly binary: string;
  /** Whether its binary is called as Node is. If not, it may be an application packed into one file. */
  readonly isPlainNode: boolean;
  readonly owner: Owner;
}

/** @throws Problem LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, OTHER_USER, PID_NAMESPACE_OTHER, NOT_A_NODE */
export function inspectTarget(pid: number): TargetProcess {
  if (!hasProc) throw problem('LOOK_NEEDS_LINUX', { platform: systemName });
  const found = identity(pid);
  const status = statusOf(pid);
  const group = Number(status?.('Tgid'));
  if (status && group !== pid) {
    throw problem('PROCESS_NOT_FOUND', { pid, why: message('target.thread', { pid, group }) });
  }
  if (found === null || !status) {
    meantFromInside(pid, message('target.nothing'));
    throw problem('PROCESS_NOT_FOUND', { pid, why: message('target.no-such-pid') });
  }
  const [uid = 0] = status('Uid').split(/\s+/).map(Number);
  const [gid = 0] = status('Gid').split(/\s+/).map(Number);
  const binary = binaryOf(pid, uid);
  const isPlainNode = isNode(pid);
  if (binary === null || !(isPlainNode || isNodeRenamed(pid))) {
    const name = status('Name');
    meantFromInside(pid, message('target.not-node', { binary: binary ?? name }));
    throw problem('NOT_A_NODE', { pid, binary: binary ?? message('target.kernel', { name }) });
  }
  const ownPid = ownPidOf(status);
  return {
    pid,
    ownPid: ownPid === pid ? null : ownPid,
    identity: found,
    command: commandLine(pid),
    script: scriptOf(pid),
    binary,
    isPlainNode,
    owner: { uid, gid },
  };
}

function scriptOf(pid: number): string | null {
  const node = nodeCommand(wordsOf(pid));
  const folder = linkOf(`/proc/${pid}/cwd`);
  if (!node || folder === null) return null;
  const path = resolve(folder, node.script);
  // Node looks for the extension by itself.
  const found = [path, `${path}.js`].find((file) => existsSync(`/proc/${pid}/root${file}`));
  return found === undefined ? null : redactText(found);
}

/** The innermost of its numbers: it has one in each namespace that it is in, from here inwards. */
function ownPidOf(status: (name: string) => string): number | null {
  const innermost = status('NSpid').split(/\s+/).at(-1);
  return innermost ? Number(innermost) : null;
}

/** The number that a thread has where it runs: what the process itself knows it by. */
export function ownThreadId(pid: number, tid: number): number {
  const status = statusOf(`${pid}/task/${tid}`);
  return (status && ownPidOf(status)) ?? tid;
}

/** @returns its path; null for a process of the kernel's own. @throws Problem OTHER_USER, PID_NAMESPACE_OTHER */
function binaryOf(pid: number, uid: number): string | null {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return executable(pid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') return null;
    meantFromInside(pid, message('target.hidden', { uid }));
    const own = process.getuid?.() ?? 0;
    const why = own === uid ? message('target.protected') : message('target.other-user', { uid, own });
    throw problem('OTHER_USER', { pid, why, todo: wayIn(own, uid) });
  }
}

/** @returns how a user can watch a process of that one */
function wayIn(own: number, uid: number) {
  const pod = podName();
  if (pod !== null) return message('target.in-pod', { pod });
  if (own === 0) return message('target.with-ptrace');
  return own === uid ? message('target.as-root') : message('target.as-user', { uid });
}

function isNodeRenamed(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}/exe`).isFile() && exportsNode(`/proc/${pid}/exe`);
  } catch {
    return false; // may not be read: then it cannot be told
  }
}

/** Throws if the PID is one inside a container: `docker exec … ps` and an application's log tell numbers that differ out here. */
function meantFromInside(pid: number, here: AnyMessage): void {
  const candidates = allPids().filter((other) => {
    const status = other === pid ? null : statusOf(other);
    return status && ownPidOf(status) === pid && isNode(other);
  });
  const [first] = candidates;
  if (first === undefined) return;
  throw problem('PID_NAMESPACE_OTHER', { pid, here, first, candidates: candidates.join(', ') });
}

/** Most characters of NODE_OPTIONS that are read: a process may have been given any length. */
const longestOptions = 4096;

/**
 * Returns the variables that the process was started with, its CPUs and the limits of its cgroup. What the application sets in
 * `process.env` afterwards is not among them, though libuv may have heard of it.
 */
export function environmentOf(pid: number, script: string | null): Environment {
  const poolSize = variableOf(pid, 'UV_THREADPOOL_SIZE');
  const options = variableOf(pid, 'NODE_OPTIONS');
  const isReadable = environment(pid) !== null;
  const allowed = affinity(pid);
  const { quota, memory, tasks } = cgroupLimits(pid);
  return {
    poolSize: isReadable
      ? { ok: true, value: poolSize, asked: poolThreads(poolSize ?? undefined) }
      : { ok: false, code: 'ENVIRONMENT_UNREADABLE', why: message('unseen.environment') },
    nodeOptions: options === null ? null : redactNodeOptions(options.slice(0, longestOptions)),
    isProduction: isReadable ? variableOf(pid, 'NODE_ENV') === 'production' : null,
    clients: installedClients(pid, script),
    affinity: allowed,
    quota,
    cpus: Math.min(allowed?.length ?? cpus().length, quota ?? Infinity),
    memory,
    tasks,
    rss: Number.parseInt(statusOf(pid)?.('VmRSS') ?? '', 10) * 1024 || 0,
  };
}

/** Folders above the script that are looked into, and the longest file that is read, in bytes. */
const [mostFolders, longest] = [8, 1 << 20];

/**
 * Which clients of services an application has, by the nearest package.json. It is read; nothing is run.
 * @returns their names, of those that are known; none where that cannot be read
 */
export function installedClients(pid: number, script: string | null): string[] {
  // As the process sees it: in a container its files lie below another root.
  let folder = script === null ? '/' : dirname(script);
  for (let at = 0; at < mostFolders && folder !== '/'; at++, folder = dirname(folder)) {
    const file = join(`/proc/${pid}/root`, folder, 'package.json');
    const { isFile, size } = sizeOf(file);
    if (isFile) return size <= longest ? namedIn(file) : [];
  }
  return [];
}

function sizeOf(file: string): { readonly isFile: boolean; readonly size: number } {
  try {
    const found = statSync(file);
    return { isFile: found.isFile(), size: found.size };
  } catch {
    return { isFile: false, size: 0 };
  }
}

function namedIn(file: string): string[] {
  const { dependencies } = (parsedJson(textOf(file) ?? '') ?? {}) as { readonly dependencies?: unknown };
  return clientsOfServices.filter((name) => Object.hasOwn(dependencies ?? {}, name));
}

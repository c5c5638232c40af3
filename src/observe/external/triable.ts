/**
 * Whether the binary of a process may be started here to find out how it is read. Whoever owns the process has chosen
 * that binary, and may have put anything into it: outside of the container or sandbox that it runs in, with the rights
 * of whoever looks, it could do what it may not do where it is. So it is started only with the user's consent, and only
 * where it is in no other sandbox than this process, and nobody but root or this user could have written it.
 */
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { OutOfReach } from '../../model/look.ts';
import { statusOf } from '../../host/processes.ts';
import type { Owner } from './tried-child.ts';
import type { Who } from './who.ts';

type Triable = Disposable &
  ({ readonly ok: true; readonly path: string; readonly owner: Owner } | OutOfReach);

const nothing = { [Symbol.dispose]: () => {} };

/**
 * Returns what to start, which stays the same file until it is disposed of, or why nothing is started.
 * @param mayTry whether the user agreed. The Node that runs this needs no consent: it is running
 */
export function triable(who: Who, mayTry: boolean): Triable {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  // The child resolves it, and is this Node until then.
  if (isOwnBinary(who.pid)) return { ok: true, path: '/proc/self/exe', owner: own, ...nothing };
  if (!who.isPlainNode) {
    const why = `a trial would start ${who.binary}, which may be an application, not Node alone`;
    return { ok: false, code: 'PEEK_PACKED', why, ...nothing };
  }
  if (!mayTry)
    return untried('it is no official build of Node that is known here, and was not tried', nothing);
  const file = openSync(`/proc/${who.pid}/exe`, 'r');
  const closing = { [Symbol.dispose]: () => closeSync(file) };
  const against = otherSandbox(who.pid) ?? writableByOthers(file, own.uid);
  if (against !== null) return untried(`a trial of it was refused: ${against}`, closing);
  return { ok: true, path: `/proc/self/fd/${file}`, owner: who.owner, ...closing };
}

function untried(why: string, disposable: Disposable): Triable {
  return { ok: false, code: 'PEEK_UNTRIED', why, ...disposable };
}

function isOwnBinary(pid: number): boolean {
  try {
    const [its, own] = [statSync(`/proc/${pid}/exe`), statSync('/proc/self/exe')];
    return its.dev === own.dev && its.ino === own.ino;
  } catch {
    return false;
  }
}

/** What a process started here would be free of; null if there is nothing. Whatever cannot be read is a difference. */
function otherSandbox(pid: number): string | null {
  const link = (process: number | string, name: string) => readlinkSync(`/proc/${process}/${name}`);
  const field = (process: number | string, name: string) => statusOf(process)?.(name) ?? '';
  const checks: [what: string, of: (process: number | string) => string | null][] = [
    ...['mnt', 'user', 'pid', 'net', 'ipc', 'cgroup'].map(
      (name): [string, (process: number | string) => string] => [
        `namespace (${name})`,
        (process) => link(process, `ns/${name}`),
      ],
    ),
    ['root folder', (process) => link(process, 'root')],
    ['seccomp filter', (process) => `${field(process, 'Seccomp')} ${field(process, 'Seccomp_filters')}`],
    ['right to gain privileges', (process) => field(process, 'NoNewPrivs')],
    ['security label', label],
  ];
  for (const [what, of] of checks) {
    try {
      if (of(pid) === of('self')) continue;
    } catch {
      // It may not be read, or the process has ended.
    }
    return `the process has another ${what} than chokepoint`;
  }
  return null;
}

/** Of AppArmor, SELinux, Smack; null where there is none. */
function label(process: number | string): string | null {
  try {
    return readFileSync(`/proc/${process}/attr/current`, 'utf8');
  } catch (error) {
    // Without such a module the file is there and cannot be read.
    if (['EINVAL', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Who else could have put something into the file, or another file in its place; null if nobody. */
function writableByOthers(file: number, uid: number): string | null {
  const isOurs = ({ uid: owner, mode }: Stats) => (owner === 0 || owner === uid) && (mode & 0o022) === 0;
  const stats = fstatSync(file);
  if ((stats.mode & 0o6000) !== 0) return 'it runs with the rights of its owner';
  if (!isOurs(stats)) return 'others than root and this user may write its file';
  const path = readlinkSync(`/proc/self/fd/${file}`);
  try {
    const now = statSync(path);
    if (now.dev !== stats.dev || now.ino !== stats.ino) return 'its file has been replaced since';
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (!isOurs(statSync(folder))) return `others than root and this user may write the folder ${folder}`;
      if (folder === dirname(folder)) return null;
    }
  } catch {
    return 'its file has been removed since';
  }
}

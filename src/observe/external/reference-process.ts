/** A child of a binary whose memory is about to be read: it is known what the child does, so the reading can be tried. */
import { message } from '../../messages/message.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileIdentity } from '../../host/binary/elf.ts';
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { OutOfReach, Unseen } from '../../model/process-snapshot.ts';
import { statusOf } from '../../host/processes.ts';
import type { Owner, TargetProcess } from './target-process.ts';

export type ReferenceProcess = ChildProcess & { stdin: Writable; stdout: Readable };

/** The key of a trial that is kept: the binary, and the user with whose rights it was tried. */
export const trialKey = (binary: string, { uid, gid }: Owner): string =>
  `${fileIdentity(binary)}:${uid}:${gid}`;

/**
 * @param binary the binary to start: that of Node itself, or /proc/PID/exe, which also leads into a container and to a
 * file that was replaced. It must be Node and no application packed into one file: that one would be started.
 * @param environment all variables that it gets: options of the target's environment or of ours would change what is tried
 * @throws Error if it cannot be started
 */
export function referenceProcess(
  binary: string,
  script: string,
  { uid, gid }: Owner,
  environment: Readonly<Record<string, string>> = {},
): ReferenceProcess {
  const isOther = process.getuid?.() === 0 && uid !== 0;
  return spawn(binary, ['-e', script], {
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(isOther && { uid, gid }),
  });
}

/**
 * Whether the binary of a process may be started here to find out how it is read. The owner of the process has chosen that
 * binary, and may have put anything into it. Outside of its container or sandbox, with the rights of whoever looks, it could
 * do what it may not do where it is. So it is started only with the user's consent. Besides, it must be in no other sandbox
 * than this process, and nobody but root or this user may be able to have written it.
 */
type Triable = Disposable &
  ({ readonly ok: true; readonly path: string; readonly owner: Owner } | OutOfReach);

const nothing = { [Symbol.dispose]: () => {} };

/**
 * Returns what to start, which stays the same file until it is disposed of, or why nothing is started.
 * @param mayTry whether the user agreed. The Node that runs this needs no consent: it is running
 */
export function triable(target: TargetProcess, mayTry: boolean): Triable {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  // The child resolves it, and is this Node until then.
  if (isOwnBinary(target.pid)) return { ok: true, path: '/proc/self/exe', owner: own, ...nothing };
  if (!target.isPlainNode) {
    const why = message('unseen.packed', { binary: target.binary });
    return { ok: false, code: 'PEEK_PACKED', why, ...nothing };
  }
  if (!mayTry) return untried(message('unseen.untried'), nothing);
  const file = openSync(`/proc/${target.pid}/exe`, 'r');
  const closing = { [Symbol.dispose]: () => closeSync(file) };
  const against = otherSandbox(target.pid) ?? writableByOthers(file, own.uid);
  if (against !== null) return untried(against, closing);
  return { ok: true, path: `/proc/self/fd/${file}`, owner: target.owner, ...closing };
}

function untried(why: Unseen, disposable: Disposable): Triable {
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

/** Places in /proc that tell what a process is held in: a link, a field of its status, or a label. */
const bounds: readonly [other: string, of: 'link' | 'field' | 'label', ...names: string[]][] = [
  ...['mnt', 'user', 'pid', 'net', 'ipc', 'cgroup'].map((name): [string, 'link', string] => [
    name,
    'link',
    `ns/${name}`,
  ]),
  ['root', 'link', 'root'],
  ['seccomp', 'field', 'Seccomp', 'Seccomp_filters'],
  ['privileges', 'field', 'NoNewPrivs'],
  ['label', 'label', 'attr/current'],
];

const readers = {
  link: (process: number | string, name: string) => readlinkSync(`/proc/${process}/${name}`),
  field: (process: number | string, name: string) => statusOf(process)?.(name) ?? '',
  label,
};

/**
 * Returns what holds the process and would not hold one started here; null if nothing does. What cannot be read counts as such.
 * @param read how /proc is read
 */
export function otherSandbox(pid: number, read: typeof readers = readers): Unseen | null {
  for (const [other, of, ...names] of bounds) {
    try {
      if (names.every((name) => read[of](pid, name) === read[of]('self', name))) continue;
    } catch {
      // The place may not be read, or the process has ended.
    }
    return message('unseen.other-sandbox', { other });
  }
  return null;
}

/** Label of AppArmor, SELinux or Smack; null where there is none. */
function label(process: number | string, name: string): string | null {
  try {
    return readFileSync(`/proc/${process}/${name}`, 'utf8');
  } catch (error) {
    // If there is no such module, the file is there and cannot be read.
    if (['EINVAL', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Says how somebody else could have written the file, or put another in its place; null if nobody could. */
export function writableByOthers(file: number, uid: number): Unseen | null {
  const isOurs = ({ uid: owner, mode }: Stats) => (owner === 0 || owner === uid) && (mode & 0o022) === 0;
  const stats = fstatSync(file);
  if ((stats.mode & 0o6000) !== 0) return message('unseen.setuid');
  if (!isOurs(stats)) return message('unseen.writable', { folder: null });
  const path = readlinkSync(`/proc/self/fd/${file}`);
  try {
    const now = statSync(path);
    if (now.dev !== stats.dev || now.ino !== stats.ino) return message('unseen.replaced');
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (!isOurs(statSync(folder))) return message('unseen.writable', { folder });
      if (folder === dirname(folder)) return null;
    }
  } catch {
    return message('unseen.removed');
  }
}

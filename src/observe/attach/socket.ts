/** Finds the probe of a process that was started with `--import chokepoint/probe`: it listens at a socket of its own. */
import { closeSync, fstatSync, lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { inspectTarget } from '../external/target-process.ts';
import { variableOf, hasProc } from '../../host/processes.ts';
import { rootOf } from './private-socket.ts';
import { hold, holdFolder, inside, isPrivate } from './held.ts';
import { linkOf, type ProbeLink } from './link.ts';

/** Longest wait for a probe's hello, which it says at once, on a thread of its own. */
const timeout: Milliseconds = 5000;

/**
 * Returns the probe that a process has already; null if it has none, or none that this user may trust: the folder
 * `chokepoint-UID` in its folder for temporary files must be its user's alone (0700), the socket in it as well, and
 * what answers there must call itself by the PID.
 * @throws Problem as `inspectTarget` on Linux; PROBE_REFUSED
 */
export async function probeSocketOf(pid: number): Promise<ProbeLink | null> {
  const isLinux = hasProc;
  const target = isLinux ? inspectTarget(pid) : null;
  const uid = target?.owner.uid ?? process.getuid?.() ?? 0;
  const ownPid = target?.ownPid ?? pid;
  const folder = join(isLinux ? temporaryOf(pid) : tmpdir(), `chokepoint-${uid}`);
  using trusted = (isLinux ? heldSocket : ownSocket)(folder, `${ownPid}.sock`, uid);
  if (!trusted) return null;
  const socket = connect(trusted.path);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false)); // what is left of a process that was killed
  });
  if (!isOpen) return null;
  const link = await linkOf(socket, timeout, systemClock, pid);
  if (link?.hello.pid === ownPid) return link;
  link?.close();
  return null;
}

/** Path from here to the process's own `os.tmpdir`, by its environment at its start. */
function temporaryOf(pid: number): string {
  const own = ['TMPDIR', 'TMP', 'TEMP'].map((name) => variableOf(pid, name)).find(Boolean) ?? '/tmp';
  // A path with `..` in it ends at the root of the process, as it does there.
  return join(rootOf(pid), join('/', own));
}

interface Trusted extends Disposable {
  readonly path: string;
}

/** Holds the socket that was checked, to connect to: its user may put a link to any other in its place meanwhile. */
function heldSocket(path: string, name: string, uid: number): Trusted | null {
  const files: number[] = [];
  const close = () => files.splice(0).forEach((file) => closeSync(file));
  try {
    const folder = holdFolder(path);
    files.push(folder);
    const { file, stats } = hold(inside(folder, name));
    files.push(file);
    if (isPrivate(fstatSync(folder), uid) && stats.isSocket() && stats.uid === uid) {
      return { path: `/proc/self/fd/${file}`, [Symbol.dispose]: close };
    }
  } catch {
    // there is none
  }
  close();
  return null;
}

/** Checks this user's own socket by its path, where nothing can be held. */
function ownSocket(folder: string, name: string, uid: number): Trusted | null {
  const path = join(folder, name);
  try {
    const inner = lstatSync(path);
    const isTrusted = isPrivate(lstatSync(folder), uid) && inner.isSocket() && inner.uid === uid;
    return isTrusted ? { path, [Symbol.dispose]: () => {} } : null;
  } catch {
    return null;
  }
}

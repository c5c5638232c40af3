/** The probe of a process that was started with `--import chokepoint/probe`: it listens at a socket of its own. */
import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../model/clock.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../clock.ts';
import { whoIs } from '../look/who.ts';
import { environment } from '../processes.ts';
import { rootOf } from './door.ts';
import { linkOf, type ProbeLink } from './link.ts';

/** A probe says hello at once, on a thread of its own. */
const patience: Milliseconds = 5000;

/**
 * The probe of a process that has one already; null if it has none, or none that this user may trust: the folder
 * `chokepoint-UID` in its folder for temporary files must be its user's alone (0700).
 * @throws Problem as `whoIs` on Linux
 */
export async function probeSocketOf(pid: number, clock: Clock = systemClock): Promise<ProbeLink | null> {
  const path = trustedPath(pid);
  if (path === null) return null;
  const socket = connect(path);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false)); // what is left of a process that was killed
  });
  if (!isOpen) return null;
  const link = await linkOf(socket, patience, clock);
  return link;
}

function trustedPath(pid: number): string | null {
  const isLinux = process.platform === 'linux';
  const who = isLinux ? whoIs(pid) : null;
  const uid = who?.owner.uid ?? process.getuid?.() ?? 0;
  // `os.tmpdir` of the process itself: as its environment was at its start.
  const variable = (name: string) =>
    environment(pid)
      ?.find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const own = variable('TMPDIR') || variable('TMP') || variable('TEMP') || '/tmp';
  const folder = join(isLinux ? rootOf(pid) : '', isLinux ? own : tmpdir(), `chokepoint-${uid}`);
  const path = join(folder, `${who?.ownPid ?? pid}.sock`);
  try {
    const [outer, inner] = [lstatSync(folder), lstatSync(path)];
    const isPrivate = outer.isDirectory() && outer.uid === uid && (outer.mode & 0o077) === 0;
    return isPrivate && inner.isSocket() && inner.uid === uid ? path : null;
  } catch {
    return null;
  }
}

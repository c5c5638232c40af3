/** A unix socket that one user alone can reach, at which probes call. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `sun_path` has 108 bytes with its end on Linux, 104 elsewhere. */
const longestPath = 103;

export interface Door extends AsyncDisposable {
  /** The folder from here, mode 0700: whoever calls may be given files in it too. */
  readonly folder: string;
  /** The socket as those that call know it. */
  readonly path: string;
  readonly server: Server;
}

export interface DoorOptions {
  /** Who may call, if that is not this user: only root can let others in. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Leads from here into the files of those that call, where they are in a container: `/proc/PID/root`. */
  readonly root?: string;
}

/** Calls are taken from the start; those that nobody waited for wait. @throws if no such socket can be made */
export async function openDoor(
  onCall: (socket: Socket) => void,
  { owner, root = '' }: DoorOptions = {},
): Promise<Door> {
  const name = `chokepoint-${randomBytes(6).toString('hex')}`;
  const bases = root === '' ? [tmpdir(), '/tmp'] : ['/tmp'];
  const base = bases.find((one) => join(root, one, name, 'probe').length <= longestPath) ?? '/tmp';
  const folder = join(root, base, name);
  mkdirSync(folder, { mode: 0o700 });
  const server = createServer(onCall);
  const close = async () => {
    if (server.listening) {
      server.close();
      // A door is closed for new calls only; those who called stay, so its end is not waited for.
      server.unref();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server.listen(join(folder, 'probe'));
    await once(server, 'listening');
    chmodSync(join(folder, 'probe'), 0o600);
    if (owner && owner.uid !== process.getuid?.()) {
      for (const path of [join(folder, 'probe'), folder]) chownSync(path, owner.uid, owner.gid);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, path: join(base, name, 'probe'), server, [Symbol.asyncDispose]: close };
}

/** What leads into the files of a process: nothing where they are the same as here. */
export function rootOf(pid: number): string {
  try {
    const same = ['ns/mnt', 'root'].every(
      (name) => readlinkSync(`/proc/${pid}/${name}`) === readlinkSync(`/proc/self/${name}`),
    );
    return same ? '' : `/proc/${pid}/root`;
  } catch {
    return '';
  }
}

/** A PostgreSQL of the test's own: a new cluster in a folder, at a unix socket and a port of the loopback interface. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, globSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/server/launch.ts';
import { until } from './until.ts';
import { words } from './words.ts';

/** Folder of its programs: Debian keeps them beside each other, by version. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? null;
export const whyNoPostgres = programs === null ? 'there is no PostgreSQL' : null;

/** It refuses to be root: then it runs as nobody. */
const nobody = 65534;
const asItself = (command: readonly string[]): readonly [string, ...string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command]
    : [command[0] ?? '', ...command.slice(1)];

export interface Postgres {
  readonly child: ChildProcess;
  readonly port: number;
  /** Folder of its socket. */
  readonly folder: string;
}

/** @param folder an own one, that others may enter. The server is the leader of a group of its own; whoever starts it ends it */
export async function postgres(folder: string): Promise<Postgres> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  for (const path of process.getuid?.() === 0 ? [folder, data] : []) chownSync(path, nobody, nobody);
  const [init, ...asked] = asItself([`${programs}/initdb`, '-D', data, ...words('-U postgres -A trust -N')]);
  execFileSync(init, asked, { stdio: 'pipe' });
  const port = await freePort();
  const settings = `-c fsync=off -c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`;
  const [file, ...args] = asItself([`${programs}/postgres`, '-D', data, ...words(settings)]);
  const child = spawn(file, args, { stdio: 'ignore', detached: true });
  await until(() => takesConnections(port));
  return { child, port, folder };
}

/** Whether somebody takes connections at that port of the loopback interface. */
export const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

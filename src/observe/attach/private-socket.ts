/** A unix socket, on Windows a named pipe, that one user alone can reach, at which probes call. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { linkOf } from '../../host/kernel-files.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { SocketNews, SocketOrder } from './private-socket-process.ts';

/** Most characters of a socket's path: `sun_path` has 108 bytes with its end on Linux, 104 elsewhere. */
const longestPath = 103;
/** Most processes of one command that call at the same time. */
const mostCalls = 1000;
/** Longest wait for the keeper: a process starts in 50 ms, later on a loaded machine, but a target's files may never answer. */
const timeout: Milliseconds = 10_000;
/** Longest wait for the keeper's end: to remove a folder takes a millisecond. */
const lastTimeout: Milliseconds = 2000;

export interface PrivateSocket extends AsyncDisposable {
  /** The socket as those that call know it. */
  readonly path: string;
}

export interface OwnPrivateSocket extends PrivateSocket {
  /** Path of the folder from here; its mode is 0700. It may hold files for those that call too. */
  readonly folder: string;
}

export interface PrivateSocketOptions {
  /** The user who may call; one that is not this user can be let in by root alone. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Path from here into the files of those that call, if they are in a container: `/proc/PID/root`; else empty. */
  readonly root: string;
}

/** The process that keeps the folder, and removes it. Its standard input tells it that this process is here. */
type Keeper = ChildProcess & { readonly stdin: Socket };

const isWindows = process.platform === 'win32';
const newName = () => `chokepoint-${randomBytes(6).toString('hex')}`;

/** Opens a socket for one probe of a process, whoever owns that and wherever it is. @throws if no such socket can be made */
export function openPrivateSocket(
  onCall: (socket: Socket) => void,
  { owner, root }: PrivateSocketOptions,
): Promise<PrivateSocket> {
  const isOwn = owner.uid === process.getuid?.();
  return root === '' && isOwn ? openOwnSocket(onCall) : socketKeptBy(onCall, owner, root || '/');
}

/** Opens a socket for this user's processes. Calls are taken from the start. @throws if no such socket can be made */
export async function openOwnSocket(onCall: (socket: Socket) => void): Promise<OwnPrivateSocket> {
  const name = newName();
  const isShort = (one: string) => isWindows || join(one, name, 'probe').length <= longestPath;
  const base = [tmpdir(), '/tmp'].find(isShort) ?? '/tmp';
  const folder = join(base, name);
  // A pipe lies in no folder. Others may not write to it, unless its server says so.
  const path = isWindows ? `\\\\.\\pipe\\${name}` : join(folder, 'probe');
  mkdirSync(folder, { mode: 0o700 });
  const keeper = startKeeper({ type: 'remove', folder });
  keeper.on('error', () => {}); // the folder stays if this process is killed
  release(keeper);
  const server = createServer(onCall);
  server.maxConnections = mostCalls;
  const close = async () => {
    if (server.listening) {
      server.close();
      // A door is closed for new calls only; those who called stay, so its end is not waited for.
      server.unref();
    }
    rmSync(folder, { recursive: true, force: true });
    keeper.stdin.destroy();
  };
  try {
    server.listen(path);
    await once(server, 'listening');
    if (!isWindows) chmodSync(path, 0o600);
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, path, [Symbol.asyncDispose]: close };
}

/** Has the keeper make a socket for another user or a container: this process, perhaps root's, makes nothing in their files. */
async function socketKeptBy(
  onCall: (socket: Socket) => void,
  { uid, gid }: PrivateSocketOptions['owner'],
  root: string,
): Promise<PrivateSocket> {
  const name = newName();
  const keeper = startKeeper({ type: 'open', root, name, uid, gid });
  const ended = new Promise<void>((resolve) => {
    keeper.once('exit', () => resolve()).once('error', () => resolve());
  });
  const close = async () => {
    keeper.ref();
    keeper.stdin.destroy();
    const late = setTimeout(() => keeper.kill('SIGKILL'), lastTimeout);
    await ended;
    clearTimeout(late);
  };
  const opened = Promise.withResolvers<void>();
  const fail = (why: string) => opened.reject(new Error(why));
  const late = setTimeout(() => fail(`its /tmp did not answer within ${timeout / 1000} s`), timeout);
  keeper.once('error', ({ message }) => fail(message));
  keeper.once('exit', () => fail('the process that makes it has ended'));
  keeper.on('message', (news: SocketNews, socket) => {
    if (news.type === 'failed') fail(news.why);
    else if (news.type === 'open') opened.resolve();
    else if (socket) onCall(socket as Socket);
  });
  try {
    await opened.promise;
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(late);
  }
  release(keeper);
  return { path: `/tmp/${name}/probe`, [Symbol.asyncDispose]: close };
}

/** Starts the keeper, without this environment, and in a group of its own: Ctrl-C must not take it along. */
function startKeeper(order: SocketOrder): Keeper {
  const entry = join(import.meta.dirname, `private-socket-process${extname(import.meta.filename)}`);
  const keeper = spawn(process.execPath, [entry, JSON.stringify(order)], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    detached: true,
  }) as Keeper;
  keeper.stdin.on('error', () => {}); // it may have ended
  return keeper;
}

/** Lets this process end before the keeper, which sees that. */
function release(keeper: Keeper): void {
  keeper.unref();
  keeper.channel?.unref();
  keeper.stdin.unref();
}

/** Returns the path into the files of a process; empty where they are the same as here. */
export function rootOf(pid: number): string {
  const isOther = ['ns/mnt', 'root'].some((name) => {
    const [other, own] = [pid, 'self'].map((one) => linkOf(`/proc/${one}/${name}`));
    return other && own && other !== own;
  });
  return isOther ? `/proc/${pid}/root` : '';
}

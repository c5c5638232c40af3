/**
 * `node private-socket-process.js ORDER`: keeps a folder with the socket at which a probe calls, and removes it when the
 * controller closes its standard input or ends, also by SIGKILL. (The channel's own `disconnect` does not come while a
 * socket that was sent over it has not been taken: a controller that is killed then would leave all of it.)
 *
 * Where the folder is for another user, or in a container, this process makes it with that user's rights: the target
 * may change its /tmp at any moment. It runs in the namespaces of the controller, so what it could be led to is what
 * that user may do here; and it goes step by step from the root of the target and follows no link. It gives up its
 * rights without starting another program, so the kernel lets that user neither trace it nor read its memory.
 */
import { closeSync, fstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { holdFolder, holdRoot, inside, isPrivate } from './held.ts';

export type SocketOrder =
  | {
      readonly type: 'open';
      /** A path to the root folder of the target. */
      readonly root: string;
      /** The new folder in its /tmp. */
      readonly name: string;
      readonly uid: number;
      readonly gid: number;
    }
  | { readonly type: 'remove'; readonly folder: string };

/** News for the controller; a `call` comes with its socket. */
export type SocketNews =
  | { readonly type: 'open' }
  | { readonly type: 'call' }
  | { readonly type: 'failed'; readonly why: string };

const order = JSON.parse(process.argv[2] ?? '') as SocketOrder;
const tell = (news: SocketNews) => process.send?.(news, () => {});
let clear = () => {};

// The controller decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => {
  try {
    clear();
  } finally {
    process.exit();
  }
});

function become(uid: number, gid: number): void {
  if (process.getuid?.() === uid) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function open({ root, name, uid, gid }: SocketOrder & { type: 'open' }): void {
  const top = holdRoot(root);
  become(uid, gid);
  const base = holdFolder(inside(top, 'tmp'));
  closeSync(top);
  process.umask(0o077);
  mkdirSync(inside(base, name), { mode: 0o700 });
  clear = () => rmdirSync(inside(base, name));
  const folder = holdFolder(inside(base, name));
  if (!isPrivate(fstatSync(folder), uid)) throw new Error('another folder was put in its place');
  let isCalled = false;
  // What the probe says is left for the controller to read. One probe calls once.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    if (isCalled) socket.destroy();
    else process.send?.({ type: 'call' } satisfies SocketNews, socket, () => {});
    isCalled = true;
  });
  clear = () => {
    server.close();
    rmSync(inside(folder, 'probe'), { force: true });
    rmdirSync(inside(base, name));
  };
  // A socket takes its mode from the mask.
  process.umask(0o177);
  server.once('error', failed).listen(inside(folder, 'probe'), () => tell({ type: 'open' }));
}

function failed(error: NodeJS.ErrnoException): void {
  const isLink = error.code === 'ENOTDIR' || error.code === 'ELOOP';
  const why = isLink ? 'its /tmp is a link or no folder, and links are not followed' : error.message;
  tell({ type: 'failed', why });
}

if (order.type === 'remove') clear = () => rmSync(order.folder, { recursive: true, force: true });
else {
  try {
    open(order);
  } catch (error) {
    failed(error as NodeJS.ErrnoException);
  }
}

/**
 * One process is attached to after the other: all would open their inspector at the same port. The lock is a name that
 * the kernel keeps (an abstract unix socket, unix(7)): it holds for one network, as the ports do, across users, and is
 * free again the moment its holder ends, however that ends.
 *
 * Any user can take that name, and nobody can forbid it. So only a holder that is seen to be this user's, or root's, is
 * waited for in full. Of anybody else's it cannot be known whether it attaches at all: after a short wait the attach
 * goes on without the lock. Two attaches at once cost one of them its probe; neither leaves an inspector open, because
 * each looks for the sockets of its own process alone.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { problem } from '../../messages/problem.ts';
import { statusOf } from '../../host/processes.ts';
import { holderOf } from '../../host/listeners.ts';

const name = 'chokepoint-attach';
const retry: Milliseconds = 20;
/** Time between tries once the holder is looked for, which means to look at every process. */
const slowRetry: Milliseconds = 250;
/** Time for which any holder is waited for: a usual attach takes a tenth of it. */
const courtesy: Milliseconds = 2000;

/** The last attach of this process: they go one behind the other, and wait for as long as it takes. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` while nobody else attaches. What it hands to `hold` keeps the others waiting beyond its end.
 * @param timeout the longest wait for other processes
 * @throws Problem ATTACH_BUSY; the signal's reason
 */
export async function alone<Result>(
  work: (hold: (until: Promise<unknown>) => void) => Promise<Result>,
  timeout: Milliseconds,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  const holds: Promise<unknown>[] = [];
  let lock: Server | null = null;
  try {
    await before;
    signal?.throwIfAborted();
    lock = await held(timeout, clock, signal);
    return await work((until) => holds.push(until));
  } finally {
    void Promise.allSettled(holds)
      .then(() => new Promise<void>((closed) => (lock ? lock.close(() => closed()) : closed())))
      .then(resolve);
  }
}

/** @returns null if a stranger keeps the name */
async function held(
  timeout: Milliseconds,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Server | null> {
  const begin = clock.now();
  for (;;) {
    const server = await bound(name);
    if (server) return server;
    const waited = clock.now() - begin;
    const isLong = waited > Math.min(courtesy, timeout);
    // It is asked twice: a holder that has just let go of the name is not seen either.
    if (isLong && isStrangers(name) && isStrangers(name)) return null;
    if (waited > timeout) throw problem('ATTACH_BUSY', { seconds: timeout / 1000 });
    await clock.sleep(isLong ? slowRetry : retry, signal);
  }
}

/** Takes an abstract name. @returns null if another has it */
export function bound(text: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(`\0${text}`, () => resolve(server));
  });
}

function isStrangers(text: string): boolean {
  const sockets = socketsNamed(text);
  const own = process.getuid?.();
  return sockets.length > 0 && holders(sockets).every(({ uid }) => uid !== own && uid !== 0);
}

/** Returns the process of this very user that holds the abstract name; null if none does. */
export function ownHolder(text: string): number | null {
  const own = process.getuid?.();
  return holders(socketsNamed(text)).find(({ uid }) => uid === own)?.pid ?? null;
}

/** Returns the holders among the processes that this user may look at: its own, or for root all. */
function holders(sockets: readonly string[]): { pid: number; uid: number }[] {
  return sockets.flatMap((socket) => {
    const pid = holderOf(socket);
    const uid = pid === null ? NaN : Number.parseInt(statusOf(pid)?.('Uid') ?? '', 10);
    return pid === null || Number.isNaN(uid) ? [] : [{ pid, uid }];
  });
}

/** Returns the sockets with that abstract name. A file may be called so too, but its holder tells the two apart. */
function socketsNamed(text: string): string[] {
  const lines = readFileSync('/proc/self/net/unix', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, , , , , , socket = '', path] = line.trim().split(/\s+/);
    return path === `@${text}` ? [socket] : [];
  });
}

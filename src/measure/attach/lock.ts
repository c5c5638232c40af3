/**
 * One process is attached to after the other: all would open their inspector at the same port. The lock is a name that
 * the kernel keeps (an abstract unix socket, unix(7)): it holds for one network, as the ports do, across users, and is
 * free again the moment its holder ends, however that ends.
 */
import { createServer, type Server } from 'node:net';
import type { Clock } from '../../model/clock.ts';
import { problem } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';

const name = '\0chokepoint-attach';
const retry: Milliseconds = 20;

/** Attaches of this process, one behind the other: they wait for as long as it takes. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` while nobody else attaches. What it hands to `hold` keeps the others waiting beyond its end.
 * @param patience for other processes
 * @throws Problem ATTACH_BUSY; the signal's reason
 */
export async function alone<Result>(
  work: (hold: (until: Promise<unknown>) => void) => Promise<Result>,
  patience: Milliseconds,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  const holds: Promise<unknown>[] = [];
  let lock: AsyncDisposable | null = null;
  try {
    await before;
    signal?.throwIfAborted();
    lock = await held(patience, clock, signal);
    return await work((until) => holds.push(until));
  } finally {
    void Promise.allSettled(holds)
      .then(() => lock?.[Symbol.asyncDispose]())
      .then(resolve);
  }
}

async function held(
  patience: Milliseconds,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<AsyncDisposable> {
  const end = clock.now() + patience;
  for (;;) {
    const server = await bound();
    if (server) {
      return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (clock.now() > end) throw problem('ATTACH_BUSY', { seconds: patience / 1000 });
    await clock.sleep(retry, signal);
  }
}

/** @returns null if another holds the name */
function bound(): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}

/**
 * Closes the inspector of a process that is attached to, when whoever attached cannot.
 *
 * It holds the other end of a pipe. The first line there is its order, then come single words (`CloserWord`). When the
 * pipe ends after `signal` without `done`, the inspector is open, or opens some time: as soon as the main thread leaves
 * the call that it is in. So this process looks until it has closed it and it has stayed closed, until the process
 * ends, or for ten minutes.
 *
 *   ready ─signal▶ armed ─opened▶ armed     end of the pipe, or nothing for too long ─▶ at work ─▶ ended
 *     └── end of the pipe ─▶ ended                          done, at any time ─────────────────▶ ended
 */
import { createInterface } from 'node:readline';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock as clock } from '../../host/clock.ts';
import { isAlive } from '../../host/processes.ts';
import { closerName, type CloserOrder, closerWatches, type CloserWord } from './closer.ts';
import { evaluate, newInspector, type Opened } from './inspector.ts';
import { type Listener, listeners } from '../../host/listeners.ts';
import { bound } from './lock.ts';
import { closeExpression } from './payload.ts';

/** Once it was closed: Node may open it a second time for the same signal, as its loop turns. */
const staysClosed: Milliseconds = 2000;
/** Its main thread runs the expression when it can: to ask more often would only make its queue longer. */
const askAgain: Milliseconds = 10_000;
/** A socket is asked whether it is an inspector so often, once a second: it may be the application's own. */
const mostTries = 5;
const tryAgain: Milliseconds = 1000;

/**
 * One look costs some 50 µs, and ten minutes are long. Most often the inspector opens, or is open, at once: then every
 * millisecond counts. What has not opened for a while waits for a long call, and 100 ms more hardly matter.
 */
function pace(since: Milliseconds): Milliseconds {
  if (since < 2000) return 2;
  return since < 30_000 ? 25 : 100;
}

// Ctrl-C, a closed terminal and the end of a service reach it too, and it must outlive them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdout.on('error', () => {}); // nobody reads it any more

interface Told {
  order: CloserOrder | null;
  isSignalled: boolean;
  isOpened: boolean;
}

const told: Told = { order: null, isSignalled: false, isOpened: false };
const left = Promise.withResolvers<void>();
let stall: NodeJS.Timeout | undefined;

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (told.order) return hear(line as CloserWord, told.order);
    told.order = JSON.parse(line) as CloserOrder;
    void holdName(told.order);
    process.stdout.write('ready\n');
  })
  .once('close', left.resolve);

function hear(word: CloserWord, { stalled }: CloserOrder): void {
  if (word === 'done') process.exit();
  told.isSignalled = true;
  told.isOpened = word === 'opened';
  clearTimeout(stall);
  stall = setTimeout(left.resolve, stalled);
}

/** The one of an earlier attach keeps it until it is ended. */
async function holdName({ identity }: CloserOrder): Promise<void> {
  while (!(await bound(closerName(identity)).catch(() => null))) await clock.sleep(tryAgain / 10);
}

/** Sockets that were asked in vain, the whole machine's. */
const asked = new Map<string, { tries: number; at: Milliseconds }>();

function isDue({ socket, port }: Listener, expected: CloserOrder): boolean {
  if (expected.before.includes(socket)) return false;
  const { tries, at } = asked.get(socket) ?? { tries: 0, at: -Infinity };
  if ((tries >= mostTries && port !== expected.port) || clock.now() - at < tryAgain) return false;
  asked.set(socket, { tries: tries + 1, at: clock.now() });
  return true;
}

/** Asks it to close itself, and waits until it has. */
async function close(opened: Opened, { pid, identity }: CloserOrder): Promise<void> {
  if (!isAlive(identity)) return;
  const end = clock.now() + askAgain;
  await evaluate(opened, [closeExpression()], { timeout: askAgain, clock });
  while (clock.now() < end && listeners(pid).some(({ socket }) => socket === opened.socket)) {
    await clock.sleep(pace(0));
  }
  asked.delete(opened.socket);
}

async function keepClosed(expected: CloserOrder): Promise<void> {
  const begin = clock.now();
  const end = begin + closerWatches;
  let enough = told.isOpened ? begin + staysClosed : end;
  while (clock.now() < Math.min(enough, end) && isAlive(expected.identity)) {
    const due = listeners(expected.pid).filter((one) => isDue(one, expected));
    // It may listen at many ports, and answer slowly at each.
    const limit = AbortSignal.timeout(askAgain);
    const opened = due.length > 0 ? await newInspector(expected, due, clock, limit) : null;
    if (opened) {
      await close(opened, expected);
      enough = clock.now() + staysClosed;
    }
    await clock.sleep(pace(clock.now() - begin));
  }
}

await left.promise;
if (told.order && told.isSignalled) await keepClosed(told.order);
process.exit();

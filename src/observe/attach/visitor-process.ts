/**
 * Goes to the inspector of a process, has it closed, and looks from outside whether it stays closed: while it is open every
 * user of the machine could run code in the process.
 *
 * It holds the other end of a pipe. The first line there is its order, then come single words (`VisitWord`). When the pipe
 * ends after the signal, and all is not well yet, the inspector is open, or opens some time: as soon as the main thread
 * leaves the call that it is in. So this process looks until it has closed it and it has stayed closed, until the process
 * ends, or for ten minutes.
 *
 *   ready ─go▶ session ─▶ guard ─▶ settled     end of the pipe before that, or nothing for too long ─▶ at work ─▶ ended
 *     └── end of the pipe ─▶ ended   └── end of the pipe ─▶ ended
 */
import { createInterface } from 'node:readline';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock as clock } from '../../host/clock.ts';
import { type Address, addressText, type Listener, listeners } from '../../host/listeners.ts';
import { isAlive } from '../../host/processes.ts';
import { message } from '../../messages/message.ts';
import { noted, Problem, problem, problemData, reasonOf } from '../../messages/problem.ts';
import { closerAtWork, closerWatches, holdName } from './closer.ts';
import { evaluate, newInspector } from './inspector.ts';
import { inspectorSession } from './inspector-session.ts';
import { closeExpression } from './payload.ts';
import type { VisitNews, VisitOrder, VisitWord } from './visitor.ts';

/** Most times, once a second, that a socket is asked whether it is an inspector: it may be the application's own. */
const mostTries = 5;
const tryAgain: Milliseconds = 1000;
/** Wait before a session is called off after the signal: a usual one is over by then, and its own end is the quickest. */
const grace: Milliseconds = 300;

// Ctrl-C, a closed terminal and the end of a service reach it too, and it must outlive them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdout.on('error', () => {}); // nobody reads it any more

const say = (news: VisitNews) => process.stdout.write(`${JSON.stringify(news)}\n`);
const ordered = Promise.withResolvers<VisitOrder>();
const stop = new AbortController();
let next = Promise.withResolvers<'go' | 'end'>();
let isOrdered = false;
let [isSignalled, isOpened, isSettled, isCutShort] = [false, false, false, false];

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (!isOrdered) ordered.resolve(JSON.parse(line) as VisitOrder);
    else if ((line as VisitWord) === 'go') next.resolve('go');
    else if (isSignalled) setTimeout(() => stop.abort(), grace).unref();
    else stop.abort();
    isOrdered = true;
  })
  .once('close', () => {
    isCutShort = isSignalled && !isSettled;
    stop.abort();
    next.resolve('end');
    if (!isOrdered) process.exit();
  });

const order = await ordered.promise;
const { found, text, timeout, isLate } = order;
const { pid, identity } = found.target;
const expected = { pid, port: found.options.inspector.port, before: found.listening };

async function visit(): Promise<void> {
  isSettled = false;
  try {
    const exchanged = await inspectorSession(found, text, {
      timeout,
      clock,
      onStep(step) {
        isSignalled ||= step === 'signalled';
        isOpened ||= step === 'open';
        say({ type: 'step', step });
      },
      signal: stop.signal,
    });
    say({ type: 'done', exchanged });
    if (!exchanged.opened) return;
    isSettled = await isKeptClosed(guarding(exchanged.opened));
    say({ type: 'settled', isClosed: isSettled });
  } catch (error) {
    if (error instanceof Problem) say({ type: 'problem', problem: problemData(error) });
    else if (stop.signal.aborted) say({ type: 'stopped' });
    else say({ type: 'failed', why: reasonOf(error) });
  }
}

/** How to look whether an inspector stays closed. */
interface Looking {
  /** The port at which it may open; null: any. */
  readonly port: number | null;
  /** Time for which it must have been closed, from the begin and since it was last closed. */
  readonly closedFor: readonly [first: Milliseconds, then: Milliseconds];
  readonly longest: Milliseconds;
  readonly every: (since: Milliseconds) => Milliseconds;
  /** The process closes it by itself at its loop's next turn, which may be this long. */
  readonly grace: Milliseconds;
  /** Longest wait for its answer: its main thread runs the interrupt when it can, and to ask more often makes its queue longer. */
  readonly timeout: Milliseconds;
  /** Called for an inspector that was open. @returns whether to look further */
  readonly onOpen: (isClosed: boolean) => boolean;
}

/** The look after a visit. `closeExpression`, run in the process, keeps it closed; this proves it, or closes it if that fails. */
function guarding(address: Address): Looking {
  const where = { pid, address: addressText(address) };
  return {
    port: address.port,
    // Three turns of a busy loop, or ten of the scheduler.
    closedFor: [400, 400],
    // What opens it again and again is not Node.
    longest: 5000,
    every: () => 25,
    grace: 50,
    timeout: 1000,
    onOpen(isClosed) {
      const left = () =>
        noted(problem('INSPECTOR_LEFT_OPEN', { ...where, closer: closerAtWork(process.pid, clock) }));
      const note = isClosed ? message('note.inspector-reopened', where) : message('note.problem', left());
      say({ type: 'note', note });
      return isClosed;
    },
  };
}

/** The look if nobody waits any more. Once it was closed Node may open it a second time for the same signal, as its loop turns. */
const late = (): Looking => ({
  port: null,
  closedFor: [isOpened ? 2000 : closerWatches, 2000],
  longest: closerWatches,
  // A look costs some 50 µs, and ten minutes are long. Most often the inspector opens, or is open, at once: then every
  // millisecond counts. What has not opened for a while waits for a long call, and 100 ms more hardly matter.
  every: (since) => (since < 2000 ? 2 : since < 30_000 ? 25 : 100),
  grace: 0,
  timeout: 10_000,
  onOpen: () => true,
});

/** Sockets that were asked in vain, the whole machine's. */
const asked = new Map<string, { tries: number; at: Milliseconds }>();

function isDue({ socket, port }: Listener): boolean {
  if (found.listening.includes(socket)) return false;
  const { tries, at } = asked.get(socket) ?? { tries: 0, at: -Infinity };
  if ((tries >= mostTries && port !== expected.port) || clock.now() - at < tryAgain) return false;
  asked.set(socket, { tries: tries + 1, at: clock.now() });
  return true;
}

/** Asks an inspector that is open to close itself, until it has stayed closed for long enough. */
async function isKeptClosed(looking: Looking): Promise<boolean> {
  const begin = clock.now();
  const { port, closedFor, longest, every } = looking;
  let enough = begin + closedFor[0];
  while (clock.now() < Math.min(enough, begin + longest) && isAlive(identity)) {
    const due = listeners(pid).filter((one) => (port === null || one.port === port) && isDue(one));
    if (due.length > 0) {
      await clock.sleep(looking.grace);
      // The process may listen at many ports, and answer slowly at each.
      const opened = await newInspector(expected, due, AbortSignal.timeout(looking.timeout));
      if (opened && isAlive(identity)) {
        const end = clock.now() + looking.timeout;
        const isOpen = () => listeners(pid).some(({ socket }) => socket === opened.socket);
        await evaluate(opened, [closeExpression()], { timeout: looking.timeout, clock });
        while (clock.now() < end && isOpen()) await clock.sleep(every(0));
        asked.delete(opened.socket);
        if (!looking.onOpen(!isOpen())) return false;
        enough = clock.now() + closedFor[1];
      }
    }
    await clock.sleep(every(clock.now() - begin));
  }
  return clock.now() >= enough || !isAlive(identity);
}

void holdName(identity, clock);
say({ type: 'ready' });
if (isLate) [isSignalled, isOpened] = [true, isLate.wasOpened];
for (;;) {
  const { promise } = next;
  const stalled = clock.sleep(2 * timeout).then(() => 'end' as const);
  if ((await (isSignalled ? Promise.race([promise, stalled]) : promise)) === 'end') break;
  next = Promise.withResolvers();
  // The input may have ended since.
  if (stop.signal.aborted) break;
  await visit();
}
if (isCutShort || (isSignalled && !isSettled)) await isKeptClosed(late());
process.exit();

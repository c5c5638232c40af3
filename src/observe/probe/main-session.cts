/**
 * Sessions of the probe's thread with the inspector of the main thread, whatever the main thread does (guest).
 *
 * Node is not safe when a session ends together with either of its threads; seen on 22 and 26:
 * - the probe's thread ends at once after its session: the process aborts, in one of ten cases
 *   (`MainThreadInterface::Post` of an interface that is being destroyed);
 * - the process exits while there is a session: it waits for it, says so on its standard error, or crashes.
 * So a thread outlives its last session (`lastClosed`), and a process that exits has it closed first (the board's gate).
 */
import type { ProbeNote } from '../../model/reading.ts';
import type { SharedCountersModule } from './shared-counters.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { boardOf } = require(`./shared-counters${extension}`) as SharedCountersModule;
const { workerData } = require('node:worker_threads') as typeof import('node:worker_threads');

/** Longest wait, in ms: the main thread answers between two of its own instructions, unless it is inside a system call. */
const usualTimeout = 2000;
/** Time between two looks whether the process exits, in ms, while there is a session. */
const interval = 5;

export type MainSession = ReturnType<typeof asked>;

const gate = boardOf((workerData as { readonly board: SharedArrayBuffer }).board).session;
let close: (() => void) | null = null;
let closedAt: number | null = null;
/** The last session that was asked for: they are held one after the other. */
let queue: Promise<unknown> = Promise.resolve();

async function opened<T>(use: (session: MainSession) => Promise<T>): Promise<T> {
  // The inspector is loaded only here, because a Node may be built without it.
  const { Session } = require('node:inspector') as typeof import('node:inspector');
  if (!gate.open()) throw new Error('the process exits');
  const session = new Session();
  let stop: (why: Error) => void = () => {};
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  stopped.catch(() => {});
  const watch = setInterval(() => gate.isExiting() && close?.(), interval);
  close = () => {
    close = null;
    clearInterval(watch);
    session.disconnect();
    gate.closed();
    closedAt = performance.now();
    stop(new Error('it was ended'));
  };
  try {
    session.connectToMainThread();
    return await Promise.race([use(asked(session)), stopped]);
  } finally {
    close?.();
  }
}

function asked(session: import('node:inspector').Session) {
  return {
    /**
     * @param timeout in ms
     * @throws if the main thread refuses, or does not answer in time
     */
    post<T>(method: string, parameters: object = {}, timeout = usualTimeout) {
      return new Promise<T>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`the main thread has not answered for ${timeout / 1000} s (${method})`)),
          timeout,
        );
        session.post(method, parameters, (error: unknown, result?: object) => {
          clearTimeout(timer);
          if (error) reject(new Error((error as Error).message));
          else resolve(result as T);
        });
      });
    },
    on: (event: string, listener: (parameters: unknown) => void) =>
      void session.on(event, (message: { params: unknown }) => listener(message.params)),
  };
}

/** Opens a session for `use`. @throws if this Node has no inspector, or the main thread does not answer in time */
function withMainSession<T>(use: (session: MainSession) => Promise<T>): Promise<T> {
  const result = queue.then(() => opened(use));
  queue = result.catch(() => {});
  return result;
}

/**
 * Refuses a profile or capture while another of its kind is being taken; that, and whatever goes wrong, is told in a note.
 */
function oneAtATime<Asked extends unknown[], Taken>(
  about: 'profile' | 'capture',
  take: (...args: Asked) => Promise<Taken>,
): (...args: Asked) => Promise<Taken | ProbeNote> {
  const note = (why: string): ProbeNote => ({ type: 'note', about, why });
  let isRunning = false;
  return async (...args) => {
    if (isRunning) return note(`a ${about} is being taken already`);
    isRunning = true;
    try {
      return await take(...args);
    } catch (error) {
      return note((error as Error).message);
    } finally {
      isRunning = false;
    }
  };
}

/**
 * Closes the session that is open, if there is one.
 *
 * @returns when the last session was closed, on the clock of `performance.now`; null if there was none
 */
function lastClosed(): number | null {
  close?.();
  return closedAt;
}

const api = { withMainSession, lastClosed, oneAtATime };
export type MainSessionModule = typeof api;
module.exports = api;

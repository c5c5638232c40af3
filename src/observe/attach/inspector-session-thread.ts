/** The thread of the inspector session with a process that is attached to: nothing else may delay it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem, problemData } from '../../messages/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import {
  inspectorSession,
  type SessionNews,
  type SessionOrder,
  type SessionWord,
} from './inspector-session.ts';

/** Called off after the signal: the usual session is over by then, and its own end is the quickest. */
const grace: Milliseconds = 300;

const { found, text, timeout, closer } = workerData as SessionOrder;
const say = (news: SessionNews) => parentPort?.postMessage(news);
const stop = new AbortController();
const armed = Promise.withResolvers<void>();
let isSignalled = false;
parentPort?.on('message', (word: SessionWord) => {
  if (word === 'armed') armed.resolve();
  else if (isSignalled) setTimeout(() => stop.abort(), grace).unref();
  else stop.abort();
});
stop.signal.addEventListener('abort', () => armed.reject(stop.signal.reason));
armed.promise.catch(() => {}); // it may be called off when nobody waits for it

try {
  const exchanged = await inspectorSession(found, text, {
    timeout,
    clock: systemClock,
    onStep(step) {
      if (step === 'signalled') isSignalled = true;
      say({ type: 'step', step });
    },
    arm() {
      say({ type: 'arm' });
      return armed.promise;
    },
    closer,
    signal: stop.signal,
  });
  say({ type: 'done', exchanged });
} catch (error) {
  if (error instanceof Problem) say({ type: 'problem', problem: problemData(error) });
  else if (stop.signal.aborted) say({ type: 'stopped' });
  else throw error;
} finally {
  parentPort?.unref();
}

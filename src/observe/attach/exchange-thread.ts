/** The thread of the exchange with a process that is attached to: nothing else may delay it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem, problemData } from '../../model/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { exchange, type ExchangeNews, type ExchangeOrder, type ExchangeWord } from './exchange.ts';

/** Called off after the signal: the usual exchange is over by then, and its own end is the quickest. */
const grace: Milliseconds = 300;

const { found, text, patience, closer } = workerData as ExchangeOrder;
const say = (news: ExchangeNews) => parentPort?.postMessage(news);
const stop = new AbortController();
const armed = Promise.withResolvers<void>();
let isSignalled = false;
parentPort?.on('message', (word: ExchangeWord) => {
  if (word === 'armed') armed.resolve();
  else if (isSignalled) setTimeout(() => stop.abort(), grace).unref();
  else stop.abort();
});
stop.signal.addEventListener('abort', () => armed.reject(stop.signal.reason));
armed.promise.catch(() => {}); // it may be called off when nobody waits for it

try {
  const exchanged = await exchange(found, text, {
    patience,
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

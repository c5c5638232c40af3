/** The thread of the exchange with a process that is attached to: nothing else may delay it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem, problemData } from '../../model/problem.ts';
import { systemClock } from '../clock.ts';
import { exchange, type ExchangeNews, type ExchangeOrder } from './exchange.ts';

const { found, text, patience } = workerData as ExchangeOrder;
const say = (news: ExchangeNews) => parentPort?.postMessage(news);
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());

try {
  const exchanged = await exchange(found, text, {
    patience,
    clock: systemClock,
    onStep: (step) => say({ type: 'step', step }),
    signal: stop.signal,
  });
  say({ type: 'done', exchanged });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say({ type: 'problem', problem: problemData(error) });
} finally {
  parentPort?.unref();
}

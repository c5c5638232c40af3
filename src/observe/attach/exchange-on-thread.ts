/** The exchange on a thread of its own: this one may be busy with what it watches, and the application would wait for it. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../model/problem.ts';
import type { Exchanged, ExchangeNews, ExchangeOrder, ExchangeStep, ExchangeWord } from './exchange.ts';

export interface OnThreadOptions {
  readonly signal: AbortSignal | undefined;
  readonly onStep: (step: ExchangeStep) => void;
  /** The signal is sent when this resolves. */
  readonly arm: () => Promise<void>;
}

/** @throws Problem as `exchange`; what `arm` throws; the signal's reason */
export async function exchangeOnThread(
  workerData: ExchangeOrder,
  { signal, onStep, arm }: OnThreadOptions,
): Promise<Exchanged> {
  const entry = new URL(`./exchange-thread${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, { workerData });
  const tell = (word: ExchangeWord) => worker.postMessage(word);
  const callOff = () => tell('call off');
  signal?.addEventListener('abort', callOff);
  if (signal?.aborted) callOff();
  try {
    return await new Promise<Exchanged>((resolve, reject) => {
      worker.on('message', (news: ExchangeNews) => {
        if (news.type === 'step') onStep(news.step);
        else if (news.type === 'done') resolve(news.exchanged);
        else if (news.type === 'problem') reject(new Problem(news.problem));
        else if (news.type === 'stopped') reject(signal?.reason);
        else {
          void arm().then(
            () => tell('armed'),
            (error: unknown) => {
              reject(error);
              callOff();
            },
          );
        }
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread of the exchange has ended without a word.')));
    });
  } finally {
    signal?.removeEventListener('abort', callOff);
    worker.unref();
  }
}

/**
 * Wakes the generator when a request is due. `setTimeout` counts whole milliseconds and sends 0.6 ms late at
 * 200 requests/s; a thread that sleeps in `Atomics.wait` is 0.1 ms late for some 27 µs of CPU, and spinning would cost a core.
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Milliseconds } from '../model/units.ts';
import type { Share } from './engine.ts';
import type { OpenLoad } from './pacing.ts';

/** What the thread gets, from which it derives the same arrivals as the loop. */
export interface PacerOrder {
  readonly load: OpenLoad;
  readonly warmup: Milliseconds;
  readonly duration: Milliseconds;
  readonly seed: number;
  readonly share?: Share | undefined;
  /** Shared flags, at `pendingFlag` and `stopFlag`: the loop has not been woken up yet; the thread shall end. */
  readonly flags: Int32Array<SharedArrayBuffer>;
}

export const pendingFlag = 0;
export const stopFlag = 1;

/** Milliseconds of the one monotonic clock that all threads of a process share. */
export function sharedNow(): Milliseconds {
  return Number(process.hrtime.bigint()) / 1e6;
}

export class Pacer implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #flags: Int32Array<SharedArrayBuffer>;

  private constructor(worker: Worker, flags: Int32Array<SharedArrayBuffer>) {
    this.#worker = worker;
    this.#flags = flags;
  }

  /** Starts the thread; resolves when it is ready to pace at once. */
  static async ready(order: Omit<PacerOrder, 'flags'>): Promise<Pacer> {
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const entry = new URL(`./pacer-thread${extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(entry, { workerData: { ...order, flags } satisfies PacerOrder });
    await once(worker, 'message');
    return new Pacer(worker, flags);
  }

  /** Calls `wake` whenever a request has become due, from `origin` on (this thread's `performance.now()`). */
  start(origin: Milliseconds, wake: (now: Milliseconds) => void): void {
    this.#worker.on('message', () => {
      Atomics.store(this.#flags, pendingFlag, 0);
      wake(performance.now());
    });
    // The shared clock is read last, so that the thread's origin is never before ours: woken too early, the loop would
    // find nothing due, and nothing would wake it again.
    this.#worker.postMessage(origin - performance.now() + sharedNow());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Atomics.store(this.#flags, stopFlag, 1);
    Atomics.notify(this.#flags, stopFlag);
    await this.#worker.terminate();
  }
}

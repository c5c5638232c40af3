/** The thread behind `Pacer`: sleeps until the next request is due, and says so. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Milliseconds } from '../model/units.ts';
import { pendingFlag, sharedNow, stopFlag, type PacerOrder } from './pacer.ts';
import { warmedArrivals } from './pacing.ts';

/** The shortest sleep, for 5,000 wake-ups a second: beyond, requests leave in batches, since waking up would cost more than sending. */
const shortestSleep: Milliseconds = 0.2;

const order: PacerOrder = workerData;
parentPort?.postMessage('ready');
const [origin]: Milliseconds[] = parentPort === null ? [] : await once(parentPort, 'message');
if (origin !== undefined) pace(order, origin);

function pace({ load, warmup, duration, seed, share, flags }: PacerOrder, start: Milliseconds): void {
  const next = warmedArrivals(load, warmup, duration, seed, share);
  let due = start + next();
  let now = sharedNow();
  while (due < Infinity) {
    const sleep = Math.max(due - now, shortestSleep);
    if (Atomics.wait(flags, stopFlag, 0, sleep) !== 'timed-out') return;
    now = sharedNow();
    // One message stands for everything that is due by the time it is read.
    if (due <= now && Atomics.exchange(flags, pendingFlag, 1) === 0) parentPort?.postMessage('due');
    while (due <= now) due = start + next();
  }
}

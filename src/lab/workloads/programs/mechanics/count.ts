/** How many threads the pool of this process has (guest): by what they do, and by the kernel's list; and who shares them. */
import { once } from 'node:events';
import { fstat } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Facts } from '../facts.ts';
import { namesIn, textOf } from '../../../../host/kernel-files.ts';
import { called, type ScratchFolder } from '../map/attempt.ts';
import { control, Hold, settled } from '../map/hold.ts';

/** The most jobs that are tried: more than libuv's maximum. */
const most = 1025;

/**
 * Counts the jobs that can be in flight: threads are held one by one, as long as a further job still gets done. It
 * starts the pool if that was not done before.
 */
export async function jobsAtOnce(scratch: ScratchFolder): Promise<number> {
  const hold = new Hold(scratch, most);
  const descriptor = scratch.descriptor();
  let held = 0;
  for (; held < most; held++) {
    let done = 0;
    const job = called((end) => fstat(descriptor, end)).then(() => done++);
    // A free thread does it at once; that there is none shows when nothing else is left to be done.
    await Promise.race([job, later(20)]);
    if (done === 0) await settled(() => done, control);
    if (done === 0) break;
    hold.take(1);
  }
  await hold.release();
  return held;
}

/** Counts the threads of this process that are named as the pool's (since libuv 1.50, Node 22 and newer); null where no kernel tells. */
export function namedThreads(): number | null {
  const tasks = namesIn('/proc/self/task');
  const names = tasks.map((task) => textOf(`/proc/self/task/${task}/comm`)?.trim());
  return tasks.length === 0 ? null : names.filter((name) => name === 'libuv-worker').length;
}

const count = 8;

/** A worker that uses the pool when it is told to, and says when it is done. */
const script = `
const { parentPort } = require('node:worker_threads');
const { stat } = require('node:fs');
parentPort.on('message', () => stat('.', () => parentPort.postMessage('done')));
parentPort.postMessage('ready');
`;

/** Lets eight workers use the pool; then every thread is held from here, and all eight ask again. */
export async function workers(scratch: ScratchFolder): Promise<Facts> {
  const all = Array.from({ length: count }, () => new Worker(script, { eval: true }));
  await Promise.all(all.map((worker) => once(worker, 'message')));
  await Promise.all(all.map(answered));
  const size = await jobsAtOnce(scratch);
  const hold = new Hold(scratch, size);
  hold.take();
  let done = 0;
  const asked = Promise.all(all.map((worker) => answered(worker).then(() => done++)));
  await settled(() => done, control);
  const whileHeld = done;
  await hold.release();
  await asked;
  await Promise.all(all.map((worker) => worker.terminate()));
  return { size, 'done while held': whileHeld, 'done when let go': done };
}

function answered(worker: Worker): Promise<unknown> {
  const answer = once(worker, 'message');
  worker.postMessage('use it');
  return answer;
}

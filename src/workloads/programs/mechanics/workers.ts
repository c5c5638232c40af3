/** Worker threads and the pool (guest): whether they have one of their own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Facts } from '../facts.ts';
import type { ScratchFolder } from '../map/attempt.ts';
import { control, Hold, settled } from '../map/hold.ts';
import { jobsAtOnce, threads } from './count.ts';

const count = 8;

/** A worker that uses the pool when it is told to, and says when it is done. */
const script = `
const { parentPort } = require('node:worker_threads');
const { stat } = require('node:fs');
parentPort.on('message', () => stat('.', () => parentPort.postMessage('done')));
parentPort.postMessage('ready');
`;

/** Eight workers use the pool; then every thread is held from here, and all eight ask again. */
export async function workers(scratch: ScratchFolder): Promise<Facts> {
  const all = Array.from({ length: count }, () => new Worker(script, { eval: true }));
  await Promise.all(all.map((worker) => once(worker, 'message')));
  const before = threads();
  await Promise.all(all.map((worker) => answered(worker)));
  const after = threads();
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
  return {
    workers: count,
    size,
    // None where the pool was in use before, as by the loader of Node 20.
    started: before && after ? after.all - before.all : null,
    named: after && after.named > 0 ? after.named : null,
    'done while held': whileHeld,
    'done when let go': done,
  };
}

function answered(worker: Worker): Promise<unknown> {
  const answer = once(worker, 'message');
  worker.postMessage('use it');
  return answer;
}

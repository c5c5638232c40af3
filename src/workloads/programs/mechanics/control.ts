/** Something else that takes its time, and no thread of the pool (guest): another process, another thread, a timer. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { called } from '../map/attempt.ts';

export async function control(): Promise<void> {
  const worker = new Worker('', { eval: true });
  await Promise.all([later(10), called((done) => execFile('true', done)), once(worker, 'exit')]);
}

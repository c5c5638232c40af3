/**
 * Jobs that hold a thread of the pool for an exact time and need no CPU meanwhile (guest): what a slow disk, a network
 * file system or a name server does to it, except that their times are left to chance.
 *
 * A job is one `fs.write` of a byte more than a pipe takes: it blocks until the pipe is drained. Its first byte says
 * that it has begun, however long it waited for a thread and whoever else uses the pool; from then on its time counts.
 */
import { execFileSync } from 'node:child_process';
import { constants, openSync, readSync, unlinkSync, write } from 'node:fs';
import { join } from 'node:path';
import { number, usualFlight, type Kind } from './pool-classes/kind.ts';

/** Capacity of a pipe on Linux (pipe(7)); a smaller one blocks the writer all the more. */
const capacity = 65_536;
/** Milliseconds between two looks whether the next job has begun: so much too long a job may be held. */
const interval = 1;

interface Pipe {
  readonly from: number;
  readonly to: number;
}

type Done = (error: Error | null) => void;

/** Whether this system has named pipes at all. */
export const hasPipes = process.platform !== 'win32';

/**
 * @param folder where the pipes get their names; they lose them at once
 * @param hold milliseconds that each job keeps its thread
 * @param most jobs that will be in flight; more cost the loop a pause each
 * @returns what submits a job; `done` is called when its thread is free again
 * @throws if there is no `mkfifo`
 */
export function heldJobs(folder: string, hold: number, most: number): (done: Done) => void {
  const payload = Buffer.alloc(capacity + 1, 1);
  const sink = Buffer.alloc(capacity);
  const free = openPipes(folder, most);
  /** Pipes of jobs that are submitted and not seen to have begun. The pool is one queue, so they begin in this order. */
  const queued: Pipe[] = [];
  let timer: NodeJS.Timeout | null = null;

  /** Reads a writer's bytes out of the pipe, as many as there are. */
  function drain(pipe: Pipe): void {
    readSync(pipe.from, sink, 0, capacity, null);
  }

  function look(): void {
    timer = null;
    for (let next = queued[0]; next && hasBegun(next, sink); next = queued[0]) {
      const pipe = next;
      queued.shift();
      setTimeout(() => drain(pipe), hold);
    }
    if (queued.length > 0) timer = setTimeout(look, interval);
  }

  return (done) => {
    const pipe = free.pop() ?? openPipes(folder, 1)[0];
    if (!pipe) throw new Error('no pipe');
    write(pipe.to, payload, 0, payload.length, null, (error, written) => {
      // The last byte, which the writer put in after the drain.
      if (!error) drain(pipe);
      free.push(pipe);
      done(error ?? (written === payload.length ? null : new Error(`${written} bytes of the pipe`)));
    });
    queued.push(pipe);
    timer ??= setTimeout(look, interval);
  };
}

/** Whether the job's first byte is in the pipe. Reading it leaves no room: the kernel gives a page back when it is empty. */
function hasBegun(pipe: Pipe, sink: Buffer): boolean {
  try {
    return readSync(pipe.from, sink, 0, 1, null) === 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  }
}

let made = 0;

function openPipes(folder: string, count: number): Pipe[] {
  const paths = Array.from({ length: count }, () => join(folder, `pipe-${process.pid}-${made++}`));
  execFileSync('/usr/bin/mkfifo', paths);
  return paths.map((path) => {
    // The reading end first and without waiting, so that the writing end need not wait for one.
    const from = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const to = openSync(path, constants.O_WRONLY);
    unlinkSync(path);
    return { from, to };
  });
}

/** A kind of job that holds its thread for an exact time: the model of everything that waits. */
export const heldKind: Kind = {
  name: 'held',
  nature: 'waits',
  label: 'a full pipe, a fixed time',
  prepare(parameters, folder) {
    const start = heldJobs(folder, number(parameters, 'hold', 10), number(parameters, 'flight', usualFlight));
    return (done) => start((error) => done(error, error ? '' : 'held'));
  },
  expected: () => Promise.resolve('held'),
};

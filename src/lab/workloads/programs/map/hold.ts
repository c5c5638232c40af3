/**
 * Pool threads held without any CPU (guest): the open of a named pipe blocks its thread until the other side is opened.
 * Jobs are begun in the order in which they came, so once as many opens as threads are submitted, nothing that is
 * submitted later gets a thread.
 */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, open, openSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { called, type ScratchFolder } from './attempt.ts';

export class Hold {
  readonly #pipes: readonly string[];
  #opened: Promise<unknown>[] = [];
  #taken = 0;

  /** Makes the pipes, with the program mkfifo: Node has no call for it. @param threads how many it can hold */
  constructor(scratch: ScratchFolder, threads: number) {
    this.#pipes = Array.from({ length: threads }, () => scratch.path('.pipe'));
    execFileSync('/usr/bin/mkfifo', [...this.#pipes]);
  }

  /** Holds further threads. @param more how many; by default all that it can hold */
  take(more = this.#pipes.length): void {
    const pipes = this.#pipes.slice(this.#taken, this.#taken + more);
    this.#taken += pipes.length;
    for (const pipe of pipes) this.#opened.push(called((done) => open(pipe, 'r', done)));
  }

  /** Lets the threads go. Opening both sides at once waits for nobody. */
  async release(): Promise<void> {
    const flags = constants.O_RDWR | constants.O_NONBLOCK;
    const writers = this.#pipes.slice(0, this.#taken).map((pipe) => openSync(pipe, flags));
    const readers = (await Promise.all(this.#opened)) as number[];
    [this.#opened, this.#taken] = [[], 0];
    for (const descriptor of [...writers, ...readers]) closeSync(descriptor);
  }
}

/** Quiet rounds after which nothing more is expected. */
const quietEnough = 3;

/**
 * Waits until nothing more is done: `other`, which needs no thread and takes its time, has ended several times in a
 * row, and `done` has not grown meanwhile; or until `all` are done. No clock decides.
 */
export async function settled(
  done: () => number,
  other: () => Promise<unknown>,
  { all = Infinity, quietRounds = quietEnough } = {},
): Promise<void> {
  for (let quiet = 0; quiet < quietRounds && done() < all;) {
    const before = done();
    await other();
    quiet = done() === before ? quiet + 1 : 0;
  }
}

/** Something else that takes its time, and no thread of the pool: another process, another thread, a timer. */
export async function control(): Promise<void> {
  const worker = new Worker('', { eval: true });
  await Promise.all([
    later(10),
    called((done) => execFile('/bin/sh', ['-c', ':'], done)),
    once(worker, 'exit'),
  ]);
}

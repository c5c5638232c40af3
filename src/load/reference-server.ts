/**
 * A server whose behaviour is known, by which the selftest checks the engine. It runs in a process of its own, so that
 * its loop is not the generator's, and times itself.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { Milliseconds } from '../model/units.ts';

export interface ReferenceBehaviour {
  readonly status: number;
  /** Time from the arrival of each request to its answer. */
  readonly delay: Milliseconds;
  /** The request with this number, counted from 0, blocks the server's loop for `stall`; null: none does. */
  readonly stallAt: number | null;
  readonly stall: Milliseconds;
}

/** What the server measured on itself. */
export interface ReferenceTruth {
  /** Median of the time from the request to its answer; 0 if there was none. */
  readonly delay: Milliseconds;
  /** How long the stall took. */
  readonly stall: Milliseconds;
}

export class ReferenceServer implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  /** Resolves when it listens, on a free port of 127.0.0.1. It ends with this process. */
  static async start(behaviour: Partial<ReferenceBehaviour> = {}): Promise<ReferenceServer> {
    const entry = new URL(`./reference-server-process${extname(import.meta.filename)}`, import.meta.url);
    const full: ReferenceBehaviour = { status: 200, delay: 0, stallAt: null, stall: 0, ...behaviour };
    const child = fork(entry, [JSON.stringify(full)], { execArgv: [] });
    const [port] = await firstMessage<number>(child);
    return new ReferenceServer(`http://127.0.0.1:${port}/`, child);
  }

  async truth(): Promise<ReferenceTruth> {
    this.#process.send('truth');
    const [truth] = await firstMessage<ReferenceTruth>(this.#process);
    return truth;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const closed = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await closed;
  }
}

/** Resolves with the next message of the process; rejects if it ends first. */
function firstMessage<Message>(child: ChildProcess): Promise<[Message]> {
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error('the reference server ended')));
  return once(child, 'message', { signal: ended.signal }) as Promise<[Message]>;
}

/** What one request costs. Guest code: it runs inside the measured process, on Node 20 and newer. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Parameters = Readonly<Record<string, string | number>>;

/** A log of every job, so that the controller sees when the *work* ended, not when the answer did. */
export interface JobLog {
  /** @returns a function to be called when the job has ended. */
  begin(): () => void;
}

/** A piece of a request's work that may be done on another thread: plain data in, plain data out. */
export type Task = (argument: Parameters) => Parameters | Promise<Parameters>;
/** Runs a task of the workload by its name, where the topology wants it run. */
export type RunTask = (name: string, argument: Parameters) => Promise<Parameters>;

export interface Workload {
  readonly name: string;
  /** What one request occupies, in one line for the reports. */
  readonly description: string;
  /** Tasks that the topology may give to worker threads; absent where all work stays in its process. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /**
   * @param print what the article's server logged for people, a line at a time; given only to a server that was started
   *   by hand, so that no measured one pays for it
   * @param run does the workload's tasks; without it they are done where they are asked for, on the event loop
   * @returns the handler of one process; it is made once.
   */
  handler(
    parameters: Parameters,
    jobs: JobLog,
    print?: (line: string) => void,
    run?: RunTask,
  ): (request: IncomingMessage, response: ServerResponse) => void;
}

/** Header with the id of a request: no two have the same. */
export const idHeader = 'x-chokepoint-id';

export const idOf = ({ headers }: IncomingMessage): string => String(headers[idHeader] ?? '');

export const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** @param key what only the work of this request yields: whoever skipped it cannot sign the id */
export function answerProved(response: ServerResponse, id: string, key: string, more: object = {}): void {
  const proof = createHmac('sha256', key).update(id).digest('hex');
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ id, proof, ...more }));
}

export const answerNotFound = (response: ServerResponse) => response.writeHead(404).end('not found\n');

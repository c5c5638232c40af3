/** What one request costs. Guest code: it runs inside the measured process, on Node 20 and newer. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Parameters = Readonly<Record<string, string | number>>;

/** Told of every job, so that the controller sees when the *work* ended, not when the answer did. */
export interface JobLog {
  /** @returns a function to be called when the job has ended. */
  begin(): () => void;
}

export interface Workload {
  readonly name: string;
  /** What one request occupies, in one line for the reports. */
  readonly description: string;
  /**
   * @param print what the seed's server logged for people, a line at a time; given only to a server that was started
   *   by hand, so that no measured one pays for it
   * @returns the handler of one process; it is made once.
   */
  handler(
    parameters: Parameters,
    jobs: JobLog,
    print?: (line: string) => void,
  ): (request: IncomingMessage, response: ServerResponse) => void;
}

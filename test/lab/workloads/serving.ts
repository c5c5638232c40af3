/** One workload behind a real HTTP server, in this process. */
import { createHmac } from 'node:crypto';
import {
  idHeader,
  type JobLog,
  type Parameters,
  type RunTask,
  type Workload,
} from '../../../src/lab/workloads/workload.ts';
import { serving as local } from '../../kit/localhost.ts';

/** @param jobs by default they are counted */
export async function serving(workload: Workload, parameters: Parameters, jobs?: JobLog, run?: RunTask) {
  const lines: string[] = [];
  const counts = { begun: 0, ended: 0 };
  const counting: JobLog = {
    begin() {
      counts.begun++;
      return () => void counts.ended++;
    },
  };
  const print = (line: string) => void lines.push(line);
  const server = await local(workload.handler(parameters, jobs ?? counting, print, run));
  return {
    lines,
    jobs: () => ({ ...counts }),
    async ask(path: string, id = 'r-7') {
      const begin = performance.now();
      const response = await fetch(new URL(path, server.url), {
        headers: { [idHeader]: id, connection: 'close' },
      });
      const body = await response.text();
      const { status, headers } = response;
      return { status, headers, body, took: performance.now() - begin };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** An answer that proves its work. */
export interface Answer {
  readonly id: string;
  readonly proof: string;
  readonly jobs?: number;
  readonly results: readonly (string | number)[];
}
export const answerOf = ({ body }: { readonly body: string }) => JSON.parse(body) as Answer;

/** What an honest answer to the request with this id carries. */
export const proofOf = (key: string, id = 'r-7') => createHmac('sha256', key).update(id).digest('hex');

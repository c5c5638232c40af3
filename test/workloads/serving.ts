/** One workload behind a real HTTP server, in this process. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { idHeader, type JobLog, type Parameters, type Workload } from '../../src/workloads/workload.ts';

export async function serving(
  workload: Workload,
  parameters: Parameters,
  jobs: JobLog = { begin: () => () => {} },
) {
  const server = createServer(workload.handler(parameters, jobs)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async ask(path: string, id = 'r-7') {
      const begin = performance.now();
      const response = await fetch(origin + path, { headers: { [idHeader]: id, connection: 'close' } });
      const body = await response.text();
      return { status: response.status, body, took: performance.now() - begin };
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** What an honest answer to the request with this id carries. */
export const proofOf = (key: string, id = 'r-7') => createHmac('sha256', key).update(id).digest('hex');

/**
 * The server of "libuv-thread-pool-size" (the repository and the article): `GET /test` starts ten times
 * `crypto.pbkdf2('a', 'b', 100000, 512, 'sha512')`. Its documents call that "I/O operations"; it is CPU work that
 * needs a pool thread. As published the answer leaves before the first job has ended.
 */
import { createHash, createHmac, pbkdf2 } from 'node:crypto';
import { appendFile } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Workload } from './workload.ts';

export const published = { jobs: 10, iterations: 100_000, keyLength: 512, digest: 'sha512' } as const;
export const idHeader = 'x-chokepoint-id';

export const poolSize: Workload = {
  name: 'pool-size',
  description: 'ten pbkdf2 jobs on the libuv pool for each request',
  handler(parameters, jobs) {
    const iterations = Number(parameters['iterations'] ?? published.iterations);
    const answersBefore = parameters['answer'] === 'before';
    // The published server logged every job through fs, that is through the pool that it measured.
    const logFile =
      parameters['log'] === 'pool'
        ? join(process.env['CHOKEPOINT_DIR'] ?? '.', `pool-size-${process.pid}.log`)
        : null;

    return (request, response) => {
      if (request.url?.split('?', 1)[0] !== '/test') {
        response.writeHead(404).end('not found\n');
        return;
      }
      const keys: Buffer[] = [];
      for (let job = 0; job < published.jobs; job++) {
        const end = jobs.begin();
        const started = performance.now();
        pbkdf2('a', 'b', iterations, published.keyLength, published.digest, (error, key) => {
          end();
          if (logFile)
            appendFile(logFile, `${((performance.now() - started) / 1000).toFixed(3)}\n`, () => {});
          if (answersBefore) return;
          if (error) {
            if (!response.headersSent) response.writeHead(500).end(error.message);
            return;
          }
          keys.push(key);
          if (keys.length === published.jobs) answer(response, String(request.headers[idHeader] ?? ''), keys);
        });
      }
      if (answersBefore) response.end('server: ok');
    };
  },
};

function answer(response: ServerResponse, id: string, keys: readonly Buffer[]): void {
  const proof = createHmac('sha256', proofKey(keys)).update(id).digest('hex');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id, proof, jobs: keys.length }));
}

/** The result of all jobs of one request as one key: whoever skipped a job cannot know it. */
function proofKey(keys: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const key of keys) hash.update(key);
  return hash.digest('hex');
}

/** What a client needs to check the proofs: it does one job itself, off the loop, and knows that all ten are alike. */
export function expectedProofKey(iterations: number): Promise<string> {
  return new Promise((resolve, reject) => {
    pbkdf2('a', 'b', iterations, published.keyLength, published.digest, (error, key) => {
      if (error) reject(error);
      else resolve(proofKey(Array.from({ length: published.jobs }, () => key)));
    });
  });
}

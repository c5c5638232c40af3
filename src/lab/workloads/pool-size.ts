/**
 * The server of "libuv-thread-pool-size" (the repository and the article): `GET /test` starts ten times
 * `crypto.pbkdf2('a', 'b', 100000, 512, 'sha512')`. Its documents call that "I/O operations"; it is CPU work that
 * needs a pool thread. As published the answer leaves before the first job has ended.
 */
import { createHash, pbkdf2 } from 'node:crypto';
import { appendFile } from 'node:fs';
import { join } from 'node:path';
import { answerNotFound, answerProved, idOf, pathOf, type Workload } from './workload.ts';

export const published = { jobs: 10, iterations: 100_000, keyLength: 512, digest: 'sha512' } as const;

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
      if (pathOf(request) !== '/test') {
        answerNotFound(response);
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
          if (keys.length < published.jobs) return;
          answerProved(response, idOf(request), proofKey(keys), { jobs: keys.length });
        });
      }
      if (answersBefore) response.end('server: ok');
    };
  },
};

/** The result of all jobs of one request as one key: whoever skipped a job cannot know it. */
function proofKey(keys: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const key of keys) hash.update(key);
  return hash.digest('hex');
}

/** The key by which a client checks the proofs: it does one job itself, off the loop, and knows that all ten are alike. */
export function expectedProofKey(iterations: number): Promise<string> {
  return new Promise((resolve, reject) => {
    pbkdf2('a', 'b', iterations, published.keyLength, published.digest, (error, key) => {
      if (error) reject(error);
      else resolve(proofKey(Array.from({ length: published.jobs }, () => key)));
    });
  });
}

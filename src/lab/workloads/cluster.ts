/**
 * The two servers of "node.js cluster": a request runs a loop and is answered `hello world`. They differ in
 * where the log's clock starts: `plain-server.js` starts it in the handler, `cluster-server.js` once, when the worker
 * starts, so that its "elapsed time" is the age of the worker.
 */
import cluster from 'node:cluster';
import { answerProved, idOf, type Workload } from './workload.ts';

export const published = { iterations: 10_000_000_000, body: 'hello world\n' } as const;

/**
 * The loop of the published servers: nothing in it. V8 keeps it all the same, and counts in doubles from 2³¹ on, which
 * takes about twice as long for each turn as counting in integers below.
 * @param from where the counter starts: a shorter loop that starts above 2³¹ counts as most of the published one does
 */
export function emptyLoop(from: number, iterations: number): void {
  const end = from + iterations;
  for (let i = from; i < end; i++) {
    // As published.
  }
}

/**
 * A loop that no compiler can leave out or shorten: each number follows from the one before (Marsaglia 2003, xorshift
 * with 13, 17, 5), and only the last is the answer.
 */
export function chain(iterations: number): number {
  let x = 2_463_534_242;
  for (let i = 0; i < iterations; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x >>> 0;
}

/** The key by which a client checks the proofs: it runs the same chain, for as long as one request does. */
export const expectedProofKey = (iterations: number): string => chain(iterations).toString(16);

export const clusterWorkload: Workload = {
  name: 'cluster',
  description: 'a loop on the event loop for each request: CPU work that nothing else can go on beside',
  /**
   * Parameters: `answer` `hello` (as published: an empty loop) or `proof` (a chain, and its result as the proof);
   * `iterations`; `from`, where the empty loop starts; `clock` `handler` or `worker`.
   */
  handler(parameters, jobs, print) {
    const workerStart = performance.now();
    const iterations = Number(parameters['iterations'] ?? published.iterations);
    const from = Number(parameters['from'] ?? 0);
    const proves = parameters['answer'] === 'proof';
    // The published file for one process has its clock in the handler, the one for a cluster in the worker.
    const clock = parameters['clock'] ?? (cluster.isWorker ? 'worker' : 'handler');
    const comma = clock === 'handler' ? ', elapsed time : ' : ' elapsed time ';

    return (request, response) => {
      const end = jobs.begin();
      const start = clock === 'worker' ? workerStart : performance.now();
      const result = proves ? chain(iterations) : emptyLoop(from, iterations);
      const elapsed = performance.now() - start;
      end();
      // The published server wrote the head before the loop, but nothing of it left the process before the end.
      response.setHeader('server-timing', `app;dur=${elapsed.toFixed(3)}`);
      if (typeof result === 'number') answerProved(response, idOf(request), result.toString(16));
      else response.end(published.body);
      print?.(`response complete${comma}${Math.round(elapsed)}`);
    };
  },
};

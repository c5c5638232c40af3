/**
 * `GET /stat` beside long jobs that the server itself keeps in flight: what one kind of job does to another that shares
 * its pool. Long jobs come in rounds, all of one at once, as when some images or passwords arrive together; the next
 * round begins some time after the last job of one has ended. They begin with the first request.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { number, pbkdf2Kind, proofKey, remembered, type Job } from './pool-classes/kind.ts';
import { statKind } from './pool-classes/files.ts';
import { heldKind } from './held-jobs.ts';
import {
  answerNotFound,
  answerProved,
  idOf,
  pathOf,
  type JobLog,
  type Parameters,
  type Workload,
} from './workload.ts';

/** Long jobs: a pipe that stays full, which needs no CPU; a key that needs nothing else; or none. */
const longKinds = { held: heldKind, pbkdf2: pbkdf2Kind } as const;
export type Long = keyof typeof longKinds | 'none';

export const poolMixed: Workload = {
  name: 'pool-mixed',
  description: 'fs.stat for each request, beside long jobs that the server keeps on the same pool',
  handler(parameters, jobs) {
    const folder = mkdtempSync(join(process.env['CHOKEPOINT_DIR'] ?? tmpdir(), 'pool-mixed-'));
    const short = statKind.prepare(parameters, folder);
    const long = longJob(parameters, folder);
    const results = long ? rounds(long, parameters, jobs) : (answer: RoundAnswer) => answer(null, []);

    return (request, response) => {
      if (pathOf(request) !== '/stat') {
        answerNotFound(response);
        return;
      }
      results((failed, values) =>
        short((error, size) => {
          if (failed ?? error) {
            response.writeHead(500).end((failed ?? error)?.message);
            return;
          }
          answerProved(response, idOf(request), proofKey([...values, size]), { long: values.length });
        }),
      );
    };
  },
};

/** Called with what the last whole round of long jobs yielded; before there is one, it is called when there is. */
type RoundAnswer = (error: Error | null, values: readonly string[]) => void;

function longJob(parameters: Parameters, folder: string): Job | null {
  const kind = longKinds[String(parameters['long'] ?? 'none') as keyof typeof longKinds];
  return kind?.prepare({ ...parameters, flight: number(parameters, 'count', 1) }, folder) ?? null;
}

/** Round after round of long jobs. An answer waits for the first round, so that it can prove one. */
function rounds(long: Job, parameters: Parameters, jobs: JobLog): (answer: RoundAnswer) => void {
  const count = number(parameters, 'count', 1);
  const pause = number(parameters, 'pause', 0);
  const limited = limit(long, number(parameters, 'limit', count));
  let last: readonly string[] | null = null;
  let failed: Error | null = null;
  let waiting: RoundAnswer[] | null = null;

  function round(): void {
    const values: string[] = [];
    let open = count;
    for (let job = 0; job < count; job++) {
      const end = jobs.begin();
      limited((error, value) => {
        end();
        failed ??= error;
        values.push(value);
        if (--open > 0) return;
        last = values;
        for (const answer of waiting?.splice(0) ?? []) answer(failed, values);
        // A server that has closed its socket is not to live on for its long jobs.
        if (!failed) setTimeout(round, pause).unref();
      });
    }
  }

  return (answer) => {
    if (last) return answer(failed, last);
    if (waiting) waiting.push(answer);
    else {
      waiting = [answer];
      round();
    }
  };
}

/** The limiter in user land: at most so many jobs are given to the pool at once; the others wait in JavaScript. */
function limit(job: Job, most: number): Job {
  let open = 0;
  const queue: (() => void)[] = [];
  const next = () => {
    while (open < most) {
      const start = queue.shift();
      if (!start) return;
      open++;
      start();
    }
  };
  return (done) => {
    queue.push(() =>
      job((error, value) => {
        open--;
        next();
        done(error, value);
      }),
    );
    next();
  };
}

/** The key that the answers of a server with these parameters prove. */
export const expectedMixedKey = remembered(async (long: Long, parameters: Parameters): Promise<string> => {
  const size = await statKind.expected(parameters);
  if (long === 'none') return proofKey([size]);
  const value = await longKinds[long].expected(parameters);
  return proofKey([...Array.from({ length: number(parameters, 'count', 1) }, () => value), size]);
});

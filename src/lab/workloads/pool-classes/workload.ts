/**
 * `GET /KIND`: jobs of one kind for the pool, one after the other, and an answer that proves them. As many clients as
 * jobs are to be in flight ask for it.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerNotFound, answerProved, idOf, pathOf, type Parameters, type Workload } from '../workload.ts';
import {
  gzipKind,
  number,
  pbkdf2Kind,
  proofKey,
  remembered,
  scryptKind,
  type Job,
  type Kind,
} from './kind.ts';
import { directKind, fsyncKind, readFileKind, readKind, statKind, stepsKind } from './files.ts';
import { heldKind } from '../held-jobs.ts';
import { dnsKind } from './names.ts';

export const kinds: readonly Kind[] = [
  pbkdf2Kind,
  scryptKind,
  gzipKind,
  statKind,
  readKind,
  directKind,
  fsyncKind,
  heldKind,
  dnsKind,
  readFileKind,
  stepsKind,
];

export const poolClasses: Workload = {
  name: 'pool-classes',
  description: 'jobs of one kind on the libuv pool, one after the other, for each request',
  handler(parameters) {
    const count = number(parameters, 'count', 1);
    const folder = mkdtempSync(join(process.env['CHOKEPOINT_DIR'] ?? tmpdir(), 'pool-classes-'));
    const ready = new Map<string, Job>();
    const jobOf = (kind: Kind): Job => {
      const job = ready.get(kind.name) ?? kind.prepare(parameters, folder);
      ready.set(kind.name, job);
      return job;
    };
    // The announced kind is made ready before the server listens; by hand a server has them all, each on first use.
    const announced = kinds.find(({ name }) => name === parameters['kind']);
    if (announced) jobOf(announced);

    return (request, response) => {
      const kind = kinds.find(({ name }) => pathOf(request) === `/${name}`);
      if (!kind) {
        answerNotFound(response);
        return;
      }
      let job: Job;
      try {
        job = jobOf(kind);
      } catch (error) {
        response.writeHead(500).end(`${String(error)}\n`);
        return;
      }
      const values: string[] = [];
      const next = (error: Error | null, value: string): void => {
        if (error) {
          response.writeHead(500).end(error.message);
          return;
        }
        values.push(value);
        if (values.length < count) job(next);
        else answerProved(response, idOf(request), proofKey(values), { jobs: values.length });
      };
      job(next);
    };
  },
};

/** The key that the answers of a server with these parameters prove. */
export const expectedKey = remembered(async (kind: Kind, parameters: Parameters): Promise<string> => {
  const value = await kind.expected(parameters);
  return proofKey(Array.from({ length: number(parameters, 'count', 1) }, () => value));
});

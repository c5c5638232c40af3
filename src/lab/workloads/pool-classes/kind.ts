/** One kind of job for the pool, what an honest one yields, and the kinds that compute. Guest code. */
import { createHash, pbkdf2, scrypt } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { Parameters } from '../workload.ts';

/**
 * `computes`: needs a CPU for as long as it holds its thread. `cached`: microseconds of system call. `waits`: neither.
 * `whole`: a small cached file from its open to its close, in one job or in several.
 */
export type Nature = 'computes' | 'cached' | 'waits' | 'whole';

/** Runs one job; `value` is what only the work yields. */
export type Job = (done: (error: Error | null, value: string) => void) => void;

export interface Kind {
  readonly name: string;
  readonly nature: Nature;
  /** The job in a few words, for tables. */
  readonly label: string;
  /**
   * Makes ready what its jobs need. May block: no request has come yet.
   * @param folder for files; it is removed with the trial
   */
  prepare(parameters: Parameters, folder: string): Job;
  /** The value of a job with these parameters, as the controller expects it. */
  expected(parameters: Parameters): Promise<string>;
}

/** Jobs in flight, unless told: pipes, buffers and files are made for so many. */
export const usualFlight = 64;

export function number(parameters: Parameters, name: string, unless: number): number {
  return Number(parameters[name] ?? unless);
}

/** The values of all jobs of one request as one key: whoever skipped one does not know it. */
export function proofKey(values: readonly string[]): string {
  return createHash('sha256').update(values.join('\n')).digest('hex');
}

function digest(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

type StartJob = (parameters: Parameters) => (done: (error: Error | null, result: Buffer) => void) => void;

/** @param value what a result is known by, the same in every version of Node */
function computing(name: string, label: string, run: StartJob, value: (result: Buffer) => string): Kind {
  const job = (parameters: Parameters): Job => {
    const start = run(parameters);
    return (done) => start((error, result) => done(error, error ? '' : value(result)));
  };
  return {
    name,
    label,
    nature: 'computes',
    prepare: job,
    expected: (parameters) =>
      new Promise((resolve, reject) =>
        job(parameters)((error, result) => (error ? reject(error) : resolve(result))),
      ),
  };
}

/** The article's job with fewer iterations. */
export const pbkdf2Kind = computing(
  'pbkdf2',
  'crypto.pbkdf2',
  (parameters) => (done) => pbkdf2('a', 'b', number(parameters, 'iterations', 3000), 512, 'sha512', done),
  digest,
);

/** A job that takes 1 KiB × N of memory: 2 MiB at N = 2048. */
export const scryptKind = computing(
  'scrypt',
  'crypto.scrypt',
  (parameters) => (done) =>
    scrypt('a', 'b', 64, { N: number(parameters, 'memory', 2048), r: 8, p: 1, maxmem: 1 << 30 }, done),
  digest,
);

/** @returns `make`, which does the work for the same arguments once: most cells of a plan ask again */
export function remembered<Args extends readonly unknown[]>(
  make: (...args: Args) => Promise<string>,
): (...args: Args) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (...args) => {
    const question = JSON.stringify(args);
    const answer = known.get(question) ?? make(...args);
    known.set(question, answer);
    return answer;
  };
}

/** Lines of words, the same everywhere: about as compressible as a log. */
export function text(bytes: number): Buffer {
  const lines: string[] = [];
  for (let length = 0, line = 0; length < bytes; line++) {
    const next = `GET /articles/${(line * 7919) % 1009}?page=${line % 97} 200 ${(line * 104_729) % 65_521}\n`;
    lines.push(next);
    length += next.length;
  }
  return Buffer.from(lines.join('')).subarray(0, bytes);
}

/**
 * The compressed bytes differ between versions of zlib; the trailer does not (RFC 1952, 2.3.1): checksum and length of
 * all that was put in.
 */
export const gzipKind = computing(
  'gzip',
  'zlib.gzip',
  (parameters) => {
    const data = text(number(parameters, 'bytes', 262_144));
    return (done) => gzip(data, done);
  },
  (result) => result.subarray(-8).toString('hex'),
);

/** Kinds of jobs that compute: a key, a memory-hard key, a compressed text. Guest code. */
import { pbkdf2, scrypt } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { Parameters } from '../workload.ts';
import { digest, number, type Job, type Kind } from './kind.ts';

type Run = (parameters: Parameters) => (done: (error: Error | null, result: Buffer) => void) => void;

/** @param value what a result is known by, the same in every version of Node */
function computing(name: string, label: string, run: Run, value: (result: Buffer) => string): Kind {
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

/** 1 KiB × N of memory for each job: 2 MiB at N = 2048. */
export const scryptKind = computing(
  'scrypt',
  'crypto.scrypt',
  (parameters) => (done) =>
    scrypt('a', 'b', 64, { N: number(parameters, 'memory', 2048), r: 8, p: 1, maxmem: 1 << 30 }, done),
  digest,
);

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

/**
 * How an answer proves that its results are its own (guest). A task seals what it found with the id of its piece of
 * work; the server opens every result with the id of the piece that it asked for, and compares nothing. What comes out
 * is the key of the proof: with the result of another request it is noise, and the client, who knows the key, sees it.
 */
import { createHash } from 'node:crypto';
import type { Parameters } from '../workload.ts';

const sha256 = (value: string) => createHash('sha256').update(value).digest();

function xor(a: Buffer, b: Buffer): Buffer {
  const result = Buffer.alloc(a.length);
  for (let i = 0; i < a.length; i++) result[i] = (a[i] ?? 0) ^ (b[i] ?? 0);
  return result;
}

/** @param id of the piece of work, which no other has */
export function sealed(id: string, value: string | number): Parameters {
  return { value, seal: xor(sha256(String(value)), sha256(id)).toString('hex') };
}

/** @returns the digest of the value, if the result belongs to this id; else noise */
function opened(id: string, result: Parameters): Buffer {
  return xor(Buffer.from(String(result['seal']), 'hex'), sha256(id));
}

/** The id of one piece of a request. */
export const pieceId = (id: string, piece: number) => `${id}/${piece}`;

/** The key that all results of one request make together. */
export function keyOfResults(id: string, results: readonly Parameters[]): string {
  const hash = createHash('sha256');
  for (const [piece, result] of results.entries()) hash.update(opened(pieceId(id, piece), result));
  return hash.digest('hex');
}

/** The key that right results have, whatever the request's id. */
export function keyOfValues(values: readonly (string | number)[]): string {
  const hash = createHash('sha256');
  for (const value of values) hash.update(sha256(String(value)));
  return hash.digest('hex');
}

/** The delays of a request in whole milliseconds, drawn from its id: so a client knows what its answer had to wait for. */
export function delaysOf(id: string, count: number, from: number, to: number): number[] {
  const digest = sha256(id);
  return Array.from({ length: count }, (_, i) => from + (digest.readUInt32BE(4 * i) % (to - from + 1)));
}

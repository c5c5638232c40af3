/**
 * DNS lookups by the system's own resolver, which waits in a thread of the pool for a name server that takes its
 * time. Guest code; the server must have been started in mounts of its own (topologies/topology.ts).
 */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { Worker } from 'node:worker_threads';
import { number, type Kind } from './kind.ts';

/** What the lab's name server is told. */
export interface NameServerOptions {
  readonly address: string;
  /** Milliseconds from a query to its answer. */
  readonly hold: number;
  /** [0]: 0 until it listens, 1 when it does, 2 if it cannot; [1]: the system's number of the error. */
  readonly state: Int32Array;
}

const bytes = 4;
const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, bytes);

/** The secret in every address, in the cipher of its name: so an address proves that just this name was asked for. */
const secret = digest('address of the lab');

const ciphered = (address: Buffer, name: string) => {
  const cipher = digest(name);
  return Buffer.from(address.map((byte, index) => byte ^ (cipher[index] ?? 0)));
};

/** @returns the four bytes of the address of a name */
export const addressOf = (name: string): Buffer => ciphered(secret, name);

/** Deciphers an address by its name: to `secretText`, if it is the name's own. */
export const told = (address: string, name: string): string =>
  ciphered(Buffer.from(address.split('.').map(Number)), name).toString('hex');

export const secretText = secret.toString('hex');

/** Bytes of the head of every message; the name that is asked for begins behind it (RFC 1035, 4.1). */
export const headLength = 12;

/** The query with one address in answer, by a pointer to the name in the question. */
export function addressAnswer(query: Buffer, address: Uint8Array): Buffer {
  const end = query.indexOf(0, headLength) + 5;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt32BE(0, 8);
  const record = [0xc0, headLength, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4];
  return Buffer.concat([head, Buffer.from(record), address]);
}

/** Milliseconds that a thread gets to start. */
const timeout = 10_000;

/** The address that the resolver of this process asks. @throws Error where that is anybody else's */
function ownAddress(): string {
  const [, address] =
    /^nameserver (127\.77\.\d+\.\d+)$/m.exec(readFileSync('/etc/resolv.conf', 'utf8')) ?? [];
  if (address === undefined) throw new Error('this server was not started with a name server of its own');
  return address;
}

/** Starts the name server, and blocks until it listens. @throws Error when it cannot */
function startNameServer(address: string, hold: number): void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const file = join(import.meta.dirname, `name-server${extname(import.meta.filename)}`);
  const workerData: NameServerOptions = { address, hold, state };
  new Worker(file, { workerData }).unref();
  Atomics.wait(state, 0, 0, timeout);
  if (state[0] === 1) return;
  const why = state[1] ? getSystemErrorName(state[1]) : `nothing in ${timeout} ms`;
  throw new Error(`the name server at ${address} does not listen: ${why}`);
}

export const dnsKind: Kind = {
  name: 'dns',
  nature: 'waits',
  label: 'dns.lookup, a fixed time',
  prepare(parameters) {
    startNameServer(ownAddress(), number(parameters, 'hold', 10));
    let count = 0;
    return (done) => {
      // A new name each time: an answer that somebody has kept is of no use.
      const name = `n${count++}.test`;
      lookup(name, { family: 4 }, (error, address) => done(error, error ? '' : told(address, name)));
    };
  },
  expected: () => Promise.resolve(secretText),
};

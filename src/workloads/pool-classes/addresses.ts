/** What a name server of the lab is told, and the address that it gives a name (guest). */
import { createHash } from 'node:crypto';

export interface NameServerOptions {
  readonly address: string;
  /** Milliseconds from a query to its answer. */
  readonly hold: number;
  /** [0]: 0 until it listens, 1 when it does, 2 if it cannot; [1]: the system's number of the error. */
  readonly state: Int32Array;
}

const bytes = 4;
const digest = (text: string) => createHash('sha256').update(text).digest().subarray(0, bytes);

/** The same for every name, and written in each name's own cipher: an address proves that just this name was asked for. */
const secret = digest('address of the lab');

const ciphered = (address: Buffer, name: string) => {
  const cipher = digest(name);
  return Buffer.from(address.map((byte, index) => byte ^ (cipher[index] ?? 0)));
};

/** @returns the four bytes of the address of a name */
export const addressOf = (name: string): Buffer => ciphered(secret, name);

/** What an address says of its name: `secretText`, if it is the name's own. */
export const told = (address: string, name: string): string =>
  ciphered(Buffer.from(address.split('.').map(Number)), name).toString('hex');

export const secretText = secret.toString('hex');

/**
 * Look-ups of names by the system's own resolver, which waits in a thread of the pool for a name server that takes its
 * time. Guest code; the server must have been started in mounts of its own (topologies/own-names.ts).
 */
import { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { Worker } from 'node:worker_threads';
import { secretText, told, type NameServerOptions } from './addresses.ts';
import { number, type Kind } from './kind.ts';

/** Milliseconds that a thread gets to start. */
const patience = 10_000;

/** The address that the resolver of this process asks. @throws Error where that is anybody else's */
function ownAddress(): string {
  const [, address] =
    /^nameserver (127\.77\.\d+\.\d+)$/m.exec(readFileSync('/etc/resolv.conf', 'utf8')) ?? [];
  if (address === undefined) throw new Error('this server was not started with a name server of its own');
  return address;
}

/** Blocks until it listens. @throws Error when it cannot */
function startNameServer(address: string, hold: number): void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const file = join(import.meta.dirname, `name-server${extname(import.meta.filename)}`);
  const workerData: NameServerOptions = { address, hold, state };
  new Worker(file, { workerData }).unref();
  Atomics.wait(state, 0, 0, patience);
  if (state[0] === 1) return;
  const why = state[1] ? getSystemErrorName(state[1]) : `nothing in ${patience} ms`;
  throw new Error(`the name server at ${address} does not listen: ${why}`);
}

export const dnsKind: Kind = {
  name: 'dns',
  nature: 'waits',
  label: 'dns.lookup, answered after a fixed time',
  prepare(parameters) {
    startNameServer(ownAddress(), number(parameters, 'hold', 10));
    let count = 0;
    return (done) => {
      // A new name each time: whoever kept the last answer has none to give.
      const name = `n${count++}.test`;
      lookup(name, { family: 4 }, (error, address) => done(error, error ? '' : told(address, name)));
    };
  },
  expected: () => Promise.resolve(secretText),
};

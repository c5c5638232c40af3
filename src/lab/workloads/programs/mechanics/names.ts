/**
 * How many threads DNS lookups may have (guest). In a namespace of its own, with a name server of its own that
 * keeps its answers back, the queries that have arrived are the lookups that are in flight: exactly, and with no clock.
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { existsSync, fstat } from 'node:fs';
import { join } from 'node:path';
import { addressAnswer, headLength } from '../../pool-classes/names.ts';
import type { Facts } from '../facts.ts';
import { called, ScratchFolder } from '../map/attempt.ts';
import { control, settled } from '../map/hold.ts';
import { factsOfAll, type Child } from './children.ts';

const sizes = [1, 2, 4, 5, 8] as const;
const loopbackAddress = Buffer.from([127, 0, 0, 2]);

/** A command that gives a child a network and mounts of its own, with another loopback interface and two other files in /etc. */
function command(scratch: ScratchFolder): string[] {
  const resolver = scratch.file('nameserver 127.0.0.1\noptions timeout:30 attempts:1\n');
  const order = scratch.file('hosts: files dns\n');
  const mounts = [[resolver, '/etc/resolv.conf'] as const, [order, '/etc/nsswitch.conf'] as const]
    .filter(([, target]) => existsSync(target))
    .map(([source, target]) => `mount --bind '${source}' ${target}`);
  const script = ['ip link set lo up', ...mounts, 'exec "$@"'].join(' && ');
  return ['unshare', '-rmn', 'sh', '-c', script, 'sh'];
}

export async function names(): Promise<Facts> {
  const scratch = new ScratchFolder(join(process.env['CHOKEPOINT_DIR'] ?? '.', `names-${process.pid}`));
  const before = command(scratch);
  const [file = '', ...args] = before;
  const { error, status, stderr } = spawnSync(file, [...args, 'true'], { encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    return { why: `a namespace of its own is not to be had here: ${why}` };
  }
  const facts: Facts = {};
  const children = sizes.map((size) => {
    const parameters = { ask: 'slow-names' };
    return [size, { entry: 'commonjs', parameters, size: String(size), before } satisfies Child] as const;
  });
  for (const [size, found] of await factsOfAll(children)) {
    facts[`in flight ${size}`] = found['inFlight'] ?? null;
    facts[`answered ${size}`] = found['answered'] ?? null;
    facts[`file done ${size}`] = found['fileDone'] ?? null;
  }
  return facts;
}

/** Runs in the namespace: starts three times as many lookups as threads, of which none is answered at first. */
export async function slowNames(scratch: ScratchFolder): Promise<Facts> {
  const size = Number(process.env['UV_THREADPOOL_SIZE']);
  const kept: (() => void)[] = [];
  const arrived = new Set<string>();
  let isOpen = false;
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    arrived.add(query.subarray(headLength).toString('latin1'));
    const answer = () => server.send(addressAnswer(query, loopbackAddress), from.port, from.address);
    if (isOpen) answer();
    else kept.push(answer);
  });
  server.bind(53, '127.0.0.1');
  await once(server, 'listening');
  let answered = 0;
  const lookups = Array.from({ length: 3 * size }, (_, i) =>
    called((done) => lookup(`n${i}.test`, { family: 4 }, done)).then(() => answered++),
  );
  await settled(() => arrived.size, control);
  const inFlight = arrived.size;
  // A job behind all of them is done by the threads that lookups may not have.
  let fileDone = false;
  const descriptor = scratch.descriptor();
  const job = called((done) => fstat(descriptor, done)).then(() => (fileDone = true));
  await settled(() => (fileDone ? 1 : 0), control, { all: 1 });
  const wasDone = fileDone;
  isOpen = true;
  for (const answer of kept) answer();
  await Promise.all([...lookups, job]);
  return { inFlight, answered, fileDone: wasDone };
}

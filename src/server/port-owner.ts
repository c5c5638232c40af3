/**
 * Whose socket answers at an address (Linux). Any user of the machine can listen at a port before the server does; then
 * the requests, and the credentials in them, would go to that user.
 */
import { lookup } from 'node:dns/promises';
import { readdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename } from 'node:path';
import { message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';
import { hasSocket, holderOf, listeners, type Listener } from '../host/listeners.ts';
import { executable, statusOf } from '../host/processes.ts';
import { holderName } from './held-ports.ts';
import type { RunningServer } from './server.ts';

/** The addresses at which the requests to one URL arrive. */
export interface Doorway {
  readonly host: string;
  readonly port: number;
  /** None: they could not be found out. */
  readonly addresses: readonly string[];
}

export async function doorway({ host, port }: { host: string; port: number }): Promise<Doorway> {
  if (isIP(host) !== 0) return { host, port, addresses: [host] };
  // Whichever of the two accepts is taken by the load.
  if (host === 'localhost') return { host, port, addresses: ['127.0.0.1', '::1'] };
  const found = await lookup(host, { all: true }).catch(() => []);
  return { host, port, addresses: found.map(({ address }) => address) };
}

/**
 * Holds what listens there to the processes of a server.
 * @returns whether anything is seen to listen there
 * @throws Problem PORT_TAKEN if a socket is none of the server's
 */
export function requireOwnPort(door: Doorway, server: Pick<RunningServer, 'pids'>): boolean {
  if (process.platform !== 'linux') return true;
  const sockets = answering(door);
  const strange = strangersOf(sockets, server.pids());
  if (strange.length === 0) return sockets.length > 0;
  // A process that was born between the two looks may have been given the socket of its parent: a stranger stays one.
  const again = answering(door).filter(({ socket }) => strange.some((one) => one.socket === socket));
  const [stranger] = strangersOf(again, server.pids());
  if (stranger === undefined) return true;
  const by = message('port.holder', { name: holderName(stranger.socket), uid: stranger.uid });
  throw problem('PORT_TAKEN', { host: door.host, port: door.port, by });
}

/** The sockets that take a connection to one of the addresses: a socket for this very address comes before one for all. */
function answering({ port, addresses }: Doorway): Listener[] {
  const there = listeners(process.pid).filter((one) => one.port === port);
  const ofAll = (address: string) => {
    const ipv4 = there.filter((one) => one.address === '0.0.0.0');
    return isIP(address) === 4 && ipv4.length > 0 ? ipv4 : there.filter((one) => one.address === '::');
  };
  const taking = addresses.flatMap((address) => {
    const exact = there.filter((one) => one.address === address);
    return exact.length > 0 ? exact : ofAll(address);
  });
  return [...new Map(taking.map((one) => [one.socket, one])).values()];
}

function strangersOf(sockets: readonly Listener[], pids: readonly number[]): Listener[] {
  const hidden = new Set(pids.filter((pid) => !canReadFiles(pid)).flatMap(usersOf));
  return sockets.filter(({ socket, uid }) => {
    if (pids.some((pid) => hasSocket(pid, socket))) return false;
    // The files of a server under another user (sudo -u app …) cannot be read: then its user must do.
    if (hidden.has(uid)) return false;
    return !isRootsProxy(socket, uid);
  });
}

/**
 * A port that root has opened on behalf of the command, through a daemon that was there before: docker-proxy, or a socket
 * of systemd. Root could read every request anyway. Root itself sees who it is, and trusts docker-proxy alone.
 */
function isRootsProxy(socket: string, uid: number): boolean {
  if (uid !== 0) return false;
  if (process.getuid?.() !== 0) return true;
  const holder = holderOf(socket);
  return holder !== null && basename(executable(holder) ?? '') === 'docker-proxy';
}

function canReadFiles(pid: number): boolean {
  try {
    readdirSync(`/proc/${pid}/fd`);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'; // it has ended, and hides nothing
  }
}

function usersOf(pid: number): number[] {
  return (statusOf(pid)?.('Uid') ?? '').split(/\s+/).map(Number);
}

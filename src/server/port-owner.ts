/**
 * Whose socket answers at an address (Linux). Any user of the machine can listen at a port before the server does; then
 * the requests, and the credentials in them, would go to that user.
 */
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, resolve } from 'node:path';
import { message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';
import { hasSocket, holderOf, listeners, type Listener } from '../host/listeners.ts';
import { canReadFiles, executable, hasProc, statusOf, identity, isNode } from '../host/processes.ts';
import type { RunningServer } from './server.ts';
import { described } from '../host/offspring.ts';
import { nodeCommand } from '../apply/node-command.ts';
import type { LaunchTarget } from './launch.ts';

/** The addresses at which the requests to one URL arrive. */
export interface ResolvedHost {
  readonly host: string;
  readonly port: number;
  /** Empty if they could not be found out. */
  readonly addresses: readonly string[];
}

export async function resolveHost({ host, port }: { host: string; port: number }): Promise<ResolvedHost> {
  if (isIP(host) !== 0) return { host, port, addresses: [host] };
  // Whichever of the two accepts is taken by the load.
  if (host === 'localhost') return { host, port, addresses: ['127.0.0.1', '::1'] };
  const found = await lookup(host, { all: true }).catch(() => []);
  return { host, port, addresses: found.map(({ address }) => address) };
}

/**
 * Requires that whatever listens there belongs to the processes of a server.
 * @returns whether anything is seen to listen there
 * @throws Problem PORT_TAKEN if a socket is none of the server's
 */
export function requireOwnPort(door: ResolvedHost, server: Pick<RunningServer, 'pids'>): boolean {
  if (!hasProc) return true;
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
function answering({ port, addresses }: ResolvedHost): Listener[] {
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
 * Whether root has opened the port on behalf of the command, through a daemon that was there before: docker-proxy, or a
 * socket of systemd. Root could read every request anyway. If we are root, we see who holds it, and trust docker-proxy alone.
 */
function isRootsProxy(socket: string, uid: number): boolean {
  if (uid !== 0) return false;
  if (process.getuid?.() !== 0) return true;
  const holder = holderOf(socket);
  return holder !== null && basename(executable(holder) ?? '') === 'docker-proxy';
}

function usersOf(pid: number): number[] {
  return (statusOf(pid)?.('Uid') ?? '').split(/\s+/).map(Number);
}

/** The rest finds out which port a server that does not listen may have wanted, and who holds it (Linux). */

/** @returns `4711 node server.js` of whoever has the socket open; null where that may not be known */
function holderName(socket: string): string | null {
  const who = identity(holderOf(socket) ?? 0);
  return who && described(who);
}

/** Ports where Node processes listen, as messages name them: `3000: 4711 node server.js`. */
export function nodePorts(): string[] {
  return portsWhere(({ socket }) => {
    const holder = holderOf(socket);
    return holder !== null && holder !== process.pid && isNode(holder);
  });
}

function portsWhere(isMeant: (one: Listener) => boolean): string[] {
  const found = new Map(listeners(process.pid).flatMap((one) => (isMeant(one) ? [[one.port, one]] : [])));
  return Array.from(found.values(), (one) => `${one.port}: ${holderName(one.socket) ?? `user ${one.uid}`}`);
}

type Target = Pick<LaunchTarget, 'launch' | 'cwd'>;

/** Taken ports that the server may have wanted: its script, its words or its PORT name them. */
export function wantedPorts({ launch: { file, args, env }, cwd }: Target): string[] {
  const path = resolve(cwd, nodeCommand([file, ...args])?.script ?? '.');
  const source = existsSync(path) && path !== resolve(cwd) ? readFileSync(path, 'utf8') : '';
  const words = [...args, env['PORT'] ?? process.env['PORT'], source].join(' ').match(/\b\d{2,5}\b/g);
  return portsWhere(({ port }) => words?.includes(String(port)) ?? false);
}

/**
 * Says why a server ended before it answered. It may print that its port is taken; Express 5 hands that error to the callback of
 * `listen`, where most servers lose it and end with 0.
 * @param output its last lines @returns PORT_TAKEN or SERVER_EXITED
 */
export function endedEarly(how: string, setting: string, target: Target, output: readonly string[]): Problem {
  const [, host = '', port = ''] = /EADDRINUSE\b.*?(\S+):(\d+)$/m.exec(output.join('\n')) ?? [];
  const holder = listeners(process.pid).find((one) => String(one.port) === port);
  if (holder) {
    const by = message('port.holder', { uid: holder.uid, name: holderName(holder.socket) });
    return problem('PORT_TAKEN', { host, port, by });
  }
  const named = how === 'exit code 0' ? wantedPorts(target) : [];
  const held = how === 'exit code 0' && named.length === 0 ? nodePorts() : named;
  return problem('SERVER_EXITED', { how, todo: message('exited.todo', { setting, held }) });
}

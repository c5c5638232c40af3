/** Finds the process at a port (`doctor :3000`), and the ports at which a process can be asked. */
import { basename } from 'node:path';
import {
  addressText,
  hasSocket,
  type Listener,
  listeners,
  listenersOf,
  reachable,
} from '../../host/listeners.ts';
import {
  allPids,
  allProcesses,
  isNode,
  processTree,
  hasProc,
  systemName,
  wordsOf,
} from '../../host/processes.ts';
import { message } from '../../messages/message.ts';
import { Problem, problem } from '../../messages/problem.ts';
import { nodePorts, resolveHost, requireOwnPort, type ResolvedHost } from '../../server/port-owner.ts';
import { endpointOf } from '../../format/address.ts';

const mostPort = 65_535;

/** Whether the number can be that of a TCP port. */
export const isPort = (number: number) => number >= 1 && number <= mostPort;

/** Whether anybody listens there, in the network of this process (Linux). */
export function listensAt(port: number): boolean {
  return hasProc && listeners(process.pid).some((one) => one.port === port);
}

/**
 * Returns the process that listens there. In a cluster that is the primary, so that its workers are watched with it, also
 * where each worker has a socket of its own (`reusePort`).
 * @throws Problem LOOK_NEEDS_LINUX, PORT_SILENT, PORT_HIDDEN, PORT_PUBLISHED
 */
export function processAtPort(port: number): number {
  if (!hasProc) throw problem('LOOK_NEEDS_LINUX', { platform: systemName });
  const sockets = listeners(process.pid).filter((one) => one.port === port);
  if (sockets.length === 0)
    throw problem('PORT_SILENT', { port, todo: message('port-silent.todo', { held: nodePorts() }) });
  const holders = allPids().filter((pid) => sockets.some(({ socket }) => hasSocket(pid, socket)));
  const parents = new Map(allProcesses().map(({ pid, parent }) => [pid, parent]));
  const roots = holders.filter((pid) => !isBelow(pid, holders, parents));
  const [first] = roots;
  const isOfDocker = holders.length > 0 ? holders.every(isDockerProxy) : isPublished(port);
  if (isOfDocker) throw problem('PORT_PUBLISHED', { port, command: message('target.docker', { port }) });
  if (first === undefined) throw problem('PORT_HIDDEN', { port });
  const above = new Set(roots.map((pid) => parents.get(pid) ?? 0));
  const [parent = 0] = above;
  return roots.length > 1 && above.size === 1 && isNode(parent) ? parent : first;
}

/** Whether a process is the one by which Docker publishes a port: it passes the connections on to the container. */
function isDockerProxy(pid: number): boolean {
  return basename(wordsOf(pid)[0] ?? '') === 'docker-proxy' && !isNode(pid);
}

/** Whether Docker publishes a port, by command lines alone: these can be read where sockets cannot. It only chooses a message. */
function isPublished(port: number): boolean {
  return allPids().some((pid) => {
    const words = isDockerProxy(pid) ? wordsOf(pid) : [];
    const at = words.indexOf('-host-port');
    return at >= 0 && words[at + 1] === String(port);
  });
}

/** Returns, by port, the origins at which a process or those below it can be reached from here: `http://127.0.0.1:3000`. */
export function originsOf(pid: number): ReadonlyMap<number, string> {
  return new Map(
    listenersOf(processTree(pid))
      .toSorted((one, other) => rank(other) - rank(one))
      .map(({ address, port }) => [port, originAt(address, port)]),
  );
}

/**
 * Requires that requests go to sockets of a running process or of those below it: they were meant for nobody else.
 * @throws Problem TARGET_OTHER
 */
export async function requireTarget(
  pid: number,
  requests: readonly { readonly url: string }[],
): Promise<void> {
  for (const origin of new Set(requests.map(({ url }) => new URL(url).origin))) {
    const door = await resolveHost(endpointOf(origin));
    if (!isOwn(door, pid)) throw problem('TARGET_OTHER', { pid, host: door.host, port: door.port });
  }
}

function isOwn(door: ResolvedHost, pid: number): boolean {
  try {
    return requireOwnPort(door, { pids: () => processTree(pid) });
  } catch (error) {
    if (error instanceof Problem && error.code === 'PORT_TAKEN') return false;
    throw error;
  }
}

/** The rank of an address among those with the same port: IPv4 comes first. */
const rank = ({ address }: Listener) => (address.includes(':') ? 1 : 0);

function originAt(address: string, port: number): string {
  // What is bound to every address of IPv6 nearly always has those of IPv4 too.
  const host = address === '::' ? '127.0.0.1' : reachable(address);
  return `http://${addressText({ host, port })}`;
}

function isBelow(pid: number, others: readonly number[], parents: ReadonlyMap<number, number>): boolean {
  for (let one = parents.get(pid) ?? 0; one > 1; one = parents.get(one) ?? 0)
    if (others.includes(one)) return true;
  return false;
}

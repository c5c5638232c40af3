/** Which process is meant by a port, `doctor :3000`, and at which port a process can be asked. */
import { hasSocket, type Listener, listeners, reachable } from '../../host/listeners.ts';
import { allPids, allProcesses, isNode, processTree } from '../../host/processes.ts';
import { problem } from '../../messages/problem.ts';

/**
 * The process that listens there. Of a cluster it is the primary, so that its workers are watched with it, also where each
 * worker has a socket of its own (`reusePort`).
 * @throws Problem LOOK_NEEDS_LINUX, PORT_SILENT, PORT_HIDDEN
 */
export function processAtPort(port: number): number {
  if (process.platform !== 'linux') throw problem('LOOK_NEEDS_LINUX', { platform: process.platform });
  const sockets = listeners(process.pid).filter((one) => one.port === port);
  if (sockets.length === 0) throw problem('PORT_SILENT', { port });
  const holders = allPids().filter((pid) => sockets.some(({ socket }) => hasSocket(pid, socket)));
  const parents = new Map(allProcesses().map(({ pid, parent }) => [pid, parent]));
  const roots = holders.filter((pid) => !isBelow(pid, holders, parents));
  const [first] = roots;
  if (first === undefined) throw problem('PORT_HIDDEN', { port });
  const above = new Set(roots.map((pid) => parents.get(pid) ?? 0));
  const [parent = 0] = above;
  return roots.length > 1 && above.size === 1 && isNode(parent) ? parent : first;
}

/** Where a process, and those below it, listen and can be reached from here, by the port: `http://127.0.0.1:3000`. */
export function originsOf(pid: number): ReadonlyMap<number, string> {
  const members = processTree(pid);
  const own = listeners(process.pid).filter(({ socket }) => members.some((one) => hasSocket(one, socket)));
  return new Map(
    own
      .toSorted((one, other) => rank(other) - rank(one))
      .map(({ address, port }) => [port, originAt(address, port)]),
  );
}

/** Of several addresses with the same port the one of IPv4. */
const rank = ({ address }: Listener) => (address.includes(':') ? 1 : 0);

function originAt(address: string, port: number): string {
  // What is bound to every address of IPv6 nearly always has those of IPv4 too.
  const host = address === '::' ? '127.0.0.1' : reachable(address);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isBelow(pid: number, others: readonly number[], parents: ReadonlyMap<number, number>): boolean {
  for (let one = parents.get(pid) ?? 0; one > 1; one = parents.get(one) ?? 0)
    if (others.includes(one)) return true;
  return false;
}

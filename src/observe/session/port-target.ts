/** Which process is meant by a port: `doctor :3000`. */
import { hasSocket, listeners } from '../../host/listeners.ts';
import { allPids, allProcesses, isNode } from '../../host/processes.ts';
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

function isBelow(pid: number, others: readonly number[], parents: ReadonlyMap<number, number>): boolean {
  for (let one = parents.get(pid) ?? 0; one > 1; one = parents.get(one) ?? 0)
    if (others.includes(one)) return true;
  return false;
}

/** Programs of this machine that hold connections to the watched server: what they use of its CPUs belongs to the load. */
import { basename } from 'node:path';
import { allPids, cpuTime, identity, hasProc, wordsOf } from '../../host/processes.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { LocalClient } from '../../model/watch.ts';
import { socketInodes, tcpTable, type Endpoint } from '../external/tcp-info.ts';

/** Most looks for such programs: each reads the open files of all processes that may be read. */
const mostLooks = 3;

export class LocalClients {
  #looks = 0;
  readonly #known = new Map<
    string,
    { readonly pid: number; readonly name: string; readonly cpu: number; readonly at: Milliseconds }
  >();
  #used: readonly LocalClient[] = [];

  /**
   * Looks for clients until some are found, then for what they use; about once a second, beside the schedule.
   * @param ports the ports at which the server listens
   */
  async look(server: readonly number[], ports: ReadonlySet<number>, at: Milliseconds): Promise<void> {
    if (this.#known.size === 0 && this.#looks++ < mostLooks) {
      const found = await clientsOf(server, ports).catch(() => []);
      for (const pid of found) {
        const who = identity(pid);
        if (who !== null) this.#known.set(who, { pid, name: nameOf(pid), cpu: cpuTime(pid), at });
      }
    }
    const alive = [...this.#known].filter(([who, one]) => one.at < at && identity(one.pid) === who);
    // If one has ended, the figures stay as they were.
    if (alive.length < this.#used.length) return;
    this.#used = alive.map(([, { pid, name, cpu, at: from }]) => ({
      pid,
      name,
      cpu: (cpuTime(pid) - cpu) / (at - from),
    }));
  }

  get used(): readonly LocalClient[] {
    return this.#used;
  }
}

async function clientsOf(server: readonly number[], ports: ReadonlySet<number>): Promise<number[]> {
  const [first] = server;
  if (first === undefined || !hasProc) return [];
  const sockets = await tcpTable(first);
  const pair = (from: Endpoint, to: Endpoint) => `${from.address}:${from.port}>${to.address}:${to.port}`;
  const inbound = new Set(
    sockets.flatMap(({ local, remote }) => (ports.has(local.port) ? pair(remote, local) : [])),
  );
  const theirs = sockets.filter(({ local, remote }) => inbound.has(pair(local, remote)));
  const wanted = new Set(theirs.map(({ inode }) => inode));
  if (wanted.size === 0) return [];
  const found: number[] = [];
  for (const pid of allPids()) {
    if (server.includes(pid) || pid === process.pid) continue;
    const open = await socketInodes(pid).catch(() => new Set<number>());
    if (!open.isDisjointFrom(wanted)) found.push(pid);
  }
  return found;
}

/** Returns the name of the program or script alone: other words of its command may be secrets. */
function nameOf(pid: number): string {
  const [program = '', ...rest] = wordsOf(pid);
  const script = basename(program).startsWith('node') ? rest.find((word) => !word.startsWith('-')) : null;
  return basename(script || program.split(' ')[0] || '').slice(0, 40);
}

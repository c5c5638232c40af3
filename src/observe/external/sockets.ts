/**
 * TCP as the kernel has it, for one process: who waits to be accepted, which requests wait for an answer, and which
 * calls to others do. Of unix sockets only the connections to others are counted; UDP is left out.
 */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { OutOfReach, Readable } from '../../model/process-snapshot.ts';
import type { Sockets } from '../../model/watch.ts';
import { systemClock } from '../../host/clock.ts';
import { linkOf } from '../../host/processes.ts';
import { socketTally, type SocketTally } from './socket-tally.ts';
import { listenOverflows, socketInodes, tcpInfo, tcpTable, unixPeers } from './tcp-info.ts';

export type OpenSockets = ReturnType<typeof openSockets>;

/** Samples rest as many times as long as they took. */
const rest = 19;
/** Two make a rate: the second does not wait longer, however long a busy machine made the first. */
const soon: Milliseconds = 1000;
/** With more sockets on the machine the own ones are asked for, and all only every tenth time, for what is new. */
const many = 1000;
const anew = 10;
/** Readings from one of the unix sockets to the next. */
const seldom = 4;
/** A tally of the last seconds begins anew after so long, in turn with another one, which is half as old then. */
const recent: Milliseconds = 5000;

export function openSockets(pid: number, clock: Clock = systemClock) {
  /** Those at which it ever listened: a server that is closing listens no more, and still answers. */
  const ownPorts = new Set<number>();
  /** Ports of its connections, of either side, where the machine has so many that only these are asked for. */
  let known: readonly number[] | null = null;
  let overflows: { readonly first: number; last: number } | null = null;
  let [isCrowded, isBusy, readings, next] = [false, false, 0, 0];
  let unix: readonly string[] = [];
  const whole = socketTally(clock.now());
  /** The older one first. */
  let recently: [SocketTally, SocketTally] = [whole, socketTally(clock.now())];
  // What `ss` tells is of the namespace that it is started in.
  const network = linkOf(`/proc/${pid}/ns/net`);
  /** Times that `ss` may still fail: a busy machine may have made it late. */
  let trust = network !== null && network === linkOf('/proc/self/ns/net') ? 3 : 0;
  let why: OutOfReach | null = { ok: false, why: message('unseen.connections-unread') };
  return {
    ownPorts: ownPorts as ReadonlySet<number>,
    /** About twice a second. Left out while it would take more than a twentieth of the time. */
    async sample(): Promise<void> {
      const start = clock.now();
      if (isBusy || start < next) return;
      isBusy = true;
      try {
        await read();
        why = null;
      } catch (error) {
        if (readings === 0) why = whyNot(error);
      } finally {
        isBusy = false;
        const pause = rest * (clock.now() - start);
        next = clock.now() + (readings < 2 ? Math.min(pause, soon) : pause);
      }
    },
    /** All samples so far together; of the last seconds alone, where less is asked for. */
    summary(last: Milliseconds = Infinity): Readable<Sockets> {
      const tally = Number.isFinite(last) ? recently[0] : whole;
      return why ?? { ok: true, ...tally.summary(overflows && overflows.last - overflows.first) };
    },
  };

  async function read(): Promise<void> {
    const inodes = await socketInodes(pid);
    const [{ sockets, isTimed }, found] = await Promise.all([readSockets(inodes), listenOverflows(pid)]);
    if (found !== null) {
      overflows ??= { first: found, last: found };
      overflows.last = found;
    }
    const own = sockets.filter(({ inode }) => inodes.has(inode));
    for (const { isListening, local } of own) if (isListening) ownPorts.add(local.port);
    // A cluster's workers answer at a port at which their primary listens.
    const ports = new Set(ownPorts);
    for (const { isListening, local } of sockets) if (isListening) ports.add(local.port);
    const at = clock.now();
    if (at - recently[1].begin >= recent / 2) recently = [recently[1], socketTally(at)];
    // They are pools, as a rule, and stay as many.
    if (trust > 0 && readings % seldom === 0) unix = await unixPeers(inodes);
    readings++;
    for (const tally of new Set([whole, ...recently])) tally.add({ at, own, ports, isTimed, unix });
    const peers = own.map(({ local, remote }) => (ports.has(local.port) ? local.port : remote.port));
    known = isCrowded ? [...new Set([...ownPorts, ...peers])] : null;
  }

  /** With the kernel's clocks if they can be had. */
  async function readSockets(own: ReadonlySet<number>) {
    if (trust > 0) {
      const isAll = known === null || readings % anew === 0;
      const found = await tcpInfo(own, isAll ? null : known);
      if (found) {
        if (isAll) isCrowded = found.total > many;
        return { sockets: found.sockets, isTimed: true };
      }
      trust--;
    }
    return { sockets: await tcpTable(pid), isTimed: false };
  }
}

function whyNot(error: unknown): OutOfReach {
  const { code } = error as NodeJS.ErrnoException;
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  const why = isForbidden
    ? message('unseen.files-forbidden')
    : message('unseen.files', { error: code ?? String(error) });
  return { ok: false, code: 'SOCKETS_UNREADABLE', why };
}

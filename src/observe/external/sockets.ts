/**
 * TCP as the kernel has it, for one process: who waits to be accepted, which requests wait for an answer, and which
 * calls to others do. Of unix sockets only the connections to others are counted; UDP is left out.
 */
import { message } from '../../messages/message.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import type { OutOfReach, Readable } from '../../model/process-snapshot.ts';
import type { Sockets, Pending } from '../../model/watch.ts';
import { systemClock as clock } from '../../host/clock.ts';
import { linkOf } from '../../host/kernel-files.ts';
import {
  listenOverflows,
  socketInodes,
  tcpInfo,
  tcpTable,
  unixPeers,
  pendingAge,
  type Endpoint,
  type TcpSocket,
} from './tcp-info.ts';
import { Histogram } from '../../stats/histogram.ts';

export type OpenSockets = ReturnType<typeof openSockets>;

/** Largest share of the time for samples, unless told otherwise. The first ones always get it: a short look has no others. */
const usualPart: Ratio = 0.05;
const first = 5;
/** Longest pause before the second sample, even if a busy machine made the first one slow: a rate needs two. */
const soon: Milliseconds = 1000;
/** With more sockets than these on the machine, only the own ones are asked for. Every tenth time all are, to find new ones. */
const many = 1000;
const anew = 10;
/** The unix sockets are read at every fourth reading. */
const seldom = 4;
/** Longest time of a tally of the last seconds; then it begins anew. There are two of them, which begin half this time apart. */
const recent: Milliseconds = 5000;

/** @param part of the time that samples may take */
export function openSockets(pid: number, part: Ratio = usualPart) {
  /** Ports at which it ever listened: a server that is closing listens no more, and still answers. */
  const ownPorts = new Set<number>();
  /** Ports of its connections, of either side, where the machine has so many that only these are asked for. */
  let known: readonly number[] | null = null;
  let overflows: { readonly first: number; last: number } | null = null;
  let [isCrowded, isBusy, readings, next] = [false, false, 0, 0];
  let unix: readonly string[] = [];
  const whole = socketTally(clock.now());
  /** Tallies of the last seconds, the older one first. */
  let recently: [SocketTally, SocketTally] = [whole, socketTally(clock.now())];
  // `ss` sees only the network namespace in which it is started.
  const network = linkOf(`/proc/${pid}/ns/net`);
  /** Times that `ss` may still fail: a busy machine may have made it late. */
  let trust = network !== null && network === linkOf('/proc/self/ns/net') ? 3 : 0;
  let why: OutOfReach | null = { ok: false, why: message('unseen.connections-unread') };
  return {
    ownPorts: ownPorts as ReadonlySet<number>,
    /** Takes a sample, about twice a second. It is left out while it would take more than its part of the time. */
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
        const pause = (1 / (readings < first ? usualPart : part) - 1) * (clock.now() - start);
        next = clock.now() + (readings < 2 ? Math.min(pause, soon) : pause);
      }
    },
    /** Sums up all samples so far; where less is asked for, those of the last seconds. */
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
    // Connections over unix sockets are mostly those of pools, whose number hardly changes.
    if (trust > 0 && readings % seldom === 0) unix = await unixPeers(inodes);
    readings++;
    for (const tally of new Set([whole, ...recently])) tally.add({ at, own, ports, isTimed, unix });
    const peers = own.map(({ local, remote }) => (ports.has(local.port) ? local.port : remote.port));
    known = isCrowded ? [...new Set([...ownPorts, ...peers])] : null;
  }

  /** Reads the sockets, with the kernel's clocks if they can be had. */
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

/** Most remote addresses that are counted one by one. The rest are counted together: a crawler may call thousands. */
const mostRemotes = 200;

/** One look at the connections of a process. */
interface SocketReading {
  readonly at: Milliseconds;
  readonly own: readonly TcpSocket[];
  /** Own ports: a connection to one of them is to us. */
  readonly ports: ReadonlySet<number>;
  /** Whether the reading has the kernel's clocks. */
  readonly isTimed: boolean;
  /** Paths of the unix sockets that it is connected to, as they were last seen. */
  readonly unix: readonly string[];
}

type SocketTally = ReturnType<typeof socketTally>;

export function socketTally(begin: Milliseconds) {
  const listening = new Map<string, { sum: number; max: number; readings: number; limit: number | null }>();
  const inbound = waiting();
  /** Inodes of connections to us over which something came since the begin. */
  const active = new Set<number>();
  const packets = new Map<number, { at: Milliseconds; in: number; out: number }>();
  /** Requests, and the time of connections in which they came. */
  const asked = { count: 0, within: 0 };
  const outbound = new Map<string, ReturnType<typeof waiting>>();
  /** Most connections at a time over unix sockets, by path. */
  const unixPaths = new Map<string, number>();
  /** Number of readings, and of those with the kernel's clocks. */
  let [readings, timed] = [0, 0];
  return {
    begin,
    add({ at, own, ports, isTimed, unix }: SocketReading): void {
      readings++;
      if (isTimed) timed++;
      for (const [path, same] of Map.groupBy(unix, (each) => each))
        unixPaths.set(path, Math.max(unixPaths.get(path) ?? 0, same.length));
      addListening(own.filter(({ isListening }) => isListening));
      for (const socket of own) {
        if (socket.isListening) continue;
        const isInbound = ports.has(socket.local.port);
        const side = isInbound ? inbound : remote(told(socket.remote));
        side.add(pendingAge(socket, isInbound ? 'inbound' : 'outbound'));
        if (isInbound) addFlows(socket, at);
      }
      for (const side of outbound.values()) side.endReading();
    },
    /** @param overflows connections that found a full queue since the begin; null where they are not told */
    summary(overflows: number | null): Sockets {
      const seen = { readings, timed };
      const toUs = inbound.value(seen);
      const { count, within } = asked;
      return {
        listening: [...listening].map(([address, { sum, max, readings: times, limit }]) => ({
          address,
          mean: sum / times,
          max,
          limit,
        })),
        overflows,
        inbound: {
          ...toUs, // A single reading shows only what came before it.
          active: timed > 1 ? active.size : null,
          rate: within > 0 ? (1000 * count * toUs.connections) / within : null,
        },
        outbound: [
          ...[...outbound].map(([to, side]) => ({ to, ...side.value(seen) })),
          ...[...unixPaths].map(([to, connections]) => ({ to, connections, pending: null, age: null })),
        ].toSorted(
          (one, other) => (other.pending ?? 0) - (one.pending ?? 0) || other.connections - one.connections,
        ),
      };
    },
  };

  /** Counts requests. Each comes in its own packet, and an answer takes at least one: the smaller number is that of requests. */
  function addFlows({ inode, flows }: TcpSocket, at: Milliseconds): void {
    if (!flows) return;
    const { sent, received } = flows;
    if (received.bytes > 0 && received.last <= at - begin) active.add(inode);
    const now = { at, in: received.segments, out: sent.segments };
    const before = packets.get(inode);
    packets.set(inode, now);
    if (!before) return;
    asked.count += Math.min(now.in - before.in, now.out - before.out);
    asked.within += now.at - before.at;
  }

  function addListening(sockets: readonly TcpSocket[]): void {
    for (const [address, same] of Map.groupBy(sockets, ({ local }) => told(local))) {
      const queued = same.reduce((sum, { unread }) => sum + unread, 0);
      const limit = same.reduce((sum, one) => sum + (one.limit ?? 0), 0);
      const before = listening.get(address);
      listening.set(address, {
        sum: (before?.sum ?? 0) + queued,
        max: Math.max(before?.max ?? 0, queued),
        readings: (before?.readings ?? 0) + 1,
        limit: limit || (before?.limit ?? null),
      });
    }
  }

  function remote(to: string) {
    const key = outbound.has(to) || outbound.size < mostRemotes ? to : 'others';
    const side = outbound.get(key) ?? waiting();
    outbound.set(key, side);
    return side;
  }
}

/** Connections of one kind over all readings. */
function waiting() {
  let [connections, pending] = [0, 0];
  /** Connections at the last reading's end, and the most of one reading. */
  let [before, most] = [0, 0];
  let ages: Histogram | null = null;
  return {
    add(age: Milliseconds | null): void {
      connections++;
      if (age === null) return;
      pending++;
      ages ??= new Histogram();
      ages.record(age * 1000);
    },
    endReading(): void {
      most = Math.max(most, connections - before);
      before = connections;
    },
    value: ({ readings, timed }: { readonly readings: number; readonly timed: number }): Pending => ({
      // For calls to others, the most at a time: a pool is as large as that, even if it was smaller at times. For clients, the mean.
      connections: most || Math.ceil(connections / readings),
      pending: timed > 0 ? pending / timed : null,
      age: ages && {
        p50: ages.percentile(0.5) / 1000,
        p95: ages.percentile(0.95) / 1000,
        max: ages.max / 1000,
      },
    }),
  };
}

function told({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}

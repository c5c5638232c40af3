/** What the readings of the connections of a process come to, from its begin on. */
import type { Milliseconds } from '../../model/units.ts';
import type { Pending, Sockets } from '../../model/watch.ts';
import { Histogram } from '../../stats/histogram.ts';
import { pendingAge, type Endpoint, type TcpSocket } from './tcp-info.ts';

/** Whom a process calls; a client of thousands, such as a crawler, has the rest together. */
const mostRemotes = 200;

/** One look at the connections of a process. */
export interface SocketReading {
  readonly at: Milliseconds;
  readonly own: readonly TcpSocket[];
  /** A connection to one of them is to us. */
  readonly ports: ReadonlySet<number>;
  /** Whether it has the kernel's clocks. */
  readonly isTimed: boolean;
  /** Paths of the unix sockets that it is connected to, as they were last seen. */
  readonly unix: readonly string[];
}

export type SocketTally = ReturnType<typeof socketTally>;

export function socketTally(begin: Milliseconds) {
  const listening = new Map<string, { sum: number; max: number; readings: number; limit: number | null }>();
  const inbound = waiting();
  /** Inodes of connections to us over which something came since then. */
  const active = new Set<number>();
  const packets = new Map<number, { at: Milliseconds; in: number; out: number }>();
  /** Requests, and the time of connections in which they came. */
  const asked = { count: 0, within: 0 };
  const outbound = new Map<string, ReturnType<typeof waiting>>();
  /** Connections over unix sockets by path: the most at a time. */
  const unixPaths = new Map<string, number>();
  /** All, and those with the kernel's clocks. */
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
    /** @param overflows of listening queues, since the begin; null where they are not told */
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
          ...toUs, // One reading, at the begin, tells of what came before it.
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

  /** A request in a packet of its own, an answer in one at least: the fewer of both are requests. */
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
      // To others the most at a time: a pool is as large as that, whatever it was before or after. Of clients the mean.
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

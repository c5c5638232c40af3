/** What the readings of the connections of a process come to, from its begin on. */
import type { Milliseconds } from '../../model/units.ts';
import type { ListenQueue, Pending, Sockets } from '../../model/watch.ts';
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

export class SocketTally {
  readonly #listening = new Map<
    string,
    { sum: number; max: number; readings: number; limit: number | null }
  >();
  readonly #inbound = new Waiting();
  /** Inodes of connections to us over which something came since then. */
  readonly #active = new Set<number>();
  readonly #packets = new Map<number, { at: Milliseconds; in: number; out: number }>();
  /** Requests, and the time of connections in which they came. */
  readonly #asked = { count: 0, within: 0 };
  readonly #outbound = new Map<string, Waiting>();
  /** Connections over unix sockets by path: the most at a time. */
  readonly #unix = new Map<string, number>();
  #readings = 0;
  /** Readings with the kernel's clocks. */
  #timed = 0;
  readonly begin: Milliseconds;

  constructor(begin: Milliseconds) {
    this.begin = begin;
  }

  add({ at, own, ports, isTimed, unix }: SocketReading): void {
    this.#readings++;
    if (isTimed) this.#timed++;
    for (const [path, same] of Map.groupBy(unix, (each) => each))
      this.#unix.set(path, Math.max(this.#unix.get(path) ?? 0, same.length));
    this.#addListening(own.filter(({ isListening }) => isListening));
    for (const socket of own) {
      if (socket.isListening) continue;
      const isInbound = ports.has(socket.local.port);
      const waiting = isInbound ? this.#inbound : this.#remote(told(socket.remote));
      waiting.add(pendingAge(socket, isInbound ? 'inbound' : 'outbound'));
      if (isInbound) this.#addReceived(socket, at);
      if (isInbound) this.#addPackets(socket, at);
    }
    for (const waiting of this.#outbound.values()) waiting.endReading();
  }

  #addReceived({ inode, flows }: TcpSocket, at: Milliseconds): void {
    if (!flows) return;
    const { bytes, last } = flows.received;
    if (bytes > 0 && last <= at - this.begin) this.#active.add(inode);
  }

  /** A request in a packet of its own, an answer in one at least: the fewer of both are requests. */
  #addPackets({ inode, flows }: TcpSocket, at: Milliseconds): void {
    if (!flows) return;
    const now = { at, in: flows.received.segments, out: flows.sent.segments };
    const before = this.#packets.get(inode);
    this.#packets.set(inode, now);
    if (!before) return;
    this.#asked.count += Math.min(now.in - before.in, now.out - before.out);
    this.#asked.within += now.at - before.at;
  }

  #addListening(sockets: readonly TcpSocket[]): void {
    for (const [address, same] of Map.groupBy(sockets, ({ local }) => told(local))) {
      const waiting = same.reduce((sum, { unread }) => sum + unread, 0);
      const limit = same.reduce((sum, one) => sum + (one.limit ?? 0), 0);
      const before = this.#listening.get(address);
      this.#listening.set(address, {
        sum: (before?.sum ?? 0) + waiting,
        max: Math.max(before?.max ?? 0, waiting),
        readings: (before?.readings ?? 0) + 1,
        limit: limit || (before?.limit ?? null),
      });
    }
  }

  #remote(to: string): Waiting {
    const known = this.#outbound.get(to);
    if (known) return known;
    const key = this.#outbound.size < mostRemotes ? to : 'others';
    const waiting = this.#outbound.get(key) ?? new Waiting();
    this.#outbound.set(key, waiting);
    return waiting;
  }

  /** @param overflows of listening queues, since the begin; null where they are not told */
  summary(overflows: number | null): Sockets {
    const seen = { readings: this.#readings, timed: this.#timed };
    const inbound = this.#inbound.value(seen);
    const { count: asked, within } = this.#asked;
    const rate = within > 0 ? (1000 * asked * inbound.connections) / within : null;
    const listening: ListenQueue[] = [...this.#listening].map(([address, { sum, max, readings, limit }]) => ({
      address,
      mean: sum / readings,
      max,
      limit,
    }));
    return {
      listening,
      overflows,
      inbound: {
        ...inbound, // One reading, at the begin, tells of what came before it.
        active: this.#timed > 1 ? this.#active.size : null,
        rate,
      },
      outbound: [
        ...[...this.#outbound].map(([to, waiting]) => ({ to, ...waiting.value(seen) })),
        ...[...this.#unix].map(([to, connections]) => ({ to, connections, pending: null, age: null })),
      ].toSorted(
        (one, other) => (other.pending ?? 0) - (one.pending ?? 0) || other.connections - one.connections,
      ),
    };
  }
}

/** Connections of one kind over all readings. */
class Waiting {
  #connections = 0;
  #pending = 0;
  /** Connections at the last reading's end, and the most of one reading. */
  #before = 0;
  #most = 0;
  #ages: Histogram | null = null;

  add(age: Milliseconds | null): void {
    this.#connections++;
    if (age === null) return;
    this.#pending++;
    this.#ages ??= new Histogram();
    this.#ages.record(age * 1000);
  }

  endReading(): void {
    this.#most = Math.max(this.#most, this.#connections - this.#before);
    this.#before = this.#connections;
  }

  value({ readings, timed }: { readonly readings: number; readonly timed: number }): Pending {
    const ages = this.#ages;
    return {
      // To others the most at a time: a pool is as large as that, whatever it was before or after. Of clients the mean.
      connections: this.#most || Math.ceil(this.#connections / readings),
      pending: timed > 0 ? this.#pending / timed : null,
      age: ages && {
        p50: ages.percentile(0.5) / 1000,
        p95: ages.percentile(0.95) / 1000,
        max: ages.max / 1000,
      },
    };
  }
}

function told({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}

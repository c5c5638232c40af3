/**
 * TCP as the kernel has it, for one process: who waits to be accepted, which requests wait for an answer, and which
 * calls to others do. Of unix sockets only the connections to others are counted; UDP is left out.
 */
import { message } from '../../messages/message.ts';
import { readlinkSync } from 'node:fs';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { OutOfReach, Seen } from '../../model/process-snapshot.ts';
import type { ListenQueue, Pending, Sockets } from '../../model/watch.ts';
import { Histogram } from '../../stats/histogram.ts';
import { systemClock } from '../../host/clock.ts';
import { pendingAge, tcpInfo, unixPeers } from './tcp-info.ts';
import { type Endpoint, listenOverflows, socketInodes, type TcpSocket, tcpTable } from './tcp-table.ts';

export interface OpenSockets {
  /** About twice a second. Left out while it would take more than a twentieth of the time. */
  sample(): Promise<void>;
  /** All samples so far together. */
  summary(): Seen<Sockets>;
}

/** Samples rest as many times as long as they took. */
const rest = 19;
/** With more sockets on the machine the own ones are asked for, and all only every tenth time, for what is new. */
const many = 1000;
const anew = 10;
/** Readings from one of the unix sockets to the next. */
const seldom = 4;
/** Whom a process calls; a client of thousands, such as a crawler, has the rest together. */
const mostRemotes = 200;

export function openSockets(pid: number, clock: Clock = systemClock): OpenSockets {
  return new SocketWatch(pid, clock);
}

class SocketWatch implements OpenSockets {
  readonly #pid: number;
  readonly #clock: Clock;
  readonly #listening = new Map<
    string,
    { sum: number; max: number; readings: number; limit: number | null }
  >();
  readonly #inbound = new Waiting();
  /** Inodes of connections to us over which something came since the watch began. */
  readonly #active = new Set<number>();
  readonly #begin: Milliseconds;
  readonly #packets = new Map<number, { at: Milliseconds; in: number; out: number }>();
  /** Requests, and the time of connections in which they came. */
  readonly #asked = { count: 0, within: 0 };
  readonly #outbound = new Map<string, Waiting>();
  /** Those at which it ever listened: a server that is closing listens no more, and still answers. */
  readonly #ownPorts = new Set<number>();
  /** Ports of its connections, of either side, where the machine has so many that only these are asked for. */
  #known: readonly number[] | null = null;
  #isCrowded = false;
  #overflows: { readonly first: number; last: number } | null = null;
  #readings = 0;
  /** Connections over unix sockets by path, and readings of them. */
  readonly #unix = new Map<string, number>();
  #unixReadings = 0;
  /** Readings with the kernel's clocks. */
  #timed = 0;
  /** Times that `ss` may still fail: a busy machine may have made it late. */
  #trust: number;
  #why: OutOfReach | null = { ok: false, why: message('unseen.connections-unread') };
  #isBusy = false;
  #next: Milliseconds = 0;

  constructor(pid: number, clock: Clock) {
    this.#pid = pid;
    this.#clock = clock;
    this.#begin = clock.now();
    // What `ss` tells is of the namespace that it is started in.
    const isOurs = networkOf(pid) !== null && networkOf(pid) === networkOf('self');
    this.#trust = isOurs ? 3 : 0;
  }

  async sample(): Promise<void> {
    const start = this.#clock.now();
    if (this.#isBusy || start < this.#next) return;
    this.#isBusy = true;
    try {
      await this.#read();
      this.#why = null;
    } catch (error) {
      if (this.#readings === 0) this.#why = whyNot(error);
    } finally {
      this.#isBusy = false;
      const now = this.#clock.now();
      this.#next = now + rest * (now - start);
    }
  }

  async #read(): Promise<void> {
    const inodes = await socketInodes(this.#pid);
    const [sockets, overflows] = await Promise.all([this.#sockets(inodes), listenOverflows(this.#pid)]);
    if (overflows !== null) {
      this.#overflows ??= { first: overflows, last: overflows };
      this.#overflows.last = overflows;
    }
    const own = sockets.filter(({ inode }) => inodes.has(inode));
    for (const { isListening, local } of own) if (isListening) this.#ownPorts.add(local.port);
    // A cluster's workers answer at a port at which their primary listens.
    const ports = new Set(this.#ownPorts);
    for (const { isListening, local } of sockets) if (isListening) ports.add(local.port);
    // They are pools, as a rule, and stay as many.
    if (this.#trust > 0 && this.#readings % seldom === 0) {
      this.#unixReadings++;
      for (const path of await unixPeers(inodes)) this.#unix.set(path, (this.#unix.get(path) ?? 0) + 1);
    }
    this.#readings++;
    this.#addListening(own.filter(({ isListening }) => isListening));
    const peers = new Set<number>();
    for (const socket of own) {
      if (socket.isListening) continue;
      const isInbound = ports.has(socket.local.port);
      peers.add(isInbound ? socket.local.port : socket.remote.port);
      const waiting = isInbound ? this.#inbound : this.#remote(told(socket.remote));
      waiting.add(pendingAge(socket, isInbound ? 'inbound' : 'outbound'));
      if (isInbound) this.#addReceived(socket);
      if (isInbound) this.#addPackets(socket);
    }
    this.#known = this.#isCrowded ? [...this.#ownPorts, ...peers] : null;
  }

  /** One reading, at the begin, tells of what came before it. */
  get #isTold(): boolean {
    return this.#timed > 1;
  }

  #addReceived({ inode, flows }: TcpSocket): void {
    if (!flows) return;
    const { bytes, last } = flows.received;
    if (bytes > 0 && last <= this.#clock.now() - this.#begin) this.#active.add(inode);
  }

  /** A request in a packet of its own, an answer in one at least: the fewer of both are requests. */
  #addPackets({ inode, flows }: TcpSocket): void {
    if (!flows) return;
    const now = { at: this.#clock.now(), in: flows.received.segments, out: flows.sent.segments };
    const before = this.#packets.get(inode);
    this.#packets.set(inode, now);
    if (!before) return;
    this.#asked.count += Math.min(now.in - before.in, now.out - before.out);
    this.#asked.within += now.at - before.at;
  }

  /** With the kernel's clocks if they can be had. */
  async #sockets(own: ReadonlySet<number>): Promise<readonly TcpSocket[]> {
    if (this.#trust > 0) {
      const isAll = this.#known === null || this.#readings % anew === 0;
      const found = await tcpInfo(own, isAll ? null : this.#known);
      if (found) {
        this.#timed++;
        if (isAll) this.#isCrowded = found.total > many;
        return found.sockets;
      }
      this.#trust--;
    }
    return tcpTable(this.#pid);
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

  summary(): Seen<Sockets> {
    if (this.#why) return this.#why;
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
      ok: true,
      listening,
      overflows: this.#overflows && this.#overflows.last - this.#overflows.first,
      inbound: { ...inbound, active: this.#isTold ? this.#active.size : null, rate },
      outbound: [
        ...[...this.#outbound].map(([to, waiting]) => ({ to, ...waiting.value(seen) })),
        ...[...this.#unix].map(([to, count]) => ({
          to,
          connections: Math.ceil(count / this.#unixReadings),
          pending: null,
          age: null,
        })),
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
  #ages: Histogram | null = null;

  add(age: Milliseconds | null): void {
    this.#connections++;
    if (age === null) return;
    this.#pending++;
    this.#ages ??= new Histogram();
    this.#ages.record(age * 1000);
  }

  value({ readings, timed }: { readonly readings: number; readonly timed: number }): Pending {
    const ages = this.#ages;
    return {
      // On average; one that came and went is still one.
      connections: Math.ceil(this.#connections / readings),
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

function networkOf(pid: number | 'self'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return null;
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

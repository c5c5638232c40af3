/**
 * TCP as the kernel has it, for one process: who waits to be accepted, which requests wait for an answer, and which
 * calls to others do. TCP alone: Unix sockets and UDP are left out.
 */
import { readlinkSync } from 'node:fs';
import type { Clock } from '../../model/clock.ts';
import type { OutOfReach, Seen } from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { ListenQueue, Pending, Sockets } from '../../model/watch.ts';
import { Histogram } from '../../stats/histogram.ts';
import { systemClock } from '../clock.ts';
import { pendingAge, type TcpInfo, tcpInfo } from './tcp-info.ts';
import { type Endpoint, listenOverflows, socketInodes, type TcpRow, tcpRows } from './tcp-table.ts';

export interface OpenSockets {
  /** About twice a second. Left out while it would take more than a twentieth of the time. */
  sample(): Promise<void>;
  /** All samples so far together. */
  summary(): Seen<Sockets>;
}

/** Samples rest as many times as long as they took. */
const rest = 19;
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
  readonly #outbound = new Map<string, Waiting>();
  /** Those that were ever listened at here: a server that is closing listens no more, and still answers. */
  readonly #ports = new Set<number>();
  #overflows: { readonly first: number; last: number } | null = null;
  #readings = 0;
  /** Readings with the kernel's clocks. */
  #timed = 0;
  /** Times that `ss` may still fail: a busy machine may have made it late. */
  #trust: number;
  #why: OutOfReach | null = { ok: false, why: 'its connections were not read yet' };
  #isBusy = false;
  #next: Milliseconds = 0;

  constructor(pid: number, clock: Clock) {
    this.#pid = pid;
    this.#clock = clock;
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
    const [rows, overflows] = await Promise.all([tcpRows(this.#pid), listenOverflows(this.#pid)]);
    if (overflows !== null) {
      this.#overflows ??= { first: overflows, last: overflows };
      this.#overflows.last = overflows;
    }
    // A cluster's workers answer at a port at which their primary listens: so all that listen are asked.
    for (const { state, local } of rows) if (state === 'listening') this.#ports.add(local.port);
    const own = rows.filter(({ inode }) => inodes.has(inode));
    const infos = await this.#ask(own);
    this.#readings++;
    if (infos) this.#timed++;
    this.#addListening(own, infos);
    this.#addConnections(own, infos);
  }

  /** The kernel's clocks by inode; null where they cannot be had. */
  async #ask(own: readonly TcpRow[]): Promise<ReadonlyMap<number, TcpInfo> | null> {
    if (this.#trust === 0) return null;
    const [ours, theirs] = [new Set<number>(), new Set<number>()];
    for (const row of own) {
      if (this.#isInbound(row)) ours.add(row.local.port);
      else theirs.add(row.remote.port);
    }
    const infos = await tcpInfo([...ours], [...theirs]);
    if (!infos) this.#trust--;
    return infos && new Map(infos.map((info) => [info.inode, info]));
  }

  #isInbound({ local }: TcpRow): boolean {
    return this.#ports.has(local.port);
  }

  #addListening(own: readonly TcpRow[], infos: ReadonlyMap<number, TcpInfo> | null): void {
    const listening = Map.groupBy(
      own.filter(({ state }) => state === 'listening'),
      ({ local }) => told(local),
    );
    for (const [address, rows] of listening) {
      const sum = (value: (row: TcpRow) => number) => rows.reduce((total, row) => total + value(row), 0);
      const waiting = sum(({ inode, received }) => infos?.get(inode)?.unread ?? received);
      const limit = infos && sum(({ inode }) => infos.get(inode)?.limit ?? 0);
      const before = this.#listening.get(address);
      this.#listening.set(address, {
        sum: (before?.sum ?? 0) + waiting,
        max: Math.max(before?.max ?? 0, waiting),
        readings: (before?.readings ?? 0) + 1,
        limit: limit || (before?.limit ?? null),
      });
    }
  }

  #addConnections(own: readonly TcpRow[], infos: ReadonlyMap<number, TcpInfo> | null): void {
    for (const row of own) {
      if (row.state === 'listening') continue;
      const isInbound = this.#isInbound(row);
      const waiting = isInbound ? this.#inbound : this.#remote(told(row.remote));
      const info = infos?.get(row.inode);
      waiting.add(info ? pendingAge(info, isInbound ? 'inbound' : 'outbound') : null);
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
      inbound: this.#inbound.value(seen),
      outbound: [...this.#outbound]
        .map(([to, waiting]) => ({ to, ...waiting.value(seen) }))
        .toSorted(
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
  const why = isForbidden ? 'they may not be read' : `they could not be read (${code ?? String(error)})`;
  return { ok: false, code: 'SOCKETS_UNREADABLE', why: `its open files: ${why}` };
}

/**
 * TCP as the kernel has it, for one process: who waits to be accepted, which requests wait for an answer, and which
 * calls to others do. Of unix sockets only the connections to others are counted; UDP is left out.
 */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { OutOfReach, Seen } from '../../model/process-snapshot.ts';
import type { Sockets } from '../../model/watch.ts';
import { systemClock } from '../../host/clock.ts';
import { linkOf } from '../../host/processes.ts';
import { SocketTally } from './socket-tally.ts';
import { tcpInfo, unixPeers } from './tcp-info.ts';
import { listenOverflows, socketInodes, type TcpSocket, tcpTable } from './tcp-table.ts';

export interface OpenSockets {
  /** About twice a second. Left out while it would take more than a twentieth of the time. */
  sample(): Promise<void>;
  /** All samples so far together; of the last seconds alone, where less is asked for. */
  summary(last?: Milliseconds): Seen<Sockets>;
}

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

export function openSockets(pid: number, clock: Clock = systemClock): OpenSockets {
  return new SocketWatch(pid, clock);
}

class SocketWatch implements OpenSockets {
  readonly #pid: number;
  readonly #clock: Clock;
  /** Those at which it ever listened: a server that is closing listens no more, and still answers. */
  readonly #ownPorts = new Set<number>();
  /** Ports of its connections, of either side, where the machine has so many that only these are asked for. */
  #known: readonly number[] | null = null;
  #isCrowded = false;
  #overflows: { readonly first: number; last: number } | null = null;
  #readings = 0;
  #unix: readonly string[] = [];
  readonly #whole: SocketTally;
  /** The older one first. */
  #recent: [SocketTally, SocketTally];
  /** Times that `ss` may still fail: a busy machine may have made it late. */
  #trust: number;
  #why: OutOfReach | null = { ok: false, why: message('unseen.connections-unread') };
  #isBusy = false;
  #next: Milliseconds = 0;

  constructor(pid: number, clock: Clock) {
    this.#pid = pid;
    this.#clock = clock;
    const now = clock.now();
    this.#whole = new SocketTally(now);
    this.#recent = [this.#whole, new SocketTally(now)];
    // What `ss` tells is of the namespace that it is started in.
    const network = linkOf(`/proc/${pid}/ns/net`);
    const isOurs = network !== null && network === linkOf('/proc/self/ns/net');
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
      const pause = rest * (now - start);
      this.#next = now + (this.#readings < 2 ? Math.min(pause, soon) : pause);
    }
  }

  async #read(): Promise<void> {
    const inodes = await socketInodes(this.#pid);
    const [{ sockets, isTimed }, overflows] = await Promise.all([
      this.#sockets(inodes),
      listenOverflows(this.#pid),
    ]);
    if (overflows !== null) {
      this.#overflows ??= { first: overflows, last: overflows };
      this.#overflows.last = overflows;
    }
    const own = sockets.filter(({ inode }) => inodes.has(inode));
    for (const { isListening, local } of own) if (isListening) this.#ownPorts.add(local.port);
    // A cluster's workers answer at a port at which their primary listens.
    const ports = new Set(this.#ownPorts);
    for (const { isListening, local } of sockets) if (isListening) ports.add(local.port);
    const at = this.#clock.now();
    if (at - this.#recent[1].begin >= recent / 2) this.#recent = [this.#recent[1], new SocketTally(at)];
    // They are pools, as a rule, and stay as many.
    if (this.#trust > 0 && this.#readings % seldom === 0) this.#unix = await unixPeers(inodes);
    this.#readings++;
    for (const tally of new Set([this.#whole, ...this.#recent]))
      tally.add({ at, own, ports, isTimed, unix: this.#unix });
    const peers = own.map(({ local, remote }) => (ports.has(local.port) ? local.port : remote.port));
    this.#known = this.#isCrowded ? [...new Set([...this.#ownPorts, ...peers])] : null;
  }

  /** With the kernel's clocks if they can be had. */
  async #sockets(own: ReadonlySet<number>): Promise<{ sockets: readonly TcpSocket[]; isTimed: boolean }> {
    if (this.#trust > 0) {
      const isAll = this.#known === null || this.#readings % anew === 0;
      const found = await tcpInfo(own, isAll ? null : this.#known);
      if (found) {
        if (isAll) this.#isCrowded = found.total > many;
        return { sockets: found.sockets, isTimed: true };
      }
      this.#trust--;
    }
    return { sockets: await tcpTable(this.#pid), isTimed: false };
  }

  summary(last: Milliseconds = Infinity): Seen<Sockets> {
    if (this.#why) return this.#why;
    const tally = Number.isFinite(last) ? this.#recent[0] : this.#whole;
    return { ok: true, ...tally.summary(this.#overflows && this.#overflows.last - this.#overflows.first) };
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

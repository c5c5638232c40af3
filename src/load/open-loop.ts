import type { ErrorKind } from '../model/error-kind.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LoopEnd } from './closed-loop.ts';
import type { Connection } from './connection.ts';
import { type ConnectionPool, Reachability } from './connection-pool.ts';
import type { Arrivals } from './pacing.ts';
import type { Recorder } from './recorder.ts';
import type { PreparedRequest, Scenario } from './scenario.ts';

/**
 * The most connections: each costs the generator about 10 kB, and it is to stay below 200 MB. Beyond, requests that are due wait inside the
 * generator; their wait counts, as lateness too, so that it is not taken for the server's.
 */
const maxConnections = 5_000;
/** Connections to each target that are opened ahead: the load spreads over the processes of a cluster from the start. */
const openedAhead = 32;

/** Connections to one target. The one that has been idle longest is used next, so that all of them take turns. */
interface Pool {
  readonly idle: Fifo<Connection>;
  /** Closed connections, to be opened again before new ones are made. */
  readonly spare: Connection[];
  /** Requests that are due while every connection is busy and there may be no more of them. */
  readonly waiting: DueQueue;
}

/**
 * Requests leave when they are due, whatever has become of the ones before: when all connections are busy another is
 * opened. Latency counts from the due time, so a stall of the server is felt by every request that fell into it, not
 * only by the one that happened to be in flight ("coordinated omission", Gil Tene).
 */
export class OpenLoop {
  readonly #connectionPool: ConnectionPool;
  readonly #scenario: Scenario;
  readonly #recorder: Recorder;
  readonly #timeout: Milliseconds;
  readonly #pools: readonly Pool[];
  readonly #ahead: readonly Connection[];
  readonly #reachability = new Reachability();
  #arrivals: Arrivals = () => Infinity;
  #origin: Milliseconds = 0;
  #next: Milliseconds = Infinity;
  #pending = 0;
  #finish: (end: LoopEnd) => void = () => {};

  constructor(connectionPool: ConnectionPool, scenario: Scenario, recorder: Recorder, timeout: Milliseconds) {
    this.#connectionPool = connectionPool;
    this.#scenario = scenario;
    this.#recorder = recorder;
    this.#timeout = timeout;
    this.#pools = Array.from({ length: connectionPool.targets }, () => ({
      idle: new Fifo<Connection>(),
      spare: [],
      waiting: new DueQueue(),
    }));
    this.#ahead = this.#pools.flatMap((_, target) =>
      Array.from({ length: openedAhead }, () => connectionPool.add(connectionPool.size, target)),
    );
  }

  async open(): Promise<void> {
    await Promise.all(this.#ahead.map((each) => each.open()));
    for (const connection of this.#ahead) this.#pools[connection.target]?.idle.push(connection);
  }

  /** Resolves when the schedule has ended and every request has too. Somebody has to call `fire` in time. */
  run(arrivals: Arrivals, origin: Milliseconds): Promise<LoopEnd> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#arrivals = arrivals;
      this.#origin = origin;
      this.#next = origin + arrivals();
      this.#connectionPool.ended = (connection, error, now) => this.#ended(connection, error, now);
      this.#finishIfIdle();
    });
  }

  /** Sends all that is due by `now`. */
  fire(now: Milliseconds): void {
    while (this.#next <= now) {
      const due = this.#next;
      this.#next = this.#origin + this.#arrivals();
      this.#pending++;
      const request = this.#scenario.next();
      const pool = this.#pools[request.target];
      if (pool === undefined) return;
      const connection = this.#free(pool, request.target);
      if (connection === null) pool.waiting.push(due, request.index);
      else this.#send(connection, request, due, now);
    }
  }

  #send(connection: Connection, request: PreparedRequest, due: Milliseconds, now: Milliseconds): void {
    const id = request.proofKey === null ? '' : this.#scenario.nextId();
    connection.send(request, id, due, now);
  }

  #free(pool: Pool, target: number): Connection | null {
    for (let idle = pool.idle.shift(); idle !== undefined; idle = pool.idle.shift()) {
      if (idle.isOpen) return idle;
      pool.spare.push(idle);
    }
    const spare = pool.spare.pop();
    if (spare !== undefined) return spare;
    return this.#connectionPool.size < maxConnections
      ? this.#connectionPool.add(this.#connectionPool.size, target)
      : null;
  }

  #ended(connection: Connection, error: ErrorKind | null, now: Milliseconds): void {
    this.#recorder.ended(connection, error, now);
    this.#pending--;
    if (this.#reachability.gaveUp(error, now)) return this.#stop();
    const pool = this.#pools[connection.target];
    if (pool === undefined) return;
    this.#dropExpired(pool, now);
    if (pool.waiting.size > 0) this.#sendWaiting(connection, pool, now);
    else if (connection.isOpen) pool.idle.push(connection);
    else pool.spare.push(connection);
    this.fire(now);
    this.#finishIfIdle();
  }

  #sendWaiting(connection: Connection, { waiting }: Pool, now: Milliseconds): void {
    const { due } = waiting;
    const request = this.#scenario.requests[waiting.request];
    waiting.drop();
    if (request !== undefined) this.#send(connection, request, due, now);
  }

  /** Ends the requests whose time was up before they could be sent. */
  #dropExpired({ waiting }: Pool, now: Milliseconds): void {
    while (now - waiting.due >= this.#timeout) {
      const unsent = {
        sent: Number.NaN,
        firstByte: Number.NaN,
        status: 0,
        bytesReceived: 0,
        excerpt: () => '',
      };
      this.#recorder.ended({ client: -1, due: waiting.due, ...unsent }, 'timeout', now);
      waiting.drop();
      this.#pending--;
    }
  }

  #finishIfIdle(): void {
    if (this.#pending === 0 && this.#next === Infinity) this.#finish('done');
  }

  #stop(): void {
    this.#next = Infinity;
    this.#connectionPool.ended = () => {};
    this.#finish('unreachable');
  }
}

/**
 * Requests that are due and wait for a connection, first in, first out. In an overload there may be millions of
 * them, so one takes ten bytes and no object.
 */
export class DueQueue {
  #dues = new Float64Array(1_024);
  #requests = new Uint16Array(1_024);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `request` is its index in the scenario. */
  push(due: Milliseconds, request: number): void {
    if (this.#size === this.#dues.length) this.#grow();
    const at = (this.#head + this.#size) % this.#dues.length;
    this.#dues[at] = due;
    this.#requests[at] = request;
    this.#size++;
  }

  /** Due time and request of the first; Infinity and 0 if there is none. */
  get due(): Milliseconds {
    return this.#size === 0 ? Infinity : (this.#dues[this.#head] ?? Infinity);
  }

  get request(): number {
    return this.#requests[this.#head] ?? 0;
  }

  drop(): void {
    if (this.#size === 0) return;
    this.#head = (this.#head + 1) % this.#dues.length;
    this.#size--;
  }

  #grow(): void {
    const dues = new Float64Array(this.#dues.length * 2);
    const requests = new Uint16Array(dues.length);
    dues.set(this.#dues.subarray(this.#head));
    dues.set(this.#dues.subarray(0, this.#head), this.#dues.length - this.#head);
    requests.set(this.#requests.subarray(this.#head));
    requests.set(this.#requests.subarray(0, this.#head), this.#requests.length - this.#head);
    this.#dues = dues;
    this.#requests = requests;
    this.#head = 0;
  }
}

/** First in, first out, in constant time and without garbage: a ring that doubles when it is full. */
export class Fifo<Item> {
  #ring: (Item | undefined)[] = Array.from({ length: 16 });
  #head = 0;
  #size = 0;

  push(item: Item): void {
    if (this.#size === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#size) & (this.#ring.length - 1)] = item;
    this.#size++;
  }

  shift(): Item | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#ring[this.#head];
    this.#ring[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#ring.length - 1);
    this.#size--;
    return item;
  }

  #grow(): void {
    const items = [...this.#ring.slice(this.#head), ...this.#ring.slice(0, this.#head)];
    this.#ring = [...items, ...Array.from<undefined>({ length: items.length })];
    this.#head = 0;
  }
}

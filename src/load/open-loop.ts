import type { ErrorKind } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LoopEnd } from './closed-loop.ts';
import type { Connection } from './connection.ts';
import { Fifo } from './fifo.ts';
import type { Fleet } from './fleet.ts';
import type { Arrivals } from './pacing.ts';
import { Reachability } from './reachability.ts';
import type { Recorder } from './recorder.ts';
import type { PreparedRequest, Scenario } from './scenario.ts';

/** Below the number of ports that one address has, and of files that a process may open on most systems. */
const maxConnections = 10_000;
/** Opened ahead: the load spreads over the processes of a cluster from the start. */
const openedAhead = 32;

interface Waiting {
  readonly request: PreparedRequest;
  readonly due: Milliseconds;
}

/** Connections to one target. The one that has been idle longest is used next, so that all of them take turns. */
interface Pool {
  readonly idle: Fifo<Connection>;
  /** Closed ones, to be opened again before new ones are made. */
  readonly spare: Connection[];
  /** Due, but every connection is busy and there may be no more of them. */
  readonly waiting: Fifo<Waiting>;
}

/**
 * Requests leave when they are due, whatever has become of the ones before: when all connections are busy another is
 * opened. Latency counts from the due time, so a stall of the server is felt by every request that fell into it, not
 * only by the one that happened to be in flight ("coordinated omission", Gil Tene).
 */
export class OpenLoop {
  readonly #fleet: Fleet;
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

  constructor(fleet: Fleet, scenario: Scenario, recorder: Recorder, timeout: Milliseconds) {
    this.#fleet = fleet;
    this.#scenario = scenario;
    this.#recorder = recorder;
    this.#timeout = timeout;
    this.#pools = Array.from({ length: fleet.targets }, () => ({
      idle: new Fifo<Connection>(),
      spare: [],
      waiting: new Fifo<Waiting>(),
    }));
    this.#ahead = this.#pools.flatMap((_, target) =>
      Array.from({ length: openedAhead }, () => fleet.add(fleet.size, target)),
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
      this.#fleet.ended = (connection, error, now) => this.#ended(connection, error, now);
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
      if (connection === null) pool.waiting.push({ request, due });
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
    return this.#fleet.size < maxConnections ? this.#fleet.add(this.#fleet.size, target) : null;
  }

  #ended(connection: Connection, error: ErrorKind | null, now: Milliseconds): void {
    this.#recorder.ended(connection, error, now);
    this.#pending--;
    if (this.#reachability.gaveUp(error, now)) return this.#stop();
    const pool = this.#pools[connection.target];
    if (pool === undefined) return;
    this.#dropExpired(pool, now);
    const waiting = pool.waiting.shift();
    if (waiting !== undefined) this.#send(connection, waiting.request, waiting.due, now);
    else if (connection.isOpen) pool.idle.push(connection);
    else pool.spare.push(connection);
    this.fire(now);
    this.#finishIfIdle();
  }

  /** Requests that could not even be sent before their time was up. */
  #dropExpired(pool: Pool, now: Milliseconds): void {
    for (let head = pool.waiting.peek(); head !== undefined; head = pool.waiting.peek()) {
      if (now - head.due < this.#timeout) return;
      pool.waiting.shift();
      this.#pending--;
      const unsent = {
        sent: Number.NaN,
        firstByte: Number.NaN,
        status: 0,
        bytesReceived: 0,
        excerpt: () => '',
      };
      this.#recorder.ended({ client: -1, due: head.due, ...unsent }, 'timeout', now);
    }
  }

  #finishIfIdle(): void {
    if (this.#pending === 0 && this.#next === Infinity) this.#finish('done');
  }

  #stop(): void {
    this.#next = Infinity;
    this.#fleet.ended = () => {};
    this.#finish('unreachable');
  }
}

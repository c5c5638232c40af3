import type { ErrorKind } from '../model/error-kind.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Connection } from './connection.ts';
import { type ConnectionPool, Reachability, reconnectDelay } from './connection-pool.ts';
import type { Rounds } from './pacing.ts';
import type { Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';

/** How a loop ended: all asked and answered, or given up since nothing listens. */
export type LoopEnd = 'done' | 'unreachable';

interface Client {
  /** One connection for each target of the scenario. */
  readonly connections: readonly Connection[];
  left: number;
  failures: number;
}

/**
 * Clients that send, wait for the answer, and send again at once: what one answer takes, the next request of its
 * client waits. The instant at which an answer was done is the instant at which the next request is due, so that no
 * time falls between them and X·R = N holds exactly.
 */
export class ClosedLoop {
  readonly #rounds: Rounds;
  readonly #connectionPool: ConnectionPool;
  readonly #scenario: Scenario;
  readonly #recorder: Recorder;
  readonly #clients: readonly Client[];
  readonly #reachability = new Reachability();
  #until: Milliseconds = Infinity;
  #active = 0;
  #waitingAtBarrier: Client[] = [];
  #finish: (end: LoopEnd) => void = () => {};

  constructor(rounds: Rounds, connectionPool: ConnectionPool, scenario: Scenario, recorder: Recorder) {
    this.#rounds = rounds;
    this.#connectionPool = connectionPool;
    this.#scenario = scenario;
    this.#recorder = recorder;
    this.#clients = Array.from({ length: rounds.clients }, (_, client) => ({
      connections: Array.from({ length: connectionPool.targets }, (_unused, target) =>
        connectionPool.add(client, target),
      ),
      left: 0,
      failures: 0,
    }));
  }

  /** Opens every client's connection, so that a burst begins with requests and not with handshakes. */
  async open(): Promise<void> {
    await Promise.all(this.#clients.flatMap(({ connections }) => connections.map((each) => each.open())));
  }

  /** Runs until each client has done `each` requests, or until the time is up; then waits for what is in flight. */
  run(each: number | null, until: Milliseconds): Promise<LoopEnd> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#until = until;
      this.#active = this.#clients.length;
      this.#connectionPool.ended = (connection, error, now) => this.#ended(connection, error, now);
      const now = performance.now();
      for (const client of this.#clients) {
        client.left = each ?? Infinity;
        this.#send(client, now);
      }
    });
  }

  #send(client: Client, now: Milliseconds): void {
    client.left--;
    const request = this.#scenario.next();
    const id = request.proofKey === null ? '' : this.#scenario.nextId();
    client.connections[request.target]?.send(request, id, now, now);
  }

  #ended(connection: Connection, error: ErrorKind | null, now: Milliseconds): void {
    this.#recorder.ended(connection, error, now);
    const client = this.#clients[connection.client];
    if (client === undefined) return;
    if (this.#reachability.gaveUp(error, now)) return this.#stop();
    client.failures = error === 'connect' ? client.failures + 1 : 0;
    if (this.#rounds.barrier) this.#waitAtBarrier(client, now);
    else this.#goOn(client, now);
  }

  #goOn(client: Client, now: Milliseconds): void {
    if (client.left === 0 || now >= this.#until) return this.#leave();
    if (client.failures === 0) return this.#send(client, now);
    setTimeout(() => {
      const later = performance.now();
      if (later >= this.#until) this.#leave();
      else this.#send(client, later);
    }, reconnectDelay(client.failures));
  }

  #waitAtBarrier(client: Client, now: Milliseconds): void {
    this.#waitingAtBarrier.push(client);
    if (this.#waitingAtBarrier.length < this.#clients.length) return;
    const batch = this.#waitingAtBarrier;
    this.#waitingAtBarrier = [];
    for (const each of batch) this.#goOn(each, now);
  }

  #leave(): void {
    this.#active--;
    if (this.#active === 0) this.#finish('done');
  }

  #stop(): void {
    this.#until = -Infinity;
    this.#connectionPool.ended = () => {};
    this.#finish('unreachable');
  }
}

/** All connections of one run: made on demand, timed out together, closed together. */
import { connect } from 'node:net';
import type { ErrorKind } from '../model/error-kind.ts';
import type { Milliseconds } from '../model/units.ts';
import { Connection, type OnEnded } from './connection.ts';
import type { Target } from './scenario.ts';

export class ConnectionPool implements Disposable {
  /** Called at each request's end; a loop sets it while it runs. */
  ended: OnEnded = () => {};
  readonly #targets: readonly Target[];
  readonly #connections: Connection[] = [];
  readonly #sweeper: NodeJS.Timeout;
  readonly #timeout: Milliseconds;

  constructor(targets: readonly Target[], timeout: Milliseconds) {
    this.#targets = targets;
    this.#timeout = timeout;
    // One sweep over all connections instead of a timer for each request: a timeout comes at most 2% late.
    this.#sweeper = setInterval(
      () => this.#sweep(performance.now()),
      Math.min(250, Math.max(5, timeout / 50)),
    );
  }

  get size(): number {
    return this.#connections.length;
  }

  get targets(): number {
    return this.#targets.length;
  }

  /** Adds a connection that is not open yet. */
  add(client: number, target: number): Connection {
    const address = this.#targets[target];
    if (address === undefined) throw new RangeError(`no target ${target}`);
    const ended = (connection: Connection, error: ErrorKind | null, now: Milliseconds) =>
      this.ended(connection, error, now);
    const connection = new Connection(client, target, address, ended);
    this.#connections.push(connection);
    return connection;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweeper);
    this.ended = () => {};
    for (const connection of this.#connections) connection.close();
  }

  #sweep(now: Milliseconds): void {
    for (const connection of this.#connections) {
      if (connection.isBusy) {
        if (now - connection.due >= this.#timeout) connection.fail('timeout', now);
      } else if (connection.isStale(now)) {
        connection.close();
      }
    }
  }
}

/**
 * Finds the address behind a name once, so that no later connection waits for a lookup. `localhost` may be ::1 or
 * 127.0.0.1, and the server may listen on only one of them: the one that accepts is taken.
 */
export function resolve(target: Target): Promise<Target> {
  return new Promise((settle) => {
    const socket = connect({ host: target.host, port: target.port, autoSelectFamily: true });
    socket.once('connect', () => {
      settle({ ...target, host: socket.remoteAddress ?? target.host });
      socket.destroy();
    });
    // Nobody there: each request will find that out again, and count it.
    socket.once('error', () => settle(target));
    socket.setTimeout(2_000, () => {
      settle(target);
      socket.destroy();
    });
  });
}

const enoughAttempts = 200;
const longEnough: Milliseconds = 1_000;

/** Notices that nothing listens, so that a load does not knock at a closed door for its whole duration. */
export class Reachability {
  #attempts = 0;
  #since: Milliseconds = 0;
  #reached = false;

  /** @returns true as soon as the first 200 attempts, over a second at least, have all failed to connect. */
  gaveUp(error: ErrorKind | null, now: Milliseconds): boolean {
    this.#reached ||= error !== 'connect';
    if (this.#reached) return false;
    if (this.#attempts++ === 0) this.#since = now;
    return this.#attempts >= enoughAttempts && now - this.#since >= longEnough;
  }
}

/** How long a client waits after its n-th failed connect in a row: 4 ms, doubling up to 128 ms. */
export function reconnectDelay(failures: number): Milliseconds {
  return 2 ** Math.min(7, failures + 1);
}

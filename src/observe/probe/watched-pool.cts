/** What is known of one pool of connections (guest): who has one, who waits, and for how long. */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Client, ConnectionClientsModule, Fields } from './connection-clients.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { counted, inside, placeOf, protocolOf, variableOf } = require(
  `./connection-clients${extension}`,
) as ConnectionClientsModule;
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** Waits of one reading that are told one by one; of more, evenly spread ones. */
const mostWaits = 64;
/** Time for which a connection is in use, in ms, from which on perhaps nobody gives it back. */
const long = 2000;
interface Taken {
  readonly at: number;
  readonly isAlone: boolean;
  /** The line that took it: `name (file:line)`; null: it was not noted. */
  readonly by: string | null;
}

/** The sums at the begin of a span. */
const nothing = { taken: 0, fresh: 0, waited: 0, longest: 0, given: 0, held: 0 };

class Watched {
  #sums = { ...nothing };
  readonly #known = new WeakSet<object>();
  #waits: number[] = [];
  #every = 1;
  /** Of those that had a connection while no other was in use: since the probe is there. */
  readonly #alone = { count: 0, held: 0 };
  readonly #inUse = new Map<unknown, Taken>();
  #place: string | null = null;
  #protocol: ConnectionsReading['protocol'] = null;
  #failed = { count: 0, code: null as string | null };
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  take(connection: unknown, asked: number, by: string | null): void {
    const waited = performance.now() - asked;
    if (typeof connection !== 'object' || connection === null) return;
    if (!this.#known.has(connection)) {
      this.#sums.fresh++;
      this.#known.add(connection);
    }
    this.begin(connection, connection, by);
    this.#sums.waited += waited;
    this.#sums.longest = Math.max(this.#sums.longest, waited);
    if (this.#sums.taken % this.#every === 0) this.#waits.push(waited);
    if (this.#waits.length < mostWaits) return;
    this.#waits = this.#waits.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  /**
   * One that nobody saw wait.
   * @param key what is given back later
   */
  begin(key: object, connection: object, by: string | null = null): void {
    this.#place ??= placeOf(connection as Fields);
    this.#protocol ??= this.#client.protocol ?? protocolOf(connection as Fields);
    this.#inUse.set(key, { at: performance.now(), isAlone: this.#inUse.size === 0, by });
    this.#sums.taken++;
  }

  /** One of which only the begin is seen. */
  count(): void {
    this.#sums.taken++;
  }

  /** No connection was got: the service refuses them, or the wait took too long. */
  fail(error: unknown): void {
    const code = inside(error, 'code') ?? inside(error, 'name');
    this.#failed = { count: this.#failed.count + 1, code: typeof code === 'string' ? code : null };
  }

  giveBack(connection: unknown): void {
    const entry = this.#inUse.get(connection);
    if (!entry) return;
    this.#inUse.delete(connection);
    const held = performance.now() - entry.at;
    this.#sums.given++;
    this.#sums.held += held;
    if (!entry.isAlone || this.#inUse.size > 0) return;
    this.#alone.count++;
    this.#alone.held += held;
  }

  /**
   * @param pool where its figures are read
   * @param told those that it does not have
   * @returns what happened since the last call
   */
  figures(
    pool: Fields,
    told: Partial<Pick<ConnectionsReading, 'limit' | 'used' | 'waiting' | 'place'>> = {},
  ): ConnectionsReading {
    const { client, kind, limit: ofLimit, size: ofSize, idle, waiting } = this.#client;
    const limit = told.limit ?? counted(pool, ofLimit);
    const size = told.used ?? counted(pool, ofSize);
    const used = Math.max(0, size - counted(pool, idle));
    // What broke was thrown away instead of given back.
    for (const connection of this.#inUse.keys()) if (this.#inUse.size > used) this.#inUse.delete(connection);
    const now = performance.now();
    // Whoever cannot forget to give it back has it for as long as he needs it.
    const isGivenBack = this.#client.giveBack === undefined;
    const old = isGivenBack ? [] : [...this.#inUse.values()].filter(({ at }) => now - at >= long);
    const figures = {
      client,
      kind,
      place: told.place ?? this.#place,
      protocol: this.#protocol ?? this.#client.protocol ?? null,
      failed: this.#failed,
      limit,
      size,
      used,
      waiting: told.waiting ?? counted(pool, waiting),
      ...this.#sums,
      waits: this.#waits,
      alone: { ...this.#alone },
      old: {
        count: old.length,
        age: Math.max(0, ...old.map(({ at }) => now - at)),
        by: old.find(({ by }) => by !== null)?.by ?? null,
      },
      command: null,
      threads: 0,
      variable: variableOf(limit),
    };
    this.#sums = { ...nothing };
    [this.#waits, this.#every] = [[], 1];
    this.#failed = { count: 0, code: null };
    return figures;
  }
}

const api = { Watched };
export type WatchedPoolModule = typeof api;
export type WatchedPool = Watched;
module.exports = api;

/** What is known of one pool of connections (guest): who has one, who waits, and for how long. */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Client, ConnectionClientsModule, Fields } from './connection-clients.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { blockingCommand, counted, inside, placeOf, protocolOf } = require(
  `./connection-clients${extension}`,
) as ConnectionClientsModule;
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** Waits of one reading that are told one by one; of more, evenly spread ones. */
const mostWaits = 64;
/** Time for which a connection is in use, in ms, from which on perhaps nobody gives it back. */
const long = 2000;
/** Names of variables that may be the size of a pool. */
const sizes = /pool|conn|max|db|pg|sql|mongo/i;

interface Taken {
  readonly at: number;
  readonly isAlone: boolean;
  /** The line that took it: `name (file:line)`; null: it was not noted. Of a turn: the command that keeps the connection. */
  readonly by: string | null;
}

/** One who asks where only the end of a turn is seen: as many have theirs as the limit says, in the order in which they asked. */
interface Asked {
  readonly at: number;
  readonly isAlone: boolean;
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
  readonly #asked = new Map<object, Asked>();
  #blocking: string | null = null;
  /** Whether one ever asked while another had his turn. */
  wasWaitedFor = false;
  #place: string | null = null;
  #protocol: ConnectionsReading['protocol'] = null;
  #failed = { count: 0, code: null as string | null };
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  take(connection: unknown, asked: number, by: string | null): void {
    if (typeof connection !== 'object' || connection === null) return;
    this.see(connection);
    if (!this.#known.has(connection)) this.#sums.fresh++;
    this.#known.add(connection);
    this.#begin(connection, performance.now() - asked, { isAlone: this.#inUse.size === 0, by });
  }

  /** @param order the command that asks, and the one connection that has it */
  ask(
    key: object,
    order: { readonly command: unknown; readonly connection: Fields } | null,
    limit = 0,
  ): void {
    if (this.#asked.has(key) || this.#inUse.has(key)) return;
    if (order) this.see(order.connection);
    const isAlone = this.#inUse.size === 0 && this.#asked.size === 0;
    const by = order && blockingCommand(order.command);
    this.#asked.set(key, { at: performance.now(), isAlone, by });
    this.#serve(limit);
    this.wasWaitedFor ||= this.#asked.size > 0;
  }

  /** @param connection on which it begins; null: it is not seen */
  begin(key: object, connection: object | null): void {
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    if (connection) this.see(connection);
    const isAlone = asked?.isAlone ?? (this.#inUse.size === 0 && this.#asked.size === 0);
    this.#begin(key, asked && performance.now() - asked.at, { isAlone, by: asked?.by ?? null });
  }

  /** The turn of one who asked has ended. */
  end(key: object, limit = 0): void {
    // Whoever was thought to wait has had the turn of another, who waits in his place.
    const overtaken = this.#asked.has(key) ? this.#inUse.keys().next().value : undefined;
    if (overtaken !== undefined) {
      this.#asked.set(overtaken as object, this.#asked.get(key) as Asked);
      this.#inUse.set(key, this.#inUse.get(overtaken) as Taken);
      this.#inUse.delete(overtaken);
    }
    const wasWaitedFor = this.#asked.delete(key) || this.#asked.size > 0;
    if (wasWaitedFor) this.#blocking ??= this.#inUse.get(key)?.by ?? null;
    this.giveBack(key);
    this.#serve(limit);
  }

  #serve(limit: number): void {
    for (const key of this.#asked.keys()) {
      if (this.#inUse.size >= limit) return;
      this.begin(key, null);
    }
  }

  /** Notes where a connection leads, and what it speaks, once it is open. */
  see(connection: object): void {
    this.#place ??= placeOf(connection as Fields);
    this.#protocol ??= this.#client.protocol ?? protocolOf(connection as Fields);
  }

  /** @param waited not known: nobody saw it ask */
  #begin(key: object, waited: number | undefined, how: Omit<Taken, 'at'>): void {
    this.#inUse.set(key, { at: performance.now(), ...how });
    const count = this.#sums.taken++;
    if (waited === undefined) return;
    this.#sums.waited += waited;
    this.#sums.longest = Math.max(this.#sums.longest, waited);
    if (count % this.#every === 0) this.#waits.push(waited);
    if (this.#waits.length < mostWaits) return;
    this.#waits = this.#waits.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
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
    if (!entry.isAlone || this.#inUse.size > 0 || this.#asked.size > 0) return;
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
    const isCounted = ofSize !== '';
    const limit = told.limit ?? counted(pool, ofLimit);
    const size = isCounted ? counted(pool, ofSize) : this.#inUse.size;
    const used = told.used ?? (isCounted ? Math.max(0, size - counted(pool, idle)) : size);
    // What broke was thrown away instead of given back.
    for (const connection of this.#inUse.keys())
      if (isCounted && this.#inUse.size > used) this.#inUse.delete(connection);
    const now = performance.now();
    // Whoever cannot forget to give it back has it for as long as he needs it.
    const isGivenBack = this.#client.giveBack === undefined;
    const old = isGivenBack ? [] : [...this.#inUse.values()].filter(({ at }) => now - at >= long);
    const variables = Object.keys(process.env).filter(
      (name) => sizes.test(name) && process.env[name] === String(limit),
    );
    const figures = {
      client,
      kind,
      place: told.place ?? this.#place,
      protocol: this.#protocol,
      failed: this.#failed,
      limit,
      size,
      used,
      waiting: told.waiting ?? (isCounted ? counted(pool, waiting) : this.#asked.size),
      ...this.#sums,
      waits: this.#waits,
      alone: { ...this.#alone },
      old: {
        count: old.length,
        age: Math.max(0, ...old.map(({ at }) => now - at)),
        by: old.find(({ by }) => by !== null)?.by ?? null,
      },
      blocking: this.#blocking,
      variable: variables.length === 1 ? (variables[0] ?? null) : null,
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

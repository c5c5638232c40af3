/**
 * Watches the pools of connections that clients of databases keep (guest): who waits for a connection and for how long, how many are
 * in use, and what took those that nobody gives back.
 *
 * The classes of the pools are found among the modules that the application has loaded. The two methods by which connections are
 * taken and given back are wrapped while somebody listens, and are their own again afterwards. No connection is opened, and nothing is
 * read of what is sent.
 */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Contain } from './contained.cts';

const nodeModule = require('node:module') as typeof import('node:module');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

type Fields = Record<string, unknown>;
type Method = (...args: unknown[]) => unknown;
type Prototype = Record<string, Method>;
/** How the pool of one client is read, in the versions that `test/observe/probe/connections.test.ts` tries. */
interface Client {
  readonly client: string;
  /** End of the path of the module with the class. */
  readonly file: RegExp;
  /** The class, where it is not the module itself. */
  readonly named?: string;
  /** Methods that take a connection, by a callback or a promise, and that give it back. */
  readonly take: string;
  readonly giveBack: string;
  /** Fields of the pool: numbers, lists, or methods that count; several are added up. */
  readonly limit: string;
  /** Open connections, in use or not, and requests for one that wait. */
  readonly size: string;
  readonly idle: string;
  readonly waiting: string;
}

const inside = (value: unknown, name: string) => (value as Fields | undefined)?.[name];

/** @param fields as `Client` has them: `options.max`, `numUsed + numFree` */
function counted(pool: Fields, fields: string): number {
  let sum = 0;
  for (const field of fields.split(' + ')) {
    const found = field.split('.').reduce<unknown>(inside, pool);
    const value = typeof found === 'function' ? (found as Method).call(pool) : found;
    sum += typeof value === 'number' ? value : Number(inside(value, 'length') ?? 0);
  }
  return sum;
}

const clients: readonly Client[] = [
  {
    client: 'pg',
    file: /[\\/]pg-pool[\\/]index\.js$/,
    take: 'connect',
    giveBack: '_release',
    limit: 'options.max',
    size: 'totalCount',
    idle: 'idleCount',
    waiting: 'waitingCount',
  },
  {
    client: 'mysql2',
    file: /[\\/]mysql2[\\/]lib[\\/](?:base[\\/])?pool\.js$/,
    take: 'getConnection',
    giveBack: 'releaseConnection',
    limit: 'config.connectionLimit',
    size: '_allConnections',
    idle: '_freeConnections',
    waiting: '_connectionQueue',
  },
  {
    client: 'knex',
    file: /[\\/]tarn[\\/]dist[\\/]Pool\.js$/,
    named: 'Pool',
    take: 'acquire',
    giveBack: 'release',
    limit: 'max',
    size: 'numUsed + numFree + numPendingCreates',
    idle: 'numFree',
    waiting: 'numPendingAcquires',
  },
  {
    client: 'sequelize',
    file: /[\\/]sequelize-pool[\\/]lib[\\/]Pool\.js$/,
    named: 'Pool',
    take: 'acquire',
    giveBack: 'release',
    limit: 'maxSize',
    size: 'size',
    idle: 'available',
    waiting: 'waiting',
  },
  {
    client: 'generic-pool',
    file: /[\\/]generic-pool[\\/]lib[\\/]Pool\.js$/,
    take: 'acquire',
    giveBack: 'release',
    limit: 'max',
    size: 'size',
    idle: 'available',
    waiting: 'pending',
  },
];

/** Waits of one reading that are told one by one; of more, evenly spread ones. */
const mostWaits = 64;
const mostPools = 20;
/** Time for which a connection is in use, in ms, from which on perhaps nobody gives it back. */
const long = 2000;
/** Lines that take connections are noted between two questions, unless one has been in use for so long: each costs some microseconds. */
const mostLines = 20;
/** Names of variables that may be the size of a pool. */
const sizes = /pool|conn|max|db|pg|sql|mongo/i;

interface Taken {
  readonly at: number;
  readonly isAlone: boolean;
  /** The line that took it: `name (file:line)`; null: it was not noted. */
  readonly by: string | null;
}

/** @returns the line of the application that has called `wrapper`: neither Node's own nor a package's; null: none is near */
function callerOf(wrapper: Method): string | null {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, wrapper);
  const lines = (at.stack ?? '').split('\n').slice(1);
  const own = lines.find((line) => !/\bnode:|[\\/]node_modules[\\/]|<anonymous>/.test(line));
  // `work (file:///app/orders.mjs:12:49)`: without the scheme and the column.
  return (
    own
      ?.trim()
      .replace(/^at (?:async )?/, '')
      .replace('file://', '')
      .replace(/:\d+(\)?)$/, '$1') ?? null
  );
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
    const now = performance.now();
    const waited = now - asked;
    if (typeof connection !== 'object' || connection === null) return;
    this.#inUse.set(connection, { at: now, isAlone: this.#inUse.size === 0, by });
    this.#place ??= placeOf(connection as Fields);
    this.#protocol ??= protocolOf(connection as Fields);
    if (!this.#known.has(connection)) this.#sums.fresh++;
    this.#known.add(connection);
    this.#sums.waited += waited;
    this.#sums.longest = Math.max(this.#sums.longest, waited);
    if (this.#sums.taken++ % this.#every === 0) this.#waits.push(waited);
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
    if (!entry.isAlone || this.#inUse.size > 0) return;
    this.#alone.count++;
    this.#alone.held += held;
  }

  /** @returns what happened since the last call */
  figures(pool: Fields): ConnectionsReading {
    const [limit, size] = [counted(pool, this.#client.limit), counted(pool, this.#client.size)];
    const used = Math.max(0, size - counted(pool, this.#client.idle));
    // What broke was thrown away instead of given back.
    for (const connection of this.#inUse.keys()) if (this.#inUse.size > used) this.#inUse.delete(connection);
    const now = performance.now();
    const old = [...this.#inUse.values()].filter(({ at }) => now - at >= long);
    const variables = Object.keys(process.env).filter(
      (name) => sizes.test(name) && process.env[name] === String(limit),
    );
    const figures = {
      client: this.#client.client,
      place: this.#place,
      protocol: this.#protocol,
      failed: this.#failed,
      limit,
      size,
      used,
      waiting: counted(pool, this.#client.waiting),
      ...this.#sums,
      waits: this.#waits,
      alone: { ...this.#alone },
      old: {
        count: old.length,
        age: Math.max(0, ...old.map(({ at }) => now - at)),
        by: old.find(({ by }) => by !== null)?.by ?? null,
      },
      variable: variables.length === 1 ? (variables[0] ?? null) : null,
    };
    this.#sums = { ...nothing };
    [this.#waits, this.#every] = [[], 1];
    this.#failed = { count: 0, code: null };
    return figures;
  }
}

/** Where a connection leads, without a user or a password: `10.0.0.5:5432`, `/run/postgresql/.s.PGSQL.5432`; null where it does not say. */
function placeOf(connection: Fields): string | null {
  const inner = connection['connection'];
  const sockets = [connection, connection['stream'], inside(inner, 'stream')] as (
    | Partial<import('node:net').Socket>
    | undefined
  )[];
  const socket = sockets.find((one) => typeof one?.remoteAddress === 'string');
  if (socket?.remoteAddress) {
    const { remoteAddress: address, remotePort } = socket;
    return `${address.includes(':') ? `[${address}]` : address}:${remotePort}`;
  }
  const path = inside(connection['config'], 'socketPath');
  if (typeof path === 'string') return path;
  const { host, port } = connection;
  return typeof host === 'string' && host.startsWith('/') ? `${host}/.s.PGSQL.${String(port)}` : null;
}

/** What a connection speaks, by the fields that the drivers' own have; null: something else. */
function protocolOf(connection: Fields): ConnectionsReading['protocol'] {
  if ('connectionParameters' in connection) return 'postgresql';
  return 'threadId' in connection && 'config' in connection ? 'mysql' : null;
}

/** @param tell is given the figures of all pools each time they are asked for */
function connections(contain: Contain, tell: (pools: readonly ConnectionsReading[]) => void) {
  const wrapped: (() => void)[] = [];
  let pools: { readonly pool: WeakRef<Fields>; readonly watched: Watched }[] = [];
  let known = new WeakMap<object, Watched>();
  let [modules, isAtWork, linesLeft] = [0, false, mostLines];

  const watchedOf = (client: Client, pool: Fields): Watched | null => {
    const found = known.get(pool);
    if (found) return found;
    if (pools.length >= mostPools) return null;
    const watched = new Watched(client);
    known.set(pool, watched);
    pools.push({ pool: new WeakRef(pool), watched });
    return watched;
  };

  function wrap(client: Client, prototype: Prototype): void {
    const { take, giveBack } = client;
    const [taking, giving] = [prototype[take], prototype[giveBack]];
    if (typeof taking !== 'function' || typeof giving !== 'function') return;
    const begin = contain(
      'connections',
      (pool: Fields, wrapper: Method) => {
        // Another wrapper, put around this one, may keep it for ever.
        const watched = isAtWork ? watchedOf(client, pool) : null;
        if (watched === null) return null;
        const [asked, by] = [performance.now(), linesLeft-- > 0 ? callerOf(wrapper) : null];
        return contain(
          'connections',
          (error: unknown, connection?: unknown) =>
            error ? watched.fail(error) : watched.take(connection, asked, by),
          undefined,
        );
      },
      null,
    );
    const end = contain(
      'connections',
      (pool: Fields, connection: unknown) => known.get(pool)?.giveBack(connection),
      undefined,
    );
    const newTake = function (this: Fields, ...args: unknown[]): unknown {
      const taken = begin(this, newTake);
      if (taken === null) return taking.apply(this, args);
      const callback = args.at(-1);
      if (typeof callback === 'function')
        args[args.length - 1] = function (this: unknown, ...answer: unknown[]) {
          taken(answer[0], answer[1]);
          return (callback as Method).apply(this, answer);
        };
      const result = taking.apply(this, args);
      const promise = (inside(result, 'promise') ?? result) as Partial<Promise<unknown>> | undefined;
      // A failure is whoever asked's to hear.
      if (typeof callback !== 'function' && typeof promise?.then === 'function')
        void promise.then((connection) => taken(null, connection), taken);
      return result;
    };
    const newGiveBack = function (this: Fields, ...args: unknown[]): unknown {
      end(this, args[0]);
      return giving.apply(this, args);
    };
    prototype[take] = newTake;
    prototype[giveBack] = newGiveBack;
    wrapped.push(() => {
      // Whoever has wrapped it since keeps what he has.
      if (prototype[take] === newTake) prototype[take] = taking;
      if (prototype[giveBack] === newGiveBack) prototype[giveBack] = giving;
    });
  }

  /** Looks for classes among the modules that were loaded since the last look. */
  function look(): void {
    const cache = Reflect.get(nodeModule, '_cache') as Record<string, { readonly exports: unknown }>;
    const files = Object.keys(cache);
    for (const file of files.slice(modules)) {
      const client = clients.find((one) => one.file.test(file));
      const exported = client && cache[file]?.exports;
      const made = client?.named === undefined ? exported : inside(exported, client.named);
      const prototype = inside(made, 'prototype');
      if (client && prototype) wrap(client, prototype as Prototype);
    }
    modules = files.length;
  }

  return {
    begin() {
      isAtWork = true;
      look();
    },
    tell: contain(
      'connections',
      () => {
        look();
        const figures: ConnectionsReading[] = [];
        for (const { pool, watched } of pools) {
          const living = pool.deref();
          if (living) figures.push(watched.figures(living));
        }
        pools = pools.filter(({ pool }) => pool.deref() !== undefined);
        linesLeft = figures.some(({ old }) => old.count > 0) ? Infinity : mostLines;
        if (figures.length > 0) tell(figures);
      },
      undefined,
    ),
    stop() {
      isAtWork = false;
      for (const undo of wrapped.splice(0)) undo();
      [pools, known, modules] = [[], new WeakMap(), 0];
    },
  };
}

const api = { connections };
export type ConnectionsModule = typeof api;
module.exports = api;

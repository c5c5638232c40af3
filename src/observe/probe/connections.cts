/**
 * Watches the pools of connections that clients of databases keep (guest): who waits for a connection and for how long, how many are
 * in use, and what took those that nobody gives back.
 *
 * The classes of the pools are found among the modules that the application has loaded. The two methods by which connections are
 * taken and given back are wrapped while somebody listens, and are their own again afterwards. No connection is opened, and nothing is
 * read of what is sent.
 */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Client, ConnectionClientsModule, Fields, Method } from './connection-clients.cts';
import type { Contain } from './contained.cts';
import type { HttpConnectionsModule } from './http-connections.cts';
import type { CountedTurns, TurnsModule } from './turns.cts';
import type { WatchedPool, WatchedPoolModule } from './watched-pool.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { clients, counted, inside } = require(`./connection-clients${extension}`) as ConnectionClientsModule;
const { httpConnections } = require(`./http-connections${extension}`) as HttpConnectionsModule;
const { TurnCounts } = require(`./turns${extension}`) as TurnsModule;
const { Watched } = require(`./watched-pool${extension}`) as WatchedPoolModule;
const nodeModule = require('node:module') as typeof import('node:module');
const { sep } = require('node:path') as typeof import('node:path');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

type Prototype = Record<string, Method>;

/** Pools that are watched, and those that are told of. */
const [mostPools, mostTold] = [100, 20];
/**
 * Lines that take connections are noted between two questions, unless one has been in use for so long: each costs some ten
 * microseconds, and a query without it a hundred.
 */
const mostLines = 4;

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

type Settled = (error: unknown, value?: unknown) => void;

/**
 * Calls `settled` when there is what `result` promises.
 * @returns what to hand on in its place: a failure that nobody hears of has to stay unheard, and end the process as it did before
 */
function followed(result: unknown, settled: Settled): unknown {
  if (result instanceof Promise)
    return result.then(
      (value: unknown) => {
        settled(null, value);
        return value;
      },
      (error: unknown) => {
        settled(error ?? true);
        throw error;
      },
    );
  const promise = result as Partial<Promise<unknown>> | undefined;
  if (typeof promise?.then === 'function') void promise.then((value) => settled(null, value), settled);
  else settled(null, result);
  return result;
}

/** That a command of ioredis is counted. */
const isCounted = Symbol('counted');

interface Command {
  [isCounted]?: true;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

function isCommand(call: unknown): call is Command {
  return typeof inside(call, 'resolve') === 'function' && typeof inside(call, 'reject') === 'function';
}

/** What is known of each pool, while it lives. */
function registry<One>(made: (client: Client) => One) {
  let known = new WeakMap<Fields, One>();
  let all: WeakRef<Fields>[] = [];
  return {
    known: (pool: Fields) => known.get(pool),
    /** Null where as many are watched as may be. */
    of(client: Client, pool: Fields): One | null {
      const found = known.get(pool);
      if (found || all.length >= mostPools) return found ?? null;
      const one = made(client);
      known.set(pool, one);
      all.push(new WeakRef(pool));
      return one;
    },
    living(): [Fields, One][] {
      all = all.filter((one) => one.deref() !== undefined);
      return all.flatMap((one): [Fields, One][] => {
        const pool = one.deref();
        const found = pool && known.get(pool);
        return pool && found ? [[pool, found]] : [];
      });
    },
    clear() {
      [known, all] = [new WeakMap(), []];
    },
  };
}

/** @param tell is given the figures of all pools each time they are asked for */
function connections(contain: Contain, tell: (pools: readonly ConnectionsReading[]) => void) {
  const http = httpConnections(contain);
  const wrapped: (() => void)[] = [];
  const pools = registry((client) => new Watched(client));
  const turns = registry((client) => new TurnCounts(client));
  let [modules, isAtWork, isInTurn, linesLeft] = [0, false, false, mostLines];

  /** Puts another method in the place of one, until the end. */
  function replace(prototype: Prototype, name: string, made: (own: Method) => Method): void {
    const own = prototype[name];
    if (typeof own !== 'function') return;
    const [isOwn, wrapper] = [Object.hasOwn(prototype, name), made(own)];
    Object.defineProperties(wrapper, { name: { value: own.name }, length: { value: own.length } });
    prototype[name] = wrapper;
    wrapped.push(() => {
      // Whoever has wrapped it since keeps what he has.
      if (prototype[name] !== wrapper) return;
      if (isOwn) prototype[name] = own;
      else delete prototype[name];
    });
  }

  /** @returns the method that takes a connection, by a callback or a promise */
  const taking = (client: Client) => (own: Method) => {
    const watchedOf = contain('connections', (pool: Fields) => pools.of(client, pool), null);
    const line = contain('connections', () => (linesLeft-- > 0 ? callerOf(wrapper) : null), null);
    const settle = contain(
      'connections',
      (watched: WatchedPool, asked: number, by: string | null, error: unknown, connection: unknown) =>
        error ? watched.fail(error) : watched.take(connection, asked, by),
    );
    const wrapper = function (this: Fields, ...args: unknown[]): unknown {
      const watched = isAtWork ? watchedOf(this) : null;
      if (watched === null) return own.apply(this, args);
      const [asked, by] = [performance.now(), line()];
      const callback = args.at(-1);
      if (typeof callback === 'function')
        args[args.length - 1] = function (this: unknown, ...answer: unknown[]) {
          settle(watched, asked, by, answer[0], answer[1]);
          return (callback as Method).apply(this, answer);
        };
      const result = own.apply(this, args);
      if (typeof callback === 'function') return result;
      const taken: Settled = (error, connection) => settle(watched, asked, by, error, connection);
      const pending = result as { promise?: unknown } | undefined;
      if (pending?.promise === undefined) return followed(result, taken);
      pending.promise = followed(pending.promise, taken);
      return result;
    };
    return wrapper;
  };

  const giving = (own: Method) => {
    const end = contain('connections', (pool: Fields, connection: unknown) =>
      pools.known(pool)?.giveBack(connection),
    );
    return function (this: Fields, ...args: unknown[]): unknown {
      end(this, args[0]);
      return own.apply(this, args);
    };
  };

  /** @returns the method that lends a connection to a function */
  const lending = (client: Client) => (own: Method) => {
    const begin = contain(
      'connections',
      // A view of a pool that has options of its own is the same pool.
      (view: Fields) => pools.of(client, (view['_self'] ?? view) as Fields),
      null,
    );
    const take = contain('connections', (watched: WatchedPool, connection: unknown, asked: number) =>
      watched.take(connection, asked, null),
    );
    const end = contain('connections', (watched: WatchedPool, connection: unknown) =>
      watched.giveBack(connection),
    );
    return function (this: Fields, ...args: unknown[]): unknown {
      const [watched, asked, use] = [isAtWork ? begin(this) : null, performance.now(), args[0]];
      if (watched !== null && typeof use === 'function')
        args[0] = (connection: unknown) => {
          take(watched, connection, asked);
          return followed((use as Method)(connection), () => end(watched, connection));
        };
      return own.apply(this, args);
    };
  };

  /** @returns the method of which each call is a turn */
  const turning = (client: Client) => (own: Method) => {
    const begin = contain(
      'connections',
      (pool: Fields, call: unknown): CountedTurns | null => {
        // A command that waited for the connection to be opened comes twice.
        if (call !== null && typeof call === 'object' && isCounted in call) return null;
        // Processes of their own are watched by themselves.
        if (pool['workerType'] === 'process') return null;
        const found = turns.of(client, pool);
        const limit = client.kind === 'order' ? 1 : counted(pool, client.limit);
        if (!found || limit === 0) return null;
        found.begin(limit);
        return found;
      },
      null,
    );
    const end = contain('connections', (of: CountedTurns, call: unknown) => of.end(call));
    /** Calls `end` as soon as a command of ioredis has its answer: whoever sends it may have the promise from elsewhere. */
    const follow = contain('connections', (command: Command, of: CountedTurns) => {
      command[isCounted] = true;
      for (const name of ['resolve', 'reject'] as const) {
        const settle = command[name];
        command[name] = (value) => {
          end(of, command);
          settle(value);
        };
      }
    });
    return function (this: Fields, ...args: unknown[]): unknown {
      // A call that the method itself makes, in another form, is the same.
      const [call, of] = [args[0], isAtWork && !isInTurn ? begin(this, args[0]) : null];
      if (of === null) return own.apply(this, args);
      if (client.kind === 'order' && isCommand(call)) {
        follow(call, of);
        return own.apply(this, args);
      }
      isInTurn = true;
      try {
        return followed(own.apply(this, args), () => end(of, call));
      } finally {
        isInTurn = false;
      }
    };
  };

  /** @returns the method that shows which pools there are */
  const calling = (own: Method) =>
    function (this: Fields, ...args: unknown[]): unknown {
      if (isAtWork) http.sees(this);
      return own.apply(this, args);
    };

  function wrap(client: Client, prototype: Prototype): void {
    const { take, giveBack, kind, protocol } = client;
    if (protocol === 'http') return replace(prototype, take, calling);
    if (giveBack === undefined)
      return replace(prototype, take, kind === 'pool' ? lending(client) : turning(client));
    if (typeof prototype[giveBack] !== 'function') return;
    replace(prototype, take, taking(client));
    replace(prototype, giveBack, giving);
  }

  /** Looks for classes among the modules that were loaded since the last look. */
  function look(): void {
    const cache = Reflect.get(nodeModule, '_cache') as Record<string, { readonly exports: unknown }>;
    const files = Object.keys(cache);
    const isLoaded = (name: string) =>
      files.some((file) => file.includes(`${sep}node_modules${sep}${name}${sep}`));
    for (const file of files.slice(modules)) {
      const client = clients.find((one) => one.file.test(file));
      const exported = client && cache[file]?.exports;
      const made = client?.named === undefined ? exported : inside(exported, client.named);
      const prototype = inside(made, 'prototype');
      const by = client?.usedBy?.find(isLoaded);
      if (client && prototype)
        wrap(by === undefined ? client : { ...client, client: by }, prototype as Prototype);
    }
    modules = files.length;
  }

  return {
    begin() {
      isAtWork = true;
      look();
      http.begin();
    },
    tell: contain('connections', () => {
      look();
      const figures = http.figures();
      for (const [pool, watched] of pools.living()) figures.push(watched.figures(pool));
      for (const [pool, counts] of turns.living()) {
        const seen = counts.figures(pool);
        // Where nobody ever waited is nobody's queue.
        if (counts.wasWaitedFor) figures.push(seen);
      }
      linesLeft = figures.some(({ old }) => old.count > 0) ? Infinity : mostLines;
      if (figures.length > 0)
        tell(figures.toSorted((one, other) => other.waiting - one.waiting).slice(0, mostTold));
    }),
    stop() {
      isAtWork = false;
      http.stop();
      for (const undo of wrapped.splice(0)) undo();
      pools.clear();
      turns.clear();
      modules = 0;
    },
  };
}

const api = { connections };
export type ConnectionsModule = typeof api;
module.exports = api;

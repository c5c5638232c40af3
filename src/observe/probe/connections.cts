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
import type { WatchedPool, WatchedPoolModule } from './watched-pool.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { clients, inside } = require(`./connection-clients${extension}`) as ConnectionClientsModule;
const { Watched } = require(`./watched-pool${extension}`) as WatchedPoolModule;
const nodeModule = require('node:module') as typeof import('node:module');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

type Prototype = Record<string, Method>;

const mostPools = 20;
/** Lines that take connections are noted between two questions, unless one has been in use for so long: each costs some microseconds. */
const mostLines = 20;

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

/** @param tell is given the figures of all pools each time they are asked for */
function connections(contain: Contain, tell: (pools: readonly ConnectionsReading[]) => void) {
  const wrapped: (() => void)[] = [];
  let pools: { readonly pool: WeakRef<Fields>; readonly watched: WatchedPool }[] = [];
  let known = new WeakMap<object, WatchedPool>();
  let [modules, isAtWork, linesLeft] = [0, false, mostLines];

  const watchedOf = (client: Client, pool: Fields): WatchedPool | null => {
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

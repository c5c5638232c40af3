/**
 * Watches the connections of HTTP calls, by Node's and undici's channels (guest): how long a call waits for one, where an `http.Agent`
 * or a pool of undici has few. `fetch` is undici's.
 */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { ConnectionClientsModule, Fields } from './connection-clients.cts';
import type { Contain } from './contained.cts';
import type { WatchedPool, WatchedPoolModule } from './watched-pool.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { agent, placeOf, undici } = require(`./connection-clients${extension}`) as ConnectionClientsModule;
const { Watched } = require(`./watched-pool${extension}`) as WatchedPoolModule;
const channels = require('node:diagnostics_channel') as typeof import('node:diagnostics_channel');

type ClientRequest = import('node:http').ClientRequest;
type Agent = import('node:http').Agent;
/** What the channels give. */
interface News {
  readonly request: object;
  readonly socket?: object;
}

/** Services that are watched. */
const most = 50;

interface OfAgent {
  readonly agent: WeakRef<Agent>;
  /** `127.0.0.1:8080`, with which the agent's own names begin. */
  readonly host: string;
  /** The path of the unix socket; null: there is none. */
  readonly path: string | null;
  readonly watched: WatchedPool;
}
interface OfUndici {
  readonly pool: WeakRef<Fields>;
  readonly limit: number;
  readonly watched: WatchedPool;
}

/** @returns the property that undici keeps by a symbol of this name */
function hidden(pool: Fields, name: string): unknown {
  const key = Object.getOwnPropertySymbols(pool).find(({ description }) => description === name);
  return key && Reflect.get(pool, key);
}

const limitOf = ({ maxSockets, maxTotalSockets }: Agent) => Math.min(maxSockets, maxTotalSockets);

/** Number of those of a host in what an agent keeps by `host:port:…`. */
function countOf(lists: Readonly<Record<string, readonly unknown[] | undefined>>, host: string): number {
  const names = Object.keys(lists).filter((name) => name.startsWith(`${host}:`));
  return names.reduce((sum, name) => sum + (lists[name]?.length ?? 0), 0);
}

function httpConnections(contain: Contain) {
  let known = new WeakSet<Fields>();
  /** By origin; null: as many connections may be opened as are asked for. */
  const origins = new Map<string, OfUndici | null>();
  let agents: OfAgent[] = [];

  /** @param pool undici's, which is called; or the one connection, which is one of a pool's if that was called before */
  function sees(pool: Fields): void {
    if (known.has(pool)) return;
    known.add(pool);
    const origin = (hidden(pool, 'url') as Partial<URL> | undefined)?.origin;
    if (origin === undefined || origins.has(origin) || origins.size >= most) return;
    const asked = hidden(pool, 'connections');
    const limit = asked === undefined ? 1 : asked;
    const watched = new Watched(undici);
    origins.set(origin, typeof limit === 'number' ? { pool: new WeakRef(pool), limit, watched } : null);
  }

  const ofOrigin = (request: object) =>
    origins.get(String((request as { origin?: unknown }).origin))?.watched;

  /** Counts a call that has got its socket. */
  function begins({ request }: News): void {
    const call = request as ClientRequest & { readonly agent?: Agent; readonly socketPath?: string };
    const { agent: used, socketPath: path = null } = call;
    // Where as many connections may be opened as are asked for, nobody waits.
    if (!used || limitOf(used) === Infinity) return;
    const named = String(call.getHeader('host')).replaceAll(/[[\]]/g, '');
    const host = path === null && /:\d+$/.test(named) ? named : call.host;
    let found = agents.find(({ agent: one, host: its }) => its === host && one.deref() === used);
    if (!found && agents.length < most) {
      found = { agent: new WeakRef(used), host, path, watched: new Watched(agent) };
      agents.push(found);
    }
    found?.watched.count();
  }

  const subscriptions = (
    [
      ['undici:client:sendHeaders', ({ request, socket }) => ofOrigin(request)?.begin(request, socket ?? {})],
      ['undici:request:trailers', ({ request }) => ofOrigin(request)?.giveBack(request)],
      ['undici:request:error', ({ request }) => ofOrigin(request)?.giveBack(request)],
      ['http.client.request.start', begins],
    ] satisfies readonly (readonly [string, (news: News) => void])[]
  ).map(([name, told]) => ({ name, heard: contain('connections', (news: unknown) => told(news as News)) }));

  function figuresOfAgent({ agent: reference, host, path, watched }: OfAgent): ConnectionsReading[] {
    const living = reference.deref();
    if (!living) return [];
    const used = countOf(living.sockets, host);
    const waiting = countOf(living.requests, host);
    const [socket] = Object.entries(living.sockets).find(([name]) => name.startsWith(`${host}:`))?.[1] ?? [];
    const place = path ?? (socket ? placeOf(socket as unknown as Fields) : null);
    return [watched.figures({}, { limit: limitOf(living), used, waiting, place })];
  }

  return {
    sees: contain('connections', sees),
    begin() {
      for (const { name, heard } of subscriptions) channels.subscribe(name, heard);
    },
    figures(): ConnectionsReading[] {
      const figures = agents.flatMap(figuresOfAgent);
      for (const one of origins.values()) {
        const pool = one?.pool.deref();
        if (one && pool) figures.push(one.watched.figures(pool, { limit: one.limit }));
      }
      // Those that were made for a single call make room for others.
      agents = agents.filter(({ agent: one, host }) => countOf(one.deref()?.sockets ?? {}, host) > 0);
      return figures;
    },
    stop() {
      for (const { name, heard } of subscriptions) channels.unsubscribe(name, heard);
      origins.clear();
      known = new WeakSet();
      agents = [];
    },
  };
}

const api = { httpConnections };
export type HttpConnectionsModule = typeof api;
module.exports = api;

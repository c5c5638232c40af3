/**
 * Watches the connections of HTTP calls, by Node's and undici's channels (guest): how long a call waits for one, where an `http.Agent`
 * or a pool of undici has few. `fetch` is undici's.
 */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { ConnectionClientsModule, Fields } from './connection-clients.cts';
import type { Contain } from './contained.cts';
import type { WatchedPool, WatchedPoolModule } from './watched-pool.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { agent, undici } = require(`./connection-clients${extension}`) as ConnectionClientsModule;
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
  readonly agent: Agent;
  readonly host: string;
  /** The path of the unix socket; null: there is none. */
  readonly place: string | null;
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

function httpConnections(contain: Contain) {
  let known = new WeakSet<Fields>();
  const origins = new Map<string, OfUndici>();
  const agents: OfAgent[] = [];

  /** @param pool undici's, which is called */
  function sees(pool: Fields): void {
    if (known.has(pool) || origins.size >= most) return;
    known.add(pool);
    const limit = hidden(pool, 'connections');
    const url = hidden(pool, 'url') as Partial<URL> | undefined;
    if (typeof limit === 'number' && url?.origin !== undefined)
      origins.set(url.origin, { pool: new WeakRef(pool), limit, watched: new Watched(undici) });
  }

  const ofOrigin = (request: object) =>
    origins.get(String((request as { origin?: unknown }).origin))?.watched;

  /** Null where as many connections may be opened as are asked for. */
  function ofAgent(request: object): WatchedPool | null {
    const call = request as ClientRequest & { readonly agent?: Agent; readonly socketPath?: string };
    const { agent: used, host, socketPath: place = null } = call;
    if (!used || limitOf(used) === Infinity) return null;
    const found = agents.find((one) => one.agent === used && one.host === host);
    if (found || agents.length >= most) return found?.watched ?? null;
    const watched = new Watched(agent);
    agents.push({ agent: used, host, place, watched });
    return watched;
  }

  function answered({ request }: News): void {
    const [watched, { socket }] = [ofAgent(request), request as ClientRequest];
    if (socket) watched?.see(socket);
    watched?.end(request);
  }

  const subscriptions = (
    [
      [
        'undici:client:sendHeaders',
        ({ request, socket }) => ofOrigin(request)?.begin(request, socket ?? null),
      ],
      ['undici:request:trailers', ({ request }) => ofOrigin(request)?.end(request)],
      ['undici:request:error', ({ request }) => ofOrigin(request)?.end(request)],
      // Not in Node 20: there the wait is known by Little's law.
      ['http.client.request.created', ({ request }) => ofAgent(request)?.ask(request, null)],
      ['http.client.request.start', ({ request }) => ofAgent(request)?.begin(request, null)],
      ['http.client.response.finish', answered],
      ['http.client.request.error', ({ request }) => ofAgent(request)?.end(request)],
    ] satisfies readonly (readonly [string, (news: News) => void])[]
  ).map(([name, told]) => {
    const heard = contain('connections', (news: unknown) => told(news as News), undefined);
    return { name, heard };
  });

  return {
    sees: contain('connections', sees, undefined),
    begin() {
      for (const { name, heard } of subscriptions) channels.subscribe(name, heard);
    },
    figures(): ConnectionsReading[] {
      return [
        ...[...origins.values()].flatMap(({ pool, limit, watched }) => {
          const living = pool.deref();
          return living ? [watched.figures(living, { limit })] : [];
        }),
        ...agents.map(({ agent: { requests, sockets, ...limits }, host, place, watched }) =>
          // A connection is in use until the whole answer has come, which no channel tells.
          watched.figures(
            {},
            {
              limit: limitOf(limits),
              used: countOf(sockets, host),
              waiting: countOf(requests, host),
              place,
            },
          ),
        ),
      ];
    },
    stop() {
      for (const { name, heard } of subscriptions) channels.unsubscribe(name, heard);
      origins.clear();
      known = new WeakSet();
      agents.length = 0;
    },
  };
}

const limitOf = ({ maxSockets, maxTotalSockets }: Pick<Agent, 'maxSockets' | 'maxTotalSockets'>) =>
  Math.min(maxSockets, maxTotalSockets);

/** Number of those of a host in what an agent keeps by `host:port:…`. */
function countOf(lists: Readonly<Record<string, readonly unknown[] | undefined>>, host: string): number {
  const names = Object.keys(lists).filter((name) => name.startsWith(`${host}:`));
  return names.reduce((sum, name) => sum + (lists[name]?.length ?? 0), 0);
}

const api = { httpConnections };
export type HttpConnectionsModule = typeof api;
module.exports = api;

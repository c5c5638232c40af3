/** How the pools of the clients of databases are read (guest): where their classes are, and which of their fields count what. */
import type { ConnectionsReading } from '../../model/reading.ts';

type Fields = Record<string, unknown>;
type Method = (...args: unknown[]) => unknown;
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

const api = { clients, counted, inside, placeOf, protocolOf };
export type { Client, Fields, Method };
export type ConnectionClientsModule = typeof api;
module.exports = api;

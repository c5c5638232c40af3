/** What requests wait for in clients of services (guest): where the classes of these are, and which of their fields count what. */
import type { ConnectionsReading } from '../../model/reading.ts';

type Fields = Record<string, unknown>;
type Method = (...args: unknown[]) => unknown;
/** How the pool of one client is read, in the versions that `test/observe/probe/connections.test.ts` tries. */
interface Client {
  readonly client: string;
  /**
   * What is waited for.
   * - `pool`: a connection, until it is given back; without `giveBack` for the time of a function, the argument of `take`
   * - `order`: a turn on the one connection, whose calls are answered one after the other; `take` is the call
   * - `tasks`: a thread of a pool of workers; `take` gives it a task
   */
  readonly kind: ConnectionsReading['kind'];
  /** End of the path of the module with the class. */
  readonly file: RegExp;
  /** Packages that keep their connections in it: it has the name of the one that is loaded. */
  readonly usedBy?: readonly string[];
  /** The class, where it is not the module itself. */
  readonly named?: string;
  /** Methods that take a connection, by a callback or a promise, and that give it back. */
  readonly take: string;
  readonly giveBack?: string;
  /** Fields of the pool: numbers, lists, or methods that count; several are added up, or multiplied. Empty: it does not tell. */
  readonly limit: string;
  /** Of a pool: open connections, in use or not, and requests for one that wait. Else: calls that have not ended. */
  readonly size: string;
  readonly idle: string;
  readonly waiting: string;
  /** Of workers: the threads that there may be. */
  readonly threads?: string;
  /** What the service speaks; absent: its connections tell. */
  readonly protocol?: NonNullable<ConnectionsReading['protocol']>;
}

const inside = (value: unknown, name: string) => (value as Fields | undefined)?.[name];

/** @param fields as `Client` has them: `options.max`, `numUsed + numFree` */
function counted(pool: Fields, fields: string): number {
  let sum = 0;
  for (const term of fields.split(' + ')) {
    let product = 1;
    for (const field of term.split(' * ')) {
      const found = field.split('.').reduce<unknown>(inside, pool);
      const value = typeof found === 'function' ? (found as Method).call(pool) : found;
      product *= typeof value === 'number' ? value : Number(inside(value, 'length') ?? 0);
    }
    sum += product;
  }
  return sum;
}

/** Of a client that does not count. */
const untold = { limit: '', size: '', idle: '', waiting: '' };

/** Its connections are seen by its channels; the calls that wait for one are not, and are counted by the pool. */
const undici: Client = {
  ...untold,
  client: 'undici',
  kind: 'pool',
  // An agent with one connection for each origin has no pool of them.
  file: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/])?(?:pool|client)\.js$/,
  take: 'dispatch',
  size: 'stats.running',
  waiting: 'stats.pending',
  protocol: 'http',
};
/** Found by its calls. */
const agent: Client = {
  ...untold,
  client: 'http.Agent',
  kind: 'pool',
  file: /$./,
  take: '',
  protocol: 'http',
};

const clients: readonly Client[] = [
  {
    client: 'pg',
    kind: 'pool',
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
    kind: 'pool',
    file: /[\\/]mysql2[\\/]lib[\\/](?:base[\\/])?pool\.js$/,
    take: 'getConnection',
    giveBack: 'releaseConnection',
    limit: 'config.connectionLimit',
    size: '_allConnections',
    idle: '_freeConnections',
    waiting: '_connectionQueue',
  },
  {
    client: 'tarn',
    usedBy: ['knex', 'mssql'],
    kind: 'pool',
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
    client: 'mongodb',
    usedBy: ['mongoose'],
    kind: 'pool',
    file: /[\\/]mongodb[\\/]lib[\\/]cmap[\\/]connection_pool\.js$/,
    named: 'ConnectionPool',
    take: 'checkOut',
    giveBack: 'checkIn',
    limit: 'options.maxPoolSize',
    size: 'totalConnectionCount',
    idle: 'availableConnectionCount',
    waiting: 'waitQueueSize',
    protocol: 'mongodb',
  },
  {
    client: 'sequelize',
    kind: 'pool',
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
    kind: 'pool',
    file: /[\\/]generic-pool[\\/]lib[\\/]Pool\.js$/,
    take: 'acquire',
    giveBack: 'release',
    limit: 'max',
    size: 'size',
    idle: 'available',
    waiting: 'pending',
  },
  undici,
  {
    ...untold,
    client: 'redis',
    kind: 'pool',
    file: /[\\/]@redis[\\/]client[\\/]dist[\\/]lib[\\/]client[\\/]pool\.js$/,
    named: 'RedisClientPool',
    take: 'execute',
    size: 'totalClients',
    idle: 'idleClients',
    waiting: 'tasksQueueLength',
  },
  {
    ...untold,
    client: 'redis',
    kind: 'order',
    file: /[\\/]@redis[\\/]client[\\/]dist[\\/]lib[\\/]client[\\/]index\.js$/,
    named: 'default',
    take: 'sendCommand',
  },
  {
    ...untold,
    client: 'ioredis',
    kind: 'order',
    file: /[\\/]ioredis[\\/]built[\\/]Redis\.js$/,
    named: 'default',
    take: 'sendCommand',
    size: 'commandQueue + offlineQueue',
  },
  {
    ...untold,
    client: 'piscina',
    kind: 'tasks',
    file: /[\\/]piscina[\\/]dist[\\/](?:src[\\/])?index\.js$/,
    named: 'Piscina',
    take: 'run',
    limit: 'options.maxThreads * options.concurrentTasksPerWorker',
    threads: 'options.maxThreads',
  },
  {
    ...untold,
    client: 'workerpool',
    kind: 'tasks',
    file: /[\\/]workerpool[\\/]src[\\/]Pool\.js$/,
    take: 'exec',
    limit: 'maxWorkers',
    threads: 'maxWorkers',
  },
];

/** Where a connection leads, without a user or a password: `10.0.0.5:5432`, `/run/postgresql/.s.PGSQL.5432`; null where it does not say. */
function placeOf(connection: Fields): string | null {
  const inner = connection['connection'];
  const { stream, socket: own } = connection;
  const sockets = [connection, stream, own, inside(inner, 'stream')] as (
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
  if ('sendCommand' in connection && 'options' in connection) {
    const { host: of = 'localhost', port: at = 6379 } = (inside(connection['options'], 'socket') ?? {}) as {
      readonly host?: string;
      readonly port?: number;
    };
    return `${of}:${at}`;
  }
  return typeof host === 'string' && host.startsWith('/') ? `${host}/.s.PGSQL.${String(port)}` : null;
}

/** What a connection speaks, by the fields that the drivers' own have; null: something else. */
function protocolOf(connection: Fields): ConnectionsReading['protocol'] {
  if ('connectionParameters' in connection) return 'postgresql';
  if ('sendCommand' in connection) return 'redis';
  return 'threadId' in connection && 'config' in connection ? 'mysql' : null;
}

/** Commands of Redis that wait for something to happen, and keep the connection meanwhile. */
const blocking = /^(?:b[lrz](?:m?pop|move|poplpush)\w*|wait|waitaof)$/i;

/** @returns the name of a command, as it was written; null: the call has none */
function commandIn(call: unknown): string | null {
  const name: unknown = Array.isArray(call) ? call[0] : inside(call, 'name');
  return typeof name === 'string' ? name : null;
}

function isBlocking(name: string, call: unknown): boolean {
  if (!/^xread/i.test(name)) return blocking.test(name);
  const args = Array.isArray(call) ? call : inside(call, 'args');
  return Array.isArray(args) && args.some((one) => /^block$/i.test(String(one)));
}

/** Names of variables that may be the size of a pool. */
const sizes = /pool|conn|max|db|pg|sql|mongo|redis|worker|thread|socket|concurrency/i;

/** @returns the variable of the environment whose value is the limit; null: none is, or several are */
function variableOf(limit: number): string | null {
  const [first = null, ...others] = Object.keys(process.env).filter(
    (name) => sizes.test(name) && process.env[name] === String(limit),
  );
  return others.length === 0 ? first : null;
}

const api = {
  agent,
  undici,
  clients,
  commandIn,
  counted,
  inside,
  isBlocking,
  placeOf,
  protocolOf,
  variableOf,
};
export type { Client, Fields, Method };
export type ConnectionClientsModule = typeof api;
module.exports = api;

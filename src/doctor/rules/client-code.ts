/** What the clients of services and the services themselves are told: lines of code, and questions to a database. */
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Protocol } from '../../model/service-clients.ts';
import { change } from './changes.ts';

/** How a client is given its most connections. */
export const sizeOf: Readonly<Record<string, (size: number) => string>> = {
  pg: (size) => `new Pool({ max: ${size} });`,
  mysql2: (size) => `createPool({ connectionLimit: ${size} });`,
  knex: (size) => `knex({ pool: { min: 0, max: ${size} } });`,
  sequelize: (size) => `new Sequelize(url, { pool: { max: ${size} } });`,
  typeorm: (size) => `new DataSource({ …, poolSize: ${size} });`,
  '@prisma/client': (size) =>
    `DATABASE_URL=…?connection_limit=${size} // with an adapter: new PrismaPg({ max: ${size} })`,
  postgres: (size) => `postgres(url, { max: ${size} });`,
  mssql: (size) => `new sql.ConnectionPool({ …, pool: { max: ${size} } });`,
  mysql: (size) => `createPool({ connectionLimit: ${size} });`,
  mariadb: (size) => `createPool({ connectionLimit: ${size} });`,
  mongodb: (size) => `new MongoClient(url, { maxPoolSize: ${size} });`,
  mongoose: (size) => `mongoose.connect(url, { maxPoolSize: ${size} });`,
  redis: (size) => `createClientPool(options, { maximum: ${size} });`,
  undici: (size) =>
    `setGlobalDispatcher(new Agent({ connections: ${size} })); // or new Pool(url, { connections: ${size} })`,
  'http.Agent': (size) => `new http.Agent({ keepAlive: true, maxSockets: ${size} });`,
};

export function giveBackOf(client: string): string {
  // It has no call that takes a connection: transactions, and cursors that are not read to their end, keep one.
  if (client === 'mongodb' || client === 'mongoose')
    return `await client.withSession((session) => session.withTransaction(work));\nawait cursor.close(); // of a cursor that is not read to its end`;
  const [take, give] =
    client === 'mysql2' || client === 'pg'
      ? [client === 'pg' ? 'pool.connect()' : 'pool.getConnection()', 'connection.release()']
      : ['pool.acquire()', 'pool.release(connection)'];
  return `const connection = await ${take};\ntry {\n  await work(connection);\n} finally {\n  ${give};\n}`;
}

const postgres = `SELECT wait_event_type, wait_event, state, count(*), max(now() - query_start) AS longest,
       (array_agg(left(query, 60) ORDER BY query_start))[1] AS query
  FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid() GROUP BY 1, 2, 3 ORDER BY 4 DESC;
-- Lock: a transaction holds what they want; SELECT pid, pg_blocking_pids(pid) FROM pg_stat_activity names it
-- no wait event: the query computes; IO: it reads from the disk: EXPLAIN (ANALYZE, BUFFERS)
-- ClientRead: the application keeps a transaction open while it does something else
-- a smaller count in all than connections in use: a pool in between lets few in (PgBouncer: SHOW POOLS)`;

const mysql = `SELECT state, COUNT(*), MAX(time), MAX(LEFT(info, 60)) AS query FROM information_schema.processlist
  WHERE command <> 'Sleep' AND id <> CONNECTION_ID() GROUP BY state ORDER BY 2 DESC;
-- Updating, User lock, Waiting for ... lock: somebody holds what they want; the oldest transaction is a good guess:
--   SELECT trx_mysql_thread_id, trx_started, trx_query FROM information_schema.innodb_trx ORDER BY trx_started LIMIT 1;
-- executing, Sending data: the query computes or reads: EXPLAIN ANALYZE (MariaDB: ANALYZE SELECT)`;

const redis = `redis-cli SLOWLOG GET 10   # commands that took long: Redis runs one at a time, for all clients
redis-cli INFO commandstats   # usec_per_call: of a quick command some microseconds
redis-cli CLIENT LIST   # a long qbuf or omem: large values, or a client that reads too slowly`;

const mongodb = `db.currentOp({ active: true, secs_running: { $gte: 1 } }) // waitingForLock; planSummary COLLSCAN: an index is missing
db.serverStatus().connections // near available: it is the service's own limit`;

const questions = { postgresql: postgres, mysql, redis, mongodb } as const;

/** What only the service can tell, and what each answer would mean; none where nobody knows what it speaks. */
export function lookInside(protocol: Protocol | 'http' | null, place: string | null): Change[] {
  if (protocol === null || protocol === 'http') return [];
  return [change('code', message('change.look-inside', { place }), questions[protocol])];
}

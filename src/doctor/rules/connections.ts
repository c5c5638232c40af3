/** Requests wait for a connection of a client's pool: it is too small, its connections are not given back, or the service is slow. */
import { amount } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ConnectionVitals, ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, withVariable } from './changes.ts';
import { inFlight } from './pool-load.ts';
import { type RuleResult, fact, findingOf, fine, notApplicable, processRule, told } from './rule.ts';

const limits = {
  /** Of the limit: the connections that are in use when the pool is the limit. */
  full: 0.85,
  /** Wait for a connection that is felt, in ms and as a part of the time that one is in use. */
  wait: 2,
  ofHeld: 0.1,
  severe: 0.5,
  /** Times as long in use as alone: from here on the service is slower with so many, and more of them would wait there. */
  slower: 1.6,
  /** Where the pool is not full: time in use that is felt, of requests that were sent from here and of others, in ms. */
  feltBySent: 10,
  felt: 40,
  /** Connections in use: fewer are nobody's queue; and their part of the requests in flight. */
  calls: 2,
  explained: 0.4,
  /** Connections that are not given back: how long one is in use, in ms, and as a multiple of what is usual. */
  kept: 4000,
  keptOfHeld: 20,
  /** Most times as large as now: what a larger pool gains beyond has not been seen. */
  most: 4,
  /** Utilisation of the loop beyond which it limits next. */
  loop: 0.95,
} as const;

export const connectionPool = processRule({
  id: 'connection-pool',
  resource: 'downstream',
  symptom: [
    'idle',
    'pools of database clients: who waits for a connection, how many are in use, and for how long',
  ],
  verb: 'raise',
  explains: ['downstream', 'backlog', 'memory-growth'],
  signals({ connections }) {
    const [pool = null] = ofInterest(connections);
    return {
      'connections in use': pool && message('evidence.of', { part: pool.used, all: pool.limit }),
      'requests that wait for one': pool && amount(pool.waiting),
      'wait for one': pool?.wait
        ? told('evidence.waits', { mean: pool.wait.mean, p95: pool.wait.p95 })
        : null,
      'each in use for': told('evidence.waited', { ms: pool?.held ?? null }),
    };
  },
  judge(vitals, service) {
    const pools = ofInterest(vitals.connections);
    if (pools.length === 0) return notApplicable('pool of connections that the probe knows');
    const kept = pools.find(isKept);
    if (kept) return leak(vitals, kept);
    const pool = pools.find((one) => isTheLimit(one, vitals, service));
    if (!pool) return fine;
    const { held, alone } = pool;
    return isSlow(pool) && held !== null && alone !== null
      ? slowService(pool, { held, alone })
      : tooFew(vitals, pool);
  },
});

/** Whether requests wait for a connection of the pool, or in the service behind it, or connections are not given back. */
export function isTheLimit(pool: ConnectionVitals, vitals: Vitals, service: ServiceVitals): boolean {
  if (isFull(pool) || isKept(pool)) return true;
  const { used, held } = pool;
  const felt = service.load > 0 ? limits.feltBySent : limits.felt;
  const pending = inFlight(vitals) ?? used;
  return isSlow(pool) && (held ?? 0) >= felt && used >= limits.calls && used >= limits.explained * pending;
}

/** Each is in use for much longer than while no other is: then it is the service that has a limit. */
const isSlow = ({ held, alone }: ConnectionVitals) =>
  held !== null && alone !== null && held >= limits.slower * alone;

/** The pool for which most wait comes first. */
function ofInterest(pools: readonly ConnectionVitals[]): ConnectionVitals[] {
  return pools.toSorted((one, other) => other.waiting - one.waiting || other.used - one.used);
}

function isFull({ limit, used, waiting, wait, held }: ConnectionVitals): boolean {
  const felt = Math.max(limits.wait, limits.ofHeld * (held ?? 0));
  return limit > 0 && used >= limits.full * limit && waiting > 0 && (wait === null || wait.mean >= felt);
}

/** Some are in use for far longer than is usual, and more and more of them: one alone may be meant to stay (LISTEN). */
function isKept({ old, held, waiting, used, limit }: ConnectionVitals): boolean {
  const isOld = old.age >= Math.max(limits.kept, limits.keptOfHeld * (held ?? 0));
  const isMuch = old.count >= 2 || (waiting > 0 && used >= limit);
  return isOld && old.count > 0 && isMuch && (old.grown > 0 || old.count >= limits.full * limit);
}

const named = ({ client, place, limit, used, waiting, wait, held, alone }: ConnectionVitals) => ({
  client,
  place,
  limit,
  used,
  waiting,
  wait: wait?.mean ?? null,
  held,
  alone,
});

const severityOf = ({ wait, held }: ConnectionVitals) =>
  wait === null || wait.mean >= limits.severe * (held ?? 0) ? 'critical' : 'warning';

function tooFew(vitals: Vitals, pool: ConnectionVitals): RuleResult {
  const { limit, waiting, used } = pool;
  const wanted = Math.ceil(Math.min(limits.most * limit, used + waiting));
  const size = Math.max(limit + 1, wanted);
  const loop = vitals.loop.utilization ?? 0;
  // As many more at a time, until the loop has no time left: where the service stays as fast as it is.
  const gain = Math.min(size / limit, (used + waiting) / limit, loop > 0 ? limits.loop / loop : Infinity);
  const more = larger(vitals, pool, size);
  // Nobody has seen how quick the service is when it is asked alone: more connections may all wait there for the same.
  const isUnknown = pool.alone === null;
  return {
    ...(isUnknown && { verb: 'not the pool' }),
    severity: severityOf(pool),
    ...findingOf('connection-pool', { ...named(pool), size, gain }),
    evidence: evidenceOf(pool),
    changes: isUnknown ? [lookInside(pool), ...more] : more,
    gain: isUnknown ? null : gain,
    weight: waiting,
  };
}

/** More connections would all wait for the same. */
function slowService(
  pool: ConnectionVitals,
  times: { readonly held: number; readonly alone: number },
): RuleResult {
  return {
    verb: 'not the pool',
    severity: severityOf(pool),
    // As many as would be in use if each took as long as alone.
    ...findingOf('connection-pool.slow', {
      ...named(pool),
      ...times,
      atOnce: (pool.used * times.alone) / times.held,
    }),
    evidence: evidenceOf(pool),
    changes: [lookInside(pool)],
    weight: pool.waiting,
  };
}

function leak(vitals: Vitals, pool: ConnectionVitals): RuleResult {
  const { old, limit, used, waiting } = pool;
  return {
    verb: 'not the pool',
    severity: waiting > 0 || used >= limits.full * limit ? 'critical' : 'warning',
    ...findingOf('connection-pool.leak', { ...named(pool), count: old.count, age: old.age, by: old.by }),
    evidence: [...evidenceOf(pool), ...(old.by === null ? [] : [fact('taken by', old.by)])],
    changes: [change('code', 'change.give-back', giveBackOf(pool.client)), lookInside(pool)],
    weight: old.count,
  };
}

const evidenceOf = ({ used, limit, waiting, wait, held, alone }: ConnectionVitals) => [
  fact('connections in use', message('evidence.of', { part: used, all: limit })),
  fact('requests that wait for one', amount(waiting)),
  ...(wait === null
    ? []
    : [fact('wait for one', message('evidence.waits', { mean: wait.mean, p95: wait.p95 }))]),
  ...(held === null ? [] : [fact('each in use for', message('evidence.waited', { ms: held }))]),
  ...(alone === null ? [] : [fact('while no other is', message('evidence.waited', { ms: alone }))]),
];

/** By the variable that seems to set it, which a proof can vary; else by a line of code. */
function larger(vitals: Vitals, { client, variable }: ConnectionVitals, size: number): Change[] {
  const what = message('change.pool-of-connections', { size, client });
  const code = change('code', what, sizeOf[client]?.(size) ?? `{ max: ${size} }`);
  if (variable === null) return [code];
  const setting = { [`env:${variable}`]: String(size) };
  return [change('env', what, withVariable(vitals, `${variable}=${size}`), setting), code];
}

const sizeOf: Readonly<Record<string, (size: number) => string>> = {
  pg: (size) => `new Pool({ max: ${size} });`,
  mysql2: (size) => `createPool({ connectionLimit: ${size} });`,
  knex: (size) => `knex({ pool: { min: 0, max: ${size} } });`,
  sequelize: (size) => `new Sequelize(url, { pool: { max: ${size} } });`,
};

function giveBackOf(client: string): string {
  const [take, give] =
    client === 'mysql2' || client === 'pg'
      ? [client === 'pg' ? 'pool.connect()' : 'pool.getConnection()', 'connection.release()']
      : ['pool.acquire()', 'pool.release(connection)'];
  return `const connection = await ${take};\ntry {\n  await work(connection);\n} finally {\n  ${give};\n}`;
}

const postgres = `SELECT wait_event_type, wait_event, state, count(*), max(now() - query_start) AS longest, left(min(query), 60) AS query
  FROM pg_stat_activity WHERE state <> 'idle' GROUP BY 1, 2, 3 ORDER BY 4 DESC;
-- Lock: a transaction holds what they want; SELECT pid, pg_blocking_pids(pid) FROM pg_stat_activity; names it
-- no wait event: the query computes; IO: it reads from the disk: EXPLAIN (ANALYZE, BUFFERS)
-- ClientRead: the application keeps a transaction open while it does something else
-- fewer rows than connections: a pool in between lets few in (PgBouncer: SHOW POOLS)`;

const mysql = `SELECT state, COUNT(*), MAX(time), LEFT(MIN(info), 60) FROM information_schema.processlist
  WHERE command <> 'Sleep' GROUP BY state ORDER BY 2 DESC;
-- Waiting for … lock: a transaction holds what they want; SHOW ENGINE INNODB STATUS names it
-- executing, Sending data: the query computes or reads: EXPLAIN ANALYZE`;

/** What only the service can tell, and what each answer would mean. */
function lookInside({ client, place }: ConnectionVitals): Change {
  const isMysql = client === 'mysql2' || /:3306$|mysql/.test(place ?? '');
  return change('code', message('change.look-inside', { place }), isMysql ? mysql : postgres);
}

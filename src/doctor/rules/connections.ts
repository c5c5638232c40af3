/**
 * Requests wait for a connection of a client's pool: it is too small, its connections are not given back, or the service is slow. Or
 * for their turn on a single connection, or for a thread of a pool of workers that mostly wait.
 */
import { isHere } from '../../format/address.ts';
import { amount } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import type { Change, Severity } from '../../model/diagnosis.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { ConnectionVitals, ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, withVariable } from './changes.ts';
import { clientFor } from '../../model/service-clients.ts';
import { giveBackOf, lookInside, sizeOf } from './client-code.ts';
import { inFlight } from './pool-load.ts';
import { total } from '../../stats/mean-and-spread.ts';
import {
  type RuleResult,
  type Signals,
  figures,
  findingOf,
  fine,
  notApplicable,
  processRule,
  told,
} from './rule.ts';

const limits = {
  /** Of the limit: the connections that are in use when the pool is the limit. */
  full: 0.85,
  /** Wait for a connection that is felt, in ms and as a part of the time that one is in use. */
  wait: 2,
  ofHeld: 0.1,
  severe: 0.5,
  /** Times as long in use as alone: from here on the service is slower with so many, and more of them would wait there. */
  slower: 1.6,
  /** Connections in use: fewer are nobody's queue. */
  calls: 2,
  /** Connections that are not given back: how long one is in use, in ms, and as a multiple of what is usual. */
  kept: 4000,
  keptOfHeld: 20,
  /** Part of the uses for which a connection is opened, and how many such uses a second are no start-up. */
  fresh: 0.3,
  freshRate: 5,
  /** Part of the attempts to get a connection that fail, from which on it is refused. */
  failed: 0.5,
  /** Calls to another service for each connection in use, from which on these are kept for those calls. */
  inCall: 0.6,
  /** Most times as large as now: what a larger pool gains beyond has not been seen. */
  most: 4,
  /** Utilisation of the loop beyond which it limits next. */
  loop: 0.9,
  /** Utilisation of the loop from which on it is the loop that makes commands wait for each other. */
  late: 0.5,
  /** Where fewer requests are in flight than wait: what each takes, as a part of the wait, below which others wait. */
  ofWait: 0.3,
  /** Part of the one connection's time that a command that waits has to have; and a turn that is long on any way, in ms. */
  ofTurns: 0.3,
  turn: 5,
  /** Part of a worker's time that it computes or wants to: from here on more tasks at a time would not help. */
  computing: 0.6,
} as const;

export const connectionPool = processRule({
  id: 'connection-pool',
  resource: 'downstream',
  symptom: [
    'idle',
    'clients of databases, Redis and HTTP, and pools of workers: who waits, how many are in use, and for how long',
  ],
  explains: ['downstream', 'backlog', 'memory-growth', 'loop-saturated'],
  signals: ({ connections: [pool = null] }) => signalsOf(pool),
  judge(vitals, service) {
    const pools = vitals.connections;
    if (pools.length === 0) return notApplicable('pool of connections that the probe knows');
    const closed = pools.find(isRefused);
    if (closed) return refused(closed);
    const kept = pools.find(isKept);
    if (kept) return leak(kept);
    const anew = pools.find(isOpenedAnew);
    if (anew) return openedAnew(anew);
    const pool = pools.find((one) => isTheLimit(one, vitals, service));
    if (!pool) return fine;
    if (pool.kind === 'order' && pool.command) return ordered(pool, pool.command);
    if (pool.kind === 'tasks') return waitingWorkers(vitals, service, pool);
    const call = callMeanwhile(pool, vitals);
    if (call) return heldInCall(pool, call);
    return isSlow(pool) ? slowService(pool) : tooFew(vitals, pool, service);
  },
});

/**
 * Time in a call, or in use of a connection, that is felt in every answer, in ms. Of the doctor's own requests it is less: nobody asked
 * for less load than the server bears, so what they wait for is what limits it.
 */
export const felt = { byOthers: 40, bySent: 10 } as const;
export const feltIn = ({ load }: ServiceVitals) => (load > 0 ? felt.bySent : felt.byOthers);

/** Part of the requests in flight that calls, or connections in use, have to explain. */
export const explained = 0.4;

/** Whether requests wait for a connection of the pool, or in the service behind it, or connections are not given back. */
export function isTheLimit(pool: ConnectionVitals, vitals: Vitals, service: ServiceVitals): boolean {
  if (isRefused(pool) || isKept(pool) || isOpenedAnew(pool)) return true;
  // A loop that has no time left takes what the database has sent too late: then connections are in use for longer.
  if ((vitals.loop.utilization ?? 0) >= limits.loop) return false;
  if (isFull(pool)) {
    if (isInBackground(pool, vitals, service)) return false;
    if (pool.kind === 'order') return isKeptWaiting(pool, vitals, service);
    return pool.kind === 'pool' || (computing(pool, vitals) ?? 1) < limits.computing;
  }
  const { used } = pool;
  const pending = inFlight(vitals) ?? used;
  return isSlow(pool) && pool.held >= feltIn(service) && used >= limits.calls && used >= explained * pending;
}

/** Each is in use for much longer than while no other is: then it is the service that has a limit. */
const isSlow = (pool: ConnectionVitals): pool is SlowPool =>
  pool.held !== null && pool.alone !== null && pool.held >= limits.slower * pool.alone;

type SlowPool = ConnectionVitals & { readonly held: Milliseconds; readonly alone: Milliseconds };

function isFull({ limit, used, waiting, wait, held }: ConnectionVitals): boolean {
  const least = Math.max(limits.wait, limits.ofHeld * (held ?? 0));
  return limit > 0 && used >= limits.full * limit && waiting > 0 && (wait === null || wait.mean >= least);
}

/** Fewer requests are in flight than wait, and they are answered sooner than that takes: something else waits. */
function isInBackground(
  { wait, waiting }: ConnectionVitals,
  vitals: Vitals,
  { requests }: ServiceVitals,
): boolean {
  const [pending, mean] = [inFlight(vitals), requests?.mean ?? null];
  if (pending === null || mean === null) return false;
  return pending < explained * waiting && mean < limits.ofWait * (wait?.mean ?? 0);
}

/** Commands that are sent together are answered together, unless one before them is slow, or keeps the connection. */
function isKeptWaiting(
  { command, place, wait, held, alone }: ConnectionVitals,
  { loop }: Vitals,
  service: ServiceVitals,
): boolean {
  if (command === null) return false;
  if (command.isBlocking && command.part >= limits.ofTurns) return true;
  // A loop with much to do sends many at once, and reads the answers late.
  if ((loop.utilization ?? 0) >= limits.late) return false;
  const mean = wait?.mean ?? 0;
  if (mean < feltIn(service)) return false;
  // On the way to another machine many may be at a time, which makes turns short.
  if (alone === null) return (place !== null && isHere(place)) || (held ?? 0) >= limits.turn;
  return mean + (held ?? 0) >= limits.slower * alone;
}

/** The part of their time that worker threads compute, or wait for a CPU; where their names are not known, at most. Null: not known. */
function computing({ threads }: ConnectionVitals, { workers, cpu, loop }: Vitals): number | null {
  if (threads === 0) return null;
  if (workers.length > 0) return total(workers.map(({ ran, waitedForCpu }) => ran + waitedForCpu)) / threads;
  const wanted =
    Math.max(0, cpu.used - (loop.ran ?? 0)) + Math.max(0, (cpu.waited ?? 0) - (loop.waitedForCpu ?? 0));
  return loop.ran === null ? null : Math.min(1, wanted / threads);
}

/** Some are in use for far longer than is usual, and more and more of them: one alone may be meant to stay (LISTEN). */
function isKept({ old, held, waiting, used, limit }: ConnectionVitals): boolean {
  const isOld = old.age >= Math.max(limits.kept, limits.keptOfHeld * (held ?? 0));
  const isMuch = old.count >= 2 || (waiting > 0 && used >= limit);
  return isOld && old.count > 0 && isMuch && (old.grown > 0 || old.count >= limits.full * limit);
}

const isRefused = ({ failed }: ConnectionVitals) => failed.part >= limits.failed;

const isOpenedAnew = ({ fresh, rate }: ConnectionVitals) =>
  fresh >= limits.fresh && fresh * rate >= limits.freshRate;

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

const severityOf = ({ wait, held }: ConnectionVitals): Severity =>
  wait === null || wait.mean >= limits.severe * (held ?? 0) ? 'critical' : 'warning';

/** As many as are wanted at a time, by Little's law. */
const sizeFor = ({ limit, used, waiting }: ConnectionVitals) =>
  Math.max(limit + 1, Math.ceil(Math.min(limits.most * limit, used + waiting)));

function tooFew(vitals: Vitals, pool: ConnectionVitals, service: ServiceVitals): RuleResult {
  const { limit, waiting, used, place } = pool;
  const size = sizeFor(pool);
  const loop = vitals.loop.utilization ?? 0;
  // As many more at a time, until the loop has no time left: where the service stays as fast as it is.
  const wanted = Math.min(size / limit, (used + waiting) / limit, loop > 0 ? 1 / loop : Infinity);
  // A service on this machine needs its CPUs for each request, as the server does.
  const { areOthersSeen, machineCpus, machineUsed } = service;
  const isNear = place !== null && isHere(place) && areOthersSeen;
  const gain = isNear ? Math.min(wanted, Math.max(1, machineCpus / machineUsed)) : wanted;
  const more = larger(vitals, pool, size);
  // Nobody has seen how quick the service is when it is asked alone: more connections may all wait there for the same.
  const isUnknown = pool.alone === null;
  return {
    ...ofWaiting(pool),
    ...(!isUnknown && { verb: 'raise' }),
    ...findingOf('connection-pool', { ...named(pool), size, gain, isForCpu: gain < wanted }),
    changes: isUnknown ? [...lookInside(pool.protocol, pool.place), ...more] : more,
    gain: isUnknown ? null : gain,
  };
}

type Outbound = NonNullable<Vitals['sockets']>['outbound'][number];

/** A service that is called by about as many as have a connection: they keep it meanwhile. Null: none is seen. */
function callMeanwhile({ place, used, protocol }: ConnectionVitals, { sockets }: Vitals): Outbound | null {
  // Of HTTP a connection is in use for one call alone.
  if (protocol === 'http') return null;
  const isIts = (to: string) => place !== null && (to === place || to.endsWith(place));
  return (
    (sockets?.outbound ?? []).find(
      ({ to, pending }) => !isIts(to) && (pending ?? 0) >= limits.inCall * used,
    ) ?? null
  );
}

/** One connection answers its commands one after the other. */
function ordered(
  pool: ConnectionVitals,
  { name: command, part, each, ...about }: NonNullable<ConnectionVitals['command']>,
): RuleResult {
  const isBlocking = about.isBlocking && part >= limits.ofTurns;
  return {
    ...ofWaiting(pool),
    ...findingOf('connection-pool.order', { ...named(pool), command, part, each, isBlocking }),
    changes: [
      ...(isBlocking ? [change('code', 'change.own-connection', ownConnection(pool.client))] : []),
      ...lookInside(pool.protocol, pool.place),
    ],
  };
}

const ownConnection = (client: string) =>
  client === 'ioredis'
    ? `const waiting = redis.duplicate(); // for commands that wait, and for nothing else; one for each at a time`
    : `const waiting = createClientPool(options); // for commands that wait, and for nothing else\nawait waiting.connect();`;

/** Threads that wait for something else could have more tasks at a time. */
function waitingWorkers(vitals: Vitals, service: ServiceVitals, pool: ConnectionVitals): RuleResult {
  const { limit, used, waiting, client, threads } = pool;
  const part = computing(pool, vitals);
  const size = sizeFor(pool);
  const ran = total(vitals.workers.map((worker) => worker.ran));
  const gain = Math.min((used + waiting) / limit, size / limit, (ran + service.free) / Math.max(ran, 0.01));
  const each = Math.ceil(size / Math.max(1, threads));
  const code =
    client === 'piscina'
      ? `new Piscina({ filename, concurrentTasksPerWorker: ${each} }); // or maxThreads`
      : `workerpool.pool(script, { maxWorkers: ${size} });`;
  return {
    ...ofWaiting(pool),
    verb: 'raise',
    ...findingOf('connection-pool.tasks', { ...named(pool), computing: part ?? 0, size, gain }),
    evidence: evidenceOf(pool, { 'worker threads compute': told('evidence.share', { part }) }),
    changes: [change('code', message('change.more-tasks', { size }), code)],
    gain,
  };
}

/** Other requests wait for a connection that does nothing. */
function heldInCall(pool: ConnectionVitals, { to, pending }: Outbound): RuleResult {
  return {
    ...ofWaiting(pool),
    ...findingOf('connection-pool.in-call', { ...named(pool), to, pending: pending ?? 0 }),
    changes: [change('code', 'change.call-outside', callOutside), ...lookInside(pool.protocol, pool.place)],
  };
}

function openedAnew(pool: ConnectionVitals): RuleResult {
  const { fresh, rate } = pool;
  return {
    severity: 'critical',
    ...findingOf('connection-pool.anew', { ...named(pool), fresh, perSecond: fresh * rate }),
    evidence: evidenceOf(pool, { 'opened for one use': message('evidence.share', { part: fresh }) }),
    changes: [change('code', 'change.keep-connections', keepConnections)],
    weight: fresh * rate,
  };
}

const keepConnections = `// one pool for the whole process, made once; and what closes a connection early is as rare as its defaults:
new Pool({ idleTimeoutMillis: 10_000 }); // pg: without maxUses
createPool({ maxIdle: 10, idleTimeout: 60_000 }); // mysql2
// a connection that breaks each time is closed too: look for errors on it`;

const callOutside = `const answer = await callTheService(); // before a connection is taken, or after it is given back
await inTransaction((connection) => save(connection, answer));`;

function refused(pool: ConnectionVitals): RuleResult {
  const { part, code } = pool.failed;
  return {
    severity: 'critical',
    ...findingOf('connection-pool.refused', { ...named(pool), part, code }),
    evidence: figures({ 'connections that were not got': message('evidence.share', { part }) }),
    changes: [change('code', 'change.reach-database', reachDatabase)],
    weight: part,
  };
}

const reachDatabase = `# does it run, at this address, and does it take one more connection?
pg_isready -h HOST -p PORT; psql -c 'SHOW max_connections'      # PostgreSQL
mysqladmin -h HOST -P PORT status; mysql -e "SHOW VARIABLES LIKE 'max_connections'"`;

/** More connections would all wait for the same. */
function slowService(pool: SlowPool): RuleResult {
  const { used, held, alone } = pool;
  return {
    ...ofWaiting(pool),
    // As many as would be in use if each took as long as alone.
    ...findingOf('connection-pool.slow', { ...named(pool), held, alone, atOnce: (used * alone) / held }),
    changes: lookInside(pool.protocol, pool.place),
  };
}

function leak(pool: ConnectionVitals): RuleResult {
  const { old, limit, used, waiting } = pool;
  return {
    severity: waiting > 0 || used >= limits.full * limit ? 'critical' : 'warning',
    ...findingOf('connection-pool.leak', { ...named(pool), count: old.count, age: old.age, by: old.by }),
    evidence: evidenceOf(pool, { 'taken by': old.by }),
    changes: [
      change('code', 'change.give-back', giveBackOf(pool.client)),
      ...lookInside(pool.protocol, pool.place),
    ],
    weight: old.count,
  };
}

const signalsOf = (pool: ConnectionVitals | null) => {
  const used = pool && message('evidence.of', { part: pool.used, all: pool.limit });
  const waiting = pool && amount(pool.waiting);
  return {
    ...(pool?.kind === 'tasks'
      ? { 'tasks that run': used, 'tasks that wait': waiting }
      : { 'connections in use': used, 'requests that wait for one': waiting }),
    'wait for one': pool?.wait
      ? message('evidence.waits', { mean: pool.wait.mean, p95: pool.wait.p95 })
      : null,
    'each in use for': told('evidence.waited', { ms: pool?.held ?? null }),
  };
};

const evidenceOf = (pool: ConnectionVitals, more: Signals = {}) =>
  figures({ ...signalsOf(pool), 'while no other is': told('evidence.waited', { ms: pool.alone }), ...more });

/** The parts of a finding about those that wait. */
const ofWaiting = (pool: ConnectionVitals) => ({
  severity: severityOf(pool),
  evidence: evidenceOf(pool),
  weight: pool.waiting,
});

/** By the variable that seems to set it, which a proof can vary; else by a line of code. */
function larger(vitals: Vitals, pool: ConnectionVitals, size: number): Change[] {
  const { variable, protocol } = pool;
  // What uses the client has a setting of its own for it.
  const above = protocol === null || protocol === 'http' ? null : clientFor(protocol, vitals.clients);
  const client = above ?? pool.client;
  const what = message('change.pool-of-connections', { size, client });
  const code = change('code', what, sizeOf[client]?.(size) ?? `{ max: ${size} }`);
  if (variable === null) return [code];
  const setting = { [`env:${variable}`]: String(size) };
  return [change('env', what, withVariable(vitals, `${variable}=${size}`), setting), code];
}

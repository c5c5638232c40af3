/**
 * The table of verdicts as rows: what was seen of the pool, the CPUs and the loop on the left; the first finding and what is
 * to be done on the right. Dots: not seen.
 */
import { message } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRules } from '../../../src/doctor/evaluate-rules.ts';
import type { ServiceVitals, LoopVitals, PoolVitals, Vitals } from '../../../src/model/vitals.ts';
import {
  atCondition,
  atLock,
  serviceByHand,
  inCall,
  queueOf,
  timeOf,
  vitalsByHand,
  waitOf,
  agesOf,
  socketsOf,
} from './vitals-by-hand.ts';

const table = `
  fast  slow  threads  cpu    queue  loop     -> first finding        verb
  none  none  idle     free   none   idle     -> healthy
  none  none  idle     free   none   busy     -> healthy
  ....  ....  idle     free   none   idle     -> healthy
  ....  ....  idle     free   ....   idle     -> healthy
  ....  ....  .......  free   ....   idle     -> cannot tell
  ....  ....  blocked  free   ....   idle     -> cannot tell
  none  none  .......  free   ....   idle     -> healthy
  high  high  .......  free   ....   idle     -> pool-too-small       raise
  high  high  blocked  free   one    idle     -> pool-too-small       raise
  high  high  blocked  free   mixed  idle     -> pool-too-small       raise
  high  high  blocked  free   flood  idle     -> pool-hog             bound
  ....  ....  blocked  free   one    idle     -> pool-too-small       raise
  ....  ....  blocked  free   flood  idle     -> pool-hog             bound
  high  high  blocked  free   one    late     -> pool-too-small       raise
  high  high  running  free   one    idle     -> pool-too-small       raise
  high  high  running  free   mixed  idle     -> pool-hog             bound
  high  high  running  full   one    idle     -> pool-starved-of-cpu  not the pool
  high  ....  running  full   one    late     -> pool-starved-of-cpu  not the pool
  ....  ....  running  full   one    idle     -> pool-starved-of-cpu  not the pool
  high  high  running  full   mixed  idle     -> pool-hog             bound
  high  high  running  full   flood  idle     -> pool-starved-of-cpu  bound
  high  high  running  quota  one    idle     -> pool-starved-of-cpu  not the pool
  high  high  helped   full   behind idle     -> pool-starved-of-cpu  not the pool
  high  high  helped   full   encode idle     -> pool-hog             bound
  high  high  encodes  full   behind idle     -> pool-hog             bound
  high  high  hashes   full   mixed  idle     -> pool-hog             bound
  high  high  hashes   full   encode idle     -> pool-hog             bound
  high  high  shared   full   mixed  idle     -> pool-starved-of-cpu  not the pool
  high  high  one-own  free   encode idle     -> pool-lock            bound
  none  none  running  quota  none   late     -> pool-too-large       lower
  none  none  idle     quota  none   late     -> cpu-throttled        lower
  high  high  locked   free   one    idle     -> pool-lock            bound
  none  none  locked   free   none   idle     -> pool-lock            bound
  none  high  dns      free   none   idle     -> slow-lane            bypass
  none  high  .......  free   ....   idle     -> slow-lane            bypass
  high  high  stuck    free   one    idle     -> pool-stuck           move
  high  high  held     free   one    idle     -> pool-stuck           raise
  none  none  one-out  free   none   idle     -> pool-stuck           move
  none  none  idle     free   none   late     -> loop-blocked         not the pool
  none  none  idle     free   none   full     -> loop-saturated       not the pool
  high  high  blocked  free   one    full     -> loop-saturated       not the pool
  none  none  idle     free   none   sync     -> blocking-calls       not the pool
  none  none  idle     full   none   pushed   -> cpu-saturated        not the pool
  none  none  idle     taken  none   shared   -> loop-saturated       not the pool
  none  none  idle     taken  none   pushed   -> cpu-saturated        not the pool
  none  none  idle     work   none   idle     -> workers-saturated    not the pool
  none  none  idle     works  none   idle     -> workers-saturated    not the pool
  none  none  idle     free   none   stopped  -> stopped              not the pool
  ....  ....  stuck    free   ....   stopped  -> stopped              not the pool
  none  none  idle     free   none   unix     -> downstream           not the pool
  none  none  idle     free   none   inside   -> cannot tell
  none  none  idle     free   none   polls    -> healthy
`;

const waits: Readonly<Record<string, PoolVitals['wait']>> = {
  none: waitOf(0.06),
  high: waitOf(300),
  '....': null,
};

const queues: Readonly<Record<string, PoolVitals['queue']>> = {
  none: queueOf({}),
  one: queueOf({ crypto: 28 }),
  mixed: queueOf({ crypto: 24, fs: 4 }),
  flood: queueOf({ fs: 400 }),
  behind: queueOf({ fs: 20, node_api: 4 }),
  encode: queueOf({ node_api: 24, fs: 4 }),
  '....': null,
};

const threads: Readonly<Record<string, Partial<PoolVitals>>> = {
  idle: { busy: 0.1, full: 0, time: timeOf(0.5, 0.02) },
  '.......': { busy: null, full: null, time: null },
  blocked: {
    busy: 3.96,
    full: 0.99,
    time: timeOf(0.01, 0),
    whereabouts: [{ doing: inCall('pread64', '/data/file'), share: 0.98, threads: 4 }],
  },
  running: { busy: 3.9, full: 0.9, time: timeOf(0.98, 0.01) },
  helped: { busy: 3.9, full: 0.9, time: timeOf(0.04, 0.14) },
  encodes: { busy: 3.9, full: 0.9, time: timeOf(0.04, 0.14), holders: held({ node_api: 0.96, fs: 0.04 }) },
  hashes: { busy: 3.9, full: 0.9, time: timeOf(0.25, 0.74), holders: held({ crypto: 0.98, fs: 0.02 }) },
  shared: { busy: 3.9, full: 0.9, time: timeOf(0.25, 0.74), holders: held({ crypto: 0.5, fs: 0.5 }) },
  'one-own': { busy: 3.9, full: 0.9, time: timeOf(0.01, 0), holders: held({ node_api: 1 }) },
  locked: {
    busy: 3.9,
    full: 0.9,
    time: timeOf(0.24, 0, 0.75),
    whereabouts: [{ doing: atLock('7f00'), share: 0.74, threads: 4 }],
  },
  dns: {
    busy: 2,
    full: 0,
    time: timeOf(0, 0),
    whereabouts: [{ doing: inCall('poll'), share: 0.5, threads: 2 }],
    slow: { cap: 2, running: 2, queue: queueOf({ dns: 6 }), wait: null },
  },
  stuck: { busy: 4, full: 1, time: timeOf(0, 0), stuck: stuckThreads(4, inCall('openat', '/mnt/gone')) },
  held: { busy: 4, full: 1, time: timeOf(0, 0), stuck: stuckThreads(4, atCondition('7f10')) },
  'one-out': { busy: 1.1, full: 0, time: timeOf(0, 0), stuck: stuckThreads(1, inCall('statx', '/mnt/gone')) },
};

function held(parts: Readonly<Record<string, number>>): PoolVitals['holders'] {
  return Object.entries(parts).map(([kind, part]) => ({ kind, part }));
}

function stuckThreads(count: number, doing: PoolVitals['stuck'][number]['doing']): PoolVitals['stuck'] {
  return Array.from({ length: count }, (_, tid) => ({ tid, doing, since: 9000 }));
}

const loops: Readonly<Record<string, Partial<LoopVitals>>> = {
  idle: { utilization: 0.05, ran: 0.05 },
  busy: { utilization: 0.6, ran: 0.58 },
  full: { utilization: 0.99, ran: 0.98 },
  late: {
    utilization: 0.4,
    ran: 0.3,
    waitedForCpu: 0.05,
    delay: { mean: 20, p50: 1, p99: 160, max: 420 },
    stalls: 8,
  },
  sync: {
    utilization: 0.5,
    ran: 0.05,
    blockedIn: [{ doing: inCall('read', '/mnt/file'), share: 0.45, threads: 1 }],
  },
  shared: { utilization: 0.98, ran: 0.66, waitedForCpu: 0.32 },
  stopped: { utilization: 1, ran: 0, waitedForCpu: 0, delay: null, stalls: null },
  pushed: { utilization: 0.8, ran: 0.35, waitedForCpu: 0.45 },
  unix: { utilization: 0.2, ran: 0.18 },
  inside: { utilization: 0.2, ran: 0.18 },
  polls: { utilization: 0.2, ran: 0.18 },
};

const cpus: Readonly<Record<string, Vitals['cpu']>> = {
  free: { used: 0.3, available: 8, quota: null, throttled: null, waited: 0.02 },
  full: { used: 1.97, available: 2, quota: null, throttled: null, waited: 3 },
  quota: { used: 0.99, available: 1, quota: 1, throttled: 0.9, waited: 3 },
  taken: { used: 0.7, available: 2, quota: null, throttled: null, waited: 0.4 },
  work: { used: 1.9, available: 2, quota: null, throttled: null, waited: 0.3 },
  works: { used: 2.1, available: 8, quota: null, throttled: null, waited: 0.02 },
};

/** What a word says of the rest of the machine, and of the process beside its pool and its loop. */
const machines: Readonly<Record<string, Partial<ServiceVitals>>> = {
  taken: { machineCpus: 2, machineUsed: 1.98, free: 0.02 },
  unix: { requests: { rate: 320, mean: 100, p99: null, alone: null } },
  inside: { requests: { rate: 320, mean: 100, p99: null, alone: null } },
  polls: { requests: { rate: 320, mean: 100, p99: null, alone: null } },
};

/** 32 in flight, of an age in the middle, and so many connections over a unix socket. */
function inFlight(age: number, connections: number): Partial<Vitals> {
  const to = '/run/postgresql/.s.PGSQL.5432';
  return {
    requests: null,
    sockets: socketsOf({
      inbound: { connections: 32, pending: 32, rate: 320, age: agesOf(age) },
      outbound: connections > 0 ? [{ to, connections, pending: null, age: null }] : [],
    }),
  };
}
const computing = [51, 52].map((tid) => ({ tid, ran: 0.92, waitedForCpu: 0.07 }));
const underWay = { pending: 30, rate: 60, mean: 380 };
const besides: Readonly<Record<string, Partial<Vitals>>> = {
  work: { workers: computing, requests: underWay },
  works: { workers: computing, requests: underWay },
  stopped: { stopped: 1 },
  unix: inFlight(45, 10),
  inside: inFlight(45, 0),
  polls: inFlight(12_000, 10),
  'one-own': { native: [{ name: 'writer', threads: 1, ran: 0.96, waitedForCpu: 0.01 }] },
};

function vitalsOf(words: readonly string[]): Vitals {
  const [fast = '', slow = '', work = '', cpu = '', queue = '', loop = ''] = words;
  const { slow: slowParts, ...parts } = threads[work] ?? {};
  const isBlind = queue === '....';
  const isStarved = work === 'running' && cpu !== 'free';
  return vitalsByHand({
    pool: {
      ...parts,
      ...(isStarved && { time: timeOf(0.25, 0.74) }),
      wait: waits[fast] ?? null,
      queue: queues[queue] ?? null,
      slow: {
        cap: 2,
        running: isBlind ? null : 0,
        queue: isBlind ? null : queueOf({}),
        ...slowParts,
        wait: waits[slow] ?? null,
      },
    },
    loop: { ...loops[loop], ...(fast === '....' && slow === '....' && { delay: null, stalls: null }) },
    cpu: cpus[cpu] ?? {},
    ...besides[cpu],
    ...besides[loop],
    ...besides[work],
    withoutPeek: isBlind ? message('unseen.stripped') : null,
    withoutProbe: fast === '....' && slow === '....' ? message('unseen.probe-not-wanted') : null,
  });
}

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.trim());

for (const row of rows) {
  test(row, () => {
    const [seen = '', expected = ''] = row.split(' -> ');
    const words = seen.trim().split(/\s+/);
    assert.ok(
      words[2] === undefined || threads[words[2]] !== undefined,
      `the row uses a word that is not in the table: ${words[2]}`,
    );
    const vitals = vitalsOf(words);
    const { findings, status, answers } = evaluateRules(
      [vitals],
      serviceByHand([vitals], { ...machines[words[3] ?? ''], ...machines[words[5] ?? ''] }),
    );
    const first = findings.find(({ severity }) => severity !== 'info');
    const found = first ? `${first.rule} ${first.verb}` : status;
    assert.equal(found, expected.trim().replace(/\s+/, ' '), JSON.stringify({ findings, answers }, null, 1));
  });
}

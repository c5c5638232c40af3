/**
 * The table of verdicts as rows: what was seen of the pool, the CPUs and the loop on the left; the first finding and what is
 * to be done on the right. Dots: not seen.
 */
import { message } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceVitals, PoolVitals, Vitals } from '../../../src/model/vitals.ts';
import { both, fires, judged, on, type Seen } from './case.ts';
import {
  atCondition,
  atLock,
  cpu,
  found,
  held,
  inCall,
  late,
  loop,
  noProbe,
  pool,
  queueOf,
  stuck,
  timeOf,
  waitOf,
  agesOf,
  socketsOf,
  type Parts,
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

const working = { busy: 3.9, full: 0.9 };
const threads: Readonly<Record<string, Partial<PoolVitals>>> = {
  idle: { busy: 0.1, full: 0, time: timeOf(0.5, 0.02) },
  '.......': { busy: null, full: null, time: null },
  blocked: {
    busy: 3.96,
    full: 0.99,
    time: timeOf(0.01, 0),
    whereabouts: [{ doing: inCall('pread64', '/data/file'), share: 0.98, threads: 4 }],
  },
  running: { ...working, time: timeOf(0.98, 0.01) },
  helped: { ...working, time: timeOf(0.04, 0.14) },
  encodes: { ...working, time: timeOf(0.04, 0.14), ...held({ node_api: 0.96, fs: 0.04 }) },
  hashes: { ...working, time: timeOf(0.25, 0.74), ...held({ crypto: 0.98, fs: 0.02 }) },
  shared: { ...working, time: timeOf(0.25, 0.74), ...held({ crypto: 0.5, fs: 0.5 }) },
  'one-own': { ...working, time: timeOf(0.01, 0), ...held({ node_api: 1 }) },
  locked: {
    ...working,
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
  stuck: { busy: 4, full: 1, time: timeOf(0, 0), ...stuck(4, inCall('openat', '/mnt/gone')) },
  held: { busy: 4, full: 1, time: timeOf(0, 0), ...stuck(4, atCondition('7f10')) },
  'one-out': { busy: 1.1, full: 0, time: timeOf(0, 0), ...stuck(1, inCall('statx', '/mnt/gone')) },
};

const loops: Readonly<Record<string, Parts>> = {
  idle: loop(0.05),
  busy: loop(0.6, 0.58),
  full: loop(0.99, 0.98),
  late: both(loop(0.4, 0.3, 0.05), late(20, 1, 160, 420, 8)),
  sync: both(loop(0.5, 0.05), found(inCall('read', '/mnt/file'), 0.45)),
  shared: loop(0.98, 0.66, 0.32),
  stopped: both(loop(1, 0, 0), { loop: { delay: null, stalls: null } }),
  pushed: loop(0.8, 0.35, 0.45),
  unix: loop(0.2, 0.18),
  inside: loop(0.2, 0.18),
  polls: loop(0.2, 0.18),
};

const cpus: Readonly<Record<string, Parts>> = {
  free: cpu(0.3),
  full: cpu(1.97, 2, 3),
  quota: { cpu: { used: 0.99, available: 1, quota: 1, throttled: 0.9, waited: 3 } },
  taken: cpu(0.7, 2, 0.4),
  work: cpu(1.9, 2, 0.3),
  works: cpu(2.1),
};

/** What a word says of the rest of the machine, and of the process beside its pool and its loop. */
const served = { requests: { rate: 320, mean: 100, p99: null, alone: null } };
const machines: Readonly<Record<string, Partial<ServiceVitals>>> = {
  taken: { machineCpus: 2, machineUsed: 1.98, free: 0.02 },
  unix: served,
  inside: served,
  polls: served,
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

function seenOf(words: readonly string[]): Seen {
  const [fast = '', slow = '', work = '', cpuWord = '', queue = '', loopWord = ''] = words;
  const { slow: slowParts, ...parts } =
    threads[work] ?? assert.fail(`a word that is not in the table: ${work}`);
  const isBlind = queue === '....';
  const isAlone = fast === '....' && slow === '....';
  const isStarved = work === 'running' && cpuWord !== 'free';
  const own = { cap: 2, running: isBlind ? null : 0, queue: isBlind ? null : queueOf({}), ...slowParts };
  return both(
    pool({ ...parts, ...(isStarved && { time: timeOf(0.25, 0.74) }) }),
    pool({
      wait: waits[fast] ?? null,
      queue: queues[queue] ?? null,
      slow: { ...own, wait: waits[slow] ?? null },
    }),
    ...[loops[loopWord], isAlone ? noProbe : {}, cpus[cpuWord]].map((seen) => seen ?? {}),
    ...[cpuWord, loopWord, work].map((word) => besides[word] ?? {}),
    { withoutPeek: isBlind ? message('unseen.stripped') : null },
    on({ ...machines[cpuWord], ...machines[loopWord] }),
  );
}

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.trim());

for (const row of rows)
  test(row, () => {
    const [seen = '', expected = ''] = row.split(' -> ');
    const { findings, status, answers } = judged(fires(row, seenOf(seen.trim().split(/\s+/))));
    const first = findings.find(({ severity }) => severity !== 'info');
    const told = first ? `${first.rule} ${first.verb}` : status;
    assert.equal(told, expected.trim().replace(/\s+/, ' '), JSON.stringify({ findings, answers }, null, 1));
  });

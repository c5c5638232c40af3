/** The same for the rules of CPUs, loops, processes and traffic. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { ConnectionVitals } from '../../../src/model/vitals.ts';
import { both, cannotTell, fine, fires, on, type Case } from './case.ts';
import {
  agesOf,
  atCondition,
  atLock,
  collected,
  computing,
  cpu,
  found,
  inCall,
  late,
  loop,
  mebibytes,
  noProbe,
  pool,
  socketsOf,
  timeOf,
  twoCpus,
  type Parts,
} from './vitals-by-hand.ts';

export const listening = (mean: number, max: number, limit: number, overflows = 0): Parts => ({
  sockets: socketsOf({
    listening: [{ address: '127.0.0.1:3000', mean, max, limit }],
    overflows,
    inbound: { connections: 10, pending: 1 },
  }),
});
const calling = (inbound: number, pending: number, connections: number, age: number): Parts => ({
  requests: { pending: inbound, rate: 20, mean: age },
  sockets: socketsOf({
    inbound: { connections: inbound, pending: inbound, age: agesOf(age) },
    outbound: [{ to: '10.0.0.5:5432', connections, pending, age: agesOf(age) }],
  }),
});
const sentFromHere = on({ load: 0.2 });

/** From outside: so many in flight, by rate and age, and connections over a unix socket, of which no more is known. */
const overUnix = (pending: number, rate: number, age: number, connections: number): Parts => ({
  requests: null,
  sockets: socketsOf({
    inbound: { connections: pending, pending, rate, age: agesOf(age) },
    outbound:
      connections > 0 ? [{ to: '/run/postgresql/.s.PGSQL.5432', connections, pending: null, age: null }] : [],
  }),
});
/** A first look: its load is the one at which throughput had stopped growing. */
const pastKnee = on({ load: 0.3, requests: { rate: 4000, best: 4100, mean: 8, p99: 20, alone: 0.3 } });
const seenAt = (rate: number, mean: number) => on({ requests: { rate, mean, p99: null, alone: null } });

const readsSync = { name: 'readFileSync', file: 'node:fs', line: 440, self: 0.3, total: 0.4 };
const unseenLoop: Parts = { loop: { utilization: null, from: null } };
const quota = (used: number, available: number, throttled: number | null): Parts => ({
  cpu: { used, available, quota: available, throttled },
});
const locks = { whereabouts: [{ doing: atLock('7f00'), share: 0.7, threads: 4 }] };
const together = (count: number, ...parts: readonly Parts[]) =>
  Array.from({ length: count }, () => both(...parts));

/** Ten connections, which are the limit. */
export const connectionsOf = (parts: Partial<ConnectionVitals>): Parts => ({
  connections: [
    {
      client: 'pg',
      kind: 'pool',
      place: '10.0.0.9:5432',
      limit: 10,
      used: 10,
      waiting: 30,
      rate: 500,
      fresh: 0,
      wait: { mean: 60, p95: 70, longest: 90 },
      held: 20,
      alone: 19,
      old: { count: 0, grown: 0, age: 0, by: null },
      protocol: 'postgresql',
      command: null,
      threads: 0,
      failed: { part: 0, code: null },
      variable: 'PG_POOL',
      ...parts,
    },
  ],
});
/** The one connection, on which thirty commands wait. */
const ofRedis = (parts: Partial<ConnectionVitals>) =>
  connectionsOf({
    client: 'ioredis',
    kind: 'order',
    limit: 1,
    used: 1,
    waiting: 30,
    wait: { mean: 6, p95: 8, longest: 9 },
    held: 0.2,
    alone: 0.2,
    protocol: 'redis',
    command: { name: 'KEYS', part: 0.9, each: 6, isBlocking: false },
    ...parts,
  });
const long = { wait: { mean: 180, p95: null, longest: 0 }, held: 6 };
const onTheWay = { ...long, held: 0.6, place: '10.0.0.9:6379' };
const ofTasks = connectionsOf({
  client: 'piscina',
  threads: 2,
  kind: 'tasks',
  place: null,
  protocol: null,
  limit: 2,
  used: 2,
});
const workersAt = (ran: number): Parts => ({ workers: [8, 9].map((tid) => ({ tid, ran, waitedForCpu: 0 })) });
/** Where the kernel does not count how long threads wait, beside the load that was sent. */
const uncounted = (utilization: number, load = 0.12) => [
  { loop: { utilization, ran: null, waitedForCpu: null } },
  cpu(1.6 - load / 2, 2),
  on({ machineCpus: 2, machineUsed: 1.6 + load / 2, load, areOthersSeen: false, free: 0.28 }),
];

export const otherCases = {
  'cpu-throttled': [
    fires('in half of the periods', quota(0.4, 0.5, 0.5), late(8, 1, 60, 90)),
    fine('once', quota(0.4, 2, 0.02)),
    cannotTell('not told', quota(0.3, 2, null)),
  ],
  'blocking-calls': [
    fires('found in reads of a file', found(inCall('pread64', '/data/a'), 0.2)),
    fires('in the profile', { loop: { functions: [{ ...readsSync, calledBy: 'load /srv/app.js:9' }] } }),
    fine('now and then', found(inCall('write'), 0.05)),
    fine('a lock whose holder waits for a CPU', computing(), twoCpus, found(atLock('7f00'), 0.2)),
    fine(
      'a condition that garbage collection waits at',
      collected(0.45, 800, 8),
      found(atCondition('7f00'), 0.38),
    ),
    fine('the lock of the pool threads', pool(locks), found(atLock('7f00'), 0.4)),
    cannotTell('the main thread is not seen', unseenLoop),
    cannotTell(
      'a condition, while helper threads compute',
      noProbe,
      cpu(0.6, 2),
      { loop: { ran: 0.25 } },
      found(atCondition('7f00'), 0.38),
    ),
  ],
  'long-gc': [
    fires('a third of the time', collected(0.33, 40, 90)),
    fires('long pauses', collected(0.06, 240, 3)),
    fires(
      'no probe, and V8 works beside the main thread all the time',
      noProbe,
      { v8: 0.4 },
      loop(0.98, 0.7),
      cpu(1.1),
    ),
    fires(
      'no probe, a small heap near its limit, on a machine that is full',
      noProbe,
      { v8: 0.06 },
      loop(0.92, 0.15, 0.77),
      mebibytes({ rss: 160 }),
    ),
    fine('as usual', collected(0.04, 20, 40)),
    fine('no probe, and V8 hardly works', noProbe, { v8: 0.02 }, loop(0.97, 0.95)),
    fine('no probe, V8 works, and the loop has time left', noProbe, { v8: 0.09 }, loop(0.3, 0.28)),
    cannotTell('no probe, and too short a look', { gc: null, v8: null }),
  ],
  'loop-saturated': [
    fires('always busy, CPUs free', loop(0.98, 0.97), cpu(1.05)),
    fires('hardly idle, where throughput has stopped growing', loop(0.88, 0.86), cpu(1.05), pastKnee),
    fine('hardly idle', loop(0.88, 0.86), cpu(1.05)),
    fires(
      'beside others, who have the rest',
      loop(0.98, 0.66, 0.32),
      cpu(0.7, 2),
      on({ machineCpus: 2, machineUsed: 1.98, free: 0.02 }),
    ),
    fires(
      'waits for a CPU now and then, behind threads of its own, and the CPUs are not full',
      loop(0.94, 0.6, 0.33),
      cpu(1.5, 2),
    ),
    fires('and no CPU is left', loop(0.98, 0.96), cpu(1, 1)),
    fine('at 60%', loop(0.6, 0.59)),
    fine('at 89%', loop(0.89, 0.88)),
    fine('without a CPU', loop(0.98, 0.2, 0.78)),
    fine(
      'without a CPU of its own: another program shares the only one that it may use',
      loop(0.96, 0.5, 0.46),
      cpu(0.52, 1),
    ),
    fine('the pool has the CPUs', twoCpus, loop(0.98, 0.5, 0.48)),
    fine(
      'a process for each CPU',
      together(2, loop(0.98, 0.6, 0.38), cpu(0.6, 2)),
      on({ machineCpus: 2, machineUsed: 2 }),
    ),
    cannotTell('not seen', unseenLoop),
  ],
  'loop-blocked': [
    fires('half a second, again and again', { loop: { utilization: 0.4 } }, late(30, 1, 300, 510, 9)),
    fine('once, while it started', late(1, 0.2, 9, 420, 1)),
    fine('others had the CPU', { loop: { ran: 0.1, waitedForCpu: 0.1 } }, late(20, 9, 120, 300, 8)),
    fine('garbage collection', collected(0.2, 400, 4), late(30, 1, 300, 510, 9)),
    fine('no probe, nothing to do', { ...noProbe, loop: { utilization: 0.02, delay: null, stalls: null } }),
    cannotTell('no probe', noProbe),
  ],
  'too-many-processes': [
    fires('eight on two CPUs', together(8, loop(0.9, 0.24, 0.6), cpu(0.24, 2)), on({ cpus: 2 })),
    fine('two on two CPUs', [{}, {}], on({ cpus: 2 })),
    fine('eight on two CPUs with little to do', together(8, cpu(0.05, 2)), on({ cpus: 2 })),
  ],
  'worker-imbalance': [
    fires('one does it all', [loop(0.97, 0.96), loop(0.02, 0.01)]),
    fine('alike', [loop(0.8), loop(0.7)]),
    fine('one only starts the other', [
      both(
        { role: 'single', sockets: socketsOf({ inbound: { pending: 0 } }) },
        { loop: { utilization: 0.01 } },
      ),
      both({ role: 'single', ...listening(0, 0, 511) }, { loop: { utilization: 0.97 } }),
    ]),
    fine('unequal and light', [{ loop: { utilization: 0.4 } }, { loop: { utilization: 0.1 } }]),
    cannotTell('one is not seen', [{}, unseenLoop]),
  ],
  'cpu-saturated': [
    fires('all in use, and the loop waits', loop(0.8, 0.4, 0.4), twoCpus),
    fires(
      'others take them',
      { loop: { ran: 0.2, waitedForCpu: 0.3 } },
      cpu(0.3, 2),
      on({ machineUsed: 7.9 }),
    ),
    fires(
      'two workers and their clients: none has all of them, and all wait',
      together(2, loop(0.7, 0.35, 0.39), cpu(0.53, 2)),
      on({ machineCpus: 2, machineUsed: 1.68, load: 0.56, free: 0.32 }),
    ),
    fires(
      'waits are not counted, and what is left of them under the load that was sent may be in use by others',
      { loop: { utilization: 0.74, ran: null, waitedForCpu: null } },
      cpu(1.47, 2),
      on({ machineCpus: 2, machineUsed: 1.59, load: 0.12, areOthersSeen: false, free: 0.41 }),
    ),
    fires(
      'jobs in the pool use them, and garbage is collected too',
      twoCpus,
      { loop: { ran: 0.6, waitedForCpu: 0.4 } },
      collected(0.12, 20, 40),
      pool({ busy: 4, time: timeOf(0.33, 0.6) }),
    ),
    fine('all in use, and nobody waits', twoCpus, { loop: { ran: 0.9, waitedForCpu: 0.1 } }),
    fine('most in use', cpu(1.4, 2), { loop: { waitedForCpu: 0.3 } }),
    fine('nearly all in use, and nobody waits for long', cpu(1.7, 2), loop(0.8, 0.6, 0.2)),
    fine('nearly all in use, by a loop that has no time left', cpu(1.7, 2), loop(0.95, 0.6, 0.33)),
    fine(
      'garbage collection uses what is missing',
      twoCpus,
      { loop: { ran: 0.6, waitedForCpu: 0.4 } },
      collected(0.5, 300, 4),
      pool({ busy: 0 }),
    ),
    cannotTell('waiting is not counted', twoCpus, { loop: { waitedForCpu: null } }),
    fires('waiting is not counted, and more requests were sent than are served', ...uncounted(0.69)),
    fine('so by a loop that has no time left', ...uncounted(0.97, 0.3)),
  ],
  'connection-pool': [
    fires('ten in use, thirty wait, and each is as quick as alone', connectionsOf({})),
    fires('of which nobody knows how quick one is alone', connectionsOf({ alone: null })),
    fires('each takes five times as long as alone', connectionsOf({ held: 100 })),
    fires(
      'most are kept',
      connectionsOf({ old: { count: 9, grown: 3, age: 9000, by: 'work (app.js:3:1)' } }),
    ),
    fires('no connection is got', connectionsOf({ failed: { part: 0.9, code: 'ECONNREFUSED' } })),
    fires('opened anew for each use', connectionsOf({ fresh: 1, used: 3, waiting: 0 })),
    fires('kept while another service is called', connectionsOf({}), calling(40, 10, 10, 100), sentFromHere),
    fires(
      'a turn on the one connection, which a command keeps',
      ofRedis({ command: { name: 'BLPOP', part: 0.9, each: 100, isBlocking: true }, alone: null }),
    ),
    fires(
      'a turn on the one connection, which takes longer than alone',
      ofRedis({ wait: { mean: 60, p95: 80, longest: 90 } }),
      loop(0.2),
    ),
    fires('a thread of a pool of workers that mostly wait', ofTasks, workersAt(0.05)),
    fine('a turn of commands that are answered together', ofRedis({ held: 0.1, alone: 6 })),
    fine('a turn, on which a busy loop sends many at once', ofRedis({}), loop(0.6)),
    fires('a long turn, and nobody knows how long one takes alone', ofRedis({ ...long, alone: null })),
    fine('a turn of a far service, where many are on the way', ofRedis({ ...onTheWay, alone: null })),
    fine(
      'a command that waits, long ago',
      ofRedis({ command: { name: 'BLPOP', part: 0.02, each: 9, isBlocking: true } }),
    ),
    fine(
      'while the requests are answered: something in the background waits',
      connectionsOf({}),
      calling(1, 0, 0, 2),
      seenAt(50, 2),
    ),
    fine('a thread of a pool of workers that are not seen', ofTasks, { workers: [], loop: { ran: null } }),
    fine(
      'a thread of a pool of workers that compute, by what the process uses',
      ofTasks,
      { workers: [] },
      cpu(2, 4),
      loop(0.2, 0.2),
    ),
    fine('a thread of a pool of workers that compute', ofTasks, workersAt(0.95)),
    fine('of a loop that has no time left', connectionsOf({ held: 100 }), loop(0.97)),
    fine('all in use, and nobody waits', connectionsOf({ waiting: 0 })),
    fine('they wait for a moment', connectionsOf({ wait: { mean: 0.8, p95: 2, longest: 4 } })),
    fine(
      'one of them is meant to stay',
      connectionsOf({ used: 4, waiting: 0, old: { count: 1, grown: 0, age: 60_000, by: null } }),
    ),
    fine('no pool', {}),
  ],
  backlog: [
    fires('twenty wait', listening(20, 60, 511)),
    fires('the queue is full', listening(1, 4, 4, 12)),
    fires('and the loop is hardly idle', loop(0.88, 0.86), listening(20, 60, 511)),
    fires('and the loop is busy for most of the time', loop(0.7), listening(20, 60, 511)),
    fires('the queue is short, and connections were dropped', listening(0, 0, 4, 300)),
    fires('at the primary', [
      { pid: 42, role: 'primary', ...listening(20, 60, 511) },
      { pid: 43, ...listening(0, 0, 511) },
    ]),
    fine('a few at times', listening(0.3, 6, 511, 40)),
    cannotTell('not seen', { sockets: null }),
  ],
  downstream: [
    fires('calls that take long', calling(40, 40, 100, 900)),
    fires('all connections wait, and requests queue', calling(32, 4, 4, 60)),
    fires('nothing says what for', calling(30, 0, 4, 3000)),
    fires(
      'a queue of its own lets one in at a time, of requests that were sent from here',
      calling(32, 0, 0, 86),
      sentFromHere,
    ),
    fires('calls of a tenth of a second, seen in their middle', calling(32, 31, 100, 50)),
    fires('calls of many requests on one connection', calling(32, 1, 1, 60), sentFromHere),
    fires('calls of 36 ms, of requests that were sent from here', calling(32, 31, 100, 18), sentFromHere),
    fires(
      'more requests of others than connections over a unix socket',
      overUnix(32, 320, 40, 10),
      seenAt(320, 100),
    ),
    fires(
      'all connections wait, on a machine on which the loop wakes up late',
      calling(32, 4, 4, 60),
      loop(0.05, 0.04, 0.3),
    ),
    fine('calls that are answered soon', calling(10, 10, 20, 20)),
    fine('the loop is busy', calling(40, 40, 100, 900), { loop: { utilization: 0.97 } }),
    fine('few requests', calling(1, 1, 4, 900)),
    fine('a few requests of others that wait inside', overUnix(3, 30, 40, 0), seenAt(30, 100)),
    fine('large uploads', overUnix(32, 64, 2, 10), seenAt(64, 500)),
    fine(
      'a loop that others keep busy for a while',
      overUnix(8, 80, 40, 0),
      { loop: { utilization: 0.7 } },
      seenAt(80, 100),
    ),
    fine('jobs of the pool', overUnix(12, 120, 40, 0), pool({ busy: 12, size: 16 }), seenAt(120, 100)),
    fine('requests that were sent from here, answered soon', calling(32, 0, 0, 8), sentFromHere),
    cannotTell('not seen', { requests: null, sockets: null }),
    cannotTell('requests of others that wait inside', overUnix(32, 320, 40, 0), seenAt(320, 100)),
    cannotTell('one reading of them, which tells no rate', overUnix(32, 0, 40, 10)),
    cannotTell(
      'no more of them than connections over a unix socket',
      overUnix(8, 80, 40, 10),
      seenAt(80, 100),
    ),
  ],
} satisfies Partial<Record<RuleId, readonly Case[]>>;

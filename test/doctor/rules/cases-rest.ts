/** The same for the rules of CPUs, loops, processes and traffic. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { one, several, twoCpus, type Cases, noProbe } from './case.ts';
import {
  agesOf,
  atCondition,
  atLock,
  fullOfComputing,
  inCall,
  socketsOf,
  type Parts,
} from './vitals-by-hand.ts';

const listening = (mean: number, max: number, limit: number, overflows = 0) =>
  socketsOf({
    listening: [{ address: '127.0.0.1:3000', mean, max, limit }],
    overflows,
    inbound: { connections: 10, pending: 1 },
  });
const silent = socketsOf({ inbound: { pending: 0 } });
const calling = (inbound: number, pending: number, connections: number, age: number): Parts => ({
  requests: { pending: inbound, rate: 20, mean: age },
  sockets: socketsOf({
    inbound: { connections: inbound, pending: inbound, age: agesOf(age) },
    outbound: [{ to: '10.0.0.5:5432', connections, pending, age: agesOf(age) }],
  }),
});

const socket = '/run/postgresql/.s.PGSQL.5432';

/** From outside: so many in flight, by rate and age, and connections over a unix socket, of which no more is known. */
const overUnix = (pending: number, rate: number, age: number, connections: number): Parts => ({
  requests: null,
  sockets: socketsOf({
    inbound: { connections: pending, pending, rate, age: agesOf(age) },
    outbound: connections > 0 ? [{ to: socket, connections, pending: null, age: null }] : [],
  }),
});
const seenAt = (rate: number, mean: number): Partial<ServiceVitals> => ({
  requests: { rate, mean, p99: null, alone: null },
});

export const otherCases = {
  'cpu-throttled': {
    fires: [
      one('in half of the periods', {
        cpu: { used: 0.4, available: 0.5, quota: 0.5, throttled: 0.5 },
        loop: { delay: { mean: 8, p50: 1, p99: 60, max: 90 } },
      }),
    ],
    fine: [one('once', { cpu: { used: 0.4, available: 2, quota: 2, throttled: 0.02 } })],
    cannotTell: [one('not told', { cpu: { quota: 2, available: 2, throttled: null } })],
  },
  'blocking-calls': {
    fires: [
      one('found in reads of a file', {
        loop: { blockedIn: [{ doing: inCall('pread64', '/data/a'), share: 0.2, threads: 1 }] },
      }),
      one('in the profile', {
        loop: {
          functions: [
            {
              name: 'readFileSync',
              file: 'node:fs',
              line: 440,
              self: 0.3,
              total: 0.4,
              calledBy: 'load /srv/app.js:9',
            },
          ],
        },
      }),
    ],
    fine: [
      one('now and then', { loop: { blockedIn: [{ doing: inCall('write'), share: 0.05, threads: 1 }] } }),
      one('a lock whose holder waits for a CPU', {
        pool: { ...fullOfComputing },
        cpu: twoCpus,
        loop: { blockedIn: [{ doing: atLock('7f00'), share: 0.2, threads: 1 }] },
      }),
      one('a condition that garbage collection waits at', {
        gc: { share: 0.45, full: 0, longest: 800, count: 8 },
        loop: { blockedIn: [{ doing: atCondition('7f00'), share: 0.38, threads: 1 }] },
      }),
      one('the lock of the pool threads', {
        pool: { whereabouts: [{ doing: atLock('7f00'), share: 0.7, threads: 4 }] },
        loop: { blockedIn: [{ doing: atLock('7f00'), share: 0.4, threads: 1 }] },
      }),
    ],
    cannotTell: [
      one('the main thread is not seen', { loop: { utilization: null, from: null } }),
      one('a condition, while helper threads compute', {
        ...noProbe,
        cpu: { used: 0.6, available: 2 },
        loop: { ran: 0.25, blockedIn: [{ doing: atCondition('7f00'), share: 0.38, threads: 1 }] },
      }),
    ],
  },
  'long-gc': {
    fires: [
      one('a third of the time', { gc: { share: 0.33, full: 0, longest: 40, count: 90 } }),
      one('long pauses', { gc: { share: 0.06, full: 0, longest: 240, count: 3 } }),
      one('no probe, and V8 works beside the main thread all the time', {
        ...noProbe,
        v8: 0.4,
        loop: { utilization: 0.98, ran: 0.7 },
        cpu: { used: 1.1 },
      }),
      one('no probe, a small heap near its limit, on a machine that is full', {
        ...noProbe,
        v8: 0.06,
        loop: { utilization: 0.92, ran: 0.15, waitedForCpu: 0.77 },
        memory: { rss: 160 * 2 ** 20 },
      }),
    ],
    fine: [
      one('as usual', { gc: { share: 0.04, full: 0, longest: 20, count: 40 } }),
      one('no probe, and V8 hardly works', { ...noProbe, v8: 0.02, loop: { utilization: 0.97, ran: 0.95 } }),
      one('no probe, V8 works, and the loop has time left', {
        ...noProbe,
        v8: 0.09,
        loop: { utilization: 0.3, ran: 0.28 },
      }),
    ],
    cannotTell: [one('no probe, and too short a look', { gc: null, v8: null })],
  },
  'loop-saturated': {
    fires: [
      one('always busy, CPUs free', { loop: { utilization: 0.98, ran: 0.97 }, cpu: { used: 1.05 } }),
      one(
        'beside others, who have the rest',
        { loop: { utilization: 0.98, ran: 0.66, waitedForCpu: 0.32 }, cpu: { used: 0.7, available: 2 } },
        { machineCpus: 2, machineUsed: 1.98, free: 0.02 },
      ),
      one('waits for a CPU now and then, behind threads of its own, and the CPUs are not full', {
        loop: { utilization: 0.94, ran: 0.6, waitedForCpu: 0.33 },
        cpu: { used: 1.5, available: 2 },
      }),
      one('and no CPU is left', { loop: { utilization: 0.98, ran: 0.96 }, cpu: { used: 1, available: 1 } }),
    ],
    fine: [
      one('at 60%', { loop: { utilization: 0.6, ran: 0.59 } }),
      one('at 89%', { loop: { utilization: 0.89, ran: 0.88 } }),
      one('without a CPU', { loop: { utilization: 0.98, ran: 0.2, waitedForCpu: 0.78 } }),
      one('without a CPU of its own: another program shares the only one that it may use', {
        cpu: { used: 0.52, available: 1 },
        loop: { utilization: 0.96, ran: 0.5, waitedForCpu: 0.46 },
      }),
      one('the pool has the CPUs', {
        cpu: twoCpus,
        loop: { utilization: 0.98, ran: 0.5, waitedForCpu: 0.48 },
      }),
      several(
        'a process for each CPU',
        [1, 2].map(() => ({
          loop: { utilization: 0.98, ran: 0.6, waitedForCpu: 0.38 },
          cpu: { used: 0.6, available: 2 },
        })),
        { machineCpus: 2, machineUsed: 2 },
      ),
    ],
    cannotTell: [one('not seen', { loop: { utilization: null, from: null } })],
  },
  'loop-blocked': {
    fires: [
      one('half a second, again and again', {
        loop: { utilization: 0.4, delay: { mean: 30, p50: 1, p99: 300, max: 510 }, stalls: 9 },
      }),
    ],
    fine: [
      one('once, while it started', { loop: { delay: { mean: 1, p50: 0.2, p99: 9, max: 420 }, stalls: 1 } }),
      one('others had the CPU', {
        loop: { ran: 0.1, waitedForCpu: 0.1, delay: { mean: 20, p50: 9, p99: 120, max: 300 }, stalls: 8 },
      }),
      one('garbage collection', {
        gc: { share: 0.2, full: 0, longest: 400, count: 4 },
        loop: { delay: { mean: 30, p50: 1, p99: 300, max: 510 }, stalls: 9 },
      }),
      one('no probe, nothing to do', { ...noProbe, loop: { utilization: 0.02, delay: null, stalls: null } }),
    ],
    cannotTell: [one('no probe', noProbe)],
  },
  'too-many-processes': {
    fires: [
      several(
        'eight on two CPUs',
        Array.from({ length: 8 }, () => ({
          loop: { utilization: 0.9, ran: 0.24, waitedForCpu: 0.6 },
          cpu: { used: 0.24, available: 2 },
        })),
        { cpus: 2 },
      ),
    ],
    fine: [
      several('two on two CPUs', [{}, {}], { cpus: 2 }),
      several(
        'eight on two CPUs with little to do',
        Array.from({ length: 8 }, () => ({ cpu: { used: 0.05, available: 2 } })),
        { cpus: 2 },
      ),
    ],
    cannotTell: [],
  },
  'worker-imbalance': {
    fires: [
      several('one does it all', [
        { loop: { utilization: 0.97, ran: 0.96 } },
        { loop: { utilization: 0.02, ran: 0.01 } },
      ]),
    ],
    fine: [
      several('alike', [{ loop: { utilization: 0.8, ran: 0.8 } }, { loop: { utilization: 0.7, ran: 0.7 } }]),
      several('one only starts the other', [
        { role: 'single', loop: { utilization: 0.01 }, sockets: silent },
        { role: 'single', loop: { utilization: 0.97 }, sockets: listening(0, 0, 511) },
      ]),
      several('unequal and light', [{ loop: { utilization: 0.4 } }, { loop: { utilization: 0.1 } }]),
    ],
    cannotTell: [several('one is not seen', [{}, { loop: { utilization: null, from: null } }])],
  },
  'cpu-saturated': {
    fires: [
      one('all in use, and the loop waits', {
        loop: { utilization: 0.8, ran: 0.4, waitedForCpu: 0.4 },
        cpu: twoCpus,
      }),
      one(
        'others take them',
        { loop: { ran: 0.2, waitedForCpu: 0.3 }, cpu: { used: 0.3, available: 2 } },
        { machineUsed: 7.9 },
      ),
      several(
        'two workers and their clients: none has all of them, and all wait',
        [1, 2].map(() => ({
          loop: { utilization: 0.7, ran: 0.35, waitedForCpu: 0.39 },
          cpu: { used: 0.53, available: 2 },
        })),
        { machineCpus: 2, machineUsed: 1.68, load: 0.56, free: 0.32 },
      ),
      one('jobs in the pool use them, and garbage is collected too', {
        cpu: twoCpus,
        loop: { ran: 0.6, waitedForCpu: 0.4 },
        gc: { share: 0.12, full: 0, longest: 20, count: 40 },
        pool: { busy: 4, time: { running: 0.33, waitedForCpu: 0.6, atLock: 0, blocked: 0.07 } },
      }),
    ],
    fine: [
      one('all in use, and nobody waits', { cpu: twoCpus, loop: { ran: 0.9, waitedForCpu: 0.1 } }),
      one('most in use', { cpu: { used: 1.4, available: 2 }, loop: { waitedForCpu: 0.3 } }),
      one('nearly all in use, and nobody waits for long', {
        cpu: { used: 1.7, available: 2 },
        loop: { utilization: 0.8, ran: 0.6, waitedForCpu: 0.2 },
      }),
      one('nearly all in use, by a loop that has no time left', {
        cpu: { used: 1.7, available: 2 },
        loop: { utilization: 0.95, ran: 0.6, waitedForCpu: 0.33 },
      }),
      one('garbage collection uses what is missing', {
        cpu: twoCpus,
        loop: { ran: 0.6, waitedForCpu: 0.4 },
        gc: { share: 0.5, full: 0, longest: 300, count: 4 },
        pool: { busy: 0 },
      }),
    ],
    cannotTell: [one('waiting is not counted', { cpu: twoCpus, loop: { waitedForCpu: null } })],
  },
  backlog: {
    fires: [
      one('twenty wait', { sockets: listening(20, 60, 511) }),
      one('the queue is full', { sockets: listening(1, 4, 4, 12) }),
      one('and the loop is hardly idle', {
        loop: { utilization: 0.88, ran: 0.86 },
        sockets: listening(20, 60, 511),
      }),
      one('the queue is short, and connections were dropped', { sockets: listening(0, 0, 4, 300) }),
      {
        about: 'at the primary',
        processes: [
          { role: 'primary', sockets: listening(20, 60, 511) },
          { pid: 43, role: 'worker', sockets: listening(0, 0, 511) },
        ],
      },
    ],
    fine: [one('a few at times', { sockets: listening(0.3, 6, 511, 40) })],
    cannotTell: [one('not seen', { sockets: null })],
  },
  downstream: {
    fires: [
      one('calls that take long', calling(40, 40, 100, 900)),
      one('all connections wait, and requests queue', calling(32, 4, 4, 60)),
      one('nothing says what for', { ...calling(30, 0, 4, 3000) }),
      one(
        'a queue of its own lets one in at a time, of requests that were sent from here',
        calling(32, 0, 0, 86),
        {
          load: 0.2,
        },
      ),
      one('calls of a tenth of a second, seen in their middle', calling(32, 31, 100, 50)),
      one('calls of many requests on one connection', calling(32, 1, 1, 60), { load: 0.2 }),
      one('calls of 36 ms, of requests that were sent from here', calling(32, 31, 100, 18), { load: 0.2 }),
      one(
        'more requests of others than connections over a unix socket',
        overUnix(32, 320, 40, 10),
        seenAt(320, 100),
      ),
      one('all connections wait, on a machine on which the loop wakes up late', {
        ...calling(32, 4, 4, 60),
        loop: { utilization: 0.05, ran: 0.04, waitedForCpu: 0.3 },
      }),
    ],
    fine: [
      one('calls that are answered soon', calling(10, 10, 20, 20)),
      one('the loop is busy', { ...calling(40, 40, 100, 900), loop: { utilization: 0.97 } }),
      one('few requests', calling(1, 1, 4, 900)),
      one('a few requests of others that wait inside', overUnix(3, 30, 40, 0), seenAt(30, 100)),
      one('large uploads', overUnix(32, 64, 2, 10), seenAt(64, 500)),
      one(
        'a loop that others keep busy for a while',
        {
          ...overUnix(8, 80, 40, 0),
          loop: { utilization: 0.7 },
        },
        seenAt(80, 100),
      ),
      one(
        'jobs of the pool',
        { ...overUnix(12, 120, 40, 0), pool: { busy: 12, size: 16 } },
        seenAt(120, 100),
      ),
      one('requests that were sent from here, answered soon', calling(32, 0, 0, 8), { load: 0.2 }),
    ],
    cannotTell: [
      one('not seen', { requests: null, sockets: null }),
      one('requests of others that wait inside', overUnix(32, 320, 40, 0), seenAt(320, 100)),
      one('one reading of them, which tells no rate', overUnix(32, 0, 40, 10)),
      one('no more of them than connections over a unix socket', overUnix(8, 80, 40, 10), seenAt(80, 100)),
    ],
  },
} satisfies Partial<Record<RuleId, Cases>>;

/** For every rule: figures at which it speaks, figures just short of that, and figures that are missing. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { FleetVitals } from '../../../src/model/vitals.ts';
import {
  atLock,
  fullOfBlocked,
  fullOfComputing,
  inCall,
  queueOf,
  timeOf,
  waitOf,
  type Parts,
} from './vitals-by-hand.ts';

export interface Case {
  readonly about: string;
  /** One for each process. */
  readonly processes: readonly Parts[];
  readonly fleet?: Partial<FleetVitals>;
}

export interface Cases {
  readonly fires: readonly Case[];
  readonly fine: readonly Case[];
  readonly cannotTell: readonly Case[];
}

const one = (about: string, parts: Parts, fleet?: Partial<FleetVitals>): Case => ({
  about,
  processes: [parts],
  ...(fleet && { fleet }),
});

const several = (about: string, processes: readonly Parts[], fleet?: Partial<FleetVitals>): Case => ({
  about,
  processes: processes.map((parts, index) => ({ pid: 100 + index, role: 'worker', ...parts })),
  ...(fleet && { fleet }),
});

const gigabyte = 2 ** 30;
const twoCpus = { used: 1.95, available: 2, waited: 3 };
const unseenPool = { queue: null, wait: null, busy: null, full: null, time: null };
const noProbe: Parts = {
  loop: { delay: null, stalls: null, silent: null },
  gc: null,
  withoutProbe: 'not asked for',
};
const listening = (
  mean: number,
  max: number,
  limit: number,
  overflows = 0,
): NonNullable<Parts['sockets']> => ({
  listening: [{ address: '127.0.0.1:3000', mean, max, limit }],
  overflows,
  inbound: { connections: 10, pending: 1, age: null },
  outbound: [],
});
const calling = (inbound: number, pending: number, connections: number, age: number): Parts => ({
  requests: { pending: inbound, oldest: age, rate: 20, mean: age, max: age },
  sockets: {
    listening: [],
    overflows: 0,
    inbound: { connections: inbound, pending: inbound, age: { p50: age, p95: age * 2, max: age * 3 } },
    outbound: [{ to: '10.0.0.5:5432', connections, pending, age: { p50: age, p95: age * 2, max: age * 3 } }],
  },
});
const still = (count: number, on: string, since = 5000) =>
  Array.from({ length: count }, (_, tid) => ({ tid, doing: inCall('read', on), since }));

export const cases: Readonly<Record<RuleId, Cases>> = {
  'memory-growth': {
    fires: [
      one('thousands of queued jobs, and memory grows', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 4000 }) },
        memory: { rss: 1.2 * gigabyte, growth: 60 * 2 ** 20 },
      }),
      one('and a limit is near', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 800 }) },
        memory: { rss: 400 * 2 ** 20, growth: 0, limit: 500 * 2 ** 20 },
      }),
    ],
    fine: [
      one('many jobs, little memory', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 800 }) },
        memory: { rss: 90 * 2 ** 20, growth: 0 },
      }),
      one('memory grows, and no job waits', { memory: { growth: 20 * 2 ** 20 } }),
      one('some jobs wait', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 490 }) },
        memory: { rss: gigabyte },
      }),
    ],
    cannotTell: [one('too short a watch', { memory: { growth: null } })],
  },
  'pool-stuck': {
    fires: [
      one('all in a read of a network file', { pool: { ...fullOfBlocked, stuck: still(4, '/mnt/a') } }),
      one('one of four, nobody waits', { pool: { busy: 1, stuck: still(1, '/mnt/a') } }),
      one('at a socket, in an add-on', { pool: { ...fullOfBlocked, stuck: still(4, 'socket:[1]') } }),
      one('nothing is answered, and nothing can be read', {
        pool: { ...unseenPool, wait: waitOf(8000, { jobs: 0, oldest: 8000 }) },
      }),
    ],
    fine: [
      one('blocked, but they move', { pool: fullOfBlocked }),
      one('not answered for a moment', {
        pool: { ...unseenPool, busy: 1, wait: waitOf(500, { jobs: 0, oldest: 500 }) },
      }),
    ],
    cannotTell: [one('threads are not seen', { pool: unseenPool })],
  },
  'slow-lane': {
    fires: [
      one('look-ups wait, the rest does not', {
        pool: { slow: { cap: 2, running: 2, queue: queueOf({ dns: 8 }), wait: waitOf(600) } },
      }),
      one('by the queue alone', {
        pool: { wait: null, slow: { cap: 2, running: 1.95, queue: queueOf({ dns: 8 }), wait: null } },
      }),
    ],
    fine: [
      one('they wait as long as all jobs', {
        pool: {
          ...fullOfBlocked,
          slow: { cap: 2, running: 1, queue: queueOf({ dns: 3 }), wait: waitOf(330) },
        },
      }),
      one('they wait for a moment', {
        pool: { slow: { cap: 2, running: 0.5, queue: queueOf({}), wait: waitOf(4) } },
      }),
    ],
    cannotTell: [
      one('neither queue nor probe', { pool: { slow: { cap: 2, running: null, queue: null, wait: null } } }),
    ],
  },
  'pool-size-not-in-force': {
    fires: [
      one('sixteen asked, four in force', { pool: { asked: 16, askedText: '16' } }),
      one('an empty text', { pool: { ...fullOfBlocked, size: 1, asked: 1, askedText: '', busy: 0.99 } }),
      one('a word', { pool: { size: 1, asked: 1, askedText: 'auto', busy: 0.1 } }),
      one('fewer asked than in force', { pool: { size: 8, asked: 2, askedText: '2' } }),
    ],
    fine: [
      one('what was asked for', { pool: { size: 16, asked: 16, askedText: '16' } }),
      one('nothing asked, set in code in time', { pool: { size: 16, asked: 4, askedText: null } }),
    ],
    cannotTell: [
      one('its environment may not be read', { pool: { asked: null } }),
      one('its threads are not told', { pool: { size: null, askedText: '16', asked: 16 } }),
    ],
  },
  'pool-hog': {
    fires: [
      one('encodes before files', {
        pool: { ...fullOfComputing, queue: queueOf({ node_api: 20, fs: 1 }) },
        cpu: twoCpus,
      }),
      one('more than any pool has threads for', { pool: { ...fullOfBlocked, queue: queueOf({ fs: 300 }) } }),
      one('encodes on threads of their library', {
        pool: { ...fullOfBlocked, queue: queueOf({ node_api: 20, fs: 1 }) },
        cpu: { used: 1.9, available: 2, waited: 3 },
      }),
    ],
    fine: [
      one('one kind alone', { pool: fullOfComputing, cpu: twoCpus }),
      one('two kinds alike', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 10, fs: 9 }) },
        cpu: twoCpus,
      }),
      one('they do not compute', { pool: { ...fullOfBlocked, queue: queueOf({ node_api: 20, fs: 4 }) } }),
      one('nobody waits', {}),
    ],
    cannotTell: [one('the queue is not seen', { pool: { ...fullOfComputing, queue: null } })],
  },
  'pool-too-large': {
    fires: [
      one('four threads under a quota of one', {
        pool: { busy: 3.8, time: timeOf(0.25, 0.75), wait: waitOf(0.5) },
        cpu: { used: 1, available: 1, quota: 1, throttled: 0.8, waited: 3 },
        loop: { delay: { mean: 9, p50: 2, p99: 55, max: 90 } },
      }),
      one('sixty-four asked for on two CPUs', {
        pool: {
          ...fullOfComputing,
          size: 64,
          asked: 64,
          askedText: '64',
          busy: 60,
          queue: queueOf({}),
          wait: waitOf(0.5),
        },
        cpu: twoCpus,
        loop: { waitedForCpu: 0.3 },
      }),
      one('at locks, as whoever holds one waits for a CPU', {
        pool: {
          size: 64,
          asked: 64,
          askedText: '64',
          busy: 39.5,
          full: 0.4,
          queue: queueOf({ crypto: 17 }),
          wait: waitOf(27),
          time: timeOf(0.04, 0.62, 0.34),
        },
        cpu: twoCpus,
        loop: { waitedForCpu: 0.47 },
      }),
    ],
    fine: [
      one('as many as CPUs', { pool: fullOfComputing, cpu: { used: 3.9, available: 4, waited: 0.2 } }),
      one('they wait in the kernel', { pool: { ...fullOfBlocked, size: 64, busy: 60 }, cpu: twoCpus }),
      one('jobs wait: it is the CPUs', { pool: fullOfComputing, cpu: twoCpus }),
      one('the loop does not feel it', {
        pool: { busy: 3.8, time: timeOf(0.5, 0.5), wait: waitOf(0.5) },
        cpu: twoCpus,
        loop: { waitedForCpu: 0.02 },
      }),
    ],
    cannotTell: [one('its threads are not told', { pool: { size: null } })],
  },
  'pool-starved-of-cpu': {
    fires: [
      one('eight hashes on two CPUs', { pool: fullOfComputing, cpu: twoCpus }),
      one('stopped by a quota', {
        pool: { ...fullOfComputing, time: timeOf(0.9, 0.1) },
        cpu: { used: 0.5, available: 1, quota: 1, throttled: 0.6 },
      }),
    ],
    fine: [
      one('they wait in the kernel', { pool: fullOfBlocked }),
      one('there are CPUs', { pool: { ...fullOfComputing, time: timeOf(0.98, 0.02) } }),
      one('no job waits', { pool: { busy: 3, time: timeOf(0.4, 0.6) }, cpu: twoCpus }),
    ],
    cannotTell: [
      one('what the threads do is not seen', { pool: { ...fullOfComputing, time: null } }),
      one('whether jobs wait is not seen', { pool: unseenPool }),
    ],
  },
  'pool-lock': {
    fires: [
      one('three of four at one lock', {
        pool: {
          ...fullOfBlocked,
          time: timeOf(0.25, 0, 0.74),
          whereabouts: [{ doing: atLock('7f00'), share: 0.74, threads: 4 }],
        },
      }),
    ],
    fine: [
      one('now and then', { pool: { ...fullOfBlocked, time: timeOf(0.2, 0, 0.2) } }),
      one('its holder waits for a CPU', {
        pool: { ...fullOfComputing, time: timeOf(0.04, 0.62, 0.34) },
        cpu: twoCpus,
      }),
      one('nobody holds it', { pool: { ...fullOfBlocked, time: timeOf(0, 0, 0.99) } }),
    ],
    cannotTell: [one('threads are not seen', { pool: unseenPool })],
  },
  'pool-too-small': {
    fires: [
      one('64 clients on four threads', { pool: fullOfBlocked }),
      one('by the probe alone', { pool: { ...unseenPool, wait: waitOf(30) } }),
      one('half as long as they work', {
        pool: { ...fullOfBlocked, queue: queueOf({ fs: 2.2 }), wait: waitOf(11), full: 0.8 },
      }),
    ],
    fine: [
      one('short queues', {
        pool: { ...fullOfBlocked, busy: 3, full: 0.3, queue: queueOf({ fs: 0.6 }), wait: waitOf(4) },
      }),
      one('a wait that nobody feels', {
        pool: { ...fullOfBlocked, queue: queueOf({ fs: 9 }), wait: waitOf(0.9) },
      }),
      one('they wait for a CPU', { pool: fullOfComputing, cpu: twoCpus }),
      one('no room for threads', { pool: fullOfBlocked, taskRoom: 4 }),
      one('threads are free', { pool: { ...unseenPool, busy: 1 } }),
    ],
    cannotTell: [
      one('neither queue nor probe', { pool: { ...unseenPool, busy: 3.9 }, ...noProbe }),
      one('its threads are not told', { pool: { ...unseenPool, size: null } }),
    ],
  },
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
      one('the lock of the pool threads', {
        pool: { whereabouts: [{ doing: atLock('7f00'), share: 0.7, threads: 4 }] },
        loop: { blockedIn: [{ doing: atLock('7f00'), share: 0.4, threads: 1 }] },
      }),
    ],
    cannotTell: [one('the main thread is not seen', { loop: { utilization: null, from: null } })],
  },
  'long-gc': {
    fires: [
      one('a third of the time', { gc: { share: 0.33, longest: 40, count: 90 } }),
      one('long pauses', { gc: { share: 0.06, longest: 240, count: 3 } }),
    ],
    fine: [one('as usual', { gc: { share: 0.04, longest: 20, count: 40 } })],
    cannotTell: [one('no probe', { gc: null })],
  },
  'loop-saturated': {
    fires: [
      one('always busy, CPUs free', { loop: { utilization: 0.98, ran: 0.97 }, cpu: { used: 1.05 } }),
      one('and no CPU is left', { loop: { utilization: 0.98, ran: 0.96 }, cpu: { used: 1, available: 1 } }),
    ],
    fine: [
      one('at 60 %', { loop: { utilization: 0.6, ran: 0.59 } }),
      one('at 89 %', { loop: { utilization: 0.89, ran: 0.88 } }),
      one('without a CPU', { loop: { utilization: 0.98, ran: 0.5, waitedForCpu: 0.48 } }),
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
        gc: { share: 0.2, longest: 400, count: 4 },
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
    ],
    fine: [
      one('all in use, and nobody waits', { cpu: twoCpus, loop: { ran: 0.9, waitedForCpu: 0.1 } }),
      one('most in use', { cpu: { used: 1.4, available: 2 }, loop: { waitedForCpu: 0.3 } }),
    ],
    cannotTell: [one('waiting is not counted', { cpu: twoCpus, loop: { waitedForCpu: null } })],
  },
  backlog: {
    fires: [
      one('twenty wait', { sockets: listening(20, 60, 511) }),
      one('the queue is full', { sockets: listening(1, 4, 4, 12) }),
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
    ],
    fine: [
      one('calls that are answered soon', calling(10, 10, 20, 20)),
      one('the loop is busy', { ...calling(40, 40, 100, 900), loop: { utilization: 0.97 } }),
      one('few requests', calling(1, 1, 4, 900)),
    ],
    cannotTell: [one('not seen', { requests: null, sockets: null })],
  },
};

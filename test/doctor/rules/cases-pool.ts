/** For the rules of the pool: figures at which they speak, figures just short of that, and figures that are missing. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { one, twoCpus, type Cases, noProbe } from './case.ts';
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

const gigabyte = 2 ** 30;
const unseenPool = { queue: null, wait: null, busy: null, full: null, time: null };
const still = (count: number, on: string, since = 5000) =>
  Array.from({ length: count }, (_, tid) => ({ tid, doing: inCall('read', on), since }));

const filesBehindEncodes: Parts = {
  pool: { ...fullOfBlocked, queue: queueOf({ fs: 18, node_api: 4 }), time: timeOf(0.04, 0.14) },
  cpu: { used: 1.9, available: 2, waited: 3 },
  native: [{ name: 'libvips worker', threads: 8, ran: 1.55, waitedForCpu: 2.3 }],
};

const heldByEncodes: Parts = {
  ...filesBehindEncodes,
  pool: {
    ...filesBehindEncodes.pool,
    queue: queueOf({ fs: 18, 'addon:@img/sharp': 4 }),
    holders: [
      { kind: 'addon:@img/sharp', part: 0.96 },
      { kind: 'fs', part: 0.04 },
    ],
  },
};

/** Jobs of an add-on that hand their work to threads which it keeps. */
const behindOwnThreads = (threads: number): Parts => ({
  pool: {
    ...fullOfBlocked,
    queue: queueOf({ 'addon:writer.node': 20 }),
    holders: [{ kind: 'addon:writer.node', part: 1 }],
  },
  native: [{ name: 'writer', threads, ran: 0.97 * threads, waitedForCpu: 0 }],
  cpu: { used: 0.3 + 0.97 * threads },
});

export const poolCases = {
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
      one('nothing is answered for long, and the threads compute', {
        pool: { ...fullOfComputing, wait: waitOf(8000, { jobs: 0, oldest: 8000 }) },
        cpu: twoCpus,
      }),
      one('in jobs of seconds, which wait for threads of their library', {
        pool: { ...fullOfBlocked, queue: queueOf({ node_api: 20 }), stuck: still(4, 'socket:[1]') },
        cpu: { used: 1.9, available: 2, waited: 3 },
      }),
      one('not answered for a moment', {
        pool: { ...unseenPool, busy: 1, wait: waitOf(500, { jobs: 0, oldest: 500 }) },
      }),
    ],
    cannotTell: [one('threads are not seen', { pool: unseenPool })],
  },
  'slow-lane': {
    fires: [
      one('DNS lookups wait, the rest does not', {
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
      one('only the probe looks names up, one for each pass of a long queue', {
        pool: {
          ...fullOfBlocked,
          slow: { cap: 2, running: 0, queue: queueOf({ dns: 0.1 }), wait: waitOf(7090) },
        },
      }),
      one('they wait for threads that other jobs hold', {
        pool: {
          ...fullOfBlocked,
          wait: waitOf(0.2),
          slow: { cap: 2, running: 0.1, queue: queueOf({ dns: 2 }), wait: waitOf(1350) },
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
      one('few encodes hold the threads, and file calls make the queue', heldByEncodes),
    ],
    fine: [
      one('one kind alone', { pool: fullOfComputing, cpu: twoCpus }),
      one('two kinds alike', {
        pool: { ...fullOfComputing, queue: queueOf({ zlib: 10, fs: 9 }) },
        cpu: twoCpus,
      }),
      one('they do not compute', { pool: { ...fullOfBlocked, queue: queueOf({ node_api: 20, fs: 4 }) } }),
      one('file calls behind encodes on threads of their library', filesBehindEncodes),
      one('salts behind the checks of passwords that they belong to', {
        pool: {
          ...fullOfComputing,
          queue: queueOf({ crypto: 14, 'addon:bcrypt': 14 }),
          holders: [{ kind: 'addon:bcrypt', part: 1 }],
        },
        cpu: twoCpus,
      }),
      one('several kinds hold the threads, whatever waits', {
        ...heldByEncodes,
        pool: {
          ...heldByEncodes.pool,
          holders: [
            { kind: 'addon:@img/sharp', part: 0.5 },
            { kind: 'fs', part: 0.5 },
          ],
        },
      }),
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
    cannotTell: [one('its threads are not told', { pool: { ...unseenPool, size: null } })],
  },
  'pool-starved-of-cpu': {
    fires: [
      one('eight hashes on two CPUs', { pool: fullOfComputing, cpu: twoCpus }),
      one('encodes on threads of their library', filesBehindEncodes),
      one('checks of passwords, which an add-on does, between their salts', {
        pool: {
          ...fullOfComputing,
          queue: queueOf({ crypto: 14, 'addon:bcrypt': 14 }),
          holders: [
            { kind: 'addon:bcrypt', part: 0.99 },
            { kind: 'crypto', part: 0.01 },
          ],
        },
        cpu: twoCpus,
      }),
      ...[20, 29].map((best) =>
        one(
          `and ${best} a second were the most`,
          { pool: fullOfComputing, cpu: twoCpus },
          { used: 1, requests: { rate: 13.8, best, mean: 1000, p99: 1300, alone: 60 } },
        ),
      ),
      one('stopped by a quota', {
        pool: { ...fullOfComputing, time: timeOf(0.9, 0.1) },
        cpu: { used: 0.5, available: 1, quota: 1, throttled: 0.6 },
      }),
    ],
    fine: [
      one('they wait in the kernel', { pool: fullOfBlocked }),
      one('there are CPUs', { pool: { ...fullOfComputing, time: timeOf(0.98, 0.02) } }),
      one('no job waits', { pool: { busy: 3, time: timeOf(0.4, 0.6) }, cpu: twoCpus }),
      one('threads are free, and wake up late on busy CPUs', {
        pool: {
          busy: 0.1,
          full: 0,
          queue: queueOf({ fs: 0.78 }),
          time: timeOf(0.34, 0.66),
          wait: waitOf(1.4),
        },
        cpu: twoCpus,
      }),
    ],
    cannotTell: [
      one('what the threads do is not seen', { pool: { ...fullOfComputing, time: null } }),
      one('whether jobs wait is not seen', { pool: unseenPool }),
    ],
  },
  'pool-lock': {
    fires: [
      one('and the one that has it waits for a CPU too', {
        pool: { ...fullOfBlocked, time: timeOf(0.1, 0.2, 0.7) },
        cpu: twoCpus,
      }),
      one('in jobs that wait for one thread of their library', behindOwnThreads(1)),
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
      one('in jobs of which each has a thread of its library', behindOwnThreads(4)),
      one('nobody holds it', { pool: { ...fullOfBlocked, time: timeOf(0, 0, 0.99) } }),
    ],
    cannotTell: [one('threads are not seen', { pool: unseenPool })],
  },
  'pool-too-small': {
    fires: [
      one('64 clients on four threads', { pool: fullOfBlocked }),
      one('by the probe alone', { pool: { ...unseenPool, wait: waitOf(30) } }),
      one('and the loop is hardly idle', { pool: fullOfBlocked, loop: { utilization: 0.88, ran: 0.86 } }),
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
      one('what the threads do is not seen, and no CPU is free', {
        pool: { ...unseenPool, wait: waitOf(30) },
        cpu: twoCpus,
      }),
      one('its threads are not told', { pool: { ...unseenPool, size: null } }),
    ],
  },
} satisfies Partial<Record<RuleId, Cases>>;

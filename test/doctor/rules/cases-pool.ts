/** For the rules of the pool: figures at which they speak, figures just short of that, and figures that are missing. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { both, cannotTell, fine, fires, type Case, on } from './case.ts';
import {
  atLock,
  blocked,
  computing,
  cpu,
  held,
  inCall,
  late,
  loop,
  mebibytes,
  noProbe,
  pool,
  queueOf,
  stuck,
  timeOf,
  twoCpus,
  waitOf,
  type Parts,
} from './vitals-by-hand.ts';

const unseen = { queue: null, wait: null, busy: null, full: null, time: null };
const unseenPool = pool(unseen);
const unsized = pool({ ...unseen, size: null });
const inRead = (threads: number, file = '/mnt/a') => stuck(threads, inCall('read', file));
const unanswered = (oldest: number) => ({ wait: waitOf(oldest, { jobs: 0, oldest }) });

/** Encodes on threads of their library, of which the pool's own threads use little. */
const encoding = both(cpu(1.9, 2, 3), {
  native: [{ name: 'libvips worker', threads: 8, ran: 1.55, waitedForCpu: 2.3 }],
});
const filesBehindEncodes = both(blocked({ fs: 18, node_api: 4 }, { time: timeOf(0.04, 0.14) }), encoding);
const heldByEncodes = (sharp: number) =>
  both(filesBehindEncodes, pool({ queue: queueOf({ fs: 18, 'addon:@img/sharp': 4 }) }), {
    pool: held({ 'addon:@img/sharp': sharp, fs: 1 - sharp }),
  });
const passwords = (parts: Readonly<Record<string, number>>) =>
  both(computing({ crypto: 14, 'addon:bcrypt': 14 }, held(parts)), twoCpus);

/** Jobs of an add-on that hand their work to threads which it keeps. */
const behindOwnThreads = (threads: number): Parts => ({
  ...blocked({ 'addon:writer.node': 20 }, held({ 'addon:writer.node': 1 })),
  native: [{ name: 'writer', threads, ran: 0.97 * threads, waitedForCpu: 0 }],
  cpu: { used: 0.3 + 0.97 * threads },
});

/** Lookups of names that run, wait in their queue, and for how long. */
const lookups = (running: number | null, dns: number | null, wait: number | null) =>
  pool({
    slow: {
      cap: 2,
      running,
      queue: dns === null ? null : queueOf({ dns }),
      wait: wait === null ? null : waitOf(wait),
    },
  });
const asked = (count: number, askedText: string | null, size: number) =>
  pool({ size, asked: count, askedText });
const sixtyFour = { size: 64, asked: 64, askedText: '64' };
const bestOf = (best: number) =>
  on({ used: 1, requests: { rate: 13.8, best, mean: 1000, p99: 1300, alone: 60 } });

export const poolCases = {
  'memory-growth': [
    fires(
      'thousands of queued jobs, and memory grows',
      computing({ zlib: 4000 }),
      mebibytes({ rss: 1229, growth: 60 }),
    ),
    fires('and a limit is near', computing({ zlib: 800 }), mebibytes({ rss: 400, growth: 0, limit: 500 })),
    fine('many jobs, little memory', computing({ zlib: 800 }), mebibytes({ rss: 90, growth: 0 })),
    fine('memory grows, and no job waits', mebibytes({ growth: 20 })),
    fine('some jobs wait', computing({ zlib: 490 }), mebibytes({ rss: 1024 })),
    cannotTell('too short a watch', mebibytes({ growth: null })),
  ],
  'pool-stuck': [
    fires('all in a read of a network file', blocked(undefined, inRead(4))),
    fires('one of four, nobody waits', pool({ busy: 1, ...inRead(1) })),
    fires('at a socket, in an add-on', blocked(undefined, inRead(4, 'socket:[1]'))),
    fires('nothing is answered, and nothing can be read', pool({ ...unseen, ...unanswered(8000) })),
    fine('blocked, but they move', blocked()),
    fine(
      'nothing is answered for long, and the threads compute',
      computing(undefined, unanswered(8000)),
      twoCpus,
    ),
    fine(
      'in jobs of seconds, which wait for threads of their library',
      blocked({ node_api: 20 }, inRead(4, 'socket:[1]')),
      cpu(1.9, 2, 3),
    ),
    fine('not answered for a moment', pool({ ...unseen, busy: 1, ...unanswered(500) })),
    cannotTell('threads are not seen', unseenPool),
  ],
  'slow-lane': [
    fires('DNS lookups wait, the rest does not', lookups(2, 8, 600)),
    fires('by the queue alone', pool({ wait: null }), lookups(1.95, 8, null)),
    fine('they wait as long as all jobs', blocked(), lookups(1, 3, 330)),
    fine(
      'only the probe looks names up, one for each pass of a long queue',
      blocked(),
      lookups(0, 0.1, 7090),
    ),
    fine(
      'they wait for threads that other jobs hold',
      blocked(),
      pool({ wait: waitOf(0.2) }),
      lookups(0.1, 2, 1350),
    ),
    fine('they wait for a moment', lookups(0.5, 0, 4)),
    cannotTell('neither queue nor probe', lookups(null, null, null)),
  ],
  'pool-size-not-in-force': [
    fires('sixteen asked, four in force', asked(16, '16', 4)),
    fires('an empty text', blocked(), asked(1, '', 1), pool({ busy: 0.99 })),
    fires('a word', asked(1, 'auto', 1), pool({ busy: 0.1 })),
    fires('fewer asked than in force', asked(2, '2', 8)),
    fine('what was asked for', asked(16, '16', 16)),
    fine('nothing asked, set in code in time', asked(4, null, 16)),
    cannotTell('its environment may not be read', pool({ asked: null })),
    cannotTell('its threads are not told', pool({ size: null, askedText: '16', asked: 16 })),
  ],
  'pool-hog': [
    fires('encodes before files', computing({ node_api: 20, fs: 1 }), twoCpus),
    fires('more than any pool has threads for', blocked({ fs: 300 })),
    fires('encodes on threads of their library', blocked({ node_api: 20, fs: 1 }), cpu(1.9, 2, 3)),
    fires('few encodes hold the threads, and file calls make the queue', heldByEncodes(0.96)),
    fine('one kind alone', computing(), twoCpus),
    fine('two kinds alike', computing({ zlib: 10, fs: 9 }), twoCpus),
    fine('they do not compute', blocked({ node_api: 20, fs: 4 })),
    fine('file calls behind encodes on threads of their library', filesBehindEncodes),
    fine('salts behind the checks of passwords that they belong to', passwords({ 'addon:bcrypt': 1 })),
    fine('several kinds hold the threads, whatever waits', heldByEncodes(0.5)),
    fine('nobody waits'),
    cannotTell('the queue is not seen', computing({}, { queue: null })),
  ],
  'pool-too-large': [
    fires(
      'four threads under a quota of one',
      pool({ busy: 3.8, time: timeOf(0.25, 0.75), wait: waitOf(0.5) }),
      { cpu: { used: 1, available: 1, quota: 1, throttled: 0.8, waited: 3 } },
      late(9, 2, 55, 90),
    ),
    fires(
      'sixty-four asked for on two CPUs',
      computing({}, { ...sixtyFour, busy: 60, wait: waitOf(0.5) }),
      twoCpus,
      { loop: { waitedForCpu: 0.3 } },
    ),
    fires(
      'at locks, as whoever holds one waits for a CPU',
      pool({ ...sixtyFour, busy: 39.5, full: 0.4, time: timeOf(0.04, 0.62, 0.34) }),
      pool({ queue: queueOf({ crypto: 17 }), wait: waitOf(27) }),
      twoCpus,
      { loop: { waitedForCpu: 0.47 } },
    ),
    fine('as many as CPUs', computing(), cpu(3.9, 4, 0.2)),
    fine('they wait in the kernel', blocked(undefined, { size: 64, busy: 60 }), twoCpus),
    fine('jobs wait: it is the CPUs', computing(), twoCpus),
    fine(
      'the loop does not feel it',
      pool({ busy: 3.8, time: timeOf(0.5, 0.5), wait: waitOf(0.5) }),
      twoCpus,
      {
        loop: { waitedForCpu: 0.02 },
      },
    ),
    cannotTell('its threads are not told', unsized),
  ],
  'pool-starved-of-cpu': [
    fires('eight hashes on two CPUs', computing(), twoCpus),
    fires('encodes on threads of their library', filesBehindEncodes),
    fires(
      'checks of passwords, which an add-on does, between their salts',
      passwords({ 'addon:bcrypt': 0.99, crypto: 0.01 }),
    ),
    ...[20, 29].map((best) =>
      fires(`and ${best} a second were the most`, computing(), twoCpus, bestOf(best)),
    ),
    fires('stopped by a quota', computing(undefined, { time: timeOf(0.9, 0.1) }), {
      cpu: { used: 0.5, available: 1, quota: 1, throttled: 0.6 },
    }),
    fine('they wait in the kernel', blocked()),
    fine('there are CPUs', computing(undefined, { time: timeOf(0.98, 0.02) })),
    fine('no job waits', pool({ busy: 3, time: timeOf(0.4, 0.6) }), twoCpus),
    fine(
      'threads are free, and wake up late on busy CPUs',
      pool({ busy: 0.1, full: 0, queue: queueOf({ fs: 0.78 }), time: timeOf(0.34, 0.66), wait: waitOf(1.4) }),
      twoCpus,
    ),
    cannotTell('what the threads do is not seen', computing(undefined, { time: null })),
    cannotTell('whether jobs wait is not seen', unseenPool),
  ],
  'pool-lock': [
    fires(
      'and the one that has it waits for a CPU too',
      blocked(undefined, { time: timeOf(0.1, 0.2, 0.7) }),
      twoCpus,
    ),
    fires('in jobs that wait for one thread of their library', behindOwnThreads(1)),
    fires(
      'three of four at one lock',
      blocked(undefined, {
        time: timeOf(0.25, 0, 0.74),
        whereabouts: [{ doing: atLock('7f00'), share: 0.74, threads: 4 }],
      }),
    ),
    fine('now and then', blocked(undefined, { time: timeOf(0.2, 0, 0.2) })),
    fine('its holder waits for a CPU', computing(undefined, { time: timeOf(0.04, 0.62, 0.34) }), twoCpus),
    fine('in jobs of which each has a thread of its library', behindOwnThreads(4)),
    fine('nobody holds it', blocked(undefined, { time: timeOf(0, 0, 0.99) })),
    cannotTell('threads are not seen', unseenPool),
  ],
  'pool-too-small': [
    fires('64 clients on four threads', blocked()),
    fires('by the probe alone', pool({ ...unseen, wait: waitOf(30) })),
    fires('and the loop is hardly idle', blocked(), loop(0.88, 0.86)),
    fires('half as long as they work', blocked({ fs: 2.2 }, { wait: waitOf(11), full: 0.8 })),
    fine('short queues', blocked({ fs: 0.6 }, { busy: 3, full: 0.3, wait: waitOf(4) })),
    fine('a wait that nobody feels', blocked({ fs: 9 }, { wait: waitOf(0.9) })),
    fine('they wait for a CPU', computing(), twoCpus),
    fine('no room for threads', blocked(), { taskRoom: 4 }),
    fine('threads are free', pool({ ...unseen, busy: 1 })),
    cannotTell('neither queue nor probe', pool({ ...unseen, busy: 3.9 }), noProbe),
    cannotTell(
      'what the threads do is not seen, and no CPU is free',
      pool({ ...unseen, wait: waitOf(30) }),
      twoCpus,
    ),
    fires(
      'where nobody tells of other programs, and its jobs hardly compute',
      pool({ ...unseen, wait: waitOf(30) }),
      on({ areOthersSeen: false }),
    ),
    cannotTell(
      'where nobody tells of other programs, and its jobs compute',
      pool({ ...unseen, wait: waitOf(30) }),
      loop(0.5),
      cpu(1.2, 8),
      on({ areOthersSeen: false }),
    ),
    cannotTell('its threads are not told', unsized),
  ],
} satisfies Partial<Record<RuleId, readonly Case[]>>;

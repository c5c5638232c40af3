/** Requests that come unevenly to processes, faster than they are accepted, or faster than worker threads answer them. */
import { share } from '../../format/words.ts';
import { hardlyIdle, saturation } from '../../saturation/saturation.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import {
  findingOf,
  fine,
  notApplicable,
  portIn,
  processRule,
  seen,
  serviceRule,
  told,
  unseen,
} from './rule.ts';
import { change, withFlag } from './changes.ts';
import { profileRunning } from './hot-function.ts';
import { cpuGain } from './sizing.ts';
import { total } from '../../stats/mean-and-spread.ts';
import { freeCpus, inFlight, usedByOthers } from './pool-load.ts';

const balance = {
  /** Utilisation of the busiest process below which no request waits because of the imbalance. */
  warning: 0.7,
  /** Utilisation of the least busy ÷ that of the busiest, at most; and how far the busiest is above the mean. */
  half: 0.5,
  apart: 0.2,
} as const;

export const workerImbalance = serviceRule({
  id: 'worker-imbalance',
  resource: 'processes',
  symptom: ['core', 'loop utilisation and connections of each worker'],
  experiment: 'cluster',
  explains: ['loop-saturated', 'backlog', 'loop-blocked'],
  signals: (processes) =>
    Object.fromEntries(
      byLoop(processes).map(({ vitals, used }) => [
        `worker ${vitals.pid}`,
        `loop ${share(used)}${connections(vitals)}`,
      ]),
    ),
  judge(processes, service) {
    const serving = processes.filter(takesConnections);
    const sorted = byLoop(processes);
    const [busiest] = sorted;
    if (serving.length < 2) return notApplicable('other process');
    if (sorted.length < serving.length || !busiest) return unseen('loop utilisation');
    const most = busiest.used;
    const least = sorted.at(-1)?.used ?? 0;
    const mean = total(sorted.map(({ used }) => used)) / sorted.length;
    const isUneven = least <= balance.half * most && most - mean >= balance.apart;
    const isSaturated = most >= saturation.measured['event loop'];
    const gain = isSaturated ? Math.min(most / mean, cpuGain(busiest.vitals, service)) : null;
    const found = { workers: sorted.length, most, least, mean, gain };
    if (most < balance.warning || !isUneven) return fine;
    return {
      severity: isSaturated ? 'critical' : 'warning',
      ...findingOf('worker-imbalance', found),
      changes: [
        change('code', 'change.close-connections', 'server.maxRequestsPerSocket = 100;'),
        change(
          'config',
          'change.proxy-connections',
          `# nginx, in upstream\nkeepalive 64;\nkeepalive_requests 100;`,
        ),
      ],
      gain,
      weight: most - least,
    };
  },
});

/** Processes that take connections and whose loop was seen, the busiest first. */
function byLoop(processes: readonly Vitals[]) {
  return processes
    .filter(takesConnections)
    .flatMap((vitals) =>
      vitals.loop.utilization === null ? [] : [{ vitals, used: vitals.loop.utilization }],
    )
    .toSorted((one, other) => other.used - one.used);
}

/** Whether a process takes connections. A program that only starts the server, such as tsx, takes none: it is no idle worker. */
function takesConnections({ role, sockets }: Vitals): boolean {
  return role === 'worker' || !sockets || sockets.listening.length > 0 || sockets.inbound.connections > 0;
}

function connections({ sockets }: Vitals): string {
  return sockets ? `, ${sockets.inbound.connections} connections` : '';
}

const queue = {
  /** Connections waiting to be accepted, on average: a healthy loop accepts all at each turn. */
  warning: 2,
  critical: 16,
  /** Part of the limit: beyond the limit the kernel drops connections, and clients try again after a second. */
  nearLimit: 0.8,
  /** Default limit of Linux before 5.4: a burst of a few hundred connections is common. */
  short: 128,
  /** Dropped connections on the whole machine: some always belong to other programs. */
  dropped: 10,
  /** Utilisation of the loop from which on what comes at random waits for its turns. */
  busyLoop: 0.6,
} as const;

const longestQueue = (sockets: Vitals['sockets']) =>
  sockets?.listening.toSorted((one, other) => other.mean - one.mean)[0] ?? null;

export const backlog = processRule({
  asksPrimary: true,
  id: 'backlog',
  resource: 'listen queue',
  symptom: ['none', 'listen queues of the kernel'],
  threshold: message('evidence.average', { mean: queue.warning }),
  signals({ sockets }) {
    const { mean = null, max = null, limit = null } = longestQueue(sockets) ?? {};
    return {
      'connections that wait': told('evidence.average-most', { mean, max }),
      'limit of the queue': seen(limit, String),
      'dropped on this machine': seen(sockets?.overflows ?? null),
    };
  },
  judge(vitals) {
    const { sockets, loop } = vitals;
    const { utilization } = loop;
    if (!sockets) return unseen('connections that wait');
    const longest = longestQueue(sockets);
    if (!longest) return notApplicable('TCP port of its own');
    const { address, mean, max, limit } = longest;
    const dropped = sockets.overflows ?? 0;
    const isFull = limit !== null && max >= queue.nearLimit * limit;
    // The queue was full for moments between two readings.
    const isSmall = !isFull && limit !== null && limit < queue.short && dropped >= queue.dropped;
    if (mean < queue.warning && !isFull && !isSmall) return fine;
    const isLoopBusy = (utilization ?? 0) >= queue.busyLoop;
    const length = Math.max(4096, (limit ?? 0) * 4);
    const isCritical = (isFull && dropped > 0) || mean >= queue.critical;
    return {
      // A short queue, far from its limit, only shows clients that open a connection for each request.
      severity: isCritical ? 'critical' : isFull || isSmall ? 'warning' : 'info',
      ...findingOf('backlog', {
        address,
        mean,
        max,
        limit,
        dropped,
        isFull,
        isSmall,
        utilization,
        isLoopBusy,
      }),
      changes:
        isFull || isSmall
          ? [
              change(
                'code',
                'change.longer-queue',
                `server.listen({ port: ${portIn(address)}, backlog: ${length} });`,
              ),
              change('command', 'change.kernel-queue', `sysctl -w net.core.somaxconn=${length}`),
            ]
          : isLoopBusy
            ? [profileRunning(vitals)]
            : [
                change(
                  'command',
                  'change.who-closes',
                  `curl -s -o /dev/null -D - http://127.0.0.1:${portIn(address)}/ | grep -i '^connection'`,
                ),
                change(
                  'code',
                  'change.client-keep-alive',
                  'server.keepAliveTimeout = 65_000; // longer than that of the proxy in front',
                ),
              ],
      weight: mean,
    };
  },
});

const limits = {
  /** Part of a CPU below which a worker has nothing to do with the requests: one that writes logs, for instance. */
  active: 0.1,
  /** Requests in flight for each busy worker: more than it can work on. */
  waiting: 1.5,
  severe: 3,
  /** CPUs left for a further worker; and part of the time in which workers wait for one, of the time that they want one. */
  free: 0.5,
  withoutCpu: 0.2,
} as const;

export const workersSaturated = processRule({
  id: 'workers-saturated',
  resource: 'worker threads',
  symptom: ['cpus', 'CPU time and CPU waits of worker threads; requests in flight'],
  experiment: 'loop-or-threads',
  explains: ['cpu-saturated', 'loop-blocked', 'backlog', 'downstream'],
  signals(vitals, service) {
    const { count, ran, waits } = workOf(vitals);
    const { used, available: cpus } = vitals.cpu;
    return {
      'worker threads with work': String(count),
      'on a CPU': message('evidence.workers-on-cpu', { ran, waits }),
      CPUs: message('evidence.cpus-and-others', { used, cpus, others: usedByOthers(service) }),
      'requests in flight': seen(inFlight(vitals)),
    };
  },
  judge(vitals, service) {
    if (vitals.workers.length === 0) return notApplicable('worker threads');
    const { count, ran, waits, busy } = workOf(vitals);
    if (count === 0 || busy < saturation.measured['worker threads']) return fine;
    const pending = inFlight(vitals);
    if (pending !== null && pending < limits.waiting * count) return fine;
    const { available: cpus } = vitals.cpu;
    const free = freeCpus(vitals, service);
    const waited = waits / Math.max(ran + waits, 1e-9);
    const isWithoutCpu = waited >= limits.withoutCpu || free < limits.free;
    const size = count + Math.max(1, Math.floor(free));
    const others = usedByOthers(service);
    const queued = pending === null ? null : Math.max(0, pending - count);
    const gain = isWithoutCpu ? null : Math.min(size / count, (ran + free) / Math.max(ran, 0.01));
    const { utilization } = vitals.loop;
    const isLoopBusy = (utilization ?? 0) >= hardlyIdle;
    const found = {
      count,
      busy,
      queued,
      ran,
      cpus,
      others,
      free,
      waited,
      utilization,
      isLoopBusy,
      size,
      gain,
    };
    return {
      // Work that no request waits for may use all CPUs.
      severity: pending === null ? 'info' : pending >= limits.severe * count ? 'critical' : 'warning',
      ...findingOf(isWithoutCpu ? 'workers-saturated.no-cpu' : 'workers-saturated', found),
      changes: isWithoutCpu ? [profile(vitals), bound(count)] : [more(size), profile(vitals)],
      gain,
      weight: queued ?? busy,
    };
  },
});

/** Number of worker threads with work, the CPUs that they used and waited for in all, and the mean of both per thread. */
export function workOf({ workers }: Pick<Vitals, 'workers'>) {
  const active = workers.filter((worker) => worker.ran + worker.waitedForCpu >= limits.active);
  const ran = total(active.map((worker) => worker.ran));
  const waits = total(active.map((worker) => worker.waitedForCpu));
  return { count: active.length, ran, waits, busy: (ran + waits) / Math.max(active.length, 1) };
}

function more(size: number): Change {
  return change(
    'code',
    message('change.more-workers', { size }),
    `new Piscina({ filename, maxThreads: ${size} })\n// or by hand: as many new Worker(…) in the list that requests are dealt to`,
  );
}

function profile(vitals: Vitals): Change {
  return change(
    'command',
    'change.profile-workers',
    `${withFlag(vitals, '--cpu-prof')} # one file for each worker thread that ends`,
  );
}

function bound(threads: number): Change {
  return change(
    'code',
    'change.bound-workers',
    `new Piscina({ filename, maxThreads: ${threads}, maxQueue: ${threads * 4} }) // beyond that: answer 503 with Retry-After`,
  );
}

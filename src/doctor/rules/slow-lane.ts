/** DNS lookups (getaddrinfo, getnameinfo) may hold half of the pool's threads: they can wait while the rest is free. */
import { leastQueue, saturation } from '../../saturation/saturation.ts';
import { waitFloor } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import { change } from './changes.ts';
import type { ThreadState } from '../../model/process-snapshot.ts';
import type { PoolVitals } from '../../model/vitals.ts';
import { foundIn, poolRule } from './pool-load.ts';
import { findingOf, fine, unseen } from './rule.ts';

const limits = {
  /** Milliseconds of wait: a connect takes longer by itself. */
  felt: 5,
  severe: 50,
  /** Factor by which lookups wait longer than other jobs if their own queue is the cause. */
  apart: 5,
  /** Part of the threads for lookups that do some, below which lookups do not fill them. */
  empty: 0.5,
  /** Part of all pool threads that are busy, above which hardly one is free. */
  held: 0.95,
} as const;

export const slowQueue = poolRule({
  id: 'slow-lane',
  resource: 'slow I/O queue',
  symptom: ['idle', "the probe's slow-I/O job, or the queue of DNS lookups"],
  verb: 'bypass',
  experiment: 'pool-classes',
  explains: ['downstream', 'backlog'],
  threshold: message('evidence.waited', { ms: limits.felt }),
  signals: ({ pool: { slow, wait } }) => ({
    'a lookup waits': slow.wait && message('evidence.waits', { mean: slow.wait.mean, p95: slow.wait.p95 }),
    'another job waits': wait && message('evidence.waited', { ms: wait.mean }),
    'lookups in flight':
      slow.running === null ? null : message('evidence.at-most', { running: slow.running, cap: slow.cap }),
    'lookups that wait': slow.queue && message('evidence.average', { mean: slow.queue.mean }),
  }),
  judge({ pool }) {
    const { size, slow } = pool;
    if (slow.wait === null && slow.queue === null) return unseen('lookups that wait');
    const other = pool.wait?.mean ?? null;
    const wait = slow.wait?.mean ?? null;
    const queued = slow.queue?.mean ?? 0;
    const isFull =
      slow.cap !== null &&
      slow.running !== null &&
      slow.running >= saturation.measured['slow I/O queue'] * slow.cap;
    const isQueued = isFull && queued >= leastQueue;
    if (wait === null ? !isQueued : wait < limits.felt) return fine;
    if (wait !== null && other !== null && wait < limits.apart * Math.max(other, waitFloor)) return fine;
    // libuv takes one lookup each time that its whole queue has passed: if that takes long, only the probe's lookups wait for
    // each other.
    if (slow.running !== null && slow.queue !== null && slow.running + queued < leastQueue) return fine;
    if (wait === null && (pool.queue?.mean ?? 0) >= leastQueue) return fine;
    // If lookups wait while few of their threads do any, they wait for other jobs that hold the threads.
    const isEmpty = slow.cap !== null && slow.running !== null && slow.running < limits.empty * slow.cap;
    if (isEmpty && isHeld(pool)) return fine;
    const places = pool.whereabouts.filter(({ doing }) => isOfNetwork(doing));
    const areAtResolver = places.length > 0;
    return {
      severity: wait === null || wait >= limits.severe || isQueued ? 'critical' : 'warning',
      ...findingOf('slow-lane', { wait, other, queued, cap: slow.cap, size, areAtResolver }),
      also: foundIn(places),
      changes: [cache, keepAlive, resolver],
      weight: wait ?? 0,
    };
  },
});

const isHeld = ({ busy, size }: PoolVitals): boolean =>
  busy !== null && size !== null && size > 0 && busy >= limits.held * size;

function isOfNetwork(doing: ThreadState): boolean {
  return doing.state === 'blocked' && /^(?:p?poll|recv|send|connect|select|pselect)/.test(doing.syscall);
}

const cache: Change = change('code', 'change.cache-dns', [
  `import { resolve4 } from 'node:dns/promises';`,
  `const known = new Map();`,
  `export async function address(host) {`,
  `  const hit = known.get(host);`,
  `  if (hit && hit.until > Date.now()) return hit.address;`,
  `  const [{ address, ttl }] = await resolve4(host, { ttl: true });`,
  `  known.set(host, { address, until: Date.now() + 1000 * Math.max(ttl, 5) });`,
  `  return address;`,
  `}`,
  `// net and http take it as an option:`,
  `const lookup = (host, options, done) => address(host).then(`,
  `  (found) => (options.all ? done(null, [{ address: found, family: 4 }]) : done(null, found, 4)), done);`,
  `http.get({ host, lookup });`,
]);

const keepAlive: Change = change(
  'code',
  'change.keep-alive',
  `new http.Agent({ keepAlive: true, maxSockets: 50 })`,
);

const resolver: Change = change(
  'config',
  'change.fix-resolver',
  '# /etc/resolv.conf\noptions timeout:1 attempts:2\n# or a cache on the machine: systemd-resolved, dnsmasq, NodeLocal DNSCache',
);

/** Name look-ups (getaddrinfo, getnameinfo) may hold half of the pool's threads: they can wait while the rest is free. */
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import { fine, notApplicable, processRule, unseen } from './rule.ts';
import { amount, doingText, fact, share, waited } from './words.ts';

const limits = {
  /** A connect takes longer than this by itself. */
  felt: 5,
  severe: 50,
  /** So many times longer than the other lane: then it is this lane's own queue. */
  apart: 5,
  /** All of the threads that it may hold, nearly always. */
  full: 0.9,
  queued: 0.5,
} as const;

export const slowLane = processRule({
  id: 'slow-lane',
  title: 'Name look-ups wait for each other',
  needs: "the probe's slow lane, or the queue of name look-ups",
  resource: 'slow lane',
  verb: 'bypass',
  experiment: 'pool-classes',
  explains: ['downstream', 'backlog'],
  judge(vitals) {
    const { size, wait, slow } = vitals.pool;
    if (size === 0) return notApplicable('Nothing has used the pool.');
    if (slow.wait === null && slow.queue === null) return unseen('The queue of name look-ups was not seen.');
    const fast = wait?.mean ?? null;
    const own = slow.wait?.mean ?? null;
    const isFull = slow.cap !== null && slow.running !== null && slow.running >= limits.full * slow.cap;
    const isQueued = isFull && (slow.queue?.mean ?? 0) >= limits.queued;
    if (own === null ? !isQueued : own < limits.felt) {
      return fine(own === null ? 'No name look-up waited.' : `A name look-up would wait ${waited(own)}.`);
    }
    if (own !== null && fast !== null && own < limits.apart * Math.max(fast, 0.2)) {
      return fine(
        `Name look-ups wait ${waited(own)}, about as long as every job (${waited(fast)}): it is the pool.`,
      );
    }
    // libuv takes one look-up each time that its whole queue has passed: where that takes long, those of the probe wait for
    // each other, and for nobody else.
    if (slow.running !== null && slow.queue !== null && slow.running + slow.queue.mean < limits.queued) {
      return fine('Nobody but the probe looks names up: there is nothing that waits for them.');
    }
    if (own === null && (vitals.pool.queue?.mean ?? 0) >= limits.queued) {
      return fine('Name look-ups wait, and so do all jobs: it is the pool.');
    }
    const places = vitals.pool.whereabouts.filter(({ doing }) => isOfNetwork(doing)).slice(0, 2);
    const text = own === null ? `(${amount(slow.queue?.mean ?? 0)}) wait` : `wait ${waited(own)}`;
    const other = fast === null ? 'the rest of the pool is free' : `other jobs wait ${waited(fast)}`;
    return {
      word: 'finding',
      severity: own === null || own >= limits.severe || isQueued ? 'critical' : 'warning',
      title: `Name look-ups ${text} for a thread while ${other}: slow DNS, not a small pool`,
      because: `libuv lets name look-ups hold ${slow.cap ?? 'half of the'} of ${size ?? 'its'} threads at most, so that they cannot take all. They fill their half${places.length > 0 ? `, and those threads wait for the resolver` : ''}. More threads would let more of them wait at once and make none of them faster.`,
      evidence: [
        ...(own === null
          ? []
          : [fact('a look-up waits', `${waited(own)} on average, p95 ${waited(slow.wait?.p95 ?? 0)}`)]),
        ...(fast === null ? [] : [fact('another job waits', waited(fast))]),
        ...(slow.running === null
          ? []
          : [fact('look-ups under way', `${amount(slow.running)} of ${slow.cap ?? '?'} at most`)]),
        ...(slow.queue ? [fact('look-ups that wait', `${amount(slow.queue.mean)} on average`)] : []),
        ...places.map(({ doing, share: part }) =>
          fact('found in', `${doingText(doing)}, ${share(part)} of the threads' time`),
        ),
      ],
      changes: [cache, keepAlive, resolver],
      expect: `A name that is known already needs no thread: the wait of ${own === null ? 'look-ups' : waited(own)} falls away for all but the first request to each name.`,
      gain: null,
      weight: own ?? 0,
    };
  },
});

function isOfNetwork(doing: Vitals['pool']['whereabouts'][number]['doing']): boolean {
  return doing.state === 'blocked' && /^(?:p?poll|recv|send|connect|select|pselect)/.test(doing.syscall);
}

const cache: Change = {
  type: 'code',
  what: 'Resolve without the pool, and remember: dns.resolve* uses sockets, not threads (it reads no /etc/hosts)',
  text: [
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
  ].join('\n'),
};

const keepAlive: Change = {
  type: 'code',
  what: 'Keep connections: a connection that is used again needs no look-up',
  text: `new http.Agent({ keepAlive: true, maxSockets: 50 })`,
};

const resolver: Change = {
  type: 'config',
  what: 'Mend the resolver: a dead name server costs 5 s a try',
  text: '# /etc/resolv.conf\noptions timeout:1 attempts:2\n# or a cache on the machine: systemd-resolved, dnsmasq, NodeLocal DNSCache',
};

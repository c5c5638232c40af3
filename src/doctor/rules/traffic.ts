/** Requests that come: to some workers more than to others, or faster than they are accepted. */
import type { Vitals } from '../../model/vitals.ts';
import { cpuGain } from './foretell.ts';
import { fine, fleetRule, notApplicable, processRule, unseen } from './rule.ts';
import { amount, fact, share, times } from './words.ts';

const balance = {
  /** Utilisation of the busiest: below it nobody waits for the imbalance. */
  warning: 0.7,
  critical: 0.9,
  /** The idlest has at most half of it; and the busiest stands out from the mean. */
  half: 0.5,
  apart: 0.2,
} as const;

export const workerImbalance = fleetRule({
  id: 'worker-imbalance',
  title: 'Some workers do the work of others',
  needs: 'loop utilisation and connections of each worker',
  resource: 'processes',
  verb: 'not the pool',
  experiment: 'cluster',
  explains: ['loop-saturated', 'backlog', 'loop-blocked'],
  judge(serving, fleet) {
    const seen = serving.flatMap((vitals) =>
      vitals.loop.utilization === null ? [] : [{ vitals, used: vitals.loop.utilization }],
    );
    if (serving.length < 2) return notApplicable('There is one process.');
    if (seen.length < serving.length) return unseen('Not every worker was seen.');
    const sorted = seen.toSorted((one, other) => other.used - one.used);
    const [busiest] = sorted;
    const idlest = sorted.at(-1);
    if (!busiest || !idlest) return notApplicable('There is no worker.');
    const middle = seen.reduce((sum, { used }) => sum + used, 0) / seen.length;
    const text = `The busiest of ${seen.length} workers had something to do for ${share(busiest.used)} of the time, the idlest for ${share(idlest.used)}`;
    const isUneven = idlest.used <= balance.half * busiest.used && busiest.used - middle >= balance.apart;
    if (busiest.used < balance.warning || !isUneven) return fine(`${text}.`);
    const isFull = busiest.used >= balance.critical;
    const gain = isFull ? Math.min(busiest.used / middle, cpuGain(busiest.vitals, fleet)) : null;
    return {
      word: 'finding',
      severity: isFull ? 'critical' : 'warning',
      title: `${text}: connections stick to the worker that got them`,
      because: `A cluster hands out connections, not requests: what comes over a kept connection stays with its worker. With few or unequal connections one worker is full while another is idle; more workers would not change that.`,
      evidence: sorted.map(({ vitals, used }) =>
        fact(`worker ${vitals.pid}`, `loop ${share(used)}${connections(vitals)}`),
      ),
      changes: [
        {
          type: 'code',
          what: 'Let connections end now and then, so that they are dealt out anew',
          text: 'server.maxRequestsPerSocket = 100;',
        },
        {
          type: 'config',
          what: 'Or more connections from the proxy, or none that are kept',
          text: `# nginx, in upstream\nkeepalive 64;\nkeepalive_requests 100;`,
        },
      ],
      expect: isFull
        ? `Evenly spread, each worker has something to do for ${share(middle)} of the time at the same throughput; throughput up to ${times(gain ?? 1)}.`
        : `Evenly spread, each worker has something to do for ${share(middle)} of the time.`,
      gain,
      weight: busiest.used - idlest.used,
    };
  },
});

function connections({ sockets }: Vitals): string {
  return sockets ? `, ${sockets.inbound.connections} connections` : '';
}

const queue = {
  /** Connections that wait to be accepted, on average: a healthy loop accepts all at each turn. */
  warning: 2,
  critical: 16,
  /** Of the limit: beyond it the kernel drops them, and clients try again after a second. */
  nearLimit: 0.8,
  /** What Linux allowed by default before 5.4: a burst of a few hundred is common. */
  short: 128,
  /** Dropped connections are counted for the whole machine: some are always somebody else's. */
  dropped: 10,
} as const;

export const backlog = processRule({
  asksPrimary: true,
  id: 'backlog',
  title: 'Connections wait to be accepted',
  needs: 'the listen queues of the kernel',
  resource: 'listen queue',
  verb: 'not the pool',
  experiment: null,
  explains: [],
  judge({ sockets, loop }) {
    if (!sockets) return unseen('The listen queues were not seen.');
    const longest = sockets.listening.toSorted((one, other) => other.mean - one.mean)[0];
    if (!longest) return notApplicable('It listens on no TCP port itself.');
    const { address, mean, max, limit } = longest;
    const isFull = limit !== null && max >= queue.nearLimit * limit;
    const dropped = sockets.overflows ?? 0;
    const isOverflowing = isFull && dropped > 0;
    // Full for moments between two readings.
    const isShort = limit !== null && limit < queue.short && dropped >= queue.dropped;
    if (mean < queue.warning && !isFull && !isShort) {
      return fine(`${amount(mean)} connections waited to be accepted on average at ${address}.`);
    }
    return {
      word: 'finding',
      severity: isOverflowing || mean >= queue.critical ? 'critical' : 'warning',
      title:
        isShort && !isFull
          ? `The listen queue of ${address} holds ${limit} connections, and ${amount(dropped)} found a full queue on this machine`
          : `${amount(mean)} connections wait to be accepted at ${address}${limit === null ? '' : `, ${amount(max)} at most of ${limit}`}${isOverflowing ? ', and some were dropped' : ''}`,
      because: `They are accepted when the event loop comes round, and nothing else was found that keeps it${loop.utilization === null ? '' : ` (it had something to do for ${share(loop.utilization)} of the time)`}: connections come in bursts, or very many of them do.`,
      evidence: [
        fact('connections that wait', `${amount(mean)} on average, ${amount(max)} at most`),
        ...(limit === null ? [] : [fact('limit of the queue', String(limit))]),
        ...(sockets.overflows === null ? [] : [fact('dropped on this machine', amount(sockets.overflows))]),
      ],
      changes:
        isFull || isShort
          ? [
              {
                type: 'code',
                what: 'A longer queue for bursts: the kernel takes the smaller of the two',
                text: `server.listen({ port: ${address.split(':').at(-1) ?? 'PORT'}, backlog: ${Math.max(4096, (limit ?? 0) * 4)} });`,
              },
              {
                type: 'command',
                what: 'And the limit of the kernel',
                text: `sysctl -w net.core.somaxconn=${Math.max(4096, (limit ?? 0) * 4)}`,
              },
            ]
          : [
              {
                type: 'code',
                what: 'Let clients keep their connections, so that fewer are made',
                text: 'server.keepAliveTimeout = 65_000; // longer than that of the proxy in front',
              },
            ],
      expect:
        isFull || isShort
          ? 'A burst waits instead of being dropped: no retries after 1, 3 and 7 s. It does not make the server faster.'
          : `Connections that are kept need not be accepted: ${amount(mean)} fewer wait.`,
      gain: null,
      weight: mean,
    };
  },
});

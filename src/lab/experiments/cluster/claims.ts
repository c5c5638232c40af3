/** What the document claims of a cluster, and where its figures have to lie. */
import { message } from '../../../messages/message.ts';
import type { Measured, Reading } from '../../../model/verdict.ts';
import { published } from '../../workloads/cluster.ts';
import {
  cpusOf,
  equality,
  levelOfCells,
  notInNode,
  notInstalled,
  ratioOf,
  same,
  whole,
  type Claims,
  type Ratio,
  type Rule,
} from '../judgement.ts';
import {
  above,
  allLie,
  allAbove,
  allBelow,
  allWithin,
  anyLies,
  below,
  between,
  beyond,
  either,
  need,
  together,
  within,
  type Estimated,
  type Need,
  type Shows,
} from '../outcome.ts';
import {
  asPublished,
  at,
  beside,
  busiestShare,
  clientTime,
  growing,
  inFlight,
  limitOf,
  measuredClients,
  oneWorker,
  policyLabels,
  serverTime,
  slowestClient,
} from './evidence.ts';
import {
  fewConnections,
  handedSockets,
  listeningThreads,
  publishedLoad,
  type ClusterSetting,
  type ClusterTopology,
  type clusterTopologies,
} from './grid.ts';
import { publishedGain } from './published.ts';

const document = 'the article on cluster';
const documentation = "Node's documents: node:cluster, node:net (reusePort)";
const ourReading = 'a reading of its tables';

/** Numbers of concurrent requests at which a gain is possible. */
const several = (measured: Measured) => measuredClients(measured, 'cluster').filter((clients) => clients > 1);

/** Parts of the limit: a cluster that reaches less than half of it has another bottleneck, and the formula says nothing. */
const reached = { well: 0.7, badly: 0.5 } as const;

/** The claim holds if every gain is within its limit, and the gain of the most requests near it. */
function gainIsLimit(measured: Measured): Shows {
  const limits = several(measured).map((clients) => limitOf(measured, clients));
  const most = limits.at(-1) ?? 0;
  const each = (lies: typeof above) => limits.map((limit) => need(lies(limit * same)));
  const last = (lies: Need['lies']) => (gains: readonly Estimated[]) => gains.slice(-1).map(need(lies));
  return {
    holds: (gains) => [
      [...together(...each(below))(gains).flat(), ...last(between(reached.well * most, most * same))(gains)],
    ],
    refuted: (gains) => [
      ...either(...each(above))(gains),
      ...last(below(reached.badly * most))(gains).map((one) => [one]),
    ],
  };
}

/** A time that grows by less than a quarter of what the clock on the wall does is called flat, by more than half growing. */
const slopes = { flat: 0.25, growing: 0.5 } as const;

/** Seconds of the whole loop below which nobody would call it work. */
const noWork = 0.5;

function emptyLoopTime(measured: Measured): Estimated | null {
  const seconds: Reading = ({ sample }) => {
    const { sum, count } = sample?.outcome.serverTime ?? { sum: 0, count: 0 };
    return count > 0 ? (sum / count / 1e6 / iterationsOf(measured)) * published.iterations : null;
  };
  return levelOfCells(measured, seconds, '10¹⁰ iterations of the empty loop', 's', [asPublished('node')]);
}

export const iterationsOf = ({ plan }: Measured) =>
  Number(plan.cells.find(({ id }) => id === asPublished('node'))?.parameters['iterations']);

type Policy = (typeof clusterTopologies)[number];

const kept = (measured: Measured, topology: Policy) =>
  at(topology, fewConnections(cpusOf(measured)), { connections: 'kept' });

/**
 * Compares connections that stay open with one for each request, by the slowest client and by the busiest worker: with
 * C + 1 clients on C workers an even hand makes the slowest wait 2C ÷ (C + 1) times as long, on two CPUs 1.33. Where a
 * hash or a race decides, no two trials are alike, and either figure alone may stay unsure.
 */
function fewConnectionsUneven(topology: Policy): Rule {
  const keptToEach = (measured: Measured) =>
    [kept(measured, topology), at(topology, fewConnections(cpusOf(measured)))] as const;
  return {
    text: `Few connections that stay open load the workers unevenly (${policyLabels[topology]}): what is handed out are connections, not requests.`,
    source: documentation,
    unless: oneWorker,
    figures: (measured) => [
      ['slowest client: connections kept ÷ one for each request', ...keptToEach(measured), slowestClient],
      ['busiest worker: connections kept ÷ one for each request', ...keptToEach(measured), busiestShare],
    ],
    beside: (measured) => [['throughput: connections kept ÷ one for each request', ...keptToEach(measured)]],
    outcomes: { holds: anyLies(above(equality)), refuted: allLie(below(equality)) },
    remarks: (measured) => {
      const share = levelOfCells(measured, busiestShare, '', 'share', [kept(measured, topology)]);
      const workers = cpusOf(measured);
      const clients = fewConnections(workers);
      return [share && message('claim.busiest-worker', { clients, workers, share: share.value })];
    },
  };
}

const others = ['cluster-none', 'reuse-port'] as const;

/** Throughput of another policy ÷ round robin, where every request has its own connection. */
const overRoundRobin = (topology: Policy, clients: readonly number[]): Ratio => [
  `throughput: ${policyLabels[topology]} ÷ round robin, concurrent requests ${clients.join(', ')}`,
  clients.map((count) => at(topology, count)),
  clients.map((count) => at('cluster', count)),
];

/** For each other policy, the numbers of concurrent requests at which both it and round robin were measured. */
const levelsOf = (measured: Measured) =>
  others
    .map((topology) => {
      const own = measuredClients(measured, topology);
      return [topology, several(measured).filter((clients) => own.includes(clients))] as const;
    })
    .filter(([, levels]) => levels.length > 0);

/** What ab and chokepoint had in flight at the cluster in the document's ten requests; empty where one is not known. */
function abInFlight(measured: Measured): Estimated[] {
  const [ab, own] = [asPublished('cluster', 'ab'), asPublished('cluster')];
  const text = 'requests in flight: cluster, requests 10,';
  const all = [
    ratioOf(measured, 'throughput: cluster, requests 10, ab ÷ chokepoint', ab, own),
    inFlight(measured, `${text} ab`, ab),
    inFlight(measured, `${text} chokepoint`, own),
  ];
  return whole(all) ?? [];
}

const distance = ({ value }: Estimated) => Math.abs(Math.log(value));

const clusterToPlain = 'throughput: cluster ÷ plain';

/** Source of the claims on connections that one thread accepts and hands to worker threads, as a cluster hands them to processes. */
const transferring = "Node's documents: node:net (TCP handles)";

const unlessHanded = (measured: Measured) => oneWorker(measured) ?? notInNode(measured, handedSockets);

/** The cells of "handed to threads ÷ another topology", with twice as many concurrent requests as workers unless told. */
const pair = (
  measured: Measured,
  other: Partial<ClusterSetting> = {},
  against: ClusterTopology = 'cluster',
  clients = 2 * cpusOf(measured),
) => [at(handedSockets, clients, other), at(against, clients, other)] as const;

const few = (measured: Measured, other: Partial<ClusterSetting> = {}) =>
  pair(measured, other, 'cluster', fewConnections(cpusOf(measured)));

const keptOpen = { connections: 'kept' } as const;
const light = { variant: 'light' } as const;
const cpuOfLight = 'server CPU per request, no work';

const handedClaims: Claims = {
  'handed-spread': {
    text: 'A model like node:cluster can be built of worker threads: connections that are handed to them in turn are spread as over processes.',
    source: transferring,
    unless: unlessHanded,
    figures: (measured) => [
      ['busiest worker, few connections kept: threads ÷ processes', ...few(measured, keptOpen), busiestShare],
    ],
    beside: (measured) => [
      [
        'slowest client, few connections kept: threads ÷ processes',
        ...few(measured, keptOpen),
        slowestClient,
      ],
    ],
    outcomes: allWithin(equality),
  },
  'handed-throughput': {
    text: 'Worker threads with handed connections answer requests that compute as fast as a cluster of as many processes.',
    source: transferring,
    unless: unlessHanded,
    figures: (measured) =>
      [fewConnections(cpusOf(measured)), 2 * cpusOf(measured)].map((clients) => [
        `throughput, concurrent requests ${clients}: threads ÷ processes`,
        ...pair(measured, {}, 'cluster', clients),
      ]),
    beside: (measured) => [
      [
        `throughput, concurrent requests ${2 * cpusOf(measured)}: threads, handed ÷ threads, reusePort`,
        ...pair(measured, {}, listeningThreads),
      ],
    ],
    outcomes: allWithin(equality),
  },
  'handed-cheaper': {
    text: 'To hand a connection to a thread costs less CPU than to send it to a process.',
    source: 'what follows from how it is passed on',
    unless: unlessHanded,
    figures: (measured) => [
      [`${cpuOfLight}: threads ÷ processes`, ...pair(measured, light), 'cpuPerRequest'],
    ],
    beside: (measured) => [
      ['throughput, no work: threads ÷ processes', ...pair(measured, light)],
      [
        `${cpuOfLight}: threads, handed ÷ threads, reusePort`,
        ...pair(measured, light, listeningThreads),
        'cpuPerRequest',
      ],
    ],
    outcomes: allBelow(),
  },
};

export const claims: Claims = {
  faster: {
    text: 'A cluster answers the requests with better performance than one process.',
    source: document,
    figures: [[`${clusterToPlain}, concurrent requests 2`, asPublished('cluster'), asPublished('node')]],
    outcomes: allAbove(equality),
    remarks: (measured) => [
      message('claim.gain-limit', {
        clients: publishedLoad.clients,
        workers: cpusOf(measured),
        limit: limitOf(measured, publishedLoad.clients),
        published: publishedGain,
      }),
    ],
  },
  'gain-is-limit': {
    text: 'The gain is the least of concurrent requests, workers and CPUs: 2.02 is the 2 of ab -c 2.',
    source: ourReading,
    unless: oneWorker,
    figures: (measured) =>
      several(measured).map((clients) => [
        `${clusterToPlain}, concurrent requests ${clients}`,
        at('cluster', clients),
        at('node', clients),
      ]),
    outcomes: gainIsLimit,
    remarks: (measured) => [
      message('claim.limits', {
        limits: several(measured).map((clients) => ({ clients, limit: limitOf(measured, clients) })),
      }),
    ],
  },
  'beyond-cpus': {
    text: 'More concurrent requests than CPUs gain nothing more.',
    source: ourReading,
    figures: (measured) => {
      const cpus = cpusOf(measured);
      const text = `throughput: cluster, concurrent requests ${2 * cpus} ÷ ${cpus}`;
      return [[text, at('cluster', 2 * cpus), at('cluster', cpus)]];
    },
    outcomes: allBelow(same),
  },
  alone: {
    text: 'Where requests come one at a time a cluster gains nothing.',
    source: ourReading,
    figures: [[`${clusterToPlain}, concurrent requests 1`, at('cluster', 1), at('node', 1)]],
    outcomes: allBelow(same),
  },
  'elapsed-grows': {
    text: 'The elapsed time of each request grows, since the processes compete for the CPU.',
    source: document,
    figures: [
      growing('growth for each ms: elapsed, document', serverTime, beside),
      growing('growth for each ms: client waited', clientTime, beside),
    ],
    beside: (measured) => [
      growing('growth for each ms: elapsed, clock in the handler', serverTime),
      [
        'response time mean: cluster, one on each CPU ÷ plain, concurrent requests 1',
        at('cluster', cpusOf(measured)),
        at('node', 1),
        'mean',
      ],
    ],
    outcomes: {
      misread: together(need(above(slopes.growing)), need(between(-slopes.flat, slopes.flat))),
      holds: together(need(above(slopes.growing)), need(above(slopes.flat))),
      refuted: (figures) => allLie(below(slopes.flat))(figures.slice(0, 1)),
    },
    remarks: () => [message('claim.clock-on-the-wall')],
  },
  'empty-loop': {
    text: 'A for loop with nothing in it keeps a CPU busy.',
    source: document,
    figures: [emptyLoopTime],
    outcomes: allAbove(2 * noWork, noWork),
    remarks: ({ plan, host }, word) => [
      word === 'holds' ? message('claim.empty-loop-runs', { node: plan.node ?? host.node }) : null,
      word === 'refuted' ? message('claim.empty-loop-left-out') : null,
    ],
  },
  'few-connections-round-robin': fewConnectionsUneven('cluster'),
  'few-connections-none': fewConnectionsUneven('cluster-none'),
  'few-connections-reuse-port': fewConnectionsUneven('reuse-port'),
  'policies-alike': {
    text: 'Where each request has a connection of its own, it does not matter who hands them out: round robin, SCHED_NONE or reusePort.',
    source: documentation,
    figures: (measured) => {
      const all = levelsOf(measured);
      const each = all.flatMap(([topology, levels]) => levels.map((one) => overRoundRobin(topology, [one])));
      return [...all.map(([topology, levels]) => overRoundRobin(topology, levels)), ...each];
    },
    // One of many levels may differ by chance: what refutes is a policy that differs over all of them together.
    outcomes: (measured) => ({
      holds: allLie(within(equality)),
      refuted: (figures) => anyLies(beyond(equality))(figures.slice(0, levelsOf(measured).length)),
    }),
    shown: (figures) => figures.toSorted((a, b) => distance(b) - distance(a)).slice(0, 1),
    remarks: (_, _word, figures) => [message('claim.furthest-from-equal', { comparisons: figures.length })],
  },
  'ab-agrees': {
    text: 'ApacheBench and chokepoint measure the same.',
    source: 'this project',
    unless: (measured) => notInstalled(measured, 'ab'),
    figures: (['node', 'cluster'] as const).map((topology) => [
      `throughput: ${topology === 'node' ? 'plain' : topology}, ab ÷ chokepoint`,
      asPublished(topology, 'ab-long'),
      asPublished(topology, 'long'),
    ]),
    beside: abInFlight,
    outcomes: allWithin(equality),
    // Recent versions of ab wait for the first answer before they open the other connections.
    remarks: (measured) => {
      const [short, its, own] = abInFlight(measured).map(({ value }) => value);
      if (short === undefined || its === undefined || own === undefined) return [];
      return [message('claim.ab-sends-one-first', { ratio: short, ab: its, chokepoint: own })];
    },
  },
  ...handedClaims,
};

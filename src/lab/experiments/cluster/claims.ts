/** What the document claims of a cluster, and where its figures have to lie. */
import { message, type Message } from '../../../messages/message.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Measured } from '../../../model/verdict.ts';
import { published } from '../../../workloads/cluster.ts';
import type { Claim } from '../experiment.ts';
import {
  cpusOf,
  equality,
  estimated,
  levelOfCells,
  notInstalled,
  ratioOf,
  rule,
  same,
} from '../judgement.ts';
import {
  above,
  allAbove,
  allBelow,
  allWithin,
  below,
  between,
  beyond,
  need,
  within,
  type Estimated,
  type Need,
} from '../outcome.ts';
import {
  arithmeticMean,
  asPublished,
  at,
  busiestShare,
  clientTime,
  growth,
  inFlight,
  limitOf,
  measuredClients,
  policyLabels,
  slowestClient,
} from './evidence.ts';
import { clusterTopologies, fewConnections, publishedLoad } from './grid.ts';
import { handedClaims } from './handed.ts';
import { publishedGain } from './published.ts';

const document = 'the article on cluster: a plain server and a cluster under ab -n 10 -c 2';
const documentation = 'documentation of node:cluster, and of reusePort in node:net';
const ourReading = 'a reading of its tables';

const oneWorker = (measured: Measured) => (cpusOf(measured) < 2 ? message('claim.one-worker') : null);

/** Concurrent requests under which a gain is possible. */
const several = (measured: Measured) => measuredClients(measured, 'cluster').filter((clients) => clients > 1);

/** Of the limit: a cluster that reaches less than half has another bottleneck, and the formula says nothing. */
const reached = { well: 0.7, badly: 0.5 } as const;

/** Every gain within its limit, and that of the most requests near it. */
function gainIsLimit(gains: readonly Estimated[], measured: Measured) {
  const limits = several(measured).map((clients) => limitOf(measured, clients) * same);
  const [last, most = 0] = [gains.at(-1), limits.at(-1)];
  const reaches = (share: number) => (share * most) / same;
  const parts = (regions: (limit: number) => Need['lies']) =>
    gains.map((gain, i) => need(regions(limits[i] ?? 0))(gain));
  return [
    {
      word: 'holds' as const,
      when: [[...parts(below), ...(last ? [need(between(reaches(reached.well), most))(last)] : [])]],
    },
    {
      word: 'refuted' as const,
      when: [...parts(above), ...(last ? [need(below(reaches(reached.badly)))(last)] : [])].map((one) => [
        one,
      ]),
    },
  ];
}

/** A time that grows by less than a quarter of what the clock on the wall does is called flat, by more than half growing. */
const slopes = { flat: 0.25, growing: 0.5 } as const;

/**
 * The trials under the document's clock are read as they are, block by block beside those of the same server with the clock
 * in the handler: check T1 fails for them, since that clock lies outside the requests, and this claim is about just that.
 * For the server that it is noted to rest on every check must pass.
 */
function elapsedGrowth(measured: Measured): (Estimated | null)[] {
  const wrong = asPublished('cluster', 'worker-clock');
  const beside = ({ block }: Trial) =>
    measured.trials.find((trial) => trial.cell === wrong && trial.block === block && !trial.problem) ?? null;
  const growing = (text: string, time: Parameters<typeof growth>[1]) => {
    const reading = (trial: Trial) => {
      const found = beside(trial);
      return found && growth(found, time);
    };
    return arithmeticMean(measured, reading, text, 'ms', asPublished('cluster'));
  };
  return [
    growing(
      'elapsed as the document takes it, growth for each ms of the test',
      ({ serverTime }) => serverTime,
    ),
    growing('what the client waited, growth for each ms of the test', clientTime),
  ];
}

function elapsedBeside(measured: Measured): (Estimated | null)[] {
  const inHandler = (trial: Trial) => growth(trial, ({ serverTime }) => serverTime);
  const text = 'time of a request: cluster, one on each CPU ÷ plain, alone';
  return [
    arithmeticMean(
      measured,
      inHandler,
      'elapsed with its clock in the handler, growth for each ms',
      'ms',
      asPublished('cluster'),
    ),
    ratioOf(measured, 'mean', text, at('cluster', cpusOf(measured)), at('node', 1)),
  ];
}

/** Seconds for the whole loop below which nobody would call it work. */
const noWork = 0.5;

function emptyLoopTime(measured: Measured): Estimated | null {
  const iterations = iterationsOf(measured);
  const seconds = ({ sample }: Trial) => {
    const { sum, count } = sample?.outcome.serverTime ?? { sum: 0, count: 0 };
    return count > 0 ? (sum / count / 1e6 / iterations) * published.iterations : null;
  };
  const text = '10¹⁰ iterations of the empty loop';
  return levelOfCells(measured, seconds, text, 's', [asPublished('node')]);
}

export function iterationsOf({ plan }: Measured): number {
  return Number(
    plan.cells.find(({ id }) => id === asPublished('node'))?.parameters['iterations'] ?? Number.NaN,
  );
}

type Policy = (typeof clusterTopologies)[number];

const kept = (measured: Measured, topology: Policy) =>
  at(topology, fewConnections(cpusOf(measured)), { connections: 'kept' });

/**
 * Connections that stay open against one for each request, by what a client feels and by what the workers had: with
 * C + 1 clients on C workers an even hand makes the slowest wait 2C ÷ (C + 1) times as long, on two CPUs 1.33. Where a
 * hash or a race decides, no two trials are alike, and either figure alone may stay unsure.
 */
const fewConnectionsUneven = (topology: Policy): Claim =>
  rule({
    id: `cluster/few-connections-${{ cluster: 'round-robin', 'cluster-none': 'none', 'reuse-port': 'reuse-port' }[topology]}`,
    text: `Few connections that stay open load the workers unevenly (${policyLabels[topology]}): what is handed out are connections, not requests.`,
    source: documentation,
    unless: oneWorker,
    figures: (measured) => {
      const each = at(topology, fewConnections(cpusOf(measured)));
      return [
        ratioOf(
          measured,
          slowestClient,
          'client that waits longest: connections kept ÷ one for each request',
          kept(measured, topology),
          each,
        ),
        ratioOf(
          measured,
          busiestShare,
          'requests of the busiest worker: connections kept ÷ one for each',
          kept(measured, topology),
          each,
        ),
      ];
    },
    beside: (measured) => {
      const each = at(topology, fewConnections(cpusOf(measured)));
      const text = 'throughput: connections kept ÷ one for each request';
      return [[text, kept(measured, topology), each]];
    },
    outcomes: (figures) => [
      { word: 'holds', when: figures.map((one) => [need(above(equality))(one)]) },
      { word: 'refuted', when: [figures.map(need(below(equality)))] },
    ],
    remarks: (measured) => {
      const share = levelOfCells(measured, busiestShare, '', 'share', [kept(measured, topology)]);
      const workers = cpusOf(measured);
      const clients = fewConnections(workers);
      return [share && message('claim.busiest-worker', { clients, workers, share: share.value })];
    },
  });

const others = ['cluster-none', 'reuse-port'] as const;

/** The other two policies against round robin, where every request has its own connection: at each level, and over all. */
function policiesAgainst(measured: Measured) {
  const levels = several(measured);
  const measuredAt = (topology: Policy) =>
    levels.filter((clients) => measuredClients(measured, topology).includes(clients));
  const ratio = (topology: Policy, clients: readonly number[]) =>
    estimated(
      measured,
      `throughput: ${policyLabels[topology]} ÷ round robin, ${clients.join(', ')} concurrent requests`,
      '×',
      clients.flatMap((count) => [
        { metric: 'throughput', cell: at(topology, count), weight: 1 / clients.length },
        { metric: 'throughput', cell: at('cluster', count), weight: -1 / clients.length },
      ]),
    );
  const all = others.filter((topology) => measuredAt(topology).length > 0);
  return {
    over: all.map((topology) => ratio(topology, measuredAt(topology))),
    each: all.flatMap((topology) => measuredAt(topology).map((clients) => ratio(topology, [clients]))),
  };
}

/** What ab and chokepoint had in flight at the cluster in the document's ten requests. */
function abInFlight(measured: Measured): (Estimated | null)[] {
  const text = 'throughput of the cluster server, ten requests: asked by ab ÷ by chokepoint';
  const all = [
    ratioOf(measured, 'throughput', text, asPublished('cluster', 'ab'), asPublished('cluster')),
    ...(['ab', 'published'] as const).map((variant) => {
      const asker = variant === 'ab' ? 'ab' : 'chokepoint';
      const asked = `requests in flight at the cluster, ten asked by ${asker}`;
      return inFlight(measured, asked, asPublished('cluster', variant));
    }),
  ];
  return all.includes(null) ? [] : all;
}

/** Recent versions of ab wait for the first answer before they open the other connections. */
function abRemark(measured: Measured): Message | null {
  const [short, its, own] = abInFlight(measured);
  return short && its && own
    ? message('claim.ab-sends-one-first', { ratio: short.value, ab: its.value, chokepoint: own.value })
    : null;
}

const distance = ({ value }: Estimated) => Math.abs(Math.log(value));

const clusterToPlain = 'throughput: cluster ÷ plain';

export const claims: readonly Claim[] = [
  rule({
    id: 'cluster/faster',
    text: 'A cluster answers the requests with better performance than one process.',
    source: document,
    figures: () => [
      [`${clusterToPlain}, two concurrent requests`, asPublished('cluster'), asPublished('node')],
    ],
    outcomes: allAbove(equality),
    remarks: (measured) => [
      message('claim.gain-limit', {
        clients: publishedLoad.clients,
        workers: cpusOf(measured),
        limit: limitOf(measured, publishedLoad.clients),
        published: publishedGain,
      }),
    ],
  }),
  rule({
    id: 'cluster/gain-is-limit',
    text: 'The gain is the least of concurrent requests, workers and CPUs: 2.02 is the 2 of ab -c 2.',
    source: ourReading,
    unless: oneWorker,
    figures: (measured) =>
      several(measured).map((clients) => [
        `${clusterToPlain}, ${clients} concurrent requests`,
        at('cluster', clients),
        at('node', clients),
      ]),
    outcomes: gainIsLimit,
    remarks: (measured) => [
      message('claim.limits', {
        limits: several(measured).map((clients) => ({ clients, limit: limitOf(measured, clients) })),
      }),
    ],
  }),
  rule({
    id: 'cluster/beyond-cpus',
    text: 'More concurrent requests than CPUs gain nothing more.',
    source: ourReading,
    figures: (measured) => {
      const cpus = cpusOf(measured);
      const text = `throughput of the cluster: ${2 * cpus} concurrent requests ÷ ${cpus}`;
      return [[text, at('cluster', 2 * cpus), at('cluster', cpus)]];
    },
    outcomes: allBelow(same),
  }),
  rule({
    id: 'cluster/alone',
    text: 'Where requests come one at a time a cluster gains nothing.',
    source: ourReading,
    figures: () => [[`${clusterToPlain}, one request at a time`, at('cluster', 1), at('node', 1)]],
    outcomes: allBelow(same),
  }),
  rule({
    id: 'cluster/elapsed-grows',
    text: 'The elapsed time of each request grows, since the processes compete for the CPU.',
    source: document,
    figures: elapsedGrowth,
    beside: elapsedBeside,
    outcomes: ([elapsed, client]) => {
      if (!elapsed || !client) return [];
      const grows = need(above(slopes.growing))(elapsed);
      return [
        { word: 'misread', when: [[grows, need(between(-slopes.flat, slopes.flat))(client)]] },
        { word: 'holds', when: [[grows, need(above(slopes.flat))(client)]] },
        { word: 'refuted', when: [[need(below(slopes.flat))(elapsed)]] },
      ];
    },
    remarks: () => [message('claim.clock-on-the-wall')],
  }),
  rule({
    id: 'cluster/empty-loop',
    text: 'A for loop with nothing in it keeps a CPU busy.',
    source: document,
    figures: (measured) => [emptyLoopTime(measured)],
    outcomes: allAbove(2 * noWork, noWork),
    remarks: ({ plan, host }, word) => [
      word === 'holds' ? message('claim.empty-loop-runs', { node: plan.node ?? host.node }) : null,
      word === 'refuted' ? message('claim.empty-loop-left-out') : null,
    ],
  }),
  ...clusterTopologies.map(fewConnectionsUneven),
  rule({
    id: 'cluster/policies-alike',
    text: 'Where each request has a connection of its own, it does not matter who hands them out: round robin, SCHED_NONE or reusePort.',
    source: documentation,
    figures: (measured) => {
      const { over, each } = policiesAgainst(measured);
      return [...over, ...each];
    },
    // One of many levels may differ by chance: what refutes is a policy that differs over all of them together.
    outcomes: (figures, measured) => {
      const over = figures.slice(0, policiesAgainst(measured).over.length);
      return [
        { word: 'holds', when: [figures.map(need(within(equality)))] },
        { word: 'refuted', when: over.map((one) => [need(beyond(equality))(one)]) },
      ];
    },
    shown: (figures) => figures.toSorted((a, b) => distance(b) - distance(a)).slice(0, 1),
    remarks: (_, _word, figures) => [message('claim.furthest-from-equal', { comparisons: figures.length })],
  }),
  rule({
    id: 'cluster/ab-agrees',
    text: 'ApacheBench and chokepoint measure the same.',
    source: 'this project',
    unless: (measured) => notInstalled(measured, 'ab'),
    figures: () =>
      (['node', 'cluster'] as const).map((topology) => [
        `throughput of the ${topology === 'node' ? 'plain' : topology} server: asked by ab ÷ by chokepoint`,
        asPublished(topology, 'ab-long'),
        asPublished(topology, 'long'),
      ]),
    beside: abInFlight,
    outcomes: allWithin(equality),
    remarks: (measured) => [abRemark(measured)],
  }),
  ...handedClaims,
];

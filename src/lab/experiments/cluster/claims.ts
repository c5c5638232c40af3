/** What the document claims of a cluster, and where its figures have to lie. */
import { message, type Message } from '../../../messages/message.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Measured } from '../../../model/verdict.ts';
import { published } from '../../../workloads/cluster.ts';
import {
  cpusOf,
  equality,
  levelOfCells,
  meanRatio,
  notInstalled,
  ratioOf,
  same,
  type Claims,
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
  need,
  outcomesOf,
  together,
  within,
  type Estimated,
  type Need,
} from '../outcome.ts';
import { countedTrials } from '../tables.ts';
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
  oneWorker,
  policyLabels,
  slowestClient,
} from './evidence.ts';
import { fewConnections, publishedLoad, type clusterTopologies } from './grid.ts';
import { handedClaims } from './handed.ts';
import { publishedGain } from './published.ts';

const document = 'the article on cluster: a plain server and a cluster under ab -n 10 -c 2';
const documentation = 'documentation of node:cluster, and of reusePort in node:net';
const ourReading = 'a reading of its tables';

/** Concurrent requests under which a gain is possible. */
const several = (measured: Measured) => measuredClients(measured, 'cluster').filter((clients) => clients > 1);

/** Of the limit: a cluster that reaches less than half has another bottleneck, and the formula says nothing. */
const reached = { well: 0.7, badly: 0.5 } as const;

/** Every gain within its limit, and that of the most requests near it. */
function gainIsLimit(gains: readonly Estimated[], measured: Measured) {
  const limits = several(measured).map((clients) => limitOf(measured, clients) * same);
  const most = limits.at(-1) ?? 0;
  const reaches = (share: number) => (share * most) / same;
  const last = (lies: Need['lies']) => gains.slice(-1).map(need(lies));
  const each = (lies: (limit: number) => Need['lies']) =>
    gains.map((gain, i) => need(lies(limits[i] ?? 0))(gain));
  return [
    { word: 'holds' as const, when: [[...each(below), ...last(between(reaches(reached.well), most))]] },
    {
      word: 'refuted' as const,
      when: [...each(above), ...last(below(reaches(reached.badly)))].map((one) => [one]),
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
    countedTrials(measured, wrong).find((trial) => trial.block === block) ?? null;
  const growing = (text: string, time: Parameters<typeof growth>[1]) =>
    arithmeticMean(
      measured,
      (trial) => {
        const found = beside(trial);
        return found && growth(found, time);
      },
      text,
      asPublished('cluster'),
    );
  return [
    growing(
      'elapsed as the document takes it, growth for each ms of the test',
      ({ serverTime }) => serverTime,
    ),
    growing('what the client waited, growth for each ms of the test', clientTime),
  ];
}

const elapsedInHandler = (measured: Measured) =>
  arithmeticMean(
    measured,
    (trial) => growth(trial, ({ serverTime }) => serverTime),
    'elapsed with its clock in the handler, growth for each ms',
    asPublished('cluster'),
  );

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
function fewConnectionsUneven(topology: Policy): Rule {
  const keptToEach = (measured: Measured) =>
    [kept(measured, topology), at(topology, fewConnections(cpusOf(measured)))] as const;
  return {
    text: `Few connections that stay open load the workers unevenly (${policyLabels[topology]}): what is handed out are connections, not requests.`,
    source: documentation,
    unless: oneWorker,
    figures: (measured) => [
      [
        'client that waits longest: connections kept ÷ one for each request',
        ...keptToEach(measured),
        slowestClient,
      ],
      [
        'requests of the busiest worker: connections kept ÷ one for each',
        ...keptToEach(measured),
        busiestShare,
      ],
    ],
    beside: (measured) => [['throughput: connections kept ÷ one for each request', ...keptToEach(measured)]],
    outcomes: outcomesOf({ holds: anyLies(above(equality)), refuted: allLie(below(equality)) }),
    remarks: (measured) => {
      const share = levelOfCells(measured, busiestShare, '', 'share', [kept(measured, topology)]);
      const workers = cpusOf(measured);
      const clients = fewConnections(workers);
      return [share && message('claim.busiest-worker', { clients, workers, share: share.value })];
    },
  };
}

/** The other two policies against round robin, where every request has its own connection: at each level, and over all. */
function policiesAgainst(measured: Measured) {
  const ratio = (topology: Policy, clients: readonly number[]) =>
    meanRatio(
      measured,
      `throughput: ${policyLabels[topology]} ÷ round robin, ${clients.join(', ')} concurrent requests`,
      clients.map((count) => [
        ['throughput', at(topology, count)],
        ['throughput', at('cluster', count)],
      ]),
    );
  const all = (['cluster-none', 'reuse-port'] as const)
    .map((topology) => {
      const own = measuredClients(measured, topology);
      return { topology, levels: several(measured).filter((clients) => own.includes(clients)) };
    })
    .filter(({ levels }) => levels.length > 0);
  return {
    over: all.map(({ topology, levels }) => ratio(topology, levels)),
    each: all.flatMap(({ topology, levels }) => levels.map((clients) => ratio(topology, [clients]))),
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

export const claims: Claims = {
  faster: {
    text: 'A cluster answers the requests with better performance than one process.',
    source: document,
    figures: [[`${clusterToPlain}, two concurrent requests`, asPublished('cluster'), asPublished('node')]],
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
  },
  'beyond-cpus': {
    text: 'More concurrent requests than CPUs gain nothing more.',
    source: ourReading,
    figures: (measured) => {
      const cpus = cpusOf(measured);
      const text = `throughput of the cluster: ${2 * cpus} concurrent requests ÷ ${cpus}`;
      return [[text, at('cluster', 2 * cpus), at('cluster', cpus)]];
    },
    outcomes: allBelow(same),
  },
  alone: {
    text: 'Where requests come one at a time a cluster gains nothing.',
    source: ourReading,
    figures: [[`${clusterToPlain}, one request at a time`, at('cluster', 1), at('node', 1)]],
    outcomes: allBelow(same),
  },
  'elapsed-grows': {
    text: 'The elapsed time of each request grows, since the processes compete for the CPU.',
    source: document,
    figures: elapsedGrowth,
    beside: (measured) => [
      elapsedInHandler,
      [
        'time of a request: cluster, one on each CPU ÷ plain, alone',
        at('cluster', cpusOf(measured)),
        at('node', 1),
        'mean',
      ],
    ],
    outcomes: outcomesOf({
      misread: together(need(above(slopes.growing)), need(between(-slopes.flat, slopes.flat))),
      holds: together(need(above(slopes.growing)), need(above(slopes.flat))),
      refuted: (figures) => allLie(below(slopes.flat))(figures.slice(0, 1)),
    }),
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
      const { over, each } = policiesAgainst(measured);
      return [...over, ...each];
    },
    // One of many levels may differ by chance: what refutes is a policy that differs over all of them together.
    outcomes: (figures, measured) => {
      const over = figures.slice(0, policiesAgainst(measured).over.length);
      return outcomesOf({ holds: allLie(within(equality)), refuted: () => anyLies(beyond(equality))(over) })(
        figures,
      );
    },
    shown: (figures) => figures.toSorted((a, b) => distance(b) - distance(a)).slice(0, 1),
    remarks: (_, _word, figures) => [message('claim.furthest-from-equal', { comparisons: figures.length })],
  },
  'ab-agrees': {
    text: 'ApacheBench and chokepoint measure the same.',
    source: 'this project',
    unless: (measured) => notInstalled(measured, 'ab'),
    figures: (['node', 'cluster'] as const).map((topology) => [
      `throughput of the ${topology === 'node' ? 'plain' : topology} server: asked by ab ÷ by chokepoint`,
      asPublished(topology, 'ab-long'),
      asPublished(topology, 'long'),
    ]),
    beside: abInFlight,
    outcomes: allWithin(equality),
    remarks: (measured) => [abRemark(measured)],
  },
  ...handedClaims,
};

/** Claims about who gets which connection, and about the client that asks. */
import type { Claim } from '../experiment.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Comparison, Measured } from '../../../model/verdict.ts';
import {
  cpusOf,
  equality,
  evidence,
  figure,
  isAbove,
  isBelow,
  isEqual,
  notRun,
  ratio,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { notInstalled } from '../needs.ts';
import { at, busiestShare, measuredClients, perBlock, asPublished, slowestClient } from './evidence.ts';
import { clusterTopologies, fewConnections } from './grid.ts';

type Policy = (typeof clusterTopologies)[number];

const policyLabels: Readonly<Record<Policy, string>> = {
  cluster: 'round robin',
  'cluster-none': 'SCHED_NONE',
  'reuse-port': 'reusePort',
};

/**
 * Connections that stay open against one for each request, by what a client feels and by what the workers had: with
 * C + 1 clients on C workers an even hand makes the slowest wait 2C ÷ (C + 1) times as long, on two CPUs 1.33. Where a
 * hash or a race decides, no two trials are alike, and either figure alone may stay unsure.
 */
function fewConnectionsUneven(measured: Measured, topology: Policy): Judgement {
  const cpus = cpusOf(measured);
  if (cpus < 2) return notRun('On one CPU there is one worker: nothing to spread.');
  const clients = fewConnections(cpus);
  const [kept, each] = [at(topology, clients, { connections: 'kept' }), at(topology, clients)];
  const keptToEach = (figureOf: (trial: Trial) => number | null) =>
    perBlock(measured, [kept, each], ([few, many]) => {
      const [of, to] = [few && figureOf(few), many && figureOf(many)];
      return of && to ? of / to : null;
    });
  const [slower, busier] = [keptToEach(slowestClient), keptToEach(busiestShare)];
  if (!slower || !busier) return notRun(tooFewBlocks);
  const share = perBlock(measured, [kept], ([trial]) => (trial ? busiestShare(trial) : null));
  const lost = measured.compare('throughput', kept, each);
  const figures = [
    evidence('client that waits longest: connections kept ÷ one for each request', '×', slower, slower.n),
    evidence('requests of the busiest worker: connections kept ÷ one for each', '×', busier, busier.n),
    ...(lost ? [ratio('throughput: connections kept ÷ one for each request', lost)] : []),
  ];
  const busiest = share
    ? ` The busiest of ${cpus} workers had ${Math.round(share.value * 100)} % of the requests, ${figure(busier)} times as many.`
    : '';
  const because = `${clients} connections that stay open on ${cpus} workers, ${policyLabels[topology]}: the client that waits longest waits ${figure(slower)} times as long as where each request has a connection of its own.${busiest}`;
  const isUneven = isAbove(slower, equality) || isAbove(busier, equality);
  if (isUneven) return { verdict: 'holds', because, evidence: figures };
  const isEven = isBelow(slower, equality) && isBelow(busier, equality);
  return { verdict: isEven ? 'refuted' : 'undecided', because, evidence: figures };
}

/** The other two policies against round robin, where every request has its own connection. */
function policiesAlike(measured: Measured): Judgement {
  const all = measuredClients(measured, 'cluster').filter((clients) => clients > 1);
  const compared = all.flatMap((clients) => {
    const others = clusterTopologies.filter(
      (topology) => topology !== 'cluster' && measuredClients(measured, topology).includes(clients),
    );
    const ids = others.map((topology) => at(topology, clients));
    return measured.compareAll('throughput', ids, at('cluster', clients));
  });
  if (compared.length === 0) return notRun(tooFewBlocks);
  const figures = compared.map((one) => ratio(`throughput: ${nameOf(measured, one)}`, one));
  const worst = compared.toSorted(
    (a, b) => Math.abs(Math.log(b.ratio.value)) - Math.abs(Math.log(a.ratio.value)),
  )[0];
  const because = worst
    ? `Of ${compared.length} comparisons with round robin the furthest from 1 is ${nameOf(measured, worst)}: ${figure(worst.ratio)}.`
    : tooFewBlocks;
  if (compared.every((one) => isEqual(one.ratio))) return { verdict: 'holds', because, evidence: figures };
  // One of many levels may differ by chance: what refutes is a policy that differs over all of them together.
  const differ = (['cluster-none', 'reuse-port'] as const).some((topology) => {
    const over = overLevels(measured, topology, all);
    return over && (isAbove(over, equality) || isBelow(over, 1 / equality));
  });
  return { verdict: differ ? 'refuted' : 'undecided', because, evidence: figures };
}

/** Throughput of a policy ÷ that of round robin: the geometric mean over the levels, block by block. */
function overLevels(measured: Measured, topology: Policy, levels: readonly number[]) {
  return measured.perBlock((block) => {
    const rate = (id: string) => block.find(({ cell }) => cell === id)?.metrics.throughput;
    const logs = levels.flatMap((clients) => {
      const [its, usual] = [rate(at(topology, clients)), rate(at('cluster', clients))];
      return its && usual ? [Math.log(its / usual)] : [];
    });
    return logs.length === levels.length
      ? Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
      : null;
  });
}

function nameOf({ plan }: Measured, { cell }: Comparison): string {
  const setting = plan.cells.find(({ id }) => id === cell)?.setting ?? {};
  const policy = clusterTopologies.find((topology) => topology === setting['topology']) ?? 'cluster';
  return `${policyLabels[policy]} ÷ round robin, ${setting['clients']} requests at once`;
}

function abAgrees(measured: Measured): Judgement {
  if (measured.plan.absent?.includes('ab')) return notInstalled('ab');
  const compared = (['node', 'cluster'] as const).flatMap((topology) => {
    const one = measured.compare(
      'throughput',
      asPublished(topology, 'ab-long'),
      asPublished(topology, 'long'),
    );
    return one ? [{ topology, one }] : [];
  });
  if (compared.length < 2) return notRun(tooFewBlocks);
  const name = { node: 'plain', cluster: 'cluster' } as const;
  const figures = compared.map(({ topology, one }) =>
    ratio(`throughput of the ${name[topology]} server: asked by ab ÷ by chokepoint`, one),
  );
  const told = compared.map(({ topology, one }) => `${figure(one.ratio)} for the ${name[topology]} server`);
  const [own, its] = (['published', 'ab'] as const).map((variant) =>
    perBlock(
      measured,
      [asPublished('cluster', variant)],
      ([trial]) => trial?.sample?.outcome.concurrency ?? null,
    ),
  );
  // Recent versions of ab wait for the first answer before they open the other connections.
  const short = measured.compare('throughput', asPublished('cluster', 'ab'), asPublished('cluster'));
  const first =
    own && its && short
      ? ` With -n 10 as in the document it is ${figure(short.ratio)} for the cluster: ab sends its first request alone, so that it had ${figure(its)} of the two under way on average, chokepoint ${figure(own)}.`
      : '';
  if (own && its && short)
    figures.push(
      ratio('throughput of the cluster server, ten requests: asked by ab ÷ by chokepoint', short),
      evidence('requests under way at the cluster, ten asked by ab', 'requests', its, its.n),
      evidence('requests under way at the cluster, ten asked by chokepoint', 'requests', own, own.n),
    );
  const because = `ab ÷ chokepoint in requests per second, forty requests by two clients (ab -n 40 -c 2): ${told.join(', ')}.${first}`;
  if (compared.every(({ one }) => isEqual(one.ratio)))
    return { verdict: 'holds', because, evidence: figures };
  const differ = compared.some(({ one }) => isAbove(one.ratio, equality) || isBelow(one.ratio, 1 / equality));
  return { verdict: differ ? 'refuted' : 'undecided', because, evidence: figures };
}

const documentation = 'documentation of node:cluster, and of reusePort in node:net';

export const connectionClaims: readonly Claim[] = [
  ...clusterTopologies.map((topology): Claim => ({
    id: `cluster/few-connections-${topology === 'cluster' ? 'round-robin' : topology === 'reuse-port' ? 'reuse-port' : 'none'}`,
    text: `Few connections that stay open load the workers unevenly (${policyLabels[topology]}): what is handed out are connections, not requests.`,
    source: documentation,
    judge: (measured) => fewConnectionsUneven(measured, topology),
  })),
  {
    id: 'cluster/policies-alike',
    text: 'Where each request has a connection of its own, it does not matter who hands them out: round robin, SCHED_NONE or reusePort.',
    source: documentation,
    judge: policiesAlike,
  },
  {
    id: 'cluster/ab-agrees',
    text: 'ApacheBench and chokepoint measure the same.',
    source: 'this project',
    judge: abAgrees,
  },
];

/**
 * What the document claims of a cluster, and when it holds. A rule looks at intervals only; between "shown" and "shown
 * to be otherwise" it leaves a band in which it stays undecided.
 */
import type { Claim } from '../experiment.ts';
import type { Measured } from '../../../model/verdict.ts';
import {
  cpusOf,
  equality,
  evidence,
  figure,
  isAbove,
  isBelow,
  notRun,
  ratio,
  short,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { published } from '../../../workloads/cluster.ts';
import { connectionClaims } from './claims-connections.ts';
import {
  at,
  clientTime,
  growth,
  limitOf,
  meanPerBlock,
  measuredClients,
  perBlock,
  asPublished,
} from './evidence.ts';
import { publishedLoad } from './grid.ts';
import { publishedGain } from './published.ts';

const document = 'node.js cluster, a plain server and a cluster under ab -n 10 -c 2';

function faster(measured: Measured): Judgement {
  const gain = measured.compare('throughput', asPublished('cluster'), asPublished('node'));
  if (!gain) return notRun(tooFewBlocks);
  const cpus = cpusOf(measured);
  const limit = limitOf(measured, publishedLoad.clients);
  const figures = [ratio('throughput: cluster ÷ plain, two requests at once', gain)];
  const because = `${cpus} workers answer ${figure(gain.ratio)} times as many requests per second as one process (${short(publishedGain)} in the document), of at most min(${publishedLoad.clients} at once, ${cpus} workers, ${cpus} CPUs) = ${limit}.`;
  if (isAbove(gain.ratio, equality)) return { verdict: 'holds', because, evidence: figures };
  return { verdict: isBelow(gain.ratio, equality) ? 'refuted' : 'undecided', because, evidence: figures };
}

/** Of the limit: a cluster that reaches less than half has another bottleneck, and the formula says nothing. */
const reached = { well: 0.7, badly: 0.5 } as const;

function gainIsLimit(measured: Measured): Judgement {
  const all = measuredClients(measured, 'cluster').filter((clients) => clients > 1);
  const gains = all.flatMap((clients) => {
    const gain = measured.compare('throughput', at('cluster', clients), at('node', clients));
    return gain ? [{ clients, gain, limit: limitOf(measured, clients) }] : [];
  });
  if (gains.length === 0 || gains.length < all.length) return notRun(tooFewBlocks);
  if (cpusOf(measured) < 2) return notRun('On one CPU the limit is 1: there is nothing to gain.');
  const figures = gains.map(({ clients, gain }) =>
    ratio(`throughput: cluster ÷ plain, ${clients} requests at once`, gain),
  );
  const told = gains.map(
    ({ clients, gain, limit }) => `${clients} at once ${figure(gain.ratio)} of ${limit}`,
  );
  const because = `Gain over one process, and the limit min(at once, workers, CPUs): ${told.join('; ')}.`;
  const most = gains.at(-1);
  const isBeyond = gains.some(({ gain, limit }) => isAbove(gain.ratio, limit * equality));
  if (isBeyond || (most && isBelow(most.gain.ratio, most.limit * reached.badly)))
    return { verdict: 'refuted', because, evidence: figures };
  const isWithin = gains.every(({ gain, limit }) => isBelow(gain.ratio, limit * equality));
  const isReached = most !== undefined && isAbove(most.gain.ratio, most.limit * reached.well);
  return { verdict: isWithin && isReached ? 'holds' : 'undecided', because, evidence: figures };
}

function beyondCpus(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const gain = measured.compare('throughput', at('cluster', 2 * cpus), at('cluster', cpus));
  if (!gain) return notRun(tooFewBlocks);
  const figures = [ratio(`throughput of the cluster: ${2 * cpus} requests at once ÷ ${cpus}`, gain)];
  const because = `With ${2 * cpus} requests at once the cluster answers ${figure(gain.ratio)} times as many per second as with ${cpus}, one for each CPU.`;
  if (isBelow(gain.ratio, equality)) return { verdict: 'holds', because, evidence: figures };
  return { verdict: isAbove(gain.ratio, equality) ? 'refuted' : 'undecided', because, evidence: figures };
}

function alone(measured: Measured): Judgement {
  const gain = measured.compare('throughput', at('cluster', 1), at('node', 1));
  if (!gain) return notRun(tooFewBlocks);
  const figures = [ratio('throughput: cluster ÷ plain, one request at a time', gain)];
  const because = `One request at a time: the cluster answers ${figure(gain.ratio)} times as many per second as one process.`;
  if (isBelow(gain.ratio, equality)) return { verdict: 'holds', because, evidence: figures };
  return { verdict: isAbove(gain.ratio, equality) ? 'refuted' : 'undecided', because, evidence: figures };
}

/** A time that grows by less than a quarter of what the clock on the wall does is called flat, by more than half growing. */
const slopes = { flat: 0.25, growing: 0.5 } as const;

/**
 * The trials under the document's clock are read as they are, past the toolbox: check T1 fails for them, since that
 * clock lies outside the requests, and this claim is about just that. It rests on the same server with the clock in the
 * handler, for which every check must pass.
 */
function elapsedGrows(measured: Measured): Judgement {
  const wrong = asPublished('cluster', 'worker-clock');
  const inBlock = (block: number) =>
    measured.trials.find((trial) => trial.cell === wrong && trial.block === block && !trial.problem) ?? null;
  const elapsed = meanPerBlock(measured, inBlock, (trial) => growth(trial, ({ serverTime }) => serverTime));
  const client = meanPerBlock(measured, inBlock, (trial) => growth(trial, clientTime));
  if (!elapsed || !client) return notRun(tooFewBlocks);
  const inHandler = perBlock(measured, [asPublished('cluster')], ([trial]) =>
    trial ? Math.exp(growth(trial, ({ serverTime }) => serverTime) ?? Number.NaN) : null,
  );
  const times = measured.compare('mean', at('cluster', cpusOf(measured)), at('node', 1));
  const figures = [
    evidence('elapsed as the document takes it, growth for each ms of the test', 'ms', elapsed, elapsed.n),
    evidence('what the client waited, growth for each ms of the test', 'ms', client, client.n),
    ...(inHandler
      ? [
          evidence(
            'elapsed with its clock in the handler, growth for each ms',
            'ms',
            logOf(inHandler),
            inHandler.n,
          ),
        ]
      : []),
    ...(times ? [ratio(`time of a request: cluster, one on each CPU ÷ plain, alone`, times)] : []),
  ];
  const because = `Over a test the "elapsed" that starts with the worker grows by ${figure(elapsed)} ms for each millisecond that passes, as a clock on the wall does; what the clients wait for the same requests, by ${figure(client)}.`;
  if (isBelow(elapsed, slopes.flat)) return { verdict: 'refuted', because, evidence: figures };
  if (!isAbove(elapsed, slopes.growing)) return { verdict: 'undecided', because, evidence: figures };
  if (isAbove(client, slopes.flat)) return { verdict: 'holds', because, evidence: figures };
  const isFlat = isBelow(client, slopes.flat) && client.low > -slopes.flat;
  return { verdict: isFlat ? 'artefact' : 'undecided', because, evidence: figures };
}

function logOf({ value, low, high }: { value: number; low: number; high: number }) {
  return { value: Math.log(value), low: Math.log(low), high: Math.log(high) };
}

/** Seconds for the whole loop below which nobody would call it work. */
const noWork = 0.5;

function emptyLoopWorks(measured: Measured): Judgement {
  const seconds = perBlock(measured, [asPublished('node')], ([trial]) => {
    const { sum, count } = trial?.sample?.outcome.serverTime ?? { sum: 0, count: 0 };
    const iterations = iterationsOf(measured);
    return count > 0 ? (sum / count / 1e6 / iterations) * published.iterations : null;
  });
  if (!seconds) return notRun(tooFewBlocks);
  const figures = [evidence('10¹⁰ iterations of the empty loop', 's', seconds, seconds.n)];
  const because = `At the rate of this run 10¹⁰ iterations of nothing take ${figure(seconds)} s (11 s in 2015): Node ${measured.plan.node ?? measured.host.node} runs them all, from 2³¹ on with a counter in doubles.`;
  if (isAbove(seconds, 2 * noWork)) return { verdict: 'holds', because, evidence: figures };
  const gone = `At the rate of this run 10¹⁰ iterations of nothing take ${figure(seconds)} s.`;
  return isBelow(seconds, noWork)
    ? { verdict: 'refuted', because: `${gone} The compiler leaves them out.`, evidence: figures }
    : { verdict: 'undecided', because: gone, evidence: figures };
}

export function iterationsOf({ plan }: Measured): number {
  return Number(
    plan.cells.find(({ id }) => id === asPublished('node'))?.parameters['iterations'] ?? Number.NaN,
  );
}

export const claims: readonly Claim[] = [
  {
    id: 'cluster/faster',
    text: 'A cluster answers the requests with better performance than one process.',
    source: document,
    judge: faster,
  },
  {
    id: 'cluster/gain-is-limit',
    text: 'The gain is the least of requests at once, workers and CPUs: 2.02 is the 2 of ab -c 2.',
    source: 'a reading of its tables',
    judge: gainIsLimit,
  },
  {
    id: 'cluster/beyond-cpus',
    text: 'More requests at once than CPUs gain nothing more.',
    source: 'a reading of its tables',
    judge: beyondCpus,
  },
  {
    id: 'cluster/alone',
    text: 'Where requests come one at a time a cluster gains nothing.',
    source: 'a reading of its tables',
    judge: alone,
  },
  {
    id: 'cluster/elapsed-grows',
    text: 'The elapsed time of each request grows, since the processes compete for the CPU.',
    source: document,
    judge: elapsedGrows,
  },
  {
    id: 'cluster/empty-loop',
    text: 'A for loop with nothing in it keeps a CPU busy.',
    source: document,
    judge: emptyLoopWorks,
  },
  ...connectionClaims,
];

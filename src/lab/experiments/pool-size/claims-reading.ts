/** Claims about what the tables are: which cases are one, what cluster mode is, and what the seconds mean. */
import type { Claim } from '../experiment.ts';
import type { Evidence, Measured, Measurement, Metric } from '../../../model/verdict.ts';
import {
  countedShare,
  cpusOf,
  equality,
  evidence,
  figure,
  isAbove,
  isBelow,
  isEqual,
  notRun,
  ratio,
  short,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { at, measuredSizes } from './evidence.ts';
import { halfOfCpus, instances } from './grid.ts';

const metricIn = (block: readonly Measurement[], cell: string, metric: Metric): number | null =>
  block.find((one) => one.cell === cell)?.metrics[metric] ?? null;

/** In each block: the geometric mean over all sizes that both cases have of case 1 ÷ case 2. */
function casesAreOneBurst(measured: Measured): Judgement {
  const both = measuredSizes(measured, { case: 1 }).filter((pool) => measuredSizes(measured).includes(pool));
  const figures: Evidence[] = [];
  for (const metric of ['jobMax', 'jobMean'] as const) {
    const found = measured.perBlock((block) => {
      const logs = both.flatMap((pool) => {
        const [one, two] = [
          metricIn(block, at(pool, { case: 1 }), metric),
          metricIn(block, at(pool), metric),
        ];
        return one && two ? Math.log(one / two) : [];
      });
      return logs.length === both.length && logs.length > 0
        ? Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
        : null;
    });
    const label = metric === 'jobMax' ? 'last job' : 'average job';
    if (found) figures.push(evidence(`${label}: case 1 ÷ case 2`, '×', found, found.n));
  }
  const [last, average] = figures.map(intervalOf);
  if (!last || !average) return notRun(tooFewBlocks);
  const because = `15 requests one after the other start the same 150 jobs as 15 at once, since each is answered before its jobs have run: the last job is done after ${figure(last)} times, the average after ${figure(average)} times as long.`;
  if (isEqual(last) && isEqual(average)) return { verdict: 'holds', because, evidence: figures };
  const differ = [last, average].some((one) => isAbove(one, equality) || isBelow(one, 1 / equality));
  return { verdict: differ ? 'refuted' : 'undecided', because, evidence: figures };
}

/** n instances with k threads against one process with n·k: every such pair that was measured. */
function clusterAgainstOne(measured: Measured, pool: number): Judgement {
  const figures = (['cluster', 'pm2-cluster'] as const).flatMap((topology) =>
    (['jobMax', 'jobMean'] as const).flatMap((metric) => {
      const compared = measured.compare(metric, at(pool, { topology }), at(pool * instances));
      const label = metric === 'jobMax' ? 'last job' : 'average job';
      const name = topology === 'cluster' ? 'cluster' : 'PM2';
      return compared
        ? ratio(`${label}: ${name} ${instances}×${pool} ÷ node 1×${pool * instances}`, compared)
        : [];
    }),
  );
  if (figures.length === 0) return notRun(tooFewBlocks);
  const shares = busierShares(measured, pool);
  const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  if (shares.length > 0) {
    const label = 'jobs of the busier of the two instances';
    figures.push({ text: label, unit: 'share', value: share, low: null, high: null, n: shares.length });
  }
  const intervals = figures.filter((each) => each.low !== null).map(intervalOf);
  const [least, most] = [
    Math.min(...intervals.map(({ value }) => value)),
    Math.max(...intervals.map(({ value }) => value)),
  ];
  const times = `${instances} instances took ${short(least)} to ${short(most)} times as long as one process with the sum of their threads.`;
  const uneven = ` Round robin goes by connection: of the 150 jobs the busier instance had ${Math.round(share * 100)} % on average.`;
  const because = shares.length > 0 ? times + uneven : times;
  if (intervals.every(isEqual)) return { verdict: 'holds', because, evidence: figures };
  const differ = intervals.some((one) => isAbove(one, equality) || isBelow(one, 1 / equality));
  return { verdict: differ ? 'refuted' : 'undecided', because, evidence: figures };
}

/** How unevenly a cluster's connections fell: the larger process's part of the jobs, in each trial. */
function busierShares({ trials }: Measured, pool: number): number[] {
  return trials
    .filter(({ problem, setting }) => !problem && setting['pool'] === pool)
    .filter(({ setting }) => String(setting['topology']).endsWith('cluster'))
    .flatMap(({ sample }) => {
      const jobs = sample?.jobs?.traces ?? [];
      if (jobs.length === 0) return [];
      const counts = [...Map.groupBy(jobs, ({ pid }) => pid).values()].map((each) => each.length);
      return Math.max(...counts) / jobs.length;
    });
}

/** The server of the article answers first and works afterwards: what its log times is not what a client waits. */
function tablesAreRequests(measured: Measured): Judgement {
  const pools = measuredSizes(measured);
  const share = measured.perBlock((block) => {
    const logs = pools.flatMap((pool) => {
      const [wait, table] = [metricIn(block, at(pool), 'mean'), metricIn(block, at(pool), 'jobMean')];
      return wait && table ? Math.log(wait / table) : [];
    });
    return logs.length > 0 ? Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) : null;
  });
  const bursts = measured.trials.filter(
    ({ problem, setting }) => !problem && setting['answer'] === 'before' && setting['case'] === 2,
  );
  const after = bursts.flatMap((trial) => trial.sample?.jobs?.afterLastResponse ?? []);
  if (!share || after.length === 0) return notRun(tooFewBlocks);
  const least = Math.min(...after);
  const figures = [
    evidence("client's wait ÷ average in the table", '×', share, share.n),
    evidence(
      'jobs ended after the last answer',
      'share',
      { value: least, low: least, high: Math.max(...after) },
      after.length,
    ),
  ];
  const because = `The client had its answer after ${figure(share)} times the average in the table, and in every burst ${Math.round(least * 100)} % or more of the jobs ended after the last answer had arrived: the seconds are right, but they are times of jobs in the server's log, not of requests.`;
  if (isBelow(share, 0.5)) return { verdict: 'artefact', because, evidence: figures };
  return { verdict: isEqual(share) ? 'holds' : 'undecided', because, evidence: figures };
}

/** Read back from /proc in every trial: as many `libuv-worker` threads as were asked for. */
function sizeIsExact(measured: Measured): Judgement {
  const known = measured.trials
    .filter((trial) => !trial.problem)
    .flatMap((trial) =>
      trial.effective
        // A cluster's primary and PM2 itself do no jobs; a process that served some has the pool that was asked for.
        .filter((process) => (process.poolThreads ?? 0) > 0 && process.command.includes('app.'))
        .map((process) => process.poolThreads === Number(trial.setting['pool'])),
    );
  if (measured.trials.every((trial) => trial.problem)) return notRun('No trial counts.');
  if (known.length === 0)
    return notRun('The threads of this Node version carry no name, so they cannot be told apart.');
  const exact = known.filter(Boolean).length;
  const figures = [
    evidence('processes with exactly that pool', 'share', countedShare(exact, known.length), known.length),
  ];
  const because = `In ${exact} of ${known.length} processes the kernel shows exactly as many pool threads as UV_THREADPOOL_SIZE says: more jobs than that wait. How many of them run is decided by the CPUs, and look-ups of names get only half of the threads (pool-mechanics).`;
  return { verdict: exact === known.length ? 'holds' : 'refuted', because, evidence: figures };
}

function intervalOf({ value, low, high }: Evidence) {
  return { value, low: low ?? 0, high: high ?? Infinity };
}

export const readingClaims: readonly Claim[] = [
  {
    id: 'pool-size/cases-one-burst',
    text: 'Case 1 (1 × 15 requests) and case 2 (15 × 1) put the same load on the server.',
    source: 'tables of cases 1 and 2 (seeds 000, 001)',
    judge: casesAreOneBurst,
  },
  {
    id: 'pool-size/cluster-2x4-is-8',
    text: 'In cluster mode two instances with 4 threads each are the same as one process with 8.',
    source: 'tables 4 to 6 of the article against 1 to 3',
    judge: (measured) => clusterAgainstOne(measured, 4),
  },
  {
    id: 'pool-size/cluster-is-total-threads',
    text: 'In cluster mode only pool size × instances counts, also where the threads are just as many as the CPUs.',
    source: 'tables 4 to 6 of the article against 1 to 3',
    judge: (measured) => clusterAgainstOne(measured, halfOfCpus(cpusOf(measured))),
  },
  {
    id: 'pool-size/tables-are-requests',
    text: 'The seconds in the tables are what the requests (curl) took.',
    source: 'column heads of the tables (seeds 000, 001)',
    judge: tablesAreRequests,
  },
  {
    id: 'pool-size/size-is-exact',
    text: 'The pool size is the exact number of operations that can be under way at once.',
    source: 'the article on the libuv thread pool size',
    judge: sizeIsExact,
  },
];

/** What the documents claim, and where its figures have to lie. */
import { message } from '../../../messages/message.ts';
import { metrics, type Evidence, type Measured, type Metric, type Reading } from '../../../model/verdict.ts';
import { total } from '../../../stats/mean-and-spread.ts';
import {
  countedShare,
  cpusOf,
  equality,
  isAbove,
  isBelow,
  levelOfCells,
  measuredLevels,
  notRun,
  plain,
  ratioOf,
  same,
  type Claims,
  type Judgement,
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
  beyond,
  either,
  need,
  together,
  within,
  type Estimated,
  type EvidenceFigure,
  type Region,
  type Ways,
} from '../outcome.ts';
import { cellId, halfOfCpus, instances, type PoolSetting } from './grid.ts';

const article = 'the article on the thread pool';
const tables = 'the article on the thread pool: tables; libuv-thread-pool-size';
const clusterTables = 'the article on the thread pool: tables 4–6 ÷ 1–3';

/** Id of a cell; unless told, it is the burst as published, 15 × 1, on plain node. */
export const at = (pool: number, other: Partial<PoolSetting> = {}): string =>
  cellId({ topology: 'node', case: 2, answer: 'before', pool, ...other });

/** Sizes that were measured with these other factors, ascending. */
export const measuredSizes = (measured: Measured, other: Partial<PoolSetting> = {}): number[] =>
  measuredLevels(measured, 'pool', (pool) => at(pool, other));

const sizeRatio = (metric: Metric, pool: number, base: number): Ratio => [
  `${metrics[metric].label}: pool ${pool} ÷ pool ${base}`,
  at(pool),
  at(base),
  metric,
];

const byValue = (a: EvidenceFigure, b: EvidenceFigure) => a.value - b.value;

const larger = (measured: Measured) => measuredSizes(measured).filter((pool) => pool > cpusOf(measured));
const otherSizes = (measured: Measured) =>
  measuredSizes(measured).filter((pool) => pool !== cpusOf(measured));
const least = (measured: Measured) => measuredSizes(measured)[0] ?? 0;
const needsSizes = (measured: Measured) =>
  measuredSizes(measured).some((pool) => pool < cpusOf(measured)) ? null : message('claim.needs-sizes');

/** Figures for a pool that is too large (the largest size) against one that is too small (one thread), in this metric. */
const tooHighAgainstTooLow = (metric: Metric): Pick<Rule, 'unless' | 'figures' | 'beside'> => {
  const inMetric = (asked: Metric) => (measured: Measured) => [
    sizeRatio(asked, measuredSizes(measured).at(-1) ?? 0, least(measured)),
  ];
  return { unless: needsSizes, figures: inMetric(metric), beside: inMetric('jobMin') };
};

const jobTexts = { jobMax: 'last job', jobMean: 'average job' } as const;
const jobTimes = ['jobMax', 'jobMean'] as const;

/** Case 1 ÷ case 2 over all sizes that both cases have. */
function caseRatios(measured: Measured): Ratio[] {
  const all = measuredSizes(measured);
  const both = measuredSizes(measured, { case: 1 }).filter((pool) => all.includes(pool));
  const ones = both.map((pool) => at(pool, { case: 1 }));
  const twos = both.map((pool) => at(pool));
  return jobTimes.map((metric) => [`${jobTexts[metric]}: case 1 ÷ case 2`, ones, twos, metric]);
}

const clustered = ['cluster', 'pm2-cluster'] as const;

/** n instances with k threads against one process with n·k: every such pair that was measured. */
const clusterAgainstOne = (measured: Measured, pool: number): Estimated[] =>
  clustered.flatMap((topology) =>
    jobTimes.flatMap((metric) => {
      const name = topology === 'cluster' ? 'cluster' : 'PM2';
      const text = `${jobTexts[metric]}: ${name} ${instances}×${pool} ÷ node 1×${pool * instances}`;
      return ratioOf(measured, text, at(pool, { topology }), at(pool * instances), metric) ?? [];
    }),
  );

/** Jobs of the busiest instance, over an even share: the burst of a cluster lasts so many times as long. */
const busierShare: Reading = ({ sample }) => {
  const jobs = sample?.jobs?.traces ?? [];
  const counts = [...Map.groupBy(jobs, ({ pid }) => pid).values()].map((each) => each.length);
  return jobs.length > 0 ? (instances * Math.max(...counts)) / jobs.length : null;
};

/** The busier instance's share in every cluster of the run: who gets which connection does not depend on the pools. */
function busierInstance(measured: Measured): Estimated | null {
  const all = new Set(
    clustered.flatMap((topology) =>
      measuredSizes(measured, { topology }).map((pool) => at(pool, { topology })),
    ),
  );
  const cells = measured.plan.cells.flatMap(({ id }) => (all.has(id) ? id : []));
  return levelOfCells(measured, busierShare, 'busier instance ÷ an even share', '×', cells);
}

/**
 * The largest share that is even: fifteen connections cannot be halved, and 8 and 7 are 1.07 times an even share. Beyond it the
 * product of threads does not tell how long the burst takes.
 */
const evenly = 1.1;

/** The server of the article answers first and works afterwards: what its log times is not what a client waits. */
function waitAndTable(measured: Measured): [Ratio] {
  const all = measuredSizes(measured).map((pool) => at(pool));
  return [["client's wait ÷ average in the table", all, all, 'mean', 'jobMean']];
}

/** Share of jobs that ended after the last answer, counted over all bursts that were measured. */
function jobsAfterAnswers({ trials }: Measured): Evidence | null {
  const bursts = trials.filter(
    ({ problem, setting }) => !problem && setting['answer'] === 'before' && setting['case'] === 2,
  );
  const jobs = bursts.flatMap(({ sample }) => sample?.jobs ?? []);
  const all = total(jobs.map(({ count }) => count));
  const after = total(jobs.map(({ count, afterLastResponse }) => count * afterLastResponse));
  return all > 0 ? plain('jobs ended after the last answer', 'share', after / all, jobs.length) : null;
}

/** Judges whether every trial had as many `libuv-worker` threads as were asked for, read back from /proc. */
function sizeIsExact(measured: Measured): Judgement {
  const known = measured.trials
    .filter((trial) => !trial.problem)
    .flatMap((trial) =>
      trial.effective
        // A cluster's primary and PM2 itself do no jobs; a process that served some has the pool that was asked for.
        .filter((process) => (process.poolThreads ?? 0) > 0 && process.command.includes('app.'))
        .map((process) => process.poolThreads === Number(trial.setting['pool'])),
    );
  if (measured.trials.every((trial) => trial.problem)) return notRun(message('claim.no-trial'));
  if (known.length === 0) return notRun(message('claim.threads-without-names'));
  const [exact, processes] = [known.filter(Boolean).length, known.length];
  return {
    verdict: exact === processes ? 'holds' : 'refuted',
    because: message('claim.pool-is-exact', { exact, processes }),
    evidence: [countedShare('processes with exactly that pool', exact, processes)],
  };
}

/** All figures but the last lie in one region, and the last in another. */
const allButLast =
  (shown: typeof together, others: readonly Region[], last: readonly Region[]): Ways =>
  (figures) =>
    shown(...figures.slice(1).map(() => need(others)), need(last))(figures);

export const claims: Claims = {
  'best-size': {
    text: 'The average is best with as many threads as the machine has CPUs (12 in the article).',
    source: tables,
    figures: (measured) => otherSizes(measured).map((pool) => sizeRatio('jobMean', pool, cpusOf(measured))),
    outcomes: {
      holds: (figures) => [[...figures.map(need(above(1 / same))), ...figures.slice(-1).map(need(above(1)))]],
      refuted: anyLies(below(1 / same)),
    },
    sentence: (figures, measured) => {
      const pools = otherSizes(measured);
      return message('claim.size-order', {
        base: cpusOf(measured),
        better: pools.filter((_, i) => isBelow(figures[i] ?? null, 1 / same)),
        isGoodAsAny: figures.every((one) => isAbove(one, 1 / same)),
        worse: pools.filter((_, i) => isAbove(figures[i] ?? null)),
      });
    },
  },
  'flat-beyond-cpus': {
    text: 'Beyond the CPUs throughput is flat, while the average time of a job rises.',
    source: tables,
    unless: (measured) => (larger(measured).length > 0 ? null : message('claim.no-size-above-cpus')),
    figures: (measured) => {
      const [pools, cpus] = [larger(measured), cpusOf(measured)];
      const rates = pools.map((pool) => sizeRatio('jobRate', pool, cpus));
      return [...rates, sizeRatio('jobMean', pools.at(-1) ?? 0, cpus)];
    },
    outcomes: {
      holds: allButLast(together, within(same), above(1)),
      refuted: allButLast(either, beyond(same), below(1)),
    },
    shown: (figures) => {
      const rates = figures.slice(0, -1).toSorted(byValue);
      return [...new Set([...rates.slice(0, 1), ...rates.slice(-1), ...figures.slice(-1)])];
    },
  },
  'too-high-throughput': {
    text: 'A pool that is too large costs less throughput than one that is too small.',
    source: article,
    ...tooHighAgainstTooLow('jobRate'),
    outcomes: allAbove(),
  },
  'too-high-average': {
    text: 'A pool that is too large costs less than one that is too small, in the average job time too.',
    source: article,
    ...tooHighAgainstTooLow('jobMean'),
    // "Costs less" is wrong also when both cost about the same, which is what time slicing against a queue predicts.
    // Measured ratios are about 0.9: its cells have to be known better than others.
    outcomes: allBelow(1 / same, 1 / same, 0.9 * same),
    remarks: (_, word, [cost]) => {
      if (!cost || word === 'undecided') return [];
      const isSame = isAbove(cost, 1 / same) && isBelow(cost, same);
      const answer =
        word === 'holds' ? 'less' : isSame ? 'the same' : isAbove(cost, same) ? 'more' : 'not less';
      return [message('claim.too-large-costs', { answer })];
    },
  },
  'cores-no-criterion': {
    text: 'The number of CPU cores is no good criterion for the size, because the ten operations are I/O.',
    source: article,
    unless: (measured) => (larger(measured).length > 0 ? needsSizes(measured) : message('claim.needs-sizes')),
    figures: (measured) => {
      const cpus = cpusOf(measured);
      const beyondCpus = larger(measured).map((pool) => sizeRatio('jobRate', pool, cpus));
      return [sizeRatio('jobRate', cpus, least(measured)), ...beyondCpus];
    },
    // Work that waits would gain in proportion to the threads: a quarter is far below that.
    outcomes: {
      holds: ([, ...beyondCpus]) => anyLies(above(same))(beyondCpus),
      refuted: together(need(above(equality)), need(below(same))),
    },
    shown: ([gain, ...beyondCpus]) => [...(gain ? [gain] : []), ...beyondCpus.toSorted(byValue).slice(-1)],
    remarks: (_, word) => [word === 'refuted' ? message('claim.behaves-like-cpu-work') : null],
  },
  'cases-one-burst': {
    text: 'Case 1 (1 × 15 requests) and case 2 (15 × 1) put the same load on the server.',
    source: `${tables}, case 1, case 2`,
    figures: caseRatios,
    outcomes: allWithin(same),
    remarks: () => [message('claim.same-jobs')],
  },
  'cluster-2x4-is-8': {
    text: 'In cluster mode two instances with 4 threads each are the same as one process with 8.',
    source: clusterTables,
    figures: (measured) => clusterAgainstOne(measured, 4),
    outcomes: allWithin(same),
  },
  'cluster-is-total-threads': {
    text: 'In cluster mode only pool size × instances counts, also where the threads are just as many as the CPUs.',
    source: clusterTables,
    // The burst of two instances lasts until the busier one is done: its share decides, whatever the product is.
    figures: [busierInstance],
    beside: (measured) => clusterAgainstOne(measured, halfOfCpus(cpusOf(measured))),
    outcomes: allBelow(evenly, evenly, 1.2 / evenly),
    remarks: () => [message('claim.busier-instance')],
  },
  'tables-are-requests': {
    text: 'The seconds in the tables are what the requests (curl) took.',
    source: `${tables}, column heads`,
    figures: waitAndTable,
    beside: [jobsAfterAnswers],
    outcomes: { misread: allLie(below(0.5)), holds: allLie(within(same)) },
    remarks: () => [message('claim.times-of-jobs')],
  },
  'size-is-exact': {
    text: 'The pool size is the exact number of operations that can be in flight.',
    source: article,
    judge: sizeIsExact,
  },
};

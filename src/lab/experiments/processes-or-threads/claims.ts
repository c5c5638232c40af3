/** What a total of threads is worth, however it is split; and who has a pool of its own. */
import type { Claim } from '../experiment.ts';
import type { Measured } from '../../../model/verdict.ts';
import {
  countedShare,
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
import { cellId, many, split, splitsOf, threads, usualSize, type JobKind } from './grid.ts';

/** Total that every scale has. */
export const total = 8;

/** All splits of the total against the one process that has it whole. */
function splitIsAlike(measured: Measured, kind: JobKind): Judgement {
  const parts = splitsOf(total).filter(([processes]) => processes > 1);
  const whole = cellId(split(kind, 1, total));
  const ids = parts.map(([processes, pool]) => cellId(split(kind, processes, pool)));
  const alone = ids.map((id) => measured.compare('throughput', id, whole));
  const figures = alone.flatMap((compared, index) => {
    const [processes, pool] = parts[index] ?? [0, 0];
    return compared ? ratio(`${kind}: throughput of ${processes}×${pool} ÷ 1×${total}`, compared) : [];
  });
  if (figures.length < parts.length) return notRun(tooFewBlocks);
  const because = `Against one process with ${total} threads ${parts
    .map(([processes, pool], index) => {
      const compared = alone[index];
      return compared ? `${processes}×${pool} did ${figure(compared.ratio)}` : '';
    })
    .join(', ')} times the jobs per second.`;
  if (alone.every((compared) => compared && isEqual(compared.ratio)))
    return { verdict: 'holds', because, evidence: figures };
  const differs = measured
    .compareAll('throughput', ids, whole)
    .some((compared) => isAbove(compared.ratio, equality) || isBelow(compared.ratio, 1 / equality));
  return { verdict: differs ? 'refuted' : 'undecided', because, evidence: figures };
}

const one = cellId(split('held', 1, usualSize));
const manyThreads = cellId(threads(many));
const manyProcesses = cellId(split('held', many, usualSize));

/** Far from both: a pool for each worker would do eight times as much, the shared one the same. */
const fewer = 1.25;

function workersShareThePool(measured: Measured): Judgement {
  const compared = measured.compare('throughput', manyThreads, one);
  if (!compared) return notRun(whyNotRun(measured, manyThreads) ?? tooFewBlocks);
  const figures = [ratio(`throughput of ${many} workers ÷ of one loop, same pool`, compared)];
  const apart = measured.compare('throughput', manyProcesses, manyThreads);
  if (apart) figures.push(ratio(`throughput of ${many} processes ÷ of ${many} workers`, apart));
  const pools = poolsSeen(measured);
  if (pools.length > 0) {
    const exact = pools.filter((count) => count === usualSize).length;
    figures.push(
      evidence(
        `processes with ${many} workers and exactly ${usualSize} pool threads`,
        'share',
        countedShare(exact, pools.length),
        pools.length,
      ),
    );
  }
  const seen =
    pools.length > 0
      ? ` The kernel shows ${[...new Set(pools)].join(' or ')} pool threads in that process.`
      : '';
  const because = `${many} worker threads did ${figure(compared.ratio)} times the waiting jobs of a single loop with the same UV_THREADPOOL_SIZE.${seen}`;
  if (isBelow(compared.ratio, fewer)) return { verdict: 'holds', because, evidence: figures };
  return {
    verdict: isAbove(compared.ratio, many / 4) ? 'refuted' : 'undecided',
    because,
    evidence: figures,
  };
}

/** Pool threads of the process that ran the workers, in each trial; empty where they have no names (Node 20). */
function poolsSeen({ trials }: Measured): number[] {
  return trials
    .filter(({ cell, problem }) => cell === manyThreads && !problem)
    .flatMap(({ effective }) => Math.max(0, ...effective.map(({ poolThreads }) => poolThreads ?? 0)) || []);
}

/** A trial that failed says why itself: an old Node cannot listen on one port from several threads. */
function whyNotRun({ trials }: Measured, cell: string): string | null {
  const failed = trials.find((trial) => trial.cell === cell && trial.problem);
  const said = failed?.output.find((line) => line.includes('reusePort'));
  return said ?? null;
}

function processesHavePools(measured: Measured): Judgement {
  const compared = measured.compare('throughput', manyProcesses, one);
  if (!compared) return notRun(tooFewBlocks);
  const because = `${many} processes with ${usualSize} threads each did ${figure(compared.ratio)} times the waiting jobs of one.`;
  const figures = [ratio(`throughput of ${many}×${usualSize} ÷ 1×${usualSize}`, compared)];
  // Four fifths: starting and waking so many processes may cost something, a missing pool costs half at least.
  if (isAbove(compared.ratio, many * 0.8)) return { verdict: 'holds', because, evidence: figures };
  return { verdict: isBelow(compared.ratio, many / 2) ? 'refuted' : 'undecided', because, evidence: figures };
}

const article = 'cluster and fork tables of the article';

export const claims: readonly Claim[] = [
  {
    id: 'processes-or-threads/total-computing',
    text: 'In cluster mode only the total counts, pool size × instances: of jobs that compute.',
    source: article,
    judge: (measured) => splitIsAlike(measured, 'pbkdf2'),
  },
  {
    id: 'processes-or-threads/total-waiting',
    text: 'In cluster mode only the total counts, pool size × instances: of jobs that wait.',
    source: article,
    judge: (measured) => splitIsAlike(measured, 'held'),
  },
  {
    id: 'processes-or-threads/workers-share',
    text: 'All worker threads of a process share its one pool: eight of them do no more waiting jobs than one.',
    source: 'libuv’s documentation of its thread pool; Node’s of worker threads does not say so',
    judge: workersShareThePool,
  },
  {
    id: 'processes-or-threads/processes-have-pools',
    text: 'Every process has a pool of its own: eight do eight times the waiting jobs of one.',
    source: article,
    judge: processesHavePools,
  },
];

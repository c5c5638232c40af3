/** What a total of threads is worth, however it is split; and who has a pool of its own. */
import { message, quoted } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Claim } from '../experiment.ts';
import { countedShare, rule, same } from '../judgement.ts';
import { allAbove, allBelow, allWithin, type Figure } from '../outcome.ts';
import { cellId, many, split, splitsOf, threads, usualSize, type JobKind } from './grid.ts';

/** Total that every scale has. */
export const total = 8;

const article = 'cluster and fork tables of the article';

/** All splits of the total against the one process that has it whole. */
function splitIsAlike(id: string, kind: JobKind, jobs: string): Claim {
  const parts = splitsOf(total).filter(([processes]) => processes > 1);
  const whole = cellId(split(kind, 1, total));
  return rule({
    id: `processes-or-threads/${id}`,
    text: `In cluster mode only the total counts, pool size × instances: of jobs that ${jobs}.`,
    source: article,
    figures: () =>
      parts.map(([processes, pool]) => [
        `${kind}: throughput of ${processes}×${pool} ÷ 1×${total}`,
        cellId(split(kind, processes, pool)),
        whole,
      ]),
    outcomes: allWithin(same),
  });
}

const one = cellId(split('held', 1, usualSize));
const manyThreads = cellId(threads(many));
const manyProcesses = cellId(split('held', many, usualSize));

/** Far from both: a pool for each worker would do eight times as much, the shared one the same. */
const fewer = 1.25;

/** How many processes with workers had exactly the pool of one process. */
function exactPools(measured: Measured): Figure | null {
  const pools = poolsSeen(measured);
  const exact = pools.filter((count) => count === usualSize).length;
  const text = `processes with ${many} workers and exactly ${usualSize} pool threads`;
  return pools.length > 0 ? countedShare(text, exact, pools.length) : null;
}

/** Pool threads of the process that ran the workers, in each trial; empty where they have no names (Node 20). */
function poolsSeen({ trials }: Measured): number[] {
  return trials
    .filter(({ cell, problem }) => cell === manyThreads && !problem)
    .flatMap(({ effective }) => Math.max(0, ...effective.map(({ poolThreads }) => poolThreads ?? 0)) || []);
}

/** A trial that failed says why itself: an old Node cannot listen on one port from several threads. */
function whyNotRun({ trials }: Measured) {
  const own = trials.filter(({ cell }) => cell === manyThreads);
  if (own.some(({ problem }) => !problem)) return null;
  const line = own[0]?.output.find((text) => text.includes('reusePort'));
  return line === undefined ? null : quoted(line);
}

export const claims: readonly Claim[] = [
  splitIsAlike('total-computing', 'pbkdf2', 'compute'),
  splitIsAlike('total-waiting', 'held', 'wait'),
  rule({
    id: 'processes-or-threads/workers-share',
    text: 'All worker threads of a process share its one pool: eight of them do no more waiting jobs than one.',
    source: 'libuv’s documentation of its thread pool; Node’s of worker threads does not say so',
    unless: whyNotRun,
    figures: () => [[`throughput of ${many} workers ÷ of one loop, same pool`, manyThreads, one]],
    beside: (measured) => [
      [`throughput of ${many} processes ÷ of ${many} workers`, manyProcesses, manyThreads],
      exactPools(measured),
    ],
    outcomes: allBelow(fewer, many / 4),
    remarks: (measured) => {
      const threadsSeen = [...new Set(poolsSeen(measured))];
      return [threadsSeen.length > 0 ? message('claim.threads-of-kernel', { threads: threadsSeen }) : null];
    },
  }),
  rule({
    id: 'processes-or-threads/processes-have-pools',
    text: 'Every process has a pool of its own: eight do eight times the waiting jobs of one.',
    source: article,
    figures: () => [[`throughput of ${many}×${usualSize} ÷ 1×${usualSize}`, manyProcesses, one]],
    // Four fifths: starting and waking so many processes may cost something, a missing pool costs half at least.
    outcomes: allAbove(many * 0.8, many / 2),
  }),
];

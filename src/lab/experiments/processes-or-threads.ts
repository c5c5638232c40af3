/**
 * 1 × 8, 2 × 4, 4 × 2, 8 × 1: does it matter how a total of pool threads is split over processes? And what do eight
 * worker threads have that eight processes have not?
 */
import { withInterval } from '../../format/words.ts';
import { message, quoted } from '../../messages/message.ts';
import type { Measured, Passage, Summary, RunTable } from '../../model/verdict.ts';
import { hasPipes, heldKind } from '../workloads/held-jobs.ts';
import { pbkdf2Kind } from '../workloads/pool-classes/kind.ts';
import { expectedKey } from '../workloads/pool-classes/workload.ts';
import { published } from '../workloads/pool-size.ts';
import { defineExperiment, proved } from './experiment.ts';
import { countedShare, ratioOf, same, type Claims, type Rule } from './judgement.ts';
import { allAbove, allBelow, allWithin, type EvidenceFigure } from './outcome.ts';
import { countedTrials, section, shown, tableOf } from './tables.ts';

interface SplitSetting {
  readonly kind: keyof typeof kinds;
  readonly topology: 'node' | 'cluster' | 'threads';
  readonly processes: number;
  /** Worker threads that each run the server; 1: none, its main thread does. */
  readonly workers: number;
  /** Pool threads of each process (UV_THREADPOOL_SIZE). */
  readonly pool: number;
}

/** Jobs, and the title of their table. */
const kinds = {
  pbkdf2: { job: pbkdf2Kind, title: 'jobs that compute: pbkdf2' },
  held: { job: heldKind, title: 'jobs that wait: a full pipe, 20 ms' },
} as const;
const kindNames = ['pbkdf2', 'held'] as const;

/** Node's own size of the pool, of servers that only get more processes or more workers. */
const usualSize = 4;
/** Processes, or workers, of the second question. */
const many = 8;
/** Eight for each of eight processes: round robin goes by connection, and no process may run dry. */
const clients = 64;
/** Pool threads in all, as every scale has them. */
const total = 8;
/** Pool threads in all; as published, the article's second size, which its tables have as 8 and as 2 × 4. */
const totals = { quick: [total], full: [total, 16], 'as-published': [total] } as const;
/** Milliseconds: of CPU that a computing job takes, and for which a waiting job keeps its thread. */
const work = { pbkdf2: 5, held: 20 } as const;
/**
 * The warm-up is longer than the queue of 64 clients at four threads that are held 20 ms: before that, the answers are
 * those of a queue that still grows. As published a job takes half a second: a window must hold as many of them.
 */
const timing = {
  quick: { warmup: 350, duration: 600 },
  full: { warmup: 500, duration: 2000 },
  'as-published': { warmup: 10_000, duration: 20_000 },
} as const;
/** Milliseconds of a trial besides its window: start and stop, each process of a cluster, and the requests in flight. */
const overhead = { all: 450, process: 60, drain: 200 } as const;

function split(kind: SplitSetting['kind'], processes: number, pool: number): SplitSetting {
  return { kind, topology: processes === 1 ? 'node' : 'cluster', processes, workers: 1, pool };
}

const threads: SplitSetting = { ...split('held', 1, usualSize), topology: 'threads', workers: many };

/** All splits of a total; of 8 they are 1 × 8, 2 × 4, 4 × 2 and 8 × 1. @param of pool threads in all: a power of two */
function splitsOf(kind: SplitSetting['kind'], of: number): SplitSetting[] {
  const powers = Array.from({ length: Math.floor(Math.log2(of)) + 1 }, (_, power) => 2 ** power);
  return powers.map((processes) => split(kind, processes, of / processes));
}

function cellId({ kind, topology, processes, workers, pool }: SplitSetting): string {
  return `${kind}/${topology}/${topology === 'threads' ? `${workers}-threads` : processes}x${pool}`;
}

const wholeOf = (kind: SplitSetting['kind']) => cellId(split(kind, 1, total));
const one = cellId(split('held', 1, usualSize));
const manyThreads = cellId(threads);
const manyProcesses = cellId(split('held', many, usualSize));

const article = 'the article on the thread pool: tables';

/** All splits of the total against the one process that has it whole. */
const splitIsAlike = (kind: SplitSetting['kind'], jobs: string): Rule => ({
  text: `In cluster mode only the total counts, pool size × instances: of jobs that ${jobs}.`,
  source: article,
  figures: splitsOf(kind, total)
    .slice(1)
    .map((setting) => [
      `${kind}: throughput, ${nameOf(setting, '×')} ÷ 1×${total}`,
      cellId(setting),
      wholeOf(kind),
    ]),
  outcomes: allWithin(same),
});

/** Bound that is far from either outcome: a pool for each worker would do eight times as much, the shared one the same. */
const fewer = 1.25;

/** The share of processes with workers that had exactly the pool of one process. */
function exactPools(measured: Measured): EvidenceFigure | null {
  const pools = poolsSeen(measured);
  const exact = pools.filter((count) => count === usualSize).length;
  const text = `processes with exactly that pool, workers ${many}`;
  return pools.length > 0 ? countedShare(text, exact, pools.length) : null;
}

/** Pool threads of the process that ran the workers, in each trial; empty where they have no names (Node 20). */
const poolsSeen = (measured: Measured): number[] =>
  countedTrials(measured, manyThreads).flatMap(
    ({ effective }) => Math.max(0, ...effective.map(({ poolThreads }) => poolThreads ?? 0)) || [],
  );

/** Why the server of worker threads did not run, in its own words: an old Node cannot listen on one port from several threads. */
function whyNotRun({ trials }: Measured) {
  const own = trials.filter(({ cell }) => cell === manyThreads);
  if (own.some(({ problem }) => !problem)) return null;
  const line = own[0]?.output.find((text) => text.includes('reusePort'));
  return line === undefined ? null : quoted(line);
}

const claims: Claims = {
  'total-computing': splitIsAlike('pbkdf2', 'compute'),
  'total-waiting': splitIsAlike('held', 'wait'),
  'workers-share': {
    text: 'All worker threads of a process share its one pool: eight of them do no more waiting jobs than one.',
    source: "libuv's documents",
    unless: whyNotRun,
    figures: [[`throughput, same pool: workers ${many} ÷ 1`, manyThreads, one]],
    beside: [[`throughput: processes ${many} ÷ workers ${many}`, manyProcesses, manyThreads], exactPools],
    outcomes: allBelow(fewer, many / 4),
    remarks: (measured) => {
      const seen = [...new Set(poolsSeen(measured))];
      return [seen.length > 0 ? message('claim.threads-of-kernel', { threads: seen }) : null];
    },
  },
  'processes-have-pools': {
    text: 'Every process has a pool of its own: eight do eight times the waiting jobs of one.',
    source: article,
    figures: [[`throughput, ${many}×${usualSize} ÷ 1×${usualSize}`, manyProcesses, one]],
    // Four fifths: starting and waking so many processes may cost something, a missing pool costs half at least.
    outcomes: allAbove(many * 0.8, many / 2),
  },
};

function nameOf(
  { topology, processes, workers, pool }: Summary['setting'] | SplitSetting,
  by = ' × ',
): string {
  return topology === 'threads'
    ? `processes 1, workers ${workers}, pool ${pool}`
    : `${processes}${by}${pool}`;
}

/** Threads of all pools together. */
const threadsOf = ({ setting }: Summary) => Number(setting['processes']) * Number(setting['pool']);

function table(measured: Measured, kind: SplitSetting['kind']): RunTable {
  const rows = measured.summaries
    .filter(({ setting, metrics }) => setting['kind'] === kind && metrics.throughput)
    .toSorted((a, b) => threadsOf(a) - threadsOf(b));
  const whole = wholeOf(kind);
  return tableOf(
    {
      title: kinds[kind].title,
      note: `Milliseconds from the request to its proved answer; 64 clients. The ratio is to one process with ${total} threads.`,
    },
    rows,
    {
      '<processes × pool': ({ setting }) => nameOf(setting),
      'pool threads': threadsOf,
      'jobs/s': ({ metrics }) => shown(metrics.throughput),
      ratio: ({ cell }) => {
        const compared = cell === whole ? null : ratioOf(measured, '', cell, whole);
        return cell === whole ? 1 : compared ? withInterval(compared) : '–';
      },
      p50: ({ metrics }) => shown(metrics.p50),
      p90: ({ metrics }) => shown(metrics.p90),
      'server CPU ms/job': ({ metrics }) => shown(metrics.cpuPerRequest),
    },
  );
}

const passages = (measured: Measured): Passage[] =>
  section(
    'One total, split over processes and threads',
    [
      `A pool belongs to a process. Splitting ${total} threads over processes moves the queue, not the work. With enough requests for each process the same number of jobs is in flight. What a split can cost is evenness: round robin goes by connection, and another process’s idle thread cannot help out. The p90 shows it.`,
      `Worker threads are loops, not pools: a server with more of them still has the ${usualSize} threads that UV_THREADPOOL_SIZE gives its process.`,
    ],
    kindNames.map((kind) => table(measured, kind)),
  );

export const processesOrThreadsExperiment = defineExperiment<SplitSetting>({
  name: 'processes-or-threads',
  question:
    'Does it matter how a total of pool threads is split over processes, and do worker threads count?',
  sources: [
    'the article on the thread pool: its cluster tables with 4 threads are its fork tables with 8',
    'libuv’s documentation: the thread pool is global and shared across all event loops',
  ],
  keys: ['kind', 'topology', 'processes', 'pool'],
  factors: ['kind', 'topology', 'processes', 'workers', 'pool'],
  design: [
    'Eight pool threads in all: one process with eight, two with four, four with two, eight with one (node:cluster). Sixty-four clients each have one job in flight, so that no process runs dry. Jobs either compute (pbkdf2) or wait. A waiting job is a pipe that stays full for 20 ms: it holds a thread and needs no CPU. Every answer proves its job.',
    'Beside them stands a server that only gets more of something: eight worker threads that all listen (reusePort), or eight processes. Each process has Node’s own four pool threads. All are compared with one process with four.',
  ],
  limits: [
    'Eight processes cost eight times the memory of one, and what they share they must tell each other: neither is measured here.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: ['Node 22.12 or 23.1 for worker threads that listen on one port'],
  blocks: { quick: 6, full: 8, 'as-published': 1 },
  quickLimit: 130_000,
  cellId,
  grid({ scale }, { iterationsPerMillisecond }, narrow) {
    const all = [
      ...kindNames.flatMap((kind) => totals[scale].flatMap((of) => splitsOf(kind, of))),
      split('held', 1, usualSize),
      threads,
      split('held', many, usualSize),
    ];
    const wanted = narrow(all.filter(({ kind }) => kind !== 'held' || hasPipes));
    const iterations =
      scale === 'as-published' ? published.iterations : Math.round(work.pbkdf2 * iterationsPerMillisecond);
    const { warmup, duration } = timing[scale];
    const each = warmup + duration + overhead.all + overhead.drain;
    return {
      wanted,
      subject: { kind: 'workload', workload: 'pool-classes', parameters: {} },
      async cell({ kind }) {
        // Every process has a pipe for each client, since it could get all of them.
        const own = kind === 'held' ? { hold: work.held } : { iterations };
        const parameters = { kind, flight: clients, ...own };
        const key = await expectedKey(kinds[kind].job, parameters);
        const floor = kind === 'held' ? { floor: work.held - 1 } : {};
        return { load: { kind: 'closed', clients }, requests: [proved(`/${kind}`, key, floor)], parameters };
      },
      baseline: (setting) => cellId(setting) === wholeOf(wanted[0].kind),
      cost: ({ processes }) => each + processes * overhead.process,
      warmup,
      duration,
      timeout: 120_000,
    };
  },
  claims,
  passages,
});

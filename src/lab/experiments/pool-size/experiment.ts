/**
 * What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?
 *
 * The article's server answers before it has worked, so its tables are completion times of single jobs from its own log:
 * here they are rebuilt as such (`answer=before`), and beside them stand the response times of a server that answers
 * when the work is done and proves it (`answer=after`).
 */
import { expectedProofKey, published } from '../../../workloads/pool-size.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { claims } from './claims.ts';
import {
  cell,
  cellId,
  instances,
  isForTables,
  jobsPerRequest,
  loadOf,
  settings,
  tableBlocks,
  type AnswerTime,
  type PoolSetting,
} from './grid.ts';
import { absent, blocksOf, labPlan } from '../lab-plan.ts';
import { passages } from './passages.ts';
import { factorsOf, nothingLeft } from '../filter-cells.ts';

/** Aim of a quick run on a machine that is quiet, in milliseconds, all included. */
const quickBudget = 120_000;
/** On a machine that is busy with other things a block takes longer; 150 s in all are promised. */
const quickLimit = 145_000;
/** What a trial costs besides its work: start, readiness, stop. PM2 brings its own process up first. */
const overhead = { node: 220, cluster: 280, 'pm2-fork': 520, 'pm2-cluster': 560 } as const;
/**
 * Milliseconds of CPU of one job. Shorter ones would be served within one slice of the scheduler (3 ms), and a burst
 * would be over before its requests have all arrived. The steady load of case 3 has as many jobs again.
 */
const jobMilliseconds = { before: 7, after: 3.5 } as const;
/** A quick run on a machine where the whole grid takes longer gets shorter jobs, but no shorter than this part. */
const leastPart = 0.4;

const blocks = { quick: 7, full: 6, 'as-published': 1 } as const;
/**
 * After so many blocks of a quick run settings leave whose figures are precise enough. What is left of its time goes to the
 * others, until it is used up or, where a trial takes no time, so many blocks are done.
 */
const leavingAfter = 4;
const mostBlocks = 20;

function requestCount({ case: which }: PoolSetting, scale: Plan['scale']): number {
  const load = loadOf(which, scale);
  return load.kind === 'closed' ? load.clients * (load.requestsEach ?? 1) : 0;
}

/** How long trials of these settings take: what they cost besides work, and their work if each job takes `jobs(setting)` ms. */
function costOf(
  wanted: readonly PoolSetting[],
  { cpus }: Capabilities,
  scale: Plan['scale'],
  jobs: (setting: PoolSetting) => Milliseconds,
): { fixed: Milliseconds; work: Milliseconds } {
  const sum = (cost: (setting: PoolSetting) => number) => wanted.reduce((all, each) => all + cost(each), 0);
  return {
    fixed: sum(({ topology }) => overhead[topology]),
    work: sum((setting) => {
      const threads = setting.pool * (setting.topology.endsWith('cluster') ? instances : 1);
      return (requestCount(setting, scale) * jobsPerRequest * jobs(setting)) / Math.min(cpus, threads);
    }),
  };
}

/** One for each trial of the run: a setting of the claims is in every block, one of the tables in the first few. */
function trialsOf(
  wanted: readonly PoolSetting[],
  tables: readonly PoolSetting[],
  count: number,
): PoolSetting[] {
  const repeated = (list: readonly PoolSetting[], times: number) =>
    Array.from({ length: times }, () => list).flat();
  const others = wanted.filter((setting) => !tables.includes(setting));
  return [...repeated(others, count), ...repeated(tables, Math.min(count, tableBlocks))];
}

/** Iterations of a job of each kind on this machine. */
function iterationsOf(
  trials: readonly PoolSetting[],
  facts: Capabilities,
  scale: Plan['scale'],
): Record<AnswerTime, number> {
  if (scale === 'as-published') return { before: published.iterations, after: published.iterations };
  const { fixed, work } = costOf(trials, facts, scale, ({ answer }) => jobMilliseconds[answer]);
  const fitting = scale === 'quick' ? (quickBudget - fixed) / work : 1;
  const part = Math.min(1, Math.max(leastPart, fitting));
  const iterations = (answer: AnswerTime) =>
    Math.max(1, Math.round(part * jobMilliseconds[answer] * facts.iterationsPerMillisecond));
  return { before: iterations('before'), after: iterations('after') };
}

async function plan(options: PlanOptions, facts: Capabilities): Promise<Plan> {
  const { scale, only } = options;
  const { cpus, has } = facts;
  const hasPm2 = has.has('pm2');
  const wanted = settings(scale, cpus, hasPm2, only);
  if (wanted.length === 0) {
    // Any size can be asked for.
    throw nothingLeft(
      only.filter(({ key }) => key !== 'pool'),
      'pool',
      'Topologies are node, cluster, pm2-fork, pm2-cluster; cases 1, 2, 3; answer before, after.',
      hasPm2 ? undefined : 'PM2 was not found, and no other cell has these levels.',
      settings(scale, cpus, hasPm2, []),
    );
  }
  const count = blocksOf(options, blocks);
  // Whoever asks for some of the cells wants to know of them what can be known.
  const tables = scale === 'quick' && only.length === 0 ? wanted.filter(isForTables) : [];
  const trials = trialsOf(wanted, tables, count);
  // Whoever says how many blocks there are gets so many.
  const isLeaving = scale === 'quick' && only.length === 0 && options.blocks === null;
  const iterations = iterationsOf(trials, facts, scale);
  const key = await expectedProofKey(iterations.after);
  const { fixed, work } = costOf(
    trials,
    facts,
    scale,
    ({ answer }) => iterations[answer] / facts.iterationsPerMillisecond,
  );
  const baseline = wanted.find(
    ({ pool, topology, case: which }) => pool === cpus && topology === 'node' && which === 2,
  );
  const factors = factorsOf(wanted, ['pool', 'topology', 'case', 'answer']);
  return labPlan(options, {
    name: 'pool-size',
    absent: absent(['pm2'], has),
    subject: {
      kind: 'workload',
      workload: 'pool-size',
      parameters: { jobs: jobsPerRequest, ...(scale === 'as-published' ? { log: 'pool' } : {}) },
    },
    factors,
    cells: wanted.map((setting) => ({
      ...cell(setting, scale, iterations[setting.answer], key),
      ...(tables.includes(setting) && { blocks: tableBlocks }),
    })),
    baseline: cellId(baseline ?? wanted[0] ?? { topology: 'node', pool: cpus, case: 2, answer: 'before' }),
    blocks: isLeaving ? { ...blocks, quick: mostBlocks } : blocks,
    ...(isLeaving && {
      strategy: { kind: 'leaving', leaving: { after: leavingAfter, usual: blocks.quick } },
    }),
    quickLimit,
    timeout: 600_000,
    expected: fixed + work,
  });
}

export const poolSizeExperiment: Experiment = {
  name: 'pool-size',
  question: 'What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?',
  sources: [
    'the repository libuv-thread-pool-size, whose README has two tables',
    'the article on the thread pool, with six tables',
  ],
  keys: ['pool', 'topology', 'case', 'answer'],
  design: [
    'One request starts ten pbkdf2 jobs on the libuv pool. As published the server answers before they have run, and the figures are times of single jobs in its log; corrected, it answers when the work is done, and every answer proves it.',
    'A quick run gives its 150 seconds to the settings that claims rest on. The others fill tables: two trials each, shown without intervals. After four blocks the settings leave whose figures are precise enough for their claims.',
    'Sizes from 1 to 1024 threads, one process against two instances (node:cluster, PM2), and the three cases of the article: 1 × 15, 15 × 1 and 15 × 5 requests. Quick runs scale the jobs to this machine, so that one takes some milliseconds instead of half a second, and send 15 × 3 requests for the third case.',
  ],
  limits: [
    'The jobs are CPU work alone: jobs that wait for a device or a name server are the subject of pool-classes.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: ['PM2 for two of the four topologies'],
  plan,
  claims,
  passages,
};

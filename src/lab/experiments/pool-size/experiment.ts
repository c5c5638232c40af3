/**
 * What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?
 *
 * The article's server answers before it has worked, so its tables are completion times of single jobs from its own log:
 * here they are rebuilt as such (`answer=before`), and beside them stand the response times of a server that answers
 * when the work is done and proves it (`answer=after`).
 */
import { problem } from '../../../model/problem.ts';
import { expectedProofKey, published } from '../../../workloads/pool-size.ts';
import type { Experiment, Facts, PlanOptions } from '../experiment.ts';
import type { Level, Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { claims } from './claims.ts';
import {
  cell,
  cellId,
  instances,
  jobsPerRequest,
  loadOf,
  settings,
  type Answer,
  type PoolSetting,
} from './grid.ts';
import { absent } from '../needs.ts';
import { labPlan } from '../lab-plan.ts';
import { passages } from './passages.ts';
import { factorsOf } from '../narrow.ts';

/** Aim of a quick run, in milliseconds, all included; two minutes are promised. */
const quickBudget = 95_000;
/** On a machine that is busy with other things a block takes longer: better one block less than a promise broken. */
const quickLimit = 112_000;
/** What a trial costs besides its work: start, readiness, stop. PM2 brings its own process up first. */
const overhead = { node: 220, cluster: 280, 'pm2-fork': 520, 'pm2-cluster': 560 } as const;
/**
 * Milliseconds of CPU of one job. Shorter ones would be served within one slice of the scheduler (3 ms), and a burst
 * would be over before its requests have all arrived. The steady load of case 3 has as many jobs again.
 */
const jobMilliseconds = { before: 7, after: 3.5 } as const;
/** A quick run on a machine where the whole grid takes longer gets shorter jobs, but no shorter than this part. */
const leastPart = 0.4;

const blocks = { quick: 5, full: 6, 'as-published': 1 } as const;

function requestCount({ case: which }: PoolSetting, scale: Plan['scale']): number {
  const load = loadOf(which, scale);
  return load.kind === 'closed' ? load.clients * (load.requestsEach ?? 1) : 0;
}

/** How long one block takes: what its trials cost besides work, and their work if each job takes `jobs(setting)` ms. */
function blockCost(
  wanted: readonly PoolSetting[],
  { cpus }: Facts,
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

/** Iterations of a job of each kind on this machine. */
function iterationsOf(
  wanted: readonly PoolSetting[],
  facts: Facts,
  scale: Plan['scale'],
  count: number,
): Record<Answer, number> {
  if (scale === 'as-published') return { before: published.iterations, after: published.iterations };
  const { fixed, work } = blockCost(wanted, facts, scale, ({ answer }) => jobMilliseconds[answer]);
  const fitting = scale === 'quick' ? (quickBudget / count - fixed) / work : 1;
  const part = Math.min(1, Math.max(leastPart, fitting));
  const iterations = (answer: Answer) =>
    Math.max(1, Math.round(part * jobMilliseconds[answer] * facts.iterationsPerMillisecond));
  return { before: iterations('before'), after: iterations('after') };
}

const knownLevels = new Set<Level>([
  'node',
  'cluster',
  'pm2-fork',
  'pm2-cluster',
  1,
  2,
  3,
  'before',
  'after',
]);

async function plan(options: PlanOptions, facts: Facts): Promise<Plan> {
  const { scale, blocks: wantedBlocks, only } = options;
  const { cpus, has } = facts;
  const hasPm2 = has.has('pm2');
  const wanted = settings(scale, cpus, hasPm2, only);
  if (wanted.length === 0) {
    const wrong = only.find(
      ({ key, levels }) => key !== 'pool' && !levels.some((level) => knownLevels.has(level)),
    );
    const key = wrong?.key ?? only[0]?.key ?? 'pool';
    const why = hasPm2
      ? 'No cell of this experiment has these levels together.'
      : 'PM2 was not found, and no other cell has these levels.';
    throw problem('VARY_LEVEL_INVALID', {
      key,
      value: (wrong ?? only[0])?.levels.join(',') ?? '',
      why,
      todo: 'Topologies are node, cluster, pm2-fork, pm2-cluster; cases 1, 2, 3; answer before, after.',
    });
  }
  const count = wantedBlocks ?? blocks[scale];
  const iterations = iterationsOf(wanted, facts, scale, count);
  const key = await expectedProofKey(iterations.after);
  const { fixed, work } = blockCost(
    wanted,
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
    cells: wanted.map((setting) => cell(setting, scale, iterations[setting.answer], key)),
    baseline: cellId(baseline ?? wanted[0] ?? { topology: 'node', pool: cpus, case: 2, answer: 'before' }),
    blocks: count,
    limit: scale === 'quick' ? quickLimit : null,
    timeout: 600_000,
    expected: count * (fixed + work),
  });
}

export const poolSizeExperiment: Experiment = {
  name: 'pool-size',
  question: 'What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?',
  sources: [
    'libuv-thread-pool-size: a repository whose README has two tables',
    'an article on the libuv thread pool size, with six tables',
  ],
  keys: ['pool', 'topology', 'case', 'answer'],
  design: [
    'One request starts ten pbkdf2 jobs on the libuv pool. As published the server answers before they have run, and the figures are times of single jobs in its log; corrected, it answers when the work is done, and every answer proves it.',
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

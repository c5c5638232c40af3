/**
 * What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?
 *
 * The seed's server answers before it has worked, so its tables are completion times of single jobs from its own log:
 * here they are rebuilt as such (`answer=before`), and beside them stand the response times of a server that answers
 * when the work is done and proves it (`answer=after`).
 */
import { problem } from '../../model/problem.ts';
import { expectedProofKey, published } from '../../workloads/pool-size.ts';
import type { Experiment, Facts, PlanOptions } from '../experiment.ts';
import type { Cell, Plan } from '../../model/plan.ts';
import type { Milliseconds } from '../../model/units.ts';
import { claims } from './claims.ts';
import { cell, cellId, jobsPerRequest, settings, type PoolSetting } from './grid.ts';
import { passages } from './passages.ts';

/** Aim of a quick run, in milliseconds, all included; two minutes are promised. */
const quickBudget = 100_000;
/** What a trial costs besides its work: start, readiness, stop. PM2 brings its own process up first. */
const overhead = { node: 300, cluster: 350, 'pm2-fork': 650, 'pm2-cluster': 650 } as const;
/** Shorter jobs would measure the loop instead of the pool, longer ones only take longer. */
const jobMilliseconds = { least: 3, most: 10 } as const;

const blocks = { quick: 4, full: 6, 'as-published': 1 } as const;

function requestCount({ load }: Cell): number {
  return load.kind === 'closed' ? load.clients * (load.requestsEach ?? 1) : 0;
}

/** How many CPUs a cell's jobs can use. */
function speed({ setting }: Cell, cpus: number): number {
  const processes = String(setting['topology']).endsWith('cluster') ? 2 : 1;
  return Math.min(cpus, Number(setting['pool']) * processes);
}

/** One block of these cells: what its trials cost besides work, and how many jobs one after the other its work is. */
function blockCost(cells: readonly Cell[], cpus: number): { fixed: Milliseconds; jobs: number } {
  const fixed = cells.reduce(
    (sum, each) => sum + overhead[each.setting['topology'] as PoolSetting['topology']],
    0,
  );
  const jobs = cells.reduce(
    (sum, each) => sum + (requestCount(each) * jobsPerRequest) / speed(each, cpus),
    0,
  );
  return { fixed, jobs };
}

/** The job's length: for a quick run the longest that lets the whole grid end in its budget. */
function jobLength(
  scale: Plan['scale'],
  { fixed, jobs }: { fixed: Milliseconds; jobs: number },
  count: number,
): Milliseconds {
  if (scale !== 'quick') return jobMilliseconds.most;
  const fitting = (quickBudget / count - fixed) / jobs;
  return Math.min(jobMilliseconds.most, Math.max(jobMilliseconds.least, fitting));
}

async function plan(
  { scale, seed, blocks: wantedBlocks, only, node, asked = [] }: PlanOptions,
  facts: Facts,
): Promise<Plan> {
  const { cpus, hasPm2, iterationsPerMillisecond } = facts;
  const wanted = settings(scale, cpus, hasPm2, only);
  if (wanted.length === 0) {
    const key = only[0]?.key ?? 'pool';
    const why = hasPm2
      ? 'No cell of this experiment has these levels together.'
      : 'PM2 was not found, and no other cell has these levels.';
    throw problem('VARY_LEVEL_INVALID', {
      key,
      value: only.map(({ levels }) => levels.join(',')).join(' '),
      why,
      todo: 'Topologies are node, cluster, pm2-fork, pm2-cluster; cases 1, 2, 3; answer before, after.',
    });
  }
  const count = wantedBlocks ?? blocks[scale];
  const draft = wanted.map((setting) => cell(setting, scale, ''));
  const cost = blockCost(draft, cpus);
  const iterations =
    scale === 'as-published'
      ? published.iterations
      : Math.max(1, Math.round(jobLength(scale, cost, count) * iterationsPerMillisecond));
  const key = await expectedProofKey(iterations);
  const baseline = wanted.find(
    ({ pool, topology, case: which }) => pool === cpus && topology === 'node' && which === 2,
  );
  const factors = (['pool', 'topology', 'case', 'answer'] as const).map((name) => ({
    key: name,
    levels: [...new Set(wanted.map((setting) => setting[name]))],
  }));
  return {
    asked: [...asked],
    name: 'pool-size',
    scale,
    subject: {
      kind: 'workload',
      workload: 'pool-size',
      parameters: { iterations, jobs: jobsPerRequest, ...(scale === 'as-published' ? { log: 'pool' } : {}) },
    },
    factors,
    cells: wanted.map((setting) => cell(setting, scale, key)),
    baseline: cellId(baseline ?? wanted[0] ?? { topology: 'node', pool: cpus, case: 2, answer: 'before' }),
    blocks: count,
    seed,
    warmup: 0,
    duration: null,
    timeout: 600_000,
    startTimeout: 30_000,
    expected: count * (cost.fixed + (cost.jobs * iterations) / iterationsPerMillisecond),
    node,
    affinity: null,
  };
}

export const poolSizeExperiment: Experiment = {
  name: 'pool-size',
  question: 'What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?',
  sources: [
    'libuv-thread-pool-size (seed 000), README with two tables',
    'libuv thread pool size (seed 001), article with six tables',
  ],
  keys: ['pool', 'topology', 'case', 'answer'],
  needs: ['PM2 for two of the four topologies'],
  plan,
  claims,
  passages,
};

/** Which cells the experiment has: sizes × cases × topologies × answering before or after the work. */
import type { Load, Plan } from '../../../model/plan.ts';
import { ascending, askedNumbers, type PlanOptions } from '../experiment.ts';
import { publishedSizes } from './published.ts';

type PoolTopology = 'node' | 'cluster' | 'pm2-fork' | 'pm2-cluster';
type AnswerTime = 'before' | 'after';
export type Case = 1 | 2 | 3;

export interface PoolSetting {
  readonly topology: PoolTopology;
  readonly pool: number;
  readonly case: Case;
  readonly answer: AnswerTime;
}

/** Instances of the article's cluster mode; its tables do not say so, its package.json does. */
export const instances = 2;
/** Blocks of the cells of a quick run that only fill tables. */
export const tableBlocks = 2;

/**
 * Whether a quick run has the setting for its tables alone: the steady load of case 3, and PM2's fork, which is plain
 * node with another parent. No claim rests on them, so their time goes to the cells that claims do rest on.
 */
export const isForTables = ({ topology, case: which }: PoolSetting) => which === 3 || topology === 'pm2-fork';

type ClosedLoad = Extract<Load, { kind: 'closed' }> & { readonly requestsEach: number };

/** Requests that each client of case 3 sends. */
const requestsEach = { quick: 3, full: 5, 'as-published': 5 } as const;

/** Threads of each of the two instances, so that together they are as many as the CPUs (or two, where there is one). */
export const halfOfCpus = (cpus: number) => Math.max(1, Math.floor(cpus / instances));

export function loadOf(which: Case, scale: Plan['scale']): ClosedLoad {
  if (which === 1) return { kind: 'closed', clients: 1, requestsEach: 15 };
  if (which === 2) return { kind: 'closed', clients: 15, requestsEach: 1 };
  return { kind: 'closed', clients: 15, requestsEach: requestsEach[scale] };
}

const burst = (pool: number, which: Case, topology: PoolTopology = 'node'): PoolSetting => ({
  topology,
  pool,
  case: which,
  answer: 'before',
});

function quickSettings(cpus: number, hasPm2: boolean): PoolSetting[] {
  // "Too low" needs a size below the CPUs on any machine, and the article recommends as many as CPUs.
  const all = ascending([1, cpus, 4, 16, 128, 1024]);
  const half = halfOfCpus(cpus);
  return [
    ...all.map((pool) => burst(pool, 2)),
    ...ascending([cpus, 4]).map((pool) => burst(pool, 1)),
    burst(cpus, 3),
    ...all.map((pool): PoolSetting => ({ topology: 'node', pool, case: 3, answer: 'after' })),
    // Two instances with k threads each beside one process with 2k, below the plateau and at the article's default.
    burst(half, 2, 'cluster'),
    burst(half * instances, 2),
    ...(hasPm2
      ? [burst(4, 2, 'pm2-fork'), burst(4, 2, 'pm2-cluster'), burst(4 * instances, 2)]
      : [burst(4, 2, 'cluster'), burst(4 * instances, 2)]),
  ];
}

function fullSettings(scale: Plan['scale'], cpus: number, hasPm2: boolean): PoolSetting[] {
  const pm2: PoolTopology[] = hasPm2 ? ['pm2-fork', 'pm2-cluster'] : [];
  const asPublished = scale === 'as-published';
  const topologies: PoolTopology[] = asPublished ? ['node', ...pm2] : ['node', 'cluster', ...pm2];
  const answers: AnswerTime[] = asPublished ? ['before'] : ['before', 'after'];
  const cases: Case[] = [1, 2, 3];
  const pools = asPublished ? publishedSizes : ascending([1, 2, cpus, halfOfCpus(cpus), ...publishedSizes]);
  return topologies.flatMap((topology) =>
    answers.flatMap((answer) =>
      // Answered after the work, cases 1 and 2 are one request at a time and one burst: case 3 alone is a steady load.
      (answer === 'after' ? cases.slice(2) : cases).flatMap((which) =>
        pools.map((pool) => ({ topology, pool, case: which, answer })),
      ),
    ),
  );
}

/** All settings of a scale; a size, a case or an answer that it leaves out can still be asked for by name. */
export function settings(options: PlanOptions, cpus: number, hasPm2: boolean): readonly PoolSetting[] {
  const { scale, only } = options;
  const isQuick = scale === 'quick';
  const base =
    isQuick && only.length === 0
      ? quickSettings(cpus, hasPm2)
      : fullSettings(isQuick ? 'full' : scale, cpus, hasPm2);
  const extra = askedNumbers(options, 'pool') ?? [];
  return [...base, ...base.flatMap((setting) => extra.map((pool) => ({ ...setting, pool })))];
}

export function cellId({ topology, pool, case: which, answer }: PoolSetting): string {
  return `${topology}/pool-${pool}/case-${which}/${answer}`;
}

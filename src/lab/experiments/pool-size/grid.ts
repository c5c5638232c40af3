/** Which cells the experiment has: sizes × cases × topologies × answering before or after the work. */
import { idHeader, published } from '../../../workloads/pool-size.ts';
import type { Cell, Level, Load, Plan } from '../../../model/plan.ts';
import type { Factor } from '../../../model/vary.ts';
import { ascending, filterCells } from '../filter-cells.ts';
import { publishedSizes } from './published.ts';

export type PoolTopology = 'node' | 'cluster' | 'pm2-fork' | 'pm2-cluster';
export type AnswerTime = 'before' | 'after';
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

/** Requests that each client of case 3 sends. */
const requestsEach = { quick: 3, full: 5, 'as-published': 5 } as const;

/**
 * The sizes of one process. Besides the article's own: one thread, since "too low" needs a size below the CPUs on any
 * machine, and the number of CPUs, which the article recommends.
 */
function sizes(scale: Plan['scale'], cpus: number): readonly number[] {
  if (scale === 'as-published') return publishedSizes;
  if (scale === 'full') return ascending([1, 2, cpus, ...publishedSizes]);
  return ascending([1, cpus, 4, 16, 128, 1024]);
}

/** Threads of each of the two instances, so that together they are as many as the CPUs (or two, where there is one). */
export const halfOfCpus = (cpus: number) => Math.max(1, Math.floor(cpus / instances));

export function loadOf(which: Case, scale: Plan['scale']): Load {
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
  const all = sizes('quick', cpus);
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
  const pools = asPublished ? publishedSizes : ascending([...sizes('full', cpus), halfOfCpus(cpus)]);
  return topologies.flatMap((topology) =>
    answers.flatMap((answer) =>
      // Answered after the work, cases 1 and 2 are one request at a time and one burst: case 3 alone is a steady load.
      (answer === 'after' ? cases.slice(2) : cases).flatMap((which) =>
        pools.map((pool) => ({ topology, pool, case: which, answer })),
      ),
    ),
  );
}

/** All settings of a scale, without repetition, narrowed to the levels that the user asked for. */
export function settings(
  scale: Plan['scale'],
  cpus: number,
  hasPm2: boolean,
  only: readonly Factor[],
): readonly PoolSetting[] {
  // A size, a case or an answer that the scale leaves out can still be asked for by name.
  const asked = (key: string) => only.find((factor) => factor.key === key)?.levels;
  const wholeGrid = only.length > 0 && scale === 'quick' ? fullSettings('full', cpus, hasPm2) : null;
  const base =
    wholeGrid ?? (scale === 'quick' ? quickSettings(cpus, hasPm2) : fullSettings(scale, cpus, hasPm2));
  return filterCells(withAskedSizes(base, asked('pool')), only, cellId);
}

function withAskedSizes(
  base: readonly PoolSetting[],
  pools: readonly Level[] | undefined,
): readonly PoolSetting[] {
  if (!pools) return base;
  const extra = pools.filter((pool) => typeof pool === 'number');
  return [...base, ...base.flatMap((setting) => extra.map((pool) => ({ ...setting, pool })))];
}

export function cellId({ topology, pool, case: which, answer }: PoolSetting): string {
  return `${topology}/pool-${pool}/case-${which}/${answer}`;
}

/**
 * @param iterations of each of its jobs
 * @param proofKey what an honest answer proves its work with
 */
export function cell(setting: PoolSetting, scale: Plan['scale'], iterations: number, proofKey: string): Cell {
  const proof = setting.answer === 'after' ? { proof: { idHeader, key: proofKey } } : {};
  return {
    id: cellId(setting),
    setting: { ...setting },
    load: loadOf(setting.case, scale),
    requests: [{ url: 'http://127.0.0.1/test', method: 'GET', headers: {}, weight: 1, ...proof }],
    parameters: { answer: setting.answer, iterations },
    // As published the report says what is wrong with it; the other scales measure its jobs, and know.
    ...(setting.answer === 'before' && scale !== 'as-published' && { answersFirst: true }),
  };
}

export const jobsPerRequest = published.jobs;

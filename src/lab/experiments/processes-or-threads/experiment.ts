/**
 * 1 × 8, 2 × 4, 4 × 2, 8 × 1: does it matter how a total of pool threads is split over processes? And what do eight
 * worker threads have that eight processes have not?
 */
import type { Plan } from '../../../model/plan.ts';
import { hasPipes } from '../../../workloads/held-jobs.ts';
import { published } from '../../../workloads/pool-size.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import { labPlan } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { cell, cellId, settings, split } from './grid.ts';
import { passages } from './passages.ts';
import { factorsOf, nothingLeft } from '../filter-cells.ts';

const blocks = { quick: 6, full: 8, 'as-published': 1 } as const;
/** Threads in all; as published the article's second size, which its tables have as 8 and as 2 × 4. */
const totals = { quick: [8], full: [8, 16], 'as-published': [8] } as const;
/** Milliseconds of CPU of a job that computes, and that one that waits keeps its thread. */
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
const quickLimit = 130_000;
/** What a trial costs besides its window: start and stop, each process of a cluster, and the requests in flight. */
const overhead = { all: 450, process: 60, drain: 200 } as const;

async function plan(options: PlanOptions, { iterationsPerMillisecond }: Capabilities): Promise<Plan> {
  const { scale, only } = options;
  const wanted = settings(totals[scale], only).filter(({ kind }) => kind !== 'held' || hasPipes);
  const [first] = wanted;
  if (!first) {
    throw nothingLeft(
      only,
      'kind',
      'Kinds are pbkdf2 and held; topologies node, cluster and threads; the total of processes × pool is 8.',
    );
  }
  const iterations =
    scale === 'as-published' ? published.iterations : Math.round(work.pbkdf2 * iterationsPerMillisecond);
  const parameters = { pbkdf2: { iterations }, held: { hold: work.held } } as const;
  const [total] = totals[scale];
  const whole = cellId(split(first.kind, 1, total));
  const { warmup, duration } = timing[scale];
  const one = warmup + duration + overhead.all + overhead.drain;
  const keys = ['kind', 'topology', 'processes', 'workers', 'pool'] as const;
  return labPlan(options, {
    name: 'processes-or-threads',
    subject: { kind: 'workload', workload: 'pool-classes', parameters: {} },
    factors: factorsOf(wanted, keys),
    cells: await Promise.all(wanted.map((setting) => cell(setting, parameters[setting.kind]))),
    baseline: wanted.some((setting) => cellId(setting) === whole) ? whole : cellId(first),
    blocks,
    quickLimit,
    warmup,
    duration,
    timeout: 120_000,
    blockTime: wanted.reduce((sum, { processes }) => sum + one + processes * overhead.process, 0),
  });
}

export const processesOrThreadsExperiment: Experiment = {
  name: 'processes-or-threads',
  question:
    'Does it matter how a total of pool threads is split over processes, and do worker threads count?',
  sources: [
    'the article on the thread pool: its cluster tables with 4 threads are its fork tables with 8',
    'libuv’s documentation: the thread pool is global and shared across all event loops',
  ],
  keys: ['kind', 'topology', 'processes', 'pool'],
  design: [
    'Eight pool threads in all: one process with eight, two with four, four with two, eight with one (node:cluster). Sixty-four clients each have one job in flight, so that no process runs dry. Jobs either compute (pbkdf2) or wait (a pipe that stays full for 20 ms, which holds a thread and needs no CPU); every answer proves its job.',
    'Beside them what a server gets that is only given more of something: eight worker threads that all listen (reusePort), or eight processes, each time with Node’s own four pool threads, against one process with four.',
  ],
  limits: [
    'Eight processes cost eight times the memory of one, and what they share they must tell each other: neither is measured here.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: ['Node 22.12 or 23.1 for worker threads that listen on one port'],
  plan,
  claims,
  passages,
};

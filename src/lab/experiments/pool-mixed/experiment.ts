/**
 * What does one slow kind of job do to the others? `fs.stat` takes microseconds; behind long jobs in the same queue it
 * takes as long as they do. Its requests come by the clock, so that a stalled server does not choose its own moments.
 */
import type { Plan } from '../../../model/plan.ts';
import { hasPipes } from '../../../workloads/held-jobs.ts';
import { published } from '../../../workloads/pool-size.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import { labPlan } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { alone, cell, cellId, settings, type MixedSetting } from './grid.ts';
import { passages } from './passages.ts';
import { factorsOf, nothingLeft } from '../filter-cells.ts';

const blocks = { quick: 4, full: 8, 'as-published': 1 } as const;
/** Milliseconds that a round of long jobs takes when each has its thread. */
const round = 100;
/** Between two rounds: the CPUs and the queue come to rest, as they do where somebody else sends the work. */
const pause = 50;
/** Several rounds; more where they take longer. As published one key takes half a second. */
const timing = {
  quick: { warmup: 250, duration: 800 },
  full: { warmup: 500, duration: 5000 },
  'as-published': { warmup: 3000, duration: 20_000 },
} as const;
const quickLimit = 80_000;
/** What a trial costs besides its window: start, stop, and the requests that still wait. */
const overhead = 550;

/**
 * A CPU for the generator alone wherever there are two: requests that leave late because long jobs hold all CPUs would
 * be the generator's wait and not the server's. What is asked here does not depend on the number of CPUs.
 */
function parted({ host, has }: Capabilities): Plan['affinity'] {
  const { affinity } = host;
  if (!affinity || affinity.length < 2 || !has.has('taskset')) return null;
  return { server: affinity.slice(0, -1), generator: affinity.slice(-1) };
}

/** All jobs of a round compute at once, on as many CPUs as there are. */
function iterationsOf(
  { count }: MixedSetting,
  scale: Plan['scale'],
  cpus: number,
  perMillisecond: number,
): number {
  if (scale === 'as-published') return published.iterations;
  const share = Math.min(1, cpus / count);
  return Math.round(round * share * perMillisecond);
}

async function plan(options: PlanOptions, facts: Capabilities): Promise<Plan> {
  const { scale, only } = options;
  const wanted = settings(scale, hasPipes ? ['held', 'pbkdf2'] : ['pbkdf2'], only);
  const [first] = wanted;
  if (!first) {
    throw nothingLeft(
      only,
      'pool',
      'Long jobs are held, pbkdf2 or none; sizes are one less than their number, the same, and one more.',
    );
  }
  const { warmup, duration } = timing[scale];
  const affinity = parted(facts);
  const cpus = affinity ? affinity.server.length : facts.cpus;
  const cells = wanted.map((setting) =>
    cell(
      setting,
      setting.long === 'held'
        ? { hold: round }
        : { iterations: iterationsOf(setting, scale, cpus, facts.iterationsPerMillisecond) },
    ),
  );
  return labPlan(options, {
    name: 'pool-mixed',
    subject: { kind: 'workload', workload: 'pool-mixed', parameters: { background: 1, pause } },
    factors: factorsOf(wanted, ['long', 'count', 'pool', 'limit']),
    cells: await Promise.all(cells),
    baseline: wanted.includes(alone) ? cellId(alone) : cellId(first),
    blocks,
    quickLimit,
    affinity,
    warmup,
    duration,
    blockTime: wanted.length * (warmup + duration + overhead),
  });
}

export const poolMixedExperiment: Experiment = {
  name: 'pool-mixed',
  question: 'What does one slow kind of job do to the others that share its pool?',
  sources: [
    'libuv’s source (src/threadpool.c): one queue for all kinds of work, first in, first out',
    'the article on the thread pool: the size is the exact number of concurrent operations',
  ],
  keys: ['pool', 'long', 'count', 'limit'],
  design: [
    'The server starts rounds of four long jobs, with a pause of 50 ms between them, which either wait (a pipe that stays full for 100 ms) or compute (pbkdf2, as long together on all CPUs). Beside them 250 requests per second ask for an fs.stat; their response time is measured from when they were due.',
    'Sizes are one less than the long jobs, as many, and one more. At the same size as there are long jobs a limiter in JavaScript gives the pool one fewer at a time. An answer proves its own stat and a whole round of long jobs, whose times the server logs. The load generator has a CPU to itself where there are two.',
  ],
  limits: [
    'The long jobs of a round begin together: jobs that come one at a time leave gaps that short ones slip through.',
    'Where the long jobs compute, the event loop competes with them for the CPUs: what is left of a wait then is the scheduler’s.',
  ],
  needs: [],
  plan,
  claims,
  passages,
};

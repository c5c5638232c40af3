/**
 * Does a server gain from worker threads, when it computes, and when it waits? The article on event loop and worker threads found that it does in either
 * case; its pool gave the results of one request to another, and what it timed was that.
 */
import { largeText, publishedLines } from '../../../workloads/loop-or-threads/data.ts';
import { compute, countPrimes, countWords } from '../../../workloads/loop-or-threads/tasks.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import { absent, fastest, labPlan, requireDiskSpace } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { batch, cell, cellId, published, settings, type WorkSetting, type Sizes } from './grid.ts';
import { passages } from './passages.ts';
import { nothingLeft } from '../filter-cells.ts';

/** What a quick run promises, and a margin for windows that have to be measured again. */
const quickLimit: Milliseconds = 215_000;
/** Of warm-up and window of the honest loads. */
const windows = {
  quick: { warmup: 150, duration: 500 },
  full: { warmup: 500, duration: 2000 },
  'as-published': { warmup: 0, duration: 2000 },
} as const;
const blocks = { quick: 5, full: 6, 'as-published': 1 } as const;
/** Start, readiness and stop. */
const overhead: Milliseconds = 350;
/** Of CPU for one request that counts primes or words: so much that what the generator uses beside it is little. */
const work: Milliseconds = 8;

/** For the small files, and whatever else is written there meanwhile. */
const spareSpace = 8 * 2 ** 20;

const rounds = 5;
const probe = { primes: 30_000, lines: 3000, units: 1000 } as const;

/** How much work a millisecond is here, measured once: about 30 ms. */
function sizes(scale: Plan['scale']): Sizes {
  const text = largeText(probe.lines);
  const [primes, words, units] = [
    fastest(() => countPrimes(probe.primes), rounds),
    fastest(() => countWords(text), rounds),
    fastest(() => compute(probe.units), rounds),
  ];
  // Trial division up to the root of n for each n: the cost grows with the power of 3/2.
  const prime = Math.round(probe.primes * (work / primes) ** (2 / 3));
  const lines = Math.max(1, Math.round((probe.lines * work) / words));
  return {
    prime,
    lines: scale === 'as-published' ? publishedLines : lines,
    unitsPerMillisecond: probe.units / units,
  };
}

/** How long one block takes if nothing has to be measured again. */
function blockCost(wanted: readonly WorkSetting[], scale: Plan['scale']): Milliseconds {
  const { warmup, duration } = windows[scale];
  const ofBatch = (of: WorkSetting) =>
    published.requests * (of.work === 'file' ? work : of.work === 'network-io' ? 3 : 0.5);
  return wanted.reduce(
    (sum, of) => sum + overhead + (of.load === batch ? ofBatch(of) : warmup + duration),
    0,
  );
}

// oxlint-disable-next-line require-await -- plans of other experiments wait for something
async function plan(options: PlanOptions, { has }: Capabilities): Promise<Plan> {
  const { scale, only } = options;
  const wanted = settings(scale, has.has('piscina'), only);
  const [first] = wanted;
  if (!first) {
    throw nothingLeft(
      only,
      'work',
      'Works are prime, file, io-test, network-io, wait+0ms, wait+4ms; topologies node, own-pool, once-pool, worker-pool (with piscina).',
    );
  }
  const size = sizes(scale);
  requireDiskSpace(spareSpace + largeText(1).length * size.lines);
  const factors = (['work', 'topology', 'workers'] as const).flatMap((key) => {
    const levels = [...new Set(wanted.flatMap((each) => each[key] ?? []))];
    return levels.length > 0 ? [{ key, levels }] : [];
  });
  const baseline = wanted.find(({ topology }) => topology === 'node') ?? first;
  return labPlan(options, {
    name: 'loop-or-threads',
    absent: absent(['piscina'], has),
    subject: {
      kind: 'workload',
      workload: 'loop-or-threads',
      parameters: { lines: size.lines, loop: 1 },
    },
    factors,
    cells: wanted.map((each) => cell(each, size, windows[scale].duration)),
    baseline: cellId(baseline),
    blocks,
    ...windows[scale],
    quickLimit,
    blockTime: blockCost(wanted, scale),
  });
}

export const loopOrThreadsExperiment: Experiment = {
  name: 'loop-or-threads',
  question: 'Does a server gain from worker threads, when it computes, and when it waits?',
  sources: [
    'the article on event loop and worker threads, with four tables',
    "Node's documentation of worker_threads and of performance.eventLoopUtilization",
  ],
  keys: ['work', 'topology', 'workers'],
  design: [
    "As published: a hundred requests in batches of ten, each batch after the last answer of the one before, on one thread, on a pool of four threads that pairs replies by worker.once('message') as the article's did, and on the same pool with a number for each task. Every answer proves that its results belong to its request; the pool with once is measured to count those that do not.",
    'Corrected: clients that never pause, and requests by the clock, with work that is long against what asking costs; only right answers count, and none may come before its delay.',
    `The crossover: a wait of 20 ms with JavaScript behind it, with few clients and with many, so that the single loop is idle, half full and full; a request costs the same work everywhere, counted in units and not by a clock.`,
  ],
  limits: [
    'The published benchmark always ran the single thread first; two servers that are the same differ by about a quarter that way, the second being the faster. Here the order is drawn for each block.',
    "The article does not tell the size of its large file, nor the code of its client beyond its output; the file here is the experiment's own.",
    'A quick run goes to 100 clients; --full goes to 2,000, and has node:cluster beside the worker pool.',
    'Delays are timers: a network has its own costs on the loop, which waiting alone does not show.',
    'The generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: ['piscina for the pool that people use; without it our own stands for it'],
  plan,
  claims,
  passages,
};

/**
 * Does a server gain from worker threads, when it computes, and when it waits? The article on event loop and worker threads found that it does in either
 * case; its pool gave the results of one request to another, and what it timed was that.
 */
import type { Milliseconds } from '../../../model/units.ts';
import { publishedLines } from '../../../workloads/loop-or-threads/data.ts';
import { absent, defineExperiment } from '../experiment.ts';
import { claims } from './claims.ts';
import {
  batch,
  calibrated,
  cell,
  cellId,
  published,
  requestTime,
  requireSpaceFor,
  settings,
  type WorkSetting,
} from './grid.ts';
import { passages } from './passages.ts';

/** Of warm-up and window of the honest loads. */
const windows = {
  quick: { warmup: 150, duration: 500 },
  full: { warmup: 500, duration: 2000 },
  'as-published': { warmup: 0, duration: 2000 },
} as const;
/** Start, readiness and stop. */
const overhead: Milliseconds = 350;

export const loopOrThreadsExperiment = defineExperiment<WorkSetting>({
  name: 'loop-or-threads',
  question: 'Does a server gain from worker threads, when it computes, and when it waits?',
  sources: [
    'the article on event loop and worker threads, with four tables',
    "Node's documentation of worker_threads and of performance.eventLoopUtilization",
  ],
  keys: ['work', 'topology', 'workers'],
  levels:
    'Works are prime, file, io-test, network-io, wait+0ms, wait+4ms; topologies node, own-pool, once-pool, worker-pool (with piscina).',
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
  blocks: { quick: 5, full: 6, 'as-published': 1 },
  // What a quick run promises, and a margin for windows that have to be measured again.
  quickLimit: 215_000,
  cellId,
  grid(options, { has }, narrow) {
    const { scale } = options;
    const wanted = narrow(settings(options, has.has('piscina')));
    const measured = calibrated();
    const sizes = scale === 'as-published' ? { ...measured, lines: publishedLines } : measured;
    requireSpaceFor(sizes);
    const { warmup, duration } = windows[scale];
    const inBatches = { prime: 0.5, file: requestTime, 'io-test': 0.5, 'network-io': 3 } as const;
    return {
      wanted,
      absent: absent(['piscina'], has),
      subject: {
        kind: 'workload',
        workload: 'loop-or-threads',
        parameters: { lines: sizes.lines, loop: 1 },
      },
      cell: (of) => cell(of, sizes, duration),
      baseline: ({ topology }) => topology === 'node',
      cost: ({ work, load }) =>
        overhead +
        (load === batch ? published.requests * inBatches[work as keyof typeof inBatches] : warmup + duration),
      warmup,
      duration,
    };
  },
  claims,
  passages,
});

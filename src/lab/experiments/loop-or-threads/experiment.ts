/**
 * Does a server gain from worker threads, when it computes, and when it waits? The article on event loop and worker threads found that
 * it does in either case; its pool gave the results of one request to another, and what it timed was that.
 */
import { withInterval } from '../../../format/words.ts';
import { message } from '../../../messages/message.ts';
import { describeLoad } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Measured, Passage, RunTable, Said } from '../../../model/verdict.ts';
import { delays } from '../../workloads/loop-or-threads.ts';
import { publishedLines } from '../../workloads/loop-or-threads/data.ts';
import { absent, defineExperiment } from '../experiment.ts';
import { equality, isAbove, isBelow, ratioOf } from '../judgement.ts';
import {
  decimals,
  intervalOf,
  measuredCells,
  middle,
  picture,
  points,
  section,
  shown,
  tableOf,
} from '../tables.ts';
import { claims, crossoverHolds, gain, poolNames, poolOf, utilizationAt, waitLoads } from './claims.ts';
import {
  batch,
  calibrated,
  cellId,
  cellOf,
  published,
  requestTime,
  requireSpaceFor,
  settings,
  type RequestWork,
  type ThreadTopology,
  type WorkSetting,
} from './grid.ts';
import { publishedFigures, publishedRuns, totalsOf, type PublishedRun } from './published.ts';

/** The article's own question, and its answer. It says only what this run counted and measured. */
function why(measured: Measured): Passage[] {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return [];
  const { answered, wrong, fastest, mean } = totalsOf(runs);
  const honest = gain('throughput', 'network-io', batch, 'own-pool')(measured);
  const paragraphs: Said[] = [
    message('passage.mixed-up-replies', {
      answered,
      wrong,
      fastest,
      mean,
      from: delays.from,
      to: delays.to,
    }),
  ];
  if (honest) {
    const gained = isAbove(honest, equality) ? 'left' : isBelow(honest, equality) ? 'gone' : 'unknown';
    paragraphs.push(
      message('passage.numbered-tasks', { gained, ratio: intervalOf(honest) }),
      'Waiting needs no thread: one loop holds any number of timers and sockets. The callbacks that queue on it take microseconds each.',
    );
  }
  return [{ title: 'Why did threads seem to win at waiting?', paragraphs, tables: [] }];
}

/** The works of the article, with the names of their rows in its tables. */
const articleWorks = [
  ['prime', 'prime'],
  ['file', 'word-count'],
  ['io-test', 'small-files'],
  ['network-io', 'delays'],
] as const;

const servedBy = [
  ['node', 'single thread', 'single'],
  ['once-pool', 'once', 'workers'],
  ['own-pool', 'by number', null],
] as const;

/** The average that the article's client printed: for CPU work, the total divided by the number of requests. */
const average = (work: RequestWork, run: PublishedRun) =>
  work === 'prime' || work === 'file' ? run.total / run.answered : run.mean;

/** What the article's client printed, and what it could not see: whose results it was given. */
function rebuilt(measured: Measured): Passage[] {
  const found = articleWorks.flatMap(([work, row]) =>
    servedBy.flatMap(([topology, label, server]) => {
      const runs = publishedRuns(measured, work, topology);
      // What a single run, as the article has it, is most likely to show.
      const run = middle(runs, (one) => one.total);
      const theirs = publishedFigures.find((one) => one.work === row && one.server === server);
      return run ? [{ work, name: `${work}, ${label}`, run, theirs, all: totalsOf(runs) }] : [];
    }),
  );
  type ArticleRow = (typeof found)[number];
  const two = (value: number | undefined) => shown(value, decimals(2));
  const counted = tableOf<ArticleRow>(
    {
      title: 'A hundred requests in batches of ten, as its client counts them',
      note: 'Right and wrong answers alike, of the run with the median total. “once” is the pool as published, “by number” the same with a number for each task. For prime and file its average is the total ÷ 100.',
    },
    found,
    {
      '<server': ({ name }) => name,
      'total ms': ({ run }) => two(run.total),
      'average ms': ({ work, run }) => two(average(work, run)),
      'requests/s': ({ run }) => two(run.perSecond),
      'article total': ({ theirs }) => two(theirs?.total),
      'article average': ({ theirs }) => two(theirs?.average),
      'article rate': ({ theirs }) => two(theirs?.perSecond),
    },
  );
  const unseen = tableOf<ArticleRow>(
    {
      title: 'What it could not see',
      note: 'Over all runs. A request of network-io has five delays of 10 to 30 ms.',
    },
    found,
    {
      '<server': ({ name }) => name,
      'wrong answers': ({ all }) => `${all.wrong} of ${all.answered}`,
      share: ({ all }) => `${((all.wrong / all.answered) * 100).toFixed(0)}%`,
      'fastest ms': ({ all }) => two(all.fastest),
    },
  );
  return section(
    "The article's benchmark, rebuilt",
    [
      "Its client's figures from this run's own samples, with the pool as published, and the article's beside them.",
    ],
    [counted, unseen],
  );
}

function honestTable(measured: Measured): RunTable {
  const rows = measuredCells(measured).filter(({ load }) => load.kind !== 'batch');
  const againstOne = ({ id, setting, load }: (typeof rows)[number]) => {
    const base = cellId({ work: setting['work'] as RequestWork, topology: 'node', load });
    const metric = load.kind === 'rate' ? 'p50' : 'throughput';
    const compared = base === id ? null : ratioOf(measured, '', id, base, metric);
    return compared ? `${metric === 'p50' ? 'p50: ' : ''}${withInterval(compared)}` : '';
  };
  return tableOf(
    {
      title: 'Honest loads, with primes and a file that take some milliseconds each',
      note: 'Proved answers only. CPU: of the server, for each request. Ratio: throughput where clients wait for their answers, the median time where requests come by the clock, with its 95% interval.',
    },
    rows,
    {
      '<work': ({ setting }) => String(setting['work']),
      '<server': ({ setting: { topology, workers } }) =>
        `${poolNames[String(topology)] ?? ''}${workers === undefined ? '' : ` × ${workers}`}`,
      '<load': ({ load }) => describeLoad(load),
      'requests/s': ({ metrics }) => shown(metrics.throughput),
      'p50 ms': ({ metrics }) => shown(metrics.p50, decimals(1)),
      'CPU ms': ({ metrics }) => shown(metrics.cpuPerRequest, decimals(2)),
      'loop, %': ({ metrics }) => shown(metrics.loopUtilization, (share) => (share * 100).toFixed(0)),
      'ratio to single thread': againstOne,
    },
  );
}

const advice =
  'To find where a service stands, read performance.eventLoopUtilization() over some seconds of its real load. Far below 1 it waits, and threads will not help. Near 1 a profile tells whether it is JavaScript that could move, or HTTP itself. Only more processes can share HTTP.';

/** What threads gain, against how busy the loop is without them. */
function crossover(measured: Measured): Passage[] {
  const all = waitLoads(measured);
  const rivals = ([poolOf(measured), 'cluster'] as ThreadTopology[]).filter((topology) =>
    all.some(({ work, load }) =>
      measured.plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
    ),
  );
  const lines = rivals.flatMap((topology) =>
    [...Map.groupBy(all, ({ computed }) => computed)].map(([computed, those]) => {
      // Loads whose loops are equally busy, to a percent, share one point: that of the most clients.
      const byLevel = new Map(
        those.flatMap((waiting) => {
          const utilization = utilizationAt(measured, waiting);
          const compared = gain('throughput', waiting.work, waiting.load, topology)(measured);
          if (!utilization || !compared) return [];
          return [[Math.max(1, Math.round(utilization.value * 100)), compared] as const];
        }),
      );
      const own = points([...byLevel].toSorted(([a], [b]) => a - b));
      return { label: `${poolNames[topology]}, ${computed} ms of JavaScript`, points: own };
    }),
  );
  return section(
    'The crossover',
    [
      'Every request waits 20 ms, and then computes as long as its line says. More clients make the loop busier. While it has idle time left, the waits overlap on one thread as on four. When JavaScript saturates it, further threads can take that over, as far as there are CPUs.',
      ...(crossoverHolds(measured) ? [advice] : []),
    ],
    [],
    picture('crossover', 'What worker threads gain, against how busy the single loop is', {
      axis: { label: 'utilisation of the single loop, %', scale: 'linear' },
      unit: 'times the throughput of the single thread',
      lines,
    }),
  );
}

const passages = (measured: Measured): Passage[] => [
  ...why(measured),
  ...rebuilt(measured),
  ...section(
    'Corrected',
    [
      'Clients do not pause, or requests come by the clock. There is a warm-up, and fresh servers in an order drawn for each block. Only answers that prove to be their own count.',
    ],
    [honestTable(measured)],
  ),
  ...crossover(measured),
];

/** Milliseconds of warm-up and window of the honest loads. */
const windows = {
  quick: { warmup: 150, duration: 500 },
  full: { warmup: 500, duration: 2000 },
  'as-published': { warmup: 0, duration: 2000 },
} as const;
/** Time of a trial besides its load: start, readiness and stop. */
const overhead: Milliseconds = 350;

export const loopOrThreadsExperiment = defineExperiment<WorkSetting>({
  name: 'loop-or-threads',
  question: 'Does a server gain from worker threads, when it computes, and when it waits?',
  sources: [
    'the article on event loop and worker threads, with four tables',
    "Node's documentation of worker_threads and of performance.eventLoopUtilization",
  ],
  keys: ['work', 'topology', 'workers'],
  design: [
    "As published: a hundred requests in batches of ten, each batch after the last answer of the one before. They go to one thread, and to a pool of four that pairs replies by worker.once('message'), as the article's did. A third server is the same pool with a number for each task. Every answer proves that its results belong to its request. Of the pool with once, those that do not are counted.",
    'Corrected: clients that never pause, and requests by the clock. The work is long against what asking costs. Only right answers count, and none may come before its delay.',
    'The crossover: a wait of 20 ms with JavaScript behind it, with few clients and with many. So the single loop is idle, half full and full. A request costs the same work everywhere, counted in units and not by a clock.',
  ],
  limits: [
    'The published benchmark always ran the single thread first. Two servers that are the same then differ by about a quarter: the second is faster. Here the order is drawn for each block.',
    "The article gives neither the size of its large file nor the code of its client. The file here is the experiment's own.",
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
      cell: (of) => cellOf(of, sizes, duration),
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

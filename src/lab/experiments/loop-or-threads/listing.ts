/** What the article's two clients printed, line by line, from this run's own samples; and its figures beside ours. */
import type { Listing, Measured, Table } from '../../../model/verdict.ts';
import { loopOrThreads as document } from '../published/loop-or-threads.ts';
import { published, type Topology, type Work } from './grid.ts';
import { publishedRuns, together, typical, type PublishedRun } from './runs.ts';

type PublishedWork = 'prime' | 'file' | 'io-test' | 'network-io';

/** The article's servers: their ports and paths, and the names of their rows in its tables. */
const servers: Readonly<
  Record<
    PublishedWork,
    { readonly path: string; readonly ports: readonly [number, number]; readonly row: string }
  >
> = {
  prime: { path: `/prime/${published.prime}`, ports: [3000, 3001], row: 'prime' },
  file: { path: '/file/large', ports: [3002, 3003], row: 'word-count' },
  'io-test': { path: '/io-test', ports: [4000, 4001], row: 'small-files' },
  'network-io': { path: '/network-io', ports: [4000, 4001], row: 'delays' },
};

/** For its CPU case the client printed the total divided by the number of requests, and called it an average. */
const isTotalByCount = (work: Work) => work === 'prime' || work === 'file';
const average = (work: Work, run: PublishedRun) =>
  isTotalByCount(work) ? run.total / run.answered : run.mean;

const rule = '-----------------------------------';

function caseLines(title: string, work: PublishedWork, port: number, run: PublishedRun): string[] {
  return [
    title,
    `Benchmarking http://localhost:${port}${servers[work].path} with ${published.requests} iterations and ${published.clients} concurrent requests`,
    `Total time: ${run.total.toFixed(2)}ms`,
    `Average request time: ${average(work, run).toFixed(2)}ms`,
    `Requests per second: ${run.perSecond.toFixed(2)}`,
    rule,
  ];
}

const runsOf = (measured: Measured, work: PublishedWork) => ({
  single: typical(publishedRuns(measured, work, 'node')),
  multi: typical(publishedRuns(measured, work, 'once-pool')),
});

function difference(single: PublishedRun, multi: PublishedRun): number {
  return (multi.perSecond / single.perSecond - 1) * 100;
}

function comparison(title: string, label: string, single: PublishedRun, multi: PublishedRun, sign = '') {
  return [
    `${title}:`,
    `Single-thread RPS: ${single.perSecond.toFixed(2)}`,
    `Multi-thread RPS: ${multi.perSecond.toFixed(2)}`,
    `${label}: ${difference(single, multi) >= 0 ? sign : ''}${difference(single, multi).toFixed(2)}%`,
  ];
}

/** As cpu-benchmark.js and io-benchmark.js printed them; a listing is left out where one of its parts was not measured. */
export function listings(measured: Measured): Listing[] {
  const [prime, file, files, delays] = (['prime', 'file', 'io-test', 'network-io'] as const).map((work) =>
    runsOf(measured, work),
  );
  const list: Listing[] = [];
  if (prime?.single && prime.multi && file?.single && file.multi) {
    list.push({
      title: 'node cpu-benchmark.js',
      lines: [
        'CPU-BOUND TESTS 1',
        ...caseLines('case1) single-thread event loop', 'prime', 3000, prime.single),
        ...caseLines('case2) multi-thread', 'prime', 3001, prime.multi),
        'CPU-BOUND TESTS 2',
        ...caseLines('case1) single-thread event loop', 'file', 3002, file.single),
        ...caseLines('case2) multi-thread', 'file', 3003, file.multi),
        'COMPARISON RESULTS:',
        ...comparison('CPU-BOUND1', 'Performance improvement', prime.single, prime.multi),
        ...comparison('CPU-BOUND2', 'Performance difference', file.single, file.multi),
      ],
    });
  }
  if (files?.single && files.multi && delays?.single && delays.multi) {
    list.push({
      title: 'node io-benchmark.js',
      lines: [
        'PURE IO-BOUND TESTS',
        '--------------------------------',
        ...caseLines('case1) Single-thread event loop - 파일 IO', 'io-test', 4000, files.single),
        ...caseLines('case2) Multi-thread - 파일 IO', 'io-test', 4001, files.multi),
        ...caseLines('case3) Single-thread event loop - 네트워크 IO', 'network-io', 4000, delays.single),
        ...caseLines('case4) Multi-thread - 네트워크 IO', 'network-io', 4001, delays.multi),
        'COMPARISON RESULTS:',
        ...comparison('파일 IO', 'Performance difference', files.single, files.multi, '+'),
        ...comparison('네트워크 IO', 'Performance difference', delays.single, delays.multi, '+'),
      ],
    });
  }
  return list;
}

const servedBy: readonly (readonly [Topology, string, 'single' | 'workers' | null])[] = [
  ['node', '1 thread', 'single'],
  ['once-pool', 'once', 'workers'],
  ['own-pool', 'by number', null],
];

/** The parts of the article's printout, and what its client could not see: whose results it was given. */
export function seedTables(measured: Measured): Table[] {
  const found = (Object.keys(servers) as PublishedWork[]).flatMap((work) =>
    servedBy.flatMap(([topology, label, server]) => {
      const runs = publishedRuns(measured, work, topology);
      const run = typical(runs);
      const theirs = document.rows.find(({ cell }) => cell === `${servers[work].row}/${server}`);
      return run ? [{ work, name: `${work}, ${label}`, run, theirs, all: together(runs) }] : [];
    }),
  );
  if (found.length === 0) return [];
  const right = (label: string) => ({ label, align: 'right' as const });
  return [
    {
      title: 'A hundred requests in batches of ten, as its client counts them',
      note: 'Right and wrong answers alike, of the run with the median total. “once” is the pool as published, “by number” the same with a number for each task. For prime and file its average is the total ÷ 100.',
      columns: [
        { label: 'server', align: 'left' },
        ...['total ms', 'average ms', 'requests/s', 'article total', 'article average', 'article rate'].map(
          right,
        ),
      ],
      rows: found.map(({ work, name, run, theirs }) => [
        name,
        ...[run.total, average(work, run), run.perSecond].map((value) => value.toFixed(2)),
        ...[theirs?.length, theirs?.mean, theirs?.throughput].map((value) => value?.toFixed(2) ?? '–'),
      ]),
    },
    {
      title: 'What it could not see',
      note: 'Over all runs. A request of network-io has five delays of 10 to 30 ms.',
      columns: [{ label: 'server', align: 'left' }, ...['wrong answers', 'share', 'fastest ms'].map(right)],
      rows: found.map(({ name, all: { answered, wrong, fastest } }) => [
        name,
        `${wrong} of ${answered}`,
        `${((wrong / answered) * 100).toFixed(0)} %`,
        fastest.toFixed(2),
      ]),
    },
  ];
}

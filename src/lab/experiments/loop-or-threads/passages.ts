/** The experiment's own pages: why threads seemed to win, what the article printed, the honest figures, and the crossover. */
import { short, withInterval } from '../../../format/words.ts';
import { describeLoad } from '../../../model/plan.ts';
import type { Measured, Section, Picture, Summary, Table } from '../../../model/verdict.ts';
import { delays } from '../../../workloads/loop-or-threads.ts';
import { left, right, section } from '../experiment.ts';
import { equality, isAbove, isBelow, ratioOf } from '../judgement.ts';
import { crossoverHolds } from './claims.ts';
import { gain, poolNames, poolOf, utilizationAt, waitLoads } from './evidence.ts';
import { batch, cellId, type RequestWork, type ThreadTopology } from './grid.ts';
import { publishedFigures } from './published.ts';
import { publishedRuns, together, typical, type PublishedRun } from './runs.ts';

/** The article's own question, and its answer. It says only what this run counted and measured. */
function why(measured: Measured): Section[] {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return [];
  const { answered, wrong, fastest, mean } = together(runs);
  const honest = gain(measured, 'throughput', 'network-io', batch, 'own-pool');
  const paragraphs = [
    `The article's pool sends a task to a worker and waits with worker.once('message'). With several tasks in flight in a worker, the first reply ends the wait of all of them, whichever it belongs to. Here ${wrong} of ${answered} answers (${short((wrong / answered) * 100)}%) carried the results of other requests; they came after ${short(mean)} ms on average, the fastest after ${short(fastest)} ms, though every request has delays of ${delays.from} to ${delays.to} ms. A client that looks only at the clock takes that for speed.`,
  ];
  if (honest) {
    const verdict = isAbove(honest, equality)
      ? 'a gain is left'
      : isBelow(honest, equality)
        ? 'the gain is gone'
        : 'the gain that is left is not known well enough';
    paragraphs.push(
      `With a number for each task, and nothing else changed, ${verdict}: ${withInterval(honest)} times the throughput of the single thread. Waiting needs no thread: one loop holds any number of timers and sockets, and the callbacks that queue on it take microseconds each.`,
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
  ['node', '1 thread', 'single'],
  ['once-pool', 'once', 'workers'],
  ['own-pool', 'by number', null],
] as const;

/** For its CPU case the client printed the total divided by the number of requests, and called it an average. */
const average = (work: RequestWork, run: PublishedRun) =>
  work === 'prime' || work === 'file' ? run.total / run.answered : run.mean;

/** What the article's client printed, and what it could not see: whose results it was given. */
function rebuilt(measured: Measured): Section[] {
  const found = articleWorks.flatMap(([work, row]) =>
    servedBy.flatMap(([topology, label, server]) => {
      const runs = publishedRuns(measured, work, topology);
      const run = typical(runs);
      const theirs = publishedFigures.find((one) => one.work === row && one.server === server);
      return run ? [{ work, name: `${work}, ${label}`, run, theirs, all: together(runs) }] : [];
    }),
  );
  const columns = [
    'total ms',
    'average ms',
    'requests/s',
    'article total',
    'article average',
    'article rate',
  ];
  return section(
    "The article's benchmark, rebuilt",
    [
      "Its client's figures from this run's own samples, with the pool as published, and the article's beside them.",
    ],
    [
      {
        title: 'A hundred requests in batches of ten, as its client counts them',
        note: 'Right and wrong answers alike, of the run with the median total. “once” is the pool as published, “by number” the same with a number for each task. For prime and file its average is the total ÷ 100.',
        columns: [left('server'), ...columns.map(right)],
        rows: found.map(({ work, name, run, theirs }) => [
          name,
          ...[run.total, average(work, run), run.perSecond].map((value) => value.toFixed(2)),
          ...[theirs?.total, theirs?.average, theirs?.perSecond].map((value) => value?.toFixed(2) ?? '–'),
        ]),
      },
      {
        title: 'What it could not see',
        note: 'Over all runs. A request of network-io has five delays of 10 to 30 ms.',
        columns: [left('server'), ...['wrong answers', 'share', 'fastest ms'].map(right)],
        rows: found.map(({ name, all: { answered, wrong, fastest } }) => [
          name,
          `${wrong} of ${answered}`,
          `${((wrong / answered) * 100).toFixed(0)}%`,
          fastest.toFixed(2),
        ]),
      },
    ],
  );
}

function honestTable(measured: Measured): Table {
  const cells = new Map(measured.plan.cells.map((cell) => [cell.id, cell]));
  const rows = measured.summaries.flatMap((summary) => {
    const cell = cells.get(summary.cell);
    const { throughput } = summary.metrics;
    if (!cell || cell.load.kind === 'batch' || !throughput) return [];
    return [honestRow(measured, summary, describeLoad(cell.load))];
  });
  return {
    title: 'Honest loads, with primes and a file that take some milliseconds each',
    note: 'Proved answers only. CPU: of the server, for each request. Against the single thread: throughput where clients wait for their answers, the median time where requests come by the clock, with its 95% interval.',
    columns: [
      left('work'),
      left('server'),
      left('load'),
      ...['requests/s', 'p50 ms', 'CPU ms', 'loop %', '÷ single thread'].map(right),
    ],
    rows,
  };
}

function honestRow(measured: Measured, { setting, metrics, cell }: Summary, load: string): string[] {
  const { throughput, p50, cpuPerRequest, loopUtilization } = metrics;
  const base = cellId({
    work: setting['work'] as RequestWork,
    topology: 'node',
    load: loadOf(measured, cell),
  });
  const metric = load.startsWith('rate') ? 'p50' : 'throughput';
  const compared = base === cell ? null : ratioOf(measured, metric, '', cell, base);
  const workers = setting['workers'];
  const threads = workers === undefined ? '' : ` × ${workers}`;
  return [
    String(setting['work']),
    `${poolNames[String(setting['topology'])] ?? ''}${threads}`,
    load,
    short(throughput?.value ?? 0),
    p50 ? p50.value.toFixed(1) : '–',
    cpuPerRequest ? cpuPerRequest.value.toFixed(2) : '–',
    loopUtilization ? (loopUtilization.value * 100).toFixed(0) : '–',
    compared ? `${metric === 'p50' ? 'p50 ' : ''}${withInterval(compared)}` : '',
  ];
}

function loadOf({ plan }: Measured, id: string) {
  return plan.cells.find((cell) => cell.id === id)?.load ?? batch;
}

const advice =
  'To find where a service stands: performance.eventLoopUtilization() over some seconds of its real load. Far below 1 it waits, and threads will not help; near 1 a profile says whether it is JavaScript that could move, or HTTP itself, which only more processes can share.';

/** What threads gain, against how busy the loop is without them. */
function crossover(measured: Measured): Section[] {
  const all = waitLoads(measured);
  const rivals = ([poolOf(measured), 'cluster'] as ThreadTopology[]).filter((topology) =>
    all.some(({ work, load }) =>
      measured.plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
    ),
  );
  const lines = rivals.flatMap((topology) =>
    [...Map.groupBy(all, ({ computed }) => computed)].flatMap(([computed, those]) => {
      // Places that are as busy as each other to a percent share one, where the most clients stand.
      const byLevel = new Map(
        those.flatMap((waiting) => {
          const utilization = utilizationAt(measured, waiting);
          const compared = gain(measured, 'throughput', waiting.work, waiting.load, topology);
          if (!utilization || !compared) return [];
          const level = Math.max(1, Math.round(utilization.value * 100));
          const { value, low, high } = compared;
          return [[level, { level, value, low, high }] as const];
        }),
      );
      const points = [...byLevel.values()].toSorted((a, b) => a.level - b.level);
      const label = `${poolNames[topology]}, ${computed} ms of JavaScript`;
      return points.length > 0 ? [{ label, points }] : [];
    }),
  );
  if (lines.length === 0) return [];
  const told = lines.map(({ label, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return `${label}: ${short(first?.value ?? 0)} at ${first?.level}%${points.length > 1 ? `, ${short(last?.value ?? 0)} at ${last?.level}%` : ''}`;
  });
  const picture: Picture = {
    id: 'crossover',
    title: 'What worker threads gain, against how busy the single loop is',
    sentence: `Throughput against that of the single thread, by the utilisation of its loop: ${told.join('; ')}.`,
    axis: { label: 'utilisation of the single loop, %', scale: 'linear' },
    unit: 'times the throughput of the single thread',
    lines,
  };
  return [
    {
      title: 'The crossover',
      paragraphs: [
        'Every request waits 20 ms, and then computes as long as its line says. More clients make the loop busier: while it has idle time left, the waits overlap on one thread as on four; when JavaScript saturates it, further threads can take that over, as far as there are CPUs.',
        ...(crossoverHolds(measured) ? [advice] : []),
      ],
      tables: [],
      pictures: [picture],
    },
  ];
}

const corrected = (measured: Measured) =>
  section(
    'Corrected',
    [
      'Clients that do not pause, or requests by the clock; a warm-up; fresh servers in an order drawn for each block; only answers that prove to be their own.',
    ],
    [honestTable(measured)],
  );

export function passages(measured: Measured): Section[] {
  return [...why(measured), ...rebuilt(measured), ...corrected(measured), ...crossover(measured)];
}

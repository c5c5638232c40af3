/** The passages about the article's own two runs: ab's report rebuilt, and the log that grows by itself. */
import type { Trial } from '../../../model/sample.ts';
import type { Measured, Passage, Table } from '../../../model/verdict.ts';
import { figure, short } from '../evidence.ts';
import { abFigures, abLines, percents, type AbFigures } from './ab-layout.ts';
import { iterationsOf } from './claims.ts';
import { answersOf, clientTime, perBlock, asPublished } from './evidence.ts';
import { publishedReports } from './published.ts';
import { published } from '../../../workloads/cluster.ts';

const right = (label: string) => ({ label, align: 'right' as const });

/** The trial of a cell whose throughput is in the middle: one that was measured, not an average of several. */
function middleTrial({ trials }: Measured, cell: string): Trial | null {
  const counted = trials
    .filter((trial) => trial.cell === cell && !trial.problem && trial.sample)
    .toSorted((a, b) => (a.sample?.outcome.throughput ?? 0) - (b.sample?.outcome.throughput ?? 0));
  return counted[Math.floor((counted.length - 1) / 2)] ?? null;
}

export function rebuilt(measured: Measured): Passage[] {
  const trials = {
    plain: middleTrial(measured, asPublished('node')),
    cluster: middleTrial(measured, asPublished('cluster')),
  };
  const own = {
    plain: trials.plain && abFigures(trials.plain),
    cluster: trials.cluster && abFigures(trials.cluster),
  };
  if (!own.plain && !own.cluster) return [];
  const iterations = iterationsOf(measured);
  const scaled =
    iterations === published.iterations
      ? 'Every constant is the document’s.'
      : `The loop has ${iterations} iterations instead of 10¹⁰, so compare the shape of the columns, not their seconds.`;
  return [
    {
      title: 'ab’s report, rebuilt',
      paragraphs: [
        `The trial with the middle throughput of each server, asked by chokepoint as ab -n 10 -c 2 would, in ab’s layout. ${scaled} Opening the connection is part of the processing here, and the header Server-Timing makes each answer longer than the published 87 bytes.`,
      ],
      tables: [besideTable(own), ...clientsTable(measured)],
      listings: (['plain', 'cluster'] as const).flatMap((server) => {
        const figures = own[server];
        return figures ? { title: `${server}-server.js`, lines: abLines(figures) } : [];
      }),
    },
  ];
}

function besideTable(own: Readonly<Record<'plain' | 'cluster', AbFigures | null>>): Table {
  const columns = [own.plain, publishedReports.plain.ab, own.cluster, publishedReports.cluster.ab];
  const line = (label: string, value: (figures: AbFigures) => string) => [
    label,
    ...columns.map((figures) => (figures ? value(figures) : '–')),
  ];
  const whole = (value: number) => String(Math.round(value));
  return {
    title: 'ab -n 10 -c 2, here and as published',
    columns: [
      { label: '', align: 'left' },
      ...['plain, here', 'plain, document', 'cluster, here', 'cluster, document'].map(right),
    ],
    rows: [
      line('Time taken for tests [s]', ({ timeTaken }) => (timeTaken / 1000).toFixed(3)),
      line('Requests per second', ({ requests, timeTaken }) => ((requests / timeTaken) * 1000).toFixed(2)),
      line('Time per request [ms]', ({ requests, timeTaken, concurrency }) =>
        ((timeTaken * concurrency) / requests).toFixed(1),
      ),
      line('Total: min [ms]', ({ total }) => whole(total.min)),
      line('Total: mean', ({ total }) => whole(total.mean)),
      line('Total: ±sd', ({ total }) => total.sd.toFixed(1)),
      line('Total: median', ({ total }) => whole(total.median)),
      line('Total: max', ({ total }) => whole(total.max)),
      ...percents.flatMap((percent, i) =>
        percent % 10 === 0 ? [line(`${percent} % within [ms]`, ({ served }) => whole(served[i] ?? 0))] : [],
      ),
    ],
  };
}

/** What each client saw of the same two servers. */
function clientsTable(measured: Measured): Table[] {
  const rows = (['node', 'cluster'] as const).flatMap((topology) =>
    (['published', 'ab'] as const).flatMap((variant) => {
      const cell = asPublished(topology, variant);
      const [rate, mean] = [measured.estimate('throughput', cell), measured.estimate('mean', cell)];
      const inFlight = perBlock(measured, [cell], ([trial]) => trial?.sample?.outcome.concurrency ?? null);
      if (!rate || !mean) return [];
      const name = { published: 'chokepoint', ab: 'ab' }[variant];
      const server = topology === 'node' ? 'plain' : 'cluster';
      return [[server, name, short(rate.value), mean.value.toFixed(1), inFlight ? figure(inFlight) : '–']];
    }),
  );
  if (!rows.some(([, name]) => name === 'ab')) return [];
  return [
    {
      title: 'The same load by two clients',
      note: 'Under way: requests, averaged over the test; two may be. ab 2.4.71 sends its first request alone, and the others when that is answered.',
      columns: [
        { label: 'server', align: 'left' },
        { label: 'asked by', align: 'left' },
        ...['requests/s', 'mean [ms]', 'under way'].map(right),
      ],
      rows,
    },
  ];
}

export function growingLog(measured: Measured): Passage[] {
  const trial = middleTrial(measured, asPublished('cluster', 'worker-clock'));
  if (!trial) return [];
  const answers = answersOf(trial);
  if (answers.length === 0) return [];
  const elapsed = publishedReports.cluster.elapsed;
  const first = elapsed[0] ?? 0;
  const grown = (elapsed.at(-1) ?? 0) - first;
  const { timeTaken, total } = publishedReports.cluster.ab;
  const points = (time: (answer: (typeof answers)[number]) => number | undefined) =>
    answers.flatMap((answer, i) => {
      const value = time(answer);
      return value === undefined ? [] : { level: i + 1, value, low: null, high: null };
    });
  const lines = [
    { label: 'elapsed, as its log has it', points: points(({ serverTime }) => serverTime) },
    { label: 'what the client waited', points: points(clientTime) },
  ];
  const [from, to] = [lines[0]?.points[0]?.value, lines[0]?.points.at(-1)?.value];
  const waits = answers.map(clientTime);
  return [
    {
      title: 'The log that grows by itself',
      paragraphs: [
        `cluster-server.js takes its startTime once, when the worker starts, and subtracts it after every request: its "elapsed" is how old the worker is. In the document it grows by ${short(grown / 1000)} s between the first answer and the last, which lie ${short((timeTaken - total.mean) / 1000)} s apart; ab’s own table of the same test shows ${short(total.min / 1000)} to ${short(total.max / 1000)} s for every request.`,
        '경과시간이 점점 길어진 것은 프로세스들이 CPU를 두고 경쟁해서가 아니라, startTime을 요청이 아닌 워커가 시작될 때 한 번만 재었기 때문이다. 문서의 ab 표에서 클라이언트가 기다린 시간은 열 요청 모두 10.9~11.2초이다.',
      ],
      tables: [logTable(trial)],
      pictures: [
        {
          id: 'growing-elapsed',
          title: 'Elapsed as the worker’s age, and what the client waited',
          sentence: `From answer to answer the log’s elapsed goes from ${short(from ?? 0)} to ${short(to ?? 0)} ms, while the clients waited ${short(Math.min(...waits))} to ${short(Math.max(...waits))} ms.`,
          axis: { label: 'answer', scale: 'category' },
          unit: 'ms',
          lines,
        },
      ],
    },
  ];
}

function logTable(trial: Trial): Table {
  return {
    title: 'Ten requests to the cluster',
    note: 'Milliseconds. The document gives no client’s time for single requests.',
    columns: ['answer', 'elapsed, here', 'client waited, here', 'elapsed, document'].map(right),
    rows: answersOf(trial).map((answer, i) => [
      String(i + 1),
      answer.serverTime === undefined ? '–' : answer.serverTime.toFixed(0),
      clientTime(answer).toFixed(1),
      String(publishedReports.cluster.elapsed[i] ?? '–'),
    ]),
  };
}

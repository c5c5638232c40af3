/** The report's passages: the article's two runs, its growing log, what the workers add, and who got the connections. */
import { short, withInterval } from '../../../format/words.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Measured, Section, Picture, Table } from '../../../model/verdict.ts';
import { published } from '../../../workloads/cluster.ts';
import { cpusOf, ratioOf } from '../judgement.ts';
import { left, right, section } from '../experiment.ts';
import { iterationsOf } from './claims.ts';
import {
  answersOf,
  asPublished,
  at,
  busiestShare,
  clientTime,
  inFlight,
  limitOf,
  measuredClients,
  policyLabels,
  slowestClient,
} from './evidence.ts';
import { handedSockets, listeningThreads, spreadTopologies, type ClusterTopology } from './grid.ts';
import { abFigures, percents, publishedReports, type AbFigures } from './published.ts';

/** The trial of a cell whose throughput is in the middle: one that was measured, not an average of several. */
function middleTrial({ trials }: Measured, cell: string): Trial | null {
  const counted = trials
    .filter((trial) => trial.cell === cell && !trial.problem && trial.sample)
    .toSorted((a, b) => (a.sample?.outcome.throughput ?? 0) - (b.sample?.outcome.throughput ?? 0));
  return counted[Math.floor((counted.length - 1) / 2)] ?? null;
}

function rebuilt(measured: Measured): Section[] {
  const [plain, cluster] = (['node', 'cluster'] as const).map((topology) => {
    const trial = middleTrial(measured, asPublished(topology));
    return trial && abFigures(trial);
  });
  if (!plain && !cluster) return [];
  const iterations = iterationsOf(measured);
  const scaled =
    iterations === published.iterations
      ? 'Every constant is the document’s.'
      : `The loop has ${iterations} iterations instead of 10¹⁰, so compare the shape of the columns, not their seconds.`;
  return [
    {
      title: 'The article’s test, rebuilt',
      paragraphs: [
        `The trial with the median throughput of each server, asked by chokepoint as ab -n 10 -c 2 would. ${scaled} Here a request’s time includes the opening of its connection.`,
      ],
      tables: [besideTable(plain, cluster), ...clientsTable(measured)],
    },
  ];
}

function besideTable(plain: AbFigures | null = null, cluster: AbFigures | null = null): Table {
  const columns = [plain, publishedReports.plain.ab, cluster, publishedReports.cluster.ab];
  const line = (label: string, decimals: number, value: (figures: AbFigures) => number) => [
    label,
    ...columns.map((figures) => (figures ? value(figures).toFixed(decimals) : '–')),
  ];
  return {
    title: 'ab -n 10 -c 2, here and as published',
    columns: [
      left(''),
      ...['plain, here', 'plain, document', 'cluster, here', 'cluster, document'].map(right),
    ],
    rows: [
      line('Time taken for tests [s]', 3, ({ timeTaken }) => timeTaken / 1000),
      line('Requests per second', 2, ({ requests, timeTaken }) => (requests / timeTaken) * 1000),
      line('Time per request [ms]', 1, (of) => (of.timeTaken * of.concurrency) / of.requests),
      line('Total: min [ms]', 0, ({ total }) => total.min),
      line('Total: mean', 0, ({ total }) => total.mean),
      line('Total: ±sd', 1, ({ total }) => total.sd),
      line('Total: median', 0, ({ total }) => total.median),
      line('Total: max', 0, ({ total }) => total.max),
      ...percents.map((percent, i) => line(`${percent}% within [ms]`, 0, ({ served }) => served[i] ?? 0)),
    ],
  };
}

/** What each client saw of the same two servers. */
function clientsTable(measured: Measured): Table[] {
  const rows = (['node', 'cluster'] as const).flatMap((topology) =>
    (['published', 'ab'] as const).flatMap((variant) => {
      const cell = asPublished(topology, variant);
      const [rate, mean] = [measured.estimate('throughput', cell), measured.estimate('mean', cell)];
      const flight = inFlight(measured, '', cell);
      if (!rate || !mean) return [];
      const name = { published: 'chokepoint', ab: 'ab' }[variant];
      const server = topology === 'node' ? 'plain' : 'cluster';
      return [[server, name, short(rate.value), mean.value.toFixed(1), flight ? withInterval(flight) : '–']];
    }),
  );
  if (!rows.some(([, name]) => name === 'ab')) return [];
  return [
    {
      title: 'The same load by two clients',
      note: 'In flight: requests, averaged over the test; at most two. ab 2.4.71 sends its first request alone, and the others when that is answered.',
      columns: [left('server'), left('asked by'), ...['requests/s', 'mean [ms]', 'in flight'].map(right)],
      rows,
    },
  ];
}

function growingLog(measured: Measured): Section[] {
  const trial = middleTrial(measured, asPublished('cluster', 'worker-clock'));
  const answers = trial ? answersOf(trial) : [];
  if (answers.length === 0) return [];
  const { ab, elapsed } = publishedReports.cluster;
  const { timeTaken, total } = ab;
  const grown = (elapsed.at(-1) ?? 0) - (elapsed[0] ?? 0);
  const logged = answers.flatMap(({ serverTime }, i) =>
    serverTime === undefined ? [] : { level: i + 1, value: serverTime, low: null, high: null },
  );
  const waits = answers.map(clientTime);
  const waited = waits.map((value, i) => ({ level: i + 1, value, low: null, high: null }));
  return [
    {
      title: 'The log that grows by itself',
      paragraphs: [
        `cluster-server.js takes its startTime once, when the worker starts, and subtracts it after every request: its "elapsed" is how old the worker is. In the document it grows by ${short(grown / 1000)} s between the first answer and the last, which lie ${short((timeTaken - total.mean) / 1000)} s apart; ab’s own table of the same test shows ${short(total.min / 1000)} to ${short(total.max / 1000)} s for every request.`,
      ],
      tables: [
        {
          title: 'Ten requests to the cluster',
          note: 'Milliseconds. The document gives no client’s time for single requests.',
          columns: ['answer', 'elapsed, here', 'client waited, here', 'elapsed, document'].map(right),
          rows: answers.map(({ serverTime }, i) => [
            String(i + 1),
            serverTime?.toFixed(0) ?? '–',
            waits[i]?.toFixed(1) ?? '–',
            String(elapsed[i] ?? '–'),
          ]),
        },
      ],
      pictures: [
        {
          id: 'growing-elapsed',
          title: 'Elapsed as the worker’s age, and what the client waited',
          sentence: `From answer to answer the log’s elapsed goes from ${short(logged[0]?.value ?? 0)} to ${short(logged.at(-1)?.value ?? 0)} ms, while the clients waited ${short(Math.min(...waits))} to ${short(Math.max(...waits))} ms.`,
          axis: { label: 'answer', scale: 'category' },
          unit: 'ms',
          lines: [
            { label: 'elapsed, as its log has it', points: logged },
            { label: 'what the client waited', points: waited },
          ],
        },
      ],
    },
  ];
}

function gains(measured: Measured): Section[] {
  const rows = spreadTopologies.flatMap((topology) =>
    measuredClients(measured, topology).flatMap((clients) => {
      const gain = ratioOf(measured, 'throughput', '', at(topology, clients), at('node', clients));
      const [rate, mean] = [
        measured.estimate('throughput', at(topology, clients)),
        measured.estimate('mean', at(topology, clients)),
      ];
      const { value = 0, low = 0, high = 0 } = gain ?? {};
      return gain && rate ? [{ topology, clients, gain: { value, low, high }, rate, mean }] : [];
    }),
  );
  const most = `${cpusOf(measured)} workers, ${cpusOf(measured)} CPUs`;
  return section(
    'What the workers add',
    [
      `The gain is throughput over that of one process under as many concurrent requests, each on a connection of its own. It can be min(concurrent requests, ${most}) at most.`,
    ],
    [
      {
        title: 'Gain over one process',
        columns: [left(''), ...['concurrent', 'requests/s', 'gain', 'at most', 'mean [ms]'].map(right)],
        rows: rows.map(({ topology, clients, gain, rate, mean }) => [
          policyLabels[topology],
          String(clients),
          short(rate.value),
          withInterval(gain),
          String(limitOf(measured, clients)),
          mean?.value.toFixed(1) ?? '–',
        ]),
      },
    ],
    rows.length > 0 ? gainPicture(measured, rows) : [],
  );
}

type Gain = {
  topology: ClusterTopology;
  clients: number;
  gain: { value: number; low: number; high: number };
};

function gainPicture(measured: Measured, rows: readonly Gain[]): Picture[] {
  const clients = [...new Set(rows.map((row) => row.clients))].toSorted((a, b) => a - b);
  const most = rows.reduce((best, row) => (row.gain.value > best.gain.value ? row : best));
  if (clients.length < 2) return [];
  const limit = clients.map((level) => ({ level, value: limitOf(measured, level), low: null, high: null }));
  return [
    {
      id: 'gain',
      title: 'Gain over one process by concurrent requests',
      sentence: `The largest gain is ${withInterval(most.gain)} (${policyLabels[most.topology]}, ${most.clients} concurrent requests).`,
      axis: { label: 'concurrent requests', scale: 'log2' },
      unit: 'times the requests per second of one process',
      lines: [
        ...[...Map.groupBy(rows, ({ topology }) => topology)].map(([topology, own]) => ({
          label: policyLabels[topology],
          points: own.map((row) => ({ level: row.clients, ...row.gain })),
        })),
        { label: 'min(concurrent requests, workers, CPUs)', points: limit },
      ],
    },
  ];
}

/** Means over the trials that count; their intervals stand with the claims. */
function connections(measured: Measured): Section[] {
  const rows = measured.plan.cells.flatMap(({ id, setting }) => {
    const trials = measured.trials.filter(({ cell, problem }) => cell === id && !problem);
    const mean = (value: (trial: Trial) => number | null) => {
      const all = trials.flatMap((trial) => value(trial) ?? []);
      return all.length > 0 ? all.reduce((sum, each) => sum + each, 0) / all.length : null;
    };
    const share = mean(busiestShare);
    const rate = measured.estimate('throughput', id);
    if (setting['topology'] === 'node' || setting['variant'] !== 'proved' || !rate || share === null)
      return [];
    if (Number(setting['clients']) < 2) return [];
    const responseOf = ({ sample }: Trial) =>
      sample ? sample.outcome.response.sum / sample.outcome.response.count / 1000 : null;
    return [
      [
        policyLabels[setting['topology'] as ClusterTopology],
        String(setting['clients']),
        setting['connections'] === 'kept' ? 'kept' : 'each',
        `${(share * 100).toFixed(0)}%`,
        short(rate.value),
        mean(responseOf)?.toFixed(1) ?? '–',
        mean(slowestClient)?.toFixed(1) ?? '–',
      ],
    ];
  });
  const columns = ['busiest worker', 'requests/s', 'mean [ms]', 'slowest client [ms]'];
  return section(
    'Who got the connections',
    [
      `Round robin gives each new connection to the next worker, whether that one is busy or not; SCHED_NONE lets whichever worker is free take it from one socket; reusePort gives each worker a socket, and the kernel chooses by a hash of the addresses; handed sockets go round robin to worker threads of one process. An even share is ${Math.round(100 / cpusOf(measured))}%.`,
    ],
    [
      {
        title: 'The busiest worker, and the client that waits longest',
        columns: [left(''), right('clients'), left('connections'), ...columns.map(right)],
        rows,
      },
    ],
  );
}

/** Requests without work: what is left is the connection, and how it reaches its worker. */
function passingOn(measured: Measured): Section[] {
  const clients = 2 * cpusOf(measured);
  const rows = (['cluster', handedSockets, listeningThreads] as const).flatMap((topology) => {
    const cell = at(topology, clients, { variant: 'light' });
    const [rate, cpu] = [measured.estimate('throughput', cell), measured.estimate('cpuPerRequest', cell)];
    return rate && cpu ? [[policyLabels[topology], short(rate.value), (cpu.value * 1000).toFixed(0)]] : [];
  });
  return section(
    'What it costs to pass a connection on',
    [
      'Each request opens a connection of its own and has hardly any work. Under round robin the primary sends the connection to a worker process; with handed sockets the main thread posts it to a worker thread of its own process; with reusePort each thread accepts its own, and nobody passes anything on.',
    ],
    [
      {
        title: `Requests without work, ${clients} at a time`,
        note: 'CPU: of all processes of the server, in microseconds for each request. The load generator shares the CPUs, which takes from the requests per second and not from the CPU.',
        columns: [left(''), ...['requests/s', 'CPU [µs]'].map(right)],
        rows,
      },
    ],
  );
}

export function passages(measured: Measured): Section[] {
  return [
    ...rebuilt(measured),
    ...growingLog(measured),
    ...gains(measured),
    ...connections(measured),
    ...passingOn(measured),
  ];
}

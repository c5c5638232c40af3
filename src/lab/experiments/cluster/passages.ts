/** The report's passages: the article's two runs, its growing log, what the workers add, and who got the connections. */
import { withInterval } from '../../../format/words.ts';
import { message, type AnyMessage } from '../../../messages/message.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Measured, Reading, Passage, RunTable } from '../../../model/verdict.ts';
import { published } from '../../workloads/cluster.ts';
import { ascending } from '../experiment.ts';
import { cpusOf, isAbove, ratioOf } from '../judgement.ts';
import {
  countedTrials,
  decimals,
  estimatesOf,
  intervalOf,
  meanOf,
  middle,
  picture,
  points,
  scaledTo,
  section,
  shown,
  tableOf,
} from '../tables.ts';
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

const middleTrial = (measured: Measured, cell: string): Trial | null =>
  middle(
    countedTrials(measured, cell).filter(({ sample }) => sample),
    ({ sample }) => sample?.outcome.throughput ?? 0,
  );

function rebuilt(measured: Measured): Passage[] {
  const [plain, cluster] = (['node', 'cluster'] as const).map((topology) => {
    const trial = middleTrial(measured, asPublished(topology));
    return trial && abFigures(trial);
  });
  if (!plain && !cluster) return [];
  return section(
    'The article’s test, rebuilt',
    [
      'The trial with the median throughput of each server, asked by chokepoint as ab -n 10 -c 2 would. A request’s time includes the opening of its connection.',
      message('passage.scaled', scaledTo(iterationsOf(measured), published.iterations)),
    ],
    [besideTable(plain, cluster), ...clientsTable(measured)],
  );
}

function besideTable(plain: AbFigures | null = null, cluster: AbFigures | null = null): RunTable {
  const lines: readonly (readonly [
    label: string,
    decimals: number,
    value: (figures: AbFigures) => number,
  ])[] = [
    ['Time taken for tests [s]', 3, ({ timeTaken }) => timeTaken / 1000],
    ['Requests per second', 2, ({ requests, timeTaken }) => (requests / timeTaken) * 1000],
    ['Time per request [ms]', 1, (of) => (of.timeTaken * of.concurrency) / of.requests],
    ['Total: min [ms]', 0, ({ total }) => total.min],
    ['Total: mean', 0, ({ total }) => total.mean],
    ['Total: ±sd', 1, ({ total }) => total.sd],
    ['Total: median', 0, ({ total }) => total.median],
    ['Total: max', 0, ({ total }) => total.max],
    ...percents.map(
      (percent, i) => [`${percent}% within [ms]`, 0, ({ served }: AbFigures) => served[i] ?? 0] as const,
    ),
  ];
  const of = (figures: AbFigures | null) => (line: (typeof lines)[number]) =>
    shown(figures && line[2](figures), decimals(line[1]));
  return tableOf({ title: 'ab -n 10 -c 2, here and as published' }, lines, {
    '<': ([label]) => label,
    'plain, here': of(plain),
    'plain, document': of(publishedReports.plain.ab),
    'cluster, here': of(cluster),
    'cluster, document': of(publishedReports.cluster.ab),
  });
}

/** What each client saw of the same two servers. */
function clientsTable(measured: Measured): RunTable[] {
  const rows = (['node', 'cluster'] as const).flatMap((topology) =>
    (['published', 'ab'] as const).flatMap((variant) => {
      const cell = asPublished(topology, variant);
      const known = { topology, variant, flight: inFlight(measured, '', cell) };
      return estimatesOf(measured, cell, 'throughput', 'mean').map((own) => ({ ...known, ...own }));
    }),
  );
  if (!rows.some(({ variant }) => variant === 'ab')) return [];
  const table = tableOf(
    {
      title: 'The same load by two clients',
      note: 'In flight: requests, averaged over the test; at most two. ab 2.4.71 sends its first request alone, and the others when that is answered.',
    },
    rows,
    {
      '<server': ({ topology }) => (topology === 'node' ? 'plain' : 'cluster'),
      '<client': ({ variant }) => ({ published: 'chokepoint', ab: 'ab' })[variant],
      'requests/s': ({ throughput }) => shown(throughput),
      'mean [ms]': ({ mean }) => shown(mean, decimals(1)),
      'in flight': ({ flight }) => (flight ? withInterval(flight) : '–'),
    },
  );
  return [table];
}

function growingLog(measured: Measured): Passage[] {
  const trial = middleTrial(measured, asPublished('cluster', 'worker-clock'));
  const answers = trial ? answersOf(trial) : [];
  if (answers.length === 0) return [];
  const { ab, elapsed } = publishedReports.cluster;
  const { timeTaken, total } = ab;
  const grown = (elapsed.at(-1) ?? 0) - (elapsed[0] ?? 0);
  const waits = answers.map(clientTime);
  const line = (values: readonly (number | undefined)[]) =>
    points(values.map((value, i) => [i + 1, value === undefined ? null : { value, low: null, high: null }]));
  const logged = line(answers.map(({ serverTime }) => serverTime));
  return section(
    'The log that grows by itself',
    [
      'cluster-server.js takes its startTime once, when the worker starts, and subtracts it after every request. So its "elapsed" is how old the worker is.',
      message('passage.published-elapsed', {
        grown: grown / 1000,
        apart: (timeTaken - total.mean) / 1000,
        least: total.min / 1000,
        most: total.max / 1000,
      }),
    ],
    [
      tableOf(
        {
          title: 'Ten requests to the cluster',
          note: 'Milliseconds. The document gives no client’s time for single requests.',
        },
        answers.map(({ serverTime }, i) => ({ serverTime, i })),
        {
          answer: ({ i }) => i + 1,
          'elapsed, here': ({ serverTime }) => shown(serverTime, decimals(0)),
          'client waited, here': ({ i }) => shown(waits[i], decimals(1)),
          'elapsed, document': ({ i }) => shown(elapsed[i], String),
        },
      ),
    ],
    picture('growing-elapsed', 'Elapsed as the worker’s age, and what the client waited', {
      sentence: message('passage.elapsed', {
        from: logged[0]?.value ?? 0,
        to: logged.at(-1)?.value ?? 0,
        least: Math.min(...waits),
        most: Math.max(...waits),
      }),
      axis: { label: 'answer', scale: 'category' },
      unit: 'ms',
      lines: [
        { label: 'elapsed', points: logged },
        { label: 'client waited', points: line(waits) },
      ],
    }),
  );
}

function gains(measured: Measured): Passage[] {
  const rows = spreadTopologies.flatMap((topology) =>
    measuredClients(measured, topology).flatMap((clients) => {
      const cell = at(topology, clients);
      const gain = ratioOf(measured, '', cell, at('node', clients));
      const [own] = estimatesOf(measured, cell, 'throughput');
      const mean = measured.estimate('mean', cell);
      return gain && own ? [{ topology, clients, gain, mean, ...own }] : [];
    }),
  );
  const clients = ascending(rows.map((row) => row.clients));
  const most = rows.toSorted((a, b) => b.gain.value - a.gain.value)[0];
  const limit = (level: number) => ({ value: limitOf(measured, level), low: null, high: null });
  return section(
    'What the workers add',
    [
      'The gain is throughput over that of one process under as many concurrent requests, each on a connection of its own. It is min(concurrent requests, workers, CPUs) at most.',
    ],
    [
      tableOf({ title: 'Gain over one process' }, rows, {
        '<': ({ topology }) => policyLabels[topology],
        concurrent: (row) => row.clients,
        'requests/s': ({ throughput }) => shown(throughput),
        gain: ({ gain }) => withInterval(gain),
        'at most': (row) => limitOf(measured, row.clients),
        'mean [ms]': ({ mean }) => shown(mean, decimals(1)),
      }),
    ],
    most && clients.length > 1
      ? picture('gain', 'Gain over one process by concurrent requests', {
          sentence: message('passage.largest-gain', {
            gain: intervalOf(most.gain),
            how: policyLabels[most.topology],
            clients: most.clients,
          }),
          axis: { label: 'concurrent requests', scale: 'log2' },
          unit: 'times the requests per second of one process',
          lines: [
            ...[...Map.groupBy(rows, ({ topology }) => topology)].map(([topology, own]) => ({
              label: policyLabels[topology],
              points: points(own.map((row) => [row.clients, row.gain])),
            })),
            {
              label: 'min(concurrent requests, workers, CPUs)',
              points: points(clients.map((level) => [level, limit(level)])),
            },
          ],
        })
      : [],
  );
}

/** The way to spread twice as many requests as CPUs that serves the most; null if none is shown to serve more than one process. */
export function answer(measured: Measured): AnyMessage | null {
  const workers = cpusOf(measured);
  const clients = 2 * workers;
  const found = spreadTopologies.flatMap((how) => {
    const gain = ratioOf(measured, '', at(how, clients), at('node', clients));
    return gain && isAbove(gain) ? [{ how, ratio: gain.value }] : [];
  });
  const [most] = found.toSorted((a, b) => b.ratio - a.ratio);
  return most ? message('claim.cluster-answer', { ...most, workers, clients }) : null;
}

/** Who got the connections: means over the trials that count, whose intervals stand with the claims. */
function connections(measured: Measured): Passage[] {
  const rows = measured.plan.cells.flatMap(({ id, setting }) => {
    const rate = measured.estimate('throughput', id);
    const share = meanOf(measured, id, busiestShare);
    const isSpread = setting['topology'] !== 'node' && Number(setting['clients']) > 1;
    return isSpread && setting['variant'] === 'proved' && rate && share !== null
      ? [{ id, setting, rate, share }]
      : [];
  });
  const response: Reading = ({ sample }) =>
    sample ? sample.outcome.response.sum / sample.outcome.response.count / 1000 : null;
  return section(
    'Who got the connections',
    [
      'Round robin gives each new connection to the next worker, busy or not. SCHED_NONE lets whichever worker is free take it from one socket. reusePort gives each worker a socket, and the kernel chooses by a hash of the addresses. Handed sockets go round robin to worker threads of one process.',
      message('passage.even-share', { share: 1 / cpusOf(measured) }),
    ],
    [
      tableOf({ title: 'The busiest worker, and the client that waits longest' }, rows, {
        '<': ({ setting }) => policyLabels[setting['topology'] as ClusterTopology],
        clients: ({ setting }) => String(setting['clients']),
        '<connections': ({ setting }) => (setting['connections'] === 'kept' ? 'kept' : 'each'),
        'busiest worker': ({ share }) => `${(share * 100).toFixed(0)}%`,
        'requests/s': ({ rate }) => shown(rate),
        'mean [ms]': ({ id }) => shown(meanOf(measured, id, response), decimals(1)),
        'slowest client, ms': ({ id }) => shown(meanOf(measured, id, slowestClient), decimals(1)),
      }),
    ],
  );
}

/** Requests without work: what they cost is the connection, and how it reaches its worker. */
function passingOn(measured: Measured): Passage[] {
  const clients = 2 * cpusOf(measured);
  const rows = (['cluster', handedSockets, listeningThreads] as const).flatMap((topology) => {
    const cell = at(topology, clients, { variant: 'light' });
    return estimatesOf(measured, cell, 'throughput', 'cpuPerRequest').map((own) => ({ topology, ...own }));
  });
  return section(
    'What it costs to pass a connection on',
    [
      'Each request opens a connection of its own and has hardly any work. Under round robin the primary sends the connection to a worker process. With handed sockets the main thread posts it to a worker thread of its own process. With reusePort each thread accepts its own, and nobody passes anything on.',
    ],
    [
      tableOf(
        {
          title: `Requests without work, ${clients} at a time`,
          note: 'CPU: of all processes of the server, in microseconds for each request. The load generator shares the CPUs, which takes from the requests per second and not from the CPU.',
        },
        rows,
        {
          '<': ({ topology }) => policyLabels[topology],
          'requests/s': ({ throughput }) => shown(throughput),
          'CPU [µs]': ({ cpuPerRequest }) => (cpuPerRequest.value * 1000).toFixed(0),
        },
      ),
    ],
  );
}

export const passages = (measured: Measured): Passage[] =>
  [rebuilt, growingLog, gains, connections, passingOn].flatMap((part) => part(measured));

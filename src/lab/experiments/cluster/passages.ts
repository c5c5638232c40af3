/** The report's passages: those about the article's runs, then what the workers add, and who got the connections. */
import type { Trial } from '../../../model/sample.ts';
import type { Measured, Passage, Picture } from '../../../model/verdict.ts';
import { cpusOf, figure, short } from '../evidence.ts';
import { at, busiestShare, limitOf, measuredClients, slowestClient } from './evidence.ts';
import { clusterTopologies, type Topology } from './grid.ts';
import { growingLog, rebuilt } from './passages-published.ts';

const right = (label: string) => ({ label, align: 'right' as const });
const left = (label: string) => ({ label, align: 'left' as const });

const labels: Readonly<Record<Topology, string>> = {
  node: 'plain',
  cluster: 'round robin',
  'cluster-none': 'SCHED_NONE',
  'reuse-port': 'reusePort',
};

function gains(measured: Measured): Passage[] {
  const rows = clusterTopologies.flatMap((topology) =>
    measuredClients(measured, topology).flatMap((clients) => {
      const gain = measured.compare('throughput', at(topology, clients), at('node', clients));
      const [rate, mean] = [
        measured.estimate('throughput', at(topology, clients)),
        measured.estimate('mean', at(topology, clients)),
      ];
      return gain && rate ? [{ topology, clients, gain: gain.ratio, rate, mean }] : [];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      title: 'What the workers add',
      paragraphs: [
        `The gain is throughput over that of one process under as many requests at once, each on a connection of its own. It can be min(requests at once, ${cpusOf(measured)} workers, ${cpusOf(measured)} CPUs) at most.`,
      ],
      tables: [
        {
          title: 'Gain over one process',
          columns: [left(''), ...['at once', 'requests/s', 'gain', 'at most', 'mean [ms]'].map(right)],
          rows: rows.map(({ topology, clients, gain, rate, mean }) => [
            labels[topology],
            String(clients),
            short(rate.value),
            figure(gain),
            String(limitOf(measured, clients)),
            mean ? mean.value.toFixed(1) : '–',
          ]),
        },
      ],
      pictures: gainPicture(measured, rows),
    },
  ];
}

type Gain = { topology: Topology; clients: number; gain: { value: number; low: number; high: number } };

function gainPicture(measured: Measured, rows: readonly Gain[]): Picture[] {
  const clients = [...new Set(rows.map((row) => row.clients))].toSorted((a, b) => a - b);
  const most = rows.reduce((best, row) => (row.gain.value > best.gain.value ? row : best));
  if (clients.length < 2) return [];
  const limit = clients.map((level) => ({ level, value: limitOf(measured, level), low: null, high: null }));
  return [
    {
      id: 'gain',
      title: 'Gain over one process by requests at once',
      sentence: `The largest gain is ${figure(most.gain)} (${labels[most.topology]}, ${most.clients} at once).`,
      axis: { label: 'requests at once', scale: 'log2' },
      unit: 'times the requests per second of one process',
      lines: [
        ...[...Map.groupBy(rows, ({ topology }) => topology)].map(([topology, own]) => ({
          label: labels[topology],
          points: own.map((row) => ({ level: row.clients, ...row.gain })),
        })),
        { label: 'min(at once, workers, CPUs)', points: limit },
      ],
    },
  ];
}

/** Means over the trials that count; their intervals stand with the claims. */
function connections(measured: Measured): Passage[] {
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
    return [
      [
        labels[setting['topology'] as Topology],
        String(setting['clients']),
        setting['connections'] === 'kept' ? 'kept' : 'each',
        `${(share * 100).toFixed(0)} %`,
        short(rate.value),
        mean((trial) =>
          trial.sample
            ? trial.sample.outcome.response.sum / trial.sample.outcome.response.count / 1000
            : null,
        )?.toFixed(1) ?? '–',
        mean(slowestClient)?.toFixed(1) ?? '–',
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: 'Who got the connections',
      paragraphs: [
        `Round robin gives each new connection to the next worker, whether that one is busy or not; SCHED_NONE lets whichever worker is free take it from one socket; reusePort gives each worker a socket, and the kernel chooses by a hash of the addresses. An even share is ${Math.round(100 / cpusOf(measured))} %.`,
      ],
      tables: [
        {
          title: 'The busiest worker, and the client that waits longest',
          columns: [
            left(''),
            right('clients'),
            left('connections'),
            ...['busiest worker', 'requests/s', 'mean [ms]', 'slowest client [ms]'].map(right),
          ],
          rows,
        },
      ],
    },
  ];
}

export function passages(measured: Measured): Passage[] {
  return [...rebuilt(measured), ...growingLog(measured), ...gains(measured), ...connections(measured)];
}

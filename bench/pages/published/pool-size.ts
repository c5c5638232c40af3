/** The repository libuv-thread-pool-size and the article on the thread pool: times of single jobs in the server's log, one burst for each row. */
import { published as workload } from '../../../src/lab/workloads/pool-size.ts';
import {
  publishedTables,
  tableOf,
  type PublishedTable,
} from '../../../src/lab/experiments/pool-size/published.ts';
import { instances, loadOf } from '../../../src/lab/experiments/pool-size/grid.ts';
import { message } from '../../../src/messages/message.ts';
import type { Observation } from '../../../src/model/observation.ts';
import { publishedRow } from '../../../src/published/row.ts';
import type { PublishedDocument } from './document.ts';

/** The earlier README, PM2 fork. Its third table was never filled in. */
export const earlierTables: readonly PublishedTable[] = [
  tableOf('pm2-fork', 1, {
    min: [0.454, 0.585, 0.839, 0.875, 1.383, 3.469, 6.258, 7.175, 6.381, 4.426],
    max: [18.856, 12.009, 10.531, 10.483, 10.32, 10.474, 9.422, 10.382, 10.64, 10.657],
    average: [9.567, 6.325, 5.663, 5.809, 6.256, 7.286, 8.508, 9.569, 9.614, 9.393],
  }),
  tableOf('pm2-fork', 2, {
    min: [0.448, 0.562, 0.853, 0.877, 2.011, 3.01, 6.812, 6.734, 7.13, 4.93],
    max: [19.204, 12.131, 11.133, 10.664, 10.764, 10.511, 10.081, 10.903, 10.822, 11.182],
    average: [9.72, 6.396, 5.951, 5.876, 6.373, 7.286, 9.028, 10.227, 10.306, 10.378],
  }),
  tableOf('pm2-fork', 3, { min: [], max: [], average: [] }),
];

/** Printed with three decimals of a second. */
const printed = 1;

function rowsOf({ topology, case: which, rows, columns }: PublishedTable, number: number): Observation[] {
  const { clients, requestsEach: each } = loadOf(which, 'as-published');
  const processes = topology === 'pm2-cluster' ? instances : 1;
  const declared = clients * workload.jobs;
  return rows.map(([pool, min, max, average]) => {
    const isRun = max > 0;
    const rate = isRun ? (declared * each) / max : 0;
    const underWay = rate * average;
    const behind = underWay > 0 ? 1 - declared / underWay : 0;
    return publishedRow({
      name: `table ${number}, pool ${pool}`,
      cell: `table-${number}/pool-${pool}`,
      group: `table-${number}`,
      load: 'burst',
      workers: pool * processes,
      length: isRun ? max * 1000 : null,
      jobs: isRun ? { rate, mean: average * 1000, declared } : null,
      // Little's law again: jobs beyond what waiting clients could have started belong to answered requests.
      late:
        behind > 0
          ? {
              share: behind,
              says: message('check.F2.published', { inFlight: underWay, clients, declared, behind }),
            }
          : null,
      clocks: isRun ? [{ metric: 'jobMean', resolution: printed, value: average * 1000 }] : [],
      figures: [min, max, average],
      labels: [
        { what: 'parallels', expected: clients, found: columns?.parallels ?? clients },
        { what: 'curl request', expected: each, found: columns?.requests ?? each },
      ],
    });
  });
}

const known =
  'From the text: one request starts ten jobs; parallels and requests of each case; one run for each row. The figures are the times that the server itself logged for its jobs, so the length of a burst is its longest job.';

export const earlier: PublishedDocument = {
  id: 'the repository libuv-thread-pool-size',
  title: 'libuv-thread-pool-size, the README: three tables of a burst of pbkdf2 jobs under PM2 fork',
  known,
  rows: earlierTables.flatMap((table, i) => rowsOf(table, i + 1)),
};

export const article: PublishedDocument = {
  id: 'the article on the thread pool',
  title:
    'libuv thread pool size, the article: six tables, three under PM2 fork and three under PM2 cluster × 2',
  known,
  rows: publishedTables.flatMap((table, i) => rowsOf(table, i + 1)),
};

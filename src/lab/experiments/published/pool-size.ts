/** Seeds 000 and 001, "libuv-thread-pool-size": times of single jobs in the server's log, one burst for each row. */
import { published as workload } from '../../../workloads/pool-size.ts';
import { earlierTables, publishedTables, type PublishedTable } from '../pool-size/published.ts';
import { instances, loadOf } from '../pool-size/grid.ts';
import type { Observation } from '../../../model/observation.ts';
import { publishedRow, type PublishedDocument } from './document.ts';

/** Printed with three decimals of a second. */
const printed = 1;

function rowsOf({ topology, case: which, rows, columns }: PublishedTable, number: number): Observation[] {
  const load = loadOf(which, 'as-published');
  const [clients, each] = load.kind === 'closed' ? [load.clients, load.requestsEach ?? 1] : [0, 0];
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
      jobs: isRun ? { rate, mean: average * 1000, max: max * 1000, declared } : null,
      // Little's law again: jobs beyond what waiting clients could have started belong to answered requests.
      late:
        behind > 0
          ? {
              share: behind,
              text: `${underWay.toFixed(0)} jobs were under way on average, and ${clients === 1 ? 'a client that waits' : `${clients} clients that wait`} can have ${declared}: at least ${Math.round(behind * 100)} % of the work lay behind the answers`,
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

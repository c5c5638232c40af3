/** The article on event loop and worker threads: one event loop against four worker threads, a hundred requests, "10 concurrent". */
import { publishedRow, type PublishedDocument } from './document.ts';

type Row = readonly [
  workload: string,
  server: 'single' | 'workers',
  total: number,
  average: number,
  rps: number,
];

/** Milliseconds and requests a second, as its client printed them. */
const figures: readonly Row[] = [
  ['prime', 'single', 185.09, 1.85, 540.26],
  ['prime', 'workers', 61.93, 0.62, 1614.72],
  ['word-count', 'single', 4353.71, 43.54, 22.97],
  ['word-count', 'workers', 1101.25, 11.01, 90.81],
  ['small-files', 'single', 61, 3.84, 1639.34],
  ['small-files', 'workers', 50, 3.26, 2000],
  ['delays', 'single', 311, 27.74, 321.54],
  ['delays', 'workers', 87, 5.1, 1149.43],
];

const requests = 100;
const clients = 10;
const threads = 4;
/** Each request waits for five delays of 10 to 30 ms, at once. */
const shortestDelay = 10;
/** Printed with two decimals of a millisecond. */
const printed = 0.01;

export const loopOrThreads: PublishedDocument = {
  id: 'the article on event loop and worker threads',
  title: 'Event loop against worker threads: four workloads, each on one thread and on four workers',
  known:
    'From the text: 100 requests, 10 concurrent; four workers; each request of “network-io” waits for delays of 10 to 30 ms. Its client is not printed there: what is known of it from its code (batches with a barrier, a clock of 1 ms, errors counted as requests) is not held against the figures here.',
  rows: figures.map(([workload, server, total, average, rps]) =>
    publishedRow({
      name: `${workload}, ${server}`,
      cell: `${workload}/${server}`,
      group: workload,
      load: 'closed',
      declared: clients,
      length: total,
      requests,
      throughput: rps,
      mean: average,
      floor: workload === 'delays' ? shortestDelay : null,
      bounds:
        workload === 'delays'
          ? [
              {
                limit: (clients / shortestDelay) * 1000,
                text: `${clients} clients ÷ ${shortestDelay} ms`,
              },
            ]
          : [],
      workers: server === 'workers' ? threads : 1,
      clocks: [{ metric: 'mean', resolution: printed, value: average }],
      figures: [total, average, rps],
    }),
  ),
};

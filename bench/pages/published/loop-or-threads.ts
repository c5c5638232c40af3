/** The article on event loop and worker threads: one event loop against four worker threads, a hundred requests, "10 concurrent". */
import { message } from '../../../src/messages/message.ts';
import { publishedFigures } from '../../../src/lab/experiments/loop-or-threads/published.ts';
import { publishedRow } from '../../../src/published/row.ts';
import type { PublishedDocument } from './document.ts';

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
  rows: publishedFigures.map(({ work: workload, server, total, average, perSecond: rps }) =>
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
                throughput: (clients / shortestDelay) * 1000,
                says: message('bound.clients', { clients, ms: shortestDelay }),
              },
            ]
          : [],
      workers: server === 'workers' ? threads : 1,
      clocks: [{ metric: 'mean', resolution: printed, value: average }],
      figures: [total, average, rps],
    }),
  ),
};

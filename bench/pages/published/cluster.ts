/** The article on cluster: a loop of eleven seconds for each request, plain and under `node:cluster`, asked by `ab -n 10 -c 2`. */
import { publishedReports } from '../../../src/lab/experiments/cluster/published.ts';
import { publishedRow } from '../../../src/published/row.ts';
import { mean } from '../../../src/stats/mean-and-spread.ts';
import type { PublishedDocument } from './document.ts';

const requests = 10;
const clients = 2;
/** The lines that ab prints below 100%. */
const percentiles = [0.5, 0.66, 0.75, 0.8, 0.9, 0.95, 0.98, 0.99];

export const cluster: PublishedDocument = {
  id: 'the article on cluster',
  title: 'node.js cluster: a plain server against one worker for each CPU, ab -n 10 -c 2',
  known:
    'From the text: ab’s whole report, and the elapsed times that both servers logged. How many CPUs, and so workers, there were is not said.',
  rows: Object.entries(publishedReports).map(([server, { ab, elapsed }]) =>
    publishedRow({
      name: `${server}-server`,
      cell: server,
      group: 'loop',
      load: 'closed',
      declared: clients,
      length: ab.timeTaken,
      requests,
      throughput: (requests / ab.timeTaken) * 1000,
      mean: ab.total.mean,
      min: ab.total.min,
      max: ab.total.max,
      median: ab.total.median,
      percentiles,
      server: { mean: mean(elapsed), max: Math.max(...elapsed) },
      answers: { sent: requests, wrong: 0, lost: 0, countedAsSuccess: 0, kinds: {} },
      workers: server === 'plain' ? 1 : null,
      clocks: [{ metric: 'mean', resolution: 1, value: ab.total.mean }],
      figures: [ab.timeTaken, ab.total.min, ab.total.mean, ab.total.max],
    }),
  ),
};

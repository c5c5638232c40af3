/** Seed 003: a loop of eleven seconds for each request, plain and under `node:cluster`, asked by `ab -n 10 -c 2`. */
import type { Milliseconds } from '../../model/units.ts';
import { publishedRow, type PublishedDocument } from './document.ts';

interface Report {
  readonly server: string;
  readonly timeTaken: Milliseconds;
  /** ab's line "Total:". */
  readonly total: {
    readonly min: number;
    readonly mean: number;
    readonly median: number;
    readonly max: number;
  };
  /** What the server logged for each request. */
  readonly elapsed: readonly Milliseconds[];
}

const reports: readonly Report[] = [
  {
    server: 'plain',
    timeTaken: 111_608,
    total: { min: 10_924, mean: 21_201, median: 22_359, max: 22_561 },
    elapsed: [10_902, 11_178, 11_076, 11_114, 11_143, 11_249, 11_272, 11_288, 11_157, 11_201],
  },
  {
    server: 'cluster',
    timeTaken: 55_280,
    total: { min: 10_888, mean: 11_051, median: 11_127, max: 11_185 },
    elapsed: [30_844, 30_876, 41_729, 41_775, 52_929, 52_973, 64_053, 64_127, 75_193, 75_236],
  },
];

const requests = 10;
const clients = 2;
/** The lines that ab prints below 100 %. */
const percentiles = [0.5, 0.66, 0.75, 0.8, 0.9, 0.95, 0.98, 0.99];

export const cluster: PublishedDocument = {
  id: 'seed 003',
  title: 'node.js cluster: a plain server against one worker for each CPU, ab -n 10 -c 2',
  known:
    'From the text: ab’s whole report, and the elapsed times that both servers logged. How many CPUs, and so workers, there were is not said.',
  rows: reports.map(({ server, timeTaken, total, elapsed }) =>
    publishedRow({
      name: `${server}-server`,
      cell: server,
      group: 'loop',
      load: 'closed',
      declared: clients,
      length: timeTaken,
      requests,
      throughput: (requests / timeTaken) * 1000,
      mean: total.mean,
      min: total.min,
      max: total.max,
      median: total.median,
      percentiles,
      server: {
        mean: elapsed.reduce((sum, each) => sum + each, 0) / elapsed.length,
        max: Math.max(...elapsed),
      },
      answers: { sent: requests, wrong: 0, lost: 0, countedAsSuccess: 0, kinds: '' },
      workers: server === 'plain' ? 1 : null,
      clocks: [{ metric: 'mean', resolution: 1, value: total.mean }],
      figures: [timeTaken, total.min, total.mean, total.max],
    }),
  ),
};

/** ab's two reports as they were published, and what the servers logged beside them. Times in milliseconds. */
import type { Milliseconds } from '../../../model/units.ts';
import type { AbFigures } from './ab-layout.ts';

export interface PublishedReport {
  readonly server: 'plain' | 'cluster';
  readonly ab: AbFigures;
  /** What the server logged for each request. */
  readonly elapsed: readonly Milliseconds[];
}

const row = (min: number, mean: number, sd: number, median: number, max: number) => ({
  min,
  mean,
  sd,
  median,
  max,
});
const run = { requests: 10, concurrency: 2, transferred: 870, html: 120 } as const;

export const publishedReports: Readonly<Record<'plain' | 'cluster', PublishedReport>> = {
  plain: {
    server: 'plain',
    ab: {
      ...run,
      timeTaken: 111_608,
      connect: row(0, 0, 0.1, 0, 0),
      processing: row(10_924, 21_201, 3613.9, 22_359, 22_561),
      waiting: row(10_922, 21_201, 3614.4, 22_359, 22_560),
      total: row(10_924, 21_201, 3613.8, 22_359, 22_561),
      served: [22_359, 22_393, 22_447, 22_521, 22_561, 22_561, 22_561, 22_561, 22_561],
    },
    elapsed: [10_902, 11_178, 11_076, 11_114, 11_143, 11_249, 11_272, 11_288, 11_157, 11_201],
  },
  cluster: {
    server: 'cluster',
    ab: {
      ...run,
      timeTaken: 55_280,
      connect: row(0, 0, 0.1, 0, 0),
      processing: row(10_887, 11_051, 129.5, 11_127, 11_185),
      waiting: row(10_882, 11_048, 132.0, 11_127, 11_184),
      total: row(10_888, 11_051, 129.4, 11_127, 11_185),
      served: [11_127, 11_136, 11_164, 11_184, 11_185, 11_185, 11_185, 11_185, 11_185],
    },
    elapsed: [30_844, 30_876, 41_729, 41_775, 52_929, 52_973, 64_053, 64_127, 75_193, 75_236],
  },
};

/** 2.02 */
export const publishedGain = publishedReports.plain.ab.timeTaken / publishedReports.cluster.ab.timeTaken;

/** ab's two reports as they were published, what the servers logged beside them, and the same figures of a trial. */
import type { Trial } from '../../../model/sample.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { deviation, mean, median } from '../../../stats/mean-and-spread.ts';
import { answersOf, clientTime } from './evidence.ts';

/** What ab's report has of one test. */
export interface AbFigures {
  readonly requests: number;
  readonly concurrency: number;
  readonly timeTaken: Milliseconds;
  /** The last line of ab's "Connection Times". */
  readonly total: Readonly<Record<'min' | 'mean' | 'sd' | 'median' | 'max', Milliseconds>>;
  /** Times within which so many percent of the requests were served (`percents`). */
  readonly served: readonly Milliseconds[];
}

/** Percentages that are shown, of the nine that ab prints. */
export const percents = [50, 80, 90, 100] as const;

/** @returns null if the trial has fewer than two requests that were answered */
export function abFigures(trial: Trial): AbFigures | null {
  const { load, sample } = trial;
  const times = answersOf(trial).map(clientTime);
  if (!sample || times.length < 2 || load.kind !== 'closed') return null;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.min(times.length - 1, Math.floor(index))] ?? 0;
  return {
    requests: times.length,
    concurrency: load.clients,
    timeTaken: sample.outcome.window.duration,
    total: {
      min: at(0),
      mean: mean(times),
      sd: deviation(times),
      median: median(times),
      max: at(times.length - 1),
    },
    // ab takes the request behind that share, and the last one for 100%.
    served: percents.map((percent) => at((times.length * percent) / 100)),
  };
}

interface PublishedReport {
  readonly ab: AbFigures;
  /** What the server logged for each request. */
  readonly elapsed: readonly Milliseconds[];
}

const run = { requests: 10, concurrency: 2 } as const;

export const publishedReports: Readonly<Record<'plain' | 'cluster', PublishedReport>> = {
  plain: {
    ab: {
      ...run,
      timeTaken: 111_608,
      total: { min: 10_924, mean: 21_201, sd: 3613.8, median: 22_359, max: 22_561 },
      served: [22_359, 22_521, 22_561, 22_561],
    },
    elapsed: [10_902, 11_178, 11_076, 11_114, 11_143, 11_249, 11_272, 11_288, 11_157, 11_201],
  },
  cluster: {
    ab: {
      ...run,
      timeTaken: 55_280,
      total: { min: 10_888, mean: 11_051, sd: 129.4, median: 11_127, max: 11_185 },
      served: [11_127, 11_184, 11_185, 11_185],
    },
    elapsed: [30_844, 30_876, 41_729, 41_775, 52_929, 52_973, 64_053, 64_127, 75_193, 75_236],
  },
};

/** 2.02 */
export const publishedGain = publishedReports.plain.ab.timeTaken / publishedReports.cluster.ab.timeTaken;

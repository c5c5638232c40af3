/**
 * The published benchmark as its own client would have told it: every answer counted, right or wrong. This is the one
 * place where wrong answers have times, since they are what the article's figures were made of.
 */
import type { Trial } from '../../../model/sample.ts';
import type { Milliseconds, PerSecond } from '../../../model/units.ts';
import type { Measured } from '../../../model/verdict.ts';
import { mean, total } from '../../../stats/mean-and-spread.ts';
import { countedTrials } from '../tables.ts';
import { batch, cellId, type RequestWork, type ThreadTopology } from './grid.ts';

/** The article on event loop and worker threads: milliseconds and requests a second, as its client printed them. */
const rows = [
  ['prime', 'single', 185.09, 1.85, 540.26],
  ['prime', 'workers', 61.93, 0.62, 1614.72],
  ['word-count', 'single', 4353.71, 43.54, 22.97],
  ['word-count', 'workers', 1101.25, 11.01, 90.81],
  ['small-files', 'single', 61, 3.84, 1639.34],
  ['small-files', 'workers', 50, 3.26, 2000],
  ['delays', 'single', 311, 27.74, 321.54],
  ['delays', 'workers', 87, 5.1, 1149.43],
] as const;

/** The article's figures, of one event loop and of four worker threads. */
export const publishedFigures = rows.map(([work, server, inAll, average, perSecond]) => ({
  work,
  server,
  total: inAll,
  average,
  perSecond,
}));

/** One run of a hundred requests in batches of ten. */
export interface PublishedRun {
  readonly answered: number;
  /** Answers with the results of another request. */
  readonly wrong: number;
  readonly total: Milliseconds;
  /** Mean of the requests' own times; the article's CPU case prints the total ÷ their number instead. */
  readonly mean: Milliseconds;
  readonly fastest: Milliseconds;
  readonly perSecond: PerSecond;
  /** Warnings that Node wrote, by their names. */
  readonly warnings: readonly string[];
}

/** @returns null for a trial without answers */
function publishedRun({ sample, output }: Trial): PublishedRun | null {
  if (!sample) return null;
  const { counts, errors, window, traces } = sample.outcome;
  // Right or wrong; a trial keeps more raw requests than the hundred that there are.
  const times = traces
    .filter(({ error }) => error === null || error === 'proof')
    .map(({ sent, done }) => done - sent);
  if (times.length === 0 || window.duration <= 0) return null;
  return {
    answered: counts.answered,
    wrong: errors.proof,
    total: window.duration,
    mean: mean(times),
    fastest: Math.min(...times),
    perSecond: (counts.answered / window.duration) * 1000,
    warnings: [...new Set(output.flatMap((text) => /\b(\w+Warning)\b/.exec(text)?.[1] ?? []))],
  };
}

/** All runs of one of the published servers; a trial with another problem than wrong answers does not count here either. */
export const publishedRuns = (
  measured: Measured,
  work: RequestWork,
  topology: ThreadTopology,
): PublishedRun[] =>
  countedTrials(measured, cellId({ work, topology, load: batch })).flatMap((one) => publishedRun(one) ?? []);

/** All runs together; the mean is over all answers. */
export function totalsOf(runs: readonly PublishedRun[]) {
  const sum = (of: (run: PublishedRun) => number) => total(runs.map(of));
  const answered = sum((run) => run.answered);
  return {
    answered,
    wrong: sum((run) => run.wrong),
    fastest: Math.min(...runs.map((run) => run.fastest)),
    mean: sum((run) => run.mean * run.answered) / answered,
  };
}

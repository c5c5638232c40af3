/** What ApacheBench prints. */
import { parseAbReport } from '../load/ab-report.ts';
import type { PublishedFigures } from '../model/published.ts';
import { answersOf, figuresOf, percentilesOf } from './figures.ts';
import { figureOf } from './untrusted.ts';

export const isAb = (text: string) => /^This is ApacheBench|^Concurrency Level:/m.test(text);

/** @returns null where the report has no end: ab prints none at the first connection that fails */
export function readAb(text: string): PublishedFigures | null {
  const report = parseAbReport(text);
  if (report === null) return null;
  const { concurrency, timeTaken, failed, non2xx, perSecond, times } = report;
  const complete = figureOf(report.complete);
  if (complete === null) return null;
  const lost = failed.connect + failed.receive;
  return figuresOf({
    source: 'ab',
    load: 'closed',
    clients: figureOf(concurrency),
    length: figureOf(timeTaken) || null,
    begun: complete,
    answered: Math.max(0, complete - lost),
    throughput: figureOf(perSecond),
    // Not the line "Time per request … (mean)": that is the length divided by the requests.
    mean: figureOf(times?.mean),
    min: figureOf(times?.min),
    max: figureOf(times?.max),
    step: 1,
    percentiles: percentilesOf(report.percentiles.map(([percent, value]) => [percent, figureOf(value)])),
    answers: answersOf(
      Math.max(0, complete - lost),
      // Another length than that of the first answer is no failure of a page that is made for each request.
      [
        ['status not 2xx', non2xx],
        ['exceptions', failed.exceptions],
      ],
      [['without an answer', lost]],
    ),
  });
}
